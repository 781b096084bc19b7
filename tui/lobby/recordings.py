"""Recordings as the lobby lists them: a glance at the first line and the last, and the last board of one."""

import gzip
import os
import zlib
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import msgspec

from core.engine.casting import scene_after
from core.engine.config import RESUMABLE
from core.engine.model_tally import Tally
from core.errors import UserError
from core.recording.checked_reader import read_run
from core.recording.header import Header
from core.recording.line_format import MAX_LINE
from core.recording.lineage import identity
from core.recording.reader import Reader
from core.text import one_line
from tui.outcome import outcome, person_of

MOST = 200
"""Recordings that are glanced at; older ones are counted."""
LARGEST = 4 * 2**20
"""Bytes of a recording whose last board is shown."""
REASONS = {
    "stop": "stopped",
    "max_turns": "turn limit",
    "max_calls": "call limit",
    "max_tokens": "token limit",
    "max_cost": "cost limit",
    "max_seconds": "time limit",
}
"""Why a run that can go on was ended."""


class Glance(NamedTuple):
    """A recording as the lobby lists it. `error` is the reason if it is unreadable."""

    path: Path
    when: float
    scene: str = ""
    seed: int = 0
    words: str = ""
    """Status in a few words."""
    turn: int | None = None
    open: bool = False
    """True if it can be continued, with a limit raised if needed."""
    error: str = ""
    own: bool = False
    """True if a human played: its result is no spoiler."""
    shipped: bool = False
    """True if it came with the app: it can be watched but not continued."""

    run: bytes = b""
    """Identity of the run."""
    left: bytes = b""
    """Identity of a branch's parent."""
    changed: str = ""
    """Origin of a branch and its changes of the header."""
    depth: int = 0
    """Levels of indentation below its parent."""
    folded: int = 0
    """Number of further branches, for a row that stands in their place."""

    @property
    def hides_end(self) -> bool:
        """True if the end is a spoiler: the run is over, and no human here played it."""
        return not (self.open or self.error or (self.own and not self.shipped))

    @property
    def name(self) -> str:
        """The file's name, fit to be shown."""
        return one_line(self.path.name)


def without_spoilers(run: Glance) -> Glance:
    """Remove the result and the length of a run whose end is a spoiler."""
    return run._replace(words="played to its end", turn=None) if run.hides_end else run


class _Last(msgspec.Struct):
    turn: int
    kind: str
    data: dict[str, Any] = {}


def recent(folder: Path) -> tuple[list[Glance], int]:
    """The newest recordings of a folder, newest first, and how many there are."""
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
    return [glance(path, when) for when, path in found[:MOST]], len(found)


def shipped(folder: Path) -> list[Glance]:
    """Recordings that came with the app, those with a person first."""
    found = sorted(folder.glob("*.jsonl"), key=lambda path: (not path.stem.endswith("-sample"), path.name))
    return [glance(path)._replace(open=False, shipped=True) for path in found]


def glance(path: Path, when: float = 0.0) -> Glance:
    """Read a recording's header and last whole line; errors are returned, never raised."""
    try:
        packed = path.suffix == ".gz"
        with gzip.open(path) if packed else path.open("rb") as file:
            reader = Reader("")
            reader.feed(file.readline(MAX_LINE + 1))
            header = reader.finish()
            last = b"" if packed else _last_line(file)
        about = _known(path, when, header)
        if packed:
            return about._replace(words="packed")
        if not last:
            return about._replace(words="not begun", turn=0, open=not header.is_partial)
        end = msgspec.json.decode(last, type=_Last)
        models = msgspec.convert(end.data.get("models", {}), dict[str, Tally])
    except UserError as error:
        return Glance(path, when, error=one_line(str(error)).removeprefix(": "))
    except (EOFError, zlib.error, gzip.BadGzipFile):
        return Glance(path, when, error="the gzip file is incomplete")
    except OSError as error:
        return Glance(path, when, error=error.strerror or "it cannot be read")
    except (msgspec.DecodeError, UnicodeDecodeError):
        return Glance(path, when, error="its last line is not an event")
    if end.kind != "run_ended":
        return about._replace(words="not finished", turn=end.turn, open=not header.is_partial)
    reason, result = str(end.data.get("reason", "over")), end.data.get("result")
    person = person_of(header.cast)
    words = REASONS.get(reason) or _outcome(one_line(reason), end.data, header.cast, person)
    score = result.get("score") if isinstance(result, dict) else None
    known_to_all = reason not in RESUMABLE or "human" not in header.cast.values()
    if isinstance(score, int | float) and known_to_all:
        words += f", score {score:g}"
    if fell_back := [one_line(policy) for policy, tally in models.items() if tally.fell_back]:
        words += f", {' and '.join(fell_back)} mostly fell back"
    goes_on = reason in RESUMABLE and not header.is_partial
    return about._replace(words=words, turn=end.turn, open=goes_on, own="human" in header.cast.values())


def _outcome(reason: str, end: dict[str, Any], cast: Mapping[str, str], person: str) -> str:
    """Write how a run ended; of a file's winners and points only those of its cast."""
    won, points = end.get("winners"), end.get("scores")
    winners = [name for name in cast if name in won] if isinstance(won, list) else []
    numbers = points if isinstance(points, dict) else {}
    scores = {name: numbers[name] for name in cast if isinstance(numbers.get(name), int | float)}
    return outcome(reason, winners, scores, person, brief=True)


def _known(path: Path, when: float, header: Header) -> Glance:
    left = identity(header.parent.header) if header.parent else b""
    return Glance(path, when, header.scene, header.seed, run=identity(header), left=left, changed=changed(header))


def changed(header: Header) -> str:
    """Describe where a branch left its parent, and its changes of the header; "" for other runs."""
    if header.parent is None:
        return ""
    was = header.parent.header
    changes = [f"{name}={one_line(policy)}" for name, policy in header.cast.items() if was.cast.get(name) != policy]
    changes += [f"seed {header.seed}"] if header.seed != was.seed else []
    changes += [f"{key}={one_line(str(value))}" for key, value in header.config.items() if was.config.get(key) != value]
    return f"at {header.parent.n}{': ' if changes else ''}{', '.join(changes)}"


def _last_line(file: BinaryIO | gzip.GzipFile) -> bytes:
    """The last whole line after the header, whose end is where the file stands."""
    start = file.tell()
    size = file.seek(0, os.SEEK_END)
    back = 2**13
    while True:
        at = max(start, size - back)
        file.seek(at)
        lines = file.read(size - at).split(b"\n")[:-1]
        whole = lines if at == start else lines[1:]
        if whole or at == start:
            return whole[-1] if whole else b""
        if back > 2 * MAX_LINE:
            raise UserError("its last line is too long")
        back *= 8


def age(seconds: float) -> str:
    """Write a duration in the largest whole unit."""
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{int(seconds // size)} {unit} ago"
    return "just now"


def last_board(path: Path) -> Sequence[str]:
    """Draw a recording's last board; of an unfinished game, as its one human knows it."""
    try:
        if path.stat().st_size > LARGEST:
            return ("too long to be shown here",)
        recording = read_run(path)
        if not recording.events:
            return ()
        people = [name for name, policy in recording.header.cast.items() if policy == "human"]
        goes_on = recording.resumable
        if goes_on and len(people) > 1:
            return ("hidden until the game is over",)
        scene = scene_after(recording.header, recording.events)
        return tuple(scene.board(people[0] if goes_on and people else "").splitlines())
    except (UserError, OSError) as error:
        return (one_line(str(error)),)


SHOWN = 3
"""Branches of a run that are listed while it is folded."""


def trees(runs: Sequence[Glance], unfolded: Collection[Path]) -> list[Glance]:
    """Sort runs by the newest of their tree, with branches below their parents; of many branches, list a few."""
    known = {run.run: run for run in runs if run.run}
    below: dict[bytes, list[Glance]] = defaultdict(list)
    for run in runs:
        if run.left in known:
            below[run.left].append(run)
    newest: dict[Path, float] = {}
    for run in runs:
        root = run
        while root.left in known:
            root = known[root.left]
        newest[root.path] = max(newest.get(root.path, 0.0), run.when)
    roots = sorted((run for run in runs if run.left not in known), key=lambda run: -newest[run.path])
    return [row for root in roots for row in _rows(root, 0, below, unfolded)]


def _rows(run: Glance, depth: int, below: dict[bytes, list[Glance]], unfolded: Collection[Path]) -> Iterator[Glance]:
    yield run._replace(depth=depth)
    branches = below.get(run.run, []) if run.run else []
    shown = branches if run.path in unfolded or len(branches) <= SHOWN + 1 else branches[:SHOWN]
    for branch in shown:
        yield from _rows(branch, depth + 1, below, unfolded)
    if len(shown) < len(branches):
        yield run._replace(depth=depth + 1, folded=len(branches) - len(shown))
