"""The generic pane, for scenes without one of their own: shown, played by keys and text, and explained."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from core.actions.menu import Entry
from core.engine.agents import Agent
from core.engine.casting import prepare
from core.engine.events import Acted
from core.engine.scene import Scene
from core.engine.turn import Turn
from core.errors import GaveUp
from core.recording.file import Recording
from tests.toy import Leave, Pass, brought
from tests.tui.conftest import my_turn, row, screen_of, type_in, until
from tui.panes.generic import ScenePane
from tui.panes.kit import Click
from tui.panes.menu import Menu
from tui.screens.stage import StageScreen
from tui.stages import StageApp
from tui.state.opening import live_stage
from tui.styles import plain
from tui.view import View


@pytest.fixture(autouse=True)
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the toy scene as another package would; it has no pane."""
    with brought(tmp_path, monkeypatch, toy="tests.toy:ToyScene"):
        yield


def playing(seed: int = 3, record: Path | None = None) -> StageApp:
    return StageApp(live_stage(prepare("toy", {}, {}, seed, human=True), record), pace=0.0, motion=False)


def board(app: StageApp) -> str:
    return "\n".join(row(app, "board", y) for y in range(app.screen.query_one("#board").size.height))


async def test_a_scene_without_a_pane_is_played_from_a_menu() -> None:
    app = playing()
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        await pilot.pause(0.1)
        commands = stage.view.commands()
        assert len(commands) > 2
        assert f"▸ 1 {commands[0]}" in board(app)
        assert f"2 {commands[1]}" in board(app)
        await pilot.press("2")
        await pilot.pause(0.1)
        assert f"▸ 2 {commands[1]}" in board(app)
        assert commands[1] in row(app, "preview")
        await pilot.press("tab", "down", "shift+tab")
        assert f"▸ 2 {commands[1]}" in board(app), "arrows scroll the dock while it has the keys"
        known = stage.view.known
        await pilot.press("enter")
        await until(pilot, lambda: stage.view.known > known)
        acted = [e.data.command for e in stage.view.events if isinstance(e.data, Acted)]
        assert acted == [commands[1]]


async def test_keys_that_actions_declare_work_without_a_pane(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pass, "key", "g")
    monkeypatch.setattr(Pass, "at_once", True)
    monkeypatch.setattr(Leave, "key", "w")
    monkeypatch.setattr(Leave, "label", "walk out")
    app = playing()
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        await pilot.pause(0.1)
        assert "g pass" in screen_of(app)
        assert "w walk out" in screen_of(app)
        assert "leave" in stage.view.pane.help()
        await pilot.press("w")
        await pilot.pause(0.1)
        assert "leave" in row(app, "preview"), "chosen, until Enter"
        known = stage.view.known
        await pilot.press("g")
        await until(pilot, lambda: stage.view.known > known)
        assert [e.data.command for e in stage.view.events if isinstance(e.data, Acted)] == ["pass"]


def entry(command: str) -> Entry:
    return Entry(command, "", command, "", False, (), (command,))


@pytest.mark.parametrize(("room", "rows"), [(0, 3), (3, 3), (5, 5), (9, 9), (30, 9)])
def test_the_menu_has_the_rows_that_the_world_leaves(room: int, rows: int) -> None:
    menu, commands = Menu(), [entry(f"bid {count}") for count in range(99)]
    assert plain(menu.lines(commands, 40, room)[-1]) == f" … {99 - 3 * (rows - 2)} more", (
        "three in a row, and this note"
    )
    for _ in range(len(commands)):
        lines = menu.lines(commands, 40, room)
        assert len(lines) == rows
        assert sum("▸" in plain(line) and menu.chosen(commands) in plain(line) for line in lines) == 1
        menu.press("down", commands)
    menu.press("up", commands)
    assert plain(menu.lines(commands, 40, room)[-1]) == f" … {99 - 3 * (rows - 2)} above"


async def test_words_are_completed_previewed_and_refused() -> None:
    app = playing()
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        await pilot.press("m")
        await type_in(pilot, "lea")
        await until(pilot, lambda: stage.words._suggestion == "leave")
        await pilot.press("right")
        assert stage.words.value == "leave"
        await pilot.pause(0.1)
        assert "understood  leave" in row(app, "preview")
        await pilot.press("x")
        await pilot.pause(0.1)
        assert "understood" not in row(app, "preview")
        assert row(app, "preview").strip()
        assert not any(isinstance(e.data, Acted) for e in stage.view.events)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 50)])
@pytest.mark.few(1)
async def test_log_talk_and_knowledge_are_shown(size: tuple[int, int]) -> None:
    app = playing()
    async with app.run_test(size=size) as pilot:
        stage = await my_turn(pilot)
        pane, seat = stage.view.pane, stage.view.seat
        assert type(pane) is ScenePane
        known = [text for line in pane._knows(60) for text, _ in line]
        secret = stage.view.scene.observe(seat).secrets[seat]
        assert any(str(secret) in text for text in known)
        assert pane.click(Click("dock", 0, 0)) is None
        stage.view.go(0)
        await pilot.pause(0.1)
        await pilot.click("#dock" if size[0] < 100 else "#side", offset=(3, 1))
        stage.view.go(stage.view.known)
        stage.view.go(stage.view.known)
        for key in ("i", "i", "h", "tab", "tab", "escape", "v", "n", "question_mark", "escape"):
            await pilot.press(key)
        await pilot.pause(0.1)
        assert "toy" in row(app, "header")


async def test_others_secrets_are_in_no_line(tmp_path: Path) -> None:
    app = playing(record=tmp_path / "toy.jsonl")
    async with app.run_test(size=(120, 40)) as pilot:
        stage = await my_turn(pilot)
        names = [name for name in stage.view.header.cast if name != stage.view.seat]
        hidden = [str(stage.view.scene.observe("").secrets[name]) for name in names]
        own = [text for line in stage.view.pane._knows(60) for text, _ in line]
        shown = stage.view.scene.observe(stage.view.seat).secrets
        assert not set(names) & set(shown)
        assert not any(f"{name} {secret}" in text for name, secret in zip(names, hidden, strict=True) for text in own)


class Broken(ScenePane):
    def legend(self, width: int) -> tuple[tuple[str, str], ...]:
        raise KeyError("no such thing")


async def test_a_pane_that_fails_is_shown_and_the_run_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_break: None
) -> None:
    path = tmp_path / "game.jsonl"
    monkeypatch.setattr("tui.view.find_pane", lambda scene: (Broken, ""))
    app = playing(record=path)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = app.screen
        assert isinstance(stage, StageScreen)
        await until(pilot, lambda: bool(stage.state.broken))
        await pilot.pause(0.1)
        notice = "\n".join(row(app, "notice", y) for y in range(5))
        assert "drawing toy failed: KeyError" in notice
        assert "test_generic.py" in notice
        await pilot.resize_terminal(30, 5)
        await pilot.press("r", "enter")
        await pilot.resize_terminal(80, 24)
        await pilot.press("escape")
        await until(pilot, lambda: app.return_value is not None)
    assert app.return_code == 1
    assert f"playbill resume {path}" in str(app.return_value)
    assert Recording.read(path).resumable


class Silent(Agent):
    """A bot that calls `does` in place of acting."""

    does: Callable[[], Any]

    def act(self, turn: Turn) -> Any:
        return type(self).does()


async def _never() -> None: ...


def _raise(error: Exception) -> None:
    raise error


@pytest.mark.parametrize(
    ("bots", "says"),
    [
        ({}, "no hint: this scene has no bot to ask"),
        (lambda: _never(), "no hint: this scene's bot takes too long for hints"),
        (lambda: "leave", "hint, Enter plays it: leave"),
        (lambda: _raise(GaveUp("too hard")), "no hint: too hard"),
        (lambda: _raise(KeyError("no\nsuch")), "no hint: KeyError: 'no\\nsuch' (test_generic.py, line"),
    ],
    ids=["none", "slow", "words", "gives up", "fails"],
)
@pytest.mark.few(2)
async def test_a_hint_or_why_there_is_none(bots: Any, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    app = playing()
    async with app.run_test(size=(120, 24)) as pilot:
        stage = await my_turn(pilot)
        monkeypatch.setattr(Silent, "does", staticmethod(bots), raising=False)
        monkeypatch.setattr(type(stage.view.head), "bots", {"rules": Silent} if bots else {})
        await pilot.press("h")
        assert says in row(app, "preview")
        assert not stage.state.broken


def test_a_pane_has_thirty_names_at_most() -> None:
    own = {name for name in dir(ScenePane) if not name.startswith("_")}
    own |= {name for name in vars(ScenePane(View(prepare("toy", {}, {}, 3)))) if not name.startswith("_")}
    assert len(own) <= 30, sorted(own)


@pytest.mark.few(2)
def test_every_scene_can_do_without_its_own_pane(scene_run: tuple[type[Scene], View]) -> None:
    """The generic pane folds and paints our scenes too, at every event and from every perspective."""
    _, view = scene_run
    pane = ScenePane(view)
    for event in view.events:
        pane.take(event, view.head)
    for perspective in ("", *list(view.header.cast)[:6]):
        view.perspective = perspective
        for n in range(0, view.known + 1, max(1, view.known // 3)):
            view.go(n)
            assert pane.board(80, 12) or not n
            assert pane.strip(80)
            for made in (
                pane.tabs(False)[0].paint(80),
                pane._knows(40),
                pane.side(42, 30),
                pane.why(56),
                pane.help(),
            ):
                assert isinstance(made, list)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_scene_in_which_nobody_can_talk_has_no_list_of_talk(size: tuple[int, int]) -> None:
    app = playing()
    async with app.run_test(size=size) as pilot:
        await my_turn(pilot)
        shown = screen_of(app)
        assert "Knows" in shown
        assert "Talk" not in shown
        assert "Nothing said yet" not in shown


@pytest.mark.parametrize(
    ("scene", "options", "cast", "talks"),
    [
        ("coup", {"talk": "off"}, "rules", False),
        ("coup", {}, "rules", True),
        ("coup", {"talk": "open"}, "rules", True),
        ("hanabi", {}, "rules", False),
        ("hanabi", {}, "human", True),
        ("hanabi", {}, "llm:mock", True),
        ("hanabi", {"talk": "none"}, "human", False),
    ],
)
@pytest.mark.parametrize("wide", [True, False])
def test_talk_has_a_tab_where_there_can_be_any(
    scene: str, options: dict[str, object], cast: str, talks: bool, wide: bool
) -> None:
    view = View(prepare(scene, options, {"Ann": cast}, 3))
    assert any(tab.name == "Talk" for tab in view.pane.tabs(wide)) == talks


async def test_a_board_that_does_not_fit_says_so_and_scrolls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ScenePane, "state", lambda pane, width: [((f" player {i}", "fg"),) for i in range(30)])
    app = playing()
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        await until(pilot, lambda: "more, PgUp PgDn scroll" in board(app))
        command = stage.view.commands()[0]
        assert command in board(app)
        assert "player 29" not in board(app)
        await pilot.press("pagedown")
        await until(pilot, lambda: "… 5 above, " in board(app))
        assert "player 0" not in board(app)
        assert command in board(app), "the menu stays"
        await pilot.press(*["pagedown"] * 6)
        await until(pilot, lambda: "player 29" in board(app))
        assert "more" not in board(app)
        stage.board.scroll_rows(-100)  # type: ignore[attr-defined]
        await until(pilot, lambda: "player 0" in board(app))


def test_a_long_field_of_the_plain_board_goes_on_in_the_next_row(monkeypatch: pytest.MonkeyPatch) -> None:
    view = View(prepare("toy", {}, {}, 3))
    monkeypatch.setattr(type(view.scene), "board", lambda scene, perspective: f"hands: {'seven, ' * 20}last")
    rows = [plain(line) for line in view.pane.state(60)]
    assert rows[-1].endswith("last")
    assert all(len(row) <= 60 for row in rows)
