"""Whole games by mouse alone and by keys alone: only what the screen names is clicked or pressed."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from textual.app import App

from core.engine.casting import prepare
from core.engine.events import Acted
from tests.tui.conftest import my_turn, screen_of, seated, stage_of, until, watching
from tests.tui.monkey import send
from tui.key_signs import key_at
from tui.lines import Lines
from tui.lobby.app import LobbyApp
from tui.lobby.screen import LobbyScreen
from tui.panes.kit import Row
from tui.screens.help import HelpScreen
from tui.screens.stage import StageScreen
from tui.stages import StageApp
from tui.state.opening import live_stage
from tui.styles import Line
from tui.widgets.lists import Dock, Side

GAMES: dict[str, dict[str, Any]] = {
    "chat": {"max_turns": 6},
    "coloring": {"max_turns": 6},
    "council": {"agenda": "Build a bridge", "members": 4, "rounds": 1},
    "coup": {"players": 2},
    "feed": {"agents": 12, "ticks": 12},
    "hanabi": {"players": 2},
    "village": {"max_turns": 12},
    "werewolf": {"players": 6},
}
QUICK = {("hanabi", True), ("village", True), ("werewolf", False)}
ASIDE = ("m", "i", "o", "v", "?", "[", "h", "z", "d", "tab", "end", "ctrl+q", "w", "backspace")
"""Keys that open something beside the game, or begin text."""
SELECTS = ("up", "down", "left", "right", "escape", *"123456789")
MOST = 300
"""Most inputs in one game."""


def every() -> Iterator[Any]:
    for scene in GAMES:
        for mouse in (True, False):
            slow = () if (scene, mouse) in QUICK else pytest.mark.slow
            yield pytest.param(scene, mouse, id=f"{scene}-{'mouse' if mouse else 'keys'}", marks=slow)


def named(stage: StageScreen) -> Iterator[tuple[int, int, str]]:
    """Yield the cells where keys are named."""
    for name in ("footer", "preview", "legend", "board"):
        for widget in stage.query(f"#{name}").results(Lines):
            for y in range(widget.size.height):
                keys = {key_at(widget.line_at(y), x): x for x in range(widget.size.width)}
                yield from ((widget.region.x + x, widget.region.y + y, key) for key, x in keys.items() if key)


def commands(stage: StageScreen) -> list[str]:
    return [e.data.command for e in stage.view.events if isinstance(e.data, Acted) and e.agent == stage.view.seat]


@pytest.mark.parametrize(("scene", "mouse"), every())
@pytest.mark.few(1)
async def test_a_game(scene: str, mouse: bool) -> None:
    """Random use of what the screen names, with a preference for the chosen action, finishes a game."""
    app = StageApp(live_stage(prepare(scene, GAMES[scene], {}, 3, human=True), None), pace=0.0, motion=False)
    draw = Random(5)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        for _ in range(MOST):
            await until(pilot, lambda: stage.state.my_turn or stage.view.ended is not None)
            if stage.view.ended is not None:
                break
            spots = [spot for spot in named(stage) if spot[2] not in ASIDE]
            weights = [20 if key == "enter" else 1 if key in SELECTS else 5 for _, _, key in spots]
            x, y, key = draw.choices(spots, weights)[0]
            if mouse:
                await pilot.click(offset=(x, y))
            else:
                send(app, key)
                await pilot.pause()
        assert stage.view.ended is not None, screen_of(app)
        assert commands(stage)


def place(app: App[str], text: str, name: str) -> tuple[int, int]:
    """Return the screen cell where a text stands in a pane."""
    widget = app.screen.query_one(f"#{name}")
    rows = ["".join(segment.text for segment in widget.render_line(y)) for y in range(widget.size.height)]
    y = next(y for y, told in enumerate(rows) if text in told)
    return widget.region.x + rows[y].index(text), widget.region.y + y


@pytest.mark.parametrize(
    ("line", "x", "key"),
    [
        ((("m ", "bold accent"), ("write", "mid")), 4, "m"),
        ((("←", "accent"), ("→", "accent"), (" event", "mid")), 1, "right"),
        ((("←", "accent"), ("→", "accent"), (" event", "mid")), 4, None),
        ((("y n", "accent"),), 2, "n"),
        ((("yes", "accent"),), 1, None),
    ],
)
def test_a_click_presses_the_key_that_is_named_there(line: Line, x: int, key: str | None) -> None:
    assert key_at(line, x) == key


async def test_a_color_below_the_board_is_clicked() -> None:
    async with seated() as (app, pilot, stage):
        await pilot.click(offset=place(app, " G ", "legend"))
        await until(pilot, lambda: len(commands(stage)) == 1)
        assert commands(stage)[0].endswith(" green")


async def test_a_key_that_is_clicked_is_no_text() -> None:
    """Clicks on footer and hints while the input has the focus, and on the answers to a question."""
    async with seated() as (app, pilot, stage):
        await pilot.press("m")
        await pilot.click(offset=place(app, "p pass", "preview"))
        await until(pilot, lambda: "pass" in commands(stage))
        assert not stage.words.value
        await pilot.press("escape")
        await pilot.click(offset=place(app, "any other key", "footer"))
        assert not stage.state.asking
        assert app.is_running


async def test_keys_that_are_arrows_are_clicked_one_by_one() -> None:
    async with watching(at=50) as (app, pilot, _):
        x, y = place(app, "←→", "footer")
        await pilot.click(offset=(x, y))
        assert stage_of(app).view.n < 50
        await pilot.click(offset=(x + 1, y))
        assert stage_of(app).view.n == 50


async def test_a_command_of_the_menu_is_chosen_by_a_click_and_given_by_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """This holds in scenes without a pane of their own."""
    monkeypatch.setattr("tui.view.installed_entry_points", lambda group: {})
    app = StageApp(live_stage(prepare("coup", {"players": 2}, {}, 3, human=True), None), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        at = place(app, "tax", "board")
        await pilot.click(offset=at)
        assert not commands(stage)
        await pilot.click(offset=at)
        await until(pilot, lambda: bool(commands(stage)))
        assert commands(stage)[0] == "tax"


@pytest.mark.parametrize(("size", "pane"), [((80, 24), "dock"), ((120, 40), "side")])
async def test_a_row_of_a_log_in_coloring_goes_to_its_event(size: tuple[int, int], pane: str) -> None:
    async with watching(at=300, size=size) as (_, pilot, stage):
        widget = stage.pane_of(pane)
        assert isinstance(widget, Dock | Side)
        rows = enumerate(widget.rows[widget.first :])
        y, at = next((y, each) for y, each in rows if isinstance(each, Row) and 0 < each.n < 290)
        await pilot.click(offset=(widget.region.x + 8, widget.region.y + y))
        assert stage.view.n < 300
        assert at.n <= stage.view.n <= at.n + 20


@pytest.mark.slow
async def test_an_offer_is_withdrawn_by_a_click_on_what_its_row_names() -> None:
    async with seated(size=(120, 40)) as (app, pilot, stage):
        await pilot.press("m", *"/offer", "space", *"a4=red", "space", *"for", "space", *"h4=green", "enter")
        await until(pilot, lambda: len(commands(stage)) == 1)
        await pilot.click(offset=place(app, "Offers", "dock-title"))
        await pilot.click(offset=place(app, "x withdraws", "dock"))
        await until(pilot, lambda: commands(stage)[1:] == ["withdraw 1"])


async def test_the_lobby_and_its_help_are_left_by_clicks() -> None:
    app = LobbyApp(pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await pilot.click(offset=place(app, "tab next", "footer"))
        assert isinstance(app.screen, LobbyScreen)
        assert app.screen.state.pane != "scenes"
        await pilot.click(offset=place(app, "? help", "footer"))
        assert isinstance(app.screen, HelpScreen)
        await pilot.click(offset=place(app, "esc closes", "page"))
        assert isinstance(app.screen, LobbyScreen)
