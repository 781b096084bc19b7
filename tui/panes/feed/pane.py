"""The feed pane: distribution of states, chart, the feed itself, cascades and accounts."""

from collections.abc import Sequence
from functools import partial

from textual.widget import Widget

from core.engine.events import Acted, Event
from scenes.feed import interventions
from scenes.feed.actions import AccountAction, DecideOn, Quote
from scenes.feed.behavior import EVALUATING
from scenes.feed.config import USAGE
from scenes.feed.scene import FeedScene
from scenes.feed.wording import TOPICS
from tui.log_view import LogView
from tui.panes.countdown import Countdown
from tui.panes.drawing import amount, join_fitting, rule
from tui.panes.feed import aim, chart, ending, hints, ledger, posts, seat, table, timeline, why
from tui.panes.feed.agents import STATES
from tui.panes.feed.cascades import summary
from tui.panes.feed.selection import AGENTS, AIM, CASCADES, CHART, EVERYBODY, FEED, PAGE, RUN, YOURS, Selection
from tui.panes.feed.table import SORTS, Standing
from tui.panes.feed.tour import TOUR
from tui.panes.generic import ScenePane
from tui.panes.kit import Advice, Caption, Click, Curve, Header, Key, Part, Row, Tab, Traits
from tui.sizes import TALL, WIDE, side_width
from tui.styles import Line, clip, spread, width_of

FULL_TITLE_WIDTH = 112
"""Minimum terminal width in cells for the full title of the run."""
MIN_DOCK_ROWS = 7
"""Minimum rows of the dock when the chart is on the board."""


class FeedPane(ScenePane):
    """Draws the distribution of states, the chart, the feed itself, cascades and accounts."""

    traits = Traits(
        tour=TOUR,
        headline=ending.headline,
        letters="lsnft",
        has_menu=False,
        unit="tick",
        pace=0.18,
        branching="-o plan='TICK COMMAND'",
        interventions="  ".join(USAGE.values()),
        search_hint="@handle, or words to filter accounts; empty clears the filter",
    )
    _scene: FeedScene
    _patience = 10.0
    """Seconds until a post passes, unless the person holds it; 0 for no limit."""

    def __init__(self, view: LogView) -> None:
        super().__init__(view)
        self._looks = Selection(view)
        self._ledger = ledger.Ledger(view)
        self._countdown = Countdown(self._patience, "scroll")
        self._timeline = timeline.Timeline(view)
        self._prefers_table = False
        """True if the person chose the table of states in place of the timeline."""

    def take(self, event: Event, scene: FeedScene) -> None:
        self._ledger.take(event, scene)
        if isinstance(event.data, Acted) and event.agent == self.view.seat:
            self._timeline.reset()

    def caption(self, event: Event) -> Caption:
        return Caption(self._ledger.reached.get(event.n) or super().caption(event).words)

    def ending(self, width: int) -> Sequence[Line]:
        return ending.paint(self.view, self._scene, width)

    # -- the board

    def make_board(self) -> Widget:
        board = super().make_board()
        board.styles.min_height = table.BRIEF
        return board

    @property
    def _is_timeline(self) -> bool:
        """True if the board is the person's timeline; it is not for spectators, nor in a crowd."""
        view, scene = self.view, self._scene
        return bool(view.seat) and view.perspective == view.seat and scene.crowd is None and not self._prefers_table

    @property
    def _is_aimed(self) -> bool:
        """True if the person plays the account that may have an aim."""
        return self._scene.numbers[self.view.seat] == self._scene.person

    def _aim_lines(self, width: int) -> list[Line]:
        return aim.aim_lines(self._scene, width) if self._is_aimed else []

    def board_rows(self) -> int:
        if self._is_timeline:
            height = self.room.height
            return height - (12 if height >= TALL else 9) - (6 if height >= TALL else 4)
        if self._is_brief:
            return table.BRIEF
        return table.ROWS + (2 + chart.rows_for(self._main) if self._drawn else 0)

    @property
    def _is_brief(self) -> bool:
        """True if the table is brief, to save rows for the feed: for a person in a terminal without a side column."""
        return bool(self.view.seat) and self.room.width < WIDE

    @property
    def _main(self) -> int:
        """Width of the board in cells, next to the side column if there is one."""
        return self.room.width - side_width(self.room.width) - 1 if self.room.width >= WIDE else self.room.width

    @property
    def _drawn(self) -> bool:
        """True if the chart is on the board."""
        width, height = self.room.width, self.room.height
        around = (10 if height >= TALL else 8) + (2 if self.view.seat else 0)
        rows = table.ROWS + 2 + chart.rows_for(self._main)
        return width >= WIDE and height - around - rows >= MIN_DOCK_ROWS

    def _rows(self) -> list[Standing]:
        return self._ledger.standings(self._scene, table.trend_cells(self.room.cells))

    def board(self, width: int, rows: int) -> Sequence[Line]:
        looks = self._looks
        if self._is_timeline:
            head = self._aim_lines(width)
            return [*head, *self._timeline.paint(width, self.board_rows() - len(head))]
        draw = table.brief_rows if self._is_brief else table.paint
        lines = draw(self._rows(), looks.order, looks.state, width)
        if self._drawn:
            chart_rows = chart.rows_for(self._main)
            lines += [(), chart.title(width, self._ledger.moves()[0]), *self._chart(width, chart_rows)]
        return lines

    def _chart(self, width: int, rows: int) -> list[Line]:
        counts = {row.state: row.agents for row in self._rows()}
        return chart.paint(counts, self._ledger.moves()[1], self._looks.state, width, rows)

    # -- around the board

    def header(self) -> Header:
        title, ticks = self._title(), self._scene.last_tick
        if self._is_timeline:
            reached = f"  {amount(len(self._scene.readers), 'account')} reached" if self._is_aimed else ""
            return Header(f"feed · you are @{self.view.seat}", ((reached, "hi"),), ticks)
        return Header(title, self._standing(self.room.width - len(title) - 36, ticks), ticks)

    def _title(self) -> str:
        config, origin = self._scene.config, self.view.header.origin
        agents = f"{config.agents:,} agents"
        full = f"feed · {agents} · {config.network} · {origin}"
        return (
            full
            if self.room.width >= FULL_TITLE_WIDTH
            else f"feed · {agents} · {origin}"
            if self.room.width >= 72
            else "feed"
        )

    def _standing(self, room: int, ticks: int) -> Line:
        """Draw the tick's decisions and timeouts, and the fallbacks since the start, as far as they fit."""
        _, moves = self._ledger.moves()
        decided = sum(count - late for (source, _), (count, late) in moves.items() if source is EVALUATING)
        late = sum(late for _, late in moves.values())
        fallbacks = self._scene.tallies["oracle_fallbacks"]
        wide = self.room.width >= WIDE
        parts: list[Line] = [((f" of {ticks}", "mid"),)] if wide else []
        parts.append((("  oracle ", "mid"), (str(decided), "bold hi")))
        if fallbacks or wide:
            parts.append((("  fallback ", "mid"), (str(fallbacks), "bold bad" if fallbacks else "bold hi")))
        return join_fitting([*parts, (("  timeout ", "mid"), (str(late), "bold hi"))], room)

    def strip(self, width: int) -> Line:
        if self.view.seat and self._scene.crowd is None:
            name, other = ("Timeline ", "table") if self._is_timeline else ("States ", "timeline")
            note: Line = ((" Enter", "accent"), (" thread ", "dim")) if self._is_timeline else ()
            note = (*note, (" t", "accent"), (f" {other} ", "dim"))
            return rule(((name, "bold accent" if self.room.on_board else "bold fg"),), width, note)
        sampled = len(self.view.header.cast) > table.MAX_SAMPLED
        return table.title(width, self._looks.sort, sampled, self.room.on_board, self._is_brief)

    def legend(self, width: int) -> Line:
        """Draw the selected state or the prompt of a waiting person, and at the right the time limit or the filter."""
        view, looks = self.view, self._looks
        right: Line = ()
        if view.seat and view.at_now and view.ended is None and view.seat not in view.waiting:
            left: Line = ((" ", ""), *seat.waiting_prompt(self._scene.observe(view.seat)))
        elif self._is_timeline:
            left = self._timeline.relation()
        else:
            left = ((f" {STATES[looks.state]}: ", "mid"), (table.ABOUT[looks.state], "dim"))
        if looks.words:
            right = (("filter ", "accent"), (clip(looks.words, 16), "hi"), ("  bksp clears ", "dim"))
        elif view.mine:
            right = seat.READING if self._is_reading else seat.time_limit_line(self._countdown.line(view.n))
            fits = width_of(left) + 2 + width_of(right) <= width
            left = left if fits else left[:2] if self._is_timeline else ((f" {STATES[looks.state]}", "mid"),)
        return spread(left, right, width)

    def tabs(self, wide: bool) -> Sequence[Tab]:
        scene, cascades = self._scene, self._scene.posts.cascades
        tabs = [] if wide or self._is_timeline else [Tab(FEED, "", self._paint_feed, follows=False)]
        if self._is_timeline and not wide:
            names = [YOURS, *([AIM] if scene.aim and self._is_aimed else []), EVERYBODY]
            tabs += [Tab(name, "", partial(self._paint_part, name), follows=False) for name in names]
        tabs.append(Tab(CASCADES, f"{cascades:,}" if cascades else "", self._paint_cascades, follows=False))
        if not self._drawn:
            tabs.append(Tab(CHART, "", self._paint_chart, follows=False))
        tabs += [Tab(AGENTS, "", self._paint_agents, follows=False), Tab(RUN, "", self._paint_run, follows=False)]
        if self.view.perspective:
            number = scene.numbers[self.view.perspective]
            written = self.view.once(posts.count_items, scene.posts, number)
            own_page = partial(self.view.once, posts.account_page, scene, number)
            tabs.append(Tab(PAGE, str(written or ""), own_page, follows=False))
        return tabs

    def _paint_run(self, width: int) -> Sequence[Line]:
        scenes = [view.scene for view in (self.view, self.view.beside) if view and isinstance(view.scene, FeedScene)]
        return table.paint_area(scenes, self._looks.state, width, max(3, self.room.dock))

    def _page(self, width: int) -> list[Line]:
        return posts.page(self._scene, self.view.perspective, width, self.view.seat)

    def _paint_feed(self, width: int) -> Sequence[Line]:
        """Draw the page; for a spectator with enough room, the largest cascade below it."""
        page = self._page(width)
        if self.room.dock < 6 or self._is_brief:
            return page[self._looks.scrolled(len(page), self.room.dock) :]
        rows = self.room.dock - 2
        page = page[self._looks.scrolled(len(page), rows) :][:rows]
        title, row = summary(self._scene, width, self.room.focus == FEED)
        return [*page, *[()] * (rows - len(page)), title, row]

    def _paint_cascades(self, width: int) -> Sequence[Line]:
        self._looks.rows = self.room.dock
        return self._looks.cascades(width)

    def _paint_chart(self, width: int) -> Sequence[Line]:
        tick = self._ledger.moves()[0]
        head = [chart.title(width, tick)] if self.room.dock > chart.rows_for(width) else []
        return [*head, *self._chart(width, 100)]

    def _paint_agents(self, width: int) -> Sequence[Line]:
        self._looks.rows = self.room.dock
        return self._looks.agents(width)

    def _parts(self, width: int) -> Sequence[Part]:
        """List what belongs beside the timeline: the person's posts, the aim's clues, and everybody's states."""
        scene = self._scene
        about = timeline.own_posts(scene, scene.numbers[self.view.seat], width)
        parts = [Part(YOURS, "", about)]
        if scene.aim and self._is_aimed:
            parts.append(Part(AIM, "", [*aim.clues(scene, width), *aim.advice(scene, width)], 0.5))
        return [*parts, Part(EVERYBODY, "", timeline.everybody(scene, width))]

    def _paint_part(self, name: str, width: int) -> Sequence[Line | Row]:
        return next(part.rows for part in self._parts(width) if part.name == name)

    def side(self, width: int, height: int) -> Sequence[Line | Row]:
        if self._is_timeline:
            return super().side(width, height)
        about = f" as @{clip(self.view.perspective, 16)} " if self.view.perspective else " newest of the network "
        title = rule((("Feed", "bold fg"), (about, "mid")), width, ((" v", "accent"), (" view ", "dim")))
        return [title, *self._page(width)[: height - 1]]

    def why(self, width: int) -> Sequence[Line]:
        return why.why(self.view, self._account(), width)

    def decisions(self) -> Sequence[int]:
        return why.decisions(self.view, self._account())

    def _account(self) -> int | None:
        """Return the account whose decisions the inspector shows: the open one, or the perspective's."""
        if self._looks.account.is_open:
            return self._looks.account.item
        return self._scene.numbers[self.view.perspective] if self.view.perspective else None

    def curve(self) -> Curve:
        return Curve("reshares", self._ledger.curve, " a tick")

    # -- navigation

    def press(self, key: str) -> str | None:
        """Decide on the post; or sort, select and open states, accounts and cascades."""
        if key == "escape":
            return "" if self._timeline.close() else None
        found = self._decide(key) if self.room.acting else None
        return self._look(key) if found is None else found

    def _look(self, key: str) -> str | None:
        if key == "t" and self.view.seat:
            self._prefers_table = not self._prefers_table
            return ""
        if self._is_timeline and not self.room.focus:
            return "" if self._timeline.press(key) else None
        if key == "s" and not self.room.focus:
            sort = SORTS[(SORTS.index(self._looks.sort) + 1) % len(SORTS)]
            self._looks.sort, self._looks.order = sort, table.ordered(self._rows(), sort)
            return ""
        self._looks.rows = self.room.dock
        focus = self._looks.press(key, self.room.focus)
        self.room.focus = self.room.focus if focus is None else focus
        return None if focus is None else ""

    def click(self, click: Click) -> str | None:
        """Open the clicked account or cascade, or select it in its list."""
        room, looks, row = self.room, self._looks, click.y
        if click.place == "legend":
            return None
        if self._is_timeline and click.place in ("board", "side"):
            row -= len(self._aim_lines(room.cells))
            return "" if click.place == "board" and self._timeline.click(row) else None
        looks.rows = room.dock
        if click.place == "side":
            return self._open_post(row - 1, side_width(room.width)) if row else None
        if click.place == "dock" and room.focus == FEED and (self._is_brief or room.dock < 6 or row < room.dock - 2):
            return self._open_post(row + looks.down, room.cells)
        if click.place == "board" and self._is_brief:
            row = row * table.ACROSS + click.x // (room.cells // table.ACROSS)
        return "" if looks.pick(row, room.focus if click.place == "dock" else "") else None

    def _open_post(self, row: int, width: int) -> str | None:
        """Open the account or cascade in a row of the feed; None if there is none."""
        page = posts.page_rows(self._scene, self.view.perspective, width, self.view.seat)
        opened = self._looks.open_post(page[row]) if row < len(page) else ""
        self.room.focus = opened or self.room.focus
        return "" if opened else None

    def find(self, words: str) -> bool:
        found = self._looks.find(words)
        self.room.focus = AGENTS if found and words else self.room.focus
        return found

    # -- the person's seat

    def keys(self, acting: bool) -> Sequence[Key]:
        if not acting:
            own = (Key("t", "table"),) if self.view.seat and not self.room.focus else ()
            if self._is_timeline and not self.room.focus:
                return (Key("↑↓", "post"), Key("enter", "thread"), *own)
            return (*self._looks.keys(self.room.focus), *own)
        scroll, like, reshare, post = (Key(key, label) for key, label in seat.KEYS.items())
        return (like, reshare, Key("m", "reply"), post, scroll, Key("f", "hold"))

    def _decide(self, key: str) -> str | None:
        """Return the command of a key, or hold the post."""
        if key == "f":
            self._countdown.seconds = 0.0 if self._countdown.seconds else self._patience
            return ""
        if key not in seat.KEYS and key != " ":
            return None
        if not self._scene.observe(self.view.seat).post:
            return ""
        command = super().press(key)
        return f"{self._target}{command}" if command in ("like", "reshare") else command

    @property
    def _target(self) -> str:
        """The beginning of a command about the selected post; empty if that is the one to decide on."""
        return self._timeline.target() if self._is_timeline else ""

    @property
    def _is_reading(self) -> bool:
        """True if the person reads an earlier post or a thread, so that the current post waits."""
        return self._is_timeline and self._timeline.is_reading

    def countdown(self) -> Countdown | None:
        """Return the time limit after which the post is passed; None while it is held or the board lacks the focus."""
        runs = self._countdown.seconds and self.room.on_board and not self._is_reading
        return self._countdown.within(self.view.n) if runs else None

    def idle(self) -> Line:
        if not self.view.mine:
            return ()
        seen = self._scene.observe(self.view.seat)
        if not self._is_timeline or seen.post is None:
            return seat.idle(seen)
        author = self._scene.seen(self._timeline.selected).author
        return (("m", "bold accent"), (" replies to ", "mid"), (f"@{clip(author, 18)}", "bold hi"))

    def understood(self, action: AccountAction, width: int) -> Line:
        seen = self._scene.observe(self.view.seat)
        item = action.item if isinstance(action, DecideOn | Quote) else -1
        return seat.understood(action, seen, seen.post if item < 0 else self._scene.seen(item), width)

    def command(self, text: str) -> str:
        return seat.command_in(text, self._target)

    def complete(self, text: str, asked: str = "") -> str | None:
        return interventions.complete(self._scene, text) if asked == "intervene" else super().complete(text, asked)

    def advice(self) -> Advice:
        return hints.hint(self._scene, self.view.seat)

    def help(self) -> Sequence[str]:
        return [paragraph.replace("{topics}", ", ".join(TOPICS)) for paragraph in super().help()]
