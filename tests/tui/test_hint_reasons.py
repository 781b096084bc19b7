"""Hints of the scenes of talk have a reason that the person knows, and say nothing without one."""

from collections.abc import Callable
from typing import Any

import pytest

import playbill as pb
from core.engine.events import Said
from core.engine.scene import Scene
from tui.panes.council import seat as council
from tui.panes.kit import Advice
from tui.panes.village import hint as village
from tui.panes.werewolf import seat as werewolf
from tui.panes.village import seat as village
from tui.panes.werewolf import hint as werewolf

HINTS: dict[str, Callable[[Any, str, int, int], Advice]] = {
    "village": village.advice,
    "council": council.advice,
    "werewolf": werewolf.advice,
}


def hinted(name: str, options: dict[str, Any], seat: str, seed: int) -> list[Advice]:
    """Play a game by hints alone."""
    found: list[Advice] = []

    class Hinted(pb.Agent):
        def act(self, turn: pb.Turn) -> str:
            found.append(HINTS[name](turn._scene, seat, turn.number, seed))
            return found[-1].command

    pb.play(name, options, {seat: Hinted}, seed=seed)
    return found


@pytest.mark.parametrize(
    ("name", "options", "seat"),
    [
        ("village", {"max_turns": 40}, "Ida"),
        ("council", {"agenda": "Build a bridge", "members": 5}, "Ann"),
        ("werewolf", {}, "Ann"),
        ("werewolf", {"deal": "Ann=werewolf"}, "Ann"),
    ],
)
def test_each_has_a_reason(name: str, options: dict[str, Any], seat: str) -> None:
    assert all(each.command and each.why for each in hinted(name, options, seat, 3))


def test_a_villager_accuses_nobody_on_the_first_day_without_a_reason() -> None:
    told = next(each for each in hinted("werewolf", {"deal": "Ann=villager"}, "Ann", 5))
    assert told == Advice("yield", "nothing that was said or done speaks against anybody yet; listen")


def test_a_seer_goes_by_what_it_saw() -> None:
    looked, told, *_ = hinted("werewolf", {"deal": "Ann=seer"}, "Ann", 4)
    assert looked.command == "look Bob"
    assert told.command == "yield"
    assert told.why.startswith("you alone know that Bob is no wolf")


def test_who_asked_is_answered() -> None:
    scene = met()
    scene.apply(Said("Good morning, Ida. What is new?").by("Tom", to=("Ida", "Tom")))
    told = village.advice(scene, "Ida", 2, 3)  # type: ignore[arg-type]
    assert told.command.startswith("say Tom, ")
    assert told.why == "Tom asked you"


def met() -> Scene:
    """A village in which Tom is within earshot of Ida."""
    game = pb.play("village", {"max_turns": 1, "earshot": 80}, seed=3)
    scene: Scene = game.scene
    return scene
