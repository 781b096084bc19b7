"""A scene that somebody is writing: what it gives by mistake is told, with the method and what that should do."""

import re
from typing import Any

import pytest

import playbill as pb
from core.engine import registry
from core.errors import SceneError, UserError
from tests.toy import Filled, Pass, Peek, ToyScene


@pytest.fixture(autouse=True)
def _unregistered(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is played here is known to no other test."""
    monkeypatch.setattr(registry, "_registered", {})


def odd(**hooks: Any) -> type[ToyScene]:
    """A scene of which some methods give this, whatever they are asked."""
    gives = {hook: lambda *_, told=told: told for hook, told in hooks.items()}
    return type("Odd", (ToyScene,), {"name": "odd", **gives})


@pytest.mark.parametrize(
    ("hook", "gives", "says"),
    [
        ("start", None, "start should yield events, such as pb.Event.of(body, name), and gave None"),
        ("start", [Filled((1,))], "start should yield events, such as pb.Event.of(body, name), and gave [Filled"),
        ("decide", None, "decide should yield events"),
        ("decide", [Filled((1,))], "decide should yield events, such as pb.Event.of(body, name), and gave Filled"),
        ("resolve", None, "resolve should yield events"),
        ("after_turn", None, "after_turn should yield events"),
        ("pick", "A", "pick should give a Pick of names, such as pb.Pick((\"Ann\",)), or None, and gave 'A'"),
        ("pick", pb.Pick("A"), "pick should give a Pick of names"),  # type: ignore[arg-type]
        ("pick", pb.Pick(()), "pick should give a Pick of names"),
        ("pick", pb.Pick(("Zoe",)), "pick should name who is at the table (A, B, C), and gave 'Zoe'"),
        ("ordering", None, "ordering should give an Ordering, and gave None"),
        (
            "legal",
            [],
            "legal should list what A, who is picked, may do (or should_skip_turn say that it has nothing",
        ),
        ("legal", ["pass"], "'pass' is none of its actions (Take, Peek, Pass, Leave), which legal lists"),
        ("is_complete", True, "is_complete should say why the game is over, in a word, or None, and gave True"),
        ("outcome", None, "outcome should give an Outcome, such as"),
        ("outcome", {"winner": "A"}, "outcome should give an Outcome"),
        ("outcome", pb.Outcome("A"), "outcome should give an Outcome"),  # type: ignore[arg-type]
        ("outcome", pb.Outcome(("Zoe",)), "outcome should name who is at the table (A, B, C), and gave {'Zoe'}"),
        ("outcome", pb.Outcome(scores={"Zoe": 1}), "outcome should name who is at the table"),
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


def test_a_scene_with_no_way_to_end_a_turn_says_so() -> None:
    scene = odd(legal=[Peek("B")])
    with pytest.raises(SceneError, match="legal should list an action that ends the turn of A, or default give one"):
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
    with pytest.raises(UserError, match=r"Odd cannot be registered: its seats should be .*names"):
        pb.register(odd(seats=people))
