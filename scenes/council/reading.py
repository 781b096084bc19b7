"""Recognition of positions, arguments and questions in free speech, by the model of `scenes.council.intents`.

A speech can state a position ("I am strongly against"), make arguments (which value it appeals to, and for which side)
and ask somebody something ("Ann, what does it cost?"). Sentences that the model was trained on, such as all sentences
of bots, are read one by one and exactly as labeled; the model reads the rest of a speech as a whole.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, get_args

from core.intents import grammar
from core.intents.features import form
from core.intents.tokens import Nouns
from scenes.council.intents import GRAMMAR, nouns
from scenes.council.values import VALUES, WORDS, Side, Value
from scenes.council.votes import Position, Stance, Strength

STRONG, MILD = (
    frozenset(words.split())
    for words in (
        "strongly firmly absolutely wholly certainly definitely clearly",
        "lean leaning mildly rather perhaps inclined slightly somewhat",
    )
)
"""Words that make a stance stronger or weaker."""
NEGATIONS = frozenset({"not", "no", "never", "nor", "cannot", "decline", "refuse"})
"""Words that prevent a stance "for" from being acted upon, unless the model was trained on this very sentence."""
LONGEST = 4_000
"""Maximum characters of a speech that are read."""
_SENTENCE = re.compile(r"[^.!?;\n]+[.!?;\n]*")
_WORD = re.compile(r"[a-z]+")
_QUOTED = re.compile(r'["“„«][^"”“»]*["”“»]?')
_EXACT = {word: value for value, words in WORDS.items() for word in words.split()}
_STEMS = {word[:-1]: value for word, value in _EXACT.items() if word.endswith("*")}


class Argument(NamedTuple):
    """An appeal: the motion serves the value (for), or hurts it (against)."""

    side: Side
    value: Value


class Question(NamedTuple):
    """A question about a value; without one, about the whole motion."""

    to: str
    value: Value | None


class Reading(NamedTuple):
    """Recognized parts of a speech."""

    position: Position | None
    arguments: tuple[Argument, ...]
    questions: tuple[Question, ...]
    named: tuple[str, ...]
    """Mentioned names. The last one before the stated position comes first, as the likeliest cause of a change."""


class _Part(NamedTuple):
    """A sentence that the model was trained on, or all other sentences of a speech."""

    text: str
    is_known: bool
    end: int
    """End position in the speech."""


def read(text: str, names: Sequence[str]) -> Reading:
    """Read a speech to others, who have these names."""
    find = nouns(names, "")
    spoken = _QUOTED.sub(" ", text[:LONGEST])
    positions: list[tuple[Position, int]] = []
    arguments: dict[Argument, None] = {}
    questions: dict[Question, None] = {}
    known = []
    for part in _parts(spoken, find):
        for each in _readings(part, find):
            if each.intent == "ask":
                questions[Question(each.slots[0], _topic(part.text, each))] = None
            elif (stance := _STANCES.get(each.intent)) is not None:
                positions.append((_position(stance, part.text), part.end))
            elif (argument := _ARGUMENTS.get(each.intent)) is not None:
                arguments[argument] = None
        if part.is_known and not part.text.rstrip().endswith("?"):
            known.append(part.text)
    agree = len({position.stance for position, _ in positions}) == 1
    position, end = positions[-1] if agree else (None, 0)
    if position is not None and position.stance != "open":
        words = {word for each in known for word in _words(each)}
        arguments |= {Argument(position.stance, value): None for value in VALUES if value in words}
    named = (*reversed(_named(spoken[:end], names)), *_named(spoken, names))
    return Reading(position, tuple(arguments), tuple(questions), tuple(dict.fromkeys(named)))


def _parts(text: str, find: Nouns) -> Iterator[_Part]:
    """Yield the known sentences of a speech in order, and then all others as one part."""
    rest = []
    for found in _SENTENCE.finditer(text):
        sentence = found[0]
        lead, colon, tail = sentence.partition(":")
        if colon and tail.strip() and _is_known(lead, find):
            yield _Part(lead, True, found.start() + len(lead))
            sentence = tail
        if _is_known(sentence, find):
            yield _Part(sentence, True, found.end())
        else:
            rest.append(sentence)
    if rest:
        yield _Part("".join(rest), False, len(text))


def _is_known(sentence: str, find: Nouns) -> bool:
    """Return True if the model was trained on a sentence, whatever names it contains."""
    number = form(GRAMMAR.message(sentence, find), ())
    return all(number in GRAMMAR.heads[kind].forms for kind in ("stance", "argument"))


def _readings(part: _Part, find: Nouns) -> Iterator[grammar.Reading]:
    """Yield the readings of a part: those of the whole, and those of its sentences that do not contradict it.

    Sentences add arguments, and a stance unless the whole suggests another one. Questions are read only in the whole.
    """
    whole = GRAMMAR.read(part.text, find)
    yield from (each for each in whole if each.licensed and (part.is_known or not _is_negated(each, part.text, find)))
    sentences = () if part.is_known else _SENTENCE.findall(part.text)
    if len(sentences) > 1:
        guessed = {each.intent for each in whole if each.intent in _STANCES}
        for sentence in sentences:
            for each in GRAMMAR.read(sentence, find):
                agrees = each.intent in _STANCES and each.licensed and guessed <= {each.intent}
                if each.intent in _ARGUMENTS or (agrees and not _is_negated(each, sentence, find)):
                    yield each


def _is_negated(reading: grammar.Reading, text: str, find: Nouns) -> bool:
    """Return True for a stance "for" read in words such as "I will not vote for it"."""
    words = {token.text for sentence in GRAMMAR.message(text, find) for token in sentence}
    return reading.intent == "for" and bool(NEGATIONS & words)


_STANCES: dict[str, Stance] = {stance: stance for stance in get_args(Stance)}
_SIDES: dict[str, Side] = {"serves": "for", "hurts": "against"}
_ARGUMENTS = {f"{verb}_{value}": Argument(side, value) for value in VALUES for verb, side in _SIDES.items()}


def _position(stance: Stance, text: str) -> Position:
    if stance == "open":
        return Position("open", "mild")
    words = {*_words(text)}
    strength: Strength = "strong" if STRONG & words else "mild" if MILD & words else "clear"
    return Position(stance, strength)


def _named(text: str, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for word in dict.fromkeys(re.findall(r"\w+", text)) if word in names)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _topic(text: str, question: grammar.Reading) -> Value | None:
    """Return the value that a question is about: by the questions after the name, else by the name's sentence."""
    start, end = question.span
    asked = (sentence for sentence in _SENTENCE.findall(text[start:]) if sentence.rstrip().endswith("?"))
    words = _words(" ".join((*asked, text[start:end])))
    return next((value for word in words if (value := _value(word)) is not None), None)


def _value(word: str) -> Value | None:
    """Return the value that a word appeals to or names."""
    if word in _EXACT:
        return _EXACT[word]
    return next((_STEMS[word[:size]] for size in range(len(word), 2, -1) if word[:size] in _STEMS), None)
