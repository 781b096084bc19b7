"""Every scene on the stage: a replay shows what was shown live, and nothing that a seat may not know."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

import playbill as pb
from core.engine.events import Event, Thought
from tests.tui.test_replay import shown
from tui.panes.kit import Room
from tui.view import View

GAMES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "chat": ("Ann", "rules", {"max_turns": 40}),
    "coloring": ("A", "rules", {"fixed": 1}),
    "council": ("Ann", "rules", {"members": 5}),
    "coup": ("Bob", "random", {"players": 4}),
    "feed": ("", "rules", {"agents": 24, "ticks": 14}),
    "hanabi": ("Bob", "cautious", {"players": 4}),
    "village": ("Kai", "rules", {"players": 5, "days": 1, "minutes": 12}),
    "werewolf": ("Bob", "rules", {"players": 6}),
}
"""A seat, a policy for all seats, and options. Random players of Coup often bluff, block and challenge."""


@cache
def game(scene: str) -> pb.Played:
    _, policy, options = GAMES[scene]
    return pb.play(scene, options, {"*": policy}, seed=92)


def opened(scene: str, perspective: str, events: Sequence[Event] = ()) -> View:
    view = View(game(scene).header)
    view.pane.make_board()
    view.perspective = perspective
    view.extend(events)
    return view


def painted(view: View) -> list[str]:
    """Paint the board and all lists, in a narrow and in a wide terminal, without the curve and the markers."""
    lines = []
    for room in (Room(80, 24, 80), Room(120, 40, 77)):
        view.pane.room = room
        lines += shown(view)[:-2]
        lines.append(repr(view.pane.board(room.cells, 20)))
    return lines


@pytest.mark.parametrize("open_to_all", [False, True])
@pytest.mark.parametrize("scene", GAMES)
@pytest.mark.few(8)
def test_a_replay_shows_what_was_shown_live(scene: str, open_to_all: bool) -> None:
    perspective = "" if open_to_all else GAMES[scene][0]
    events = game(scene).events
    every = max(1, len(events) // 24)
    live, frames = opened(scene, perspective), dict[int, list[str]]()
    for event in events:
        live.extend([event])
        if event.end and event.n // every > len(frames):
            frames[event.n] = painted(live)
    replay = opened(scene, perspective, events)
    for n in reversed(frames):
        replay.go(n)
        assert painted(replay) == frames[n], n


@pytest.mark.parametrize("scene", [scene for scene in GAMES if scene != "feed"])
def test_events_that_are_hidden_from_a_seat_change_nothing_on_its_screen(scene: str) -> None:
    events, seat = game(scene).events, GAMES[scene][0]
    seen = opened(scene, seat, events)
    silent = tuple(event if seen.may_see(event) else replace(event, data=Thought("")) for event in events)
    blind = opened(scene, seat, silent)
    for n in range(1, len(events) + 1, max(1, len(events) // 24)):
        seen.go(n)
        blind.go(n)
        assert painted(seen) == painted(blind), n
    assert seen.pane.curve() == blind.pane.curve()
