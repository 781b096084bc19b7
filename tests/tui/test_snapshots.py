"""Screenshots of the shipped recordings. After a change: pytest tests/tui/test_snapshots.py --snapshot-update"""

import asyncio
from typing import Protocol

import pytest
from textual.app import App
from textual.pilot import Pilot

from core.engine.casting import prepare
from core.engine.session import Session
from playbill.played import Played
from tests.tui.conftest import playing, recorded_sample, replaying, until
from tests.tui.models import end_of
from themes.palettes import PALETTES
from tui.app import Playbill
from tui.lobby.screen import LobbyScreen
from tui.lobby.state import LobbyState
from tui.stages import StageApp
from tui.state.inspector import PARTS
from tui.state.opening import toured
from tui.testing import standing


class Compare(Protocol):
    def __call__(self, app: App[str], *, terminal_size: tuple[int, int], run_before: object = None) -> bool: ...


SIZES = [(80, 24), (120, 40)]
LARGE = (200, 50)


SAMPLES = ("chat", "council", "coup", "feed", "hanabi", "village", "werewolf")


@pytest.mark.parametrize("size", [*SIZES, LARGE])
@pytest.mark.parametrize("scene", SAMPLES)
@pytest.mark.few(2)
def test_every_scene_in_the_middle_of_its_sample(snap_compare: Compare, size: tuple[int, int], scene: str) -> None:
    recording = recorded_sample(f"{scene}-sample")
    assert snap_compare(standing(recording, len(recording.events) // 2), terminal_size=size)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), LARGE])
@pytest.mark.few(1)
def test_the_lobby_of_somebody_new(snap_compare: Compare, size: tuple[int, int]) -> None:
    class Lobby(Playbill):
        def on_mount(self) -> None:
            super().on_mount()
            self.push_screen(LobbyScreen(LobbyState(7)))

    async def read(pilot: Pilot[str]) -> None:
        lobby = pilot.app.screen
        assert isinstance(lobby, LobbyScreen)
        await until(pilot, lambda: bool(lobby.state.samples))
        await until(pilot, lambda: size != LARGE or bool(lobby._boards))
        await pilot.press("tab", "tab")

    assert snap_compare(Lobby(), terminal_size=size, run_before=read)


def test_the_first_step_of_a_tour(snap_compare: Compare) -> None:
    async def wait(pilot: Pilot[str]) -> None:
        await until(pilot, lambda: pilot.app.screen.state.my_turn)  # type: ignore[attr-defined]

    app = StageApp(toured("hanabi"), pace=0.0, motion=False)
    assert snap_compare(app, terminal_size=(80, 24), run_before=wait)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("at", [20, 150, 320])
@pytest.mark.few(1)
def test_bots_replayed(snap_compare: Compare, size: tuple[int, int], at: int) -> None:
    assert snap_compare(replaying("coloring-bots", at=at), terminal_size=size)


@pytest.mark.parametrize("size", [*SIZES, LARGE])
@pytest.mark.few(1)
def test_a_persons_game_from_the_persons_seat(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert snap_compare(replaying("coloring-sample", at=66, perspective="H"), terminal_size=size)


async def posed(**options: object) -> Played:
    """Return a generated problem before anybody acts."""
    header = prepare("coloring", {"problem": "generate", "topology": "ring", **options}, {}, 7)
    events = []
    async for event in Session(header, None):
        events.append(event)
        if event.end == "turn":
            break
    return Played(header, events)


@pytest.mark.parametrize("size", [*SIZES, LARGE])
@pytest.mark.parametrize("zoomed", [False, True])
@pytest.mark.few(1)
def test_a_large_graph(snap_compare: Compare, size: tuple[int, int], zoomed: bool) -> None:
    async def press(pilot: Pilot[str]) -> None:
        await pilot.press(*(["z"] if zoomed else []))

    game = asyncio.run(posed(clusters=8, size=20, colors=6))
    assert snap_compare(standing(game, len(game.events)), terminal_size=size, run_before=press)


@pytest.mark.parametrize("size", [*SIZES, LARGE])
@pytest.mark.few(1)
def test_a_graph_of_five_clusters(snap_compare: Compare, size: tuple[int, int]) -> None:
    game = asyncio.run(posed(clusters=5, size=6, colors=4))
    assert snap_compare(standing(game, len(game.events)), terminal_size=size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.few(1)
def test_what_if(snap_compare: Compare, size: tuple[int, int]) -> None:
    async def press(pilot: Pilot[str]) -> None:
        await until(pilot, lambda: "H" in pilot.app.screen.view.waiting)  # type: ignore[attr-defined]
        await pilot.press("r", "tab", "tab", "tab", "b")

    assert snap_compare(playing(), terminal_size=size, run_before=press)


@pytest.mark.parametrize("theme", ["light", "color-blind", "plain"])
@pytest.mark.few(1)
def test_themes(snap_compare: Compare, theme: str) -> None:
    app = replaying("coloring-bots", at=150, palette=PALETTES[theme])
    assert snap_compare(app, terminal_size=(80, 24))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.few(1)
def test_why(snap_compare: Compare, size: tuple[int, int]) -> None:
    async def press(pilot: Pilot[str]) -> None:
        await pilot.press("i")

    assert snap_compare(replaying("coloring-bots", at=150), terminal_size=size, run_before=press)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("part", ["Why", "Prompt", "Reply"])
@pytest.mark.few(1)
def test_inspector_of_a_model(snap_compare: Compare, size: tuple[int, int], part: str, model_game: Played) -> None:
    async def press(pilot: Pilot[str]) -> None:
        await pilot.press("i", *["tab"] * PARTS.index(part))

    app = standing(model_game, end_of(model_game.events, "B", 3))
    assert snap_compare(app, terminal_size=size, run_before=press)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["coloring-sample", "coup-sample"])
@pytest.mark.few(1)
def test_the_end(snap_compare: Compare, size: tuple[int, int], name: str) -> None:
    async def press(pilot: Pilot[str]) -> None:
        await pilot.press("G", "e")

    assert snap_compare(replaying(name), terminal_size=size, run_before=press)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.few(1)
def test_a_branch_is_asked_for(snap_compare: Compare, size: tuple[int, int]) -> None:
    async def press(pilot: Pilot[str]) -> None:
        await pilot.press("b", "down", "right")

    assert snap_compare(replaying("coloring-bots", at=150), terminal_size=size, run_before=press)


def test_help(snap_compare: Compare) -> None:
    async def press(pilot: Pilot[str]) -> None:
        await pilot.press("question_mark")

    assert snap_compare(replaying("coloring-sample", at=66), terminal_size=(80, 24), run_before=press)


def test_the_persons_turn(snap_compare: Compare) -> None:
    async def play(pilot: Pilot[str]) -> None:
        app = pilot.app
        stage = app.screen
        await until(pilot, lambda: "H" in stage.view.waiting)  # type: ignore[attr-defined]
        await pilot.press("r")
        await until(pilot, lambda: stage.view.known == 19)  # type: ignore[attr-defined]
        await pilot.pause()

    assert snap_compare(playing(), terminal_size=(80, 24), run_before=play)
