"""Attempts at puzzles, read from recordings: each attempt is a branch of a puzzle's game."""

import gzip
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import msgspec

from core.engine.events import Acted
from core.puzzles.puzzle import PUZZLE_CREATED, Puzzle, puzzles, puzzles_of
from core.recording.header import Header
from core.recording.lineage import header_of, recordings_in


class Attempt(NamedTuple):
    """A recorded answer to a puzzle."""

    puzzle: Puzzle
    command: str
    """Text of the answer: the first action that the puzzle compares."""
    created: str
    """UTC time at which the attempt began, in ISO 8601."""
    path: Path

    @property
    def is_right(self) -> bool:
        """True if the answer is the best action."""
        return self.command == self.puzzle.best


class _Line(msgspec.Struct):
    """The fields of an event's line that are needed to find an answer."""

    kind: str
    agent: str
    data: msgspec.Raw


def attempts(folder: Path) -> list[Attempt]:
    """Read the answered attempts in a folder, oldest first; of other recordings, only the header."""
    found = [attempt for path in recordings_in([folder]) if (attempt := _attempt(path))]
    return sorted(found, key=lambda each: (each.created, len(each.path.name), each.path.name))


def puzzle_of(header: Header) -> Puzzle | None:
    """Return the puzzle that a recording with this header is an attempt at; None for other recordings."""
    parent = header.parent
    if parent is None or parent.header.created != PUZZLE_CREATED:
        return None
    key, config = (parent.header.scene, parent.header.seed, parent.n), parent.header.config
    played = [puzzle for puzzle in puzzles() if (puzzle.scene, puzzle.seed, puzzle.n) == key]
    return next(
        (p for p in played if header.cast[p.seat] == "human" and all(config[k] == v for k, v in p.options.items())),
        None,
    )


def first_tries(found: Sequence[Attempt]) -> dict[str, bool]:
    """Map the id of each puzzle that was tried to True if the first answer was right."""
    out: dict[str, bool] = {}
    for attempt in found:
        out.setdefault(attempt.puzzle.id, attempt.is_right)
    return out


def solved(found: Sequence[Attempt]) -> set[str]:
    """Return the ids of the puzzles that were solved, at the first try or later."""
    return {attempt.puzzle.id for attempt in found if attempt.is_right}


def next_puzzle(scene: str, done: Collection[str], after: Puzzle | None = None) -> Puzzle:
    """Return the easiest unsolved puzzle of a scene, or of all for ""; the easiest one if all are solved.

    Args:
        scene: The scene. Raises UserError if it has no puzzles.
        done: Ids of solved puzzles.
        after: Puzzle after which the search begins; it comes round to earlier puzzles last.
    """
    ordered = puzzles_of(scene)
    at = ordered.index(after) + 1 if after else 0
    return next((puzzle for puzzle in [*ordered[at:], *ordered[:at]] if puzzle.id not in done), ordered[0])


def _attempt(path: Path) -> Attempt | None:
    header = header_of(path)
    puzzle = puzzle_of(header) if header else None
    if header is None or puzzle is None:
        return None
    command = next((text for text in _commands(path, puzzle) if puzzle.verdict(text)), "")
    return Attempt(puzzle, command, header.created, path) if command else None


def _commands(path: Path, puzzle: Puzzle) -> Iterator[str]:
    """Yield the commands of the puzzle's seat after its position."""
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
        for text in islice(file, puzzle.n + 1, None):
            line = msgspec.json.decode(text, type=_Line)
            if line.kind == Acted.kind and line.agent == puzzle.seat:
                yield msgspec.json.decode(line.data, type=Acted).command
