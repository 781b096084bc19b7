"""What prompts cost: calls, tokens in and the share that a prefix cache keeps, a game of each scene.

python -m tests.bench.bench_prompts [--games 3] [--only hanabi,coup]
"""

import argparse
from typing import Any, NamedTuple

import playbill as pb
from tests.bench.prefix import PREFIX, Cost, cost


class Case(NamedTuple):
    scene: str
    options: dict[str, Any]
    what: str


CASES = (
    Case("hanabi", {}, "four players, strict talk"),
    Case("hanabi", {"talk": "none"}, "four players, one call a move"),
    Case("coup", {}, "four players"),
    Case("coup", {"notes": "never", "verifier": "never", "parser": "never"}, "four players, one call a decision"),
    Case("werewolf", {}, "eight players, moderated"),
    Case("coloring", {}, "three owners, in costs"),
    Case("coloring", {"mode": "rb"}, "three owners, typed"),
    Case("feed", {"agents": 40, "ticks": 60}, "40 accounts, 60 ticks"),
)


def measure(case: Case, games: int) -> Cost:
    """The mean of some games in which models play that only say what they are told."""
    total = Cost()
    for seed in range(games):
        total = total.plus(cost(pb.play(case.scene, case.options, {"*": "llm:mock"}, seed).events))
    return Cost(total.calls // games, total.tokens // games, total.kept // games, total.longest)


def main(games: int = 3, only: str = "") -> None:
    print(
        f"models in all seats (llm:mock), means of {games} games; kept: in a beginning of {PREFIX} tokens seen before"
    )
    print(f"{'scene':10}{'':34}{'calls':>7}{'tokens in':>11}{'kept':>7}{'longest':>9}")
    for case in CASES:
        if not only or case.scene in only.split(","):
            told = measure(case, games)
            print(f"{case.scene:10}{case.what:34}{told.calls:7,}{told.tokens:11,}{told.share:6.0f}%{told.longest:9,}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--only", default="")
    main(**vars(parser.parse_args()))
