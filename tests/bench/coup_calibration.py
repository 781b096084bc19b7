"""Whether what the strong player of Coup says of its chances is so: of all said to win 30 to 40%, how much does?

    python -m tests.bench.coup_calibration [--games 2000] [--first 1] [--playouts 30] [--players 3,4,5,6]
                                             [--among strong,honest,bluffer,random] [--fit]

Tables of so many players, drawn by seed from these bots, at least one of them strong. Now and then a strong player is
asked what it takes to be best, as a person is told by `h`; what it says counts, with how the game ended for that
player. That is asked with all playouts, while the game goes on with fewer, or it would take days. `--fit` fits what
is said to what came, and prints the numbers for `scenes.coup.strong.player`; held against what came is what a fit
to the games with even seeds says in those with odd ones, and the other way round. Without it that is what the game
itself says. Where two are left, three, or more, is a table and a fit of its own. So is what plans tell, but that is
what is won against who plays as well, and is fitted to nothing.
"""

import argparse
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from unittest.mock import patch

import numpy as np
from msgspec.structs import replace

from core.engine.agents import Agent
from core.engine.chance import Chance
from core.engine.turn import Turn
from scenes.coup.actions import Action
from scenes.coup.observation import Observation
from scenes.coup.strong import player
from scenes.coup.strong.player import apply_calibration, calibrated_chance, equilibrium_plan, explain, log_odds
from scenes.coup.strong.search import search as played_out
from tests.bench.coup_tables import watched

POLICIES = ("strong", "honest", "bluffer", "random")
TENTHS = 10
ROUNDS = 50
"""Of Newton's method, which needs a few."""
ASKED = 0.12
"""Of all decisions: those of one game end alike, so that few of many games tell more."""
TOLD = {"playouts": 200}
"""As by default."""


class Told(NamedTuple):
    seed: int
    share: float
    """Of playouts, won with what was best; or the chance by the plan."""
    living: int
    """Players who were in the game."""
    planned: bool
    """Whether that is told by a plan."""
    came: bool
    """Whether the player won."""


Said = Callable[[Told], float]


def by_the_game(told: Told) -> float:
    return told.share if told.planned else calibrated_chance(told.share, told.living)


def by_the_other_half(told: Sequence[Told]) -> Said:
    """What is said in games with odd seeds by fits to those with even ones, and the other way round."""
    fits = [fits_to([each for each in told if each.seed % 2 != half]) for half in (0, 1)]
    return lambda each: (
        each.share if each.planned else apply_calibration(each.share, fits[each.seed % 2][kind_of(each)])
    )


class Row(NamedTuple):
    """What was said, within a tenth or among so many players."""

    decisions: int
    said: float
    came: float


class Overheard(Agent):
    """A strong player, and what it says when it is asked: what share the best action wins, and how many were in the
    game."""

    def __init__(self, agent: Agent, seed: int) -> None:
        self.agent = agent
        self.draw = random.Random(seed)
        self.told: list[tuple[float, int, bool]] = []

    def act(self, turn: Turn) -> Action:
        seen: Observation = turn.observation
        if len(turn.legal) > 1 and self.draw.random() < ASKED:
            living = sum(player.cards > 0 for player in seen.players)
            self.told += ((share, living, planned) for share, planned in shares(seen))
        action: Action = self.agent.act(turn)  # type: ignore[assignment]
        return action


def shares(seen: Observation) -> list[tuple[float, bool]]:
    """As `h` has them, and whether by a plan; nothing where no chance is told."""
    heard = list[tuple[float, bool]]()

    def solved(*given: object) -> object:
        plan = equilibrium_plan(*given)  # type: ignore[arg-type]
        heard.extend([(plan.best.wins, True)] if plan else [])
        return plan

    def search(*given: object) -> object:
        action, tried = played_out(*given)  # type: ignore[arg-type]
        heard.append((tried[0].won, False))
        return action, tried

    with patch.object(player, "search", search), patch.object(player, "equilibrium_plan", solved):
        explain(replace(seen, style=replace(seen.style, **TOLD)), Chance(0)("told", seen.name), best=True)
    return heard


def lineup(seed: int, players: Sequence[int], among: Sequence[str] = POLICIES) -> list[str]:
    draw = random.Random(seed)
    table = ["strong", *draw.choices(among, k=draw.choice(players) - 1)]
    draw.shuffle(table)
    return table


def overheard(seed: int, playouts: int, players: Sequence[int], among: Sequence[str] = POLICIES) -> Iterator[Told]:
    """All that is told in one game."""
    table = lineup(seed, players, among)
    listening, winners = watched(table, seed, {"playouts": playouts}, "strong", lambda agent: Overheard(agent, seed))
    for name, agent in listening.items():
        yield from (Told(seed, *told, name in winners) for told in agent.told)


def reliability(said: Iterable[tuple[float, bool]]) -> dict[int, Row]:
    """By tenth of what was said."""
    tenths: dict[int, list[tuple[float, bool]]] = {}
    for odds, came in said:
        tenths.setdefault(min(int(odds * TENTHS), TENTHS - 1), []).append((odds, came))
    return {tenth: _row(each) for tenth, each in sorted(tenths.items())}


def _row(said: Sequence[tuple[float, bool]]) -> Row:
    return Row(len(said), sum(odds for odds, _ in said) / len(said), sum(came for _, came in said) / len(said))


def fitted(told: Sequence[tuple[float, bool]]) -> tuple[float, float]:
    """Logistic regression of what came on the log odds of what was played out: what to add, what to multiply by."""
    x = np.array([[1.0, log_odds(share)] for share, _ in told])
    y = np.array([came for _, came in told], float)
    weights = np.array([0.0, 1.0])
    for _ in range(ROUNDS):
        p = 1 / (1 + np.exp(-x @ weights))
        slope, curve = x.T @ (y - p), (x * (p * (1 - p))[:, None]).T @ x
        weights = weights + np.linalg.solve(curve + 1e-6 * np.eye(2), slope)
    return round(float(weights[0]), 3), round(float(weights[1]), 3)


def fits_to(told: Sequence[Told]) -> dict[str, tuple[float, float]]:
    found = by_left(each for each in told if not each.planned)
    return {left: fitted([(each.share, each.came) for each in some]) for left, some in found.items()}


def report(told: Sequence[Told], said: Said = by_the_game) -> None:
    """By tenth of what is said: all together, by how it is told, and then by players in the game."""
    _tenths("all", told, said)
    _tenths("three or more left", [each for each in told if each.living > 2], said)
    for left, some in by_left(told).items():
        _tenths(left, some, said)
    by_living: dict[str, Row] = {}
    for living in sorted({each.living for each in told}):
        some = [each for each in told if each.living == living]
        by_living[f"{living} left"] = _row([(said(each), each.came) for each in some])
    _print("said", "by players in the game", by_living)


def _tenths(name: str, told: Sequence[Told], said: Said) -> None:
    games = len({each.seed for each in told})
    rows = reliability((said(each), each.came) for each in told)
    _print(
        "said", f"{name}: {len(told):,} in {games} games", {f"{10 * n}–{10 * n + 10} %": row for n, row in rows.items()}
    )


def by_left(told: Iterable[Told]) -> dict[str, list[Told]]:
    found: dict[str, list[Told]] = {}
    for each in told:
        found.setdefault(kind_of(each), []).append(each)
    return found


def kind_of(told: Told) -> str:
    return "by plan" if told.planned else {2: "two left", 3: "three left"}.get(told.living, "more left")


def _print(what: str, of: str, rows: Mapping[str, Row]) -> None:
    print(f"\n{what:10}{'decisions':>10}{'said':>8}{'came':>8}{'off':>8}   {of}")
    for name, row in rows.items():
        off = f"{100 * (row.said - row.came):+.1f}"
        print(f"{name:10}{row.decisions:10}{row.said:8.1%}{row.came:8.1%}{off:>8}")


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(prog="coup_calibration", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--playouts", type=int, default=30)
    parser.add_argument("--players", default="3,4,5,6")
    parser.add_argument("--among", default=",".join(POLICIES))
    parser.add_argument("--fit", action="store_true")
    wish = parser.parse_args(list(arguments))
    seeds = range(wish.first, wish.first + wish.games)
    players = [int(count) for count in wish.players.split(",")]
    told = [each for seed in seeds for each in overheard(seed, wish.playouts, players, wish.among.split(","))]
    if wish.fit:
        print(*fits_to(told).items(), sep="\n")
    report(told, by_the_other_half(told) if wish.fit else by_the_game)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
