"""A forged recording is rejected in one line, or is shown; it breaks nothing."""

from pathlib import Path

import pytest

from core.errors import UserError
from tests.tui.conftest import RECORDINGS, stage_of, until
from tests.tui.forging import forged
from themes.palettes import PALETTES
from tui.stages import StageApp
from tui.state.opening import file_stage
from tui.styles import style_of

SHIPPED = sorted(path.name for path in RECORDINGS.glob("*.jsonl"))


async def show(path: Path, size: tuple[int, int]) -> None:
    """Show a recording at its first, a middle and its last event, with the inspector open and closed."""
    app = StageApp(file_stage(path, at="1"), pace=0.0, motion=False)
    async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
        stage = stage_of(app)
        await until(pilot, lambda: stage.state.reading is None or bool(stage.state.failed))
        for n in (0, stage.view.known // 2, stage.view.known):
            stage.view.go(n)
            await pilot.pause()
            await pilot.press("i")
            await pilot.press("i")
            assert not stage.state.broken


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 8), marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.few(3)
async def test_a_forged_value_is_rejected_or_shown(name: str, seeds: range, tmp_path: Path) -> None:
    path, rejected = tmp_path / "forged.jsonl", list[str]()
    for seed in seeds:
        change = forged(RECORDINGS / name, seed, path)
        try:
            await show(path, (120, 40) if seed % 2 else (80, 24))
        except UserError as error:
            rejected.append(f"{change}: {error}")
        except BaseException as error:
            error.add_note(f"{name}, seed {seed}: {change}")
            raise
    assert not [line for line in rejected if "\n" in line]


@pytest.mark.parametrize("color", ["mauve", "", "on", "chip x", "[/nope]"])
def test_a_color_that_no_scene_uses_has_a_style(color: str) -> None:
    for palette in PALETTES:
        for ground in ("bg", "shade"):
            assert style_of(palette, f"chip {color}", ground).bold
