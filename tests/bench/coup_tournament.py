"""How well the bots of Coup play: pairs, round tables with a rating, and one strong player among others."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any

from openskill.models import PlackettLuce

from tests.bench.coup_tables import Played, play, seatings, won

POLICIES = ("random", "honest", "bluffer", "strong")
EXTREMES = (0.0, 0.3, 1.0)
"""Of an option of the bluffer: never, its own, always."""


def pairs(policies: Sequence[str], games: int, workers: int) -> list[Played]:
    """At two players; each seed in both seatings."""
    print(f"\nTwo players: the row's share of games against the column, {games} each, 95% intervals")
    print(f"{'':10}" + "".join(f"{name:>22}" for name in policies))
    found: dict[tuple[str, str], str] = {}
    kept: list[Played] = []
    for one, other in combinations(policies, 2):
        games_of = play(seatings((one, other), range(1, games // 2 + 1)), workers=workers)
        kept += games_of
        found[one, other], found[other, one] = str(won(one, games_of)), str(won(other, games_of))
    for one in policies:
        print(f"{one:10}" + "".join(f"{found.get((one, other), '—'):>22}" for other in policies), flush=True)
    return kept


def lineups(policies: Sequence[str], players: int) -> Iterator[tuple[str, ...]]:
    """Sets of policies that fill a table; where there are more seats than policies, all of them and who else."""
    if players <= len(policies):
        yield from combinations(policies, players)
    else:
        for more in combinations_with_replacement(policies, players - len(policies)):
            yield (*policies, *more)


def round_tables(policies: Sequence[str], players: int, games: int, workers: int) -> list[Played]:
    """About so many games in all, seats rotated."""
    wanted = list(lineups(policies, players))
    seeds = range(1, max(1, games // (len(wanted) * players)) + 1)
    return [each for lineup in wanted for each in play(seatings(lineup, seeds), workers=workers)]


def rated(games: Iterable[Played]) -> dict[str, Any]:
    """Plackett-Luce ratings (Weng and Lin 2011), the winner first and all others behind. The games are taken in a
    random order, whose seed is fixed; a policy with several seats moves by the mean of what its seats would."""
    model = PlackettLuce(tau=0.0)
    order = [each for each in games if each.winner is not None]
    random.Random(0).shuffle(order)
    ratings: dict[str, Any] = {}
    for table, _, winner in order:
        seats = [ratings.get(policy) or model.rating(name=policy) for policy in table]
        after = model.rate([[rating] for rating in seats], ranks=[seat != winner for seat in range(len(table))])
        for policy in set(table):
            mine = [rating for (rating,), name in zip(after, table, strict=True) if name == policy]
            mu, sigma = (sum(getattr(one, what) for one in mine) / len(mine) for what in ("mu", "sigma"))
            ratings[policy] = model.rating(mu, sigma, policy)
    return ratings


def standings(games: Sequence[Played]) -> None:
    """Of all tables together, best first. A fair share is the mean of one in so many as sat down."""
    unfinished = sum(each.winner is None for each in games)
    print(
        f"{'':10}{'seats':>8}{'fair share':>12}{'won':>8}{'rating':>18}   {len(games)} games, {unfinished} unfinished"
    )
    for policy, rating in sorted(rated(games).items(), key=lambda each: -each[1].mu):
        mine = [each for each in games for name in each.table if name == policy]
        fair = sum(1 / len(each.table) for each in mine) / len(mine)
        seats = sum(each.winner is not None and each.table[each.winner] == policy for each in games)
        spread = f"{rating.mu:.2f} ± {rating.sigma:.2f}"
        print(f"{policy:10}{len(mine):8}{fair:12.1%}{seats / len(mine):8.1%}{spread:>18}", flush=True)


def strength(policies: Sequence[str], players: Sequence[int], games: int, workers: int) -> None:
    """Pairs, then round tables of each size and a rating over all."""
    kept = pairs(policies, games, workers) if 2 in players else []
    every = list(kept)
    for count in players:
        if count > 2:
            kept = round_tables(policies, count, games, workers)
            every += kept
            print(f"\n{count} players, round tables")
            standings(kept)
    print(
        "\nAll tables: rating by Plackett-Luce (openskill), mean ± standard deviation; who has not played has 25 ± 8.3"
    )
    standings(every)


def mixes(hero: str, others: Sequence[str], games: int, workers: int) -> None:
    """One against every mix of three others, at four players."""
    print(f"\n{hero} alone at four players, {games} games a mix, seats rotated; fair share 25%, aim 50%")
    for mix in combinations_with_replacement(others, 3):
        played = play(seatings((hero, *mix), range(1, games // 4 + 1)), workers=workers)
        print(f"{', '.join(mix):30}{won(hero, played)!s:>22}", flush=True)


def options_of(suspicion: float, bluff: float) -> Mapping[str, Any]:
    return {"suspicion": suspicion, "bluff": bluff}


def extremes(hero: str, rival: str, games: int, workers: int) -> None:
    """Against a rival with other options, at two players."""
    print(f"\n{hero} against a {rival} with other options, two players, {games} games each")
    print(f"{'bluff ↓  suspicion →':22}" + "".join(f"{suspicion:>22}" for suspicion in EXTREMES))
    for bluff in EXTREMES:
        print(f"{bluff:<22}", end="", flush=True)
        for suspicion in EXTREMES:
            played = play(seatings((hero, rival), range(1, games // 2 + 1)), options_of(suspicion, bluff), workers)
            print(f"{won(hero, played)!s:>22}", end="", flush=True)
        print()
