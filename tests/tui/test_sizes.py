"""Layout by size: in the smallest terminal the least important parts are dropped, large ones show more."""

import pytest

from core.engine.capabilities import Told, capability
from core.engine.casting import prepare
from core.engine.scene import Scene
from scenes.coloring.events import Colored, Flagged
from tests.tui.conftest import my_turn, row, screen_of, stage_of, watching
from tui.lobby.drawing import form, recent
from tui.lobby.state import LobbyState
from tui.panes.coloring.ledger import summaries
from tui.panes.drawing import stack
from tui.panes.kit import Part, Room, Row, line_of
from tui.stages import StageApp
from tui.state.opening import live_stage
from tui.styles import Line, clauses, join_by_rank, plain, wrap_line
from tui.view import View


def test_what_has_the_highest_rank_gives_way_first() -> None:
    parts = [(0, (("first", ""),)), (2, (("second", ""),)), (1, (("third", ""),))]
    assert [plain(join_by_rank(parts, width)) for width in (16, 15, 10, 3)] == [
        "firstsecondthird",
        "firstthird",
        "firstthird",
        "first",
    ]
    assert join_by_rank([], 10) == ()


def test_a_line_is_folded_at_its_gaps_and_where_a_part_is_long_at_its_spaces() -> None:
    line: Line = (("   one two   three four", "fg"), ("  five", "bold"))
    assert [plain(each) for each in wrap_line(line, 20, gaps=True)] == ["   one two", "   three four  five"]
    line = (("   one two", "fg"), (" three four five", "bold"))
    assert [plain(each) for each in wrap_line(line, 20, gaps=True)] == ["   one two three", "   four five"]
    line = (("   1 of 8  a letter came for somebody who left", "fg"),)
    assert [plain(each) for each in wrap_line(line, 28, gaps=True)] == [
        "   1 of 8  a letter came for",
        "   somebody who left",
    ]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("coup", "◇ Bob gets away with a claim of Duke"),
        ("feed", "◆ cascade #82 by @soren grows to 50"),
        ("werewolf", "╳ Ivy is hanged"),
    ],
)
@pytest.mark.few(1)
async def test_the_playhead_names_what_was_notable_in_full(name: str, told: str) -> None:
    at = {"coup": 114, "feed": 490, "werewolf": 108}[name]
    async with watching(f"{name}-sample", at, size=(60, 20)) as (app, pilot, _):
        await pilot.pause()
        assert row(app, "place").endswith(told)
        await pilot.press("G")
        assert "…" not in row(app, "place")
        await pilot.resize_terminal(120, 40)
        assert " of " in row(app, "place")


async def test_tabs_that_fill_the_row_end_with_a_name_and_all_can_be_clicked() -> None:
    app = StageApp(live_stage(prepare("feed", {"agents": 50}, {}, 7, human=True), None), pace=0.0, motion=False)
    async with app.run_test(size=(60, 20)) as pilot:
        stage = await my_turn(pilot)
        title = row(app, "dock-title")
        assert "Page" in title
        assert "…" not in title
        await pilot.click("#dock-title", offset=(title.index("Page") + 1, 0))
        assert stage.view.pane.tabs(False)[stage.state.tab].name == "Page"


async def test_hanabi_names_who_plays_and_what_was_clued_in_full() -> None:
    cast = {"Bob": "cautious", "Cat": "convention", "Dan": "rules"}
    app = StageApp(live_stage(prepare("hanabi", {}, cast, 7, human=True), None), pace=0.0, motion=False)
    async with app.run_test(size=(60, 20)) as pilot:
        await my_turn(pilot)
        await pilot.press("right", "down")
        board = "\n".join(row(app, "board", y) for y in range(11))
        for words in ("cautious", "convention", "rules", "▸Bob b", "not clued"):
            assert words in board
        assert "…" not in board


async def test_coloring_tells_what_was_done_last_and_what_became_of_the_penalty() -> None:
    async with watching("coloring-sample", 47, size=(60, 20)) as (app, pilot, _):
        await pilot.pause()
        assert row(app, "legend").startswith(" H colored h1 B, h2 G, h3 B, h4 G ")
        assert row(app, "legend").endswith("penalty 0 → 10")
        stage_of(app).view.go(59)
        await pilot.pause()
        assert row(app, "legend").startswith(" B colored b1 R, b2 B, b3 R, b5 G, satisfied")
        stage_of(app).view.go(1)
        await pilot.pause()
        assert "click a node" in row(app, "legend")


@pytest.mark.parametrize(
    ("name", "at", "told"),
    [("werewolf", 108, "saw Ivy Bob no wolf   protected Dan   potions poison"), ("council", 234, "▲▼ moved")],
)
async def test_below_the_board_what_stands_elsewhere_too_gives_way(name: str, at: int, told: str) -> None:
    async with watching(f"{name}-sample", at, size=(60, 20)) as (app, pilot, _):
        await pilot.pause()
        assert row(app, "legend").endswith(told)


def test_words_are_cut_at_their_commas() -> None:
    told = "does its part, keeps its word"
    assert [clauses(told, width) for width in (29, 28, 12)] == [told, "does its part", ""]


@pytest.mark.parametrize("scene", ["coloring", "council", "coup"])
def test_the_lobby_says_who_plays_and_where_to_begin_without_breaking_off(scene: str) -> None:
    state = LobbyState(7)
    state.runs = []
    state.go("scenes", [setup.kind.name for setup in state.setups].index(scene))
    told = "\n".join(plain(row.line) for row in (*form(state, 42, 18, filled=True), *recent(state, 42)))
    assert "New here? g is a guided game\n" in f"{told}\n"
    cast = told[told.index("Cast") : told.index("Play")]
    assert "…" not in cast
    assert {"coloring": "does its part", "council": "argues, listens", "coup": "counts cards"}[scene] in cast


def test_a_node_that_was_colored_again_has_its_last_color_alone() -> None:
    first, back = Colored({"h1": "red", "h2": "blue"}, {"h1": "blue"}), Colored({"h1": "blue"}, {"h1": "red"})
    assert summaries([first, Flagged(True, True)]) == ["colored h1 B → R, h2 B", "satisfied"]
    assert summaries([first, back]) == ["colored h2 B"]
    assert summaries([Colored({"h1": "red"}, {"h1": "blue"}), back]) == ["colored h1 B"]


def test_what_a_list_says_in_place_of_rows_is_said_in_full() -> None:
    first = Part("Moves", "", [Row((("a row", "fg"),), 1)] * 3)
    rows = stack([first, Part("Notes", "", [Row(((" no notes; v shows what each was told", "dim"),))])], 24, 24)
    assert [plain(line_of(row)) for row in rows[-3:]] == [" no notes; v shows what", " each was told", ""]


async def test_the_page_of_a_branch_says_what_it_is() -> None:
    async with watching("hanabi-sample", 60, size=(60, 20)) as (app, pilot, _):
        await pilot.press("b")
        assert "goes on from\n here. What changes?" in "\n".join(each.rstrip() for each in screen_of(app).split("\n"))


async def test_a_wide_hanabi_tells_why_the_last_move_was_made() -> None:
    async with watching("hanabi-sample", 90, size=(120, 40)) as (app, pilot, _):
        await pilot.pause()
        assert row(app, "dock-title").startswith("─Why   Moves")
        dock = [row(app, "dock", y) for y in range(6)]
        assert dock[0].startswith(" Dan plays a")
        assert dock[1] == " plays a: Cat's clue to Bob asks for the newest card, by a finesse or a"
        assert dock[4].startswith(" ▸a  Y3")
        stage_of(app).view.perspective = "Ann"
        stage_of(app).state.touch()
        await pilot.pause()
        assert "Cat's clue" not in screen_of(app), "what Dan thought is Dan's"


def test_no_list_of_the_side_column_is_open_in_the_dock_too(scene_run: tuple[type[Scene], View]) -> None:
    pane = scene_run[1].pane
    pane.room = Room(200, 50, 139)
    for tab in pane.tabs(wide=True):
        pane.room.tab = tab.name
        headings = [plain(line_of(row)) for row in pane.side(60, 40)]
        assert not any(heading.startswith(f"─ {tab.name.removesuffix(' log')} ") for heading in headings)


def test_the_legend_of_a_chat_has_the_markers_that_its_starter_can_have() -> None:
    scenes = [View(prepare("chat", {"starter": name}, {}, 1)).scene for name in ("none", "dinner", "negotiation")]
    assert [capability(scene, Told).marks for scene in scenes] == [
        {},
        {"set": "accused"},
        {"set": "agreed", "lost": "walked away"},
    ]
