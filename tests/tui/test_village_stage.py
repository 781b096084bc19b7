"""The village on the stage: the map shows positions within the perspective's sight; keys and text lead to moves."""

import asyncio
import dataclasses
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import pytest
from textual.pilot import Pilot

from core.engine.casting import open_run, prepare
from core.engine.events import Acted, Event
from core.llm.routes import Routes
from core.recording.header import Header
from scenes.village.events import LookedAround, NewsHeard
from scenes.village.scene import VillageScene
from scenes.village.terrain import WATER
from tests.tui.conftest import my_turn, replaying, row, screen_of, stage_of, type_in, until
from tests.tui.test_replay import shown
from tests.tui.test_snapshots import Compare
from themes.palettes import PALETTES
from tui.panes.kit import Click, Room, line_of
from tui.panes.village.map import window
from tui.panes.village.pane import VillagePane
from tui.stages import StageApp
from tui.state.opening import live_stage
from tui.styles import plain, width_of
from tui.view import View

SIZES = [(60, 20), (80, 24), (100, 30), (120, 40), (200, 50)]
EVENING = 881
"""An event of the shipped recording: all talk at the square before the feast."""


@cache
def game(players: int = 5) -> tuple[Header, tuple[Event, ...]]:
    header = prepare("village", {"players": players, "days": 1, "minutes": 6}, {}, 4)

    async def run() -> tuple[Event, ...]:
        return tuple([event async for event in open_run(header, routes=Routes())])

    with ThreadPoolExecutor(1) as aside:  # a test may already run an event loop
        return header, aside.submit(asyncio.run, run()).result()


def view_of(at: int, perspective: str = "", events: tuple[Event, ...] = (), **options: Any) -> View:
    header, played = game(**options)
    view = View(header)
    view.extend(events or played)
    view.perspective = perspective
    view.go(at)
    return view


def pane_of(view: View, room: Room) -> VillagePane:
    assert isinstance(view.pane, VillagePane)
    view.pane.room = dataclasses.replace(room, palette=PALETTES["dark"])
    return view.pane


def painted(view: View) -> list[str]:
    """Paint the board and all lists, in a narrow and in a wide terminal."""
    out = list[str]()
    for room in (Room(80, 24, 80), Room(120, 40, 77)):
        pane = pane_of(view, room)
        out += [line for line in shown(view) if not line.startswith("[")]
        out += [plain(line) for line in pane.board(room.cells, 20)]
        out += [plain(line_of(line)) for line in pane.side(42, 36)]
        out += [str([point for point in pane.curve().points if point[0] <= view.n])]
    return out


def test_everybody_is_drawn_where_it_stands() -> None:
    for n in range(40, len(game(8)[1]), 97):
        view = view_of(n, players=8)
        scene = view.scene
        assert isinstance(scene, VillageScene)
        pane = pane_of(view, Room(120, 40, 77))
        rows = [plain(line) for line in pane.board(77, 20)]
        assert len(rows) == pane.board_rows() == 26
        tiles = [villager.at for villager in scene.folk.values()]
        for name, villager in scene.folk.items():
            if tiles.count(villager.at) == 1:
                x, y = villager.at
                left, right = 1 + pane._window.left(x), 1 + pane._window.left(x + 1)
                letters = rows[pane._window.top(y)][left:right].strip('_.·░▲=*" ')
                called = name if right - left > len(name) else name[0]
                assert letters == (called.lower() if villager.asleep else called)
                assert len(letters) < right - left, "the ground is seen beside the letters"


def test_water_and_places_stand_where_they_are() -> None:
    view = view_of(1 + len(game()[1]) // 9)
    scene = view.scene
    assert isinstance(scene, VillageScene)
    pane = pane_of(view, Room(120, 40, 77))
    rows = [plain(line) for line in pane.board(77, 20)]
    text = "\n".join(rows)
    assert all(place.name.removesuffix(" house") in text for place in scene.ground.places)
    for y, tiles in enumerate(scene.ground.rows):
        drawn = [rows[pane._window.top(y)][1 + pane._window.left(x)] for x, tile in enumerate(tiles) if tile == WATER]
        assert all(sign == "~" or sign.isalpha() for sign in drawn)


@pytest.mark.parametrize("players", [5, 12])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.few(1)
def test_nothing_is_wider_than_it_may_be(size: tuple[int, int], players: int) -> None:
    width = size[0] - 43 if size[0] >= 100 else size[0]
    for perspective in ("", "Jon"):
        for n in range(1, len(game(players)[1]), 131):
            view = view_of(n, perspective, players=players)
            pane = pane_of(view, Room(*size, width))
            lines = [*pane.board(width, size[1] - 12), pane.strip(width), pane.legend(width)]
            lines += [
                line_of(line) for tab in pane.tabs(size[0] >= 100) for line in tab.paint(width) if tab.name != "News"
            ]
            assert max(map(width_of, lines)) <= width
            assert max(map(width_of, map(line_of, pane.side(42, size[1] - 8)))) <= 42


@pytest.mark.parametrize("rows", [7, 20, 26, 39, 40, 90])
def test_each_row_of_the_window_belongs_to_one_tile(rows: int) -> None:
    frame = window(20, (0, 0), 60, rows)
    tiles = [frame.tile_at(1, row)[1] for row in range(frame.rows)]
    assert frame.rows == min(rows, 40)
    assert tiles == sorted(tiles)
    assert set(tiles) == set(range(frame.down))
    assert [tiles.index(y) for y in range(frame.down)] == [frame.top(y) for y in range(frame.down)]


def test_a_window_is_around_whose_card_it_is_and_inside_of_the_map() -> None:
    for center in ((0, 0), (19, 19), (10, 3), (4, 17)):
        frame = window(20, center, 60, 7)
        assert frame.shows(center)
        assert (frame.across, frame.down) == (19, 7)
        assert 0 <= frame.x <= 20 - frame.across
        assert 0 <= frame.y <= 20 - frame.down


def test_news_is_a_tree_of_who_told_whom() -> None:
    view = view_of(len(game()[1]))
    told = [event for event in game()[1] if isinstance(event.data, NewsHeard)]
    assert told
    tab = next(tab for tab in pane_of(view, Room(120, 40, 77)).tabs(True) if tab.name == "News")
    text = "\n".join(plain(line_of(line)) for line in tab.paint(300))
    assert all(f"{event.agent} " in text for event in told)
    scene = view.scene
    assert isinstance(scene, VillageScene)
    assert text.count("of 5 know") == len(scene.pieces)


def test_a_card_is_chosen_by_key_and_by_click() -> None:
    view = view_of(300)
    pane = pane_of(view, Room(120, 40, 77))
    pane.board(77, 20)
    assert "Ida" in plain(line_of(pane.side(42, 30)[1]))
    assert pane.press("o") == ""
    assert "Kai" in plain(line_of(pane.side(42, 30)[1]))
    scene = view.scene
    assert isinstance(scene, VillageScene)
    x, y = scene.folk["Mia"].at
    assert pane.click(Click("board", 1 + pane._window.left(x), pane._window.top(y))) == ""
    assert "Mia" in plain(line_of(pane.side(42, 30)[1]))
    view.perspective = "Jon"
    assert pane.press("o") is None
    assert "Jon" in plain(line_of(pane.side(42, 30)[1]))


# -- a human's seat


def playing(**options: Any) -> StageApp:
    header = prepare("village", {"players": 4, "days": 1, **options}, {}, 3, human=True)
    return StageApp(live_stage(header, None), pace=0.0, motion=False)


def acts(app: StageApp) -> list[str]:
    return [event.data.command for event in stage_of(app).view.events if isinstance(event.data, Acted)]


async def test_arrows_choose_a_place_and_enter_walks_there() -> None:
    app = playing()
    async with app.run_test(size=(120, 40)) as pilot:
        stage = await my_turn(pilot)
        await pilot.press("down")
        assert "steps" in row(app, "preview")
        await pilot.press("escape")
        assert "steps" not in row(app, "preview")
        assert not acts(app)
        await pilot.press("down", "right", "enter")
        await until(pilot, lambda: len(acts(app)) == 1)
        (command,) = acts(app)
        scene = stage.view.head
        assert isinstance(scene, VillageScene)
        place = scene.ground.place_at(scene.folk["Ida"].at)
        assert place is not None
        assert command == f"go {place.name}"


async def test_letters_are_deeds_and_words_are_said() -> None:
    app = playing(earshot=80)
    async with app.run_test(size=(80, 30)) as pilot:
        await my_turn(pilot)
        assert "Mia, Kai and Jon hear you" in row(app, "preview")
        await pilot.press("l")
        await until(pilot, lambda: acts(app) == ["look"])
        places = " ".join(" ".join(row(app, "preview", y) for y in range(3)).split())
        assert "…" not in places
        seen = next(e.data for e in reversed(stage_of(app).view.events) if isinstance(e.data, LookedAround))
        assert all(f"{place} {far}" in places for place, far in seen.places.items() if far)
        await pilot.press("m")
        await type_in(pilot, "Kai, where is Jon?")
        assert "understood  say Kai, where is Jon?" in row(app, "preview")
        assert "heard by" in row(app, "preview")
        await pilot.press("enter")
        await until(pilot, lambda: acts(app)[-1] == "say Kai, where is Jon?")
        assert "said. p: let the others answer" in row(app, "preview")
        await pilot.press("m")
        await type_in(pilot, "go nowhere")
        assert "there is no place 'nowhere'" in row(app, "preview")
        await pilot.press("escape", "escape", "p")
        await until(
            pilot, lambda: any(event.agent == "Kai" and event.kind == "said" for event in stage_of(app).view.events)
        )
        assert "Jon is right there" in screen_of(app)


async def test_an_addressee_out_of_earshot_is_named() -> None:
    app = playing(players=5, earshot=1)
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot)
        await pilot.press("m")
        await type_in(pilot, "What is new, Leo?")
        assert "Leo is out of earshot" in row(app, "preview")
        await pilot.press("enter")
        await until(pilot, lambda: acts(app) == ["say What is new, Leo?"])
        assert "Leo is out of earshot" in row(app, "preview")


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)])
@pytest.mark.few(1)
def test_a_village_in_the_evening(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert snap_compare(replaying("village-sample", at=EVENING), terminal_size=size)


@pytest.mark.parametrize("theme", ["light", "plain"])
@pytest.mark.few(1)
def test_a_village_from_a_seat(snap_compare: Compare, theme: str) -> None:
    app = replaying("village-sample", at=EVENING, perspective="Jon", palette=PALETTES[theme])
    assert snap_compare(app, terminal_size=(60, 20))


def test_news_as_trees(snap_compare: Compare) -> None:
    async def press(pilot: Pilot[str]) -> None:
        await pilot.press("tab", "tab", "tab")

    assert snap_compare(replaying("village-sample", at=EVENING), terminal_size=(120, 40), run_before=press)


# -- aims


def test_the_aim_and_the_card_of_a_day_are_for_their_villager() -> None:
    header, events = game()
    ended = {event.agent: event.n for event in events if event.kind == "day_ended"}
    aims = {event.agent: event for event in events if event.kind == "aim_set"}
    for name, n in ended.items():
        view = view_of(aims[name].n + 1, name)
        pane = pane_of(view, Room(120, 40, 77))
        assert "efore the feast" in plain(pane.board(77, 30)[0])
        view.go(n)
        card = "\n".join(plain(line) for line in pane.board(77, 30))
        assert "Day 1 is over" in card
        assert all(other in card for other in header.cast if other != name)
    view.perspective = ""
    assert "Day 1 is over" not in "\n".join(plain(line) for line in pane.board(77, 30))


async def test_a_person_reads_the_aim_and_who_thinks_what() -> None:
    app = playing()
    async with app.run_test(size=(120, 40)) as pilot:
        await my_turn(pilot)
        assert "Before the feast" in row(app, "board")
        assert all(f"{name} " in screen_of(app) for name in ("Kai", "Jon", "Mia"))
        assert "People" in screen_of(app)
