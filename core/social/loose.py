"""Rewrite an action in another notation as its element, if it can mean only one action."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from core.actions.forms import Forms
from core.engine.turn import Action
from core.errors import IllegalAction
from core.llm.json_extraction import LONGEST, parse_json
from core.llm.naming import choice
from core.llm.schema_fitting import key
from core.social import element
from core.text import lazy_pattern

_ELEMENT = lazy_pattern(
    r"<(\w+)((?:\s+\w+\s*=\s*(?:\"[^\"]*\"|'[^']*'|“[^”]*”|[^\s\"'<>/]+))*)\s*(?:/>|>(.*?)(?:</\1\s*>|\Z))", re.S | re.I
)
_ATTRIBUTE = lazy_pattern(r"(\w+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|“([^”]*)”|([^\s\"'<>/]+))")
_FIELD = lazy_pattern(r"\s*<(\w+)>(.*?)</\1\s*>\s*", re.S)
_CALL = lazy_pattern(r"(\w+)\s*\((.*)\)\W*", re.S)
_PAIR = lazy_pattern(r"\s*(?:(\w+)\s*=\s*)?(?:\"([^\"]*)\"|'([^']*)'|([\w.-]+))\s*(?:,|\Z)")
_MARKS = lazy_pattern(r"</?(?:b|i|u|em|strong|br) ?/?>", re.I)
_DOUBT = lazy_pattern(r"\b(?:not|never|instead|rather|but|or)\b", re.I)
_ACTION = ("name", "action", "type", "tool", "command")
_WITHIN = ("arguments", "parameters", "args", "input", "fields", "params")
_REASONS = ("reason", "reasons", "reasoning", "why", "because", "thought", "thoughts", "explanation", "confidence")
_MESSAGE = ("message", "text", "content", "words", "speech", "body", "say", "statement", "msg", "comment", "value")
_PERSON = ("target", "to", "player", "name", "who", "whom", "person", "agent", "recipient", "villager", "value")
_LABELLED = lazy_pattern(r"(?:i )?(\w+) *: *([^\n]+)", re.I)
_TAGGED = lazy_pattern(r"(\w+) +([^\n]+)", re.I)
_WORD = lazy_pattern(r"\w+")
_QUOTES = ' "“”'
_AROUND = " \t\n*_`\"'“”‘’."


def as_element(text: str, forms: Forms, names: Sequence[str], repairs: list[str], legal: Sequence[Action] = ()) -> str:
    """Return the element of the action in a text; if the action is not clear, the unchanged text.

    Each kind of change is added to `repairs`. A sentence that names one of the `legal` actions is read as this action.

    >>> from core.social.actions import TalkTo, Yield
    >>> as_element('<Action name="talk_to" to="Bob">Psst.</Action>', Forms((TalkTo, Yield)), ("Ann", "Bob"), [])
    '<Action name="talk_to"><to>Bob</to><message>Psst.</message></Action>'
    """
    if _is_action_element(text, forms, names) or len(text) > LONGEST:
        return text
    for tag, fields in _readings(text.strip(), forms):
        if written := _fitted(tag, fields, forms, names):
            repairs.append("markup" if text.lstrip().startswith("<") else "layout")
            return written
    if "<" in text or "{" in text:
        return text
    commands = {forms.describe(action): action for action in legal if action in forms}
    if (action := commands.get(choice(text, list(commands)) or "") or _command(text, forms, names)) is None:
        return text
    repairs.append("layout")
    return element.write_action(forms, action)


def _command(text: str, forms: Forms, names: Sequence[str]) -> Action | None:
    for command in (text, text.strip(_AROUND), text.strip(_AROUND).replace(":", " ", 1)):
        try:
            action = forms.parse(command, names)
        except IllegalAction:
            continue
        return None if _is_for_one(action, forms, names) else action
    return None


def _is_for_one(action: Action, forms: Forms, names: Sequence[str]) -> bool:
    """Return True for an action whose text is addressed to one agent, as in "to Bob: …"."""
    said = " ".join(forms.fields(action).values()).casefold()
    return said.startswith(tuple(f"to {name.casefold()}" for name in names))


def _is_action_element(text: str, forms: Forms, names: Sequence[str]) -> bool:
    try:
        tag, fields = element.read(text)
        forms.build(tag, fields, names)
    except (element.Malformed, IllegalAction):
        return False
    return True


def _readings(text: str, forms: Forms) -> list[tuple[str, dict[str, str]]]:
    """Return the possible tags and fields of a text; text without a field's name is the field ""."""
    if text.startswith("<"):
        return _elements(text)
    if text.startswith("{"):
        value = parse_json(text, [])
        return [_of_object(value)] if isinstance(value, dict) else []
    if (call := _CALL.fullmatch(text)) is not None:
        pairs = _PAIR.findall(call[2])
        return [(call[1], {name: a or b or c for name, a, b, c in pairs})] if len({*pairs}) == len(pairs) else []
    if (labelled := _LABELLED.fullmatch(text)) is not None:
        return [(labelled[1], {"": labelled[2].strip(_QUOTES)})]
    if _WORD.fullmatch(text):
        return [(text, {})]
    if (tagged := _TAGGED.fullmatch(text)) is None:
        return []
    tag, rest = tagged[1], tagged[2].strip(_QUOTES)
    free = any("text" in forms.field_type_names(kind).values() for kind in forms.kinds_named(tag))
    clear = "_" in tag or rest[:1].isupper()  # "speak to Bob" may describe an action, unlike "speak Hello, Bob"
    return [(tag, {"": rest})] if clear or not free else []


def _elements(text: str) -> list[tuple[str, dict[str, str]]]:
    found = _ELEMENT.match(text)
    if found is None or "<" in text[found.end() :] or _DOUBT.search(text[found.end() :]):
        return []
    fields = {name.casefold(): a or b or c or d for name, a, b, c, d in _ATTRIBUTE.findall(found[2])}
    inside = _MARKS.sub("", found[3] or "")
    within = _FIELD.findall(inside)
    rest = _FIELD.sub("", inside).strip()
    if "<" in rest or (rest and within) or any("<" in text for _, text in within):
        return []
    fields |= {name.casefold(): element.unescape_text(text.strip()) for name, text in within}
    fields |= {"": element.unescape_text(rest)} if rest else {}
    tag = fields.pop("name", "") if found[1].casefold() == "action" else found[1]
    return [(tag, fields)] if len({name for name, _ in within}) == len(within) else []


def _of_object(value: dict[str, Any]) -> tuple[str, dict[str, str]]:
    fields = {key(name): each for name, each in value.items()}
    for name in _WITHIN:
        within = fields.pop(name, None)
        fields |= {key(inner): each for inner, each in within.items()} if isinstance(within, dict) else {}
    tags = [name for name in _ACTION if isinstance(fields.get(name), str)]
    if not tags and len(fields) == 1:  # {"vote": "Bob"}
        tag, inner = next(iter(fields.items()))
        return tag, {str(n): str(v) for n, v in inner.items()} if isinstance(inner, dict) else {"": str(inner)}
    tag = fields.pop(tags[0]) if tags else ""
    return tag, {name: str(each) for name, each in fields.items() if each is not None}


def _fitted(tag: str, fields: Mapping[str, str], forms: Forms, names: Sequence[str]) -> str:
    """Return the element for these fields if only one kind of action can have them; else ""."""
    written = set()
    for kind in forms.kinds_named(tag):
        wanted = forms.field_type_names(kind)
        values = {name: text for name, text in fields.items() if name in wanted or name not in _REASONS}
        for name in list(values):
            fit = [want for want in wanted if want not in values and _is_like(name, want, wanted)]
            if name not in wanted and len(fit) == 1:
                values[fit[0]] = values.pop(name)
        values = {name: text if wanted.get(name) == "text" else text.strip(_AROUND) for name, text in values.items()}
        try:
            action = forms.build(forms.tag(kind), values, names)
        except IllegalAction:
            continue
        if not _is_for_one(action, forms, names):
            written.add(element.write_action(forms, action))
    return written.pop() if len(written) == 1 else ""


def _is_like(name: str, want: str, wanted: Mapping[str, str]) -> bool:
    """Return True if a given field can be the wanted one: by its name, or because it is the only one."""
    kind = wanted[want]
    alike = _MESSAGE if kind == "text" else _PERSON if kind == "name" else ("value", want)
    return name in alike if name else len(wanted) == 1 or kind == "text"
