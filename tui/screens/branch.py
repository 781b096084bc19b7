"""The form for a branch: cast, seed, options and interventions. Enter runs the branch."""

import asyncio
import shlex
from collections.abc import Mapping
from typing import Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Key, Resize
from textual.suggester import SuggestFromList

from core.engine.casting import policies
from core.errors import UserError
from core.llm.routes import PREFIX
from core.text import one_line
from core.trust.grants import Grants
from tui.cli.branching import Change, branches
from tui.cli.game_options import GameSettings, parse_pairs
from tui.glyphs import cells
from tui.key_signs import footer
from tui.lines import LineInput, Lines
from tui.lobby.setup import ALL, CROWD
from tui.panes.generic import ScenePane
from tui.screens.base import bindings
from tui.screens.picker import TypedList
from tui.state.opening import live_stage
from tui.state.stage import StageState
from tui.styles import Line, clip, pad, wrap
from tui.view import View
from tui.widgets.rows import Row, Rows

INTRO = "the recorded run stays as it is; a new one goes on from here. What changes?"
SEED, CHANGES = "seed", "-o"
VALUE_COLUMN = 19
"""Column where the values begin."""
Models = Mapping[str, Mapping[str, Any]]
KEYS = [("↑↓", "row"), ("←→", "policy"), ("space", "take the seat"), ("enter", "play on"), ("esc", "back")]


class TypedChanges:
    """Changes as typed, not checked yet: rows by name, with a cursor.

    Rows are `("cast", NAME)`, `("", SEED)` and `("", CHANGES)`; an empty row keeps what was recorded.
    """

    def __init__(self, view: View) -> None:
        """Start without changes.

        If no person has a seat, one is taken: that of the perspective, or the scene's default.
        """
        kind, names = type(view.scene), tuple(view.header.cast)
        usual = view.scene.config.human_seat
        seat = view.seat or view.perspective or usual
        crowd = (ALL, seat, *(name for name in names if name != seat))
        self.cast = dict(view.header.cast)
        self.rows = [*(("cast", name) for name in (crowd if len(names) > CROWD else names)), ("", SEED), ("", CHANGES)]
        self.changed: dict[tuple[str, str], str] = {}
        self._ring = policies(kind)
        self.at = self.rows.index(("cast", seat))
        if "human" not in self.cast.values():
            self.changed[self.row] = "human"

    @property
    def row(self) -> tuple[str, str]:
        return self.rows[self.at]

    def walk(self, step: int) -> None:
        self.at = (self.at + step) % len(self.rows)

    def cycle(self, step: int) -> None:
        """Give the seat under the cursor the next policy."""
        part, name = self.row
        if part:
            now = self.changed.get(self.row) or self.cast.get(name, "")
            after = self._ring.index(now) + step if now in self._ring else 0
            policy = self._ring[after % len(self._ring)]
            self.write("" if policy == self.cast.get(name) else policy)

    def write(self, text: str) -> None:
        """Set the value of the row under the cursor; an empty text means no change."""
        if text:
            self.changed[self.row] = text
        else:
            self.changed.pop(self.row, None)

    def sit(self) -> None:
        """Give the person the seat under the cursor, and undo an earlier choice of a seat."""
        if self.row[1] != ALL:
            self.changed = {row: text for row, text in self.changed.items() if text != "human"}
            self.write("human")

    def parse(self, models: Models) -> tuple[GameSettings, list[str], Change]:
        """Return the branch's settings, its first interventions, and its change of the recording. Raises UserError."""
        cast = {name: text for (part, name), text in self.changed.items() if part and text != self.cast.get(name)}
        seed = self.changed.get(("", SEED), "")
        if seed and not (seed.isascii() and seed.isdigit()):
            raise UserError(f"a seed is a whole number, not {seed!r}")
        options, interventions, change = read_changes(self.changed.get(("", CHANGES), ""))
        settings = {k: dict(v) for k, v in models.items()}
        return GameSettings(options, cast, int(seed) if seed else None, settings), interventions, change


def read_changes(text: str) -> tuple[dict[str, str], list[str], Change]:
    """Read options, interventions and a change, in the syntax of `playbill branch`. Raises UserError."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UserError("a quotation mark is not closed") from error
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
    return parse_pairs(options, "-o", "KEY=VALUE", empty=True), interventions, change


class BranchScreen(TypedList[StageState | None]):
    """The form for a branch's changes. Its result is the branch's stage, or None."""

    BINDINGS: ClassVar = [
        *bindings({"left": "cycle(-1)", "right": "cycle(1)", "discard": "clear"}, priority=True),
        Binding("delete", "clear", "As recorded", priority=True),
    ]

    def __init__(self, view: View, grants: Grants) -> None:
        """Make the form; `grants` are the permissions of the run and the user's own settings of models."""
        super().__init__()
        self._view = view
        self._n = view.n
        self._grants = grants
        self.changes = TypedChanges(view)
        self._wrong = ""
        self._busy = False

    def compose(self) -> ComposeResult:
        yield Lines(id="branch-head")
        yield Rows(lambda width, _: [self._row(i) for i in range(len(self.changes.rows))], self._go, id="rows")
        yield LineInput(self._play, id="branch-text", suggester=SuggestFromList(()))
        yield Lines(id="branch-note")
        yield Lines(id="footer")

    def on_mount(self) -> None:
        self.start(self._typed)
        self._paint()

    def on_resize(self, event: Resize) -> None:
        self._paint()
        self.call_after_refresh(self._paint)

    def _paint(self) -> None:
        width = self.app.size.width
        turn = self._view.events[self._n - 1].turn if self._n else 0
        where = f"event {self._n}, {self._view.pane.traits.unit} {turn}"
        intro = wrap(INTRO, width - 2)
        head = self.lines("branch-head")
        head.styles.height = len(intro) + 2
        title: Line = ((" Playbill  ", "bold accent"), (f"branch after {where}", "mid"))
        head.show([title, *(((f" {row}", "dim"),) for row in intro)])
        note = self._note(width)
        self.lines("branch-note").styles.height = len(note) + 1
        self.lines("branch-note").show([(), *note])
        self.lines("footer").show([footer(KEYS, width, ())])
        self._place()

    def _place(self) -> None:
        """Place the input over the value of the row under the cursor."""
        rows, words, changes = self.query_one("#rows", Rows), self.words, self.changes
        text = changes.changed.get(changes.row, "")
        if words.value != text:
            words.value = text
            words.cursor_position = len(text)
        words.placeholder = changes.cast.get(changes.row[1], "") or self._unchanged(changes.row[1])
        rows.put_over(words, cells(text or words.placeholder) + 1)

    def _row(self, i: int) -> Row:
        changes = self.changes
        part, name = changes.rows[i]
        text, was = changes.changed.get((part, name), ""), changes.cast.get(name, "")
        here = i == changes.at
        label = {ALL: "everybody", CHANGES: "options"}.get(name, name)
        value: Line = ((was or self._unchanged(name), "fg" if was else "dim"),)
        if text:
            note = "your seat" if text == "human" else f"was {clip(was, 20)}" if was else ""
            value = ((text, "bold accent"), (f"   {note}", "mid" if text == "human" else "dim"))
        mark = ("▸ " if here else "  ", "accent")
        line = ((" ", ""), mark, (pad(label, 14), "bold hi" if here else "mid"), ("  ", ""), *value)
        return Row(line, ("rows", i), here, VALUE_COLUMN)

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

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow `cycle` only on rows of seats; on other rows its keys belong to the input."""
        return action != "cycle" or bool(self.changes.row[0])

    def takes(self, event: Key) -> bool:
        """Clear the error; on a seat's row, space takes the seat.

        All keys are ignored while the branch is being made.
        """
        self._wrong = ""
        sits = event.key == "space" and bool(self.changes.row[0]) and not self._busy
        if sits:
            self.changes.sit()
            self._paint()
        return sits or (self._busy and not event.key.startswith("ctrl+"))

    def takes_paste(self, text: str) -> bool:
        return self._busy

    def on_rows_clicked(self, event: Rows.Clicked) -> None:
        if event.row.item is not None and not self._busy:
            index = event.row.item[1]
            again, self.changes.at = self.changes.at == index, index
            self.action_cycle(int(again))

    def _go(self, pane: str, index: int) -> None:
        self.changes.at = index
        self._paint()

    def _typed(self, text: str) -> None:
        """Store the text of the input."""
        if text != self.changes.changed.get(self.changes.row, ""):
            self.changes.write(text)
            self._paint()

    def _play(self, text: str) -> None:
        self._busy = True
        self._paint()
        self._make()

    def action_move(self, step: int) -> None:
        self.changes.walk(step)
        self._paint()

    def action_cycle(self, step: int) -> None:
        if step:
            self.changes.cycle(step)
        self._paint()

    def action_clear(self) -> None:
        self.changes.write("")
        self._paint()

    @work(exclusive=True)
    async def _make(self) -> None:
        """Open the branch's stage, or show why it could not be made."""
        try:
            settings, interventions, change = self.changes.parse(self._grants.own)
            at = "" if change.withhold or change.forget else str(self._n)
            (branch,) = await asyncio.to_thread(
                branches, self._view, at, settings, change, [None], self._grants, interventions
            )
            named = [*settings.cast.values(), f"{PREFIX}{change.model.removeprefix(PREFIX)}"]
            self.dismiss(live_stage(branch.header, None, branch, self._grants.with_policies(named), interventions))
        except UserError as error:
            self._wrong, self._busy = one_line(str(error)), False
            self._paint()


def _example(pane: ScenePane) -> str:
    """Return an example of options for the pane's scene."""
    first = " --intervene '…'" if pane.traits.interventions else ""
    return (pane.traits.branching or "-o max_turns=200") + first
