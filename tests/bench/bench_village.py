"""Village: how far news spreads among bots, and how often they meet each kind of aim.

    python -m tests.bench.bench_village [--games 100] [--first 1] [--players 8] [--days 2] [--workers 2] [--ida rules]

The shares are those of villagers who know a piece at the end. With `--ida hints` Ida follows the hints that a person
gets, with `--ida random` she takes random actions, and only her aims are counted. A game takes some seconds.
"""

import argparse
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import mean
from typing import NamedTuple

import playbill as pb
from core.social.aims import AimSettled
from scenes.village.events import AimSet, OpinionMoved
from scenes.village.scene import VillageScene
from tui.panes.village.seat import advice


class Game(NamedTuple):
    """Figures of one game: aims set and met by kind, shares of villagers who know each piece, moved opinions."""

    aims: Counter[str]
    met: Counter[str]
    news: list[float]
    clues: list[float]
    invitations: list[float]
    moves: Counter[str]


def play(options: Mapping[str, int], ida: str, seed: int) -> Game:
    class Hinted(pb.Agent):
        """A person who does what the hints say."""

        def act(self, turn: pb.Turn) -> str:
            assert isinstance(turn._scene, VillageScene)
            return advice(turn._scene, "Ida", turn.number, seed).command

    done = pb.play("village", {**options, "aims": "on"}, {"Ida": Hinted if ida == "hints" else ida}, seed=seed)
    scene = done.scene
    assert isinstance(scene, VillageScene)
    game, kinds = Game(Counter(), Counter(), [], [], [], Counter()), dict[str, str]()
    for event in done.events:
        counts = ida == "rules" or event.agent == "Ida"
        match event.data:
            case AimSet(aim) if counts:
                kinds[event.agent] = aim.what
            case AimSettled(met) if counts:
                game.aims[kinds[event.agent]] += 1
                game.met[kinds[event.agent]] += met
            case OpinionMoved(_, why):
                game.moves[why] += 1
    for piece, knowers in scene.sources.items():
        about = scene.abouts.get(piece)
        shares = game.news if about is None else game.clues if about in scene.matters else game.invitations
        shares.append(len(knowers) / len(scene.names))
    return game


def print_figures(games: list[Game]) -> None:
    aims, met, moves = (sum((getattr(g, part) for g in games), Counter[str]()) for part in ("aims", "met", "moves"))
    print(f"{len(games)} games")
    for kind, count in aims.most_common():
        print(f"  {kind:<6} met {met[kind]:>4} of {count:<4} {met[kind] / count:4.0%}")
    for name in ("news", "clues", "invitations"):
        shares = [share for game in games for share in getattr(game, name)]
        within = mean(0.3 <= share <= 0.8 for share in shares)
        everybody, alone = mean(share == 1 for share in shares), mean(share < 0.3 for share in shares)
        print(f"  {name:<11} known to {mean(shares):.0%} on average; 30 to 80 %: {within:.0%} of {len(shares)} pieces,")
        print(f"              everybody: {everybody:.0%}, fewer than 30 %: {alone:.0%}")
    print("  opinions moved per game:", ", ".join(f"{why} {n / len(games):.1f}" for why, n in moves.most_common()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("games", 100), ("first", 1), ("players", 8), ("days", 2), ("workers", 2)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--ida", choices=("rules", "hints", "random"), default="rules")
    args = parser.parse_args()
    seeds = range(args.first, args.first + args.games)
    with ProcessPoolExecutor(args.workers) as pool:
        print_figures(list(pool.map(partial(play, {"players": args.players, "days": args.days}, args.ida), seeds)))


if __name__ == "__main__":
    main()
