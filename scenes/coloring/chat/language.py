"""What a line of the coloring chat says, by rules: plain English in, reports and requests out."""

import re
from typing import Literal

import msgspec

from scenes.coloring.chat.reading import Reader
from scenes.coloring.chat.words import tokenize
from scenes.coloring.problem import Problem

_MENTION = re.compile(r"(?<!\w)@(\w+)")
_EVERYBODY = {"all", "everyone", "everybody"}
_LEADS = {"hey", "hi", "hello", "tell", "ask", "dear"}
_MOST_NOTES = 6


class Meaning(msgspec.Struct, frozen=True):
    """What one addressed part of a message says."""

    to: str | None
    """The owner it is addressed to; None is the open thread."""
    report: dict[str, str]
    """The speaker's own nodes and the colors they are said to have."""
    request: dict[str, str]
    """Others' nodes and the colors asked for."""
    avoid: dict[str, tuple[str, ...]]
    """Others' nodes and the colors they should not have."""
    keep: tuple[str, ...]
    """Others' nodes that should stay as they are."""
    question: bool
    text: str


class Understood(msgspec.Struct, frozen=True):
    """A whole message: its meanings, and helpful lines about what was not taken, in reading order."""

    meanings: tuple[Meaning, ...]
    notes: tuple[str, ...]
    owners: dict[str, str]
    """Whom each node that is asked about belongs to."""


def understand(problem: Problem, speaker: str, text: str) -> Understood:
    """Read a message of `speaker`. Never fails: what is not understood stays plain talk."""
    notes: list[str] = []
    meanings: list[Meaning] = []
    for targets, body in _segments(problem, speaker, text, notes):
        reader = Reader(problem, speaker, tuple(t for t in targets if t is not None and None not in targets), notes)
        reader.read(tokenize(problem, body))
        meanings += [_meaning(problem, reader, target, body) for target in targets]
    asked = {node for m in meanings for node in (*m.request, *m.avoid, *m.keep)}
    owners = {node: problem.owner[node] for node in problem.nodes if node in asked}
    return Understood(tuple(meanings), tuple(dict.fromkeys(notes))[:_MOST_NOTES], owners)


Class = Literal["question", "information", "preference", "command", "mixed", "talk"]


def classify(understood: Understood) -> Class:
    """What a whole message is, whoever it is addressed to."""
    kinds: set[Class] = set()
    for meaning in understood.meanings:
        kinds |= {"command"} if meaning.request else set()
        kinds |= {"preference"} if meaning.avoid or meaning.keep else set()
        kinds |= {"information"} if meaning.report else set()
        kinds |= {"question"} if meaning.question else set()
    return "mixed" if len(kinds) > 1 else next(iter(kinds), "talk")


def _meaning(problem: Problem, reader: Reader, target: str | None, text: str) -> Meaning:
    def theirs(node: str) -> bool:
        return target is None or problem.owner[node] == target

    return Meaning(
        to=target,
        report=dict(reader.report),
        request={node: color for node, color in reader.request.items() if theirs(node)},
        avoid={node: colors for node, colors in reader.avoid.items() if colors and theirs(node)},
        keep=tuple(node for node in reader.keep if theirs(node)),
        question=reader.question,
        text=text,
    )


def _segments(problem: Problem, speaker: str, text: str, notes: list[str]) -> list[tuple[list[str | None], str]]:
    """The parts of a message with the people they address; "@A and @B" address one part together."""
    lead, *rest = _MENTION.split(text)
    lead = _clean(lead)
    named = [(name, _clean(body)) for name, body in zip(rest[::2], rest[1::2], strict=True)]
    if len(named) == 1 and not named[0][1]:
        named, lead = [(named[0][0], lead)], ""
    out: list[tuple[list[str | None], str]] = []
    if lead and not (named and lead.casefold() in _LEADS):
        out.append(([None], lead))
    group: dict[str | None, None] = {}
    for at, (name, body) in enumerate(named, start=1):
        group |= dict.fromkeys(_called(problem, speaker, name, notes))
        if body.casefold() in ("", "and", "&") and at < len(named):
            continue
        if body and group:
            out.append(([None] if None in group else list(group), body))
        group = {}
    return out


def _called(problem: Problem, speaker: str, name: str, notes: list[str]) -> list[str | None]:
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


def _clean(text: str) -> str:
    return " ".join(text.split()).lstrip(" ,:;-–—").rstrip(" ,")


def parts(understood: Understood) -> list[tuple[str, str, str | None]]:
    """What is taken, for drawing: ("ask B:", "b2 =", "green"). Plain talk is ("say to B", "", None)."""
    out: list[tuple[str, str, str | None]] = []
    for meaning in understood.meanings:
        start = len(out)
        ask = {node: f"ask {meaning.to or owner}:" for node, owner in understood.owners.items()}
        out += [(ask[node], f"{node} =", color) for node, color in meaning.request.items()]
        out += [(ask[node], f"{node} not", color) for node, colors in meaning.avoid.items() for color in colors]
        out += [(ask[node], f"keep {node}", None) for node in meaning.keep]
        out += [(f"tell {meaning.to or 'all'}:", f"{node} =", color) for node, color in meaning.report.items()]
        if len(out) == start:
            out.append((f"say to {meaning.to or 'all'}", "", None))
    return out


def summary(understood: Understood) -> str:
    """What is taken, on one line: "ask B: b2 = green   tell B: h2 = blue"."""
    return "   ".join(" ".join(word for word in part if word) for part in parts(understood))
