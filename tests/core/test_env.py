"""Environments: stepped games, and scenes served over HTTP."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

import playbill as pb
from core.engine.chance import Draw
from core.engine.turn import Action, Turn
from core.env.serving import Server
from core.env.table import SteppedGame, SteppedGameFactory
from core.errors import AgentError, IllegalAction, UserError
from core.recording.file import Recording
from core.recording.verification import verify
from scenes.coup.scene import CoupScene
from tests.core.test_remote_seats import AGENTS, Guest


def stepped(table: SteppedGame, seed: int = 1, most: int = 10_000) -> SteppedGame:
    """Play up to `most` random actions."""
    draw = Draw(seed)
    while not table.over and most:
        name = table.waiting[0]
        table.act(name, draw.choice(table.scene.legal(name)))
        most -= 1
    return table


def test_bots_play_the_other_seats(tmp_path: Path) -> None:
    seating = SteppedGameFactory("coup", {"players": 3}, {"Bob": "honest", "Cat": "bluffer"})
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
    table, recorder = SteppedGameFactory("chat", {"players": 2}, {}).record(1, tmp_path / "game.jsonl")
    with pytest.raises(IllegalAction, match="Unknown command"):
        table.command("Ann", "dance")
    for name, command in (("Ann", "say hello\nthere"), ("Ann", "yield"), ("Bob", "yield"), ("Ann", "yield")):
        table.command(name, command)
    recorder.close()
    recording = Recording.read(tmp_path / "game.jsonl")
    assert asyncio.run(verify(recording)) == len(recording.events), "a turn that ends in nothing is its own, no other's"
    assert "Ann: hello there" in [f"{e.agent}: {e.data.sentence()}" for e in recording.events]


def test_a_seed_decides_the_game() -> None:
    seating = SteppedGameFactory("hanabi", {"players": 3}, {})
    boards = [stepped(seating.new_game(seed), most=5).scene.board() for seed in (7, 7, 8)]
    assert boards[0] == boards[1] != boards[2]


def test_steps_and_turns_are_limited_by_options() -> None:
    table = SteppedGameFactory("chat", {"players": 2, "max_turns": 3, "max_steps_per_turn": 2}, {}).new_game(1)
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
        SteppedGameFactory("coup", {}, cast)


class Late(pb.Agent):
    async def act(self, turn: Turn) -> Action:
        return turn.legal[0]


class Wild(pb.Agent):
    def act(self, turn: Turn) -> str:
        return "win"


@pytest.mark.parametrize(("bot", "why"), [(Late, "it has to wait, which"), (Wild, 'Unknown command "win"')])
def test_a_bot_that_waits_or_acts_illegally_is_an_error(bot: type[pb.Agent], why: str) -> None:
    with pytest.raises(AgentError, match=rf"Ann \(py:.*{bot.__name__}\).*{why}"):
        pb.env("coup", cast={"Ann": bot}, starter="first").reset()


def test_a_run_plays_no_stepped_seat(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"Ann is for a program that steps the game \(pb\.env, playbill serve\)"):
        pb.play("coup", {"starter": "first"}, {"Ann": "env:", "*": "random"})


# -- over HTTP


COUP = {"scene": "coup", "options": {"players": 3}, "cast": {"Bob": "honest"}, "seed": 7}


@asynccontextmanager
async def served(record: Path | None = None, **options: Any) -> AsyncIterator[tuple[Guest, str]]:
    server = Server("word", record, **options)
    address = f"http://127.0.0.1:{await server.open()}"
    try:
        async with ClientSession() as http:
            yield Guest(http, address), address
    finally:
        await server.close()


async def finished(guest: Guest, seen: dict[str, Any]) -> dict[str, Any]:
    """Play to the end by the first legal action."""
    while not seen["done"]:
        action = seen["observation"]["legal_numbers"][0]
        status, seen = await guest.post("/step", {"session": seen["session"], "action": action})
        assert status == 200
    return seen


async def test_games_are_stepped_to_their_end(tmp_path: Path) -> None:
    async with served(tmp_path) as (guest, _):
        _, seen = await guest.post("/reset", COUP)
        assert (seen["done"], seen["seed"], seen["rewards"]) == (False, 7, {"Ann": 0.0, "Cat": 0.0})
        assert len(seen["observation"]["numbers"]) > 50
        ends = [await finished(guest, seen)]
        for seed in (7, 8):
            _, again = await guest.post("/reset", {"session": seen["session"], "seed": seed})
            ends.append(await finished(guest, again))
    assert ends[0] == ends[1]
    assert ends[0]["digest"] != ends[2]["digest"]
    assert sum(ends[0]["rewards"].values()) in (0.0, -2.0), "one of two has won, or the bot"
    games = [Recording.read(path) for path in sorted(tmp_path.iterdir())]
    assert [game.ended and game.ended.digest for game in games] == [end["digest"] for end in ends]
    assert await verify(games[0]) == len(games[0].events)


async def test_commands_and_numbers_are_equal_and_hidden_cards_stay_hidden() -> None:
    async with served() as (guest, _):
        hanabi = {"scene": "hanabi", "options": {"players": 2}, "seed": 3}
        (_, one), (_, other) = await asyncio.gather(guest.post("/reset", hanabi), guest.post("/reset", hanabi))
        _, by_word = await guest.post("/step", {"session": one["session"], "action": "play a"})
        _, by_number = await guest.post("/step", {"session": other["session"], "action": 0, "name": "Ann"})
        assert {**by_word, "session": ""} == {**by_number, "session": ""}
        _, mine = await guest.get(f"/state?session={one['session']}&name=Ann")
        assert mine["observation"]["text"].splitlines()[1] == "Ann  ?? ?? ?? ?? ??"
        assert all(held["card"] is None for held in mine["observation"]["seen"]["hands"][0])
        assert mine["observation"]["legal"] == []
        assert await guest.get(f"/state?session={one['session']}&name=Bob") == (200, {**by_word, "reward": 0.0})


async def test_a_secret_pick_is_shown_only_to_the_picked() -> None:
    async with served() as (guest, _):
        _, seen = await guest.post("/reset", {"scene": "werewolf", "options": {"deal": "Ann=seer, Bob=villager"}})
        awake = seen["name"]
        assert seen["waiting"] == [awake] == ["Ann"]
        _, other = await guest.get(f"/state?session={seen['session']}&name=Bob")
        assert (other["waiting"], other["observation"]["legal"]) == ([], [])


async def test_scenes_without_numbers_are_stepped_by_commands() -> None:
    async with served() as (guest, _):
        _, seen = await guest.post("/reset", {"scene": "chat", "options": {"players": 2, "max_turns": 2}})
        session = {"session": seen["session"]}
        status, why = await guest.post("/step", {**session, "action": 1})
        assert (status, why) == (400, {"error": "chat has no numbers for actions: send commands instead"})
        await guest.post("/step", {**session, "action": "say hello"})
        await guest.post("/step", {**session, "action": "yield"})
        _, seen = await guest.post("/step", {**session, "action": "yield"})
        assert (seen["done"], seen["reason"], seen["outcome"]["metrics"]["messages"]) == (True, "max_turns", 1)


BAD: list[tuple[str, Any, int, str]] = [
    ("/reset", b"{", 400, "the body should be JSON"),
    ("/reset", b"\xff", 400, "the body should be JSON"),
    ("/reset", b"[" * 50_000, 400, "the body should be JSON"),
    ("/reset", [], 400, "the body should be a JSON object"),
    ("/reset", b" " * 70_000, 413, "a request holds at most 64 KiB"),
    ("/reset", {"scene": 7}, 400, "scene should be a text"),
    ("/reset", {"scene": "dice"}, 400, "There is no scene 'dice'"),
    ("/reset", {"scene": "coup", "dice": 1}, 400, "unknown key 'dice'; known: session, scene"),
    ("/reset", {"scene": "coup", "seed": -1}, 400, "seed should be a whole number"),
    ("/reset", {"scene": "coup", "seed": True}, 400, "seed should be a whole number"),
    ("/reset", {"scene": "coup", "options": []}, 400, "options and cast should be objects"),
    ("/reset", {"scene": "coup", "options": {"players": 99}}, 400, "option players = 99"),
    ("/reset", {"scene": "coup", "cast": {"Bob": "py:os:abort"}}, 400, "'py:os:abort' cannot play here"),
    ("/reset", {"scene": "coup", "cast": {"Bob": "mcp:rm"}}, 400, "'mcp:rm' cannot play here"),
    ("/reset", {"scene": "coup", "cast": {"Bob": 4}}, 400, "4 cannot play here"),
    ("/reset", {"scene": "coup", "cast": {"*": "random"}}, 400, "No seat is left to step"),
    ("/step", {"session": "x", "action": 1}, 404, "no such session"),
    ("/step", {"action": 1}, 400, "session should be a text"),
    ("/state", {}, 405, "Method Not Allowed"),
    ("/win", {}, 404, "POST /reset, POST /step"),
]
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"action": 99}, "99 is not the number of a legal action: ["),
    ({"action": "win"}, 'Unknown command "win"'),
    ({"action": "say \ud800\x1b[31m"}, "TEXT is missing; write say TEXT"),
    ({"action": "challenge"}, "not now; you can: "),
    ({"action": None}, "action should be a command or a number"),
    ({"action": True}, "action should be a command or a number"),
    ({"action": 1, "name": "Ann"}, "it is not the turn of Ann; known: Cat"),
    ({"action": 1, "name": 3}, "name should be a text"),
    ({"action": 1, "player": "Ann"}, "unknown key 'player'"),
]


async def test_bad_requests_are_rejected_and_the_game_goes_on() -> None:
    async with served() as (guest, address):
        _, seen = await guest.post("/reset", COUP)
        for path, body, status, why in BAD:
            got, answer = await guest.post(path, body)
            assert (got, why in answer["error"]) == (status, True), (path, answer)
        for body, why in WRONG:
            got, answer = await guest.post("/step", {"session": seen["session"], **body})
            assert (got, why in answer["error"]) == (400, True), (body, answer)
        for query in ("session=x", "", f"session={seen['session']}&name=Bob"):
            assert (await guest.get(f"/state?{query}"))[0] in (400, 404), "nobody sees what a bot sees"
        assert (await guest.get(f"/state?session={seen['session']}"))[1] == seen
        end = await finished(guest, seen)
        got, answer = await guest.post("/step", {"session": seen["session"], "action": 0})
        assert (got, answer["error"]) == (400, "the game is over; POST /reset begins another")
        assert end["done"]
        stranger = Guest(guest._http, address, "guess")
        assert (await stranger.post("/reset", COUP))[0] == 401
        assert (await guest.get("/health", Host="evil.example"))[0] == 401


async def test_sessions_are_limited_and_end_when_closed_or_idle() -> None:
    now = [0.0]
    async with served(idle=60, most=2, clock=lambda: now[0]) as (guest, _):
        (_, one), (_, other) = [await guest.post("/reset", COUP) for _ in range(2)]
        status, answer = await guest.post("/reset", COUP)
        assert (status, answer) == (409, {"error": "there are 2 sessions already: POST /close ends one"})
        assert await guest.post("/close", {"session": one["session"]}) == (200, {"closed": one["session"]})
        assert (await guest.get("/health"))[1] == {"status": "healthy", "sessions": 1}
        now[0] = 59.0
        assert (await guest.get(f"/state?session={other['session']}"))[0] == 200
        now[0] = 118.0
        assert (await guest.get("/health"))[1]["sessions"] == 1
        now[0] = 119.0
        assert (await guest.get(f"/state?session={other['session']}"))[0] == 404


async def test_a_failing_scene_ends_only_its_own_session(monkeypatch: pytest.MonkeyPatch) -> None:
    async with served() as (guest, _):
        (_, one), (_, other) = [await guest.post("/reset", COUP) for _ in range(2)]
        with monkeypatch.context() as patch:
            patch.setattr(CoupScene, "resolve", None)
            patch.setattr(CoupScene, "decide", None)
            status, answer = await guest.post("/step", {"session": one["session"], "action": "income"})
        assert (status, answer["error"].partition(": ")[0]) == (500, "the scene failed")
        assert (await guest.get(f"/state?session={one['session']}"))[0] == 404
        assert (await finished(guest, other))["done"]


async def test_concurrent_sessions_do_not_mix() -> None:
    async with served() as (guest, _):

        async def play(seed: int) -> str:
            _, seen = await guest.post("/reset", {**COUP, "options": {"players": 2}, "cast": {}, "seed": seed})
            digest: str = (await finished(guest, seen))["digest"]
            return digest

        together = await asyncio.gather(*map(play, [1, 2] * 2))
        assert together == [await play(seed) for seed in (1, 2)] * 2


async def test_a_taken_port_is_rejected() -> None:
    async with served() as (_, address):
        with pytest.raises(UserError, match="name another port"):
            await Server("word").open(int(address.rpartition(":")[2]))


async def test_the_example_in_docs_learns() -> None:
    async with served() as (guest, address):
        command = [sys.executable, str(AGENTS / "trainer.py"), address, "word", "12"]
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        output, _ = await process.communicate()
        lines = output.decode().splitlines()
        assert process.returncode == 0
        assert sum(int(line.split(" in ")[1].split()[0]) for line in lines) == 12
        assert (await guest.get("/health"))[1]["sessions"] == 0
