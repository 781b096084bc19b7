"""Bots' sentences (`sentences.txt`): written in a temperament's wording, and recognized exactly."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product
from typing import Literal, NamedTuple

from core.intents.conversation import Guess

Choose = Callable[[Sequence[str]], str]
Temperament = Literal["cautious", "blunt", "folksy"]
TEMPERAMENTS: tuple[Temperament, ...] = ("cautious", "blunt", "folksy")
ROLES = ("seer", "witch", "doctor", "hunter", "villager")
_PERSONS = {"": ("Bob", "Bob"), "you": ("you", "you"), "I": ("I", "me")}
"""Subject and object form of each person in a clause; "" stands for a name."""
_SLOTS = {"Bob": "name", "Cat": "other", "Dan": "third"}
_SLOT = re.compile(r"\{(\w*)\}")
_WHEN = re.compile(r"\b(?:on day [0-9]+|today|yesterday)\b")
_NIGHT = re.compile(r"\bnight [0-9]+")
_NUMBER = re.compile(r"[0-9]+")
_END = re.compile(r"(?<=[.?!])\s+")


class Statement(NamedTuple):
    """One statement of a bot: an act with its players, its day or night, and a role."""

    act: str
    name: str = ""
    other: str = ""
    third: str = ""
    day: int = 0
    role: str = ""

    @property
    def content(self) -> tuple[str, ...]:
        """The act and its players; statements with equal content count as repetitions."""
        return self[:4]


class Voice:
    """Writes statements in the wording of a temperament."""

    def __init__(self, temperament: str, today: int, choose: Choose) -> None:
        self._temperament = temperament[:1]
        self._today = today
        self._choose = choose

    def say(self, statement: Statement, frame: str = "", person: str = "") -> str:
        """Write a sentence.

        Args:
            statement: The content.
            frame: Kind of frame around a clause; none for other acts.
            person: "I" or "you" if the statement's `name` is the speaker or the listener.
        """
        text = self.clause(statement, person)
        if frame:
            text = self._choose(self._options(frame, {"": " "})).replace("{}", text)
        return text[0].upper() + text[1:] + ("" if text[-1] in ".?!" else ".")

    def clause(self, statement: Statement, person: str = "") -> str:
        """Write a statement without a frame."""
        subject, direct_object = ("I", "me") if person == "I" else (person or statement.name,) * 2
        day = statement.day
        when = {0: "", self._today: "today", self._today - 1: "yesterday"}.get(day, f"on day {day}")
        values = {**statement._asdict(), "name": subject, "whom": direct_object, "when": when, "night": str(day or "")}
        return self._choose(self._options(statement.act, values)).format(**values)

    def _options(self, act: str, values: Mapping[str, str]) -> Sequence[str]:
        """Return the templates of an act whose slots these values fill, preferably those of the temperament."""
        texts = _acts()[act].templates
        fitting = [text for text in texts.get(self._temperament, ()) if _fits(text, values)]
        return fitting or [text for text in texts["*"] if _fits(text, values)]


def question_back(speaker: str, guess: Guess) -> Statement:
    """Return the statement that asks a speaker to confirm a guess."""
    slot = "".join(guess.slots)
    if guess.intent == "claim":
        return Statement("mean_claim", speaker, role=slot)
    about_me = slot == guess.to
    return Statement(f"mean_{guess.intent}{'_me' * about_me}", speaker, "" if about_me else slot)


def _fits(template: str, values: Mapping[str, str]) -> bool:
    return all(map(values.get, _slots(template)))


@cache
def _slots(template: str) -> Sequence[str]:
    return _SLOT.findall(template)


def intent_of(act: str) -> str:
    """Return the intent of an act (see `intents`); empty if it claims nothing."""
    return "" if not act or _acts()[act].kind == "clause" else _acts()[act].kind


@cache
def longest_literal(template: str) -> str:
    """Return the longest literal part of a template, in lower case."""
    return max(_SLOT.split(template)[::2], key=len).lower()


# -- the file format


class Act(NamedTuple):
    """A speech act or a kind of frame."""

    kind: str
    """Intent (see `intents`) of an act that claims something, "clause", "frame", or empty."""
    templates: dict[str, list[str]]
    """Templates by the letter of their temperament."""


@cache
def _acts() -> Mapping[str, Act]:
    acts: dict[str, Act] = {}
    act = ""
    for line in files(__package__).joinpath("sentences.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            act, _, kind = line.strip("[]").partition(" ")
            acts[act] = Act(kind, {})
        elif line and not line.startswith("#"):
            acts[act].templates.setdefault(line[0], []).append(line[2:])
    return acts


def templates() -> Iterator[tuple[str, Act, str]]:
    """Yield every template with its act."""
    for name, act in _acts().items():
        yield from ((name, act, text) for texts in act.templates.values() for text in texts)


# -- recognition


class Form(NamedTuple):
    """The act of a sentence, the slots of its players in order, and the person ("I", "you" or "") that fills `name`."""

    act: str
    slots: Sequence[str]
    person: str


@lru_cache(maxsize=4096)
def statements(text: str, speaker: str, names: tuple[str, ...]) -> tuple[Statement | None, ...]:
    """Return the statement of each sentence of a message; None for sentences that bots do not use."""
    others = tuple(name for name in names if name != speaker)
    return tuple(_statement(sentence, speaker, others) for sentence in _sentences(text))


def _sentences(text: str) -> Sequence[str]:
    return _END.split(text.strip()) if text.strip() else ()


def _statement(sentence: str, speaker: str, names: tuple[str, ...]) -> Statement | None:
    """Recognize a sentence, with or without an address."""
    listener, comma, rest = sentence.partition(", ")
    for words, to in ((sentence, ""), (rest, listener))[: 1 + bool(comma and listener in names)]:
        shape, found = _shape(words, names)
        if form := _form(shape):
            players = {"name": {"I": speaker, "you": to}.get(form.person, "")}
            players.update(zip(form.slots, found, strict=True))
            number = _NUMBER.search(words)
            return Statement(form.act, **players, day=int(number[0]) if number else 0)
    return None


def _form(shape: str) -> Form | None:
    """Return the form of a sentence: of an act, or of a clause in a frame."""
    sentences, clauses, frames = _forms()
    if found := sentences.get(shape):
        return found
    framed = (each for each in frames if shape.startswith(each[0]) and shape.endswith(each[1]))
    inner = (shape[len(start) : len(shape) - len(end)] for start, end in framed)
    return next((clauses[each] for each in inner if each in clauses), None)


@cache
def _forms() -> tuple[Mapping[str, Form], Mapping[str, Form], Sequence[tuple[str, str]]]:
    """Return the forms of sentences and of clauses by shape, and the beginning and end of each frame."""
    sentences: dict[str, Form] = {}
    clauses: dict[str, Form] = {}
    frames: list[tuple[str, str]] = []
    for name, act, template in templates():
        if act.kind == "frame":
            start, _, end = template.partition("{}")
            frames.append((start.lower(), f"{end.lower()}."))
            continue
        persons = _PERSONS if act.kind == "clause" else ("",)
        for person, role in product(persons, ROLES if "{role}" in template else ("",)):
            subject, direct_object = _PERSONS[person]
            text = template.format(
                name=subject, whom=direct_object, other="Cat", third="Dan", when="today", night=9, role=role
            )
            for sentence in _sentences(text):
                shape, found = _shape(sentence, tuple(_SLOTS))
                subject_missing = "{name}" in template and not found and act.kind != "clause"
                aside = subject_missing or (act.kind == "claim" and name not in shape)
                form = Form("" if aside else name, [_SLOTS[each] for each in found], person)
                if act.kind == "clause":
                    clauses[shape.removesuffix(".")] = form
                else:
                    sentences[shape] = form
    return sentences, clauses, frames


def _shape(sentence: str, names: tuple[str, ...]) -> tuple[str, Sequence[str]]:
    """Return the shape of a sentence, and its names in order.

    The shape is the sentence in lower case with numbers in place of names and one word for all days.
    """
    found: list[str] = []
    pattern, known = _named(names)

    def number(match: re.Match[str]) -> str:
        name = known.get(match[0].casefold(), "")
        if name not in found:
            found.append(name)
        return f"<{found.index(name)}>"

    words = pattern.sub(number, sentence).lower()
    shape = _WHEN.sub("<when>", _NIGHT.sub("night 9", words))
    return shape if shape[-1] in ".?!" else f"{shape}.", found


@lru_cache(maxsize=64)
def _named(names: tuple[str, ...]) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Return a pattern that matches names in any case, and a map from lower case to names."""
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b", re.IGNORECASE)
    return pattern, {name.casefold(): name for name in names}
