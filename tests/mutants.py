"""Short whole recordings of every scene, and what a careless editor, a bad disk or a forger makes of them."""

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from core.engine.agents import Scripted
from core.engine.casting import agent_for, open_run, prepare
from core.engine.registry import find_scene
from core.llm.routes import Routes
from core.recording.file import Recorder

GAMES: dict[str, tuple[dict[str, Any], dict[str, str], dict[str, list[str]]]] = {
    "coloring": (
        {"max_turns": 24},
        {"A": "rules", "H": "human", "B": "llm:mock"},
        {"H": ["color h1 red", "say @A h1 is red", "pass", "color h2 green", "satisfied"]},
    ),
    "council": (
        {"members": 4, "agenda": "Plant trees; Sell the forest", "rounds": 1},
        {"Ann": "human", "Bob": "llm:mock"},
        {"Ann": ["tell Bob it is a danger", "offer Dan yes on 2 for no on 1", "say I am against it. Cat, why?"]},
    ),
    "coup": ({"players": 3, "talk": "open"}, {"Ann": "bluffer", "Bob": "llm:mock", "Cat": "random"}, {}),
    "feed": (
        {"agents": 6, "ticks": 24, "mix": "lively", "day": 10, "newcomers": 1, "plan": "3 inject mira food: Soup!"},
        {"mira": "llm:mock", "guest": "human"},
        {"guest": ["like", "scroll", "reply thanks", "post music: la la", "reshare"]},
    ),
    "hanabi": ({"players": 2, "max_turns": 40}, {"Ann": "llm:mock", "Bob": "convention"}, {}),
}
"""Options, cast and what its people do."""
HUGE = (1e308, -1e308, 10**30, -(10**30), 2**63, -1, 0, 1, 0.5, 255, 10**7)
OTHER: tuple[Any, ...] = (
    *HUGE,
    None,
    True,
    False,
    "",
    "Ann",
    "\u202e",
    "all",
    "x" * 3000,
    [],
    {},
    [[]],
    [None],
    ["A", "A"],
)


def play(scene: str, path: Path) -> list[bytes]:
    """A whole game, line by line."""
    options, cast, commands = GAMES[scene]
    header = prepare(scene, options, cast, 5)
    agents = {name: agent_for(find_scene(scene), policy) for name, policy in header.cast.items() if policy != "human"}
    agents.update({name: Scripted(told) for name, told in commands.items()})
    recorder = Recorder.create(path, header)

    async def run() -> None:
        async for _ in open_run(header, agents=agents, routes=Routes(), write=recorder.write):
            pass

    asyncio.run(run())
    recorder.close()
    return path.read_bytes().splitlines()


def mutant(lines: list[bytes], draw: Random) -> bytes:
    """The recording, damaged once to three times."""
    lines = list(lines)
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        draw.choice(DAMAGES)(lines, draw)
    data = b"\n".join(lines) + b"\n"
    return data[: draw.randrange(len(data))] if draw.random() < 0.1 else data


def _flip(lines: list[bytes], draw: Random) -> None:
    at = draw.randrange(len(lines))
    line = bytearray(lines[at])
    for _ in range(draw.randint(1, 3)):
        line[draw.randrange(len(line))] = draw.choice((draw.randrange(256), *b'"0123456789,:{}[]abc'))
    lines[at] = bytes(line).replace(b"\n", b" ")


def _drop(lines: list[bytes], draw: Random) -> None:
    del lines[draw.randrange(1, len(lines))]
    _renumber(lines, draw)


def _double(lines: list[bytes], draw: Random) -> None:
    at = draw.randrange(1, len(lines))
    lines.insert(draw.choice((at, draw.randrange(1, len(lines)))), lines[at])
    _renumber(lines, draw)


def _swap(lines: list[bytes], draw: Random) -> None:
    one = draw.randrange(1, len(lines) - 1)
    other = draw.choice((one + 1, draw.randrange(1, len(lines))))
    lines[one], lines[other] = lines[other], lines[one]
    _renumber(lines, draw)


def _change(lines: list[bytes], draw: Random) -> None:
    """A value becomes another of its kind, of another kind, or enormous; or it goes, or stands twice."""
    at = 0 if draw.random() < 0.15 else draw.randrange(len(lines))
    try:
        told = json.loads(lines[at])
    except ValueError:
        return
    places = list(_places(told))
    if not places:
        return
    holder, key = draw.choice(places)
    value = holder[key]
    what = draw.random()
    if what < 0.5:
        pool = [other for line in draw.sample(lines, min(len(lines), 12)) for other in _leaves(line)]
        alike = [other for other in pool if type(other) is type(value)]
        holder[key] = draw.choice(alike or [*OTHER])
    elif what < 0.7 and type(value) in (int, float):
        holder[key] = draw.choice((value + 1, value - 1, -value, *HUGE))
    elif what < 0.85:
        holder[key] = draw.choice(OTHER)
    elif isinstance(holder, list):
        holder.insert(key, value) if draw.random() < 0.5 else holder.pop(key)
    elif draw.random() < 0.5:
        del holder[key]
    else:
        holder[draw.choice([*holder])] = value
    lines[at] = json.dumps(told, separators=(",", ":"), ensure_ascii=draw.random() < 0.5).encode("utf-8", "replace")


DAMAGES: tuple[Callable[[list[bytes], Random], None], ...] = (_flip, _drop, _double, _swap, *[_change] * 8)


def _renumber(lines: list[bytes], draw: Random) -> None:
    """Half of the forgers know that events are numbered."""
    if draw.random() < 0.5:
        return
    for n, line in enumerate(lines[1:], 1):
        head, comma, rest = line.partition(b",")
        lines[n] = b'{"n":%d%b%b' % (n, comma, rest) if head.startswith(b'{"n":') else line


def _places(told: Any) -> Iterator[tuple[Any, Any]]:
    """Wherever a value stands, at any depth: what holds it, and by which key."""
    for key in told if isinstance(told, dict) else range(len(told)) if isinstance(told, list) else ():
        yield told, key
        yield from _places(told[key])


def _leaves(line: bytes) -> Iterator[Any]:
    try:
        told = json.loads(line)
    except ValueError:
        return
    for holder, key in _places(told):
        yield holder[key]
