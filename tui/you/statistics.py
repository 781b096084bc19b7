"""The player's results by scene, folded from their games. Independent of Textual."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from core.engine.registry import find_scene
from core.lab.figures import Figure, mean_of, share_by_seed
from tui.you.games import Game
from tui.you.rating import Rating, rate

SIDE_WIN_CHANCE = 0.5
"""Win probability of a player as strong as the bots in a game of two sides."""


class Group(NamedTuple):
    """Games that have something in common, such as the seat, and their mean result."""

    name: str
    games: int
    result: Figure


class SceneResults(NamedTuple):
    """Results in one scene."""

    scene: str
    games: list[Game]
    """All finished games, oldest first."""
    fresh: list[Game]
    """The first game of each deal; only these games count in the figures."""
    unit: str
    """Meaning of the result: "won", "of points", "of others beaten"; "" for scenes without results."""
    result: Figure
    rating: Rating | None
    """Rating against the scene's bots; None in scenes without winners, and without a game against bots."""
    streak: int
    """Number of games won in a row, up to the last one."""
    best_streak: int
    seats: list[Group]
    opponents: list[Group]

    @property
    def values(self) -> list[float]:
        """Results from 0 to 1, oldest first."""
        return [value for game in self.fresh if (value := game.value) is not None]

    def to_json(self) -> dict[str, Any]:
        """Convert to plain data, with the games."""
        rating = self.rating._asdict() if self.rating else None
        return {
            "scene": self.scene,
            "games": len(self.games),
            "deals": len(self.fresh),
            "unit": self.unit,
            "result": _plain(self.result),
            "rating": rating,
            "streak": self.streak,
            "best_streak": self.best_streak,
            "seats": [{"seat": each.name, "games": each.games, **_plain(each.result)} for each in self.seats],
            "opponents": [{"cast": each.name, "games": each.games, **_plain(each.result)} for each in self.opponents],
            "played": [_game(game) for game in self.games],
        }


class PlayerRecord(NamedTuple):
    """All results of the player, and the numbers of games that are not counted."""

    scenes: list[SceneResults]
    """By scene, most games first."""
    finished: int
    unfinished: int
    branches: int
    shared: int
    """Number of games in which several people played here."""


def player_record(games: Sequence[Game]) -> PlayerRecord:
    """Compute the results of games, which are given in the order in which they began."""
    by_scene: dict[str, list[Game]] = defaultdict(list)
    for game in games:
        if game.counts:
            by_scene[game.header.scene].append(game)
    branches = sum(game.header.parent is not None for game in games)
    alone = [game for game in games if game.seat and game.header.parent is None and not game.is_tour]
    return PlayerRecord(
        [_results(scene, by_scene[scene]) for scene in sorted(by_scene, key=lambda name: -len(by_scene[name]))],
        sum(map(len, by_scene.values())),
        sum(not game.is_over for game in alone),
        branches,
        sum(not game.seat and game.header.parent is None for game in games),
    )


def _results(scene: str, games: list[Game]) -> SceneResults:
    first: dict[object, Game] = {}
    for game in games:
        first.setdefault(game.deal, game)
    fresh = [*first.values()]
    wins = any(game.won is not None for game in fresh)
    streak, best = _streaks([bool(game.won) for game in fresh]) if wins else (0, 0)
    sides = any(game.by_sides for game in fresh)
    rated = [
        (SIDE_WIN_CHANCE if sides else 1 / len(game.competitors), bool(game.won)) for game in fresh if _is_rated(game)
    ]
    return SceneResults(
        scene,
        games,
        fresh,
        _unit(fresh, wins),
        _figure(fresh, wins),
        rate(rated) if wins and rated else None,
        streak,
        best,
        [*_groups(fresh, wins, lambda game: game.seat)],
        [*_groups(fresh, wins, lambda game: _cast_words(game.opponents))],
    )


def _unit(games: Sequence[Game], wins: bool) -> str:
    if wins:
        return "won"
    if any(game.points for game in games):
        return "of points"
    return "of others beaten" if any(game.place for game in games) else ""


def _figure(games: Sequence[Game], wins: bool) -> Figure:
    """Return the share of games won, or the mean result. Each game has another deal, so it is a cluster."""
    if wins:
        return share_by_seed((i, float(bool(game.won)), 1) for i, game in enumerate(games))
    values = [value for game in games if (value := game.value) is not None]
    return replace(mean_of(values, (0.0, 1.0)), share=True)


def _is_rated(game: Game) -> bool:
    """Return True if all opponents are bots of the scene itself."""
    bots = find_scene(game.header.scene).bots
    return len(game.competitors) > 1 and all(policy in bots for policy in game.opponents)


def _groups(games: Sequence[Game], wins: bool, name_of: Callable[[Game], str]) -> Iterator[Group]:
    found: dict[str, list[Game]] = defaultdict(list)
    for game in games:
        found[name_of(game)].append(game)
    for name in sorted(found, key=lambda name: -len(found[name])):
        yield Group(name, len(found[name]), _figure(found[name], wins))


def _cast_words(policies: Sequence[str]) -> str:
    """Write policies with their numbers, such as "2 rules, strong"."""
    counts = {policy: policies.count(policy) for policy in policies}
    return ", ".join(f"{count} {policy}" if count > 1 else policy for policy, count in counts.items()) or "nobody"


def _streaks(wins: Sequence[bool]) -> tuple[int, int]:
    """Return the current and the longest number of wins in a row."""
    run = best = 0
    for won in wins:
        run = run + 1 if won else 0
        best = max(best, run)
    return run, best


def _plain(figure: Figure) -> dict[str, Any]:
    """Convert a figure to plain data; missing values are None."""
    interval = [figure.low, figure.high] if figure.has_interval else None
    return {"mean": figure.value if figure.n else None, "interval": interval, "few": figure.few}


def _game(game: Game) -> dict[str, Any]:
    header = game.header
    return {
        "recording": game.path.name,
        "created": header.created,
        "seed": header.seed,
        "seat": game.seat,
        "opponents": list(game.opponents),
        "turns": game.turn,
        "reason": game.ended.reason if game.ended else "",
        "won": game.won,
        "place": game.place,
        "points": game.points,
        "value": game.value,
    }
