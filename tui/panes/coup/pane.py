"""Coup on the stage: the players, the claim on the table, and what it took to get there."""

from collections.abc import Sequence

from core.events import Event, Said
from core.scene import Scene
from scenes.coup.scene import CoupScene
from tui.lines import Lines
from tui.panes.base import Key, ScenePane, Tab
from tui.panes.coup import frame, help, lists, odds, roster, seat, table, why
from tui.panes.coup.facts import Facts
from tui.panes.coup.frame import Shape
from tui.panes.coup.lists import History, Ledger, Row
from tui.panes.coup.seat import Choice, Seat
from tui.panes.coup.timer import Countdown
from tui.styles import Line
from tui.view import View

HISTORY, TALK, ODDS, NOTES = "History", "Talk", "Odds", "Notes"


class CoupPane(ScenePane):
    unit = "decision"
    marks = (("proved", "good"), ("caught", "bad"), ("out", "lost"), ("undoubted bluff", "missed"))
    keeps = False
    curve_name = "cards"
    curve_unit = " live"

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._board = Lines(id="board")
        self._board.can_focus = True
        self._ledger = Ledger()
        self._choice = Choice()
        self._countdown = Countdown(self._scene.config.timer)
        self._odds = False
        """Whether the odds of the claim on the table are shown, and by how others play, which takes its time."""
        self._size = (80, 24)
        self._cells = 80
        self._side: list[int] = []
        """The event that a row of the side column goes to, 0 for none."""
        self._made: tuple[tuple[int, str], Facts, History] | None = None

    @property
    def _scene(self) -> CoupScene:
        scene = self.view.scene
        assert isinstance(scene, CoupScene)
        return scene

    def take(self, event: Event, scene: Scene) -> None:
        self._ledger.take(event, scene)

    def _fold(self) -> tuple[Facts, History]:
        """What the eyes see at the playhead, and how it came."""
        key = (self.view.n, self.view.eyes)
        if self._made is None or self._made[0] != key:
            scene = self._scene
            self._made = key, Facts(scene, self.view.eyes), History(scene, self._ledger, self.view.eyes)
        return self._made[1], self._made[2]

    @property
    def _facts(self) -> Facts:
        return self._fold()[0]

    @property
    def _mine(self) -> bool:
        """Whether the person in the seat is awaited."""
        view = self.view
        return bool(view.seat) and view.at_now and view.ended is None and view.seat in view.waiting

    def _seat(self) -> Seat:
        """The person's decision, by what the person knows, whatever the eyes."""
        own = self._facts if self.view.eyes == self.view.seat else Facts(self._scene, self.view.seat)
        return Seat(self._scene, own, self._choice)

    # -- the board

    def make_board(self) -> Lines:
        return self._board

    def _shape(self) -> Shape:
        return frame.shape(self._size[1], bool(self.view.seat), len(self.view.header.cast))

    def board_rows(self, width: int, height: int) -> int:
        self._size = (width, height)
        return self._shape().rows

    def paint_board(self) -> None:
        form = self._shape()
        facts, width = self._facts, self._cells
        look = roster.look(self.view, facts)
        players = roster.paint(facts, look, self.palette, width, form.lines, form.gap)
        left = self._countdown.line(self._window) if self._mine and facts.open else ()
        rows = self._table(form.table + 1)
        self._board.show([*players, (), table.title(left, width), *rows[: form.table]])

    def _table(self, rows: int) -> list[Line]:
        seat = self._seat() if self._mine else None
        told = table.Told(seat.menu, seat.row, seat.aim(self.palette, self._cells - 1)) if seat else table.Told()
        look = (roster.movers(self.view, self._facts), self.view.seat)
        return table.paint(self._facts, self.palette, look, told, self._odds, (self._cells, rows))

    # -- around the board

    def title(self) -> str:
        return frame.title(self.view.header, self._size[0])

    def standing(self) -> Line:
        room = self._size[0] - len(self.title()) - 45 - (12 if self.has_models else 0)
        return frame.standing(self._facts, room)

    def strip(self, width: int) -> Line:
        self._cells = width
        return ()

    def legend(self, width: int) -> Line:
        """The last row of the table."""
        table = self._shape().table
        rows = self._table(table + 1)
        return rows[table] if len(rows) > table else ()

    def tabs(self, wide: bool) -> Sequence[Tab]:
        said = sum(isinstance(fact.data, Said) for fact in self._facts.turn)
        history, spoken = Tab(HISTORY, "", self._paint_history), Tab(TALK, str(said or ""), self._paint_talk)
        odds, noted = Tab(ODDS, "", self._paint_odds, follows=False), Tab(NOTES, "", self._paint_notes)
        return [odds, history, spoken, noted] if wide else [history, spoken, odds, noted]

    def _rows(self, width: int) -> list[Row]:
        rows = self._fold()[1].flowing(width)
        return rows or [Row(((" Nobody has moved yet", "dim"),))]

    def _paint_history(self, width: int) -> Sequence[Line]:
        return [row.line for row in self._rows(width)]

    def _paint_talk(self, width: int) -> Sequence[Line]:
        return lists.talk(self._ledger, self.view, width)

    def _paint_odds(self, width: int) -> Sequence[Line]:
        return odds.table(self._facts, width, self._odds)

    def _paint_notes(self, width: int) -> Sequence[Line]:
        return lists.notes(self._scene, self.view.eyes, width)

    def side(self, width: int, height: int) -> Sequence[Line]:
        eyes = self.view.eyes
        told = "truth: v all" if eyes else "✓ true  ✗ bluff"
        whose = "yours only" if eyes and eyes == self.view.seat else eyes or "everybody's"
        parts = [
            (HISTORY, told, self._fold()[1].folded(width)),
            (TALK, "", [Row(line) for line in self._paint_talk(width)]),
            (NOTES, whose, [Row(line) for line in self._paint_notes(width)]),
        ]
        rows = lists.side(parts, width, height)
        self._side = [row.n for row in rows]
        return [row.line for row in rows]

    def why(self, width: int) -> Sequence[Line]:
        return why.paint(self.view, self.palette, width)

    def decisions(self) -> Sequence[int]:
        return [n for n in self._ledger.decisions if self.view.may_see(self.view.events[n - 1])]

    def curve(self) -> Sequence[tuple[int, float]]:
        return self._ledger.curve

    # -- looking

    def look(self, key: str) -> bool:
        """The odds; and in the history, going to what a row tells."""
        kind, _, number = key.partition(" ")
        if self._mine and not self.focus and self._choose(kind, number):
            return True
        if key == "o" and not self.focus:
            self._odds = not self._odds
            return True
        if kind == "side":
            return self._go(self._side[int(number)] if int(number) < len(self._side) else 0)
        if kind == "row" and self.focus == HISTORY:
            rows = self._rows(self._cells)
            return self._go(rows[int(number)].n if int(number) < len(rows) else 0)
        return False

    def _choose(self, key: str, row: str) -> bool:
        """Whether a key, or a click on a player, chose something in the person's decision."""
        if key != "row":
            return self._seat().look(key)
        at = int(row) // (self._shape().lines + self._shape().gap)
        return at < len(self._scene.names) and self._seat().aim_at(self._scene.names[at])

    def _go(self, n: int) -> bool:
        """To the end of the step that an event is in."""
        if n:
            while n < self.view.known and not self.view.events[n - 1].end:
                n += 1
            self.view.go(n)
        return bool(n)

    def look_keys(self) -> Sequence[Key]:
        return () if self.focus else (Key("o", "odds"),)

    # -- the person's seat

    @property
    def _window(self) -> object:
        """What the time is measured in."""
        return (self._facts.seen.actions, self._facts.seen.phase, self.view.seat)

    def overdue(self) -> str:
        if not self._facts.open or not self._mine:
            return ""
        return "pass" if self._countdown.overdue(self._window) else ""

    def own_keys(self) -> Sequence[Key]:
        return (*(self._seat().keys() if self._mine else ()), Key("o", "odds"))

    def press(self, key: str) -> str | None:
        return self._seat().press(key) if self._mine else None

    def idle(self) -> Line:
        return self._seat().idle()

    def preview(self, text: str, width: int) -> Line:
        if not self._mine:
            return (("   it is not your turn yet", "accent"),)
        return self._seat().preview(text, self.command(text), width)

    def command(self, text: str) -> str:
        return seat.command_in(text, self._scene, self.view.seat)

    def hint(self) -> str:
        return seat.hint(self._scene, self.view.seat, self.view.header.seed)

    def help(self) -> Sequence[str]:
        return help.HELP
