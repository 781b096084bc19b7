"""Highlights of a run: on the stage, and as a film."""

import json
import re
from itertools import pairwise
from pathlib import Path

from core.recording.file import Recording
from tests.tui.conftest import RECORDINGS, recorded_sample, row, stage_of, watching
from tests.tui.test_cli import playbill
from tui.state.highlights import SECONDS, find_highlights
from tui.state.opening import replay_stage
from tui.state.stage import StageState

COUP = RECORDINGS / "coup-sample.jsonl"


def shown(stage: StageState) -> tuple[int, str]:
    assert stage.highlights.now is not None
    return stage.view.n, stage.highlights.now.words


async def test_each_highlight_is_shown_for_its_time_and_the_end_screen_comes_last() -> None:
    stage = replay_stage(Recording.read(COUP), at=3)
    stage.ready = True
    stage.keys.do("highlights")
    seen = []
    for i in range(10):
        stage.tick(SECONDS * i + 1)
        seen.append(shown(stage))
        stage.tick(SECONDS * i + 6)
        assert shown(stage) == seen[-1]
    assert seen == sorted(seen)
    assert len({words for _, words in seen}) == 10
    assert "Dan turns up Contessa: caught" in {words for _, words in seen}
    assert seen[-1] == (267, "Ann won with 1 card")
    stage.tick(SECONDS * 10 + 1)
    assert stage.ending.shown
    assert stage.highlights.now is None


def test_every_part_of_a_run_has_a_highlight_even_without_marks() -> None:
    stage = replay_stage(recorded_sample("chat-sample"))
    moments = find_highlights(stage.view)
    assert len(moments) == 10
    gaps = [after.n - before.n for before, after in pairwise(moments)]
    assert max(gaps) <= 2 * stage.view.known // 9


def test_a_seat_sees_no_highlight_that_it_could_not_know() -> None:
    stage = replay_stage(recorded_sample("werewolf-sample"), perspective="Ann")
    moments = find_highlights(stage.view)
    assert not any("Eli for dinner" in moment.words for moment in moments)


async def test_a_key_of_the_transport_stops_them() -> None:
    async with watching(at=50) as (app, pilot, _):
        stage = stage_of(app).state
        await pilot.press("F")
        assert "1 of 10" in row(app, "place")
        n = stage.view.n
        await pilot.press("right")
        assert stage.highlights.now is None
        assert stage.view.n > n
        assert "1 of 10 " not in row(app, "place")


def test_a_film_as_a_terminal_recording_and_as_a_picture(tmp_path: Path) -> None:
    header, *events = map(json.loads, playbill("export", str(COUP), "--to", "cast").stdout.splitlines())
    assert (header["version"], header["width"], header["height"]) == (2, 100, 30)
    assert [seconds for seconds, _, _ in events] == [SECONDS * i for i in range(11)]
    assert "Dan turns up Contessa: caught" in "".join(data for *_, data in events)
    assert len(events[0][2]) > len(events[4][2])
    picture = tmp_path / "film.svg"
    playbill("export", str(COUP), "--to", "svg", "-O", str(picture))
    text = picture.read_text("utf-8")
    assert text.count('<g class="f"') == 10
    assert len(re.findall('<use href="#r', text)) == 300 > text.count('<g id="r')
