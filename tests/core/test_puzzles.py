"""The shipped puzzles: what the file promises, and positions that are made and solved again."""

import asyncio
from collections import Counter

import pytest

from core.engine.casting import scene_after
from core.puzzles.puzzle import LEVELS, Puzzle, play_to_position, puzzles
from core.recording.verification import Mismatch
from tests.puzzles.mining import EASY, SOURCES, make_puzzle, short_digest


def made_again(puzzle: Puzzle) -> Puzzle | None:
    header = puzzle.header
    past = play_to_position(header, puzzle.n).events
    if short_digest(past) != puzzle.digest:
        raise Mismatch(f"{puzzle.id} has another game; make puzzles makes the file again")
    return asyncio.run(make_puzzle(header, puzzle.options, puzzle.cast, past, scene_after(header, past), puzzle.seat))


def test_the_file_has_puzzles_of_four_scenes_with_one_best_action_each() -> None:
    count = Counter(puzzle.scene for puzzle in puzzles())
    assert {*count} == {*SOURCES}
    assert count.total() >= 200
    for puzzle in puzzles():
        assert puzzle.best not in puzzle.losses
        assert min(puzzle.losses.values()) > 0
        assert puzzle.solved < EASY
        assert 1 <= puzzle.level <= LEVELS
    for scene, found in count.items():
        assert [p.number for p in puzzles() if p.scene == scene] == [*range(1, found + 1)]
    clues = sum(p.best.startswith("clue ") for p in puzzles())
    assert clues >= count["hanabi"] / 3
    keys = {(p.scene, p.seed, *p.options.items(), p.n, p.seat) for p in puzzles()}
    assert len(keys) == len(puzzles())


@pytest.mark.parametrize("scene", SOURCES)
@pytest.mark.few(2)
def test_a_puzzle_is_made_again_from_its_seed(scene: str) -> None:
    found = [puzzle for puzzle in puzzles() if puzzle.scene == scene]
    puzzle = found[len(found) // 2]
    again = made_again(puzzle)
    assert again is not None
    assert (again.best, again.losses, again.solved) == (puzzle.best, puzzle.losses, puzzle.solved)


@pytest.mark.slow
def test_all_puzzles_are_made_again() -> None:
    for puzzle in puzzles():
        again = made_again(puzzle)
        assert again is not None, puzzle.id
        assert (again.best, again.losses, again.solved) == (puzzle.best, puzzle.losses, puzzle.solved), puzzle.id
