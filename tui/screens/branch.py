"""What changes in a branch: who plays, the seed, options, and what happens first. Enter plays on from there."""

import asyncio
import shlex
from collections.abc import Mapping
from functools import partial
from typing import Any

from textual import work
from textual.app import ComposeResult
from textual.events import Key, Resize

from core.engine.casting import policies
from core.errors import UserError
from core.llm.routes import PREFIX
from core.text import one_line
from core.trust.grants import Grants
from tui.cli.branching import Change, branches
from tui.cli.wishes import Filled, pairs
from tui.lines import Lines
from tui.panes.generic import ScenePane
from tui.screens.lobby_setup import ALL, CROWD
from tui.screens.overlay import Overlay
from tui.state.opening import live_stage
from tui.state.stage import StageState
from tui.strokes import footer
from tui.styles import Line, clip, pad, wrap
from tui.view import View

INTRO = "the recorded run stays as it is; a new one goes on from here. What changes?"
SEED, CHANGES = "seed", "-o"
Models = Mapping[str, Mapping[str, Any]]
KEYS = [("↑↓", "row"), ("←→", "policy"), ("space", "take the seat"), ("enter", "play on"), ("esc", "back")]


class Changes:
    """What is to be different, as it was set and not checked yet: rows by name, and a cursor on one of them.

    Rows are `("cast", NAME)`, `("", SEED)` and `("", CHANGES)`; a row that holds nothing stays as it was recorded.
    """

    def __init__(self, view: View) -> None:
        """Nothing changes; but where nobody has a seat, one is taken: by whoever's eyes are looking, or the usual."""
        kind, names = type(view.scene), tuple(view.header.cast)
        usual = kind.human_seat(view.scene.config)
        seat = view.seat or view.eyes or usual
        crowd = (ALL, seat, *(name for name in names if name != seat))
        self.cast = dict(view.header.cast)
        self.rows = [*(("cast", name) for name in (crowd if len(names) > CROWD else names)), ("", SEED), ("", CHANGES)]
        self.told: dict[tuple[str, str], str] = {}
        self._ring = policies(kind)
        self.at = self.rows.index(("cast", seat))
        if "human" not in self.cast.values():
            self.told[self.row] = "human"

    @property
    def row(self) -> tuple[str, str]:
        return self.rows[self.at]

    def walk(self, by: int) -> None:
        self.at = (self.at + by) % len(self.rows)

    def cycle(self, by: int) -> None:
        """The next policy of the seat."""
        part, name = self.row
        if part:
            now = self.told.get(self.row) or self.cast.get(name, "")
            after = self._ring.index(now) + by if now in self._ring else 0
            self.write(self._ring[after % len(self._ring)])

    def write(self, text: str) -> None:
        """What the row holds from now on; of a seat that is played as before, nothing."""
        if text and text != self.cast.get(self.row[1]):
            self.told[self.row] = text
        else:
            self.told.pop(self.row, None)

    def type(self, text: str) -> None:
        self.told[self.row] = self.told.get(self.row, "") + text

    def erase(self) -> None:
        self.write(self.told.get(self.row, "")[:-1])

    def sit(self) -> None:
        """Take the seat of the row, and leave the one that was taken here."""
        if self.row[1] != ALL:
            self.told = {row: text for row, text in self.told.items() if text != "human"}
            self.write("human")

    def filled(self, models: Models) -> tuple[Filled, list[str], Change]:
        """What a branch is made from, the interventions that come first, and the one thing that is different in what
        was recorded. Raises UserError."""
        cast = {name: text for (part, name), text in self.told.items() if part}
        seed = self.told.get(("", SEED), "")
        if seed and not (seed.isascii() and seed.isdigit()):
            raise UserError(f"a seed is a whole number, not {seed!r}")
        options, interventions, change = read_changes(self.told.get(("", CHANGES), ""))
        settings = {k: dict(v) for k, v in models.items()}
        return Filled(options, cast, int(seed) if seed else None, settings), interventions, change


def read_changes(text: str) -> tuple[dict[str, str], list[str], Change]:
    """Options, interventions and the change, as they are written after `playbill branch`. Raises UserError."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UserError("a quotation mark is missing its other half") from error
    options, interventions, change = list[str](), list[str](), Change()
    for flag, value in zip(words[::2], [*words[1::2], ""], strict=False):
        match flag:
            case "-o" | "--intervene" if value:
                (options if flag == "-o" else interventions).append(value)
            case "--withhold" | "--forget" if value.isascii() and value.isdigit() and int(value[:9]):
                number = int(value[:9])
                change = change._replace(withhold=number) if flag == "--withhold" else change._replace(forget=number)
            case "--set" if value:
                change = change._replace(set=value)
            case _:
                raise UserError(
                    f"write -o KEY=VALUE, --intervene 'WORDS', --set 'WHAT=VALUE', or --withhold or --forget and the "
                    f"number of an event, not {flag!r}"
                )
    return pairs(options, "-o", "KEY=VALUE", empty=True), interventions, change


class BranchScreen(Overlay[StageState | None]):
    """Asks what changes. Its result is a stage for the branch, or none."""

    DEFAULT_CSS = """
    BranchScreen #rows { height: 1fr; }
    """

    def __init__(self, view: View, grants: Grants) -> None:
        """`grants` say what the run may do again, and hold the user's own settings of models."""
        super().__init__()
        self._view = view
        self._n = view.n
        self._grants = grants
        self.changes = Changes(view)
        self._wrong = ""
        self._busy = False
        self._top = 0
        """The row of the cast that is shown first."""

    def compose(self) -> ComposeResult:
        yield Lines(id="rows")
        yield Lines(id="footer")

    def on_mount(self) -> None:
        self._paint()

    def on_resize(self, event: Resize) -> None:
        self._paint()

    def _paint(self) -> None:
        width, height = self.app.size
        turn = self._view.events[self._n - 1].turn if self._n else 0
        where = f"event {self._n}, {self._view.pane.unit} {turn}"
        head: list[Line] = [
            ((" Playbill  ", "bold accent"), (f"branch after {where}", "mid")),
            *(((f" {row}", "dim"),) for row in wrap(INTRO, width - 2)),
            (),
        ]
        note = self._note(width)
        room = max(1, height - len(head) - len(note) - 2)
        at = self.changes.at
        self._top = max(0, min(max(self._top, at - room + 1), at, len(self.changes.rows) - room))
        shown = range(self._top, min(len(self.changes.rows), self._top + room))
        lines = [*head, *(self._row(i, width) for i in shown), (), *note]
        self.query_one("#rows", Lines).show(lines)
        self.query_one("#footer", Lines).show([footer(KEYS, width, ())])

    def _row(self, i: int, width: int) -> Line:
        changes = self.changes
        part, name = changes.rows[i]
        told, was = changes.told.get((part, name), ""), changes.cast.get(name, "")
        here = i == changes.at
        label = {ALL: "everybody", CHANGES: "options"}.get(name, name)
        if not told:
            value: Line = ((was or self._unchanged(name), "fg" if was else "dim"),)
        else:
            seat = (
                (("   your seat", "mid"),) if told == "human" else ((f"   was {clip(was, 20)}", "dim"),) if was else ()
            )
            value = ((told, "bold accent"), *seat)
        cursor = (("▏", "accent"),) if here and told and not (part and told == "human") else ()
        mark = ("▸ " if here else "  ", "accent")
        lead: Line = ((" ", ""), mark, (pad(label, 14), "bold hi" if here else "mid"), ("  ", ""))
        return (*lead, *value[:1], *cursor, *value[1:])

    def _unchanged(self, name: str) -> str:
        match name:
            case "seed":
                return str(self._view.header.seed)
            case "-o":
                return _example(self._view.pane)
        return "as they are"

    def _note(self, width: int) -> list[Line]:
        if self._busy:
            return [((" making the branch", "dim"),)]
        return [((f" {row}", "bad"),) for row in wrap(self._wrong, width - 2)[:5]] if self._wrong else []

    # -- keys and clicks

    def takes(self, event: Key) -> bool:
        if event.key.startswith("ctrl+") and event.key not in ("ctrl+u", "ctrl+h"):
            return False
        if not self._busy:
            self._wrong = ""
            self._press(event)
            self._paint()
        return True

    def _press(self, event: Key) -> None:
        changes = self.changes
        match event.key:
            case "escape":
                self.dismiss(None)
            case "enter":
                self._busy = True
                self._make()
            case "up" | "shift+tab":
                changes.walk(-1)
            case "down" | "tab":
                changes.walk(1)
            case "left" | "right":
                changes.cycle(-1 if event.key == "left" else 1)
            case "backspace" | "ctrl+h":
                changes.erase()
            case "ctrl+u" | "delete":
                changes.write("")
            case "space" if changes.row[0]:
                changes.sit()
            case _ if event.is_printable and event.character:
                changes.type(event.character)

    def takes_paste(self, text: str) -> bool:
        if not self._busy:
            self.changes.type(text)
            self._paint()
        return True

    def on_lines_clicked(self, event: Lines.Clicked) -> None:
        if event.pane.id == "rows":
            event.stop()
        i = self._top + event.y - 3
        if event.pane.id == "rows" and 0 <= i < len(self.changes.rows) and not self._busy:
            again, self.changes.at = self.changes.at == i, i
            if again:
                self.changes.cycle(1)
            self._paint()

    @work(exclusive=True)
    async def _make(self) -> None:
        """The stage of the branch; or why it cannot be."""
        try:
            filled, interventions, change = self.changes.filled(self._grants.own)
            at = "" if change.withhold or change.forget else str(self._n)
            make = partial(branches, paths=[None], grants=self._grants, interventions=interventions)
            (made,) = await asyncio.to_thread(make, self._view, at, filled, change)
            named = [*filled.cast.values(), f"{PREFIX}{change.model.removeprefix(PREFIX)}"]
            stage = live_stage(made.header, None, made, self._grants.naming(named), interventions)
            self.dismiss(stage)
        except UserError as error:
            self._wrong, self._busy = one_line(str(error)), False
            self._paint()


def _example(pane: ScenePane) -> str:
    """What may be written for options."""
    first = " --intervene '…'" if pane.interventions else ""
    return (pane.branching or "-o max_turns=200") + first
