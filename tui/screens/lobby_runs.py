"""Recordings as the lobby lists them: a glance at the first line and the last, and the last board of one."""

import gzip
import os
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import msgspec

from core.engine.casting import set_up
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
    """Two lines on a recording. `error` is the reason if it is unreadable."""

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
    """In place of a recording: how many more branches there are."""

    @property
    def hides_end(self) -> bool:
        """True if how the run ended is a spoiler: it is over, and not one's own."""
        return not (self.open or self.error or (self.own and not self.shipped))

    @property
    def name(self) -> str:
        """The file's name, fit to be shown."""
        return one_line(self.path.name)


def without_spoilers(run: Glance) -> Glance:
    """A recording as who wants no spoilers sees it: how it came out, and when, is not told."""
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
    """A recording by its header and its last whole line. What cannot be read is told, never raised."""
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
            return about._replace(words="not begun", turn=0, open=True)
        told = msgspec.json.decode(last, type=_Last)
        models = msgspec.convert(told.data.get("models", {}), dict[str, Tally])
    except UserError as error:
        return Glance(path, when, error=one_line(str(error)).removeprefix(": "))
    except (EOFError, zlib.error, gzip.BadGzipFile):
        return Glance(path, when, error="it is not a whole gzip file")
    except OSError as error:
        return Glance(path, when, error=error.strerror or "it cannot be read")
    except (msgspec.DecodeError, UnicodeDecodeError):
        return Glance(path, when, error="its last line is no event")
    if told.kind != "run_ended":
        return about._replace(words="not finished", turn=told.turn, open=True)
    reason, result = str(told.data.get("reason", "over")), told.data.get("result")
    person = person_of(header.cast)
    words = REASONS.get(reason) or _outcome(one_line(reason), told.data, header.cast, person)
    score = result.get("score") if isinstance(result, dict) else None
    known_to_all = reason not in RESUMABLE or "human" not in header.cast.values()
    if isinstance(score, int | float) and known_to_all:
        words += f", score {score:g}"
    if fell_back := [one_line(policy) for policy, tally in models.items() if tally.fell_back]:
        words += f", {' and '.join(fell_back)} mostly fell back"
    return about._replace(words=words, turn=told.turn, open=reason in RESUMABLE, own="human" in header.cast.values())


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
    """At which event a branch left, and what its header changes; "" for a run that is none."""
    if header.parent is None:
        return ""
    was = header.parent.header
    told = [f"{name}={one_line(policy)}" for name, policy in header.cast.items() if was.cast.get(name) != policy]
    told += [f"seed {header.seed}"] if header.seed != was.seed else []
    told += [f"{key}={one_line(str(value))}" for key, value in header.config.items() if was.config.get(key) != value]
    return f"at {header.parent.n}{': ' if told else ''}{', '.join(told)}"


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
    """A recording's last state as plain lines; of a game that goes on, only what its one person may know."""
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
        scene = set_up(recording.header)[0]
        for event in recording.events:
            scene.apply(event)
        return tuple(scene.board(people[0] if goes_on and people else "").splitlines())
    except (UserError, OSError) as error:
        return (one_line(str(error)),)
