"""Split a message into sentences of tokens, and mark tokens that name things of the scene."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import NamedTuple

from core.intents.lexicon import SPELLINGS

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[-=~]*[>→⇒]|\.\.\.+|…|[^\w\s]")
_MARKS = {
    "’": "'",
    "‘": "'",
    "“": '"',
    "”": '"',
    "«": '"',
    "»": '"',
    "–": "-",
    "—": "-",
    "…": "...",
    "→": "->",
    "⇒": "->",
}
_ENDS = frozenset(".!?;\n")


class Noun(NamedTuple):
    """A thing of the scene that one or more words of a message name."""

    tag: str
    """Kind of thing, such as "color"."""
    value: str
    """The thing itself, such as "red"."""
    length: int = 1
    """Number of words that name it."""
    further_values: tuple[str, ...] = ()
    """Further things that the same words name, such as b2 and b3 in "b1 to b3"."""


class Token(NamedTuple):
    """A word or a punctuation mark of a message."""

    text: str
    """Text in lower case; contractions and common misspellings are expanded."""
    start: int
    end: int
    """Span in the original message."""
    tag: str = ""
    value: str = ""
    """Kind and identity of the noun; empty for an ordinary word."""


Sentence = tuple[Token, ...]
Nouns = Callable[[Sequence[str], int], Noun | None]
"""Function that returns the noun that starts at a word, or None; it gets all words in lower case, and the index."""


def tokenize(text: str, nouns: Nouns) -> tuple[Sentence, ...]:
    """Split a message into sentences, each with its punctuation mark at the end. Takes linear time."""
    words = _words(text)
    plain = [word.text for word in words]
    out: list[Sentence] = []
    sentence: list[Token] = []
    at = 0
    while at < len(words):
        word, noun = words[at], nouns(plain, at)
        if noun is not None:
            end = words[at + noun.length - 1].end
            sentence.extend(
                Token(value, word.start, end, noun.tag, value) for value in (noun.value, *noun.further_values)
            )
            at += noun.length
            continue
        at += 1
        if word.text in _ENDS or word.text == "...":
            if sentence and (word.text != "\n" or len(sentence) > 1):
                out.append((*sentence, word._replace(text="." if word.text in "\n;..." else word.text)))
                sentence = []
            elif out and word.text == "?":
                out[-1] = (*out[-1][:-1], out[-1][-1]._replace(text="?"))
        elif len(word.text) == 1:
            sentence.extend(word._replace(text=part) for part in expand(word.text))
        else:
            sentence.append(word)
    if sentence:
        end = sentence[-1].end
        out.append((*sentence, Token(".", end, end)))
    return tuple(out)


def _words(text: str) -> list[Token]:
    out: list[Token] = []
    for line in re.finditer(r"[^\n]+|\n", text):
        if line[0] == "\n":
            out.append(Token("\n", line.start(), line.end()))
            continue
        for found in _TOKEN.finditer(line[0]):
            start, end = line.start() + found.start(), line.start() + found.end()
            word = unicodedata.normalize("NFKC", _INVISIBLE.sub("", found[0])).casefold()
            word = "".join(_MARKS.get(char, char) for char in word)
            if word:
                # a single letter may be a noun, so it is not expanded
                parts = (word,) if len(word) == 1 else expand(word)
                out.extend(Token(part, start, end) for part in parts)
    return out


def expand(word: str) -> Sequence[str]:
    """Expand a contraction or a common misspelling into words.

    >>> expand("don't"), expand("pls"), expand("green")
    (('do', 'not'), ('please',), ('green',))
    """
    if word in SPELLINGS:
        return SPELLINGS[word]
    if word.endswith("n't") and word != "n't":
        return (word[:-3], "not")
    if "'" in word[1:]:
        stem, _, tail = word.partition("'")
        return (stem, _TAILS.get(tail, f"'{tail}"))
    return (word,)


_TAILS = {"ll": "will", "d": "would", "re": "are", "m": "am", "ve": "have"}
