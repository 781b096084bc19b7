"""The coloring stage for a human player: the public view of the others, what-if, offers and the end."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from scenes.coloring.events import Colored, Snapped
from scenes.coloring.negotiation.offers import Offer
from tests.tui.conftest import (
    my_turn,
    playing,
    recorded_sample,
    replaying,
    row,
    screen_of,
    stage_of,
    type_in,
    until,
)
from tests.tui.models import played
from tui.panes.coloring.board import GraphBoard
from tui.panes.coloring.dock import offer_command
from tui.panes.coloring.pane import ColoringPane
from tui.panes.coloring.why import compare
from tui.panes.kit import line_of
from tui.screens.stage import StageScreen
from tui.styles import plain
from tui.view import View


def side_of(view: View, rows: int = 30) -> str:
    view.pane.room.height = 40
    return "\n".join(plain(line_of(line)) for line in view.pane.side(42, rows))


def board_of(stage: StageScreen) -> GraphBoard:
    return stage.query_one("#board", GraphBoard)


async def pick(pilot: Pilot[str], stage: StageScreen, node: str) -> None:
    await pilot.pause()
    x, y = board_of(stage).frame.places[node]
    await pilot.click(board_of(stage), offset=(x + 1, y))


def test_x_refuses_an_offer_or_withdraws_it() -> None:
    offer = Offer(1, "A", "H", {}, {"h2": "red"}, {}, lasting=True, turn=1)
    assert [offer_command([offer], "H", 1, key) for key in ("enter", "x", "y")] == ["accept 1", "refuse 1", None]
    assert offer_command([offer], "A", 1, "x") == "withdraw 1"


def test_the_side_shows_what_each_told_and_did_and_nothing_else() -> None:
    recording = recorded_sample("coloring-sample")
    view = View(recording.header, "H")
    view.extend(recording.events)
    view.go(66)
    told = side_of(view)
    assert "told you  a2  G  a4  G  a5  B  3t" in told
    assert "reported to you a2 G, a4 G, a5 B" in told
    for secret in ("a1", "a3", "b1", "greedy", "snap", "closed"):
        assert secret not in told
    view.go(recording.events[-1].n)
    assert "told you  a2  G  a4  R  a5  B" in side_of(view)


async def test_public_sides_name_requests_offers_and_promises(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = playing()
    async with app.run_test(size=(120, 40)) as pilot:
        stage = await my_turn(pilot)
        for node, color in (("h1", "r"), ("h2", "g"), ("h3", "b"), ("h4", "b")):
            await pick(pilot, stage, node)
            await pilot.press(color)
        await pilot.press("m")
        await type_in(pilot, "/offer A a2=green always")
        await pilot.press("enter", "escape")
        await until(pilot, lambda: "considers" in screen_of(app))
        await pilot.press("p")
        await until(pilot, lambda: stage.view.turn == 4 and "H" in stage.view.waiting)
        text = screen_of(app)
        assert "promised  1 a2 = green, always kept" in text or "promised  1 a2 = green, always accepted" in text
        assert "A satisfied" not in text


async def test_the_inspector_and_a_resize_move_no_node() -> None:
    """Columns, rows and their order stay the same."""

    def order(axis: int) -> list[list[str]]:
        places = board_of(stage).frame.places
        return [
            sorted(node for node in places if places[node][axis] == at)
            for at in sorted({place[axis] for place in places.values()})
        ]

    app = replaying("coloring-sample", at=66, perspective="H")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        stage = stage_of(app)
        before = order(0), order(1)
        await pilot.press("i")
        assert (order(0), order(1)) == before
        for size in ((80, 24), (100, 30), (200, 50), (60, 20)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert (order(0), order(1)) == before


async def test_what_if_is_pointed_at_and_becomes_an_offer() -> None:
    app = playing()
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        for node, color in (("h1", "b"), ("h2", "b"), ("h4", "r")):
            await pick(pilot, stage, node)
            await pilot.press(color)
        await pick(pilot, stage, "b2")
        await pilot.press("tab", "tab", "tab", "b")
        dock = "\n".join(row(app, "dock", y) for y in range(4))
        assert "what if b2 were" in dock
        assert "╳ b2–h2" in dock
        assert "not known" in dock
        await pilot.press("1")
        dock = "\n".join(row(app, "dock", y) for y in range(4))
        assert "╳ b2–h5" in dock, "red, as the lock of h5 is"
        assert "▸R" in "\n".join(row(app, "board", y) for y in range(10)), "the color is on the board"
        known = stage.view.known
        await pilot.press("enter")
        assert stage.words.value.startswith("/offer b2=red")
        assert "understood" in row(app, "preview")
        assert stage.view.known == known, "nothing is offered before it is sent"
        await pilot.press("enter")
        await until(pilot, lambda: any(event.kind == "proposed" for event in stage.view.events))
        await pilot.press("escape")


async def test_what_if_is_clicked_and_knows_locks() -> None:
    app = playing()
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        await pick(pilot, stage, "h5")
        assert "h5 locked to" in row(app, "legend"), "a click on the board repaints the row below it"
        await pilot.press("tab", "tab", "tab", "g")
        assert "h5 is locked to red" in "\n".join(row(app, "dock", y) for y in range(4))
        await pilot.press("enter")
        assert stage.words.value == ""
        await pick(pilot, stage, "a4")
        await pilot.press("tab", "tab", "tab")
        await pilot.click("#dock", offset=(row(app, "dock").index("B"), 0))
        assert "B ◂" in row(app, "dock")
        await pilot.click("#dock", offset=(3, 1))
        assert stage.words.value.startswith("/offer a4=blue")
        await pilot.press("escape", "colon", "1", "enter")
        assert stage.view.pane.complete("/offer") is None, "there is no problem yet"


async def test_impossible_is_asked_about_each_time() -> None:
    app = playing()
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        known = stage.view.known
        for answer in "ny":
            await pilot.press("m")
            await type_in(pilot, "/impossible")
            await pilot.press("enter")
            assert "end the game?" in row(app, "preview")
            assert stage.view.known == known
            await pilot.press(answer)
            assert not stage.state.asking
        await until(pilot, lambda: stage.has_class("over"))
        assert "you said in turn 2 that it is impossible: a valid coloring existed" in screen_of(app)


async def test_the_end_says_who_had_what_and_who_gave_way() -> None:
    app = replaying("coloring-sample")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("G", "e")
        text = screen_of(app)
        assert "29 of 32 possible points" in text
        assert "10 of 11 alone  gave a4 G → R for you" in text
        assert "enter play on" in text


@pytest.mark.parametrize("name", ["coloring-bots", "coloring-sample"])
def test_exact_search_beside_greedy_is_what_the_log_says(name: str) -> None:
    """Wherever exact search took over and changed a color, the recomputed colors are those in the log."""
    recording = recorded_sample(name)
    view = View(recording.header)
    view.extend(recording.events)
    compared = done = 0
    for event in recording.events:
        if isinstance(event.data, Snapped):
            view.go(event.n)
            found = compare(view)
            compared += bool(found)
            later = next(e for e in recording.events[event.n :] if e.end)
            colors = view.scene_at(later.n).observe("").colors
            changed = any(isinstance(e.data, Colored) for e in recording.events[event.n : later.n])
            if event.data.done and changed:
                done += 1
                assert {node: exact for node, (_, exact) in found.items()}.items() <= colors.items()
    assert compared > 3
    assert done or name != "coloring-bots"


async def test_d_puts_greedy_beside_exact_search_on_the_board() -> None:
    app = replaying("coloring-bots", at=150)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("d")
        assert "1 of 5 nodes differ" in row(app, "legend")
        assert "▸" in "\n".join(row(app, "board", y) for y in range(10))
        stage_of(app).view.perspective = "B"
        await pilot.pause()
        assert "no decision here" in row(app, "legend") or "agree" in row(app, "legend"), "A's reasons are closed to B"
        await pilot.press("d")
        assert "clash" in row(app, "legend")


async def test_an_offers_colors_are_ghosts_on_the_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    header, events = await played(tmp_path, monkeypatch, person=("offer b2=red for h2=blue",), turns=2)
    view = View(header)
    view.extend(events)
    assert isinstance(view.pane, ColoringPane)
    view.pane.room.focus = "Offers"
    view.go(next(event.n for event in events if event.kind == "proposed"))
    looks = view.pane.board(80, 12)
    assert looks is not None
    assert (looks.nodes["b2"].ghost, looks.nodes["h2"].ghost) == ("red", "blue")
    view.perspective = "B"
    assert "offered B (1)" in side_of(view)
    view.perspective = "A"
    assert "offered" not in side_of(view), "A may not know of it"


async def test_promises_have_a_tab_once_there_are_any(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    person = ("color h5 red", "offer b2=red for h5=green", "pass", "pass")
    header, events = await played(tmp_path, monkeypatch, person=person, turns=6)
    view = View(header)
    view.extend(events)

    def promises(perspective: str) -> list[str]:
        view.perspective = perspective
        (*_, last) = view.pane.tabs(wide=False)
        drawn = last.paint(80) if last.name == "Promises" else []
        return [plain(line_of(line)).rstrip() for line in drawn]

    view.go(next(event.n for event in events if event.kind == "proposed"))
    assert not promises("H")
    view.go(events[-1].n)
    assert promises("H") == [" H to B  1 promised  1 broken: h5", " B to H  1 promised  1 withdrawn"]
    assert promises("") == promises("B") == promises("H")
    assert not promises("A"), "A may not know of it"
