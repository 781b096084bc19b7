"""Cutting the tokens of a chat segment into clauses: what is told, what is asked, what hangs on a condition."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from scenes.coloring.talk.english.words import Kind, Token

SEPARATORS = {Kind.COMMA, Kind.AND, Kind.OR}
VERBS = {Kind.ORDER, Kind.CHANGE, Kind.PAST, Kind.KEEP, Kind.DID}
_ASKING = {
    "is",
    "are",
    "am",
    "was",
    "were",
    "does",
    "did",
    "do",
    "should",
    "shall",
    "will",
    "can",
    "could",
    "would",
    "has",
    "have",
    "may",
    "might",
}


class Clause(NamedTuple):
    """Tokens that are read together."""

    tokens: list[Token]
    question: bool = False
    blocker: str | None = None
    """The word that makes it hold only under a condition, or offer a choice of deeds."""


def clauses(tokens: list[Token]) -> Iterator[Clause]:
    """Yield the clauses of a segment in reading order."""
    start = 0
    for at, token in enumerate([*tokens, Token(Kind.STOP, ".")]):
        if token.kind in (Kind.STOP, Kind.QUERY):
            yield from _sentence(tokens[start:at], token.kind is Kind.QUERY)
            start = at + 1


def _sentence(tokens: list[Token], asked: bool) -> Iterator[Clause]:
    blocker = None if _asks(tokens) else _blocker(tokens)
    if blocker:
        if any(token.kind is Kind.NODE for token in tokens):
            yield Clause(tokens, blocker=blocker)
        return
    starts = [0, *(at for at in range(1, len(tokens)) if _opens(tokens, at)), len(tokens)]
    for start, end in pairwise(starts):
        clause = tokens[start:end]
        if clause:
            question = _asks(clause) or (asked and end == len(tokens) and not _polite(clause))
            yield Clause(clause, question)


def _asks(clause: list[Token]) -> bool:
    """Return True if the clause opens a question that requests nothing."""
    opening = 0
    while opening < len(clause) - 1 and clause[opening].kind in {*SEPARATORS, Kind.FILL, Kind.BUT, Kind.FIX}:
        if clause[opening].text in _ASKING:
            break
        opening += 1
    head = clause[opening : opening + 2]
    if not head or head[0].kind in (Kind.ASK, Kind.CAN_YOU):
        return bool(head) and any(t.kind is Kind.ASK for t in clause)
    return head[0].text in _ASKING and len(head) > 1 and head[1].kind in (Kind.NODE, Kind.YOU, Kind.I, Kind.FILL)


def _polite(clause: list[Token]) -> bool:
    """Return True if a question requests an action: "could you make b2 green?"."""
    kinds = [t.kind for t in clause if t.kind not in (Kind.FILL, Kind.BUT, Kind.AND, Kind.COMMA)]
    deed = not VERBS.isdisjoint(kinds)
    return Kind.PLEASE in kinds or (deed and Kind.CAN_YOU in kinds) or (bool(kinds) and kinds[0] in VERBS - {Kind.DID})


def _opens(tokens: list[Token], at: int) -> bool:
    """Return True if a question starts here, within a sentence."""
    if tokens[at - 1].kind not in {*SEPARATORS, Kind.BUT}:
        return False
    return tokens[at].kind in (Kind.ASK, Kind.CAN_YOU) or _asks(tokens[at : at + 2])


def _blocker(tokens: list[Token]) -> str | None:
    """Find the word that makes a sentence conditional, or offers a choice of actions."""
    blocker = next((t.text for t in tokens if t.kind is Kind.IF), None)
    if blocker or any(t.kind is Kind.NOT for t in tokens):
        return blocker
    for token, after in pairwise(tokens):
        if token.kind is Kind.OR and (after.kind is Kind.NODE or after.kind in VERBS):
            return token.text
    return None
