"""Reader of the coloring chat by rules: reports and requests from plain English."""

import re
from typing import Literal

import msgspec

from scenes.coloring.negotiation.offers import Verb
from scenes.coloring.problem.graph import Problem
from scenes.coloring.solvers.bound import Cost
from scenes.coloring.talk.english.reader import Reader
from scenes.coloring.talk.english.sentences import Segment
from scenes.coloring.talk.speech import Deal, Question

_MENTION = re.compile(r"(?<!\w)@(\w+)")
_EVERYBODY = {"all", "everyone", "everybody"}
_LEADS = {"and", "hey", "hi", "hello", "tell", "ask", "dear"}
_MOST_NOTES = 6
_CALLED = r"(?:make|set|paint|color|turn|change|keep|could|can|would|please|why|what|is|are|you|do|[a-z]+\d)\b"
"""Words after a name that is addressed."""


class Meaning(msgspec.Struct, frozen=True):
    """Content of one addressed part of a message."""

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
    asks: tuple[Question, ...] = ()
    """Understood questions."""
    greets: bool = False
    """True if it is only a greeting or thanks."""
    locked: tuple[str, ...] = ()
    """The speaker's own nodes that are said to be locked."""
    always: tuple[str, ...] = ()
    """Others' nodes for which the request or the avoiding shall hold until it is withdrawn."""
    drop: tuple[str, ...] = ()
    """Others' nodes that are no longer asked for."""
    deals: tuple[Deal, ...] = ()
    replies: tuple[tuple[Verb, int], ...] = ()
    """Replies to offers, each with the number of the offer; 0 is the newest."""
    costs: tuple[Cost, ...] = ()
    """Costs for the speaker of colors at others' nodes."""


class Understood(msgspec.Struct, frozen=True):
    """A whole message: its meanings, and helpful lines about what was not taken, in reading order."""

    meanings: tuple[Meaning, ...]
    notes: tuple[str, ...]
    owners: dict[str, str]
    """Owner of each requested node."""


def understand(problem: Problem, speaker: str, text: str) -> Understood:
    """Read a message of `speaker`. Never fails: what is not understood stays plain talk."""
    notes: list[str] = []
    meanings: list[Meaning] = []
    for targets, body in _segments(problem, speaker, text, notes):
        reader = Reader(problem, speaker, tuple(t for t in targets if t is not None and None not in targets), notes)
        segment = Segment(problem, speaker, reader)
        segment.read(body)
        meanings += [_meaning(problem, segment, target, body) for target in targets]
    asked = {node for m in meanings for node in (*m.request, *m.avoid, *m.keep, *m.drop)}
    owners = {node: problem.owner[node] for node in problem.nodes if node in asked}
    return Understood(tuple(meanings), tuple(dict.fromkeys(notes))[:_MOST_NOTES], owners)


Class = Literal["question", "information", "preference", "command", "mixed", "talk"]


def classify(understood: Understood) -> Class:
    """Return the class of a whole message, whoever it addresses."""
    kinds: set[Class] = set()
    for meaning in understood.meanings:
        kinds |= {"command"} if meaning.request else set()
        kinds |= {"preference"} if meaning.avoid or meaning.keep else set()
        kinds |= {"information"} if meaning.report else set()
        kinds |= {"question"} if meaning.question else set()
    return "mixed" if len(kinds) > 1 else next(iter(kinds), "talk")


def _meaning(problem: Problem, segment: Segment, target: str | None, text: str) -> Meaning:
    reader = segment.reader

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
        asks=tuple(segment.asks),
        greets=segment.greets and segment.idle,
        locked=tuple(segment.locked),
        always=tuple(node for node in segment.always if theirs(node)),
        drop=tuple(node for node in segment.drop if theirs(node)),
        replies=tuple(segment.replies),
        costs=tuple(cost for cost in segment.costs if all(map(theirs, cost.colors))),
        deals=tuple(deal for deal in segment.deals if any(map(theirs, deal.want))),
    )


def _segments(problem: Problem, speaker: str, text: str, notes: list[str]) -> list[tuple[list[str | None], str]]:
    """Split a message into parts with their addressees; "@A and @B" address one part together."""
    lead, *rest = _MENTION.split(_mentioned(problem, speaker, text))
    lead = _clean(re.sub(r"(?i)(?:\s*,)?\s+and\s*$", "", lead)) if rest else _clean(lead)
    bodies = (re.sub(r"(?i)(?:\s*,)?\s+and\s*$", "", body) for body in rest[1::2])
    named = [(name, _clean(body)) for name, body in zip(rest[::2], bodies, strict=True)]
    if len(named) == 1 and not any(map(str.isalnum, named[0][1])):
        named, lead = [(named[0][0], lead)], ""
    out: list[tuple[list[str | None], str]] = []
    if lead and not (named and (lead.casefold() in _LEADS or not any(map(str.isalpha, lead)))):
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


def _mentioned(problem: Problem, speaker: str, text: str) -> str:
    """Put an @ before names that are called without one: "A, make a2 red, and B, b2 blue"."""
    names = "|".join(re.escape(name) for name in problem.clusters if name != speaker)
    called = rf"(?:{names}|all|everybody|everyone)"
    opening = r"(?:^|[.;!?,]\s+|\b(?i:and|dear|hi|hey|hello|to)\s+)(?i:(?:to|dear|hi|hey|and)\s+)?"
    text = re.sub(rf"(?<![\w@])((?:{names})) and ({names})(?=[,:])", r"@\1 @\2", text)
    return re.sub(rf"({opening})({called})(?=\s*[,:!]|\s+{_CALLED})", r"\1@\2", text)


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
    """Return the understood parts for display: ("ask B:", "b2 =", "green"). Plain talk is ("say to B", "", None)."""

    def asked(meaning: Meaning, node: str) -> str:
        who = f"{meaning.to or understood.owners[node]}"
        return f"ask {who}, until withdrawn:" if node in meaning.always else f"ask {who}:"

    out: list[tuple[str, str, str | None]] = []
    for meaning in understood.meanings:
        start = len(out)
        to = meaning.to or "all"
        out += [(asked(meaning, node), f"{node} =", color) for node, color in meaning.request.items()]
        out += [(asked(meaning, n), f"{n} not", color) for n, colors in meaning.avoid.items() for color in colors]
        out += [(asked(meaning, node), f"keep {node}", None) for node in meaning.keep]
        out += [(asked(meaning, node), f"{node} is free again", None) for node in meaning.drop]
        out += [(f"{verb} offer", str(number or "(the newest)"), None) for verb, number in meaning.replies]
        out += [(f"offer {to}:", deal.sentence(), None) for deal in meaning.deals]
        out += [(f"tell {to}:", f"{node} =", color) for node, color in meaning.report.items()]
        out += [(f"tell {to}:", f"{node} is locked", None) for node in meaning.locked]
        out += [(f"tell {to}:", each.sentence(), None) for each in meaning.costs]
        out += [(f"ask {to}:", each.sentence(), None) for each in meaning.asks]
        if len(out) == start:
            out.append((f"say to {meaning.to or 'all'}", "", None))
    return out
