"""The menu of a person's possible actions: declared keys, cursor, targets, and the choice that Enter confirms."""

from collections.abc import Mapping, Sequence

from core.actions.menu import Entry
from tui.glyphs import cells
from tui.styles import Line, fit

MIN_ROWS, MAX_ROWS = 2, 8
"""Minimum and maximum rows of the menu, below its blank row."""
STEPS = {"left": -1, "up": -1, "right": 1, "down": 1}


class Menu:
    """The menu of commands. It holds the chosen command until Enter gives it.

    With `is_ready` the first command is chosen from the start; otherwise nothing is until a key chooses it, and Escape
    drops the choice.
    """

    def __init__(self, is_ready: bool = True) -> None:
        self._is_ready = is_ready
        self._chosen = ""
        self._of: object = None
        self._places: list[tuple[int, int, str]] = []
        """Row, first cell and command of each command on the screen."""

    def settle(self, decision: object) -> None:
        """Drop the choice if the decision differs from `decision`."""
        if decision != self._of:
            self._of, self._chosen = decision, ""

    # -- the choice

    def chosen(self, entries: Sequence[Entry]) -> str:
        """Return the command that Enter gives; "" for none."""
        commands = _complete_commands(entries)
        if self._chosen in commands:
            return self._chosen
        return commands[0] if commands and self._is_ready else ""

    def row(self, entries: Sequence[Entry]) -> Entry | None:
        """Return the line of the chosen command."""
        chosen = self.chosen(entries)
        return next((entry for entry in entries if chosen in entry.commands), None)

    def targets(self, entries: Sequence[Entry]) -> Sequence[str]:
        """Return the targets that left and right choose between, if the chosen line has several."""
        row = self.row(entries)
        return row.commands if row and len(row.commands) > 1 else ()

    def choose(self, command: str, entries: Sequence[Entry]) -> bool:
        """Choose a command. Returns False if it is not in the menu."""
        if not any(command in entry.commands for entry in entries):
            return False
        self._chosen = command
        return True

    def drop(self) -> bool:
        """Drop the choice. Returns False if nothing was chosen."""
        dropped, self._chosen = self._chosen, ""
        return bool(dropped)

    # -- keys

    def declared(self, key: str, entries: Sequence[Entry]) -> str | None:
        """Return the command of a declared key; "" if it only chose a line, None if no line has the key."""
        return None if key.isdecimal() and not _with_key(key, entries) else self._named(key, entries)

    def press(self, key: str, entries: Sequence[Entry], numbered: Mapping[str, str] | None = None) -> str | None:
        """Return the command of a key; "" if it only chose a line, None if the key has no meaning here.

        Digits choose the commands in `numbered` if given; else targets if the chosen line has several; else lines.
        """
        targets = self.targets(entries)
        if not entries:
            return None
        if key == "enter":
            return self.chosen(entries) or None
        if key == "escape":
            return "" if not self._is_ready and self.drop() else None
        if key in STEPS:
            return self._walk(STEPS[key], entries, targets if key in ("left", "right") else ())
        if numbered is not None and key.isdecimal():
            return "" if self.choose(numbered.get(key, ""), entries) else None
        if key.isdecimal() and targets:
            at = int(key) - 1
            return "" if 0 <= at < len(targets) and self.choose(targets[at], entries) else None
        return self._named(key, entries)

    def _walk(self, step: int, entries: Sequence[Entry], targets: Sequence[str]) -> str | None:
        rows = [entry for entry in entries if not entry.is_typed]
        if not rows:
            return None
        among = targets or (rows[0].commands if len(rows) == 1 else [entry.commands[0] for entry in rows])
        chosen, row = self.chosen(entries), self.row(entries)
        here = chosen if chosen in among else row.commands[0] if row else ""
        at = among.index(here) + step if here else min(step, 0)
        self._chosen = among[at % len(among)]
        return ""

    def _named(self, key: str, entries: Sequence[Entry]) -> str | None:
        """Return the command of a digit or declared key; "" if the key only chose one of several lines."""
        found, row = _with_key(key, entries), self.row(entries)
        if not found and key.isdecimal():
            found = [*entries[int(key) - 1 :][:1]] if int(key) else []
        elif not key.isdecimal() and row and row.at_once and row.key:
            alike = _with_key(row.key, entries)
            initials = [entry for entry in alike if entry.head.split()[-1][:1].casefold() == key]
            if initials and len(alike) > 1:
                return initials[0].commands[0]
        if not found:
            return None
        row = row if self._chosen or not self._is_ready else None
        entry = found[(found.index(row) + 1) % len(found) if row in found else 0]
        if entry.is_typed or (entry.at_once and len(found) == len(entry.commands) == 1):
            return entry.commands[0]
        if entry is not row:
            self._chosen = entry.commands[0]
        return ""

    def click(self, x: int, y: int, entries: Sequence[Entry]) -> str | None:
        """Return the command under a click if it was chosen already; "" if it is chosen now, None for no command."""
        at = [command for row, start, command in self._places if row == y and start <= x]
        if not at:
            return None
        again = self.chosen(entries) == at[-1]
        return at[-1] if self.choose(at[-1], entries) and again else ""

    # -- drawing in columns

    def lines(self, entries: Sequence[Entry], width: int, room: int) -> list[Line]:
        """Draw all commands below a blank row, in `room` rows if possible, with the chosen one visible."""
        self._places = []
        commands = _complete_commands(entries)
        if not commands:
            return []
        here = commands.index(self.chosen(entries))
        column = max(map(cells, commands)) + 6
        across = max(1, (width - 1) // column)
        rows = [commands[i : i + across] for i in range(0, len(commands), across)]
        most = max(MIN_ROWS, min(MAX_ROWS, room - 1))
        if len(rows) > most:
            most -= 1  # the last row has the number of hidden commands
        top = max(0, min(here // across - most // 2, len(rows) - most))
        out: list[Line] = [()]
        for y, row in enumerate(rows[top : top + most], top):
            spans: list[tuple[str, str]] = [(" ", "")]
            for i, command in enumerate(row, y * across):
                self._places.append((len(out), 1 + (i - y * across) * column, command))
                mark = f"{'▸' if i == here else ' '}{i + 1 if i < 9 else '':>2} "
                padded = command + " " * (column - 4 - cells(command))
                spans += [(mark, "accent" if i == here else "dim"), (padded, "bold hi" if i == here else "fg")]
            out.append(fit(tuple(spans), width))
        above, below = top * across, len(commands) - (top + most) * across
        return [*out, ((f" … {hidden_count_text(above, below)}", "dim"),)] if len(rows) > most else out


def hidden_count_text(above: int, below: int) -> str:
    """Write the number of items above and below the visible part of a list."""
    return ", ".join([f"{above} above"] * (above > 0) + [f"{below} more"] * (below > 0))


def _complete_commands(entries: Sequence[Entry]) -> list[str]:
    """Return all commands that are complete without typing."""
    return [command for entry in entries if not entry.is_typed for command in entry.commands]


def _with_key(key: str, entries: Sequence[Entry]) -> list[Entry]:
    name = "space" if key == " " else key
    return [entry for entry in entries if entry.key == name]


class DigitSelection:
    """Items that digits select, up to a maximum, such as the cards of an exchange."""

    def __init__(self) -> None:
        self.picked: list[int] = []

    def press(self, key: str, places: int, count: int) -> bool:
        """Select or deselect an item; one too many deselects the oldest. Returns False if no item has the key."""
        place = int(key) - 1 if key.isdecimal() else -1
        if not 0 <= place < places:
            return False
        if place in self.picked:
            self.picked.remove(place)
        else:
            self.picked = [*self.picked, place][-count:]
        return True
