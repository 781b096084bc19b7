"""The lobby: what it is about to open, how recordings are listed, and the screen's keys and clicks."""

import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.binding import Binding
from textual.events import Paste
from textual.pilot import Pilot

from core.engine.casting import open_run, prepare
from core.engine.config import SceneConfig
from core.engine.registry import scene_names
from core.errors import UserError
from core.recording.file import Recorder, Recording
from scenes.coloring.scene import ColoringScene
from tests.make_recordings import FOLDER
from tests.tui.conftest import until
from tui.app import Playbill
from tui.keys import KEYS
from tui.screens import lobby_form, lobby_rows
from tui.screens.help import HelpScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.lobby_runs import age, glance, last_board, recent
from tui.screens.lobby_setup import Setup, options_of
from tui.screens.lobby_state import LobbyState
from tui.screens.stage import StageScreen
from tui.styles import plain

# -- what is set up


def test_the_most_used_options_first_and_those_of_every_scene_last() -> None:
    options = options_of(ColoringScene)
    assert [option.key for option in options[:3]] == ["problem", "fixed", "mode"]
    assert [option.key for option in options[-8:]] == [*SceneConfig.model_fields, "ordering"]
    assert options[0].choices == ("default", "generate")
    assert options[4].key == "solvable"
    assert options[4].choices == (True, False)
    assert {option.typed for option in options} == {None, int, float, str}


def test_choices_cycle_and_numbers_step_within_their_bounds() -> None:
    setup = Setup(ColoringScene)
    setup.cycle_option("problem", 1)
    setup.cycle_option("solvable", -1)
    setup.cycle_option("density", 1)
    for _ in range(9):
        setup.cycle_option("fixed", 1)
    assert setup.options == {"problem": "generate", "solvable": False, "density": 0.5, "fixed": 3}
    assert not setup.wrong
    assert setup.header(5).config["fixed"] == 3


def test_clusters_of_a_generated_problem_are_the_seats() -> None:
    setup = Setup(ColoringScene)
    setup.set_option("problem", "generate")
    setup.write_option("clusters", "5")
    assert setup.seats == ("A", "H", "B", "C", "D")
    setup.write_policy("D", "random")
    assert setup.header(1).cast == {"A": "rules", "H": "human", "B": "rules", "C": "rules", "D": "random"}
    setup.write_option("clusters", "2")
    assert setup.header(1).cast == {"A": "rules", "H": "human"}
    assert setup.header(1, bots_only=True).cast == {"A": "rules", "H": "rules"}


@pytest.mark.parametrize(("key", "text"), [("fixed", "9"), ("penalty", "0"), ("penalty", "1.2.3"), ("size", "99")])
def test_an_option_that_will_not_do_is_marked_and_says_why(key: str, text: str) -> None:
    setup = Setup(ColoringScene)
    setup.write_option(key, text)
    assert setup.wrong.keys() == {("options", key)}
    assert key in setup.wrong["options", key]
    with pytest.raises(UserError):
        setup.header(1)
    setup.write_option(key, "")
    assert not setup.wrong


def test_a_policy_that_nobody_knows_is_marked_at_its_seat(tmp_path: Path) -> None:
    setup = Setup(ColoringScene)
    setup.write_policy("B", "ruls")
    setup.write_policy("A", f"script:{tmp_path / 'none'}")
    assert setup.wrong.keys() == {("cast", "A"), ("cast", "B")}
    assert "did you mean rules" in setup.wrong["cast", "B"]
    (tmp_path / "none").write_text("pass\n")
    setup.write_policy("B", "")
    assert not setup.wrong
    assert setup.policy("B") == "rules"


def test_a_crowd_has_a_row_for_all_and_the_persons_seat_is_next() -> None:
    state = LobbyState(7)
    state.move(scene_names().index("feed"))
    setup = state.setup
    assert setup.kind.name == "feed"
    assert "kofi" not in setup.rows
    assert (setup.policy("*"), setup.policy("guest"), setup.policy("mira")) == ("rules", "human", "rules")
    setup.write_policy("*", "lurk")
    assert (setup.policy("guest"), setup.policy("mira")) == ("human", "lurk")
    setup.write_policy("mira", "amplify")
    cast = setup.header(1).cast
    assert (cast["mira"], cast["guest"], cast["kofi"]) == ("amplify", "human", "lurk")
    assert setup.rows[2:] == ("mira", "+")
    setup.write_policy("*", "nonsense")
    assert list(setup.wrong) == [("cast", "*")]


def test_the_cursor_goes_down_the_right_column_and_tab_walks_the_panes() -> None:
    state = LobbyState(7)
    state.move(1)
    assert (state.pane, state.item) == ("scenes", state.items("scenes")[1])
    state.move(-1)
    walked = []
    for _ in range(4):
        state.walk(1)
        walked.append(state.pane)
    assert walked == ["options", "cast", "play", "scenes"]
    state.walk(1)
    items = [state.item]
    for _ in range(20):
        state.move(1)
        items.append(state.item)
    assert items[:9] == ["problem", "fixed", "mode", "alg", "seed", "A", "H", "B", "play"]
    assert state.pane == "play"
    for _ in range(20):
        state.move(-1)
    assert (state.pane, state.item) == ("options", "problem")


def test_a_typed_text_is_the_value_of_the_row() -> None:
    state = LobbyState(7)
    assert (state.letters, state.takes("3")) == (None, False)
    state.go("options", 1)
    assert (state.takes("x"), state.takes("2")) == (False, True)
    state.write(" 2 ")
    assert state.setup.value("fixed") == 2
    state.go("options", state.items("options").index("seed"))
    state.write("8123456789012345678")
    assert (state.seed, state.keeps_seed) == (8123456789012345678, True)
    state.write("")
    assert state.seed == 8123456789012345678
    state.draw_seed()
    assert not state.keeps_seed
    state.go("cast", 0)
    assert not state.takes("w")
    assert (state.letters, state.text(state.item)) == ("", "rules")
    state.write("random")
    assert state.setup.policy("A") == "random"


def test_going_to_what_is_wrong_opens_all_options_if_it_must() -> None:
    state = LobbyState(7)
    assert not state.go_wrong()
    state.setup.write_option("snap", "-")
    assert state.go_wrong()
    assert (state.pane, state.item, state.all_options) == ("options", "snap", True)


def test_ten_scenes_have_ten_setups(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"scene{i}" for i in range(10)]
    kinds = {name: type(name, (ColoringScene,), {"name": name, "summary": f"about {name}"}) for name in names}
    monkeypatch.setattr("tui.screens.lobby_state.scene_names", lambda: tuple(names))
    monkeypatch.setattr("tui.screens.lobby_state.look_up", kinds.__getitem__)
    state = LobbyState(7)
    state.setup.write_option("fixed", "0")
    for _ in range(12):
        state.move(1)
    assert (state.item, state.setup.value("fixed")) == ("scene9", 1)
    assert len(lobby_rows.scenes(state, 26, 12)) == 11
    narrow = [plain(row.line).strip() for row in lobby_rows.scenes(state, 17, 17)]
    assert narrow[10:] == ["▸scene9", "", "about scene9"], "the few words of the chosen one, whole"
    rows = lobby_rows.scenes(state, 26, 21)
    assert len(rows) == 21
    assert [plain(row.line).strip() for row in rows if row.here] == ["▸scene9", "about scene9"]


@pytest.mark.parametrize("width", [33, 41, 53, 87, 167])
@pytest.mark.parametrize("all_options", [False, True])
def test_keys_and_values_of_rows_are_inside_their_pane(width: int, all_options: bool) -> None:
    state = LobbyState(7)
    state.all_options = all_options
    state.setup.set_option("problem", "generate")
    state.setup.write_option("clusters", "8")
    state.setup.write_policy("G", "nobody")
    for height in (17, 37):
        rows = [*lobby_form.form(state, width, height, True), *lobby_form.runs(state, width, ["  board"])]
        for row in rows:
            assert row.value < width
            assert all(key.start < key.end for key in row.keys)
    named = [row.item for row in rows if row.item]
    assert len(named) == len(set(named)) == sum(len(state.items(pane)) for pane in ("options", "cast", "play"))


# -- recordings


async def record(folder: Path, name: str, *, max_turns: int = 40, seed: int = 7, human: bool = False) -> Path:
    header = prepare("coloring", {"max_turns": max_turns}, {}, seed)
    path = folder / "runs" / name
    recorder = Recorder.create(path, header)
    async for _ in open_run(header, write=recorder.write):
        pass
    recorder.close()
    if human:
        path.write_bytes(path.read_bytes().replace(b'"H":"rules"', b'"H":"human"', 1))
    return path


def unfinish(path: Path, extra: bytes = b'{"n": 99') -> Path:
    """As a killed process leaves it."""
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]) + extra)
    return path


async def test_a_glance_tells_how_a_recording_stands(tmp_path: Path) -> None:
    done = glance(await record(tmp_path, "done.jsonl"))
    ended = Recording.read(done.path).ended
    assert ended is not None
    assert done.words == f"{ended.reason}, score {ended.result['score']:g}"
    assert (done.scene, done.seed, done.open, done.error) == ("coloring", 7, False, "")
    assert glance(await record(tmp_path, "limit.jsonl", max_turns=2)).words.startswith("turn limit")
    cut = glance(unfinish(await record(tmp_path, "cut.jsonl", max_turns=5)))
    assert (cut.words, cut.turn, cut.open) == ("not finished", 5, True)
    first = cut.path.read_bytes().partition(b"\n")[0]
    cut.path.write_bytes(first + b"\n")
    assert glance(cut.path).words == "not begun"


async def test_a_glance_reads_past_long_lines(tmp_path: Path) -> None:
    path = unfinish(await record(tmp_path, "long.jsonl", max_turns=5), b'{"n": 99, "x": "' + b"x" * 300_000)
    assert glance(path).turn == 5


@pytest.mark.parametrize(
    "content", [b"", b"hello\n", b"\xff\xfe\n", b"[[[]]]\n", b'{"format": "playbill", "version": 9}\n', b"\x1b[2J\n"]
)
def test_what_cannot_be_read_is_told(tmp_path: Path, content: bytes) -> None:
    for name in ("bad.jsonl", "bad.jsonl.gz"):
        path = tmp_path / name
        path.write_bytes(content)
        assert glance(path).error
        assert "\x1b" not in glance(path).error
        assert last_board(path)
    assert glance(tmp_path / "none.jsonl").error == "No such file or directory"


def test_a_recent_run_says_who_won_whatever_its_file_says(tmp_path: Path) -> None:
    whole = (FOLDER / "coup-sample.jsonl").read_text()
    ended = Recording.read(FOLDER / "coup-sample.jsonl").ended
    assert ended is not None
    (winner,) = ended.winners
    assert glance(FOLDER / "coup-sample.jsonl").words == f"won by {winner}"
    for forged in ('"Ann"', "null", '["Zed", ["Ann"]]', "7"):
        path = tmp_path / "forged.jsonl"
        path.write_text(whole.replace(f'"winners":["{winner}"]', f'"winners":{forged}'))
        assert glance(path).words == "won"


async def test_the_newest_recordings_come_first(tmp_path: Path) -> None:
    for i, name in enumerate(["old.jsonl", "new.jsonl", "middle.jsonl"]):
        path = await record(tmp_path, name, max_turns=1)
        os.utime(path, (1000 * (i % 2), 1000 * (i % 2) + i))
    (tmp_path / "runs" / "notes.txt").write_text("no recording")
    runs, total = recent(tmp_path / "runs")
    assert [run.path.name for run in runs] == ["new.jsonl", "middle.jsonl", "old.jsonl"]
    assert total == 3
    assert recent(tmp_path / "nowhere") == ([], 0)


async def test_the_last_board_of_an_open_game_is_what_its_person_may_know(tmp_path: Path) -> None:
    over = last_board(await record(tmp_path, "over.jsonl", human=True))
    assert "?" not in "".join(over)
    still = last_board(unfinish(await record(tmp_path, "still.jsonl", max_turns=3, human=True)))
    assert "?" in "".join(still)


def test_ages() -> None:
    assert [age(s) for s in (5, 61, 7300, 90000)] == ["just now", "1 min ago", "2 h ago", "1 d ago"]


# -- the screen


class LobbyApp(Playbill):
    def on_mount(self) -> None:
        self.push_screen(LobbyScreen(LobbyState(7)))


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLAYBILL_DATA", str(tmp_path))
    monkeypatch.setattr(
        "tui.screens.lobby.sample_path", lambda scene="coloring": tmp_path / "samples" / f"{scene}-sample.jsonl"
    )
    return tmp_path


@asynccontextmanager
async def lobby(width: int = 80, height: int = 24) -> AsyncIterator[tuple[Pilot[Any], LobbyScreen]]:
    app = LobbyApp(pace=0, motion=False)
    async with app.run_test(size=(width, height)) as pilot:
        screen = app.screen
        assert isinstance(screen, LobbyScreen)
        await settle(pilot)
        yield pilot, screen


async def settle(pilot: Pilot[Any]) -> None:
    await pilot.pause()
    while busy := [w for w in pilot.app.workers if w.group in ("runs", "open", "board") and not w.is_finished]:
        await pilot.app.workers.wait_for_complete(busy)
        await pilot.pause()


def seen(screen: LobbyScreen) -> str:
    """All that is drawn, part by part."""
    return "\n".join(
        row for name in ("header", "scenes", "form", "runs", "told", "footer") for row in drawn(screen, name)
    )


def drawn(screen: LobbyScreen, name: str) -> list[str]:
    """The rows of a part of the screen."""
    part = screen.query_one(f"#{name}")
    return ["".join(s.text for s in part.render_line(y)) for y in range(part.size.height if part.display else 0)]


async def test_enter_plays_and_leaving_comes_back(data: Path) -> None:
    async with lobby() as (pilot, screen):
        assert "No runs yet" in seen(screen)
        assert "sample" not in seen(screen)
        await pilot.press("enter")
        await pilot.pause()
        stage = pilot.app.screen
        assert isinstance(stage, StageScreen)
        assert stage.view.seat == "H"
        assert stage.view.header.seed == 7
        await pilot.press("ctrl+q")
        await until(pilot, lambda: pilot.app.screen is screen)
        await settle(pilot)
        assert "stopped" in seen(screen)
    assert len(list((data / "runs").glob("*.jsonl"))) == 1


async def test_w_watches_bots() -> None:
    async with lobby() as (pilot, _):
        await pilot.press("w")
        await pilot.pause()
        stage = pilot.app.screen
        assert isinstance(stage, StageScreen)
        assert stage.view.seat == ""
        assert set(stage.view.header.cast.values()) == {"rules"}


async def test_options_change_by_keys_and_a_bad_one_is_refused() -> None:
    async with lobby() as (pilot, screen):
        await pilot.press("tab", "right")
        assert screen.state.setup.value("problem") == "generate"
        await pilot.press("down", "9", "enter")
        assert "from 0 to 3" in " ".join(seen(screen).split())
        await pilot.press("tab", "tab", "enter")
        assert pilot.app.screen is screen
        assert (screen.state.pane, screen.state.item) == ("options", "fixed")
        await pilot.press("2", "down", "ctrl+s")
        await pilot.pause()
        stage = pilot.app.screen
        assert isinstance(stage, StageScreen)
        assert (stage.view.header.config["fixed"], stage.view.header.config["problem"]) == (2, "generate")


async def test_a_policy_is_typed_or_pasted() -> None:
    async with lobby() as (pilot, screen):
        await pilot.press("tab", "tab", "enter", "ctrl+u", *"rando", "w", "escape")
        assert screen.state.setup.policy("A") == "rules"
        await pilot.press("enter", "ctrl+u", *"random", "enter", "down", "space")
        assert screen.state.setup.policy("A") == "random"
        assert screen.state.setup.policy("H") == "random"
        assert "no human" in seen(screen)
        await pilot.press("down")
        pilot.app.post_message(Paste("script:\x1b[2Jnowhere"))
        await pilot.pause()
        await pilot.press("enter")
        assert "nowhere cannot be read" in " ".join(seen(screen).split())


async def test_clicks_do_what_keys_do() -> None:
    async with lobby() as (pilot, screen):
        await click(pilot, screen, "↻")
        assert "random   ↻" in seen(screen)
        for where, what in (("default ▾", "generate"), ("greedy ▾", "maxsum"), ("o all", "o fewer")):
            await click(pilot, screen, where)
            assert what in seen(screen)
        await click(pilot, screen, "o fewer")
        await click(pilot, screen, "rules ▾")
        assert screen.state.setup.policy("A") == "chatty"
        await click(pilot, screen, "chatty ▾")
        assert screen.state.setup.policy("A") == "llm:mock"
        await click(pilot, screen, "llm:mock ▾")
        assert screen.state.setup.policy("A") == "human"
        assert "another person" in seen(screen)
        await click(pilot, screen, "Play")
        await pilot.pause()
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, StageScreen)


async def click(pilot: Pilot[Any], screen: LobbyScreen, text: str) -> None:
    for y, row in enumerate(drawn(screen, "form")):
        if text in row:
            await pilot.click("#form", offset=(row.index(text), y))
            await pilot.pause()
            return
    raise AssertionError(f"{text} is not on the screen")


async def test_recordings_are_listed_watched_and_gone_on_with(data: Path) -> None:
    now = time.time()
    done = await record(data, "done.jsonl")
    cut = unfinish(await record(data, "cut.jsonl", max_turns=3, human=True))
    broken = data / "runs" / "broken [bold]x.jsonl"
    broken.write_text("hello\n")
    for i, path in enumerate((done, cut, broken)):
        os.utime(path, (now - 7300 * i, now - 7300 * i))
    async with lobby(120, 40) as (pilot, screen):
        text = seen(screen)
        assert "consensus, score" in text
        assert "not finished" in text
        assert "broken [bold]x.jsonl ! unreadable: line 1" in text
        assert "2 h ago" in text
        assert "last board" in text
        assert "clashes: none" in text
        await pilot.press("r", "down", "down", "enter")
        assert "is not the header" in seen(screen)
        await pilot.press("up", "up", "enter")
        await settle(pilot)
        stage = pilot.app.screen
        assert isinstance(stage, StageScreen)
        assert (stage.live, stage.view.known) == (None, len(Recording.read(done).events))
        await pilot.press("ctrl+q")
        await settle(pilot)
        await pilot.press("down", "enter")
        await settle(pilot)
        stage = pilot.app.screen
        assert isinstance(stage, StageScreen)
        assert stage.live is not None
        assert (stage.live.path, stage.view.seat) == (cut, "H")


async def test_a_recording_that_does_not_fold_is_told(data: Path) -> None:
    path = await record(data, "forged.jsonl")
    path.write_bytes(path.read_bytes().replace(b'"to":"A"', b'"to":"Z"'))
    async with lobby(120, 40) as (pilot, screen):
        await pilot.press("r", "enter")
        await settle(pilot)
        assert pilot.app.screen is screen
        assert "does not fit the game" in seen(screen)


async def test_the_sample_is_there_when_there_is_nothing_else(data: Path) -> None:
    samples = data / "samples"
    samples.mkdir()
    unfinish(await record(data, "x.jsonl", human=True)).rename(samples / "coloring-sample.jsonl")
    async with lobby() as (pilot, screen):
        assert "No runs yet" in seen(screen)
        assert "sample" in seen(screen)
        for keys in ("s",), ("shift+tab", "enter"):
            await pilot.press(*keys)
            await settle(pilot)
            stage = pilot.app.screen
            assert isinstance(stage, StageScreen)
            assert stage.live is None
            await pilot.press("ctrl+q")
            await settle(pilot)
        await pilot.press("escape", "r")
        assert screen.state.run is not None
        assert screen.state.run.shipped


async def test_a_crowd_is_a_row_and_who_is_named_has_another() -> None:
    async with lobby() as (pilot, screen):
        await pilot.press(*["down"] * 4, "tab", "tab")
        assert screen.state.items("cast") == ("*", "guest", "+")
        await pilot.press("down", "down", "enter", *"nobody", "enter")
        assert "nobody is called 'nobody' here" in seen(screen)
        await pilot.press("enter", *"mira", "enter", "right")
        assert screen.state.setup.header(1).cast["mira"] == "amplify"
        assert all(word in seen(screen) for word in ("everyone", "guest", "+ add", "Play", "Recent"))


async def test_models_of_the_users_config_are_offered(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = data / "config.toml"
    config.write_text('[models."ollama/small"]\n')
    monkeypatch.setenv("PLAYBILL_CONFIG", str(config))
    async with lobby() as (pilot, screen):
        await pilot.press("tab", "tab", *["left"] * 3)
        assert screen.state.setup.policy("A") == "llm:ollama/small"
        assert "language model" in seen(screen)


async def test_the_guided_game_of_the_scene_that_is_chosen() -> None:
    async with lobby() as (pilot, screen):
        assert "New here? g is a guided game" in seen(screen)
        await pilot.press("down", "g")
        stage = pilot.app.screen
        assert isinstance(stage, StageScreen)
        assert (stage.view.header.scene, stage.state.guide.at) == ("chat", 0)


async def test_it_works_in_a_tiny_terminal_and_asks_for_more_in_a_smaller_one() -> None:
    async with lobby(60, 20) as (pilot, screen):
        await pilot.press("tab", "o", *["down"] * 40)
        assert screen.state.pane == "play"
        assert "▸  Play" in seen(screen)
        await pilot.resize_terminal(50, 20)
        await pilot.pause()
        assert screen.query_one("#notice").display
        await pilot.resize_terminal(200, 50)
        await pilot.pause()
        assert not screen.query_one("#notice").display


async def test_each_binding_has_a_name_and_the_palette_runs_it() -> None:
    bound = {binding.id for binding in LobbyScreen.BINDINGS if isinstance(binding, Binding)}
    assert {name for name, key in KEYS.items() if key.where == "lobby"} <= bound
    async with lobby() as (pilot, screen):
        await pilot.press("ctrl+p", *"all", "space", "o", "enter")
        await pilot.pause()
        assert pilot.app.screen is screen
        assert screen.state.all_options


async def test_every_palette_draws_it_and_help_opens() -> None:
    async with lobby() as (pilot, screen):
        for name in ("light", "color-blind", "plain"):
            await pilot.press("t")
            await pilot.pause()
            assert f"theme {name}" in seen(screen)
        assert "[ Play ]" in seen(screen)
        await pilot.press("?")
        assert isinstance(pilot.app.screen, HelpScreen)
        await pilot.press("escape", "tab", "escape")
        assert screen.state.pane == "scenes"
        await pilot.press("escape")
        assert "leave Playbill?" in seen(screen)
        await pilot.press("escape")
    assert pilot.app.return_code == 0
