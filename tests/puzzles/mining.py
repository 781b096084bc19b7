"""Search for puzzles in generated games."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from itertools import chain, count, islice
from typing import Any, NamedTuple

from msgspec.structs import replace

from core.engine.casting import open_run, prepare, scene_after
from core.engine.events import Event
from core.engine.scene import Scene
from core.puzzles.puzzle import PUZZLE_CREATED, Puzzle
from core.recording.header import Header
from core.recording.line_format import encode, stable
from tests.puzzles.playouts import MAX_DECK, solve_hanabi
from tests.puzzles.rating import chosen_action, rate
from tests.puzzles.solving import Solution, solve_coloring, solve_coup, solve_werewolf

EASY = 0.85
"""A position is too easy if this share of policies, or more, finds the best action."""
MAX_PER_GAME = 3
MAX_SHARE_ALIKE = 0.6
"""Largest share of a scene's puzzles of the same level or, in Coup and Hanabi, the same kind of move."""
MAX_SHARES = {"play": 0.45}
"""Smaller limits for kinds of moves that would crowd out the others."""


class Source(NamedTuple):
    """Games that are searched, and the solver of their positions."""

    solve: Callable[[Any, str], Solution | None]
    games: Sequence[tuple[Mapping[str, Any], Mapping[str, str]]]
    """Options and casts; each seed is played with each of them."""


SOURCES = {
    "coloring": Source(
        solve_coloring,
        (
            ({}, {"H": "random"}),
            ({"problem": "generate", "size": 6, "colors": 4}, {"A": "random"}),
            ({"problem": "generate", "size": 7, "density": 0.3}, {"H": "random"}),
        ),
    ),
    "coup": Source(solve_coup, tuple(({"players": 2}, {"*": bot}) for bot in ("rules", "honest", "bluffer"))),
    "hanabi": Source(solve_hanabi, tuple(({"players": players}, {}) for players in (2, 3, 4, 5))),
    "werewolf": Source(solve_werewolf, (({}, {}), ({"players": 9, "roles": "werewolf 3, seer, doctor, witch"}, {}))),
}


def mine(scene: str, wanted: int, workers: int = 1) -> list[Puzzle]:
    """Return `wanted` puzzles of a scene, the easiest first."""
    games = ((scene, options, cast, seed) for seed in count(1) for options, cast in SOURCES[scene].games)
    if workers == 1:
        found = chain.from_iterable(map(search_game, games))
        return _numbered(_chosen(found, wanted))
    with ProcessPoolExecutor(workers) as pool:
        rounds = iter(lambda: list(islice(games, 2 * workers)), [])
        return _numbered(_chosen(chain.from_iterable(p for r in rounds for p in pool.map(search_game, r)), wanted))


def _chosen(found: Iterable[Puzzle], wanted: int) -> Iterator[Puzzle]:
    """Yield `wanted` puzzles; skip those of a level or kind that is already frequent."""
    alike: Counter[str] = Counter()
    for puzzle in found:
        kinds = [f"level {puzzle.level}"]
        kinds += [puzzle.best.split()[0]] if puzzle.scene in ("coup", "hanabi") else []
        if all(alike[kind] < wanted * MAX_SHARES.get(kind, MAX_SHARE_ALIKE) for kind in kinds):
            alike.update(["all", *kinds])
            yield puzzle
            if alike["all"] == wanted:
                return


def _numbered(found: Iterable[Puzzle]) -> list[Puzzle]:
    ordered = sorted(found, key=lambda puzzle: (-puzzle.solved, puzzle.seed, puzzle.n))
    return [replace(puzzle, number=number) for number, puzzle in enumerate(ordered, 1)]


def search_game(game: tuple[str, Mapping[str, Any], Mapping[str, str], int]) -> list[Puzzle]:
    """Return the puzzles of one game."""
    return asyncio.run(_search(*game))


async def _search(name: str, options: Mapping[str, Any], cast: Mapping[str, str], seed: int) -> list[Puzzle]:
    header = replace(prepare(name, options, cast, seed), created=PUZZLE_CREATED)
    events = [event async for event in open_run(header)]
    scene, step, out = scene_after(header, ()), list[Event](), list[Puzzle]()
    for event in events:
        step.append(event)
        if event.end:
            past = events[: step[0].n - 1]
            for seat in _deciding(scene, header, step):
                puzzle = await make_puzzle(header, options, cast, past, scene, seat)
                if puzzle and puzzle.best not in {each.best for each in out}:
                    out.append(puzzle)
                if len(out) == MAX_PER_GAME:
                    return out
            for each in step:
                scene.apply(each)
            step = []
    return out


def _deciding(scene: Scene, header: Header, step: Sequence[Event]) -> Iterator[str]:
    """Yield the seats that act in a step; in a game with a random player only that one."""
    acting = {event.agent for event in step} - {"Moderator"}
    drawn = [name for name, policy in header.cast.items() if policy == "random"]
    return (name for name in drawn or header.cast if name in acting and step[0].turn)


async def make_puzzle(
    header: Header,
    options: Mapping[str, Any],
    cast: Mapping[str, str],
    past: Sequence[Event],
    scene: Scene,
    seat: str,
) -> Puzzle | None:
    """Make a puzzle of a position; None if no action is clearly best, or if it is too easy."""
    if header.scene == "hanabi" and not await _is_open(header, past, scene, seat):
        return None
    solved = SOURCES[header.scene].solve(scene, seat)
    if solved is None:
        return None
    share = await rate(header, past, scene, seat, solved.best, len(solved.losses) + 1)
    if share >= EASY:
        return None
    return Puzzle(
        scene=header.scene,
        number=0,
        seed=header.seed,
        options=dict(options),
        cast=dict(cast),
        n=len(past),
        seat=seat,
        best=solved.best,
        losses=solved.losses,
        unit=solved.unit,
        theme=solved.theme,
        solved=share,
        digest=short_digest(past),
    )


async def _is_open(header: Header, past: Sequence[Event], scene: Scene, seat: str) -> bool:
    """Return True for a late position, worth the solver's time, in which two bots disagree."""
    if scene.observe(seat).deck > MAX_DECK:
        return False
    good, beginner = [await chosen_action(header, past, scene, seat, bot, header.seed) for bot in ("rules", "cautious")]
    return good != beginner


def short_digest(events: Sequence[Event]) -> str:
    """Return the first characters of the digest of the events before a decision."""
    return sha256(b"\n".join(stable(encode(event)) for event in events)).hexdigest()[:12]
