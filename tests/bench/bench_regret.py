"""How many games tell two bots apart by their results, and how many by regret: a bot against itself with slips.

python -m tests.bench.bench_regret [NAME …] [--seeds N] [--workers N]

docs/experiments.md has figures for 100 seeds in Hanabi and 60 in Coup.

A slip is a random legal action in place of the bot's own. Effects are found with 80 % power at 5 %.
"""

import argparse
from collections.abc import Sequence
from math import ceil
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from core.engine.agents import Agent
from core.engine.casting import prepare
from core.engine.turn import Turn
from core.lab.batch import play_batch
from core.lab.decisions import REGRET_OF
from core.lab.power import seeds_for
from core.lab.rows import Row
from scenes.coup.bots import Honest
from scenes.coup.strong.player import Strong
from scenes.hanabi.bots import Cautious
from scenes.hanabi.convention.player import ConventionPlayer

SLIPS = {"honest": 0.2, "strong": 0.1, "cautious": 0.03, "rules": 0.03}
"""Probability of a slip per decision, by bot."""
RESAMPLES = 1000


class Slips(Agent):
    """A bot that sometimes slips."""

    rate = 0.0

    def act(self, turn: Turn) -> Any:
        action, draw = super().act(turn), turn.chance("slip")  # type: ignore[safe-super]
        return draw.choice(turn.legal) if draw.random() < self.rate else action


class SlippingHonest(Slips, Honest):
    rate = SLIPS["honest"]


class SlippingStrong(Slips, Strong):
    rate = SLIPS["strong"]


class SlippingCautious(Slips, Cautious):
    rate = SLIPS["cautious"]


class SlippingRules(Slips, ConventionPlayer):
    rate = SLIPS["rules"]


class Comparison(NamedTuple):
    """Differences between both bots by game: of results, and of regret."""

    results: list[float]
    regrets: list[float]

    def needed(self) -> tuple[float, float]:
        """Return the numbers of games that find the mean differences."""
        one, other = (_seeds(values) for values in self)
        return one, other

    def ratio(self) -> tuple[float, float, float]:
        """Return how many times fewer games regret needs, with a 95 % interval by bootstrap over games."""
        draw, found = Random(1), list[float]()
        for _ in range(RESAMPLES):
            picked = [draw.randrange(len(self.results)) for _ in self.results]
            one, other = (_effect([values[i] for i in picked]) for values in self)
            found.append((other / one) ** 2 if one else float("inf"))
        found.sort()
        one, other = (_effect(values) for values in self)
        return (other / one) ** 2, found[RESAMPLES // 40], found[-RESAMPLES // 40]


def _effect(values: Sequence[float]) -> float:
    """Return the mean in standard deviations."""
    return fmean(values) / stdev(values)


def _seeds(values: Sequence[float]) -> float:
    mean = abs(fmean(values))
    return seeds_for(mean, stdev(values)) if mean else float("inf")


def slipping_copy(bot: str) -> str:
    """Return the policy of a bot's slipping copy, which worker processes can import."""
    return f"py:tests.bench.bench_regret:Slipping{bot.title()}"


def coup(bot: str, seeds: int, workers: int) -> Comparison:
    """Compare a bot at one table for two with its slipping copy; chance decides who begins."""
    slipping = slipping_copy(bot)
    header = prepare("coup", {"players": 2}, {"Ann": bot, "Bob": slipping}, 1)
    rows = play_batch(header, seeds, workers, regret=True).games
    won = [float(bot in row.won) - float(slipping in row.won) for row in rows]
    return Comparison(won, [_regret(row, slipping) - _regret(row, bot) for row in rows])


def _regret(row: Row, policy: str) -> float:
    return float(row.metrics.get(f"{REGRET_OF}{policy}", 0.0))


def hanabi(bot: str, seeds: int, workers: int) -> Comparison:
    """Compare a bot in games of two with itself with its slipping copy.

    They play different seeds, since in the same one a bot and its copy make the same moves up to the first slip, which
    two models would not.
    """
    slipping = slipping_copy(bot)
    games = [
        play_batch(prepare("hanabi", {"players": 2}, {"*": policy}, seed), seeds, workers, regret=True).games
        for policy, seed in ((bot, 1), (slipping, 1 + seeds))
    ]
    pairs = list(zip(*games, strict=True))
    scores = [float(one.metrics["score"]) - float(other.metrics["score"]) for one, other in pairs]
    return Comparison(scores, [float(other.metrics["regret"]) - float(one.metrics["regret"]) for one, other in pairs])


BENCHES = {"honest": coup, "strong": coup, "cautious": hanabi, "rules": hanabi}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=[*BENCHES], metavar="NAME")
    parser.add_argument("--seeds", type=int, default=100, help="games of each comparison")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    print(f"{'bot':10}{'slips':>7}{'games by result':>17}{'by regret':>11}{'ratio':>7}")
    for name in asked.names:
        found = BENCHES[name](name, asked.seeds, asked.workers)
        one, other = (ceil(each) if each < float("inf") else each for each in found.needed())
        ratio, low, high = found.ratio()
        print(f"{name:10}{SLIPS[name]:>7.0%}{one:>17}{other:>11}{ratio:>7.1f} [{low:.1f}, {high:.1f}]", flush=True)


if __name__ == "__main__":
    main()
