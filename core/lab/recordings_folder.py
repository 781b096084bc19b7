"""A folder of arbitrary recordings, treated as the games of an experiment."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from core.engine.casting import scene_after
from core.errors import UserError
from core.lab.design import Cast, Cell, Experiment
from core.lab.records import recordings_in
from core.lab.rows import EventCounts, Row
from core.llm.prompts import with_labels
from core.recording.checked_reader import read_run
from core.recording.header import Header

MAX_OPTION_LENGTH = 32
"""Length from which an option appears as a digest in names of cells."""
UNFINISHED_REASONS = ("", "stop")
"""End reasons of games that stopped before the rules ended them."""
Game = tuple[Header, Row]


class RecordingsFolder:
    """The recordings of one scene in a folder.

    Games with the same options and the same policies, in whatever seats, form a cell.
    """

    files: tuple[str, ...] = ()

    def __init__(self, folder: Path, scene: str, games: Sequence[Game], left_out: Sequence[tuple[str, str]]) -> None:
        """Sort games into cells; `left_out` has files without a game, each with the reason."""
        self.folder = folder
        self.left_out = left_out
        self.cells: list[Cell] = []
        self.rows: dict[str, Row] = {}
        settings = [_options(header) for header, _ in games]
        keys = dict.fromkeys(key for each in settings for key in each)
        factors = {key: list(dict.fromkeys(each.get(key, "") for each in settings)) for key in keys}
        factors = {key: levels for key, levels in factors.items() if len(levels) > 1}
        tables = len({_lineup(row) for _, row in games}) > 1
        places: dict[str, Cell] = {}
        arrangements: dict[str, list[dict[str, str]]] = defaultdict(list)
        for (header, row), each in zip(games, settings, strict=True):
            levels, lineup = {key: each.get(key, "") for key in factors}, _lineup(row) if tables else ()
            words = [*(f"{key}={value}" for key, value in levels.items()), *([_table(lineup)] if lineup else [])]
            cell = places.setdefault(", ".join(words) or "all", Cell(", ".join(words) or "all", levels, lineup, header))
            seen = arrangements[cell.name]
            if row.cast not in seen:
                seen.append(row.cast)
            self.rows[row.recording] = replace(row, cell=cell.name, rotation=seen.index(row.cast))
        self.cells = [places[name] for name in sorted(places)]
        seeds = [header.seed for header, _ in games]
        self.experiment = Experiment.model_construct(
            name=folder.absolute().name,
            scene=scene,
            games=len({*seeds}),
            seed=min(seeds),
            factors=factors,
            cast=Cast(rotate=any(len(each) > 1 for each in arrangements.values())),
        )

    @property
    def title(self) -> str:
        """Summary in one line."""
        left = f", {len(self.left_out)} files left out" if self.left_out else ""
        return f"{self.experiment.scene}: {len(self.rows)} recordings, {len(self.cells)} cells{left}"


def read_folder(folder: Path) -> list[RecordingsFolder]:
    """Read a folder's recordings, grouped by scene.

    Damaged files and copies of a game are left out.

    Raises:
        UserError: Nothing is left.
    """
    scenes: dict[str, list[Game]] = defaultdict(list)
    left_out: list[tuple[str, str]] = []
    twins: dict[str, str] = {}
    for path in recordings_in([folder]):
        name = str(path.relative_to(folder))
        try:
            header, row = _read(path, name)
        except UserError as why:
            left_out.append((name, str(why).removeprefix(f"{path.name}: ")))
            continue
        twin = twins.setdefault(row.digest or name, name)
        if twin != name:
            left_out.append((name, f"the same game as {twin}"))
        else:
            scenes[header.scene].append((header, row))
    if not scenes:
        raise UserError(f"{folder} holds no recording that can be read; {': '.join(left_out[0])}")
    return [RecordingsFolder(folder, scene, games, left_out) for scene, games in scenes.items()]


def _read(path: Path, name: str) -> Game:
    """Read one recording. Raises UserError."""
    recording = read_run(path)
    scene = scene_after(recording.header, recording.events)
    row = EventCounts(recording.events).row(recording.header, scene, recording=name)
    return recording.header, replace(row, status="unfinished") if row.reason in UNFINISHED_REASONS else row


def _options(header: Header) -> dict[str, str]:
    """Return everything that can distinguish games: options, model settings, Playbill's version."""
    settings = {**with_labels(header.config), "models": header.models, "playbill": header.playbill}
    return {key: _word(value) for key, value in settings.items()}


def _word(value: Any) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= MAX_OPTION_LENGTH else f"#{sha256(text.encode()).hexdigest()[:8]}"


def _lineup(row: Row) -> tuple[str, ...]:
    return tuple(sorted(row.cast.values()))


def _table(lineup: Iterable[str]) -> str:
    """Describe a line-up: "honest + 2 random"."""
    return " + ".join(policy if count == 1 else f"{count} {policy}" for policy, count in Counter(lineup).items())
