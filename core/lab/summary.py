"""Summary of a batch, added up seed by seed, without keeping rows."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import inf, sqrt
from typing import Any

from msgspec.structs import asdict

from core.engine.model_tally import Tally
from core.lab.figures import Ranges, bounds_of, ranges
from core.lab.intervals import NO_INTERVAL, Clusters, t_quantile
from core.lab.rows import Row
from core.llm.call_results import add_tallies
from core.llm.prompts import with_labels
from core.recording.header import Header

Value = bool | int | float


class Spread:
    """Adds up the values of one measure, seed by seed."""

    def __init__(self, first: Value, bounds: tuple[float, float] = (-inf, inf)) -> None:
        """Start the sums near `first`, a typical value; `bounds` is the possible range."""
        self._is_share = isinstance(first, bool)
        self._bounds = bounds
        self._clusters = Clusters()
        self._seeds = 0
        self._zero = first
        self._around = self._squares = 0.0
        """Sums of seed means around the first value, so that large ones lose no digits."""
        self._low = self._high = first

    def take(self, values: Sequence[Value]) -> None:
        """Add the values of one seed."""
        self._is_share = self._is_share and all(isinstance(value, bool) for value in values)
        if self._is_share:
            self._clusters.add(sum(values), len(values))
        self._seeds += 1
        around = sum(value - self._zero for value in values) / len(values)
        self._around += around
        self._squares += around * around
        self._low, self._high = min(self._low, *values), max(self._high, *values)

    def to_json(self) -> dict[str, Any]:
        """Return mean, standard error, 95 % interval, seeds, minimum and maximum; for yes/no values the share.

        Error and interval are None if there is only one seed, or if all seeds are equal.
        """
        if self._is_share:
            return share(self._clusters)
        n, mean = self._seeds, self._zero + self._around / self._seeds
        spread = self._squares - self._around**2 / n
        se, low, high = None, *NO_INTERVAL
        if n > 1 and spread > 1e-12 * self._squares:
            se = sqrt(spread / (n - 1) / n)
            half = t_quantile(n - 1) * se
            low, high = max(self._bounds[0], mean - half), min(self._bounds[1], mean + half)
        return {**_rounded(mean, se, low, high), "seeds": n, "min": self._low, "max": self._high}


def share(found: Clusters) -> dict[str, Any]:
    """Return a share with its standard error, 95 % interval, seeds, numerator and denominator."""
    se = sqrt(found.variance) if found.seeds > 1 and 0 < found.share < 1 else None
    counts = {"seeds": found.seeds, "yes": int(found.wins), "of": found.seats}
    return _rounded(found.share, se, *found.interval()) | counts


def _rounded(mean: float, se: float | None, low: float, high: float) -> dict[str, float | None]:
    figures = {"mean": mean, "se": se, "low": low, "high": high}
    return {key: round(value, 6) if value is not None and value == value else None for key, value in figures.items()}


class BatchSummary:
    """Results by key: the spread of numbers, and counts of text values."""

    def __init__(self, bounds: Ranges | None = None) -> None:
        self._bounds = bounds or {}
        self._numbers: dict[str, Spread] = {}
        self._words: dict[str, Counter[str]] = {}
        self._order: dict[str, None] = {}

    def take(self, results: Iterable[Mapping[str, Any]]) -> None:
        """Add the results of one seed."""
        numbers: dict[str, list[Value]] = defaultdict(list)
        for result in results:
            for key, value in result.items():
                self._order.setdefault(key)
                if isinstance(value, str):
                    self._words.setdefault(key, Counter())[value] += 1
                elif value is not None:
                    numbers[key].append(value)
        for key, values in numbers.items():
            if key not in self._numbers:
                self._numbers[key] = Spread(values[0], bounds_of(self._bounds, key))
            self._numbers[key].take(values)

    def to_json(self) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for key in self._order:
            if key in self._words:
                out[key] = dict(self._words[key].most_common())
            elif key in self._numbers:
                out[key] = self._numbers[key].to_json()
        return out


class Summary:
    """Sums over games for `run --json`. The games of a seed are kept until all of them are over."""

    def __init__(self, scene: str, rows: Iterable[Row] = (), games_per_seed: int = 1) -> None:
        bounds = ranges(scene)
        self._games_per_seed = games_per_seed
        self._open: dict[int, list[Row]] = defaultdict(list)
        """Games of seeds that are not complete yet."""
        self._seats: dict[str, Clusters] = defaultdict(Clusters)
        """Wins and seats by policy."""
        self.games = self.turns = self.events = self.doubtful = 0
        self.failed: list[Row] = []
        """The first few failed games."""
        self.failures = 0
        self.cpu_s = 0.0
        self.models: dict[str, Tally] = {}
        """Counts of how models answered, by policy."""
        self._wins = Counter[str]()
        self._reasons, self._metrics = BatchSummary(), BatchSummary(bounds)
        self._scores = BatchSummary({"*": bounds_of(bounds, "score *")})
        self._last: Row | None = None
        for row in rows:
            self.take(row)

    def take(self, row: Row) -> None:
        self.games += 1
        self._last = row
        self._open[row.seed].append(row)
        if len(self._open[row.seed]) == self._games_per_seed:
            self._add_seed(self._open.pop(row.seed))
        if row.error:
            self.failures += 1
            self.failed = [*self.failed, row][:3]
            return
        self.doubtful += row.status == "fell back"
        self.turns += row.turns
        self.events += row.events
        self.cpu_s += row.cpu_s
        self.models = add_tallies([self.models, row.models]) if row.models else self.models
        self._wins.update(row.winners)

    def _add_seed(self, rows: Sequence[Row]) -> None:
        played = [row for row in rows if not row.error]
        self._reasons.take({"reason": row.reason} for row in played)
        self._scores.take(row.scores for row in played)
        self._metrics.take(row.metrics for row in played)
        seats, wins = Counter[str](), Counter[str]()
        for row in played:
            seats.update(row.cast[name] for name in row.competitors)
            wins.update(row.won)
        for policy, count in seats.items():
            self._seats[policy].add(wins[policy], count)

    def to_json(self, header: Header, wall_s: float) -> dict[str, Any]:
        """Return the object that `run --json` prints; scores and metrics of a single game are plain values."""
        for seed in list(self._open):
            self._add_seed(self._open.pop(seed))
        return {
            "scene": header.scene,
            "games": self.games,
            "failed": self.failures,
            "seed": header.seed,
            "config": with_labels(header.config),
            "cast": header.cast,
            "turns": self.turns,
            "events": self.events,
            "wall_s": round(wall_s, 3),
            "cpu_s": round(self.cpu_s, 3),
            "result": self._result(header.cast),
            **({"policies": self._policies()} if self._wins else {}),
            **self._models(),
        }

    def _policies(self) -> dict[str, dict[str, Any]]:
        """Return seats, wins and share of wins by policy, best first."""
        shares = {policy: share(found) for policy, found in self._seats.items()}
        return {
            policy: {"seats": won["of"], "wins": won["yes"], "rate": won["mean"]}
            | {key: won[key] for key in ("se", "low", "high", "seeds")}
            for policy, won in sorted(shares.items(), key=lambda each: -each[1]["mean"])
        }

    def _models(self) -> dict[str, Any]:
        counts = {policy: asdict(tally) for policy, tally in self.models.items()}
        fell_back = [policy for policy, tally in self.models.items() if tally.fell_back]
        return {"models": counts, "fell_back": fell_back} if self.models else {}

    def _result(self, names: Iterable[str]) -> dict[str, Any]:
        """Return the outcome: reasons, winners, scores and metrics."""
        wins = {name: self._wins[name] for name in sorted(names, key=lambda name: -self._wins[name])}
        wins = {name: count for name, count in wins.items() if count}
        outcome = {"winners": list(wins), "wins": wins}
        if self.games == 1 and (row := self._last) is not None:
            if row.error:
                return {**outcome, "scores": {}}
            return {"reason": row.reason, **outcome, "scores": dict(row.scores), **row.metrics}
        return {**self._reasons.to_json(), **outcome, "scores": self._scores.to_json(), **self._metrics.to_json()}
