"""A group whose members change: former members keep what they saw, new ones do not see the past."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.engine.agents import Agent
from core.engine.casting import open_run, prepare
from core.engine.chance import Chance
from core.engine.events import Body, Event, Said
from core.engine.scene import Scene
from core.engine.turn import Pick
from core.recording.file import Recorder
from core.recording.header import Header
from tests.core.table import Does
from tests.toy import CLUB, ToyConfig, ToyScene, brought
from tui.cli.watch import show
from tui.panes.kit import Traits
from tui.view import View

MEMBERS = ("A", "AB", "B", "BC", "")
"""Members of the club after each turn; they get one event each time."""
HEARD = {"A": [1, 2], "B": [2, 3, 4], "C": [4]}


class ClubMet(Body):
    members: tuple[str, ...]


class ClubScene(ToyScene):
    """A scene with a club whose members change after each turn and get an event."""

    name = "club"
    events = (*ToyScene.events, ClubMet)

    def __init__(self, config: ToyConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.club: tuple[str, ...] = ()
        self.changes = 0

    def start(self, chance: Chance) -> Iterator[Event]:
        yield from (event for event in super().start(chance) if event.audience != CLUB)

    def after_turn(self, pick: Pick, chance: Chance) -> Iterator[Event]:
        yield ClubMet(tuple(MEMBERS[self.changes])).by()
        yield Said(f"word {self.changes}").by(to=CLUB)

    def apply(self, event: Event) -> None:
        if isinstance(event.data, ClubMet):
            self.club = event.data.members
            self.changes += 1
        super().apply(event)

    def members(self, group: str) -> tuple[str, ...]:
        return self.club if group == CLUB else super().members(group)

    def is_complete(self) -> str | None:
        return "over" if self.changes == len(MEMBERS) else None


class Listener(Does):
    remembers = True


class Pane:
    """A pane that paints nothing."""

    traits = Traits()

    def __init__(self, view: View) -> None:
        pass

    def take(self, event: Event, scene: Scene) -> None:
        pass


@pytest.fixture
def club(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Header]:
    folder = tmp_path_factory.mktemp("site")
    monkeypatch.setattr("tui.view.find_pane", lambda scene: (Pane, ""))
    with brought(folder, monkeypatch, club="tests.tui.test_groups:ClubScene"):
        yield prepare("club", {}, {}, 1)


@pytest.fixture
async def events(club: Header, tmp_path: Path) -> list[Event]:
    recorder = Recorder.create(tmp_path / "run.jsonl", club)
    events = [event async for event in open_run(club, agents=seated(), write=recorder.write)]
    recorder.close()
    return events


def seated() -> dict[str, Agent]:
    return {name: Listener() for name in "ABC"}


def told(words: list[Event]) -> list[str]:
    return [event.data.sentence() for event in words if isinstance(event.data, Said)]


async def test_memory_screen_and_show_agree_on_who_heard_what(
    club: Header, events: list[Event], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    agents = seated()
    run = open_run(club, agents=agents)
    async for _ in run:
        pass
    view = View(club)
    view.extend(events)
    assert [event.audience for event in events if isinstance(event.data, Said)] == [CLUB] * 5
    for name, turns in HEARD.items():
        heard = [f"word {n}" for n in turns]
        remembered = [message["content"] for message in run.memories[name].serialize("default")]
        assert [text.rpartition(": ")[2] for text in remembered if "word" in text] == heard
        view.perspective = name
        assert told([event for event in view.events if view.may_see(event)]) == heard
        view.go(0)
        assert [view.find(f"word {n}") for n in range(1, 6)] == [n in turns for n in range(1, 6)]
        capsys.readouterr()
        show(tmp_path / "run.jsonl", "", name)
        out = capsys.readouterr().out
        assert [f"word {n}" in out for n in range(1, 6)] == [n in turns for n in range(1, 6)]
        show(tmp_path / "run.jsonl", str(len(events) - 1), name)
        assert ("word 5" in capsys.readouterr().out) == (5 in turns)
