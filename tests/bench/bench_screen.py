"""How soon a key is painted, and what painting costs: `python -m tests.bench.bench_screen`.

Two stages run in a pseudo-terminal of 120x40: one replays a recording at 16x, one plays and records 5,000 events a
second. The clock starts when a key's bytes are written to the terminal, and stops when text that only the changed
screen holds has come out of it: in between are Textual's input thread and parser, the stage's frame, its panes,
Textual's compositor and its output thread. In turn with them, a bare Textual app paints 30 frames a second, each a
screen of numbers and the last key, so that its keys wait for half a frame on average.

And the first paints of the lobby, of a shipped recording, and of one of 300,000 events, beside that of a hello-world
app, from the start of the process.

With `--check`, ends with 1 and a line if a figure is missed. Machines differ, so what is compared is the ratio to the
bare work in the same run; and of the times the median, since on a busy machine the p99 is that of its scheduler.
"""

import json
import os
import pty
import random
import select
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fcntl import ioctl
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles
from struct import pack
from termios import TIOCSWINSZ
from time import perf_counter, process_time

import msgspec

from core.engine.casting import prepare
from core.engine.events import Event
from core.engine.scene import Scene
from tests.bench.bench_engine import Limit, enforce, write_bare
from tests.bench.bench_startup import compiled, first_of_many, first_paint, first_picture
from tests.bench.figures import Figure
from tests.bench.tiny import RATE, Counted
from tests.packages import bring
from tui.panes.generic import ScenePane
from tui.panes.kit import Curve, Header, Tab
from tui.screens.stage import FRAME_SECONDS
from tui.stages import StageApp
from tui.state.opening import live_stage
from tui.styles import Line
from tui.view import View

ROUNDS = 70
"""Of three keys each, and two for the bare app."""
SIZE = (40, 120)
PATIENCE = 20.0
EVERY = RATE // 10
"""Events between points of the curve."""
LINES = 20_000
REPLAYED, SHOWN, SHARE, FIRST, PICTURE, MANY = 1.3, 1.8, 36.0, 2.4, 4.4, 4.4
"""Limits of the ratios.

`REPLAYED` (0.8 was measured) and `SHOWN` (1.0) are the median from key to paint during the replay and during 5,000
events a second; `SHARE` (24 to 29) is the CPU time of an event beside `json.dumps` and a write of its line; the others
are first paints of the lobby (1.5 to 1.75), of a recording (2.8 to 3.5) and of a long one.
"""
KEYS = 60
"""Keys pressed during the replay."""
OURS = "import sys; from tests.bench.bench_screen import show; show(sys.argv[1])"
BARE = f"""
from textual.app import App
from textual.widgets import Static
class Keys(App):
    key = "ready"
    def compose(self): yield Static()
    def on_mount(self): self.set_interval({FRAME_SECONDS}, self.show)
    def on_key(self, event):
        event.stop()
        self.key = event.key
    frame = 0
    def show(self):
        self.frame += 1
        rows = "\\n".join(str(self.frame) * 20 for _ in range({SIZE[0] - 2}))
        self.query_one(Static).update(f"<{{self.key}}>\\n{{rows}}")
Keys().run()
"""


# -- the app, in a process of its own


class TinyPane(ScenePane):
    """Every row of the stage has something to paint in each frame. The legend says what keys change."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._curve: list[tuple[int, float]] = []
        self.began = (0.0, 0.0)
        """When the first event came, by the process and by the wall."""

    def take(self, event: Event, scene: Scene) -> None:
        if event.n == 1:
            self.began = (process_time(), perf_counter())
        if event.n % EVERY == 0:
            self._curve.append((event.n, event.n % 7))

    def board(self, width: int, rows: int) -> Sequence[Line]:
        return [((f"{self.view.scene.board()} {'▒' * y}", "mid"),) for y in range(rows)]

    def header(self) -> Header:
        return Header("tiny", ((f"total {self.view.scene.board()}", "fg"),), self.view.scene.config.max_turns)

    def strip(self, width: int) -> Line:
        return tuple((f" {name} ", "bold hi" if name in self.view.waiting else "mid") for name in self.view.header.cast)

    def legend(self, width: int) -> Line:
        return ((f"<{self.view.perspective or 'all'} {'now' if self.view.following else 'past'}>", "fg"),)

    def tabs(self, wide: bool) -> Sequence[Tab]:
        return [Tab("Log", "", lambda width: self._log(100))]

    def side(self, width: int, height: int) -> Sequence[Line]:
        return self._log(height)

    def _log(self, rows: int) -> list[Line]:
        events = self.view.events[max(0, self.view.n - rows) : self.view.n]
        return [((f"{e.n} {e.agent} ", "hi"), (e.data.sentence(), "fg")) for e in events if self.view.may_see(e)]

    def curve(self) -> Curve:
        return Curve("total", self._curve)


def show(name: str) -> None:
    """Play until somebody leaves, and write down what it took."""
    folder = Path(name)
    sys.path.insert(0, name)
    header = prepare("tiny", {"max_turns": 10_000_000}, {"*": "paced"}, 1)
    stage = live_stage(header, folder / "run.jsonl")
    pane = stage.view.pane
    assert isinstance(pane, TinyPane)
    StageApp(stage, pace=0.0).run()
    cpu, wall = process_time() - pane.began[0], perf_counter() - pane.began[1]
    (folder / "took").write_text(json.dumps({"share": cpu / wall, "rate": stage.view.known / wall}))


# -- the person at the terminal


class Person:
    """Presses keys in a pseudo-terminal, and reads what is painted."""

    def __init__(self, terminal: int) -> None:
        self._terminal = terminal
        self._draw = random.Random(1)

    def look(self, seconds: float) -> bytes:
        """Return what is painted next, or b"" after so many seconds."""
        if not select.select([self._terminal], [], [], seconds)[0]:
            return b""
        return os.read(self._terminal, 65536)

    def wait_for(self, words: str) -> None:
        painted, until = b"", perf_counter() + PATIENCE
        while words.encode() not in painted:
            try:
                painted += self.look(PATIENCE)
            except OSError as error:
                raise RuntimeError(f"it ended: {painted.decode(errors='replace')}") from error
            if perf_counter() > until:
                raise TimeoutError(f"{words} was never painted: {painted[-2000:]!r}")

    def press(self, key: str, words: str) -> float:
        """Milliseconds until the words are painted, at any moment of a frame."""
        until = perf_counter() + self._draw.uniform(0, FRAME_SECONDS)
        while (left := until - perf_counter()) > 0:
            self.look(left)
        began = perf_counter()
        os.write(self._terminal, key.encode())
        self.wait_for(words)
        return 1000 * (perf_counter() - began)

    def leave(self) -> None:
        os.write(self._terminal, b"\x11")
        try:
            while True:
                self.look(PATIENCE)
        except OSError:
            pass  # it closed the terminal


@contextmanager
def before(*command: str) -> Iterator[Person]:
    """Start a Python program in a pseudo-terminal, and end it when the block is left."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color")
        os.execv(sys.executable, [sys.executable, "-c", *command])
    ioctl(terminal, TIOCSWINSZ, pack("HHHH", *SIZE, 0, 0))
    person = Person(terminal)
    try:
        yield person
        person.leave()
    finally:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
        os.close(terminal)


def line_cost(folder: Path) -> float:
    """Measure the seconds of bare work for an event: `json.dumps` and a write of its line."""
    lines: list[object] = [msgspec.to_builtins(Event(n, n, "counted", "A", None, Counted(1))) for n in range(LINES)]
    times = []
    for _ in range(3):
        began = process_time()
        write_bare(lines, folder / "bare.jsonl")
        times.append(process_time() - began)
    return min(times) / LINES


def p99(times: Sequence[float]) -> float:
    return quantiles(times, n=100, method="inclusive")[98]


def report(name: str, times: Sequence[float]) -> None:
    print(f"{name:44}{median(times):9.1f} ms{p99(times):9.1f} ms", flush=True)


def replay() -> Limit:
    """Measure keys during a replay at 16x: two keys without a meaning in turn, each of which the stage explains."""
    ours: list[float] = []
    bare: list[float] = []
    with tempfile.TemporaryDirectory() as name:
        environment = {**os.environ, "PLAYBILL_DATA": name}
        command = [sys.executable, "-m", "playbill", "run", "village", "--seed", "3"]
        subprocess.run(command, env=environment, check=True, capture_output=True)
        recording = next(Path(name).rglob("*.jsonl"))
        arguments = ["playbill", "watch", str(recording), "--speed", "16"]
        program = f"import sys; sys.argv = {arguments!r}; from playbill.__main__ import main; main()"
        with before(program) as viewer, before(BARE) as other:
            viewer.wait_for("16x")
            other.wait_for("<ready>")
            for _, (key, letter) in zip(range(KEYS), cycle((("X", "a"), ("Z", "b"))), strict=False):
                ours.append(viewer.press(key, f"{key} has no meaning"))
                bare.append(other.press(letter, f"<{letter}>"))
    report("a key, shown during a replay at 16x", ours)
    return Limit("from key to paint, replay at 16x", median(ours) / median(bare), REPLAYED)


def stage() -> list[Limit]:
    """Measure keys during a fast game: the perspective changes, the playhead goes back a round, and to now."""
    ours: list[float] = []
    bare: list[float] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bring(folder, scenes={"tiny": "tests.bench.tiny:TinyScene"})
        points = next(folder.glob("*.dist-info")) / "entry_points.txt"
        points.write_text(points.read_text() + "[playbill.panes]\ntiny = tests.bench.bench_screen:TinyPane\n")
        with before(OURS, name) as player, before(BARE) as other:
            player.wait_for("<all now>")
            other.wait_for("<ready>")
            for _, perspective, letter in zip(range(ROUNDS), cycle(("A", "B", "C", "all")), cycle("ab"), strict=False):
                ours.append(player.press("v", f"<{perspective} now>"))
                bare.append(other.press(letter, f"<{letter}>"))
                ours.append(player.press("[", f"<{perspective} past>"))
                bare.append(other.press("c", "<c>"))
                ours.append(player.press("\x1b[F", f"<{perspective} now>"))
        took = json.loads((folder / "took").read_text())
        cost = line_cost(folder)

    print(f"{len(ours)} keys at {took['rate']:,.0f} events a second".ljust(44) + "      p50         p99")
    report("bare: a key, shown with the next frame", bare)
    report("a key, shown by the stage", ours)
    times = took["share"] / (RATE * cost)
    print(f"of one core {took['share']:.0%}: {times:.1f} times what json.dumps + write take for the lines", flush=True)
    return [
        Limit("from key to paint", median(ours) / median(bare), SHOWN),
        Limit("share of a core", times, SHARE),
    ]


def figures() -> list[Figure]:
    """Return the figures of the stage; those of first paints are in `bench_startup`."""
    limits = [replay(), *stage()]
    besides = "a bare app's frame", "a bare app's frame", "a line's json.dumps + write"
    return [Figure(limit.what, limit.found, "x", beside) for limit, beside in zip(limits, besides, strict=True)]


def measure() -> list[Limit]:
    found = [replay(), *stage()]
    compiled()
    return [
        *found,
        Limit("the lobby's first paint", first_paint(), FIRST),
        Limit("a board's first paint", first_picture(), PICTURE),
        Limit("a long recording's first paint", first_of_many(), MANY),
    ]


def main() -> None:
    if "--check" in sys.argv:
        enforce(measure)
    else:
        measure()


if __name__ == "__main__":
    main()
