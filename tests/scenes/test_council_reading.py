"""Reading of speeches: those of bots exactly, free text cautiously."""

import random
from collections.abc import Sequence
from itertools import product

import pytest

from core.intents.topics import SLOT
from scenes.council import phrases, reading, wording
from scenes.council.grounds import GROUNDS_BY_MOTION
from scenes.council.reading import Argument, Question, Reading
from scenes.council.values import PROVISIONS, VALUES
from scenes.council.votes import ALL_POSITIONS, Position
from tests.examples import few_of

NAMES = ("Ann", "Bob", "Cat", "Dan")
SAID = [
    (value, side, text)
    for sides in GROUNDS_BY_MOTION.values()
    for side, values in sides.items()
    for value, texts in values.items()
    for text in texts
    if reading.speech_of(text, NAMES).is_certain
]
"""Grounds that the trained reader knows; the scene recognizes the others as quotations."""
TEXTS = dict.fromkeys(phrases.SLOTS_OF_WORDS, "rather against it")
SLOTS = {"name": "Bob", "other": "Cat", "cause": "Cat", "closest": "Cat", "mover": "Cat", "value": "safety"}
SLOTS |= {"choice": "yes", "dear_vote": "yes", "dear_motion": "2", "n_for": "2", "n_against": "3", "next": "3"}
SLOTS |= {"worry": "safety", "reason_value": "safety", "first_value": "safety", "second_value": "thrift"}
SLOTS |= {"other_value": "safety", "provision": "for safety", **TEXTS}
EMPTY = [text for text in phrases.neutral_templates() if "{motion}, where" not in text and "on motion" not in text]
LEADS = [text for text in EMPTY if set(SLOT.findall(text)) <= {"name"}]


def read(text: str, names: Sequence[str]) -> Reading:
    return reading.read(reading.speech_of(text, names), names)


def test_grounds_and_provisions_are_read_as_their_arguments() -> None:
    for i, (value, side, text) in enumerate(SAID):
        stance = wording.position_sentences(Position(side, "clear"))[0]
        leads = [lead.format(name="Bob") for lead in LEADS[i % 8 :: 8]]
        for speech in (text, f"{stance} {text}", *(f"{lead} {text}" for lead in leads)):
            assert read(speech, NAMES).arguments == (Argument(side, value),), speech
    for value, text in PROVISIONS.items():
        assert read(text, NAMES).arguments == (Argument("for", value),), text


@pytest.mark.parametrize("position", ALL_POSITIONS, ids=Position.words)
def test_stances_are_read_as_positions_and_appeals_as_arguments_for_their_side(position: Position) -> None:
    for stance in wording.position_sentences(position):
        found = read(f"After what Bob said I see it differently. {stance} What about thrift, Cat?", NAMES)
        assert (found.position, found.named[0], found.arguments) == (position, "Bob", ())
        for value, appeal in product(VALUES, wording.APPEAL_SENTENCES):
            found = read(f"With respect, Bob: {stance} {appeal.format(value=value)}", NAMES)
            assert found.position == position
            assert found.arguments == (() if position.stance == "open" else (Argument(position.stance, value),))


def test_sentences_without_a_stance_argue_nothing() -> None:
    appeals = (appeal.format(value=value) for value, appeal in product(VALUES, wording.APPEAL_SENTENCES))
    for text in (*(text.format(**SLOTS) for text in EMPTY), *appeals):
        found = read(text, NAMES)
        assert (found.position, found.arguments) == (None, ()), text


def test_a_question_is_read_with_whom_it_asks_and_about_what() -> None:
    for text in wording.QUESTIONS:
        assert read(text.format(name="Dan", value="nature"), NAMES).questions == (Question("Dan", "nature"),)
    assert read("Cat, what will all that cost?", NAMES).questions == (Question("Cat", "thrift"),)
    assert read("What will all that cost?", NAMES).questions == ()


@pytest.mark.parametrize(
    ("text", "position", "arguments"),
    [
        ("I'm against this: it is far too expensive.", ("against", "clear"), [("against", "thrift")]),
        ("I'll vote yes. There won't be any accidents.", ("for", "clear"), [("for", "safety")]),
        ("I am not for it. It isn't fair!", ("against", "clear"), [("against", "fairness")]),
        ("I'm not against it", ("open", "mild"), []),
        ("I am definitely in favor. For me it comes down to nature.", ("for", "strong"), [("for", "nature")]),
        ("It pollutes less. But it is dangerous!", None, [("for", "nature"), ("against", "safety")]),
        ("I am for it. I am against it.", None, []),
        ('Ann told us: "I am strongly against it."', None, []),
        ("Bob says “it is dangerous”", None, []),
        ("Cat says that it is dangerous.", None, []),
        ("Bob said that he is for it.", None, []),
        ("If it were cheaper I would be for it.", None, []),
        ("Nature.", None, []),
        ("I like pudding.", None, []),
        ("", None, []),
    ],
)
def test_free_words(text: str, position: tuple[str, str] | None, arguments: list[tuple[str, str]]) -> None:
    found = read(text, NAMES)
    assert found.position == (position and Position(*position))  # type: ignore[arg-type]
    assert list(found.arguments) == arguments


@pytest.mark.parametrize("seed", few_of(range(6), 2))
def test_speeches_of_bots_are_read_as_meant(seed: int) -> None:
    draw = random.Random(seed)
    for _ in range(100):
        position, to = draw.choice(ALL_POSITIONS), draw.choice(NAMES)
        value, side, ground = draw.choice(SAID)
        lead = draw.choice(LEADS).format(name=draw.choice(NAMES))
        question = draw.choice(wording.QUESTIONS).format(name=to, value=value)
        found = read(f"{lead} {draw.choice(wording.position_sentences(position))} {ground} {question}", NAMES)
        assert found[:3] == (position, (Argument(side, value),), (Question(to, value),)), (lead, ground, question)


def test_amendments_are_arguments_for_a_motion() -> None:
    for text in ("with a guard at night, so that nobody gets hurt", "with lights and wardens, so that it is safe"):
        assert read(text, ()).arguments == (Argument("for", "safety"),)


@pytest.mark.parametrize(
    "text",
    [
        "i am " * 20_000,
        "?" * 20_000,
        "not " * 20_000 + "safe",
        "I" + " a" * 30_000,
        '"' * 20_000,
        ":" * 20_000,
        "a:" * 9_000,
    ],
    ids=range(7),
)
def test_a_long_speech_is_read_at_once(text: str) -> None:
    assert len(read(text, NAMES).arguments) <= 1


@pytest.mark.parametrize(
    ("text", "stance"),
    [
        ("I lean for it: fewer cars means cleaner air", "for"),
        ("I'm clearly for closing it", "for"),
        ("I am strongly against it, pensioners need the parking", "against"),
        ("I am for it as long as the bus still runs", None),
        ("I'd lean for it, if it were free", None),
    ],
)
def test_a_stance_is_read_apart_from_its_reason(text: str, stance: str | None) -> None:
    position = read(text, NAMES).position
    assert (position and position.stance) == stance
