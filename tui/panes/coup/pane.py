"""Coup on the stage: the players, the claim on the table, and what it took to get there."""

from collections.abc import Sequence

from core.engine.events import Event, Said
from core.engine.scene import Scene
from scenes.coup.actions import Action
from scenes.coup.events import Challenged, Declared, Lost, Proved
from scenes.coup.scene import CoupScene
from tui.keys import with_keys
from tui.log_view import LogView
from tui.panes.countdown import Countdown
from tui.panes.coup import ending, frame, help, lists, odds, roster, seat, table, why
from tui.panes.coup.answers import outcome
from tui.panes.coup.facts import Facts
from tui.panes.coup.frame import Shape
from tui.panes.coup.lists import History, Ledger
from tui.panes.coup.seat import Choice, Seat
from tui.panes.coup.tour import TOUR
from tui.panes.generic import ScenePane
from tui.panes.kit import Advice, Beat, Click, Key, Part, Row, Tab, stack
from tui.styles import Line

HISTORY, TALK, ODDS, NOTES = "History", "Talk", "Odds", "Notes"


class CoupPane(ScenePane):
    tour = TOUR
    letters = "nftseacbkpdo123456789"
    unit = "decision"
    curve_name = "cards"
    curve_unit = " live"
    begins = (Declared,)

    def __init__(self, view: LogView) -> None:
        super().__init__(view)
        self._ledger = Ledger()
        self._choice = Choice()
        self._countdown = Countdown(self._scene.config.timer)
        self._odds = False
        """Whether the odds of the claim on the table are shown, and by how others play, which takes its time."""

    @property
    def _scene(self) -> CoupScene:
        scene = self.view.scene
        assert isinstance(scene, CoupScene)
        return scene

    def take(self, event: Event, scene: Scene) -> None:
        self._ledger.take(event, scene)

    @property
    def _facts(self) -> Facts:
        """What the eyes see at the playhead."""
        return self.view.once(Facts, self._scene, self.view.eyes, self.view.event is None or bool(self.view.event.end))

    @property
    def _history(self) -> History:
        """How it came."""
        return self.view.once(History, self._scene, self._ledger, self.view.eyes)

    def _seat(self) -> Seat:
        """The person's decision, by what the person knows, whatever the eyes."""
        own = self.view.once(Facts, self._scene, self.view.seat)
        return Seat(self._scene, own, self._choice)

    # -- the board

    def _shape(self) -> Shape:
        return frame.shape(self.room.height, bool(self.view.seat), len(self.view.header.cast))

    def board_rows(self) -> int:
        return self._shape().rows

    def board(self, width: int, rows: int) -> Sequence[Line]:
        form, facts = self._shape(), self._facts
        look = roster.look(self.view, facts)
        players = roster.paint(facts, look, self.palette, width, form.lines, form.gap)
        left = self._countdown.line(self._window) if self.view.mine and facts.open else ()
        return [*players, (), table.title(left, width), *self._table(form.table + 1)[: form.table]]

    def _table(self, rows: int) -> list[Line]:
        seat = self._seat() if self.view.mine else None
        told = table.Told(seat.menu, seat.row, seat.aim(self.palette, self.room.cells - 1)) if seat else table.Told()
        look = (roster.movers(self.view, self._facts), self.view.seat)
        return table.paint(self._facts, self.palette, look, told, self._odds, (self.room.cells, rows))

    def ending(self, width: int) -> Sequence[Line]:
        return ending.paint(self.view, self._scene, width)

    # -- around the board

    def title(self) -> str:
        return frame.title(self.view.header, self.room.width)

    def standing(self) -> Line:
        room = self.room.width - len(self.title()) - 45 - (12 if self.view.has_models else 0)
        return frame.standing(self._facts, room)

    def strip(self, width: int) -> Line:
        return ()

    def legend(self, width: int) -> Line:
        """The last row of the table."""
        table = self._shape().table
        rows = self._table(table + 1)
        return rows[table] if len(rows) > table else ()

    def tabs(self, wide: bool) -> Sequence[Tab]:
        said = sum(isinstance(fact.data, Said) for fact in self._facts.turn)
        spoken = [Tab(TALK, str(said or ""), self._paint_talk)] if self.talks else []
        odds, noted = Tab(ODDS, "", self._paint_odds, follows=False), Tab(NOTES, "", self._paint_notes)
        return [Tab(HISTORY, "", self._paint_history), *spoken, odds, noted]

    @property
    def talks(self) -> bool:
        return bool(self._scene.config.talk == "open")

    def first_tab(self, wide: bool) -> str:
        return ODDS if wide else HISTORY

    def _rows(self, width: int) -> list[Row]:
        rows = self._history.flowing(width)
        return rows or [Row(((" Nobody has moved yet", "dim"),))]

    def _paint_history(self, width: int) -> Sequence[Line]:
        return [row.line for row in self._rows(width)]

    def _paint_talk(self, width: int) -> Sequence[Line]:
        return lists.talk(self._ledger, self.view, width)

    def _paint_odds(self, width: int) -> Sequence[Line]:
        return odds.table(self._facts, width, self._odds)

    def _paint_notes(self, width: int) -> Sequence[Line]:
        return lists.notes(self._scene, self.view.eyes, width)

    def side_rows(self, width: int, height: int) -> Sequence[Row]:
        eyes = self.view.eyes
        told = with_keys("truth: {eyes} all") if eyes else "✓ true  ✗ bluff"
        whose = "yours only" if eyes and eyes == self.view.seat else eyes or "everybody's"
        parts = [
            Part(HISTORY, told, self._history.folded(width)),
            *([Part(TALK, "", [Row(line) for line in self._paint_talk(width)])] if self.talks else []),
            Part(NOTES, whose, [Row(line) for line in self._paint_notes(width)]),
        ]
        return stack(parts, width, height)

    def why(self, width: int) -> Sequence[Line]:
        return why.paint(self.view, self.palette, width)

    def decisions(self) -> Sequence[int]:
        return [n for n in self._ledger.decisions if self.view.may_see(self.view.events[n - 1])]

    def beat(self, event: Event) -> Beat | None:
        told = self.mark(event)
        match event.data:
            case Challenged():
                return Beat(told)
            case Proved():
                return Beat(told, "good", 1.2)
            case Lost():
                return Beat(told, "bad", 1.2)
        return None

    def curve(self) -> Sequence[tuple[int, float]]:
        return self._ledger.curve

    # -- looking

    def look(self, key: str) -> bool:
        """What the person chooses; and the odds."""
        if self.focus:
            return False
        if key == "o":
            self._odds = not self._odds
        return key == "o"

    def rows_of(self, tab: str, width: int) -> Sequence[Row]:
        return self._rows(width) if tab == HISTORY else ()

    def click(self, click: Click) -> bool:
        """A click on a player aims at it."""
        if click.place != "board":
            return super().click(click)
        at = click.y // (self._shape().lines + self._shape().gap)
        return self.view.mine and at < len(self._scene.names) and self._seat().aim_at(self._scene.names[at])

    def look_keys(self) -> Sequence[Key]:
        return () if self.focus else (Key("o", "odds"),)

    # -- the person's seat

    @property
    def _window(self) -> object:
        """What the time is measured in."""
        return (self._facts.seen.actions, self._facts.seen.phase, self.view.seat)

    @property
    def has_countdown(self) -> bool:
        return bool(self._countdown.seconds) and self._facts.open

    def overdue(self) -> str:
        if not self._facts.open or not self.view.mine:
            return ""
        return "pass" if self._countdown.overdue(self._window) else ""

    def own_keys(self) -> Sequence[Key]:
        return (*(self._seat().keys() if self.view.mine else ()), Key("o", "odds"))

    def press(self, key: str) -> str | None:
        return self._seat().press(key) if self.view.mine else None

    def idle(self) -> Line:
        return self._seat().idle()

    def preview(self, text: str, width: int) -> Line:
        if not self.view.mine:
            return (("   it is not your turn yet", "accent"),)
        return super().preview(text, width)

    def understood(self, action: Action) -> Line:
        return outcome(self._seat().facts, action)

    def speech(self, words: str) -> str:
        return f"say {words}" if self._scene.game.talks else ""

    def advice(self) -> Advice:
        return seat.advice(self._scene, self.view.seat, self.view.header.seed)

    def point(self, command: str) -> None:
        self._seat().point(self._scene.parse(self.view.seat, command))

    def help(self) -> Sequence[str]:
        return help.HELP
