"""The Coup pane: the players, the claim on the table, and the moves that led to it."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from core.engine.events import Event, Said
from scenes.coup.actions import Action
from scenes.coup.events import Challenged, Declared, Lost, Proved
from scenes.coup.scene import CoupScene
from tui.keys import with_keys
from tui.log_view import LogView
from tui.panes.countdown import Countdown
from tui.panes.coup import cards, claims, ending, lists, roster, seat, table, why
from tui.panes.coup.answers import outcome
from tui.panes.coup.claims import Chances
from tui.panes.coup.facts import Facts
from tui.panes.coup.lists import History, Ledger
from tui.panes.coup.seat import PreparedChoice, Seat
from tui.panes.coup.tour import TOUR
from tui.panes.generic import ScenePane
from tui.panes.kit import Advice, Caption, Click, Curve, Header, Key, Part, Tab, Traits
from tui.panes.seat import ENTER, command_or_speech, speed_key
from tui.sizes import LARGE, TALL, WIDE
from tui.styles import Line, spread

MAX_TABLE_ROWS, MAX_TABLE_ROWS_WATCHED = 11, 7
"""Maximum useful rows of the table, for a person and for a spectator."""


class Shape(NamedTuple):
    """Sizes of the parts of the board."""

    players: int
    lines: int
    """Number of rows per player."""
    gap: int
    """Number of rows between players."""
    table: int
    """Number of rows below the table's title, not counting the last row, which is drawn as the legend."""

    @property
    def rows(self) -> int:
        """Rows of the board: players, a blank row, the title, and the table."""
        return self.players * (self.lines + self.gap) + (not self.gap) + 1 + self.table


def shape(width: int, height: int, seated: bool, players: int) -> Shape:
    """Return the largest shape that leaves a few rows for the dock; in a tall terminal, enough for the odds."""
    around = (7 if height >= TALL else 5) + (2 if seated and height >= TALL else seated)
    dock = 2 if height < 24 else 4 if height < TALL else players + (not seated)
    room = height - around - 3 - dock
    forms = [(5, 1, 8), (4, 1, 8)] if width >= LARGE else []
    forms += [(3, 1, 8), (2, 1, 8), (2, 0, 8)] if height >= TALL else []
    for lines, gap, least in (*forms, (1, 1, 2), (1, 0, 2)):
        table = room - Shape(players, lines, gap, 0).rows
        if table >= least:
            break
    return Shape(players, lines, gap, max(2, min(table, MAX_TABLE_ROWS if seated else MAX_TABLE_ROWS_WATCHED)))


HISTORY, TALK, ODDS, NOTES, CLAIMS = "History", "Talk", "Odds", "Notes", "Claims"


class CoupPane(ScenePane):
    """Draws the players, the claim on the table, and the possible answers."""

    traits = Traits(
        tour=TOUR,
        letters="nftseacbkpdo123456789",
        unit="decision",
        begins=(Declared,),
        headline=ending.headline,
        reviewed=ending.reviewed,
        picture=(18, 0),
    )
    _scene: CoupScene

    def __init__(self, view: LogView) -> None:
        super().__init__(view)
        self._ledger = Ledger()
        self._choice = PreparedChoice()
        self._countdown = Countdown(self._scene.config.timer, "pass")
        self._chances = Chances()
        self._odds = False
        """True if the table shows the odds of the claim, and odds also use behavior, which takes time to compute."""

    def take(self, event: Event, scene: CoupScene) -> None:
        self._ledger.take(event, scene)

    @property
    def _facts(self) -> Facts:
        """Facts that the perspective knows at the playhead."""
        settled = self.view.event is None or bool(self.view.event.end)
        return self.view.once(Facts, self._scene, self.view.perspective, settled)

    @property
    def _history(self) -> History:
        """Public moves up to the playhead, and the answers to them."""
        return self.view.once(History, self.view, self._scene, self._ledger)

    def _seat(self) -> Seat:
        """Return the person's decision, based on the person's own observation in every perspective."""
        own = self.view.once(Facts, self._scene, self.view.seat)
        return Seat(self._scene, own, self._choice)

    # -- the board

    def _shape(self) -> Shape:
        return shape(self.room.width, self.room.height, bool(self.view.seat), len(self.view.header.cast))

    def board_rows(self) -> int:
        return self._shape().rows

    def board(self, width: int, rows: int) -> Sequence[Line]:
        form, facts = self._shape(), self._facts
        odds = partial(cards.odds_rows, facts, form.lines, self._odds) if self._has_odds_on_board else None
        players = roster.paint(self.view, facts, self.room.palette, width, form.lines, form.gap, odds)
        left = self._countdown.line(self._window) if self.view.mine and facts.open else ()
        return [*players, (), table.title(left, width), *self._table(form.table + 1)[: form.table]]

    def _table(self, rows: int) -> list[Line]:
        seat = self._seat() if self.view.mine else None
        awaited = roster.awaited_players(self.view, self._facts)
        with_last = self.room.width < WIDE and self.room.tab != HISTORY
        look = table.Look(awaited, self.view.seat, self.room.cells, rows, with_last)
        return table.paint(self._facts, self.room.palette, look, seat, self._odds)

    def ending(self, width: int) -> Sequence[Line]:
        return ending.paint(self.view, self._scene, self._chances, width)

    # -- around the board

    def header(self) -> Header:
        """Draw the game's turn, and treasury and deck if they fit."""
        title, seen = f"coup · {len(self.view.header.cast)} players", self._facts.seen
        if self.room.width >= WIDE:
            title += f" · {self.view.header.origin}"
        room = self.room.width - len(title) - 45 - (12 if self.view.has_models else 0)
        turn = seen.actions + (seen.phase in ("talk", "act"))
        line: Line = (("turn ", "mid"), (str(turn), "bold hi"))
        for what, number in (("treasury", seen.treasury), ("deck", seen.deck)):
            room -= len(what) + 5
            if room >= 0:
                line = (*line, (f"  {what} ", "mid"), (str(number), "bold hi"))
        return Header(title, line, self._scene.config.max_turns)

    def strip(self, width: int) -> Line:
        return ()

    def legend(self, width: int) -> Line:
        """Draw the last row of the table."""
        table = self._shape().table
        rows = self._table(table + 1)
        return rows[table] if len(rows) > table else ()

    def tabs(self, wide: bool) -> Sequence[Tab]:
        spoken_now = sum(isinstance(fact.data, Said) for fact in self._facts.turn)
        on_board, sees_all = self._has_odds_on_board, not self.view.perspective
        odds = Tab(ODDS, "", lambda width: cards.table(self._facts, width, self._odds), follows=False, is_first=wide)
        return [
            Tab(HISTORY, "", lambda width: self._history.in_few_rows(width)),
            *([Tab(TALK, str(spoken_now or ""), self._talk)] if self._talks else []),
            *([] if on_board else [odds]),
            Tab(NOTES, "", self._notes, is_first=on_board and not sees_all),
            *([Tab(CLAIMS, "", self._claims, follows=False, is_first=on_board)] if sees_all else []),
        ]

    @property
    def _has_odds_on_board(self) -> bool:
        """True if the board has room for each player's odds, so that no tab lists them."""
        return self.room.width >= LARGE and self._shape().lines >= cards.MIN_ODDS_ROWS

    @property
    def _talks(self) -> bool:
        return bool(self._scene.config.talk != "off")

    def _claims(self, width: int) -> Sequence[Line]:
        """Draw all claims up to the playhead, in order."""
        return claims.table(self.view, self._scene, self._chances, self._scene.claims, width)

    def _notes(self, width: int) -> Sequence[Line]:
        return lists.notes(self._scene, self.view.perspective, width)

    def _parts(self, width: int) -> Sequence[Part]:
        perspective = self.view.perspective
        signs = with_keys("truth: {perspective} all") if perspective else "✓ true  ✗ bluff"
        owner = "yours only" if perspective and perspective == self.view.seat else perspective or "everybody's"
        talk = [Part(TALK, "", self._talk(width))] if self._talks else []
        history = Part(HISTORY, signs, self._history.in_separate_rows(width))
        return [history, *talk, Part(NOTES, owner, self._notes(width))]

    def why(self, width: int) -> Sequence[Line]:
        return why.paint(self.view, self.room.palette, width)

    def decisions(self) -> Sequence[int]:
        return [n for n in self._ledger.decisions if self.view.may_see(self.view.events[n - 1])]

    def caption(self, event: Event) -> Caption:
        caption = super().caption(event)
        match event.data:
            case Challenged():
                return caption._replace(seconds=1.0)
            case Proved() | Lost():
                return caption._replace(tone="good" if isinstance(event.data, Proved) else "bad", seconds=1.2)
        return caption

    def curve(self) -> Curve:
        return Curve("cards", self._ledger.live_cards, " live")

    # -- the person's seat

    def click(self, click: Click) -> str | None:
        """Aim at the clicked player."""
        at = click.y // (self._shape().lines + self._shape().gap)
        on_player = click.place == "board" and self.view.mine and at < len(self._scene.names)
        return "" if on_player and self._seat().aim_at(self._scene.names[at]) else None

    @property
    def _window(self) -> object:
        """Turn, phase and seat of the current decision; the time limit restarts if they change."""
        return (self._facts.seen.actions, self._facts.seen.phase, self.view.seat)

    def countdown(self) -> Countdown | None:
        runs = self._countdown.seconds and self._facts.open and self.view.mine
        return self._countdown.within(self._window) if runs else None

    def keys(self, acting: bool) -> Sequence[Key]:
        if not acting and self.room.focus:
            return ()
        return (*(self._seat().keys() if acting and self.view.mine else ()), Key("o", "odds"))

    def press(self, key: str) -> str | None:
        found = self._seat().press(key) if self.room.acting and self.view.mine else None
        if found is None and key == "o" and not self.room.focus:
            self._odds = not self._odds
            return ""
        return found

    def idle(self) -> Line:
        if self.view.mine:
            return self._seat().idle()
        scene = self._scene
        is_out = any(scene.game.hands) and not scene.game.hands[scene.seat[self.view.seat]]
        return (("You are out.   ", "bold hi"), *speed_key()) if is_out else ()

    def understood(self, action: Action, width: int) -> Line:
        return spread(outcome(self._seat().facts, action), ENTER, width)

    def command(self, text: str) -> str:
        scene = self.view.head
        speech = f"say {text.strip()}" if self._talks else text
        return command_or_speech(scene, self.view.seat, text, speech, scene.forms.knows)

    def advice(self) -> Advice:
        return seat.advice(self._scene, self.view.seat, self.view.header.seed)

    def point(self, command: str) -> None:
        self._seat().point(self._scene.parse(self.view.seat, command))
