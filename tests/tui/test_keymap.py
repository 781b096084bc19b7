"""Keys reassigned in the user's config: they do the same as the defaults, and the screen shows the new ones."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.engine.casting import prepare
from core.errors import UserError
from tests.tui.conftest import my_turn, playing, row, screen_of, seated, type_in, watching
from tests.tui.test_mouse import place
from tui.cli.info import keys
from tui.keys import KEYS, MAPS, Keymap, current
from tui.panes.seat import scene_keys
from tui.screens.help import HelpScreen
from tui.stages import StageApp
from tui.state.opening import live_stage

Chosen = Callable[[str], None]


@pytest.fixture
def chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Chosen]:
    """Return a function that writes a table [keys] to the user's config."""

    def write(table: str) -> None:
        path = tmp_path / "config.toml"
        path.write_text(f"[keys]\n{table}\n", "utf-8")
        monkeypatch.setenv("PLAYBILL_CONFIG", str(path))
        current.cache_clear()

    yield write
    current.cache_clear()


async def test_a_key_that_was_chosen_does_it_and_stands_wherever_it_is_named(chosen: Chosen) -> None:
    chosen('hint = "K"\nwrite = ["W", "f2"]\nback = "f3"')
    async with seated(size=(120, 40)) as (app, pilot, stage):
        assert "W write" in row(app, "footer")
        assert "K hint" in row(app, "footer")
        await pilot.press("h")
        assert "h has no meaning here" in stage.state.news[0]
        await pilot.click(offset=place(app, "K hint", "footer"))
        assert stage.state.news[0].startswith("hint")
        await pilot.press("f2")
        await type_in(pilot, "mKW")
        assert stage.words.value == "mKW"
        await pilot.press("f3")
        assert stage.focused is not stage.words
        await pilot.press("question_mark")
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("pagedown")
        assert "Press W to write:" in screen_of(app)
        await pilot.press("pagedown", "pagedown")
        assert "write; Enter sends" in screen_of(app)
        await pilot.press("end")
        assert "back to where you came from" in screen_of(app)


async def test_a_footer_is_fitted_with_the_keys_as_they_are_drawn(chosen: Chosen) -> None:
    longer = 'why = "ctrl+alt+w"\nhint = "ctrl+alt+k"\nwrite = "ctrl+alt+b"\nhelp = "ctrl+alt+h"'
    drawn = {}
    for table in ("", longer):
        chosen(table)
        app = playing()
        async with app.run_test(size=(80, 24)) as pilot:
            await my_turn(pilot)
            drawn[table] = row(app, "footer")
    assert drawn[""].endswith("h hint  ? help")
    assert drawn[longer].endswith("^alt+k hint  ^alt+h help")
    shown = drawn[longer].removesuffix("^alt+k hint  ^alt+h help").split("  ")
    whole = [part.strip() for part in drawn[""].split("  ")]
    assert all(part.split()[-1] in " ".join(whole) for part in shown if part.strip())
    assert len(drawn[longer]) <= 80


async def test_the_map_of_vim(chosen: Chosen) -> None:
    chosen('map = "vim"\nfaster = "K"')
    async with watching(at=50) as (app, pilot, stage):
        assert "hl event" in row(app, "footer")
        await pilot.press("h")
        assert stage.view.n < 50
        await pilot.press("l", "K")
        assert (stage.view.n, stage.state.speed) == (50, 2.0)
        await pilot.press("g", "g")
        assert stage.view.n == 0
        await pilot.press("G", "q")
        assert stage.view.at_now
        await pilot.press("Z", "Z")
        assert stage.state.leaving


async def test_a_letter_of_a_map_is_a_scenes_where_it_takes_it(chosen: Chosen, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen('map = "vim"')
    app = StageApp(live_stage(prepare("village", {}, {}, 3, human=True), None), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        stage, pressed = await my_turn(pilot), list[str]()

        def press(key: str) -> bool:
            pressed.append(key)
            return key in (*scene_keys(stage.view.pane), "down")

        monkeypatch.setattr(stage.state.keys, "press", press)
        await pilot.press("l", "j")
        assert pressed == ["l", "j", "down"]


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ('hnt = "K"', "has no entry 'hnt'; did you mean hint?"),
        ('hint = "m"', "hint and write are both on 'm'; give one of them another key"),
        ('start = "iZ"', "start and why are both on 'iZ'"),
        ('hint = "hyper+x"', "hint should be a key in quotes"),
        ("hint = 3", "hint should be a key in quotes"),
        ('map = "vi"', "no map 'vi'; did you mean vim?"),
        ('hint = "p"', "hint is on 'p', which is a key of coloring itself"),
    ],
)
def test_what_cannot_be_is_one_line_with_the_remedy(chosen: Chosen, table: str, says: str) -> None:
    chosen(table)
    with pytest.raises(UserError, match=r"^The config .*: \[keys\] ") as told:
        playing()
    assert says in str(told.value)
    assert "\n" not in str(told.value)


def test_names_are_listed_as_a_config_takes_them(chosen: Chosen, capsys: pytest.CaptureFixture[str]) -> None:
    chosen('hint = "K"')
    keys(as_toml=True)
    told = tomllib.loads(capsys.readouterr().out)["keys"]
    assert list(told) == list(KEYS)
    assert told["hint"] == "K"
    keys(as_toml=False)
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(KEYS)


@pytest.mark.parametrize("ready", MAPS)
def test_no_two_keys_of_a_map_clash(ready: str) -> None:
    Keymap(MAPS[ready]).check(Path("config.toml"))
    assert MAPS[ready].keys() <= KEYS.keys()


PROBE = """
import asyncio
import os
from functools import partial
from pathlib import Path

from tui import keys

keys.KEYS = {"wave": keys.Key(("W",), "stage", "wave", "waves at everybody"), **keys.KEYS}

from tests.tui.conftest import row, screen_of, seated
from tui.cli.info import keys as print_keys
from tui.state.command_table import COMMANDS, Command
from tui.testing import settled

COMMANDS["wave"] = Command(lambda stage: stage.tell("hello", "accent"))


async def main():
    async with seated(size=(200, 50)) as (app, pilot, stage):
        sign = keys.current().sign("wave")
        assert f"{sign} wave" in row(app, "footer"), row(app, "footer")
        await pilot.press(sign)
        assert stage.state.news[0] == "hello"
        await pilot.press("question_mark", "end")
        page = []
        for _ in range(3):
            page.append(screen_of(app))
            await pilot.press("pageup")
        assert any(f"{sign}  " in text and "waves at everybody" in text for text in page)
        await pilot.press("escape", "ctrl+p", *"wav")
        assert "waves at everybody" in screen_of(app)
        await pilot.press("enter")
        assert stage.state.news[0] == "hello"
    print_keys(as_toml=False)


with settled():
    Path(os.environ["PLAYBILL_CONFIG"]).write_text('[keys]\\nwave = "f6"\\n', "utf-8")
    keys.current.cache_clear()
    asyncio.run(main())
"""


def test_one_entry_of_the_table_is_bound_and_shown_everywhere(tmp_path: Path) -> None:
    env = {**os.environ, "PLAYBILL_CONFIG": str(tmp_path / "config.toml"), "PLAYBILL_DATA": str(tmp_path)}
    (tmp_path / "config.toml").touch()
    ran = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, env=env, check=False)
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert [line.endswith("waves at everybody") for line in ran.stdout.splitlines() if line.startswith("wave")] == [
        True
    ]
