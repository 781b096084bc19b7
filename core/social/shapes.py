"""Write the actions that can be taken now, as a prompt lists them: one shape for a kind, with its possible values."""

from collections.abc import Iterator, Sequence
from itertools import groupby, product
from math import prod

from core.actions.forms import Forms
from core.engine.turn import Action
from core.errors import IllegalAction
from core.social import element

WORDS = "…"
"""Stands for free text, and in a shape for a value that is listed behind it."""


def drafts(forms: Forms, kind: type[Action], names: Sequence[str]) -> Iterator[Action]:
    """Build an action of a kind with free text for each combination of its other fields; of other kinds none."""
    choices = forms.choices(kind, names)
    if any(each is None for each in choices.values()):
        for values in product(*([WORDS] if each is None else each for each in choices.values())):
            try:
                yield forms.build(forms.tag(kind), dict(zip(choices, values, strict=True)), names)
            except IllegalAction:
                return


def shapes(forms: Forms, legal: Sequence[Action], openings: Sequence[Action]) -> Iterator[str]:
    """Write each kind of these actions once; closed actions of a kind that is open are left out.

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
    """Write one shape for all rows if they are every combination of their values; else each row."""
    tag = forms.tag(kind)
    values = {name: list(dict.fromkeys(row[name] for row in rows)) for name in rows[0]}
    varied = {name: each for name, each in values.items() if len(each) > 1}
    if prod(map(len, varied.values())) != len(rows):
        return " ".join(element.write(tag, row) for row in rows)
    shape = element.write(tag, {name: WORDS if name in varied else each[0] for name, each in values.items()})
    options = "; ".join(f"{name}: {', '.join(each)}" for name, each in varied.items())
    return f"{shape} ({options})" if options else shape
