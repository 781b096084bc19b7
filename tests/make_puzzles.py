"""Makes the shipped puzzles in core/puzzles/: `make puzzles`. It takes about half an hour."""

import sys
from os import cpu_count

import msgspec

from core.puzzles.puzzle import LEVELS, PUZZLES_FILE, puzzles
from tests.puzzles.mining import SOURCES, mine

EACH = 70
"""Number of puzzles of a scene."""


def main(names: list[str]) -> None:
    for scene in names or SOURCES:
        kept = [puzzle for puzzle in puzzles() if puzzle.scene != scene] if PUZZLES_FILE.exists() else []
        found = mine(scene, EACH, cpu_count() or 1)
        both = sorted([*kept, *found], key=lambda puzzle: (puzzle.scene, puzzle.number))
        PUZZLES_FILE.write_bytes(msgspec.json.Encoder().encode_lines(both))
        puzzles.cache_clear()
        levels = ", ".join(f"{sum(p.level == level for p in found)}" for level in range(1, LEVELS + 1))
        print(f"{scene}: {len(found)} puzzles; of levels 1 to {LEVELS}: {levels}")


if __name__ == "__main__":
    main(sys.argv[1:])
