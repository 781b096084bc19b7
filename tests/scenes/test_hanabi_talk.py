"""Talk in Hanabi: the turn as a protocol, who hears what, and illegal statements."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from core.engine.casting import open_run, prepare, set_up
from core.engine.events import Acted, Event, GroupStarted, RunEnded
from core.engine.turn import Pick
from core.errors import IllegalAction, UserError
from core.llm.routes import Routes
from core.recording.file import Recorder, Recording
from core.recording.verification import verify
from core.testing.games import view
from scenes.hanabi.actions import Advise, Discard, Play, Propose
from scenes.hanabi.events import Advised, Clued, Discarded, Played, Proposed
from scenes.hanabi.scene import HanabiScene

DECK = (
    "R1 R2 R3 R4 R5 "  # Ann: a is R5
    "Y1 Y2 Y3 Y4 Y5 "  # Bob: a is Y5
    "G1 G2 B3 G4 G5 "  # Cat: a is G5
    "R1 R1 R2 R3 R4 Y1 Y1 Y2 Y3 Y4 G1 G1 G2 G3 G3 G4 B1 B1 B1 B2 B2 B3 B4 B4 B5 P1 P1 P1 P2 P2 P3 P3 P4 P4 P5"
)


class Table:
    """A game with known hands, played by lines of a name and a command."""

    def __init__(self, *lines: str, **options: Any) -> None:
        told = {"players": 3, "deck": DECK, **options}
        self.scene, self.chance = set_up(prepare("hanabi", told, {}, 1))
        assert isinstance(self.scene, HanabiScene)
        self.hanabi: HanabiScene = self.scene
        self.events: list[Event] = []
        self.take(self.scene.start(self.chance))
        for line in lines:
            self.do(line)

    def take(self, events: Iterator[Event]) -> None:
        for event in events:
            numbered = msgspec.structs.replace(event, n=len(self.events) + 1)
            self.scene.apply(numbered)
            self.events.append(numbered)

    def do(self, line: str) -> None:
        name, command = line.split(" ", 1)
        action = self.scene.parse(name, command)
        self.scene.check(name, action)
        self.take(self.scene.decide(name, action, self.chance))

    def refused(self, line: str) -> str:
        before = view(self.scene)
        with pytest.raises(IllegalAction) as caught:
            self.do(line)
        assert view(self.scene) == before
        return str(caught.value)

    def phase(self, name: str = "Ann") -> str:
        return str(self.hanabi.observe(name).talk.phase)


# -- the protocol


def test_a_turn_is_a_proposal_advice_of_the_next_in_rotation_and_a_move() -> None:
    table = Table(players=5, deck="", advisers=2)
    assert (table.phase(), table.scene.pick()) == ("act", Pick(("Ann",)))
    table.do("Ann propose play b: why not")
    assert (table.phase(), table.scene.pick()) == ("advise", Pick(("Bob", "Cat"), together=True))
    table.do("Bob support")
    table.do("Cat alternative play d: safer")
    assert (table.phase(), table.scene.pick()) == ("decide", Pick(("Ann",)))
    table.do("Ann play d")
    assert (table.phase(), table.scene.pick()) == ("act", Pick(("Bob",)))
    table.do("Bob play a")
    assert table.scene.pick() == Pick(("Cat",))


@pytest.mark.parametrize(
    ("players", "advisers", "seat", "asked"),
    [
        (2, 2, 0, ["Bob"]),
        (2, 3, 1, ["Ann"]),
        (3, 3, 2, ["Ann", "Bob"]),
        (4, 2, 3, ["Ann", "Bob"]),
        (4, 3, 1, ["Cat", "Dan", "Ann"]),
        (5, 2, 4, ["Ann", "Bob"]),
        (5, 3, 3, ["Eve", "Ann", "Bob"]),
    ],
)
def test_who_is_asked(players: int, advisers: int, seat: int, asked: list[str]) -> None:
    table = Table(players=players, deck="", advisers=advisers)
    for name in table.scene.names[:seat]:
        table.take(table.scene.decide(name, table.scene.default(name), table.chance))
    name = table.scene.names[seat]
    assert table.scene.pick() == Pick((name,))
    table.do(f"{name} propose play a")
    assert table.scene.pick() == Pick(tuple(asked), together=True)


def test_what_is_refused() -> None:
    table = Table()
    assert "advice" in table.refused("Bob support")
    assert "touches no card" in table.refused("Ann propose clue Bob red")
    assert "8 clue tokens" in table.refused("Ann propose discard a")
    assert "one line" in table.refused("Ann propose play a: " + "x" * 601)
    assert "colon" in table.refused("Ann propose play a because")
    assert "colon" in table.refused("Ann support of course")
    table.do("Ann propose play a")
    assert "proposal already" in table.refused("Ann propose play b")
    assert "asks for advice" in table.refused("Bob play a")
    assert "advice" in table.refused("Ann support")
    assert "8 clue tokens" in table.refused("Bob alternative discard a")
    assert "your own hand" in table.refused("Bob alternative clue Bob yellow")
    assert "own hand" in table.refused("Bob alternative clue Ann red")
    assert "touches no card" in table.refused("Bob alternative clue Cat red")
    for action in (
        Advise("alternative"),
        Advise("support", "", Play(0)),
        Advise("hm", "", Play(0)),
        Advise("support", "\n"),
    ):
        with pytest.raises(IllegalAction):
            table.scene.check("Bob", action)
    assert table.scene.default("Bob") == Advise("support")
    assert table.scene.default("Ann").ends_turn


def test_the_command_language_of_talk() -> None:
    scene = Table().scene
    for command in (
        "propose play a",
        "propose clue Bob 3: it is: urgent",
        "support",
        "support: yes: do",
        "modify clue Cat green: better",
        "alternative discard e",
    ):
        assert scene.describe(scene.parse("Ann", command)) == command
    assert scene.parse("Ann", "PROPOSE Play A:  so   be it ") == Propose(Play(0), "so be it")
    assert scene.parse("Ann", "support:") == Advise("support")
    assert scene.parse("Ann", "alternative d b: words") == Advise("alternative", "words", Discard(1))


def test_talk_takes_no_turn_of_the_game() -> None:
    """The same moves with and without talk lead to the same cards, final round and score."""
    plain, talked = Table(players=2, deck=""), Table(players=2, deck="")
    while plain.scene.is_complete() is None:
        name, other = plain.scene.pick().names[0], ""  # type: ignore[union-attr]
        move = plain.scene.default(name)
        other = next(n for n in plain.scene.names if n != name)
        talked.do(f"{name} propose {talked.scene.describe(move)}")
        talked.do(f"{other} support: fine")
        for table in (plain, talked):
            table.take(table.scene.decide(name, move, table.chance))
    one, two = plain.scene.outcome().metrics, talked.scene.outcome().metrics
    assert {**two, "proposals": 0} == one
    assert two["proposals"] == two["moves"]
    assert [e.data for e in talked.events if not isinstance(e.data, Proposed | Advised)] == [
        e.data for e in plain.events
    ]


def test_the_rules_say_whose_turn_it_is_and_no_option_does() -> None:
    with pytest.raises(UserError, match="no option 'ordering'"):
        prepare("hanabi", {"ordering": "random"}, {}, 0)
    header = prepare("hanabi", {"players": 3}, {"*": "cautious"}, 0)

    async def go() -> list[Event]:
        return [event async for event in open_run(header)]

    movers = [e.agent for e in asyncio.run(go()) if isinstance(e.data, Played | Discarded | Clued)]
    assert movers == [("Ann", "Bob", "Cat")[i % 3] for i in range(len(movers))]


def test_bots_agree_in_silence_and_people_answer_in_words(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("propose play a: let us see\nplay e\nalternative play b: rather\nsupport: good\nplay d\n")
    cast = {"Ann": f"script:{script}", "Bob": "cautious", "Cat": "llm:mock", "Dan": "cautious"}
    events, _ = asyncio.run(recorded(tmp_path / "run.jsonl", {"players": 4, "max_turns": 40}, cast))
    assert [e.data.command for e in events if isinstance(e.data, Acted)][:3] == [
        "propose play a: let us see",
        "play e",
        "alternative play b: rather",
    ]
    first = [(e.agent, type(e.data)) for e in events if isinstance(e.data, Proposed | Advised | Played)][:4]
    assert first == [("Ann", Proposed), ("Bob", Advised), ("Cat", Advised), ("Ann", Played)]
    words = [(e.agent, e.data.words) for e in events if isinstance(e.data, Advised)]
    assert words[:2] == [("Bob", ""), ("Cat", "I see nothing better.")]
    assert not any(isinstance(e.data, Proposed) and e.agent in ("Bob", "Dan") for e in events)
    moves = [e.agent for e in events if isinstance(e.data, Played | Discarded | Clued)]
    assert moves == [("Ann", "Bob", "Cat", "Dan")[n % 4] for n in range(len(moves))]


@pytest.mark.parametrize("policy", HanabiScene.bots)
def test_every_bot_supports_what_is_proposed(policy: str) -> None:
    table = Table("Ann propose play a")
    for name in ("Bob", "Cat"):
        turn: Any = SimpleNamespace(observation=table.scene.observe(name), legal=table.scene.legal(name), name=name)
        assert HanabiScene.bots[policy]().act(turn) == Advise("support")


async def recorded(path: Path, options: dict[str, Any], cast: dict[str, str]) -> tuple[list[Event], Recording]:
    header = prepare("hanabi", options, cast, 3)
    recorder = Recorder.create(path, header)
    events = [event async for event in open_run(header, write=recorder.write, routes=Routes())]
    recorder.close()
    recording = Recording.read(path)
    assert await verify(recording) == len(events)
    return events, recording


async def test_phases_survive_a_cut_at_any_line(tmp_path: Path) -> None:
    lines = {
        "Ann": [
            "propose play a: look",
            "dance",
            "play a",
            "support",
            "modify play b: that one",
            "propose play c",
            "play c",
        ],
        "Bob": ["support: yes", "propose clue Ann 1", "play a", "alternative play e"],
        "Cat": ["alternative play b: no", "support", "propose play e: so", "play e", "support"],
    }
    for name, script in lines.items():
        (tmp_path / name).write_text("\n".join(script))
    cast = {name: f"script:{tmp_path / name}" for name in lines}
    path = tmp_path / "run.jsonl"
    events, whole = await recorded(path, {"players": 3, "max_turns": 14}, cast)
    assert sum(isinstance(e.data, Proposed) for e in events) >= 3
    assert sum(isinstance(e.data, GroupStarted) for e in events) >= 3
    kept = path.read_bytes().splitlines(keepends=True)
    states = set()
    for cut in range(1, len(kept)):
        path.write_bytes(b"".join(kept[:cut]))
        recording = Recording.read(path)
        recorder = Recorder.reopen(recording, recording.header)
        run = open_run(recording.header, past=recording.past, write=recorder.write, routes=Routes())
        rest = [event async for event in run]
        recorder.close()
        states.add(view(run.scene))
        assert isinstance(rest[-1].data, RunEnded)
        assert isinstance(whole.events[-1].data, RunEnded)
        assert rest[-1].data.digest == whole.events[-1].data.digest, f"cut after line {cut}"
    assert len(states) == 1
