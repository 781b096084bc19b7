"""What came out of an experiment, as sheets: the same for the terminal and for the page."""

import shlex
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

from core.errors import UserError, did_you_mean
from core.lab.design import Cell
from core.lab.experiment import Lab
from core.lab.figures import NOTHING, Figure, mean_by_seed, share_of
from core.lab.rows import SPENT, Row


class Sheet(NamedTuple):
    """A table with its title, and how to read it. Cells are words or figures."""

    title: str
    note: str
    columns: tuple[str, ...]
    rows: list[tuple[str | Figure, ...]]
    measures: bool = False
    """Whether its figures are of many measures, the first of which say most."""


class Report:
    """Reads the rows of an experiment. Only games that are `done` are in its figures; the others are counted."""

    def __init__(self, lab: Lab) -> None:
        """Raises UserError if there is no row, or no such measure as the experiment names."""
        self.lab = lab
        self.rows = sorted(lab.rows.values(), key=lambda row: (row.seed, row.cell, row.rotation))
        if not self.rows:
            raise UserError(f"{lab.folder} has no rows yet: playbill experiment FILE -O {lab.folder}")
        self.done = [row for row in self.rows if row.status == "done"]
        self.by_cell: dict[str, list[Row]] = defaultdict(list)
        for row in self.done:
            self.by_cell[row.cell].append(row)
        self.measures = self._measures()
        wanted = lab.experiment.measure
        if wanted and wanted not in self.measures:
            raise UserError(f"There is no measure {wanted!r}; {did_you_mean(wanted, self.measures)}.")
        self.main = wanted or next(iter(self.measures), "turns")
        self.measures = tuple(sorted(self.measures, key=lambda key: key != self.main))
        self.wins = any(row.winners for row in self.done)

    def _measures(self) -> tuple[str, ...]:
        """Names of what is a number, or yes or no, and not the same in all games; the scene's own come first."""
        found: dict[str, set[Any]] = defaultdict(set)
        for row in self.done:
            told = {key: value for key, value in row.metrics.items() if key not in SPENT}
            spent = {"turns": row.turns, "calls": row.calls, "tokens": row.tokens_in + row.tokens_out}
            for key, value in {**told, **spent, "cost": row.cost, "fallbacks": row.fallbacks}.items():
                found[key].add(value)
        return tuple(
            key
            for key, values in found.items()
            if len(values - {None}) > 1 and not any(isinstance(value, str) for value in values)
        )

    def sheets(self) -> Iterator[Sheet]:
        """Give all there are."""
        yield self.cells()
        if self.wins:
            yield self.winning()
            yield self.seats()
        if any(row.scores for row in self.done):
            yield self.scores()
        if self.lab.experiment.cast.design == "cross-play":
            yield from self.matrices()
        yield from (sheet for sheet in self.differences() if sheet.rows)

    def cells(self) -> Sheet:
        """Cell by cell: games, and every measure."""
        status = Counter((row.cell, row.status) for row in self.rows if row.status != "done")
        rows: list[tuple[str | Figure, ...]] = []
        for cell in self.lab.cells:
            mine = self.by_cell[cell.name]
            marked = ", ".join(f"{count} {how}" for (name, how), count in status.items() if name == cell.name)
            reasons = ", ".join(f"{why} {n}" for why, n in Counter(row.reason for row in mine).most_common())
            figures = [self._figure(mine, key) for key in self.measures]
            rows.append((cell.name, f"{len(mine)}" + (f" (and {marked})" if marked else ""), *figures, reasons))
        note = "Games that failed, fell back or reached a limit are counted, and in no figure."
        return Sheet("Cells", note, ("cell", "games", *self.measures, "ended by"), rows, measures=True)

    def _figure(self, rows: Sequence[Row], measure: str) -> Figure:
        values = [(row.seed, value) for row in rows if (value := measured(row, measure)) is not None]
        if values and all(isinstance(value, bool) for _, value in values):
            return share_of(sum(bool(value) for _, value in values), len(values))
        return mean_by_seed(values)

    def winning(self) -> Sheet:
        """By policy: seats, wins, and the share of seats that won, the best first."""
        seats, wins = Counter[str](), Counter[str]()
        for row in self.done:
            seats.update(row.cast.values())
            wins.update(row.won)
        rates = sorted((share_of(wins[policy], count), policy) for policy, count in seats.items())
        rows: list[tuple[str | Figure, ...]] = [
            (policy, str(rate.n), str(wins[policy]), rate) for rate, policy in reversed(rates)
        ]
        return Sheet("Wins by policy", "A seat's share; seats of one game count each.", WINS, rows)

    def seats(self) -> Sheet:
        """Of each policy, how often it won from each seat."""
        sat, won = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
        for row in self.done:
            sat.update((policy, name) for name, policy in row.cast.items())
            won.update((row.cast[name], name) for name in row.winners)
        names = list(dict.fromkeys(name for row in self.done for name in row.cast))
        rows: list[tuple[str | Figure, ...]] = [
            (policy, *(share_of(won[policy, name], sat[policy, name]) for name in names))
            for policy in dict.fromkeys(policy for policy, _ in sat)
        ]
        return Sheet("Wins by policy and seat", "", ("policy", *names), rows)

    def scores(self) -> Sheet:
        """Of each policy, what its seats scored."""
        found: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for row in self.done:
            for name, score in row.scores.items():
                found[row.cast[name]].append((row.seed, score))
        rows: list[tuple[str | Figure, ...]] = [(policy, mean_by_seed(each)) for policy, each in found.items()]
        return Sheet("Scores by policy", "", ("policy", "score"), rows)

    def matrices(self) -> Iterator[Sheet]:
        """Cross-play: a policy in a row, its partners or opponents in a column; one for each combination of levels."""
        policies = self.lab.experiment.cast.policies
        groups: dict[str, dict[tuple[str, ...], Cell]] = defaultdict(dict)
        for cell in self.lab.cells:
            groups[", ".join(f"{key}={value}" for key, value in cell.levels.items())][cell.lineup] = cell
        what = "its share of wins" if self.wins else self.main
        for told, cells in groups.items():
            rows: list[tuple[str | Figure, ...]] = [
                (one, *(self._met(one, self.by_cell[cells[one, other].name]) for other in policies)) for one in policies
            ]
            title = f"Cross-play{f', {told}' if told else ''}"
            yield Sheet(title, f"The policy of the row with those of the column: {what}.", ("", *policies), rows)

    def _met(self, one: str, rows: Sequence[Row]) -> Figure:
        """The seat of `one` is the first, turned with the cast."""
        if not self.wins:
            return self._figure(rows, self.main)
        won = [list(row.cast)[row.rotation] in row.winners for row in rows]
        return share_of(sum(won), len(won))

    def differences(self) -> Iterator[Sheet]:
        """Paired: between the levels of a factor, and in self-play between policies, game by game with the same seed
        and all else the same."""
        for factor, levels in self.lab.experiment.factors.items():
            yield self._between(factor, [str(level) for level in levels], partial(_level, factor))
        if self.lab.experiment.cast.design == "self-play":
            yield self._between("cast", self.lab.experiment.cast.policies, lambda cell: cell.lineup[0])

    def _between(self, factor: str, levels: Sequence[str], level_of: Callable[[Cell], str]) -> Sheet:
        found: dict[tuple[Any, ...], dict[str, Row]] = defaultdict(dict)
        for cell in self.lab.cells:
            rest = tuple((key, str(value)) for key, value in cell.levels.items() if key != factor)
            lineup = () if factor == "cast" else cell.lineup
            for row in self.by_cell[cell.name]:
                found[row.seed, row.rotation, rest, lineup][level_of(cell)] = row
        rows: list[tuple[str | Figure, ...]] = []
        for one, other in combinations(levels, 2):
            pairs = [(each[one], each[other]) for each in found.values() if one in each and other in each]
            figures = [_difference(pairs, measure) for measure in self.measures]
            rows.append((f"{other} - {one}", str(len(pairs)), *figures))
        note = "The mean difference of pairs of games with the same seed and all else the same."
        return Sheet(f"Differences: {factor}", note, ("levels", "pairs", *self.measures), rows, measures=True)

    def command(self, row: Row) -> str:
        """What replays a game, said in the experiment's folder: its recording, or where that is gone, the game."""
        if (self.lab.folder / row.recording).exists():
            return shlex.join(["playbill", "watch", row.recording])
        made, levels = self.lab.experiment, next(c.levels for c in self.lab.cells if c.name == row.cell)
        options = [f"-o {shlex.quote(f'{key}={value}')}" for key, value in {**made.options, **levels}.items()]
        cast = [f"-c {shlex.quote(f'{name}={policy}')}" for name, policy in row.cast.items()]
        return " ".join(["playbill run", made.scene, *options, *cast, f"--seed {row.seed}"])


WINS = ("policy", "seats", "wins", "share")


def measured(row: Row, measure: str) -> float | bool | None:
    """What a game came to in a measure; None if it did not."""
    spent = {"turns": row.turns, "calls": row.calls, "tokens": row.tokens_in + row.tokens_out, "cost": row.cost}
    value: float | bool | None = {**row.metrics, **spent, "fallbacks": row.fallbacks}.get(measure)
    return value


def _level(factor: str, cell: Cell) -> str:
    return str(cell.levels[factor])


def _difference(pairs: Sequence[tuple[Row, Row]], measure: str) -> Figure:
    told = [(one.seed, measured(one, measure), measured(other, measure)) for one, other in pairs]
    values = [(seed, float(b) - float(a)) for seed, a, b in told if a is not None and b is not None]
    return mean_by_seed(values) if values else NOTHING
