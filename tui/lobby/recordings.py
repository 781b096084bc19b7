"""Recordings as the lobby lists them: facts from their first and last line, and the last board."""

import os
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from core.engine.casting import scene_after
from core.engine.config import RESUMABLE
from core.engine.model_tally import Tally
from core.errors import UserError
from core.llm.prompts import with_labels
from core.puzzles.puzzle import PUZZLE_CREATED
from core.recording.checked_reader import read_run
from core.recording.ends import is_packed, read_ends
from core.recording.header import Header
from core.recording.lineage import identity
from core.text import one_line
from tui.cli.run_files import TOUR
from tui.outcome import outcome, person_of

MAX_RECORDINGS = 200
"""Largest number of recordings that are read; older ones are only counted."""
MAX_BOARD_BYTES = 4 * 2**20
"""Largest size in bytes of a recording whose last board is shown."""
REASONS = {
    "stop": "stopped",
    "max_turns": "turn limit",
    "max_calls": "call limit",
    "max_tokens": "token limit",
    "max_cost": "cost limit",
    "max_seconds": "time limit",
}
"""Status texts of runs that can continue, by the reason for which they stopped."""


class RecordingRow(NamedTuple):
    """A row of the list of recordings. `error` is the reason if the recording is unreadable."""

    path: Path
    when: float
    scene: str = ""
    seed: int = 0
    status: str = ""
    """Status in a few words, such as the winners."""
    turn: int | None = None
    can_continue: bool = False
    """True if the run can continue, if necessary with a higher limit."""
    error: str = ""
    own: bool = False
    """True if a human here played in the run, so that its result is no spoiler."""
    shipped: bool = False
    """True for a recording shipped with the app, which can be watched but not continued."""
    practice: bool = False
    """True for a tour or an attempt at a puzzle, which only the list of all recordings has."""

    run: bytes = b""
    """Identity of the run; see `lineage.identity`."""
    parent: bytes = b""
    """Identity of the parent, for a branch."""
    changed: str = ""
    """Branch point and changes of a branch."""
    depth: int = 0
    """Number of levels below the root of the tree of branches."""
    folded: int = 0
    """Number of further branches that this row stands for; 0 for a recording."""

    @property
    def hides_end(self) -> bool:
        """True if the result is a spoiler: the run is over, and no human here played in it."""
        return not (self.can_continue or self.error or (self.own and not self.shipped))

    @property
    def name(self) -> str:
        """Name of the file, as it is shown."""
        return one_line(self.path.name)


def without_spoilers(run: RecordingRow) -> RecordingRow:
    """Remove the result and the length of a run if they are spoilers."""
    return run._replace(status="played to its end", turn=None) if run.hides_end else run


def recent_recordings(folder: Path) -> tuple[list[RecordingRow], int]:
    """Return the newest recordings of a folder, newest first, and the number of all."""
    found = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                with suppress(FileNotFoundError):
                    if entry.name.endswith((".jsonl", ".jsonl.gz")) and entry.is_file():
                        found.append((entry.stat().st_mtime, Path(entry.path)))
    except OSError:
        return [], 0
    found.sort(reverse=True)
    return [recording_row(path, when) for when, path in found[:MAX_RECORDINGS]], len(found)


def shipped_recordings(folder: Path) -> list[RecordingRow]:
    """Return the recordings shipped with the app, samples first."""
    found = sorted(folder.glob("*.jsonl"), key=lambda path: (not path.stem.endswith("-sample"), path.name))
    return [recording_row(path)._replace(can_continue=False, shipped=True) for path in found]


def recording_row(path: Path, when: float = 0.0) -> RecordingRow:
    """Make a row from a recording's header and last whole line. Errors are shown in the row, never raised."""
    try:
        header, end = read_ends(path)
        about = _known(path, when, header)
        if is_packed(path):
            return about._replace(status="packed")
        if end is None:
            return about._replace(status="not begun", turn=0, can_continue=not header.is_partial)
        models = msgspec.convert(end.data.get("models", {}), dict[str, Tally])
    except UserError as error:
        return RecordingRow(path, when, error=one_line(str(error)).removeprefix(": "))
    except msgspec.ValidationError:
        return RecordingRow(path, when, error="its last line is not an event")
    if end.kind != "run_ended":
        return about._replace(status="not finished", turn=end.turn, can_continue=not header.is_partial)
    reason, result = str(end.data.get("reason", "over")), end.data.get("result")
    person = person_of(header.cast)
    words = REASONS.get(reason) or _outcome(one_line(reason), end.data, header.cast, person)
    score = result.get("score") if isinstance(result, dict) else None
    known_to_all = reason not in RESUMABLE or not header.people
    if isinstance(score, int | float) and known_to_all:
        words += f", score {score:g}"
    if fell_back := [one_line(policy) for policy, tally in models.items() if tally.fell_back]:
        words += f", {' and '.join(fell_back)} mostly fell back"
    goes_on = reason in RESUMABLE and not header.is_partial
    return about._replace(status=words, turn=end.turn, can_continue=goes_on, own=bool(header.people))


def _outcome(reason: str, end: dict[str, Any], cast: Mapping[str, str], person: str) -> str:
    """Write how a run ended; winners and points of names outside its cast are ignored."""
    won, points = end.get("winners"), end.get("scores")
    winners = [name for name in cast if name in won] if isinstance(won, list) else []
    numbers = points if isinstance(points, dict) else {}
    scores = {name: numbers[name] for name in cast if isinstance(numbers.get(name), int | float)}
    return outcome(reason, winners, scores, person, brief=True)


def _known(path: Path, when: float, header: Header) -> RecordingRow:
    left = identity(header.parent.header) if header.parent else b""
    is_puzzle = header.parent is not None and header.parent.header.created == PUZZLE_CREATED
    return RecordingRow(
        path,
        when,
        header.scene,
        header.seed,
        practice=is_puzzle or path.name.startswith(TOUR),
        run=identity(header),
        parent=left,
        changed=branch_changes(header),
    )


def branch_changes(header: Header) -> str:
    """Describe where a branch left its parent, and what its header changes; "" for other runs."""
    if header.parent is None:
        return ""
    was = header.parent.header
    changes = [f"{name}={one_line(policy)}" for name, policy in header.cast.items() if was.cast.get(name) != policy]
    changes += [f"seed {header.seed}"] if header.seed != was.seed else []
    before, now = with_labels(was.config), with_labels(header.config)
    changes += [f"{key}={one_line(str(value))}" for key, value in now.items() if before.get(key) != value]
    return f"at {header.parent.n}{': ' if changes else ''}{', '.join(changes)}"


def age(seconds: float) -> str:
    """Write how long ago something was, in the largest whole unit."""
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{int(seconds // size)} {unit} ago"
    return "just now"


def last_board(path: Path) -> Sequence[str]:
    """Draw a recording's last board; that of an unfinished game from its human's perspective."""
    try:
        if path.stat().st_size > MAX_BOARD_BYTES:
            return ("too long to be shown here",)
        recording = read_run(path)
        if not recording.events:
            return ()
        people = recording.header.people
        goes_on = recording.resumable
        if goes_on and len(people) > 1:
            return ("hidden until the game is over",)
        scene = scene_after(recording.header, recording.events)
        return tuple(scene.board(people[0] if goes_on and people else "").splitlines())
    except (UserError, OSError) as error:
        return (one_line(str(error)),)


MAX_UNFOLDED = 3
"""Number of branches of a run that are listed while the others are folded."""


def trees(runs: Sequence[RecordingRow], unfolded: Collection[Path]) -> list[RecordingRow]:
    """List runs with branches below their parents, newest tree first; fold long lists of branches."""
    known = {run.run: run for run in runs if run.run}
    below: dict[bytes, list[RecordingRow]] = defaultdict(list)
    for run in runs:
        if run.parent in known:
            below[run.parent].append(run)
    newest: dict[Path, float] = {}
    for run in runs:
        root = run
        while root.parent in known:
            root = known[root.parent]
        newest[root.path] = max(newest.get(root.path, 0.0), run.when)
    roots = sorted((run for run in runs if run.parent not in known), key=lambda run: -newest[run.path])
    return [row for root in roots for row in _rows(root, 0, below, unfolded)]


def _rows(
    run: RecordingRow, depth: int, below: dict[bytes, list[RecordingRow]], unfolded: Collection[Path]
) -> Iterator[RecordingRow]:
    yield run._replace(depth=depth)
    branches = below.get(run.run, []) if run.run else []
    shown = branches if run.path in unfolded or len(branches) <= MAX_UNFOLDED + 1 else branches[:MAX_UNFOLDED]
    for branch in shown:
        yield from _rows(branch, depth + 1, below, unfolded)
    if len(shown) < len(branches):
        yield run._replace(depth=depth + 1, folded=len(branches) - len(shown))
