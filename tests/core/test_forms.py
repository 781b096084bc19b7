"""The command language that actions declare: what is read, what is written, and what is refused at definition."""

from enum import Enum, IntEnum
from typing import Any, ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.actions.forms import Forms, Name
from core.engine.scene import Scene
from core.engine.turn import Action
from core.errors import IllegalAction
from core.text import one_line

NAMES = ("Ann", "Bob", "Cat")


class Suit(Enum):
    HEARTS = "hearts"
    SPADES = "spades"


class Face(IntEnum):
    ONE = 1
    SIX = 6


class Bid(Action, frozen=True):
    form = "bid {count} {face}"
    count: int
    face: Face


class Give(Action, frozen=True):
    form = "give {suit} to {who} openly {openly}"
    who: Name
    suit: Suit
    openly: bool


class Block(Action, frozen=True):
    form = "Block with {card} {level}"
    card: Literal["Duke", "Contessa"]
    level: Literal[1, 2]


class Say(Action, frozen=True):
    form = "say {text}"
    ends_turn = False
    text: str


class Pass(Action, frozen=True):
    form = "pass"


FORMS = Forms((Bid, Give, Block, Say, Pass))
ACTIONS = st.one_of(
    st.builds(Bid, st.integers(-(10**17), 10**17), st.sampled_from(Face)),
    st.builds(Give, st.sampled_from(NAMES), st.sampled_from(Suit), st.booleans()),
    st.builds(Block, st.sampled_from(["Duke", "Contessa"]), st.sampled_from([1, 2])),
    st.builds(Say, st.text(min_size=1).map(one_line).filter(bool)),
    st.just(Pass()),
)


@given(ACTIONS, st.sampled_from([str.upper, str.lower, str]))
def test_what_is_written_is_read_back_whatever_its_case(action: Any, cased: Any) -> None:
    command = FORMS.describe(action)
    assert FORMS.parse(command, NAMES) == action
    if not isinstance(action, Say):
        assert FORMS.parse(f"  {cased(command).replace(' ', '   ')} ", NAMES) == action


@pytest.mark.parametrize("name", ["Bob,", "bob:", "BOB,"])
def test_a_name_may_be_followed_by_what_follows_a_name(name: str) -> None:
    assert FORMS.parse(f"give hearts to {name} openly no", NAMES) == Give("Bob", Suit.HEARTS, False)


def test_how_they_are_written() -> None:
    written = [Bid(3, Face.SIX), Give("Bob", Suit.HEARTS, False), Block("Duke", 2), Say("a b"), Pass()]
    assert [FORMS.describe(action) for action in written] == [
        "bid 3 SIX",
        "give hearts to Bob openly no",
        "Block with Duke 2",
        "say a b",
        "pass",
    ]
    assert FORMS.usage == "bid COUNT FACE, give SUIT to WHO openly OPENLY, Block with CARD LEVEL, say TEXT, pass"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "write one of: bid COUNT FACE, give"),
        ("bdi 3 six", "did you mean bid?"),
        ("bid", "COUNT is missing; write bid COUNT FACE"),
        ("bid 3", "FACE is missing"),
        ("bid three six", "COUNT is a whole number, and 'three' is none"),
        ("bid 3 sixx", "'sixx' is no FACE; did you mean SIX?"),
        ("bid 3 six 4", "'4' is too much"),
        (f"bid {'9' * 500} six", "whole number"),
        ("give hearts to Bub openly no", "nobody is called 'Bub'; did you mean Bob?"),
        ("give hearts for Bob openly no", "'for' stands where to belongs"),
        ("give hearts to Bob openly maybe", "'maybe' is no OPENLY"),
        ("block with duke 3", "'3' is no LEVEL; known: 1, 2"),
        ("say", "TEXT is missing"),
        ("pass on", "'on' is too much; write pass"),
    ],
)
def test_what_cannot_be_read_says_what_could_have_been(text: str, why: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        FORMS.parse(text, NAMES)
    assert why.lower() in str(caught.value).lower()


def test_a_name_is_read_as_it_is_written_where_case_tells_two_apart() -> None:
    assert FORMS.parse("give hearts to bob openly no", ("Bob", "bob")) == Give("bob", Suit.HEARTS, False)


def kind(form: str, **fields: Any) -> type[Action]:
    made: type[Action] = type(
        "Made", (Action,), {"form": form, "__annotations__": fields, "__module__": __name__}, frozen=True
    )
    return made


@pytest.mark.parametrize(
    ("form", "fields", "why"),
    [
        ("", {}, "must have words"),
        ("bid", {"count": int}, r"each field once: \{count\}"),
        ("bid {count} {count}", {"count": int}, "each field once"),
        ("bid {cuont}", {"count": int}, r"\{cuont\}, which is none of its fields"),
        ("bid x{count}", {"count": int}, "none of its fields"),
        ("say {text} to {who}", {"text": str, "who": Name}, "must come last"),
        ("at {place}", {"place": float}, "is no int, bool, str"),
        ("at {place}", {"place": int | None}, "is no int, bool, str"),
        ("do {verb}", {"verb": Literal["tax", "foreign aid"]}, "one word each"),
        ("do {verb}", {"verb": Literal["Tax", "tax"]}, "differ in more than case"),
    ],
)
def test_forms_that_could_not_be_read_back_are_refused(form: str, fields: dict[str, Any], why: str) -> None:
    with pytest.raises(TypeError, match=why):
        Forms([kind(form, **fields)])


@pytest.mark.parametrize(
    ("one", "other", "told_apart"),
    [
        (kind("pass"), kind("PASS"), False),
        (kind("bid {n}", n=int), kind("bid {n} {m}", n=int, m=int), True),
        (kind("bid {n}", n=int), kind("bid all"), True),
        (kind("bid {n}", n=int), kind("bid 3"), False),
        (kind("bid {n}", n=int), kind("bid {c}", c=Literal["red", "blue"]), True),
        (kind("bid {n}", n=int), kind("bid {c}", c=Literal[1, 2]), False),
        (kind("to {who}", who=Name), kind("to all"), False),
        (kind("{c} {d}", c=Literal["A", "b"], d=bool), kind("{c} no", c=Literal["B", "c"]), False),
        (kind("{c}", c=Suit), kind("{c}", c=Face), True),
        (kind("say {text}", text=str), kind("say"), True),
        (kind("say {text}", text=str), kind("say {n} times", n=int), False),
        (kind("say {text}", text=str), kind("shout {text}", text=str), True),
        (kind("say {text}", text=str), kind("say to {who} {text}", who=Name, text=str), False),
    ],
)
def test_forms_that_cannot_be_told_apart_are_refused(one: type[Action], other: type[Action], told_apart: bool) -> None:
    for kinds in ((one, other), (other, one)):
        if told_apart:
            Forms(kinds)
        else:
            with pytest.raises(TypeError, match="could be read as"):
                Forms(kinds)


def test_a_scene_is_refused_as_it_is_defined() -> None:
    with pytest.raises(TypeError, match="could be read as 'pass' and as 'pass'"):

        class Torn(Scene):
            actions: ClassVar = (Pass, kind("pass"))
