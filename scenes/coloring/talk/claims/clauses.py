"""Clauses that a message states as facts: not questions, wishes, conditions, plans or quotations."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from core.intents.lexicon import word_set
from core.intents.tokens import Sentence, Token


class Clause(NamedTuple):
    """A clause stated as a fact."""

    text: str
    """The clause's words, separated by blanks: own nodes are "+b2", others' nodes "@h2", colors "#red"."""
    start: int
    end: int
    """End of the clause in the message."""
    present: bool
    """True if a penalty or verdict in the clause is about the present, not about a wished-for state."""


MARK_BY_TAG = {"mine": "+", "yours": "@", "third": "@", "color": "#"}
_CLAUSE_BREAKS = word_set(", : ( ) but so because since therefore while whereas though although hence which then yet")
_SUBJECTS_AFTER_AND = word_set(
    "i we please you there it they nothing everything no zero all satisfied now can could would will"
)
"""Words after "and" that start a new clause."""
_KEPT_MARKS = word_set("| / = -> - : , ·")
_WORD_FOR_MARK = {"❌": "not", "✗": "not", "✘": "not", "≠": "not"}
_CONDITIONS = word_set(
    """if unless when whenever once whether until till provided assuming suppose supposing imagine case otherwise long
    according"""
)
_NOT_STATED_AS_FACT = word_set(
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
_ORDER_VERBS = word_set(
    "change make keep paint color switch turn use move recolor pick choose flip take give leave select tell wait"
)
_QUESTION_OPENERS = word_set("can could would will do does did is are am was were should shall have has might may")
_QUESTION_WORDS = word_set("what why how who where which whose")
_SKIPPED_AT_START = word_set("and also then , just - * |")
_LABEL_WORDS = word_set("penalty satisfied conflicts clashes conflict clash locked fixed node nodes")
_LABEL_VALUES = word_set("yes no none true false zero locked fixed now not free ❌ ✗ ✘")
_CLOSING_MARKS = word_set(") .")
_VERBS = word_set("is are stays clashes conflicts does changed not")
_PURPOSE_VERBS = word_set("avoid match prevent help resolve fix accommodate")
_OTHERS_NODE_TAGS = word_set("yours third")
_NODE_TAGS = word_set("mine yours third")
_FACTUAL_WORDS = word_set("is are both now")
_FOLLOWING_WORDS = word_set("it then that this thus hence instead alternatively looks")


def clauses(message: Sequence[Sentence]) -> Iterator[Clause]:
    """Yield the stated clauses of a message in reading order. Takes linear time."""
    listed = wished = False
    for sentence in message:
        listed = listed and not sentence[0].text.isalpha()
        parts = [*filter(None, _split_clauses(sentence))]
        if sentence[0].text == ">" or not parts:
            continue
        asked = _clauses_before_question(parts) if sentence[-1].text == "?" else len(parts)
        conditional = _has_word(chain(*parts), _CONDITIONS)
        wished = listed or (wished and _follows(sentence))
        subjects = set[str]()
        for part in parts[:asked]:
            stated = _is_stated(part)
            wished = wished or not stated
            if stated and not (conditional or listed):
                yield Clause(_clause_text(part, subjects), part[0].start, part[-1].end, not wished)
            subjects |= _subjects(part)
            listed = listed or (not stated and part[-1].text == ":")
        table = sentence[0].text == "|"
        listed = listed or (table and (wished or conditional))
        wished = wished or conditional or asked < len(parts)


def _follows(sentence: Sentence) -> bool:
    """Return True if a sentence states what follows from the one before it."""
    return sentence[0].text in _FOLLOWING_WORDS or _has_word(sentence, {"then"})


def _has_word(tokens: Iterable[Token], words: Collection[str]) -> bool:
    return any(token.text in words for token in tokens)


def _subjects(part: Sequence[Token]) -> set[str]:
    return {f"{MARK_BY_TAG[token.tag]}{token.value}" for token in part if token.tag in _NODE_TAGS}


def _is_stated(part: Sequence[Token]) -> bool:
    """Return False for a wish, an order, a quotation, or a proposal for others' nodes."""
    said = {token.text for token in part}
    spoken = " ".join(MARK_BY_TAG.get(token.tag, token.text) for token in part)
    first = next((token.text for token in part if token.text not in _SKIPPED_AT_START), "")
    pairs = any(a.tag in _OTHERS_NODE_TAGS and b.tag == "color" for a, b in pairwise(part))
    proposed = pairs and not said & _FACTUAL_WORDS and not any(token.tag == "mine" for token in part)
    supposed = re.search(r"\b(?:with|by) [+@] (?:= |: )?#|\bcan (?!not)", spoken)
    return not (said & _NOT_STATED_AS_FACT or proposed or supposed or (first in _ORDER_VERBS and len(part) > 1))


def _clauses_before_question(parts: Sequence[Sequence[Token]]) -> int:
    """Return the number of clauses before the first one that starts a question; 0 if there is none."""
    for at, part in enumerate(parts):
        head = [token.text for token in part if token.text not in _SKIPPED_AT_START]
        if head and (head[0] in _QUESTION_WORDS or head[0] in _QUESTION_OPENERS):
            return at
    return 0


def _split_clauses(sentence: Sentence) -> Iterator[list[Token]]:
    """Split a sentence into clauses; a colon belongs to the clause before it."""
    part: list[Token] = []
    for at, token in enumerate(sentence[:-1]):
        before, after = sentence[at - 1] if at else sentence[-1], sentence[at + 1]
        if not _separates_clauses(before, token, after, sentence[at + 2 : at + 6]):
            part.append(token)
            continue
        yield [*part, token] if token.text == ":" and part else part
        part = []
    yield part


def _separates_clauses(before: Token, token: Token, after: Token, rest: Sentence) -> bool:
    """Return True if a word or mark separates two clauses."""
    match token.text:
        case ":" | "-" | "(" | ")":
            label = before.tag or before.text in _LABEL_WORDS
            return not (label and (after.tag or after.text.isdigit() or after.text in _LABEL_VALUES | _CLOSING_MARKS))
        case ",":
            return not (before.tag and after.tag) and after.text not in ("and", "also", "but", "except")
        case "and":
            return after.text in _SUBJECTS_AFTER_AND or (after.text == "my" and not before.tag)
        case "but":
            return after.text in _SUBJECTS_AFTER_AND or any(each.text in _VERBS for each in rest)
        case "to":
            return after.text in _PURPOSE_VERBS
    return token.text in _CLAUSE_BREAKS


def _clause_text(part: Sequence[Token], subjects: Collection[str]) -> str:
    """Write a clause; if exactly one node was named before in the sentence, it replaces "it"."""
    shown = [
        MARK_BY_TAG.get(token.tag, "") + _WORD_FOR_MARK.get(token.text, token.text)
        for token in part
        if _is_shown(token)
    ]
    it = next(iter(subjects)) if len(subjects) == 1 else "it"
    return f" {' '.join(it if word == 'it' else word for word in shown)} "


def _is_shown(token: Token) -> bool:
    return token.text[0].isalnum() or token.text in _KEPT_MARKS or token.text in _WORD_FOR_MARK or token.text[0] == "'"
