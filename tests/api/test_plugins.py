"""A package that brings something broken: a reason wherever it would be used, and never a traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

from core.engine.casting import prepare
from core.engine.registry import BrokenScene, find_scene, look_up, scene_names
from core.errors import UserError
from tests.packages import bring
from tests.tui.conftest import replaying, row, stage_of, until
from tui.lobby import drawing
from tui.lobby.app import LobbyApp
from tui.lobby.state import LobbyState
from tui.panes.generic import ScenePane
from tui.stages import StageApp
from tui.state.opening import live_stage
from tui.styles import plain
from tui.testing import settled

OURS = ["chat", "coloring", "council", "coup", "feed", "hanabi", "village", "werewolf"]
SCENES = {
    "raises": "raising:Scene",
    "missing": "nowhere:Scene",
    "number": "odd:number",
    "half": "odd:Half",
    "renamed": "odd:Toy",
    "seatless": "odd:Seatless",
}
REASONS = {
    "raises": "raising cannot be imported: ZeroDivisionError: division by zero (raising.py, line 1)",
    "missing": "there is no module nowhere; install it, or run where it can be imported",
    "number": "odd:number: it is not a Scene",
    "half": "odd:Half: it lacks ",
    "renamed": "odd:Toy: its name is 'toy'",
    "seatless": "odd:Seatless: its seats cannot be read with the default options: KeyError: 'none' (odd.py, line 8)",
}
ODD = """from playbill import Scene
from tests.toy import ToyScene as Toy
number = 3
class Half(Scene): ...
class NoSeats(Toy.Config):
    @property
    def seats(self):
        raise KeyError("none")
class Seatless(Toy):
    Config = NoSeats
"""


@pytest.fixture
def broken(site: Path) -> Path:
    (site / "raising.py").write_text("1 / 0\n")
    (site / "odd.py").write_text(ODD)
    bring(site, scenes=SCENES)
    return site


@pytest.mark.parametrize("name", SCENES)
def test_a_name_leads_to_a_scene_or_to_the_reason(broken: Path, name: str) -> None:
    assert {*SCENES, "coup"} <= {*scene_names()}
    found = look_up(name)
    assert isinstance(found, BrokenScene)
    assert found.reason.startswith(REASONS[name])
    with pytest.raises(UserError, match=f"The scene {name} is installed but cannot be used: ") as caught:
        find_scene(name)
    assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_the_command_line_goes_on_without_them(broken: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "playbill", "scenes"], cwd=broken, capture_output=True, text=True)
    assert done.returncode == 0
    assert [line.partition(":")[0] for line in done.stdout.splitlines() if line[0] != " "] == OURS
    told = done.stderr.splitlines()
    assert len(told) == len(SCENES)
    assert f"the scene raises is installed but cannot be used: {REASONS['raises']}" in told


@pytest.mark.parametrize(("height", "rows"), [(40, 2), (14, 1)])
def test_the_lobby_shows_them_in_gray_with_their_reasons(broken: Path, height: int, rows: int) -> None:
    state = LobbyState(7)
    assert [setup.kind.name for setup in state.setups] == sorted(OURS, key=lambda name: name != "coloring")
    painted = drawing.scenes(state, 90, height)
    last = painted[-rows * len(SCENES) :]
    assert {style for row in last for text, style in row.line if text.strip()} == {"dim"}
    text = "\n".join(plain(row.line) for row in last)
    assert all(name in text and reason[:60] in text for name, reason in REASONS.items())
    for _ in range(9):
        state.move(1)
    assert state.item == OURS[-1]


async def test_the_lobby_opens(broken: Path) -> None:
    async with LobbyApp().run_test(size=(100, 40)) as pilot:
        await pilot.pause()
        await pilot.pause()
        assert type(pilot.app.screen).__name__ == "LobbyScreen"


@pytest.mark.parametrize(
    ("picture", "why"),
    [
        ("raising:Pane", "raising cannot be imported: ZeroDivisionError: division by zero (raisin"),
        ("nowhere:Pane", "there is no module nowhere; install it"),
        ("odd:number", "odd:number is no ScenePane"),
    ],
)
@pytest.mark.few(1)
async def test_a_picture_that_cannot_be_used_is_a_reason_on_the_plain_one(site: Path, picture: str, why: str) -> None:
    (site / "raising.py").write_text("1 / 0\n")
    (site / "odd.py").write_text("number = 3\n")
    bring(site, panes={"coup": picture})
    header = prepare("coup", {"players": 2}, {"*": "random"}, 1, human=True)
    with settled():
        for app in (replaying("coup-sample", at=30), StageApp(live_stage(header, None), pace=0.0, motion=False)):
            async with app.run_test(size=(100, 24)) as pilot:
                await until(pilot, lambda: stage_of(app).view.n > 1)  # noqa: B023
                await pilot.press("right")
                assert type(stage_of(app).view.pane) is ScenePane
                board = " ".join(row(app, "board", y).strip() for y in range(5))
                assert board.startswith(f"no pane of its own: {why}")
                assert "treasury" in board
