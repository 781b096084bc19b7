"""The command language derived from action declarations: parsing, formatting, and errors in definitions."""

from enum import Enum, IntEnum
from typing import Annotated, Any, ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from core.actions.forms import Forms, Name, Other, Unordered, Written
from core.engine.scene import Scene
from core.engine.turn import Action
from core.env.encoding import ActionNumbers
from core.errors import IllegalAction
from core.text import one_line
from tests.examples import examples

NAMES = ("Ann", "Bob", "Cat")


class Suit(Enum):
    HEARTS = "hearts"
    SPADES = "spades"


class Face(IntEnum):
    ONE = 1
    SIX = 6


class Bid(Action):
    form = "bid {count} {face}"
    count: int
    face: Face


class Give(Action):
    form = "give {suit} to {who} openly {openly}"
    who: Name
    suit: Suit
    openly: bool


class Block(Action):
    form = "Block with {card} {level}"
    card: Literal["Duke", "Contessa"]
    level: Literal[1, 2]


class Say(Action):
    form = "say {text}"
    ends_turn = False
    text: str


class Pass(Action):
    form = "pass"


FORMS = Forms((Bid, Give, Block, Say, Pass))
ACTIONS = st.one_of(
    st.builds(Bid, st.integers(-(10**17), 10**17), st.sampled_from(Face)),
    st.builds(Give, st.sampled_from(NAMES), st.sampled_from(Suit), st.booleans()),
    st.builds(Block, st.sampled_from(["Duke", "Contessa"]), st.sampled_from([1, 2])),
    st.builds(Say, st.text(min_size=1).map(one_line).filter(bool)),
    st.just(Pass()),
)


@examples(48)
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
        ("", "try: bid COUNT FACE, give"),
        ("bdi 3 six", 'unknown command "bdi 3 six". try: bid COUNT FACE, give'),
        ("bid", "COUNT is missing; write bid COUNT FACE"),
        ("bid 3", "FACE is missing; FACE is one of ONE, SIX"),
        ("bid three six", "COUNT must be a whole number, not 'three'"),
        ("bid 3 sixx", "'sixx' is no FACE; did you mean SIX?"),
        ("bid 3 six 4", "unexpected '4'"),
        (f"bid {'9' * 500} six", "whole number"),
        ("give hearts to Bub openly no", "nobody is called 'Bub'; did you mean Bob?"),
        ("give hearts for Bob openly no", "'for' stands where to belongs"),
        ("give hearts to Bob openly maybe", "'maybe' is no OPENLY"),
        ("block with duke 3", "'3' is no LEVEL; known: 1, 2"),
        ("say", "TEXT is missing"),
        ("pass on", "unexpected 'on'; write pass"),
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
        ("bid {cuont}", {"count": int}, r"\{cuont\}, which is not one of its fields"),
        ("bid x{count}", {"count": int}, "not one of its fields"),
        ("say {text} to {who}", {"text": str, "who": Name}, "must come last"),
        ("at {place}", {"place": float}, "float without bounds"),
        ("at {place}", {"place": Annotated[float, Meta(ge=0)]}, "float without bounds"),
        ("at {place} {rest}", {"place": tuple[int, ...], "rest": int}, "a tuple must come last"),
        ("at {place}", {"place": tuple[int, str]}, "values of one type"),
        ("at {place=red}", {"place": Literal["blue"]}, "no such choices"),
        ("at {place}", {"place": int | None}, "an unsupported type"),
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
            with pytest.raises(TypeError, match="ambiguous forms"):
                Forms(kinds)


def test_a_scene_is_refused_as_it_is_defined() -> None:
    with pytest.raises(TypeError, match="one command could match 'pass' and 'pass'"):

        class Torn(Scene):
            actions: ClassVar = (Pass, kind("pass"))


class Tune(Action):
    form = "set rate {rate}"
    aliases = ("rate {rate}",)
    rate: Annotated[float, Meta(ge=0, le=1)]


class Order(Action):
    form = "{verb=nap|have a rest}, {verb=greet|push} {target}"
    verb: Literal["nap", "greet", "push", "have a rest"]
    target: Other = ""


class Pair(Action):
    form = "pair {suits}"
    suits: Annotated[tuple[Suit, ...], Meta(min_length=1, max_length=2), Unordered]


class Point(Action):
    form = "point {seat} {color}"
    seat: Annotated[int, Written("others")]
    color: Annotated[int, Written("colors")]


class Whistle(Action):
    form = "whistle {tune}"
    tune: Annotated[str, Meta(max_length=5)]


WIDE = Forms((Tune, Order, Pair, Point, Whistle))
COLORS = {"colors": {"red": 0, "blue": 1, "b": 1}}


@given(st.floats(0, 1))
def test_a_float_within_bounds_is_read_back_exactly(rate: float) -> None:
    assert WIDE.parse(WIDE.describe(Tune(rate)), NAMES) == Tune(rate)


@pytest.mark.parametrize(
    ("text", "action", "written"),
    [
        ("RATE .5", Tune(0.5), "set rate 0.5"),
        ("set rate 1e-3", Tune(0.001), "set rate 0.001"),
        ("Have  a REST", Order("have a rest"), "have a rest"),
        ("push bob", Order("push", "Bob"), "push Bob"),
        ("pair spades, hearts", Pair((Suit.HEARTS, Suit.SPADES)), "pair hearts spades"),
        ("point Cat b", Point(2, 1), "point Cat blue"),
    ],
)
def test_fields_of_all_types_are_read_leniently_and_written_in_one_way(text: str, action: Any, written: str) -> None:
    assert WIDE.parse(text, NAMES, "Ann", COLORS) == action
    assert WIDE.describe(action, NAMES, COLORS) == written


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("rate 1.5", "RATE is 0 to 1, not 1.5"),
        ("rate nan", "RATE must be a number, not 'nan'"),
        ("rate 1e999", "RATE must be a number"),
        ("push Ann", "TARGET must be another player; known: Bob, Cat"),
        ("greet", "TARGET is missing; TARGET is one of Bob, Cat; write greet TARGET"),
        ("nap Bob", "unexpected 'Bob'"),
        ("pair hearts hearts spades", "SUITS takes 1 to 2 values, not 3"),
        ("point Ann red", "SEAT must be another player"),
        ("point Bob green", "'green' is no COLOR"),
        ("whistle longer", "TUNE has at most 5 characters, not 6"),
    ],
)
def test_values_out_of_bounds_are_rejected_as_they_are_read(text: str, why: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        WIDE.parse(text, NAMES, "Ann", COLORS)
    assert why in str(caught.value)


def test_bounds_that_constructors_let_pass_are_checked() -> None:
    for action in (Tune(1.5), Tune(float("nan")), Pair(()), Whistle("too long")):
        with pytest.raises(IllegalAction):
            WIDE.check_bounds(action)
    WIDE.check_bounds(Tune(0.3))


def test_of_open_numbers_legal_lists_stops_and_any_value_between_passes() -> None:
    assert WIDE.is_between(Tune(0.37), [Tune(0.0), Tune(1.0)])
    assert not WIDE.is_between(Tune(0.37), [Order("nap")])
    assert not WIDE.is_between(Order("greet", "Bob"), [Order("greet", "Cat")]), "only numbers are open"


def test_numbers_of_actions_follow_their_declaration_and_count_seats_from_ones_own() -> None:
    numbers = ActionNumbers(WIDE, (Order, Pair, Point), NAMES, COLORS)
    assert list(numbers.labels) == [
        *("nap", "greet +1", "greet +2", "push +1", "push +2", "have a rest"),
        *("pair hearts", "pair spades", "pair hearts hearts", "pair hearts spades", "pair spades spades"),
        *("point +1 red", "point +1 blue", "point +2 red", "point +2 blue"),
    ]
    assert numbers.number("Ann", Order("greet", "Bob")) == numbers.number("Cat", Order("greet", "Ann")) == 1
    assert numbers.number("Bob", Point(0, 1)) == 14
    assert numbers.number("Ann", Tune(0.5)) == -1
