"""The tutorial as its reader follows it: files are written, changed and run in the order in which they stand.

A block belongs to the file that is named before it: its text is what the file holds, or with `, continued` what comes
next in it; a diff is a change of it. In a block of the kind `console`, what follows `$ ` is run, has to succeed, and
has to print what stands below it, where … is anything; with nothing below, it may print what it likes. Of a command
that opens the screen, the rows that stand below it have to be shown.
"""

import re
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from tests.terminal import Terminal

TUTORIAL = Path(__file__).parents[1] / "docs" / "TUTORIAL.md"
_BLOCK = re.compile(r"(?:^`(\S+)`(, continued)?:\n\n)?^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SCREEN = ("playbill play ", "playbill watch ")


class Block(NamedTuple):
    file: str
    """Where it belongs; empty for commands."""
    continued: bool
    kind: str
    text: str


def blocks() -> list[Block]:
    told = TUTORIAL.read_text("utf-8")
    return [Block(file, bool(continued), kind, text) for file, continued, kind, text in _BLOCK.findall(told)]


class Reader:
    """Follows it in a folder, with commands found in `env`. `install` is done where a package is installed with pip."""

    def __init__(self, folder: Path, env: Mapping[str, str], install: Callable[[Path], None] | None = None) -> None:
        self.folder = folder
        self.env = env
        self._install = install

    def follow(self) -> None:
        for block in blocks():
            if block.kind == "console":
                for command, shown in commands(block.text):
                    self.run(command, shown)
            else:
                self.write(block)

    def write(self, block: Block) -> None:
        path = self.folder / block.file
        path.parent.mkdir(exist_ok=True)
        path.write_text(written(block, path.read_text("utf-8") if path.exists() else ""), "utf-8")

    def run(self, command: str, shown: str = "") -> None:
        if command.startswith("cd "):
            self.folder /= command.removeprefix("cd ")
        elif command.startswith("pip install ") and self._install:
            self._install(self.folder)
        elif command.startswith(_SCREEN):
            self._look(command, shown)
        else:
            run = ["bash", "-c", command]
            done = subprocess.run(run, cwd=self.folder, env=self.env, capture_output=True, text=True)
            told = done.stdout + done.stderr
            assert done.returncode == 0, f"$ {command}\n{told}"
            wanted = re.escape(shown or "…").replace("…", ".*")
            assert re.fullmatch(wanted, told, re.DOTALL), f"$ {command}\n{told}"

    def open(self, command: str) -> Terminal:
        """Run a command that opens the screen."""
        return Terminal(["bash", "-c", f"cd {self.folder} && exec {command}"], env=self.env)

    def _look(self, command: str, shown: str) -> None:
        """Open the screen, wait until it shows these rows, and leave."""
        terminal = self.open(command)
        for row in shown.splitlines():
            terminal.wait_for(row.strip())
        terminal.send("\x11")
        assert terminal.exit_code() == 0


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Each command of a block, and what is shown below it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown


def written(block: Block, before: str) -> str:
    """What a file holds after a block."""
    if block.kind == "diff":
        lines = block.text.splitlines(keepends=True)
        old, new = ("".join(line[1:] for line in lines if line[0] in signs) for signs in (" -", " +"))
        assert before.count(old) == 1, f"{block.file} does not hold this once:\n{old}"
        return before.replace(old, new)
    if not block.continued:
        return block.text
    return before + ("\n\n" if block.kind == "python" and not block.text.startswith(" ") else "\n") + block.text
