"""The player's results: figures from their recordings, the page, and the command."""

import json
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from core.engine.casting import prepare
from core.recording.header import Parent
from tests.tui.conftest import screen_of, until
from tests.tui.test_cli import mistake, playbill
from tests.tui.test_lobby import lobby
from tui.screens.you import YouScreen
from tui.you.games import read_games
from tui.you.rating import rate
from tui.you.statistics import player_record


@dataclass
class Folder:
    """A data folder whose recordings have a header and a last line only, which is all that results are read from."""

    path: Path
    count: int = 0

    def add(
        self,
        scene: str,
        seed: int,
        *,
        cast: dict[str, str] | None = None,
        reason: str = "won",
        winners: Sequence[str] = (),
        result: dict[str, float] | None = None,
        branch: bool = False,
        name: str = "",
    ) -> Path:
        header = prepare(scene, {}, cast or {}, seed, human=True)
        self.count += 1
        header = replace(header, created=f"2026-11-{1 + self.count:02}T10:00:00+00:00")
        if branch:
            header = replace(header, parent=Parent("0" * 64, 1, header))
        end = {"reason": reason, "result": result or {}, "digest": "", "winners": winners}
        last = {
            "n": 1,
            "turn": 23,
            "kind": "run_ended",
            "agent": "",
            "audience": None,
            "data": end,
            "end": "turn",
            "t": 0,
        }
        path = self.path / "runs" / (name or f"{scene}-{self.count}.jsonl")
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(header.encode() + b"\n" + msgspec.json.encode(last) + b"\n")
        return path


@pytest.fixture
def folder(own_data: Path) -> Folder:
    return Folder(own_data)


def test_figures_are_of_finished_games_of_one_person_once_a_deal(folder: Folder) -> None:
    for seed, winner in enumerate(["Ann", "Bob", "Ann", "Ann"]):
        folder.add("coup", seed, winners=[winner], cast={"Ann": "human", "Bob": "honest"})
    folder.add("coup", 1, winners=["Ann"], cast={"Ann": "human", "Bob": "honest"})
    folder.add("coup", 8, reason="stop")
    folder.add("coup", 9, winners=["Ann"], branch=True)
    folder.add("coup", 10, winners=["Ann"], cast={"Ann": "human", "Bob": "human"})
    folder.add("coup", 11, winners=["Bob"], cast={"*": "rules"})
    folder.add("hanabi", 1, reason="deck_out", result={"score": 20})
    folder.add("hanabi", 2, reason="deck_out", result={"score": 25})
    record = player_record(read_games(folder.path / "runs"))
    assert (record.finished, record.unfinished, record.branches, record.shared) == (7, 1, 1, 1)
    coup, hanabi = record.scenes
    assert (len(coup.games), len(coup.fresh)) == (5, 4)
    assert coup.result.value == 0.75
    assert (coup.streak, coup.best_streak) == (2, 2)
    assert [(each.name, each.games) for each in coup.opponents] == [("honest, 2 rules", 4)]
    assert coup.rating is not None
    assert coup.rating.points > 1600
    assert hanabi.result.value == 0.9
    assert hanabi.result.low < 0.9 < hanabi.result.high
    assert hanabi.rating is None
    assert hanabi.games[0].words == "20 of 25 points in 23 turns"


def test_only_games_against_the_scenes_own_bots_are_rated(folder: Folder) -> None:
    folder.add("coup", 1, winners=["Ann"], cast={"Ann": "human", "Bob": "random"})
    folder.add("werewolf", 1, winners=["Ann", "Bob"], cast={"Ann": "human"})
    coup, werewolf = sorted(player_record(read_games(folder.path / "runs")).scenes)
    assert coup.rating is None
    assert werewolf.rating is not None, "the moderator is no opponent"
    assert werewolf.rating == rate([(0.5, True)])


def test_the_rating_interval_holds_the_true_rating(folder: Folder) -> None:
    """Cover the true rating in about 95 of 100 cases, for players drawn from the prior."""
    draw, held, times = random.Random(1), 0, 600
    for _ in range(times):
        strength = draw.gauss(0, 350)
        chance = 1 / (1 + 3 * 10 ** (-strength / 400))
        found = rate([(0.25, draw.random() < chance) for _ in range(20)])
        held += abs(1500 + strength - found.points) <= found.half
    assert 0.93 <= held / times <= 0.97
    assert rate([(0.25, i % 4 == 0) for i in range(40)]).points == pytest.approx(1500)


def test_a_rating_is_shown_from_ten_games_on(folder: Folder) -> None:
    for seed in range(9):
        folder.add("coup", seed, winners=["Ann"])
    assert "after 1 more game against" in playbill("you").stdout
    folder.add("coup", 9, winners=["Ann"])
    assert re.search(r" \d{4} ± \d{3} ", playbill("you").stdout)


def test_a_changed_recording_is_read_again(folder: Folder) -> None:
    path = folder.add("coup", 1, winners=["Bob"])
    assert [game.won for game in read_games(path.parent)] == [False]
    path.write_bytes(path.read_bytes().replace(b'"winners":["Bob"]', b'"winners":["Ann","Bob"]'))
    assert [game.won for game in read_games(path.parent)] == [True]
    path.write_bytes(path.read_bytes().replace(b'"kind":"run_ended"', b'"kind":"run_ended'))
    assert read_games(path.parent) == []


def test_the_command_prints_exports_and_deletes(folder: Folder, tmp_path: Path) -> None:
    assert "No finished game yet" in playbill("you").stdout
    own = folder.add("coup", 1, winners=["Ann"])
    journal = own.with_name(f"{own.name}.journal")
    journal.touch()
    bots = folder.add("coup", 2, winners=["Bob"], cast={"*": "rules"})
    printed = playbill("you").stdout
    assert "100 % won" in printed
    assert "won in 23 turns" in printed
    playbill("you", "--json", str(tmp_path / "you.json"))
    data = json.loads((tmp_path / "you.json").read_text())
    assert data["finished"] == 1
    assert data["scenes"][0]["played"][0]["recording"] == own.name
    assert "exists already" in mistake("you", "--json", str(tmp_path / "you.json"))
    assert "--yes" in mistake("you", "--delete").replace("1 recording", "")
    assert own.exists()
    assert "1 recording deleted" in playbill("you", "--delete", "--yes").stderr
    assert not own.exists()
    assert not journal.exists()
    assert bots.exists()


async def test_the_lobby_leads_to_the_page_and_back(folder: Folder) -> None:
    folder.add("coup", 1, winners=["Ann"])
    folder.add("hanabi", 1, reason="deck_out", result={"score": 20})
    async with lobby() as (pilot, screen):
        await pilot.press("Y")
        await until(pilot, lambda: isinstance(pilot.app.screen, YouScreen) and "coup" in screen_of(pilot.app))
        assert "won in 23 turns" in screen_of(pilot.app)
        await pilot.press("down")
        assert "20 of 25 points" in screen_of(pilot.app)
        await pilot.click("#page", offset=(5, 2))
        assert "won in 23 turns" in screen_of(pilot.app)
        await pilot.press("escape")
        assert pilot.app.screen is screen
