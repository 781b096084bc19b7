"""Splitting of messages into parts with addressees: "@A a2 red. And B, b2 blue please"."""

import re

from scenes.coloring.problem.graph import Problem

_AT_NAME = re.compile(r"(?<!\w)@(\w+)")
_EVERYBODY = {"all", "everyone", "everybody"}
_OPENING_WORDS = {"and", "hey", "hi", "hello", "tell", "ask", "dear"}
_WORDS_AFTER_NAME = (
    r"(?:make|set|paint|color|turn|change|keep|could|can|would|please|why|what|is|are|you|do|[a-z]+\d)\b"
)
"""Words after a name which show that its owner is addressed."""


def split_by_addressee(
    problem: Problem, speaker: str, text: str, notes: list[str]
) -> list[tuple[list[str | None], str]]:
    """Split a message into parts with their addressees; a part after "@A and @B" has two."""
    lead, *rest = _AT_NAME.split(_mark_names(problem, speaker, text))
    lead = _strip_separators(re.sub(r"(?i)(?:\s*,)?\s+and\s*$", "", lead)) if rest else _strip_separators(lead)
    bodies = (re.sub(r"(?i)(?:\s*,)?\s+and\s*$", "", body) for body in rest[1::2])
    named = [(name, _strip_separators(body)) for name, body in zip(rest[::2], bodies, strict=True)]
    if len(named) == 1 and not any(map(str.isalnum, named[0][1])):
        named, lead = [(named[0][0], lead)], ""
    out: list[tuple[list[str | None], str]] = []
    if lead and not (named and (lead.casefold() in _OPENING_WORDS or not any(map(str.isalpha, lead)))):
        out.append(([None], lead))
    group: dict[str | None, None] = {}
    for at, (name, body) in enumerate(named, start=1):
        group |= dict.fromkeys(_owner_called(problem, speaker, name, notes))
        if body.casefold() in ("", "and", "&") and at < len(named):
            continue
        if body and group:
            out.append(([None] if None in group else list(group), body))
        group = {}
    return out


def _mark_names(problem: Problem, speaker: str, text: str) -> str:
    """Put an @ before names that are addressed without one: "A, make a2 red, and B, b2 blue"."""
    names = "|".join(re.escape(name) for name in problem.clusters if name != speaker)
    called = rf"(?:{names}|all|everybody|everyone)"
    opening = r"(?:^|[.;!?,]\s+|\b(?i:and|dear|hi|hey|hello|to)\s+)(?i:(?:to|dear|hi|hey|and)\s+)?"
    text = re.sub(rf"(?<![\w@])((?:{names})) and ({names})(?=[,:])", r"@\1 @\2", text)
    return re.sub(rf"({opening})({called})(?=\s*[,:!]|\s+{_WORDS_AFTER_NAME})", r"\1@\2", text)


def _owner_called(problem: Problem, speaker: str, name: str, notes: list[str]) -> list[str | None]:
    low = name.casefold()
    owner = next((o for o in problem.clusters if o.casefold() == low), None)
    if owner is None and low in _EVERYBODY:
        return [None]
    others = [f"@{o}" for o in problem.clusters if o != speaker]
    if owner is None:
        notes.append(f"nobody is called {name} here: {', '.join(others)}")
    elif owner == speaker:
        notes.append(f"you are {owner}: write {' or '.join(others)}")
    return [] if owner in (None, speaker) else [owner]


def _strip_separators(text: str) -> str:
    return " ".join(text.split()).lstrip(" ,:;-–—").rstrip(" ,")
