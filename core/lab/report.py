"""A report as a list of sheets, the same for terminal and web page."""

import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from core.lab import comparisons, model_costs, standings
from core.lab.design import read_experiment
from core.lab.experiment import ExperimentFolder, read_rows
from core.lab.figures import Figure
from core.lab.primary import added_seeds_note, effect_of, primary_sheet
from core.lab.results import Results, Sheet, Test, correct_claims, exploratory_note
from core.lab.rows import Row

WITHOUT = "For comparison only: leaving out games in which a player gave no usable replies flatters that player."
CROWD = 12
"""Number of seats from which a cast is described by its most common policy."""


class Report(Results):
    """Collects the sheets that have content, and the commands that replay games."""

    def sheets(self) -> list[Sheet]:
        """Return all sheets, first the primary outcome; all other claims are corrected for their number."""
        leading = [primary_sheet(self, self.primary)] if self.primary else []
        return [*leading, *correct_claims(self._plain, self._test)]

    @property
    def caveat(self) -> str:
        """Note on the number of exploratory comparisons; "" if there are none."""
        return " ".join(
            [exploratory_note(self._plain, self._test), *([] if self.primary else added_seeds_note(self))]
        ).strip()

    @cached_property
    def _test(self) -> Test | None:
        """The test of the primary outcome."""
        return effect_of(self, self.primary).difference.test if self.primary else None

    @cached_property
    def _plain(self) -> list[Sheet]:
        return [sheet for sheet in self._sheets() if sheet.rows]

    def _sheets(self) -> Iterator[Sheet]:
        yield comparisons.cells(self)
        if any(row.status == "fell back" for row in self.rows):
            results = self.without_fallbacks()
            wins = [standings.wins_by_policy(results)] if results.wins else []
            for sheet in (comparisons.cells(results), *wins):
                yield sheet._replace(title=f"{sheet.title}, without games that fell back", note=WITHOUT)
        yield comparisons.spread(self)
        yield from standings.ratings(self)
        if self.wins:
            yield standings.wins_by_policy(self)
            yield standings.wins_by(self, "seat", lambda row, name: name)
            if any(row.roles for row in self.done):
                yield standings.wins_by(self, "role", lambda row, name: row.roles.get(name) or "none")
        if any(row.scores for row in self.done):
            yield standings.scores(self)
        yield standings.regrets(self)
        if len(self.by_policy) > 1 and any(len(standings.ranks(row)) > 1 for row in self.done):
            yield standings.pairwise_win_rates(self)
        if self.lab.experiment.cast.design == "cross-play":
            yield from standings.matrices(self)
        if self.wins:
            yield from comparisons.wins_by_level(self)
        yield from comparisons.differences(self)
        yield model_costs.cost_and_strength(self)
        yield model_costs.answers(self)
        yield model_costs.calls(self)
        note = "No figure includes these files."
        yield Sheet("Files left out", note, ("file", "why"), [tuple(each) for each in self.lab.left_out])

    def command(self, row: Row) -> str:
        """Return the command, for the experiment's folder, that opens a game's recording, or plays the game anew."""
        if (self.lab.folder / row.recording).exists():
            return shlex.join(["playbill", "watch", row.recording])
        experiment, levels = self.lab.experiment, next(c.levels for c in self.lab.cells if c.name == row.cell)
        options = [f"-o {shlex.quote(f'{key}={value}')}" for key, value in {**experiment.options, **levels}.items()]
        cast = [f"-c {shlex.quote(each)}" for each in cast_text(row.cast)]
        return " ".join(["playbill run", experiment.scene, *options, *cast, f"--seed {row.seed}"])


def cast_text(cast: Mapping[str, str]) -> list[str]:
    """Write a cast as the command line takes it; in a large one, `*` stands for the most common policy."""
    often = Counter(cast.values()).most_common(1)[0][0] if len(cast) > CROWD else None
    named = [f"{name}={policy}" for name, policy in cast.items() if policy != often]
    return named if often is None else [*named, f"*={often}"]


class Progress(NamedTuple):
    """The number of planned games of an experiment, its finished games and its leading policies."""

    name: str
    scene: str
    folder: Path
    planned: int
    """Number of planned games."""
    rows: Sequence[Row]
    """Rows of finished games, by seed and cell."""
    measure: str
    """Measure that ranks the leaders: "won" (share of seats that won), or the main measure."""
    leaders: Sequence[tuple[str, str]]
    """Leading policies with their figures, best first; in a scene without winners, leading cells."""


def folders_in(places: Sequence[Path]) -> Iterator[Path]:
    """Find experiments that were begun, in these folders or directly below, each once."""
    seen = set[Path]()
    for place in places:
        with suppress(OSError):
            for path in (place / "experiment.toml", *sorted(place.glob("*/experiment.toml"))):
                folder = path.resolve().parent
                if folder not in seen and path.is_file() and any(folder.glob("rows*.jsonl")):
                    seen.add(folder)
                    yield folder


def progress(folder: Path, models: Mapping[str, Mapping[str, Any]]) -> Progress:
    """Read an experiment's progress, shards included. Raises UserError if it cannot be read."""
    lab = ExperimentFolder(read_experiment(folder / "experiment.toml"), folder, models)
    for path in sorted(folder.glob("rows-*.jsonl")):
        lab.rows |= {row.recording: row for row in read_rows(path)}
    experiment = lab.experiment
    rows = sorted(lab.rows.values(), key=lambda row: (row.seed, row.cell, row.rotation))
    if not rows:
        return Progress(experiment.name, experiment.scene, folder, len(lab.jobs), rows, "", [])
    results = Results(lab)
    measure = "won" if results.wins else results.main
    return Progress(experiment.name, experiment.scene, folder, len(lab.jobs), rows, measure, _leaders(results))


def _leaders(results: Results) -> list[tuple[str, str]]:
    if results.wins:
        values = [(str(row[0]), row[-1]) for row in standings.wins_by_policy(results).rows]
    else:
        values = [(cell, results.measure(rows, results.main)) for cell, rows in results.by_cell.items()]
    figures = [(name, figure) for name, figure in values if isinstance(figure, Figure)]
    return [(name, _short(figure)) for name, figure in sorted(figures, key=lambda each: -each[1].value)]


def _short(figure: Figure) -> str:
    return f"{100 * figure.value:.0f} %" if figure.share else f"{figure.value:.3g}"
