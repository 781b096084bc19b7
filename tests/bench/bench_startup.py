"""How soon Playbill is there, beside bare programs: `python -m tests.bench.bench_startup`.

`playbill --help` beside a typer app with twelve commands that do nothing; the first paints of the lobby, of a shipped
recording and of one of 300,000 events beside that of a hello-world Textual app, each in a pseudo-terminal, from the
start of the process until its word is on the screen. All of it is compiled, as what is installed is, and somebody
else's package brings a ninth scene.
"""

import os
import pty
import select
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fcntl import ioctl
from pathlib import Path
from statistics import median
from struct import pack
from termios import TIOCSWINSZ
from time import perf_counter

from tests.bench.figures import ROOT, Figure
from tests.packages import bring

TIMES = 9
SIZE = (30, 100)
PATIENCE = 20.0
PLAYBILL = [sys.executable, "-c", "from tui.cli.app import main; main()"]

BARE_CLI = """
import typer
app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
def command(): pass
for i in range(12): app.command(f"command{i}")(command)
app()
"""
BARE_APP = """
from textual.app import App
from textual.widgets import Static
class Hello(App):
    def compose(self): yield Static("coloring")
Hello().run()
"""
LONG = 300_000
"""Events of a long recording."""
Bench = Callable[[list[str]], float]


def to_exit(command: list[str]) -> float:
    began = perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return perf_counter() - began


def to_paint(command: list[str], word: bytes = b"coloring") -> float:
    """Until a word is painted: the lobby's first scene, and what the bare app says."""
    with tempfile.TemporaryDirectory() as data:
        began = perf_counter()
        pid, terminal = pty.fork()
        if pid == 0:
            os.environ.update(TERM="xterm-256color", PLAYBILL_DATA=data)
            os.execv(command[0], command)
        ioctl(terminal, TIOCSWINSZ, pack("HHHH", *SIZE, 0, 0))
        painted = b""
        try:
            while word not in painted:
                if not select.select([terminal], [], [], PATIENCE)[0]:
                    raise TimeoutError("no first paint")
                painted += os.read(terminal, 65536)
            return perf_counter() - began
        except OSError as error:
            raise RuntimeError(f"ended before its first paint: {painted.decode(errors='replace')}") from error
        finally:
            os.kill(pid, 9)
            os.waitpid(pid, 0)
            os.close(terminal)


def compare(what: str, ours: list[str], bare: list[str], bench: Bench) -> float:
    """Medians of alternating runs, after one of each to warm the disk, and the ratio of the two."""
    times: tuple[list[float], list[float]] = ([], [])
    for i in range(TIMES + 1):
        for kept, command in zip(times, (ours, bare), strict=True):
            spent = bench(command)
            if i:
                kept.append(spent)
    one, other = map(median, times)
    print(f"{what:28}{1000 * one:8.0f} ms{1000 * other:8.0f} ms{one / other:8.2f}", flush=True)
    return one / other


def first_paint() -> float:
    """The lobby's, beside that of a hello-world app."""
    return compare("the lobby's first paint", PLAYBILL, [sys.executable, "-c", BARE_APP], to_paint)


def first_picture() -> float:
    """Of a shipped recording, with the board, beside a hello-world app."""
    watch = [*PLAYBILL, "watch", "coloring"]
    return compare("watch coloring", watch, [sys.executable, "-c", BARE_APP], to_paint)


def first_of_many() -> float:
    """Of a recording of 300,000 events, which is read while it is looked at, beside a hello-world app."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.jsonl"
        run = [*PLAYBILL, "run", "chat", "-c", "*=random", "--max-turns", str(LONG // 3), "--record", str(path)]
        subprocess.run(run, check=True, capture_output=True)
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join(lines[: LONG + 1]))
        bare = [sys.executable, "-c", BARE_APP.replace("coloring", "Words")]
        return compare(
            f"watch {LONG:,} events",
            [*PLAYBILL, "watch", str(path)],
            bare,
            lambda command: to_paint(command, b"Words"),
        )


def compiled() -> None:
    """Have whatever is started from here compile what it imports once, whatever the environment says."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = os.path.join(tempfile.gettempdir(), f"playbill-bench-{os.getuid()}")


def first_help() -> float:
    """Of `--help`, beside that of a bare typer app."""
    return compare("--help", [*PLAYBILL, "--help"], [sys.executable, "-c", BARE_CLI, "--help"], to_exit)


@contextmanager
def ninth_scene() -> Iterator[None]:
    """What is started meanwhile finds somebody else's package, with a scene, a bot and a pane, beside our eight."""
    with tempfile.TemporaryDirectory() as folder:
        bring(
            Path(folder),
            scenes={"tiny": "tests.bench.tiny:TinyScene"},
            bots={"tiny.brought": "tests.bench.tiny:Counter"},
            panes={"tiny": "tests.bench.bench_screen:TinyPane"},
        )
        before = os.environ.get("PYTHONPATH", "")
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (folder, str(ROOT), before)))
        try:
            yield
        finally:
            os.environ["PYTHONPATH"] = before


def figures() -> Iterator[Figure]:
    os.chdir(ROOT)
    print(f"median of {TIMES}, nine scenes".ljust(28) + "   playbill       bare   ratio")
    compiled()
    with ninth_scene():
        yield from started()


def started() -> Iterator[Figure]:
    yield Figure("--help", first_help(), "x", "a bare typer app")
    yield Figure("the lobby's first paint", first_paint(), "x", "a hello-world app")
    yield Figure("watch coloring", first_picture(), "x", "a hello-world app")
    yield Figure(f"watch {LONG:,} events", first_of_many(), "x", "a hello-world app")


def main() -> None:
    list(figures())


if __name__ == "__main__":
    main()
