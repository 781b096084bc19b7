"""Old events are dropped from memory and read back from the recording."""

import random
import shutil
from pathlib import Path

import pytest

from core.engine.casting import set_up
from core.engine.events import Event
from core.errors import UserError
from core.recording.checked_reader import CheckedReader, read_run
from core.recording.event_pages import EventPages
from core.recording.line_format import encode
from tests.tui.conftest import RECORDINGS
from tui.view import View

PAGE, WINDOW = 16, 64


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make pages hold a few events, so that a short game has many."""
    for name, value in (("PAGE", PAGE), ("WINDOW", WINDOW), ("CACHED", 3)):
        monkeypatch.setattr(f"core.recording.event_pages.{name}", value)


@pytest.fixture
def recorded() -> Path:
    return RECORDINGS / "coup-sample.jsonl"


def paged(path: Path, events: list[Event]) -> EventPages:
    pages = EventPages(type(set_up(read_run(path).header)[0]).events)
    pages.path = path
    for event in events:
        pages.append(event)
    return pages


def test_events_are_the_same_wherever_they_are(recorded: Path) -> None:
    events = read_run(recorded).events
    assert len(events) > WINDOW + 3 * PAGE
    pages = paged(recorded, events)
    assert len(pages._recent) < WINDOW + 2 * PAGE < len(events), "old ones have left memory"
    assert len(pages) == len(events)
    assert list(pages) == events
    assert list(reversed(pages)) == events[::-1]
    draw = random.Random(1)
    for _ in range(200):
        a, b = draw.randrange(-10, len(events) + 10), draw.randrange(-10, len(events) + 10)
        assert pages[a:b] == events[a:b]
    for n in (0, PAGE - 1, PAGE, len(events) - 1, -1, -len(events)):
        assert pages[n] == events[n]
    for n in (len(events), -len(events) - 1):
        with pytest.raises(IndexError):
            pages[n]
    assert [encode(event) for event in pages] == recorded.read_bytes().splitlines()[1:]


def test_without_a_file_all_events_stay(recorded: Path) -> None:
    events = read_run(recorded).events
    pages = EventPages(type(set_up(read_run(recorded).header)[0]).events)
    for event in events:
        pages.append(event)
    assert pages._recent == events


def test_events_that_are_not_in_the_file_yet_stay(recorded: Path, tmp_path: Path) -> None:
    lines, events = recorded.read_bytes().splitlines(keepends=True), read_run(recorded).events
    path = tmp_path / "growing.jsonl"
    path.write_bytes(b"".join(lines[:10]))
    pages = paged(path, events[: WINDOW + 2 * PAGE])
    assert len(pages._recent) == len(pages)
    with path.open("ab") as file:
        file.write(b"".join(lines[10:]))
    for event in events[len(pages) :]:
        pages.append(event)
    assert len(pages._recent) < len(pages)
    assert list(pages) == events


def test_a_recording_that_was_changed_meanwhile_is_an_error_in_a_line(recorded: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(recorded, tmp_path / "copy.jsonl"))
    pages = paged(path, read_run(path).events)
    data = path.read_bytes()
    path.write_bytes(data[:100] + b"x" * (len(data) - 100))
    with pytest.raises(UserError, match="changed by another program"):
        pages[PAGE]


def test_a_seek_is_a_fresh_fold_also_before_the_window(recorded: Path) -> None:
    header = read_run(recorded).header
    view = View(header)
    view.path = recorded
    for piece in CheckedReader(recorded):
        view.extend(piece)
    scene, _ = set_up(header)
    states = {0: scene.board("")}
    events = read_run(recorded).events
    wanted = {*random.Random(2).sample(range(len(events)), 60), 1, PAGE, PAGE + 1, len(events)}
    for event in events:
        scene.apply(event)
        if event.n in wanted:
            states[event.n] = scene.board("")
    order = sorted(states)
    random.Random(3).shuffle(order)
    for n in order:
        view.go(n)
        assert view.scene.board("") == states[n], n
