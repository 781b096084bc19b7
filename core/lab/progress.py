"""Progress of an experiment: games planned and finished, and the leaders."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from core.lab import standings
from core.lab.design import read_experiment
from core.lab.experiment import Lab, read_rows
from core.lab.figures import Figure
from core.lab.results import Results
from core.lab.rows import Row


class Progress(NamedTuple):
    """Games planned and finished of an experiment."""

    name: str
    scene: str
    folder: Path
    planned: int
    """Number of planned games."""
    rows: Sequence[Row]
    """Rows of finished games, by seed and cell."""
    measure: str
    """Measure that ranks the leaders: "won", the share of seats, or the main measure."""
    leaders: Sequence[tuple[str, str]]
    """Leading policies with their figures, best first; cells where nobody wins."""


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
    lab = Lab(read_experiment(folder / "experiment.toml"), folder, models)
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
