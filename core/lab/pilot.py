"""Pilots: a few games that predict the usage and power of an experiment, and count as no results."""

from collections.abc import Callable, Iterator, Sequence
from math import inf
from pathlib import Path
from typing import NamedTuple

from core.engine.model_tally import Spent
from core.lab.design import Cell
from core.lab.experiment import ExperimentFolder
from core.lab.figures import Figure, mean_of, short
from core.lab.playing import Job, OnRow
from core.lab.power import POWER, deviation_limit, power, seeds_for
from core.lab.primary import effect_of, least_text
from core.lab.rehearsal import rehearsal
from core.lab.results import Results
from core.lab.rows import ModelUsage, Row
from core.lab.work_sharing import play_jobs
from core.llm.routes import PREFIX, Tell, price

SEED_DISTANCE = 10**7
"""Distance of the pilot's seeds from the experiment's first seed; an experiment has at most this many seeds."""


class Usage(NamedTuple):
    """Predicted usage of models; the cost in dollars is None if a price is unknown."""

    calls: int
    tokens: int
    cost: float | None


class Pilot:
    """A few games in every cell of an experiment, with seeds that the experiment itself does not use."""

    files: tuple[str, ...] = ()
    left_out: Sequence[tuple[str, str]] = ()

    def __init__(self, lab: ExperimentFolder, seeds: int, folder: Path) -> None:
        """Plan the games. Their recordings go to `folder`, so that paid replies are kept."""
        first = lab.experiment.seed + SEED_DISTANCE - seeds
        self.experiment = lab.experiment.model_copy(update={"games": seeds, "seed": first})
        self.planned = lab.experiment
        self.folder = folder
        self.cells: list[Cell] = lab.cells
        self.limits = lab.limits
        self.jobs = [job._replace(grants=lab.grants) for job in self.experiment.jobs(lab.cells, folder.absolute())]
        self.rows: dict[str, Row] = {}

    @property
    def title(self) -> str:
        """Summary in one line."""
        return f"{self.experiment.games} seeds, {len(self.jobs)} games, which count as no results"

    def rehearse(self) -> Usage:
        """Predict the pilot's usage from one seed with `llm:mock`, whose prompts are real and answers short."""
        jobs = [job for job in self.jobs if job.header.seed == self.experiment.seed]
        rows: list[Row] = []
        play_jobs([rehearsal(job) for job in jobs], 1, rows.append)
        used: dict[str, ModelUsage] = {}
        for policy, took in (each for row in rows for each in (*row.took.items(), *row.survey_usage.items())):
            used[policy] = used.get(policy, ModelUsage()).plus(took)
        costs = [_price(policy, took, jobs) for policy, took in used.items()]
        times = self.experiment.games
        known = [times * cost for cost in costs if cost is not None]
        calls, tokens = (sum(getattr(row.usage, key) for row in rows) for key in ("calls", "tokens"))
        return Usage(times * calls, times * tokens, sum(known) if len(known) == len(costs) else None)

    def play(self, workers: int, on_row: OnRow, tell: Tell = lambda text: None) -> None:
        """Play the games, or continue (see `play_jobs`). Raises LimitReached for a limit of the experiment."""

        def keep(row: Row) -> None:
            self.rows[row.recording] = row
            on_row(row)

        play_jobs(self.jobs, workers, keep, self.limits(), tell)

    def forecast(self) -> Iterator[tuple[str, str]]:
        """Yield lines, with their names, about the usage and power that the experiment would have."""
        rows = list(self.rows.values())
        seeds, per_seed = self.planned.games, len(self.jobs) // self.experiment.games
        yield "games", f"{seeds * per_seed}: {seeds} seeds, {per_seed} games each"
        yield "pilot", self.title
        failed = sum(bool(row.error) for row in rows)
        if failed:
            yield "failed", f"{failed} games of the pilot: {next(row.error for row in rows if row.error)}"
        yield "cpu", f"{self._total(lambda row: row.cpu_s)} seconds of one core"
        if any(row.usage.calls for row in rows):
            yield "calls", str(self._total(lambda row: row.usage.calls))
            if self.planned.survey:
                yield "survey", f"{self._total(lambda row: row.usage.calls - row.calls)} of these calls"
            yield "tokens", str(self._total(lambda row: row.usage.tokens))
            priced = all(row.usage.cost is not None for row in rows if row.usage.calls)
            dollars = self._total(lambda row: row.usage.cost)
            yield "dollars", str(dollars) if priced else "no price is known; set price_in and price_out"
            if any(job.in_batches for job in self.jobs):
                longest = max(row.usage.calls for row in rows)
                yield "batches", f"up to {longest}, one after the other, as in the longest game"
        else:
            yield "models", "none"
        yield "power", self._power()

    def _total(self, value: Callable[[Row], float | None]) -> Figure:
        """Return a value's predicted sum over all games of the experiment, from the pilot's seeds."""
        sums: dict[int, float] = {}
        for row in self.rows.values():
            sums[row.seed] = sums.get(row.seed, 0.0) + (value(row) or 0.0)
        return mean_of(list(sums.values()), (0.0, inf)).times(self.planned.games)

    def _power(self) -> str:
        """Describe the power for the primary outcome, from the spread of the pilot's seeds."""
        primary, seeds = self.planned.primary, self.planned.games
        if primary is None:
            return "unknown without a primary outcome; declare one in [primary]"
        effect = effect_of(Results(self), primary)
        deviation = deviation_limit(effect.by_seed)
        if deviation != deviation:
            return f"unknown: {primary.title} does not vary between the pilot's seeds; raise --pilot"
        found, needed = power(seeds, primary.least, deviation), seeds_for(primary.least, deviation)
        least = least_text(primary, effect.one.share)
        return (
            f"{100 * found:.0f} % for an effect of {least} in {primary.title}, with {seeds} seeds; "
            f"{100 * POWER:.0f} % takes {needed} (deviation of seeds at most {short(deviation)}, by its 80 % limit)"
        )


def _price(policy: str, took: ModelUsage, jobs: Sequence[Job]) -> float | None:
    """Return the price of a model's usage in dollars; None if no price is known."""
    name = policy.removeprefix(PREFIX)
    found = (job.granted_models() for job in jobs)
    settings = next(each[name] for each in found if name in each)
    return price(name, settings, Spent(0.0, took.tokens_in, took.tokens_out))
