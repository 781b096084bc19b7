"""The feed on the stage: the live distribution, the chart, the feed itself, cascades and accounts."""

from collections.abc import Sequence

from core.engine.events import Event
from core.engine.scene import Scene
from scenes.feed import interventions
from scenes.feed.actions import WORD_OF
from scenes.feed.behavior import EVALUATING, SCROLLING
from scenes.feed.plan import FORMS
from scenes.feed.scene import FeedScene
from tui.log_view import LogView
from tui.panes.countdown import Countdown
from tui.panes.feed import area, chart, ending, mine, posts, seat, table, why
from tui.panes.feed.agents import STATES
from tui.panes.feed.cascades import summary
from tui.panes.feed.ledger import Ledger
from tui.panes.feed.look import AGENTS, CASCADES, CHART, FEED, PAGE, RUN, Look
from tui.panes.feed.table import SORTS, Standing
from tui.panes.feed.tour import TOUR
from tui.panes.generic import ScenePane
from tui.panes.kit import Advice, Click, Key, Tab
from tui.sizes import TALL, WIDE, side_width
from tui.styles import Line, clip, spread, width_of

ROOMY = 112
"""Columns from which the header says all of what the run is."""
LEAST = 7
"""Rows that the dock keeps when the chart is on the board."""


class FeedPane(ScenePane):
    tour = TOUR
    letters = "lrpsf"
    has_menu = False
    patience = 10.0
    """Seconds that a post waits for the person, who may hold it; 0 is for ever."""
    unit = "tick"
    pace = 0.18
    branching = "-o plan='TICK COMMAND'"
    interventions = "  ".join(FORMS.values())
    search_hint = "@handle, or words to filter accounts by; nothing clears the filter"
    curve_name = "reshares"
    curve_unit = " a tick"

    def __init__(self, view: LogView) -> None:
        super().__init__(view)
        self._looks = Look(view)
        self._ledger = Ledger(view)
        self._countdown = Countdown(self.patience)

    @property
    def _scene(self) -> FeedScene:
        return self._looks.scene

    def take(self, event: Event, scene: Scene) -> None:
        assert isinstance(scene, FeedScene)
        self._ledger.take(event, scene)

    def mark(self, event: Event) -> str:
        return self._ledger.reached.get(event.n) or super().mark(event).strip()

    def ending(self, width: int) -> Sequence[Line]:
        return ending.paint(self.view, self._scene, width)

    # -- the board

    def board_rows(self) -> int:
        return table.ROWS + (2 + chart.rows_for(self._main) if self._drawn else 0)

    @property
    def _main(self) -> int:
        """Cells of the board, as a rule."""
        return self.room.width - side_width(self.room.width) - 1 if self.room.width >= WIDE else self.room.width

    @property
    def _drawn(self) -> bool:
        """Whether the chart is on the board."""
        width, height = self.room.width, self.room.height
        around = (10 if height >= TALL else 8) + (2 if self.view.seat else 0)
        rows = table.ROWS + 2 + chart.rows_for(self._main)
        return width >= WIDE and height - around - rows >= LEAST

    def _rows(self) -> list[Standing]:
        return self._ledger.standings(self._scene, table.trend_cells(self.room.cells))

    def board(self, width: int, rows: int) -> Sequence[Line]:
        looks = self._looks
        lines = table.paint(self._rows(), looks.order, looks.state, width)
        if self._drawn:
            chart_rows = chart.rows_for(self._main)
            lines += [(), chart.title(width, self._ledger.moves()[0]), *self._chart(width, chart_rows)]
        return lines

    def _chart(self, width: int, rows: int) -> list[Line]:
        counts = {row.state: row.agents for row in self._rows()}
        return chart.paint(counts, self._ledger.moves()[1], self._looks.state, width, rows)

    def last_turn(self) -> int:
        ticks: int = self._scene.config.ticks
        return ticks

    # -- around the board

    def title(self) -> str:
        config, seed = self._scene.config, self.view.header.seed
        agents = f"{config.agents:,} agents"
        full = f"feed · {agents} · {config.network} · seed {seed}"
        return (
            full if self.room.width >= ROOMY else f"feed · {agents} · seed {seed}" if self.room.width >= 72 else "feed"
        )

    def standing(self) -> Line:
        """What was decided and timed out in the tick, and fallbacks since the start: as much of it as fits."""
        _, moves = self._ledger.moves()
        decided = sum(count - late for (source, _), (count, late) in moves.items() if source is EVALUATING)
        late = sum(late for _, late in moves.values())
        fallbacks = self._scene.tallies["oracle_fallbacks"]
        parts: list[Line] = [((f" of {self.last_turn()}", "mid"),)] if self.room.width >= WIDE else []
        parts.append((("  oracle ", "mid"), (str(decided), "bold hi")))
        parts.append((("  fallback ", "mid"), (str(fallbacks), "bold bad" if fallbacks else "bold hi")))
        parts.append((("  timeout ", "mid"), (str(late), "bold hi")))
        if not fallbacks and self.room.width < WIDE:
            del parts[-2]
        room = self.room.width - len(self.title()) - 36
        line: Line = ()
        for part in parts:
            if width_of(line) + width_of(part) <= room:
                line = (*line, *part)
        return line

    def strip(self, width: int) -> Line:
        sampled = len(self.view.header.cast) > table.LOOKED
        return table.title(width, self._looks.sort, sampled, self.on_board)

    def legend(self, width: int) -> Line:
        """What the selected state is, or what the person waits for, and what the list of agents is narrowed to."""
        view, looks = self.view, self._looks
        if view.seat and view.at_now and view.ended is None and view.seat not in view.waiting:
            left: Line = ((" ", ""), *seat.waits(self._scene.observe(view.seat)))
        else:
            left = ((f" {STATES[looks.state]}: ", "mid"), (table.ABOUT[looks.state], "dim"))
        if self.view.mine and not looks.words:
            right = seat.waiting(self._countdown.line(self.view.n))
            fits = width_of(left) + 2 + width_of(right) <= width
            return spread(left if fits else ((f" {STATES[looks.state]}", "mid"),), right, width)
        if not looks.words:
            return spread(left, (), width)
        told: Line = (("filter ", "accent"), (clip(looks.words, 16), "hi"), ("  bksp clears ", "dim"))
        return spread(left, told, width)

    def tabs(self, wide: bool) -> Sequence[Tab]:
        cascades = self._scene.posts.cascades
        tabs = [Tab(CASCADES, f"{cascades:,}" if cascades else "", self._paint_cascades, follows=False)]
        if not wide:
            tabs = [Tab(FEED, "", self._paint_feed, follows=False), *tabs]
        if not self._drawn:
            tabs.append(Tab(CHART, "", self._paint_chart, follows=False))
        tabs += [Tab(AGENTS, "", self._paint_agents, follows=False), Tab(RUN, "", self._paint_run, follows=False)]
        own = self._wrote()
        return [*tabs, Tab(PAGE, str(own or ""), self._paint_own, follows=False)] if self.view.eyes else tabs

    def _wrote(self) -> int:
        """How much whoever looks has written and passed on."""
        eyes = self.view.eyes
        return self.view.once(mine.written, self._scene.posts, self._scene.numbers[eyes]) if eyes else 0

    def _paint_own(self, width: int) -> Sequence[Line]:
        """What the eyes' account wrote, and what came of it."""
        return self.view.once(self._own, width)

    def _own(self, width: int) -> list[Line]:
        return mine.page(self._scene, self._scene.numbers[self.view.eyes], width)

    def _paint_run(self, width: int) -> Sequence[Line]:
        scenes = [view.scene for view in (self.view, self.view.beside) if view and isinstance(view.scene, FeedScene)]
        return area.paint(scenes, self._looks.state, width, max(3, self.room.dock))

    def _page(self, width: int) -> list[Line]:
        return posts.page(self._scene, self.view.eyes, width, self.view.seat)

    def _paint_feed(self, width: int) -> Sequence[Line]:
        """The page; and below it, where it does not have to be scrolled, the largest cascade."""
        page = self._page(width)
        if self.room.dock < 6:
            return page[self._looks.scrolled(len(page), self.room.dock) :]
        rows = self.room.dock - 2
        page = page[self._looks.scrolled(len(page), rows) :][:rows]
        title, row = summary(self._scene, width)
        if self.focus != FEED and row[-2:-1] == (("Enter", "accent"),):
            row = spread(row[:-2], (("tab enter", "accent"), (" its tree ", "dim")), width)
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

    def side(self, width: int, height: int) -> Sequence[Line]:
        whose = f" as @{clip(self.view.eyes, 16)} " if self.view.eyes else " newest of the network "
        left: Line = (("─ ", "line"), ("Feed", "bold fg"), (whose, "mid"))
        right: Line = ((" v", "accent"), (" eyes ", "dim"), ("──", "line"))
        rule = width - width_of(left) - width_of(right)
        return [(*left, ("─" * max(0, rule), "line"), *right), *self._page(width)[: height - 1]]

    def why(self, width: int) -> Sequence[Line]:
        return why.why(self.view, self._account(), width)

    def decisions(self) -> Sequence[int]:
        return why.decisions(self.view, self._account())

    def _account(self) -> int | None:
        """Whose decisions the inspector shows: the open account's, or those of the eyes."""
        if self._looks.opened:
            return self._looks.account
        return self._scene.numbers[self.view.eyes] if self.view.eyes else None

    def curve(self) -> Sequence[tuple[int, float]]:
        return self._ledger.curve

    # -- looking

    def look(self, key: str) -> bool:
        if key == "s" and not self.focus:
            sort = SORTS[(SORTS.index(self._looks.sort) + 1) % len(SORTS)]
            self._looks.sort, self._looks.order = sort, table.ordered(self._rows(), sort)
            return True
        self._looks.rows = self.room.dock
        focus = self._looks.press(key, self.focus)
        self.focus = self.focus if focus is None else focus
        return focus is not None

    def click(self, click: Click) -> bool:
        if click.place == "legend":
            return False
        self._looks.rows = self.room.dock
        at = -1
        if click.place == "side" and click.y > 0:
            at = click.y - 1
        elif click.place == "dock" and self.focus == FEED and (self.room.dock < 6 or click.y < self.room.dock - 2):
            at = click.y + self._looks.down
        if at >= 0:
            width = side_width(self.room.width) if click.place == "side" else self.room.cells
            page = posts.page_rows(self._scene, self.view.eyes, width, self.view.seat)
            opened = self._looks.open_post(page[at]) if at < len(page) else ""
            self.focus = opened or self.focus
            return bool(opened)
        return click.place != "side" and self._looks.pick(click.y, self.focus if click.place == "dock" else "")

    def look_keys(self) -> Sequence[Key]:
        return self._looks.keys(self.focus)

    def find(self, words: str) -> bool:
        found = self._looks.find(words)
        self.focus = AGENTS if found and words else self.focus
        return found

    # -- the person's seat

    def own_keys(self) -> Sequence[Key]:
        scroll, like, reshare, post = (Key(key, label) for key, label in seat.KEYS.items())
        return (scroll, like, reshare, Key("m", "reply"), post, Key("f", "hold"))

    def press(self, key: str) -> str | None:
        if key == "f":
            self._countdown.seconds = 0.0 if self._countdown.seconds else self.patience
            return ""
        if key not in seat.KEYS and key != " ":
            return None
        return super().press(key) if self._scene.observe(self.view.seat).post else ""

    @property
    def has_countdown(self) -> bool:
        return bool(self._countdown.seconds)

    def overdue(self) -> str:
        """The feed does not wait for who only reads: the post passes by, unless it is held or something is written."""
        return "scroll" if self.on_board and self._countdown.overdue(self.view.n) else ""

    def idle(self) -> Line:
        return seat.idle(self._scene.observe(self.view.seat))

    def preview(self, text: str, width: int) -> Line:
        return seat.preview(text, self._scene.observe(self.view.seat), width)

    def command(self, text: str) -> str:
        return seat.command_in(text)

    def complete_outside(self, text: str) -> str | None:
        return interventions.complete(self._scene, text)

    def called(self, command: str) -> str:
        return seat.CALLED[SCROLLING] if command == WORD_OF[SCROLLING] else super().called(command)

    def advice(self) -> Advice:
        return seat.advice(self._scene.observe(self.view.seat))

    def help(self) -> Sequence[str]:
        return seat.HELP
