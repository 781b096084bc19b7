"""The Hanabi pane: the table as the perspective sees it, and the moves that led there."""

from collections.abc import Sequence
from functools import cached_property, partial
from itertools import zip_longest

from core.engine.events import Event
from core.errors import IllegalAction
from scenes.hanabi.actions import Action, Clue, Speech
from scenes.hanabi.events import Clued, Discarded, Played
from scenes.hanabi.scene import HanabiScene
from scenes.hanabi.variants import HAND_SIZE_BY_PLAYERS
from tui.glyphs import cells
from tui.lines import Lines
from tui.log_view import LogView
from tui.panes.drawing import amount, beside_name, short_policy
from tui.panes.generic import ScenePane
from tui.panes.hanabi import ending, lists, score, seat, table, why
from tui.panes.hanabi.facts import Facts, last_turn, movers
from tui.panes.hanabi.lists import Ledger
from tui.panes.hanabi.table import Look, Shape
from tui.panes.hanabi.tour import TOUR
from tui.panes.kit import Advice, Caption, Click, Curve, Header, Key, Part, Row, Tab, Traits
from tui.sizes import TALL, WIDE, side_width
from tui.styles import Line, fit, spread

MIN_ROWS_OF_TALL_DOCK = 36
"""Minimum terminal rows for a dock of five rows."""
MIN_WIDTH_OF_SCORE = 78
"""Minimum board width in cells to give the column of the hands a minimum width."""
TALK, MOVES, DISCARDS, NOTES, WHY = "Talk", "Moves", "Discards", "Notes", "Why"


class HanabiPane(ScenePane):
    """Draws the table as the perspective sees it, and the moves that led there."""

    traits = Traits(
        tour=TOUR,
        letters="pdcrsoa12345",
        headline=ending.headline,
        reviewed=ending.reviewed,
        picture=(10, 0),
    )

    _scene: HanabiScene

    def __init__(self, view: LogView) -> None:
        super().__init__(view)
        self._ledger = Ledger()
        self._selection = seat.Selection()

    def take(self, event: Event, scene: HanabiScene) -> None:
        self._ledger.take(event, scene)
        if event.agent == self.view.seat and isinstance(event.data, Clued | Played | Discarded):
            self._selection.clue = None
            if isinstance(event.data, Clued):
                self._selection.go_home(list(self.view.header.cast).index(event.agent))

    def _facts(self) -> Facts:
        """Return the facts that the perspective knows at the playhead."""
        return self.view.once(self._seen_by, self.view.perspective)

    def _own(self) -> Facts:
        """Return the facts that the person knows, whatever the perspective is."""
        return self.view.once(self._seen_by, self.view.seat)

    def _seen_by(self, perspective: str) -> Facts:
        return Facts(self.view.observe(perspective))

    def ending(self, width: int) -> Sequence[Line]:
        return ending.paint(self.view, self.view.observe(""), width)

    # -- the board

    def make_board(self) -> Lines:
        return Lines()

    def board_rows(self) -> int:
        """Return the rows of hands and score, so that a few are left for the dock."""
        width, height = self.room.width, self.room.height
        around = (7 if height >= TALL else 5) + (2 if self.view.seat and height >= TALL else bool(self.view.seat))
        room = (
            height - around - 3 - (5 if height >= MIN_ROWS_OF_TALL_DOCK else 3 if height >= TALL or height < 24 else 4)
        )
        facts = self._facts()
        main = width - side_width(width) - 1 if width >= WIDE else width
        hands = table.shape(main, room, height >= TALL, facts, self._longest).hands(len(facts.seen.names))
        return max(hands, min(room, 23 if height >= TALL else 11))

    @cached_property
    def _longest(self) -> int:
        """Width of the longest name or policy in cells."""
        cast = self.view.header.cast
        return max(cells(text) for name, policy in cast.items() for text in (name, short_policy(policy)))

    def _form(self) -> Shape:
        return table.shape(self.room.cells, self.board_rows(), self.room.height >= TALL, self._facts(), self._longest)

    def _clue(self) -> Clue | None:
        """Return the prepared or typed clue; the cards that it would touch are outlined."""
        if not self.room.text:
            return self._selection.clue
        try:
            action = self._scene.parse(self.view.seat, self.room.text)
            self._scene.check(self.view.seat, action)
        except IllegalAction:
            return None
        return action if isinstance(action, Clue) else None

    def board(self, width: int, rows: int) -> Sequence[Line]:
        view, facts, form, clue = self.view, self._facts(), self._form(), self._clue()
        if not any(facts.seen.hands):
            return []
        selected = self._selection.settle(facts, view.seat)
        outlined = [held.order for _, held in facts.touched_cards(clue.to, clue.clue)] if clue else []
        touched = facts.seen.history[-1].touched if facts.seen.history else ()
        below = tuple(beside_name(view, name) for name in facts.seen.names)
        look = Look(selected, outlined, touched, self._movers(), view.seat, below)
        left, cells, palette = form.width(max(map(len, facts.seen.hands))) + 1, self.room.cells, self.room.palette
        if cells >= MIN_WIDTH_OF_SCORE:
            left = max(left, min(45, cells - 34))
        hands = table.paint(facts, look, form, palette)
        beside = score.paint(facts, selected, palette, cells - left - 1, self.board_rows(), view.seat)
        return [(*fit(hand, left), *row) for hand, row in zip_longest(hands, beside, fillvalue=())]

    def _movers(self) -> tuple[str, ...]:
        return movers(self.view, self._scene)

    # -- around the board

    def header(self) -> Header:
        view, config = self.view, self._scene.config
        title = score.title(config, view.header.origin, self.room.width)
        room = self.room.width - len(title) - 38 - (12 if view.has_models else 0)
        last = config.max_turns if view.has_models else last_turn(self._scene)
        return Header(title, score.standing(self._facts().seen, room), last)

    def strip(self, width: int) -> Line:
        seen = self._facts().seen
        cards = max(map(len, seen.hands), default=0)
        return fit(table.heading(self._form(), cards), width) if cards else ()

    def legend(self, width: int) -> Line:
        """Draw the last move, if no list has it, and the turns left in the last round, or the sign of touched cards."""
        made, seen = self._ledger.moves_at(self.view.n), self._facts().seen
        listed = self.room.width >= WIDE or self.room.tab == MOVES
        left: Line = (
            (() if listed else lists.paint_move(made[-1], self.view)) if made else ((" cards are dealt", "dim"),)
        )
        if seen.left > 0:
            return spread(left, ((f"last round: {amount(seen.left, 'turn')} left ", "accent"),), width)
        sign: Line = (("▸", "accent"), (" just touched ", "dim"))
        return spread(left, sign if seen.history and seen.history[-1].touched else (), width)

    def tabs(self, wide: bool) -> Sequence[Tab]:
        lost = sum(self._facts().is_lost(card) for card in set(self._facts().seen.discards))
        talks_first = not wide and bool(self.view.has_models or self._ledger.talk)
        moves = Tab(MOVES, "", self._moves, is_first=not wide and not talks_first)
        talk = [Tab(TALK, "", partial(self._talk, hang=False), is_first=talks_first)] if self._talks else []
        notes = Tab(NOTES, "", self._notes, follows=False)
        if wide:  # the board shows the discards itself, and the side column the other lists
            return [Tab(WHY, "", partial(self.view.once, self._brief_why), follows=False), moves, *talk, notes]
        discards = partial(lists.discards, self._facts(), self.room.palette)
        return [moves, *talk, Tab(DISCARDS, f"!{lost}" if lost else "", discards, follows=False), notes]

    @property
    def _talks(self) -> bool:
        """True if any agent has talked, or a human or model may talk; bots never start to talk."""
        may = self._scene.config.talk != "none" and (self.view.has_models or "human" in self.view.header.cast.values())
        return bool(self._ledger.talk) or may

    def _brief_why(self, width: int) -> Sequence[Line]:
        return why.brief(self.view, self.room.palette, width)

    def _moves(self, width: int) -> Sequence[Line | Row]:
        return lists.moves(self._ledger, self.view, self._movers())

    def _talk(self, width: int, *, hang: bool = True) -> Sequence[Line | Row]:
        return lists.talk(self._ledger, self.view, width, hang=hang)

    def _notes(self, width: int) -> Sequence[Line]:
        return lists.notes(self._ledger, self.view, self._facts())

    def _parts(self, width: int) -> Sequence[Part]:
        view = self.view
        owner = "yours only" if view.seat and view.perspective == view.seat else view.perspective or "all"
        return [
            Part(MOVES, "click = go there", self._moves(width)),
            *([Part(TALK, "", self._talk(width), 0.4)] if self._talks else []),
            Part(NOTES, owner, self._notes(width), 0.2),
        ]

    def why(self, width: int) -> Sequence[Line]:
        return why.paint(self.view, self.room.palette, width)

    def decisions(self) -> Sequence[int]:
        return [move.n for move in self._ledger.moves]

    def caption(self, event: Event) -> Caption:
        caption = super().caption(event)
        match event.data:
            case Played(fits=False):
                return caption._replace(tone="bad", seconds=1.2)
            case Played(card=card) if card % 5 == 4:
                return Caption(f"{caption.words}: a color is complete", "good", 1.2)
        return caption

    def curve(self) -> Curve:
        return Curve("score", self._ledger.score, f" of {self._scene.variant.count}")

    # -- keys and clicks

    def press(self, key: str) -> str | None:
        """Give a command, select a card, or go to a move in the list."""
        focus, facts, selection = self.room.focus, self._facts(), self._selection
        found = seat.press(key, selection, self._own(), self._scene) if self.room.acting else None
        if found is not None:
            return found
        if focus == MOVES and key in ("up", "down"):
            self.view.go_step(self._ledger.adjacent_move(self.view.n, -1 if key == "up" else 1))
            return ""
        if focus:
            return None
        if self.view.seat and self.view.at_now and self.view.ended is None:
            used = seat.select_or_prepare(key, selection, self._own())
        elif used := key in ("up", "down"):
            selection.move(facts, key)
        else:
            used = key in tuple("12345") and selection.pick(facts, selection.seat, int(key) - 1)
        return "" if used else None

    def click(self, click: Click) -> str | None:
        """Select the clicked card."""
        if click.place != "board":
            return None
        at = table.card_at(self._form(), click.x, click.y)
        return "" if self._selection.pick(self._facts(), *at) else None

    def keys(self, acting: bool) -> Sequence[Key]:
        if acting:
            return seat.keys(self._selection, self._own())
        if self.room.focus == MOVES:
            return (Key("↑↓", "go to a move"),)
        return () if self.room.focus else (Key(f"↑↓ 1–{HAND_SIZE_BY_PLAYERS[len(self._scene.names)]}", "card"),)

    # -- the person's seat

    def idle(self) -> Line:
        if not self.view.mine:
            return ()
        return seat.idle(self._selection, self._own(), self.room.palette, self.room.width - 14)

    def understood(self, action: Action | Speech, width: int) -> Line:
        return seat.explain(action, self._own(), self.room.palette, width)

    def advice(self) -> Advice:
        return seat.advice(self._scene, self.view.seat, self.view.header.cast)

    def point(self, command: str) -> None:
        self._selection.point(self._own(), self._scene.parse(self.view.seat, command))

    def help(self) -> Sequence[str]:
        variant = self._scene.variant
        unusual = [f"This deck is {variant.rules}."] if variant.name != "No Variant" else []
        return [*unusual, *super().help()]
