"""Mistakes of a scene's author: the error names the method, its result, and what it should return."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

import playbill as pb
from core.engine import registry
from core.errors import SceneError, UserError
from tests.toy import Filled, Pass, Peek, ToyConfig, ToyScene


@pytest.fixture(autouse=True)
def _unregistered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the scenes of these tests out of other tests."""
    monkeypatch.setattr(registry, "_registered", {})


def odd(**hooks: Any) -> type[ToyScene]:
    """Return a scene whose given methods always return the given values."""
    gives = {hook: lambda *_, told=told: told for hook, told in hooks.items()}
    return type("Odd", (ToyScene,), {"name": "odd", **gives})


@pytest.mark.parametrize(
    ("hook", "gives", "says"),
    [
        ("start", None, "start should yield events, such as Rolled(3).by(name), and gave None"),
        ("start", [Filled((1,))], "start should yield events, such as Rolled(3).by(name), and gave [Filled"),
        ("decide", None, "decide should yield events"),
        ("decide", [Filled((1,))], "decide should yield events, such as Rolled(3).by(name), and gave Filled"),
        ("resolve", None, "resolve should yield events"),
        ("after_turn", None, "after_turn should yield events"),
        ("pick", "A", "pick should give a Pick of names, such as pb.Pick((\"Ann\",)), or None, and gave 'A'"),
        ("pick", pb.Pick("A"), "pick should give a Pick of names"),  # type: ignore[arg-type]
        ("pick", pb.Pick(()), "pick should give a Pick of names"),
        ("pick", pb.Pick(("Zoe",)), "pick should name players of this game (A, B, C), and gave 'Zoe'"),
        ("ordering", None, "ordering should give an Ordering, and gave None"),
        ("legal", ["pass"], "legal lists 'pass', which is not one of its actions (Take, Peek, Pass, Leave)"),
        ("is_complete", True, "is_complete should return the reason for the end in one word, or None, and gave True"),
        ("outcome", None, "outcome should give an Outcome, such as"),
        ("outcome", {"winner": "A"}, "outcome should give an Outcome"),
        ("outcome", pb.Outcome("A"), "outcome should give an Outcome"),  # type: ignore[arg-type]
        ("outcome", pb.Outcome(("Zoe",)), "outcome should name players of this game (A, B, C), and gave {'Zoe'}"),
        ("outcome", pb.Outcome(scores={"Zoe": 1}), "outcome should name players of this game"),
    ],
)
def test_what_a_scene_gives_by_mistake_is_told(hook: str, gives: object, says: str) -> None:
    ordering = "asynchronous" if hook == "resolve" else "sequential"
    with pytest.raises(SceneError, match=re.escape(f"the scene odd: {says}")):
        pb.play(odd(**{hook: gives}), {"ordering": ordering}, {"*": "random"})


@pytest.mark.parametrize("gives", [None, [Filled((1,))]])
def test_where_a_group_decides_at_once_it_is_the_method_that_the_scene_has(gives: object) -> None:
    with pytest.raises(SceneError, match="the scene odd: decide should yield events"):
        pb.play(odd(decide=gives), {"ordering": "asynchronous"}, {"*": "random"})


class Unlisted(pb.Body):
    tokens: tuple[int, ...]


@pytest.mark.parametrize(
    ("hook", "gives", "says"),
    [
        (
            "decide",
            [Unlisted((1,)).by("A")],
            "decide yielded a Unlisted, which is missing from its events; add it: events =",
        ),
        ("decide", [Filled((1,)).by("A", to="A")], "decide made a Filled for 'A'; write to=('A',)"),
        ("decide", [Filled((1,)).by("A", to="clubb")], "decide made a Filled for 'clubb'; there is no such group"),
        ("decide", [Filled((1,)).by("A", to=["A"])], "decide made a Filled for ['A']; write a tuple of names"),  # type: ignore[arg-type]
        ("decide", [Filled((1,)).by("A", to=("Zoe",))], "decide made a Filled for ('Zoe',); 'Zoe' is not at the table"),
        ("decide", Filled((1,)).by("A"), "decide should yield events, such as Rolled(3).by(name), and gave Event(n=0"),
        ("after_turn", [Unlisted((1,)).by("A")], "after_turn yielded a Unlisted, which is missing from its events"),
        ("legal", None, "legal should return a list of actions, empty for none, and gave None"),
        ("legal", (Pass() for _ in "x"), "legal should return a list of actions, empty for none, and gave <generator"),
    ],
)
def test_events_that_could_not_be_read_back_are_rejected_as_they_are_yielded(
    hook: str, gives: object, says: str
) -> None:
    with pytest.raises(SceneError, match=re.escape(f"the scene odd: {says}")):
        pb.play(odd(**{hook: gives}), {}, {"*": "random"})


def test_a_scene_that_picks_an_agent_which_can_do_nothing_says_so() -> None:
    scene = odd(legal=[], pick=pb.Pick(("A",)), after_turn=())
    with pytest.raises(SceneError, match="legal should list the actions of A, who was picked, or is_complete end"):
        pb.play(scene, {}, {"*": "random"})


def test_an_agent_cannot_log_an_event_that_the_scene_does_not_list() -> None:
    class Logs(pb.Agent):
        def act(self, turn: pb.Turn) -> pb.Action:
            turn.log(Unlisted((1,)))
            return turn.legal[0]

    with pytest.raises(SceneError, match=r"turn\.log yielded a Unlisted, which is missing from its events"):
        pb.play(odd(), {}, {"*": Logs})


@pytest.mark.parametrize("hook", ["board", "legal", "pick", "outcome", "observe"])
def test_an_attribute_that_hides_a_method_is_rejected(hook: str) -> None:
    class Hiding(ToyScene):
        name = "odd"

        def __init__(self, config: Any, names: tuple[str, ...]) -> None:
            super().__init__(config, names)
            setattr(self, hook, {})

    with pytest.raises(SceneError, match=f"the scene odd: self.{hook} hides the method {hook}; rename the attribute"):
        pb.play(Hiding)
    with pytest.raises(TypeError, match=f"Hiding.{hook} is 3 and hides the method Scene.{hook}: rename it"):
        type("Hiding", (ToyScene,), {hook: 3})


def test_an_attribute_that_hides_a_method_from_the_start_on_is_rejected() -> None:
    class Hiding(ToyScene):
        name = "odd"

        def start(self, chance: pb.Chance) -> Iterator[pb.Event]:
            yield from super().start(chance)
            self.__dict__["board"] = {}

    with pytest.raises(SceneError, match=r"self\.board hides the method board"):
        pb.play(Hiding)


@pytest.mark.parametrize(
    ("lists", "says"),
    [
        ({"events": Filled}, "Odd.events is <class 'tests.toy.Filled'>: write a tuple, such as (Rolled,)"),
        ({"events": ("Filled",)}, "Odd.events lists 'Filled': list classes that derive from pb.Body"),
        ({"actions": (Filled,)}, "Odd.actions lists <class 'tests.toy.Filled'>: list classes that derive from pb.Act"),
    ],
)
def test_lists_of_events_and_actions_hold_their_classes(lists: dict[str, Any], says: str) -> None:
    with pytest.raises(TypeError, match=re.escape(says)):
        type("Odd", (ToyScene,), lists)


def test_two_events_of_one_kind_are_rejected() -> None:
    again = type("Filled", (pb.Body,), {})
    with pytest.raises(TypeError, match="lists Filled, whose kind 'filled' is that of another event: rename one"):
        type("Odd", (ToyScene,), {"events": (Filled, again)})
    with pytest.raises(TypeError, match="lists Said, whose kind 'said' is that of another event of Playbill's own"):
        type("Odd", (ToyScene,), {"events": (type("Said", (pb.Body,), {}),)})


@pytest.mark.parametrize(
    ("attributes", "says"),
    [
        ({"line": "bids {cuont}"}, "Bid.line is 'bids {cuont}', and 'cuont' is no field; its fields are count"),
        ({"line": "bids {"}, "Bid.line is 'bids {': "),
        ({"line": 3}, "Bid.line is 3; write a text"),
        ({"line": "bids", "sentence": lambda bid: "bids"}, "Bid has a line and a sentence(); keep one of them"),
        ({"__annotations__": {"line": str}}, "Bid.line hides Body.line: give the field another name"),
        ({"__annotations__": {"kind": str}}, "Bid.kind hides Body.kind: give the field another name"),
        ({"__annotations__": {"by": str}}, "Bid.by hides Body.by: give the field another name"),
    ],
)
def test_an_event_class_that_cannot_be_meant_so_is_rejected(attributes: dict[str, Any], says: str) -> None:
    with pytest.raises(TypeError, match=re.escape(says)):
        type("Bid", (pb.Body,), {"__annotations__": {"count": int}, **attributes})


def test_a_scene_with_no_way_to_end_a_turn_says_so() -> None:
    scene = odd(legal=[Peek("B")])
    with pytest.raises(SceneError, match="legal should list an action that ends the turn of A, or default return one"):
        super(ToyScene, scene(scene.Config(), ("A", "B"))).default("A")
    assert super(ToyScene, odd(legal=[Peek("B"), Pass()])(scene.Config(), ("A", "B"))).default("A") == Pass()


@pytest.mark.parametrize("inner", [AttributeError("'int' object has no attribute 'color'"), TypeError("one too few")])
def test_an_error_within_a_scene_is_its_own(inner: Exception) -> None:
    class Broken(ToyScene):
        name = "odd"

        def decide(self, *_: object) -> Any:
            raise inner
            yield

    with pytest.raises(type(inner), match=str(inner)):
        pb.play(Broken)
    (row,) = pb.batch(Broken, games=1)
    assert row.error.startswith(f"{type(inner).__name__}: {inner} (test_scene_errors.py, line ")


@pytest.mark.parametrize("people", [None, (), ["A", "B", "C"], ("A", "A", "B"), ("A b", "B", "C"), (1, 2, 3)])
def test_seats_are_different_names_of_a_word(people: Any) -> None:
    with pytest.raises(UserError, match=r"Odd cannot be registered: its seats should .*names"):
        pb.register(type("Odd", (odd(),), {"Config": type("Odd", (ToyConfig,), {"seats": property(lambda _: people)})}))
