"""What a person can do as a menu: commands in columns, numbered, one of them chosen."""

from collections.abc import Sequence

from tui.glyphs import cells
from tui.styles import Line, fit

LEAST, MOST = 2, 8
"""Rows of the menu, below its blank row."""


class Menu:
    """Keeps which command is chosen."""

    def __init__(self) -> None:
        self._at = 0
        self._places: list[tuple[int, int, int]] = []
        """Row, first cell and number of each command that is drawn."""

    def chosen(self, commands: Sequence[str]) -> str:
        """Give the command that Enter does; there has to be one."""
        return commands[min(self._at, len(commands) - 1)]

    def choose(self, command: str, commands: Sequence[str]) -> None:
        """Choose a command, if it is in the menu."""
        if command in commands:
            self._at = commands.index(command)

    def press(self, key: str, commands: Sequence[str]) -> str | None:
        """Give the command a key stands for, "" if it chose another one, None if it is not the menu's."""
        if not commands:
            return None
        if key in ("up", "down", "left", "right"):
            self._at = (self._at + (1 if key in ("down", "right") else -1)) % len(commands)
            return ""
        if key in tuple("123456789"[: len(commands)]):
            self._at = int(key) - 1
            return ""
        return self.chosen(commands) if key == "enter" else None

    def click(self, x: int, y: int, commands: Sequence[str]) -> str | None:
        """Give the command that a click does, if it was chosen already, "" if it is chosen now, None beside them."""
        at = [n for row, start, n in self._places if row == y and start <= x and n < len(commands)]
        if not at:
            return None
        again, self._at = self._at == at[-1], at[-1]
        return commands[at[-1]] if again else ""

    def lines(self, commands: Sequence[str], width: int, room: int) -> list[Line]:
        """Draw it below a blank row, in `room` rows if that is enough, with the chosen command in sight; nothing, where
        nothing can be done."""
        self._places = []
        if not commands:
            return []
        here = min(self._at, len(commands) - 1)
        column = max(map(cells, commands)) + 6
        across = max(1, (width - 1) // column)
        rows = [commands[i : i + across] for i in range(0, len(commands), across)]
        most = max(LEAST, min(MOST, room - 1))
        top = max(0, min(here // across - most // 2, len(rows) - most))
        out: list[Line] = [()]
        for y, row in enumerate(rows[top : top + most], top):
            spans: list[tuple[str, str]] = [(" ", "")]
            for i, command in enumerate(row, y * across):
                self._places.append((len(out), 1 + (i - y * across) * column, i))
                mark = f"{'▸' if i == here else ' '}{i + 1 if i < 9 else '':>2} "
                padded = command + " " * (column - 4 - cells(command))
                spans += [(mark, "accent" if i == here else "dim"), (padded, "bold hi" if i == here else "fg")]
            out.append(fit(tuple(spans), width))
        return out
