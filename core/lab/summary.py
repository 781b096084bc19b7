"""What a batch came to, added up row by row: however many games there are, no row is kept."""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Any

from core.header import Header
from core.lab.figures import share_of, t95
from core.lab.rows import Row
from core.llm.tally import added
from core.tally import Tally


class Spread:
    """Adds up the values of one measure."""

    def __init__(self, first: bool | int | float) -> None:
        self._is_share = isinstance(first, bool)
        self._n = 0
        self._sum: int | float = 0
        self._zero = first
        self._around = self._squares = 0.0
        """Sums around the first value, so that large ones lose no digits."""
        self._low = self._high = first

    def take(self, value: bool | int | float) -> None:
        self._is_share = self._is_share and isinstance(value, bool)
        self._n += 1
        self._sum += value
        self._around += value - self._zero
        self._squares += (value - self._zero) ** 2
        self._low, self._high = min(self._low, value), max(self._high, value)

    def told(self) -> dict[str, Any]:
        """Mean, standard error, 95 % interval, least and most; of what is yes or no, the share of yes, with Wilson's
        interval."""
        n, mean = self._n, self._sum / self._n
        variance = max(0.0, self._squares - self._around**2 / n) / (n - 1) if n > 1 else 0.0
        se = sqrt(variance / n)
        if self._is_share:
            share = share_of(int(self._sum), n)
            told = {"mean": mean, "se": se, "low": share.low, "high": share.high}
            return {**{key: round(value, 6) for key, value in told.items()}, "yes": int(self._sum), "of": n}
        half = t95(n - 1) * se if n > 1 else 0.0
        told = {"mean": mean, "se": se, "low": mean - half, "high": mean + half}
        ends = {} if n > 1 else {"low": None, "high": None}
        return {**{key: round(value, 6) for key, value in told.items()}, **ends, "min": self._low, "max": self._high}


class Gathered:
    """Adds up results by key: a spread of each number, a count of each value that is text."""

    def __init__(self) -> None:
        self._numbers: dict[str, Spread] = {}
        self._words: dict[str, Counter[str]] = {}
        self._order: dict[str, None] = {}

    def take(self, result: Mapping[str, Any]) -> None:
        for key, value in result.items():
            self._order.setdefault(key)
            if isinstance(value, str):
                self._words.setdefault(key, Counter())[value] += 1
            elif value is not None:
                if key not in self._numbers:
                    self._numbers[key] = Spread(value)
                self._numbers[key].take(value)

    def told(self) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for key in self._order:
            if key in self._words:
                out[key] = dict(self._words[key].most_common())
            elif key in self._numbers:
                out[key] = self._numbers[key].told()
        return out


def gather(results: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Add results up by key."""
    gathered = Gathered()
    for result in results:
        gathered.take(result)
    return gathered.told()


class Summary:
    """Adds games up, for what `run` prints."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.games = self.turns = self.events = self.doubtful = 0
        self.failed: list[Row] = []
        """The first few of those that failed."""
        self.failures = 0
        self.cpu_s = 0.0
        self.models: dict[str, Tally] = {}
        """How models answered over all games, by policy."""
        self._wins, self._won = Counter[str](), Counter[str]()
        self._reasons, self._scores, self._metrics = Gathered(), Gathered(), Gathered()
        self._alone: Row | None = None
        for row in rows:
            self.take(row)

    def take(self, row: Row) -> None:
        self.games += 1
        self._alone = row
        if row.error:
            self.failures += 1
            self.failed = [*self.failed, row][:3]
            return
        self.doubtful += row.status == "fell back"
        self.turns += row.turns
        self.events += row.events
        self.cpu_s += row.cpu_s
        self.models = added([self.models, row.models]) if row.models else self.models
        self._wins.update(row.winners)
        self._won.update(row.won)
        self._reasons.take({"reason": row.reason})
        self._scores.take(row.scores)
        self._metrics.take(row.metrics)

    def told(self, header: Header, wall_s: float) -> dict[str, Any]:
        """Give the object that `run --json` prints. A single game's scores and metrics are plain values."""
        played = self.games - self.failures
        return {
            "scene": header.scene,
            "games": self.games,
            "failed": self.failures,
            "seed": header.seed,
            "config": header.config,
            "cast": header.cast,
            "turns": self.turns,
            "events": self.events,
            "wall_s": round(wall_s, 3),
            "cpu_s": round(self.cpu_s, 3),
            "result": self._result(header.cast),
            **({"policies": standings(header, played, self._won)} if self._won else {}),
            **self._models(),
        }

    def _models(self) -> dict[str, Any]:
        names = Tally.__struct_fields__
        counts = {policy: {name: getattr(tally, name) for name in names} for policy, tally in self.models.items()}
        fell_back = [policy for policy, tally in self.models.items() if tally.fell_back]
        return {"models": counts, "fell_back": fell_back} if self.models else {}

    def _result(self, names: Iterable[str]) -> dict[str, Any]:
        """Tell what came out: winners, who won most often first, and how often; scores; metrics."""
        wins = {
            name: self._wins[name] for name in sorted(names, key=lambda name: -self._wins[name]) if self._wins[name]
        }
        told = {"winners": list(wins), "wins": wins}
        if self.games == 1 and self._alone is not None:
            row = self._alone
            plain = {} if row.error else dict(row.metrics)
            reason = {} if row.error else {"reason": row.reason}
            return {**reason, **told, "scores": {} if row.error else dict(row.scores), **plain}
        return {**self._reasons.told(), **told, "scores": self._scores.told(), **self._metrics.told()}


def standings(header: Header, games: int, won: Mapping[str, int]) -> dict[str, dict[str, int | float]]:
    """By policy, the best first: seats that it had over all games, games that it won, and wins a seat."""
    seats = {policy: games * count for policy, count in Counter(header.cast.values()).items()}
    rates = {policy: share_of(won.get(policy, 0), count) for policy, count in seats.items()}
    return {
        policy: {
            "seats": seats[policy],
            "wins": won.get(policy, 0),
            "rate": round(rates[policy].value, 6),
            "se": round(sqrt(rates[policy].value * (1 - rates[policy].value) / seats[policy]), 6),
            "low": round(rates[policy].low, 6),
            "high": round(rates[policy].high, 6),
        }
        for policy in sorted(seats, key=lambda policy: -rates[policy].value)
    }
