"""Strict parser and writer of `<Action name="…">` elements: no markup in fields, only XML's five entities."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, product
from math import prod
from typing import NamedTuple
from xml.parsers.expat import ExpatError, ParserCreate, errors
from xml.sax.saxutils import escape, quoteattr, unescape

from core.actions.forms import Forms
from core.engine.turn import Action
from core.errors import IllegalAction

_BARE = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)|<(?![/A-Za-z!?])")
"""Pattern of an `&` that begins no entity, and of a `<` that begins no tag."""
_NAMED = re.compile(r"\A<action\b|</action>\Z", re.IGNORECASE)


class Element(NamedTuple):
    """The tag and the fields of an action, as texts."""

    tag: str
    fields: Mapping[str, str]


class Malformed(Exception):
    """Raised for a text that is not exactly one action element. The message tells the model what to correct."""


def write(tag: str, fields: Mapping[str, str]) -> str:
    """Write an action element.

    >>> write("talk_to", {"to": "Ann", "message": "1 < 2"})
    '<Action name="talk_to"><to>Ann</to><message>1 &lt; 2</message></Action>'
    """
    inside = "".join(f"<{name}>{escape(text)}</{name}>" for name, text in fields.items())
    return f"<Action name={quoteattr(tag)}>{inside}</Action>" if inside else f"<Action name={quoteattr(tag)} />"


def write_action(forms: Forms, action: Action) -> str:
    """Write an action as its element."""
    return write(forms.tag(type(action)), forms.fields(action))


def repair_markup(text: str, repairs: list[str]) -> str:
    """Escape each `&` and `<` that can only be text, and correct the case of the element's name.

    Each kind of change is added to `repairs`.

    >>> repair_markup('<action name="say"><message>R&D <3</message></action>', [])
    '<Action name="say"><message>R&amp;D &lt;3</message></Action>'
    """
    out = _NAMED.sub(lambda found: found[0].title(), text)
    if "<![CDATA[" not in text:
        out = _BARE.sub(lambda found: escape(found[0]), out)
    if out != text:
        repairs.append("markup")
    return out


def unescape_text(text: str) -> str:
    """Unescape the text between two tags."""
    return unescape(text, {"&quot;": '"', "&apos;": "'"})


def read(text: str) -> Element:
    """Parse a text that must be exactly one action element.

    An element in a field is rejected, so the words of an agent cannot become an action.
    Raises Malformed.
    """
    if not text.lstrip().startswith("<"):
        raise Malformed('There is no <Action> element; write exactly one: <Action name="…">.')
    reader = _Reader()
    parser = ParserCreate()
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.StartDoctypeDeclHandler = reader.refuse
    parser.ProcessingInstructionHandler = reader.refuse
    try:
        parser.Parse(text.strip().encode(), True)
    except ExpatError as error:
        if error.code == errors.codes[errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT]:
            raise Malformed(
                "There is more than one <Action> element; write exactly one, and nothing after it."
            ) from None
        reason = errors.messages.get(error.code, "it is no XML")
        raise Malformed(
            f"The <Action> element cannot be read ({reason}); write &lt; and &amp; for < and & in texts."
        ) from None
    return Element(reader.tag, reader.fields)


class _Reader:
    """Handlers of the XML parser."""

    def __init__(self) -> None:
        self.tag = ""
        self.fields: dict[str, str] = {}
        self._open: list[str] = []

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if not self._open:
            if name != "Action" or set(attributes) != {"name"}:
                raise Malformed(f'Write <Action name="…">, not <{name[:40]}>.')
            self.tag = attributes["name"].strip()
        elif len(self._open) > 1:
            raise Malformed(f"<{name[:40]}> stands inside of <{self._open[-1][:40]}>; write &lt; for < in texts.")
        elif attributes:
            raise Malformed(f"<{name[:40]}> has attributes; write its value between its tags.")
        elif name in self.fields:
            raise Malformed(f"<{name[:40]}> stands there twice.")
        else:
            self.fields[name] = ""
        self._open.append(name)

    def end(self, name: str) -> None:
        self._open.pop()

    def text(self, data: str) -> None:
        if len(self._open) > 1:
            self.fields[self._open[-1]] += data
        elif data.strip():
            raise Malformed(f"{data.strip()[:40]!r} stands beside the fields of the <Action>; put it into one.")

    def refuse(self, *declaration: object) -> None:
        raise Malformed("The <Action> element holds declarations; write the element alone.")


# -- the possible actions, as a prompt lists them

PLACEHOLDER = "…"
"""Placeholder for free text, and for a value whose options are listed after a shape."""


def drafts(forms: Forms, kind: type[Action], names: Sequence[str]) -> Iterator[Action]:
    """Build an action for each combination of its fields, with … for text; none without a text field."""
    choices = forms.choices(kind, names)
    if any(each is None for each in choices.values()):
        for values in product(*([PLACEHOLDER] if each is None else each for each in choices.values())):
            try:
                yield forms.build(forms.tag(kind), dict(zip(choices, values, strict=True)), names)
            except IllegalAction:
                return


def shapes(forms: Forms, legal: Sequence[Action], openings: Sequence[Action]) -> Iterator[str]:
    """Write the element of each kind of these actions, with all possible values.

    >>> from core.social.actions import TalkTo, Yield
    >>> forms = Forms((TalkTo, Yield))
    >>> list(shapes(forms, [Yield()], [TalkTo("Bob", "…"), TalkTo("Cat", "…")]))  # doctest: +NORMALIZE_WHITESPACE
    ['<Action name="talk_to"><to>…</to><message>…</message></Action> (to: Bob, Cat)', '<Action name="yield" />']
    """
    kinds = {type(action) for action in openings}
    listed = [*openings, *(action for action in legal if type(action) not in kinds)]
    for kind, group in groupby(sorted(listed, key=lambda action: forms.position(type(action))), key=type):
        yield _shape(forms, kind, [forms.fields(action) for action in group])


def _shape(forms: Forms, kind: type[Action], rows: Sequence[dict[str, str]]) -> str:
    """Write one element for all rows if they are all combinations of their values; else one for each row."""
    tag = forms.tag(kind)
    values = {name: list(dict.fromkeys(row[name] for row in rows)) for name in rows[0]}
    varied = {name: each for name, each in values.items() if len(each) > 1}
    if prod(map(len, varied.values())) != len(rows):
        return " ".join(write(tag, row) for row in rows)
    shape = write(tag, {name: PLACEHOLDER if name in varied else each[0] for name, each in values.items()})
    options = "; ".join(f"{name}: {', '.join(each)}" for name, each in varied.items())
    return f"{shape} ({options})" if options else shape
