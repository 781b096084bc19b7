"""Killed, cut, damaged and forged recordings: each can be shown and used, or is rejected in one line."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random

import pytest

from core.engine.capabilities import Portable, class_capability
from core.engine.casting import open_run
from core.engine.events import Event
from core.engine.registry import find_scene
from core.errors import UserError
from core.llm.routes import Routes
from core.recording.checked_reader import read_run
from core.recording.file import Recording
from core.recording.header import Header
from core.recording.line_format import encode, stable
from core.recording.verification import Mismatch, branch, digest, verify
from tests.mutants import GAMES, mutant, play
from tests.tui.conftest import RECORDINGS, stage_of
from themes.palettes import DARK, PALETTES
from tui.cli.exchange import export
from tui.cli.rerun import diff
from tui.cli.watch import show
from tui.lobby.recordings import last_board, recording_row
from tui.panes.kit import line_of
from tui.stages import StageApp
from tui.state.opening import replay_stage
from tui.styles import fit, segments, style_of
from tui.view import View

SAMPLES = sorted(path.stem for path in RECORDINGS.glob("*.jsonl"))
SLOW = ("solve",)
"""Exports that do more than read the recording."""
MUTANTS = 20
"""Number of altered recordings for each scene; more until one of each kind has occurred, at most `MOST_MUTANTS`."""
MOST_MUTANTS = 100


@pytest.fixture(params=SAMPLES)
def sample(request: pytest.FixtureRequest) -> Path:
    return RECORDINGS / f"{request.param}.jsonl"


def cuts(lines: list[bytes]) -> list[int]:
    """Return the lines after which a killed run may end: each of the first twenty, and the first whole turns."""
    ends = [n for n, line in enumerate(lines, 1) if b',"end":' in line and n > 21]
    return sorted({*range(1, 21), *ends[:4]})


def shortened(sample: Path, folder: Path) -> Path:
    lines = sample.read_bytes().splitlines(keepends=True)
    path = folder / "short.jsonl"
    path.write_bytes(b"".join(lines[: cuts(lines)[-1]]))
    return path


@pytest.mark.few(2)
def test_the_first_moments_of_a_run_can_be_shown(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = shortened(sample, tmp_path)
    first = next(iter(read_run(path).header.cast))
    for at in (*map(str, range(21)), "t0", "t1"):
        show(path, at, "")
        show(path, at, first)
        assert capsys.readouterr().out.count("\n") > 3


@pytest.mark.few(1)
def test_a_run_that_was_killed_at_its_start_is_a_run(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It can be shown, exported, compared, verified, branched and resumed; with no event there is nothing to verify."""
    lines = sample.read_bytes().splitlines(keepends=True)
    path, short = tmp_path / "cut.jsonl", shortened(sample, tmp_path)
    seen = set()
    for cut in cuts(lines)[:-1]:
        path.write_bytes(b"".join(lines[:cut]))
        recording = read_run(path)
        if len(recording.events) in seen:
            continue
        seen.add(len(recording.events))
        show(path, "", "")
        assert last_board(path) or not recording.events
        assert recording_row(path).can_continue
        with pytest.raises(SystemExit):
            diff(path, short)
        for form in class_capability(find_scene(recording.header.scene), Portable).exports:
            if form not in SLOW or not recording.events:
                told(partial(export, path, form, None))
        if recording.events:
            assert asyncio.run(verify(recording)) == len(recording.events)
            assert len(branch(recording, 1000, {}, {"*": "rules"}, None, {})[1]) == len(recording.events)
        else:
            with pytest.raises(UserError, match="nothing to verify"):
                asyncio.run(verify(recording))
            with pytest.raises(UserError, match="no complete step before that"):
                branch(recording, 0, {}, {}, None, {})
    assert len(seen) > 3


@pytest.mark.few(1)
async def test_the_first_moments_of_a_run_can_be_painted(sample: Path, tmp_path: Path) -> None:
    recording = read_run(shortened(sample, tmp_path))
    app = StageApp(replay_stage(recording, at=0), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        view = stage_of(app).view
        for n in (0, 1, 2, 3, len(recording.events) // 2, len(recording.events)):
            for perspective in ("", next(iter(recording.header.cast))):
                view.perspective = perspective
                view.go(n)
                for tab in view.pane.tabs(False):
                    tab.paint(80)
                view.pane.why(80)
                view.pane.side(42, 20)
            stage_of(app).refresh()
            await pilot.pause()
        assert app.return_code in (None, 0)


def told(use: Callable[[], object]) -> object:
    """Return the result of a call that may be rejected, or the error, which must be printable."""
    try:
        return use()
    except (UserError, Mismatch) as error:
        refusal = error
    assert str(refusal).isprintable()
    return refusal


@pytest.mark.parametrize("scene", GAMES)
@pytest.mark.few(1)
def test_damaged_or_forged_recordings_are_read_or_refused(
    scene: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], own_data: Path
) -> None:
    whole = play(scene, tmp_path / "whole.jsonl")
    original = read_run(tmp_path / "whole.jsonl")
    path = tmp_path / "mutant.jsonl"
    counted = {"read": 0, "refused": 0, "mismatch": 0, "same": 0}
    for seed in range(MOST_MUTANTS):
        if seed >= MUTANTS and all(counted.values()):
            break
        path.write_bytes(mutant(whole, Random(seed)))
        recording_row(path)
        last_board(path)
        recording = told(lambda: read_run(path))
        counted["read" if isinstance(recording, Recording) else "refused"] += 1
        if isinstance(recording, Recording):
            found = used(recording, original, Random(seed))
            counted["mismatch" if isinstance(found, Mismatch) else "same"] += 1
            capsys.readouterr()
    assert min(counted.values()) >= 1, counted


def used(recording: Recording, original: Recording, draw: Random) -> object:
    """Try every use of a recording; return the result of verify."""
    header, events, path = recording.header, recording.events, recording.path
    names = ["", *header.cast]
    for at in ("", str(draw.randint(0, len(events))), "t1"):
        told(partial(show, path, at, draw.choice(names)))
    for form in class_capability(find_scene(header.scene), Portable).exports:
        if form not in SLOW or draw.random() < 0.1:
            told(partial(export, path, form, None))
    told(lambda: branch(recording, draw.randint(0, len(events)), {}, {}, None, header.models))
    told(lambda: painted(header, events, draw))
    if recording.resumable and "human" not in header.cast.values():
        told(lambda: asyncio.run(_go_on(recording)))
    found = told(lambda: asyncio.run(verify(recording)))
    if isinstance(found, int) and recording.ended is not None:
        assert header.stable() == original.header.stable()
        assert [stable(encode(event)) for event in events] == [stable(encode(event)) for event in original.events]
        assert digest(header, events[:-1]) == recording.ended.digest
    return found


def painted(header: Header, events: Sequence[Event], draw: Random) -> None:
    """Paint a recording at its start, at a random event and at its end."""
    view = View(header)
    view.extend(events)
    pane = view.pane
    for n in (0, draw.randint(0, view.known), view.known):
        view.go(n)
        view.perspective = draw.choice(["", *header.cast])
        lines = [pane.strip(80), pane.legend(80), *pane.why(80), *map(line_of, pane.side(42, 20))]
        for tab in pane.tabs(False):
            lines += map(line_of, tab.paint(80))
        for line in lines:
            segments(DARK, fit(line, 80))


@pytest.mark.parametrize("color", ["mauve", "", "on", "chip x", "[/nope]"])
def test_a_color_that_no_scene_uses_has_a_style(color: str) -> None:
    for palette in PALETTES:
        for ground in ("bg", "shade"):
            assert style_of(palette, f"chip {color}", ground).bold


async def _go_on(recording: Recording) -> None:
    async for _ in open_run(recording.header, past=recording.past, routes=Routes()):
        break
