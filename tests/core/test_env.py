"""Stepped games."""

import asyncio
from pathlib import Path

import pytest

import playbill as pb
from core.engine.chance import Draw
from core.engine.turn import Action, Turn
from core.env.table import Seating, Table
from core.errors import AgentError, IllegalAction, UserError
from core.recording.file import Recording
from core.recording.verification import verify


def stepped(table: Table, seed: int = 1, most: int = 10_000) -> Table:
    """Play at random."""
    draw = Draw(seed)
    while not table.over and most:
        name = table.waiting[0]
        table.act(name, draw.choice(table.scene.legal(name)))
        most -= 1
    return table


def test_bots_play_the_other_seats(tmp_path: Path) -> None:
    seating = Seating("coup", {"players": 3}, {"Bob": "honest", "Cat": "bluffer"})
    assert seating.stepped == ("Ann",)
    table, recorder = seating.record(4, tmp_path / "game.jsonl")
    while not table.over:
        assert table.waiting == ["Ann"]
        table.act("Ann", table.scene.legal("Ann")[0])
    recorder.close()
    recording = Recording.read(tmp_path / "game.jsonl")
    assert recording.header.cast == {"Ann": "env:", "Bob": "honest", "Cat": "bluffer"}
    assert asyncio.run(verify(recording)) == len(recording.events)
    assert recording.ended is not None
    assert (recording.ended.reason, recording.ended.digest) == (table.over, table.digest)


def test_commands_are_parsed_by_the_scene(tmp_path: Path) -> None:
    table, recorder = Seating("chat", {"players": 2}, {}).record(1, tmp_path / "game.jsonl")
    with pytest.raises(IllegalAction, match="Unknown command"):
        table.command("Ann", "dance")
    for name, command in (("Ann", "say hello\nthere"), ("Ann", "yield"), ("Bob", "yield"), ("Ann", "yield")):
        table.command(name, command)
    recorder.close()
    recording = Recording.read(tmp_path / "game.jsonl")
    assert asyncio.run(verify(recording)) == len(recording.events), "a turn that ends in nothing is its own, no other's"
    assert "Ann: hello there" in [f"{e.agent}: {e.data.sentence()}" for e in recording.events]


def test_a_seed_decides_the_game() -> None:
    seating = Seating("hanabi", {"players": 3}, {})
    boards = [stepped(seating.deal(seed), most=5).scene.board() for seed in (7, 7, 8)]
    assert boards[0] == boards[1] != boards[2]


def test_steps_and_turns_are_limited_by_options() -> None:
    table = Seating("chat", {"players": 2, "max_turns": 3, "max_steps_per_turn": 2}, {}).deal(1)
    said = 0
    while not table.over:
        table.command(table.waiting[0], "say hello")
        said += 1
    assert (table.over, said) == ("max_turns", 6)


@pytest.mark.parametrize(
    ("cast", "why"),
    [
        ({"*": "random"}, "No seat is left to step: leave one of Ann, Bob, Cat, Dan out"),
        ({"Ann": "llm:mock"}, "cannot wait for a model"),
        ({"Ann": "human"}, "cannot wait for human"),
        ({"Ann": "http:"}, "cannot wait for http:"),
        ({"Zoe": "random"}, "Nobody is called 'Zoe'"),
    ],
)
def test_policies_that_would_wait_are_rejected(cast: dict[str, str], why: str) -> None:
    with pytest.raises(UserError, match=why):
        Seating("coup", {}, cast)


class Late(pb.Agent):
    async def act(self, turn: Turn) -> Action:
        return turn.legal[0]


class Wild(pb.Agent):
    def act(self, turn: Turn) -> str:
        return "win"


@pytest.mark.parametrize(("bot", "why"), [(Late, "it has to wait for something"), (Wild, 'Unknown command "win"')])
def test_a_bot_that_waits_or_acts_illegally_is_an_error(bot: type[pb.Agent], why: str) -> None:
    with pytest.raises(AgentError, match=rf"Ann \(py:.*{bot.__name__}\).*{why}"):
        pb.env("coup", cast={"Ann": bot}, starter="first").reset()


def test_a_run_plays_no_stepped_seat(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"Ann is for a program that steps the game \(pb\.env, playbill serve\)"):
        pb.play("coup", {"starter": "first"}, {"Ann": "env:", "*": "random"})
