"""A report as sheets, the same for terminal and page."""

import shlex
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property

from core.lab import comparisons, model_costs, standings
from core.lab.results import Results, Sheet, corrected, exploratory
from core.lab.rows import Row

WITHOUT = "For comparison only: leaving out games in which a player gave no usable replies flatters that player."
CROWD = 12
"""Seats from which a cast is described by its most common policy."""


class Report(Results):
    """Collects the sheets that have content, and the commands that replay games."""

    def sheets(self) -> list[Sheet]:
        """Return all sheets, with claims corrected for their number."""
        return corrected(self._plain)

    @property
    def caveat(self) -> str:
        """Note on the number of exploratory comparisons; "" if there are none."""
        return exploratory(self._plain)

    @cached_property
    def _plain(self) -> list[Sheet]:
        return list(self._sheets())

    def _sheets(self) -> Iterator[Sheet]:
        yield comparisons.cells(self)
        if any(row.status == "fell back" for row in self.rows):
            yield from self._without_fallbacks()
        yield from (sheet for sheet in self._more() if sheet.rows)

    def _without_fallbacks(self) -> Iterator[Sheet]:
        results = self.without_fallbacks()
        sheets = [comparisons.cells(results), *([standings.wins_by_policy(results)] if results.wins else [])]
        for sheet in sheets:
            yield sheet._replace(title=f"{sheet.title}, without games that fell back", note=WITHOUT)

    def _more(self) -> Iterator[Sheet]:
        yield comparisons.spread(self)
        yield from standings.ratings(self)
        if self.wins:
            yield standings.wins_by_policy(self)
            yield standings.wins_by(self, "seat", lambda row, name: name)
            if any(row.roles for row in self.done):
                yield standings.wins_by(self, "role", lambda row, name: row.roles.get(name) or "none")
        if any(row.scores for row in self.done):
            yield standings.scores(self)
        if len(self.by_policy) > 1 and any(len(standings.ranks(row)) > 1 for row in self.done):
            yield standings.ahead(self)
        if self.lab.experiment.cast.design == "cross-play":
            yield from standings.matrices(self)
        if self.wins:
            yield from comparisons.wins_by_level(self)
        yield from comparisons.differences(self)
        yield model_costs.worth(self)
        yield model_costs.answers(self)
        yield model_costs.calls(self)
        note = "They are in no figure."
        yield Sheet("Files left out", note, ("file", "why"), [tuple(each) for each in self.lab.left_out])

    def command(self, row: Row) -> str:
        """Return the command that shows a game, from the experiment's folder: its recording, or a new run."""
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
