"""Cues: short phrases that show what a message is about, where a scene has no trained intent."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from core.intents.lexicon import CLASSES, stem
from core.intents.tokens import Noun, Sentence, Token, tokenize

GAP = 4
"""Maximum number of other words between two words of a cue."""
Word = tuple[str, tuple[str, ...]]
"""Root and classes of a word."""
_JOINTS = frozenset(("but", "so", "and", ",", "-", ":"))


def count_cues(text: str, cues: Iterable[str]) -> int:
    """Count the cues that a text contains.

    The words of a cue stand in one sentence in this order, with at most `GAP` others between them. They are compared
    without endings; a word in capitals stands for a class of `word_classes.txt`, and "|" separates alternatives.

    >>> count_cues("whom did you meet there?", ("who|whom see|meet", "SUSPICIOUS"))
    1
    """
    return cues_in(_sentences(text), cues)


def cues_in(message: Sequence[Sentence], cues: Iterable[str]) -> int:
    """Count the cues that sentences contain."""
    words = [tuple(map(_word, sentence)) for sentence in message]
    return sum(any(_holds(sentence, _parts(cue)) for sentence in words) for cue in cues)


def clauses(message: Sequence[Sentence]) -> Iterator[Sentence]:
    """Split sentences at commas, dashes and words such as "but"; each clause ends with its sentence's mark."""
    for sentence in message:
        clause: list[Token] = []
        for token in sentence[:-1]:
            if token.text in _JOINTS and clause:
                yield (*clause, sentence[-1])
                clause = []
            elif token.text not in _JOINTS:
                clause.append(token)
        if clause:
            yield (*clause, sentence[-1])


@lru_cache(1 << 10)
def _sentences(text: str) -> tuple[Sentence, ...]:
    return tokenize(text, _no_nouns)


def _no_nouns(words: Sequence[str], at: int) -> Noun | None:
    return None


def _word(token: Token) -> Word:
    return _root(token.text), CLASSES.get(stem(token.text), ())


def _root(word: str) -> str:
    """Cut off two endings, so that "Saturdays" and "Saturday" are the same."""
    return stem(stem(word))


@lru_cache(1 << 12)
def _parts(cue: str) -> tuple[frozenset[str], ...]:
    """Split a cue into words, each with its alternatives; contractions are expanded as in messages."""
    words = (each.split("|") for part in cue.split() for each in _expanded(part))
    return tuple(frozenset(each if each.isupper() else _root(each) for each in alternatives) for alternatives in words)


def _expanded(part: str) -> Collection[str]:
    plain = [token.text for token in _sentences(part)[0][:-1]]
    return (part,) if "|" in part or part.isupper() else plain


def _holds(words: Sequence[Word], parts: Sequence[frozenset[str]]) -> bool:
    """Return True if words contain a cue."""
    reached = {at for at, word in enumerate(words) if _fits(word, parts[0])}
    for part in parts[1:]:
        near = {at for last in reached for at in range(last + 1, min(last + GAP + 2, len(words)))}
        reached = {at for at in near if _fits(words[at], part)}
    return bool(reached)


def _fits(word: Word, part: frozenset[str]) -> bool:
    return word[0] in part or not part.isdisjoint(word[1])
