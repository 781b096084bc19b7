"""What is read in speeches: all that rule members say, and what people may write."""

import pytest

from scenes.council import wording
from scenes.council.grounds import AUTHORED
from scenes.council.reading import Argument, Question, read
from scenes.council.values import PROVISIONS, VALUES, Side, Value
from scenes.council.votes import EVERY, Position

NAMES = ("Ann", "Bob", "Cat", "Dan")
SAID = [
    (value, side, text)
    for sides in AUTHORED.values()
    for side, values in sides.items()
    for value, texts in values.items()
    for text in texts
]
LEADS = (*wording.STAYS, *wording.AGREES, *wording.MOVED, *wording.ANSWERS, *wording.GRANTS, *wording.ASIDES)
EMPTY = (*wording.NO_ANSWER, *wording.EVADES, *wording.LISTENS, *wording.WHY, *wording.WANTS, *LEADS)


@pytest.mark.parametrize(("value", "side", "text"), SAID)
def test_a_reason_is_read_as_the_argument_that_it_is(value: Value, side: Side, text: str) -> None:
    stance = wording.stance(Position(side, "clear"))[0]
    for said in (text, f"{stance} {text}", *(f"{lead.format(name='Bob')} {text}" for lead in LEADS)):
        assert read(said, NAMES).arguments == (Argument(side, value),), said


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("appeal", wording.APPEALS)
def test_an_appeal_is_an_argument_for_the_side_of_its_speech(value: Value, appeal: str) -> None:
    text = appeal.format(value=value)
    assert read(text, NAMES).arguments == ()
    for position in EVERY:
        for stance in wording.stance(position):
            reading = read(f"With respect, Bob: {stance} {text}", NAMES)
            assert reading.position == position
            assert reading.arguments == (() if position.stance == "open" else (Argument(position.stance, value),))


@pytest.mark.parametrize(("value", "text"), PROVISIONS.items())
def test_a_provision_is_read_as_what_it_provides_for(value: Value, text: str) -> None:
    assert read(text, NAMES).arguments == (Argument("for", value),)


@pytest.mark.parametrize("position", EVERY, ids=Position.words)
def test_a_stance_is_read_as_the_position_that_it_is(position: Position) -> None:
    for text in wording.stance(position):
        reading = read(f"After what Bob said I see it differently. {text} What about thrift, Cat?", NAMES)
        assert reading.position == position
        assert reading.named[0] == "Bob"
        assert reading.arguments == ()


@pytest.mark.parametrize("text", EMPTY)
def test_what_is_no_argument_is_read_as_none(text: str) -> None:
    reading = read(text.format(name="Bob"), NAMES)
    assert (reading.position, reading.arguments) == (None, ())


def test_a_question_is_read_with_whom_it_asks_and_about_what() -> None:
    for text in wording.ASKS:
        assert read(text.format(name="Dan", value="nature"), NAMES).questions == (Question("Dan", "nature"),)
    assert read("Cat, what will all that cost?", NAMES).questions == (Question("Cat", "thrift"),)
    assert read("What will all that cost?", NAMES).questions == ()


@pytest.mark.parametrize(
    ("text", "position", "arguments"),
    [
        ("I'm against this: it is far too expensive.", ("against", "clear"), [("against", "thrift")]),
        ("I'll vote yes, there won't be any accidents", ("for", "clear"), [("for", "safety")]),
        ("I am not for it. It isn't fair!", ("against", "clear"), [("against", "fairness")]),
        ("I'm not against it", ("open", "mild"), []),
        ("I am definitely in favour, because of nature", ("for", "strong"), [("for", "nature")]),
        ("It pollutes less, but it is dangerous", None, [("for", "nature"), ("against", "safety")]),
        ("Nature.", None, []),
        ("safety first? no.", None, []),
        ("I like pudding.", None, []),
        ("", None, []),
    ],
)
def test_free_words(text: str, position: tuple[str, str] | None, arguments: list[tuple[str, str]]) -> None:
    reading = read(text, NAMES)
    assert reading.position == (position and Position(*position))  # type: ignore[arg-type]
    assert list(reading.arguments) == arguments


@pytest.mark.parametrize("text", ["i am " * 20_000, "?" * 20_000, "not " * 20_000 + "safe", "I" + " a" * 30_000])
def test_a_long_speech_is_read_at_once(text: str) -> None:
    assert len(read(text, NAMES).arguments) <= 1
