"""The app under textual-serve: the lobby, a game and a recording, shown and played through the web driver."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.recording.file import Recording
from tests.tui.conftest import RECORDINGS
from tests.tui.test_cli import PLAYBILL
from tests.web_terminal import WebTerminal

Start = Callable[..., WebTerminal]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Return a function that starts `playbill`; processes still running at the end are killed."""
    started: list[WebTerminal] = []

    def run(*arguments: str, width: int = 80, height: int = 24) -> WebTerminal:
        started.append(WebTerminal([PLAYBILL, *arguments], tmp_path / "data", width, height))
        return started[-1]

    yield run
    for each in started:
        each.kill()


@pytest.mark.slow
def test_a_game_is_played_through_the_web_driver(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    web = start("play", "coloring", "--seed", "7", "--record", str(path))
    web.wait_for("YOUR TURN")
    web.send("b")
    web.wait_for("h1 B")
    web.send("m@A hello, make a4 red\r")
    web.wait_for("you  @A hello")
    assert web.close() == 0
    assert web.meta[-1] == {"type": "exit"}
    assert any(event.kind == "colored" for event in Recording.read(path).events)


@pytest.mark.slow
def test_the_lobby_opens_under_the_web_driver(start: Start) -> None:
    web = start()
    web.wait_for("Scenes")
    web.send("\x11")
    assert web.exit_code() == 0


@pytest.mark.slow
def test_a_recording_is_watched_under_the_web_driver(start: Start) -> None:
    web = start("watch", str(RECORDINGS / "coloring-bots.jsonl"))
    web.wait_for("seed 36")
    web.send("q")
    assert web.exit_code() == 0


@pytest.mark.slow
def test_a_small_page_says_so_and_shows_the_app_once_it_is_larger(start: Start) -> None:
    web = start("watch", width=30, height=10)
    web.wait_for("60x20")
    web.resize(80, 24)
    web.wait_for("? help")
    assert web.close() == 0


@pytest.mark.slow
def test_an_error_before_the_app_prints_nothing_into_the_protocol(start: Start) -> None:
    with pytest.raises(AssertionError, match="no Textual app started: b'' playbill: "):
        start("watch", "no-such-file.jsonl")
