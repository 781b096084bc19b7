"""Clauses that a message states as facts: not questions, wishes, conditions, plans or quotations."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from core.intents.tokens import Sentence, Token


class Clause(NamedTuple):
    """A clause stated as a fact."""

    text: str
    """Its words, each between blanks: own nodes are "+b2", others' "@h2", colors "#red"."""
    start: int
    end: int
    """End of its span in the message."""
    present: bool
    """True if a penalty or verdict in it is about the present, not a wished-for state."""


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


MARKS = {"mine": "+", "yours": "@", "third": "@", "color": "#"}
_CUTS = words(", : ( ) but so because since therefore while whereas though although hence which then yet")
_SUBJECTS = words("i we please you there it they nothing everything no zero all satisfied now can could would will")
"""Words after "and" that start a new clause."""
_KEPT = words("| / = -> - : , ·")
_NAMED = {"❌": "not", "✗": "not", "✘": "not", "≠": "not"}
_CONDITIONS = words(
    """if unless when whenever once whether until till provided assuming suppose supposing imagine case otherwise long
    according"""
)
_UNSTATED = words(
    """said says say saying asked told claimed thought mentioned wrote writes request requested requests requesting
    promised wanted insisted proposed suggested according understood heard claim
    would could may might maybe perhaps possibly probably likely should shall must ought want wants need needs needed
    wish hope hoping prefer preferred like love rather suggest suggestion propose proposal recommend plan plans planning
    intend idea ideas option options alternative candidate consider considering try trying tried attempt going will
    next later future eventually let please kindly ask asking asks hypothetically potentially think believe guess assume
    expect suspect unsure wonder either else or avoid example goal target aim ideally almost nearly close hardly barely
    far wrong mistaken mistake true correct scenario choice choices gives result works help
    previously originally initially earlier before last ago formerly past old used
    neighbor neighbors touches stuck having making switching impossible match prevent resolve accommodate"""
)
_ORDERS = words(
    "change make keep paint color switch turn use move recolor pick choose flip take give leave select tell wait"
)
_OPENERS = words("can could would will do does did is are am was were should shall have has might may")
_ASKERS = words("what why how who where which whose")
_SKIPPED = words("and also then , just - * |")
_LABELS = words("penalty satisfied conflicts clashes conflict clash locked fixed node nodes")
_VALUES = words("yes no none true false zero locked fixed now not free ❌ ✗ ✘")
_ENDS = words(") .")
_VERBS = words("is are stays clashes conflicts does changed not")
_PURPOSES = words("avoid match prevent help resolve fix accommodate")
_OTHERS = words("yours third")
_OWNERS = words("mine yours third")
_FACTUAL = words("is are both now")
_FOLLOWING = words("it then that this thus hence instead alternatively looks")


def clauses(message: Sequence[Sentence]) -> Iterator[Clause]:
    """Yield the stated clauses of a message in reading order. Takes linear time."""
    listed = wished = False
    for sentence in message:
        listed = listed and not sentence[0].text.isalpha()
        parts = [part for part in _parts(sentence) if part]
        if sentence[0].text == ">" or not parts:
            continue
        asked = _question(parts) if sentence[-1].text == "?" else len(parts)
        conditional = any(token.text in _CONDITIONS for part in parts for token in part)
        follows = sentence[0].text in _FOLLOWING or any(token.text == "then" for token in sentence)
        wished = listed or (wished and follows)
        subjects = set[str]()
        for part in parts[:asked]:
            stated = _is_stated(part)
            wished = wished or not stated
            if stated and not conditional and not listed:
                yield Clause(_text(part, subjects), part[0].start, part[-1].end, not wished)
            subjects |= {f"{MARKS[token.tag]}{token.value}" for token in part if token.tag in _OWNERS}
            listed = listed or (not stated and part[-1].text == ":")
        table = sentence[0].text == "|"
        listed = listed or (table and (wished or conditional))
        wished = wished or conditional or asked < len(parts)


def _is_stated(part: Sequence[Token]) -> bool:
    """Return False for a wish, an order, a quotation, or a proposal for others' nodes."""
    said = {token.text for token in part}
    spoken = " ".join(MARKS.get(token.tag, token.text) for token in part)
    first = next((token.text for token in part if token.text not in _SKIPPED), "")
    pairs = any(a.tag in _OTHERS and b.tag == "color" for a, b in pairwise(part))
    proposed = pairs and not said & _FACTUAL and not any(token.tag == "mine" for token in part)
    supposed = re.search(r"\b(?:with|by) [+@] (?:= |: )?#|\bcan (?!not)", spoken)
    return not (said & _UNSTATED or proposed or supposed or (first in _ORDERS and len(part) > 1))


def _question(parts: Sequence[Sequence[Token]]) -> int:
    """Return the number of clauses before the one that starts a question; 0 if there is no question."""
    for at, part in enumerate(parts):
        head = [token.text for token in part if token.text not in _SKIPPED]
        if head and (head[0] in _ASKERS or head[0] in _OPENERS):
            return at
    return 0


def _parts(sentence: Sentence) -> Iterator[list[Token]]:
    """Split a sentence into clauses; a colon ends its clause."""
    part: list[Token] = []
    for at, token in enumerate(sentence[:-1]):
        before, after = sentence[at - 1] if at else sentence[-1], sentence[at + 1]
        if not _cuts(before, token, after, sentence[at + 2 : at + 6]):
            part.append(token)
            continue
        yield [*part, token] if token.text == ":" and part else part
        part = []
    yield part


def _cuts(before: Token, token: Token, after: Token, rest: Sentence) -> bool:
    """Return True if a word or mark separates two clauses."""
    match token.text:
        case ":" | "-" | "(" | ")":
            label = before.tag or before.text in _LABELS
            return not (label and (after.tag or after.text.isdigit() or after.text in _VALUES | _ENDS))
        case ",":
            return not (before.tag and after.tag) and after.text not in ("and", "also", "but", "except")
        case "and":
            return after.text in _SUBJECTS or (after.text == "my" and not before.tag)
        case "but":
            return after.text in _SUBJECTS or any(each.text in _VERBS for each in rest)
        case "to":
            return after.text in _PURPOSES
    return token.text in _CUTS


def _text(part: Sequence[Token], subjects: Collection[str]) -> str:
    """Write a clause; "it" is replaced if exactly one node was named before in the sentence."""
    shown = [MARKS.get(token.tag, "") + _NAMED.get(token.text, token.text) for token in part if _is_shown(token)]
    it = next(iter(subjects)) if len(subjects) == 1 else "it"
    return f" {' '.join(it if word == 'it' else word for word in shown)} "


def _is_shown(token: Token) -> bool:
    return token.text[0].isalnum() or token.text in _KEPT or token.text in _NAMED or token.text[0] == "'"
