"""Recognition of positions, arguments and questions in free speech, by the model of `scenes.council.intents`.

A speech can state a position ("I am strongly against"), make arguments (which value it appeals to, and for which side)
and ask somebody something ("Ann, what does it cost?"). Sentences that the model was trained on, such as all sentences
of bots, are read one by one and exactly as labeled; the model reads the rest of a speech as a whole.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import NamedTuple, get_args

from core.intents import grammar
from core.intents.conversation import best_guess, is_question
from core.intents.features import form_hash
from core.intents.second_reading import NO_LABELS, ModelLabels, Utterance, all_readings
from core.intents.tokens import Nouns
from scenes.council import phrases
from scenes.council.intents import GRAMMAR, nouns
from scenes.council.values import VALUES, WORDS_OF_VALUE, Side, Value
from scenes.council.votes import Position, Stance, Strength

STRONG_WORDS, MILD_WORDS = (
    frozenset(words.split())
    for words in (
        "strongly firmly absolutely wholly certainly definitely clearly",
        "lean leaning mildly rather perhaps inclined slightly somewhat",
    )
)
"""Words that make a stance stronger or weaker."""
NEGATIONS = frozenset({"not", "no", "never", "nor", "cannot", "decline", "refuse"})
"""Words with which a stance "for" is not acted upon, unless the model was trained on the very sentence."""
MAX_READ = 4_000
"""Maximum number of characters of a speech that are read."""
_SENTENCE = re.compile(r"[^.!?;\n]+[.!?;\n]*")
_REASON = re.compile(r"\s*(?::|—|–|, | because\b)", re.IGNORECASE)
"""Signs and words between a stance and its reason."""
_RESERVATIONS = frozenset(
    (
        *("if", "unless", "but", "only", "provided", "though", "although", "except", "however"),
        *("when", "once", "until", "long", "say", "says", "said"),
    )
)
"""Words with which a sentence is not a plain stance with a reason."""
_DEGREES = re.compile(rf"\b(?:am |'m )?lean(?:ing)?\b|\b(?:{'|'.join(sorted(STRONG_WORDS))})\b", re.IGNORECASE)
"""Words that change the strength of a stance, but not its side."""
_WORD = re.compile(r"[a-z]+")
_QUOTED = re.compile(r'["“„«][^"”“»]*["”“»]?')
_VALUE_OF_WORD = {word: value for value, words in WORDS_OF_VALUE.items() for word in words.split()}
_VALUE_OF_STEM = {word[:-1]: value for word, value in _VALUE_OF_WORD.items() if word.endswith("*")}


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


@dataclass(frozen=True)
class Speech(Utterance):
    """A speech to the council. Sentences of bots and of training messages are read one by one, others together."""

    grounds: tuple[str, ...] = ()
    """Grounds whose arguments are known without reading."""

    @cached_property
    def spoken(self) -> str:
        """The speech with blanks for quotations and grounds."""
        spoken = _QUOTED.sub(lambda found: " " * len(found[0]), self.text)
        return reduce(lambda rest, ground: rest.replace(ground, " " * len(ground)), self.grounds, spoken)

    @cached_property
    def parts(self) -> Sequence["_Part"]:
        return _split_known(self.spoken, self.nouns)

    @cached_property
    def readings(self) -> Sequence[grammar.Reading]:
        return [each for part in self.parts if not part.is_neutral for each in _readings_of_part(part, self.nouns)]

    @property
    def is_certain(self) -> bool:
        """True if bots or the training messages use all sentences of the speech."""
        return all(part.is_known for part in self.parts)

    @property
    def value(self) -> Value | None:
        """The first value that the speech names or appeals to."""
        return next((value for word in _words_in(self.spoken) if (value := _value_of_word(word)) is not None), None)


class _Part(NamedTuple):
    """One known sentence of a speech, or all its unknown ones; the rest of the speech is blanked out."""

    text: str
    is_known: bool
    is_neutral: bool = False
    """True for a bot's sentence that states no position and makes no argument."""


def speech_of(
    text: str, names: Sequence[str], speaker: str = "", to: str = "", grounds: tuple[str, ...] = ()
) -> Speech:
    """Return the readable form of a speech to members with these names."""
    return Speech(speaker, to, text[:MAX_READ], GRAMMAR, nouns(names, ""), grounds=grounds)


def read(said: Speech, names: Sequence[str], labels: ModelLabels = NO_LABELS) -> Reading:
    """Read a speech to members with these names, by the rules and by a model's labels, if there are any."""
    positions: list[tuple[Position, int]] = []
    arguments: dict[Argument, None] = {}
    questions: dict[Question, None] = {}
    for each in all_readings(said, labels):
        start, end = each.span
        if not each.licensed:
            continue
        if each.intent == "ask":
            questions[Question(each.slots[0], _value_asked_about(said.spoken, each))] = None
        elif (stance := _STANCES.get(each.intent)) is not None:
            positions.append((_position_in(stance, said.spoken[start:end]), end))
        elif (argument := _ARGUMENTS.get(each.intent)) is not None:
            arguments[argument] = None
    agree = len({position.stance for position, _ in positions}) == 1
    position, end = max(positions, key=lambda each: each[1]) if agree else (None, 0)
    if position is not None and position.stance != "open":
        known = (part.text for part in said.parts if part.is_known and not part.text.rstrip().endswith("?"))
        words = {word for each in known for word in _words_in(each)}
        arguments |= {Argument(position.stance, value): None for value in VALUES if value in words}
    named = (*reversed(_names_in(said.spoken[:end], names)), *_names_in(said.spoken, names))
    return Reading(position, tuple(arguments), tuple(questions), tuple(dict.fromkeys(named)))


def uncertain_stance(said: Speech, labels: ModelLabels) -> Stance | None:
    """Return the stance that a speech may state, if it is too uncertain to act upon; None for a question."""
    guess = None if is_question(said.sentences) else best_guess(all_readings(said, labels), GRAMMAR.acts)
    return guess and _STANCES[guess.intent]


def _split_known(text: str, find: Nouns) -> Sequence[_Part]:
    """Return the known sentences of a speech in order, and then all others as one part."""
    out: list[_Part] = []
    rest = text

    def take(start: int, end: int) -> bool:
        """Move a sentence from the rest to the known parts, if it is known."""
        nonlocal rest
        is_neutral = phrases.is_neutral(text[start:end])
        if is_known := is_neutral or _is_known(text[start:end], find):
            out.append(_Part(" " * start + text[start:end], True, is_neutral))
            rest = rest[:start] + " " * (end - start) + rest[end:]
        return is_known

    for found in _SENTENCE.finditer(text):
        start = found.start()
        lead, colon, tail = found[0].partition(":")
        if colon and tail.strip() and take(start, start + len(lead)):
            start += len(lead) + 1
        take(start, found.end())
    return [*out, _Part(rest, False)] if rest.strip(" :") else out


def _is_known(sentence: str, find: Nouns) -> bool:
    """Return True if the model was trained on a sentence, perhaps with other names."""
    number = form_hash(GRAMMAR.message(sentence, find), ())
    return all(number in GRAMMAR.heads[kind].forms for kind in ("stance", "argument"))


def _readings_of_part(part: _Part, find: Nouns) -> Iterator[grammar.Reading]:
    """Yield the readings of a part as a whole, and readings of its sentences that do not contradict them.

    Single sentences and the clauses before their reasons add arguments, and a stance unless the whole part suggests
    another one. Only the whole part is read for questions.
    """
    whole = GRAMMAR.read(part.text, find)
    yield from (_unlicense_negated(each, part.text, find) if not part.is_known else each for each in whole)
    sentences = () if part.is_known else tuple(_SENTENCE.finditer(part.text))
    spoken = [(found.start(), found[0]) for found in sentences]
    clauses = [(start, clause) for start, sentence in spoken if (clause := _stance_clause(sentence))]
    if units := [*(spoken if len(spoken) > 1 else ()), *clauses]:
        guessed = {each.intent for each in whole if each.intent in _STANCES}
        for start, unit in units:
            text = " " * start + unit
            for each in GRAMMAR.read(text, find):
                agrees = each.intent in _STANCES and guessed <= {each.intent}
                if each.intent in _ARGUMENTS or (agrees and _unlicense_negated(each, text, find).licensed):
                    yield each


def _stance_clause(sentence: str) -> str:
    """Return a statement in the first person without its reason and words of degree; or ""."""
    if sentence.rstrip().endswith("?") or _RESERVATIONS & {*_words_in(sentence)}:
        return ""
    clause = _REASON.split(sentence, maxsplit=1)[0]
    if "i" not in (words := {*_words_in(clause)}):
        return ""
    plain = clause if NEGATIONS & words else _DEGREES.sub(_without_degree, clause)
    return plain if plain != sentence else ""


def _without_degree(found: re.Match[str]) -> str:
    return "am" if "lean" in found[0].casefold() else ""


def _unlicense_negated(reading: grammar.Reading, text: str, find: Nouns) -> grammar.Reading:
    """Remove the license of a stance "for" that is read in words such as "I will not vote for it"."""
    words = {token.text for sentence in GRAMMAR.message(text, find) for token in sentence}
    is_negated = reading.intent == "for" and bool(NEGATIONS & words)
    return reading._replace(licensed=False) if is_negated else reading


_STANCES: dict[str, Stance] = {stance: stance for stance in get_args(Stance)}
_SIDES: dict[str, Side] = {"serves": "for", "hurts": "against"}
_ARGUMENTS = {f"{verb}_{value}": Argument(side, value) for value in VALUES for verb, side in _SIDES.items()}


def _position_in(stance: Stance, text: str) -> Position:
    if stance == "open":
        return Position("open", "mild")
    words = {*_words_in(text)}
    strength: Strength = "strong" if STRONG_WORDS & words else "mild" if MILD_WORDS & words else "clear"
    return Position(stance, strength)


def _names_in(text: str, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for word in dict.fromkeys(re.findall(r"\w+", text)) if word in names)


def _words_in(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _value_asked_about(text: str, question: grammar.Reading) -> Value | None:
    """Return the value that a question is about, by the questions after the name and by the sentence with the name."""
    start, end = question.span
    asked = (sentence for sentence in _SENTENCE.findall(text[start:]) if sentence.rstrip().endswith("?"))
    words = _words_in(" ".join((*asked, text[start:end])))
    return next((value for word in words if (value := _value_of_word(word)) is not None), None)


def _value_of_word(word: str) -> Value | None:
    """Return the value that a word appeals to or names."""
    if word in _VALUE_OF_WORD:
        return _VALUE_OF_WORD[word]
    return next(
        (_VALUE_OF_STEM[word[:size]] for size in range(len(word), 2, -1) if word[:size] in _VALUE_OF_STEM), None
    )
