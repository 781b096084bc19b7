"""Puzzles: positions of generated games in which one action is clearly best."""

import asyncio
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from core.engine.capabilities import Verdict
from core.engine.casting import open_run, prepare
from core.engine.events import Event
from core.errors import UserError, did_you_mean
from core.recording.header import Header

PUZZLES_FILE = Path(__file__).with_name("puzzles.jsonl")
PUZZLE_CREATED = "2026-01-01T00:00:00+00:00"
"""Creation time in the headers of puzzles' games, which distinguishes attempts from other branches."""
LEVELS = 5


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A position, and the loss of every action but the best one."""

    scene: str
    number: int
    """Number within the scene, from 1; higher numbers are harder."""
    seed: int
    options: dict[str, str | int | float] = {}
    cast: dict[str, str] = {}
    n: int
    """Number of events before the decision."""
    seat: str
    best: str
    """Text of the best action."""
    losses: dict[str, float]
    """Loss of each other action that is compared, in `unit`."""
    unit: str
    theme: str
    """Situation in a few words, without the answer."""
    solved: float
    """Share of bots and rules of thumb that find the best action."""
    digest: str
    """First characters of the digest of the events before the decision."""

    @property
    def id(self) -> str:
        """Scene and number, as in "hanabi 12"."""
        return f"{self.scene} {self.number}"

    @property
    def level(self) -> int:
        """Difficulty from 1 to 5, by the share of bots that find the best action."""
        return min(LEVELS, 1 + int(LEVELS * (1 - self.solved)))

    @property
    def header(self) -> Header:
        """Header of the game that the position comes from. Raises UserError."""
        return replace(prepare(self.scene, self.options, self.cast, self.seed), created=PUZZLE_CREATED)

    def verdict(self, command: str) -> Verdict | None:
        """Compare an action with the best one; None for talk and other actions that are not compared."""
        if command != self.best and command not in self.losses:
            return None
        return Verdict(self.best, self.losses.get(command, 0.0), self.unit)


class Position(NamedTuple):
    """A game in memory up to a puzzle's decision; it can be branched like a recording."""

    header: Header
    events: list[Event]
    path: None = None


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Read the shipped puzzles, by scene and number."""
    return tuple(msgspec.json.Decoder(Puzzle).decode_lines(PUZZLES_FILE.read_bytes()))


def puzzles_of(scene: str) -> list[Puzzle]:
    """Return the puzzles of a scene, easiest first; of all scenes for "". Raises UserError if there are none."""
    scenes = dict.fromkeys(puzzle.scene for puzzle in puzzles())
    if scene and scene not in scenes:
        raise UserError(f"There are no puzzles for {scene!r}; {did_you_mean(scene, scenes)}.")
    found = [puzzle for puzzle in puzzles() if scene in ("", puzzle.scene)]
    return sorted(found, key=lambda puzzle: (puzzle.level, puzzle.number))


def find_puzzle(scene: str, number: int) -> Puzzle:
    """Return a puzzle. Raises UserError if there is none."""
    found = puzzles_of(scene)
    if not 1 <= number <= len(found):
        raise UserError(f"{scene} has puzzles 1 to {len(found)}, not {number}. See playbill puzzle {scene} --list.")
    return found[number - 1]


def play_to_position(header: Header, n: int) -> Position:
    """Play a game between bots up to event `n`."""

    async def play() -> list[Event]:
        events: list[Event] = []
        async for event in open_run(header):
            events.append(event)
            if event.n == n:
                break
        return events

    return Position(header, asyncio.run(play()))
