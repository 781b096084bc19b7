"""Read free speech for positions, arguments and questions.

A speech can state a position ("I am strongly against"), make arguments (which value it appeals to, and for which side)
and ask somebody something ("Ann, what does it cost?"). Arguments are read word by word: "dangerous" speaks against a
motion in the name of safety, "no danger" for it; a word that only names a value goes with the position of its speech.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scenes.council.values import BARE, WORDS, Side, Value
from scenes.council.votes import Position, Strength

NOT, AFTER, STRONG, MILD = (
    frozenset(words.split())
    for words in (
        "not no never nobody nothing without fewer less hardly neither nor cannot dont doesnt isnt wont stop stops end "
        "ends prevent prevents avoid avoids cut cuts reduce reduces",
        "less nothing nobody none",
        "strongly firmly absolutely wholly certainly definitely clearly",
        "lean mildly rather perhaps inclined slightly somewhat",
    )
)
REACH = 3
"""Number of words after a negation that it turns round; one of `AFTER` turns only the word before it."""
_SENTENCE = re.compile(r"[^.!?;\n]+[.!?;\n]*")
_WORD = re.compile(r"[a-z]+")
_AGAINST = re.compile(
    r"\bi(?: am| m| stay| remain| lean| stand| will be)?(?: \w+){0,2}? (?:against|opposed)\b"
    r"|\bi(?: \w+)? (?:oppose|reject)\b|\bi(?: will| would|ll)?(?: \w+)? (?:vote|say) no\b|\bwe (?:should|must) not\b"
    r"|\bi(?: am| m) not (?:\w+ )?(?:for|in favou?r)\b|\bcannot (?:\w+ )?support\b"
)
_FOR = re.compile(
    r"\bi(?: am| m| stay| remain| lean| stand| will be)(?: \w+){0,2}? (?:for|in favou?r)\b"
    r"|\bi(?: will| would|ll)?(?: \w+)? support\b|\bi(?: will| would|ll)?(?: \w+)? (?:vote|say) yes\b"
    r"|\bcount me in\b|\bwe (?:should|must) (?:do|pass|adopt|try) (?:it|this|that)\b"
)
_OPEN = re.compile(
    r"\bi(?: am| m)(?: \w+){0,2}? (?:open|undecided|unsure|torn|not sure|not against)\b"
    r"|\bi do ?n[o ]*t know\b|\bi am not sure\b"
)
_EXACT = {
    word: (value, sign) for value, signs in WORDS.items() for sign, words in signs.items() for word in words.split()
}
_STEMS = {word[:-1]: appeal for word, appeal in _EXACT.items() if word.endswith("*")}


class Argument(NamedTuple):
    """An appeal: the motion serves the value (for), or hurts it (against)."""

    side: Side
    value: Value


class Question(NamedTuple):
    """A question about a value; without one, about the motion as a whole."""

    to: str
    value: Value | None


class Reading(NamedTuple):
    """Understood parts of a speech."""

    position: Position | None
    arguments: tuple[Argument, ...]
    questions: tuple[Question, ...]
    named: tuple[str, ...]
    """Mentioned names; the last one before the stated position comes first, as it most likely changed the speaker's
    mind."""


def read(text: str, names: Sequence[str]) -> Reading:
    """Read a speech to others who have these names."""
    statements = [sentence for sentence in _SENTENCE.findall(text) if not sentence.strip().endswith("?")]
    asked = [sentence for sentence in _SENTENCE.findall(text) if sentence.strip().endswith("?")]
    position, before = None, ""
    for sentence in statements:
        if (stated := _position(sentence)) is not None:
            position, before = stated, text[: text.index(sentence) + len(sentence)]
    named = (*reversed(_named(before, names)), *_named(text, names))
    arguments = dict.fromkeys(each for sentence in statements for each in _arguments(sentence, position))
    questions = [Question(name, _topic(sentence)) for sentence in asked for name in _named(sentence, names)]
    return Reading(position, tuple(arguments), tuple(questions), tuple(dict.fromkeys(named)))


def _named(text: str, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for word in dict.fromkeys(re.findall(r"\w+", text)) if word in names)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold().replace("n't", "nt").replace("n’t", "nt").replace("'", " ").replace("’", " "))


def _position(sentence: str) -> Position | None:
    words = _words(sentence)
    plain = " ".join(words)
    strength: Strength = "strong" if STRONG & {*words} else "mild" if MILD & {*words} else "clear"
    if _OPEN.search(plain):
        return Position("open", "mild")
    if _AGAINST.search(plain):
        return Position("against", strength)
    return Position("for", strength) if _FOR.search(plain) else None


def _arguments(sentence: str, position: Position | None) -> Iterator[Argument]:
    stance = position.stance if position else "open"
    for clause in re.split(r"[,:;]| but | and yet ", sentence):
        words = _words(clause)
        for i, word in enumerate(words):
            if (appeal := _appeal(word)) is None:
                continue
            value, sign = appeal
            if sign == BARE:
                if stance != "open":
                    yield Argument(stance, value)
                continue
            if NOT & {*words[max(0, i - REACH) : i]} or AFTER & {*words[i + 1 : i + 2]}:
                sign = -sign
            yield Argument("for" if sign > 0 else "against", value)


def _topic(sentence: str) -> Value | None:
    return next((appeal[0] for word in _words(sentence) if (appeal := _appeal(word))), None)


def _appeal(word: str) -> tuple[Value, int] | None:
    """Return the value that a word appeals to, and 1 for praise, -1 for blame, 0 for neither."""
    if word in _EXACT:
        return _EXACT[word]
    return next((_STEMS[word[:size]] for size in range(len(word), 2, -1) if word[:size] in _STEMS), None)
