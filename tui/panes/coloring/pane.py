"""The coloring scene on the stage: board, agents, chat and logs."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from core.engine.events import Event
from core.engine.scene import Scene
from scenes.coloring.actions import Color
from scenes.coloring.events import Clashed, Colored, Flagged
from scenes.coloring.negotiation.offers import OfferChanged
from scenes.coloring.problem.graph import letter
from scenes.coloring.problem.notation import number
from scenes.coloring.rules.observation import Observation
from tui.log_view import LogView
from tui.panes.coloring import ending, public, seat, strip, whatif, why
from tui.panes.coloring import offers as offers_
from tui.panes.coloring.board import GraphBoard, GraphLook, NodeLook
from tui.panes.coloring.compared import compare, told_of
from tui.panes.coloring.considered import Considered
from tui.panes.coloring.ledger import Ledger, latest, told_in_all
from tui.panes.coloring.talk import Texts
from tui.panes.coloring.tour import TOUR
from tui.panes.generic import RECENT, ScenePane
from tui.panes.kit import Advice, Beat, Click, Key, Row, Tab
from tui.styles import Line, chip, clip, fit, narrowed, spread, width_of

CHAT = "Chat"
DEEDS = (Colored, Clashed, Flagged)
"""What is told below the board while no node is picked."""
FEW = 4
"""Others up to which each has tabs of its own; of more, the owner of the selected node has one."""


class ColoringPane(ScenePane):
    tour = TOUR
    letters = "rgbpsozdx123456789"
    keeps_input = True
    curve_name = "penalty"

    def __init__(self, view: LogView) -> None:
        super().__init__(view)
        self._ledger = Ledger(view.header.cast)
        self._texts = Texts(view, self._ledger)
        self._board = GraphBoard()
        self._considered = Considered()

    def take(self, event: Event, scene: Scene) -> None:
        self._ledger.take(event, scene)

    def _seen(self) -> Observation:
        seen: Observation = self.view.once(self.view.observe, self.view.eyes)
        return seen

    @property
    def _picked(self) -> str:
        """The selected node; "" for none, and where the problem is not posed yet."""
        node = self._board.selected or ""
        return node if node in self._seen().problem.owner else ""

    # -- the board and what stands around it

    def make_board(self) -> GraphBoard:
        return self._board

    def paint_board(self) -> None:
        view, seen = self.view, self._seen()
        if not seen.problem.nodes:
            self._board.clear()
            return
        if self._board.selected is None and view.seat:
            free = [node for node in seen.problem.clusters[view.seat] if node not in seen.fixed]
            self._board.selected = next(iter(free), None)
        looks = {node: self._look(node, seen) for node in seen.problem.nodes}
        for node, color in self._considered.ghosts(seen, self.focus, self._picked).items():
            looks[node] = replace(looks[node], ghost=color if color != looks[node].color else None)
        hinted = self.view.scene.parse(self.view.seat, self.hinted) if self.hinted and self.view.mine else None
        if isinstance(hinted, Color):
            looks[hinted.node] = replace(looks[hinted.node], ghost=hinted.color)
        for node, (greedy, exact) in self._compared().items():
            looks[node] = NodeLook(greedy, locked=node in seen.fixed, ghost=exact if exact != greedy else None)
        believed = {node: look.color for node, look in looks.items() if look.color is not None}
        mine = view.seat if view.seat and view.eyes == view.seat else None
        self._board.show(GraphLook(seen.problem, looks, frozenset(seen.problem.conflicts(believed)), mine))

    def _look(self, node: str, seen: Observation) -> NodeLook:
        if not self.view.eyes or seen.problem.owner[node] == self.view.eyes:
            changed = node in self._ledger.changed.get(self.view.n, ())
            return NodeLook(seen.colors.get(node), locked=node in seen.fixed, changed=changed)
        known = seen.known.get(node)
        if known is None:
            return NodeLook(None, known=False)
        return NodeLook(known.color, age=seen.turn - known.turn or None)

    def _compared(self) -> dict[str, tuple[str, str]]:
        """Greedy's color and that of exact search for each node of the decision at the playhead, if that is looked at
        and may be."""
        return self.view.once(compare, self.view) if self._considered.compares and self.view.n else {}

    def title(self) -> str:
        return f"coloring · seed {self.view.header.seed}"

    def standing(self) -> Line:
        penalty = latest(self.curve(), self.view.n, 0.0)
        return (("penalty ", "mid"), (number(penalty), "bold bad" if penalty else "bold good"))

    def strip(self, width: int) -> Line:
        return strip.paint(self.view, self._ledger, width)

    def legend(self, width: int) -> Line:
        key: Line = (("━╳━", "bad"), (" clash  ", "mid"), ("━━", "fg"), (" boundary  ", "mid"))
        key = (*key, ("[ ]", "fg"), (" locked ", "mid"))
        seen, node = self._seen(), self._picked
        if self._considered.compares:
            compared = self._compared()
            return fit(told_of(compared, seen.problem.owner[next(iter(compared))] if compared else ""), width)
        told, became = (self._choices(node, seen), ()) if node else self.view.once(self._happened, width)
        fits = width_of((*told, *became)) + width_of(key) <= width
        return spread((*told, *became), key, width) if fits else spread(told, became, width)

    def _happened(self, width: int) -> tuple[Line, Line]:
        """What was done in the last turn in which anything was, by whom, and what became of the penalty; at first, how
        to pick a node."""
        view = self.view
        recent = view.events[max(0, view.n - RECENT) : view.n]
        deeds = [event for event in recent if isinstance(event.data, DEEDS) and view.may_see(event)]
        if not deeds:
            return ((" arrows pick a node" if view.seat else " click a node", "dim"),), ()
        last = deeds[-1]
        mine = [event for event in deeds if (event.turn, event.agent) == (last.turn, last.agent)]
        was, now = (latest(self.curve(), n, 0.0) for n in (mine[0].n - 1, view.n))
        became = (f"   penalty {number(was)} → {number(now)} ", "bad" if now > was else "good")
        right: Line = (became,) if was != now else ()
        first, *rest = told_in_all([event.data for event in mine])
        parts: list[tuple[int, Line]] = [(0, ((f" {clip(last.agent, 12)} ", "bold hi"), (first, "fg")))]
        parts += [(rank, ((f", {each}", "fg"),)) for rank, each in enumerate(rest, 1)]
        return narrowed(parts, width - width_of(right)), right

    def _choices(self, node: str, seen: Observation) -> Line:
        """The selected node's colors, points, and the clashes each would cause by what the eyes know."""
        owner = seen.problem.owner[node]
        if self.view.eyes and owner != self.view.eyes:
            known = seen.known.get(node)
            told = f"{known.color}, told in turn {known.turn}" if known else "not reported"
            return (("▸", "hi"), (node, "bold hi"), (f" {owner}'s: {told}", "mid"))
        out: list[tuple[str, str]] = [("▸", "hi"), (f"{node} ", "bold hi")]
        if node in seen.fixed:
            return (*out, ("locked to ", "mid"), chip(self.palette, letter(seen.fixed[node]), seen.fixed[node]))
        around = {**seen.believed, **seen.colors}
        others = [around[other] for other in seen.problem.adjacent[node] if other in around]
        for color in seen.problem.colors:
            clashes = others.count(color)
            points = f" {number(seen.problem.preferences[node][color])} "
            out += [chip(self.palette, letter(color), color), (points, "mid")]
            out.append((f"╳{clashes} ", "bad") if clashes else ("   ", ""))
        return tuple(out)

    # -- dock and side column

    def tabs(self, wide: bool) -> Sequence[Tab]:
        mine = self._seen().offers if self.view.n else ()
        open_now = sum(offer.state == "open" for offer in mine)
        options = self._texts.offers()
        tabs = [Tab(CHAT, "", partial(self._paint_chat, ""))]
        tabs.append(Tab(offers_.OFFERS, str(open_now or ""), self._paint_offers, follows=False))
        tabs.append(Tab(whatif.WHAT_IF, str(options or ""), self._paint_what_if, follows=False))
        near = self._near()
        if wide:
            tabs += [Tab(f"@{name}", "", partial(self._paint_chat, name)) for name in near]
        return [*tabs, *(Tab(f"{name} log", "", partial(self._agent_log, name)) for name in near)]

    def _near(self) -> list[str]:
        """The others that have tabs."""
        others = self._others()
        owner = self._seen().problem.owner.get(self._picked, "")
        return others if len(others) <= FEW else [owner if owner in others else others[0]]

    def _others(self) -> list[str]:
        return [name for name in self.view.header.cast if name != self.view.seat]

    def _paint_chat(self, thread: str, width: int) -> Sequence[Line]:
        return [row.line for row in self._chat(thread, width)]

    def _chat(self, thread: str, width: int) -> Sequence[Row]:
        return self._texts.chat(thread, tuple(self._others()), width)

    def rows_of(self, tab: str, width: int) -> Sequence[Row]:
        """What was said, and an open log: a click goes there."""
        if tab == CHAT or tab.startswith("@"):
            return self._chat("" if tab == CHAT else tab[1:], width)
        return self._log_of(tab.removesuffix(" log"), width) if tab.endswith(" log") else ()

    def _agent_log(self, name: str, width: int) -> Sequence[Line]:
        return [row.line for row in self._log_of(name, width)]

    def _log_of(self, name: str, width: int) -> Sequence[Row]:
        """Its own log, or what it has shown of itself where that is closed."""
        if not self.view.n or self.view.may_see_mind(name):
            return self._texts.log(name, width)
        thinking = self._texts.thinking(name, width)
        return [Row(line) for line in (*self._public(name, width, self.room.height), *thinking)]

    def _public(self, name: str, width: int, rows: int) -> Sequence[Line]:
        return self.view.once(self._shown, name, width, rows, self.palette.name)

    def _shown(self, name: str, width: int, rows: int, _: str) -> Sequence[Line]:
        return public.rows(self.view, self._ledger, self.palette, name, width, rows)

    def _paint_offers(self, width: int) -> Sequence[Line]:
        seen = self._seen()
        chosen = self._considered.offer(seen.offers)
        return offers_.paint(self.palette, seen.offers, self.view.seat or "", chosen, seen.turn, width)

    def look(self, key: str) -> bool:
        """Zoom, or change what is thought about."""
        if key == "z" and self.view.n:
            self._board.zoom()
            return True
        if not self.view.n:
            return False
        return self._begin(self._considered.press(key, self._seen(), self.focus, self._picked, self.view.mine))

    def click(self, click: Click) -> bool:
        """A click on a color below the board paints the picked node. In the dock one on an offer chooses it, one on a
        color shows what it would do, and one on the offer begins it."""
        if click.place == "legend":
            return self._begin(self._painted(click.x))
        if click.place != "dock" or not self.view.n:
            return super().click(click)
        told = self._considered.click(click, self._seen(), self.focus, self._picked, self.view.mine)
        return self._begin(told) or super().click(click)

    def _painted(self, x: int) -> str | None:
        """The command of the color at a cell below the board."""
        node, seen, start, color = self._picked, self._seen(), 0, ""
        if not self.view.mine or seen.problem.owner.get(node) != self.view.seat:
            return None
        for span in self._choices(node, seen):
            color = span[1].removeprefix("chip ") if span[1].startswith("chip ") else color
            start += width_of((span,))
            if x < start:
                break
        return f"color {node} {color}" if color and x < start and node not in seen.fixed else None

    def _begin(self, command: str | None) -> bool:
        self.begun = command or ""
        return command is not None

    def look_keys(self) -> Sequence[Key]:
        if not self.view.n:
            return ()
        if self.focus == whatif.WHAT_IF and self._picked:
            letters = seat.keys(self._seen().problem)[0].shown
            return (Key(letters, "what if"), *((Key("enter", "offer"),) if self.view.mine else ()))
        offers = (Key("o", "next offer"),) if len(self._seen().offers) > 1 else ()
        zoom = (Key("z", "all" if self._board.zoomed else "zoom"),) if self._board.crowded else ()
        return (*offers, *zoom, Key("d", "greedy ▸ exact"))

    def _paint_what_if(self, width: int) -> Sequence[Line]:
        node = self._picked
        told = self._texts.options()
        if not node or not self.view.n:
            return [((" pick a node on the board to see what another color of it would do", "dim"),), *told]
        seen = self._seen()
        lines = whatif.paint(
            self.palette, seen, self._considered.asked(seen, node), self.view.seat, self.view.mine, width
        )
        return [*lines, *told]

    def side_rows(self, width: int, height: int) -> Sequence[Row]:
        names = self._others()
        each = max(2, height // len(names))
        out: list[Row] = []
        for name in names:
            rows = max(1, each - 2) if each > 2 else 1
            open_ = not self.view.n or self.view.may_see_mind(name)
            public = [] if open_ else [Row(line) for line in self._public(name, width, rows)]
            told = list(self._log_of(name, width))[-rows:] if open_ else public
            head = Row(strip.heading(self.view, self._ledger, name, width))
            out += [head, *told, *[Row()] * (each - 1 - len(told))]
        return out

    def why(self, width: int) -> Sequence[Line]:
        def shown(name: str) -> Sequence[Line]:
            return self._public(name, width, self.room.height)

        return why.paint(self.view, self.palette, width, shown)

    def ending(self, width: int) -> Sequence[Line]:
        return self.view.once(ending.paint, self.view, self._ledger, width)

    def decisions(self) -> Sequence[int]:
        return self._ledger.decisions

    def beat(self, event: Event) -> Beat | None:
        match event.data:
            case OfferChanged(state="kept"):
                return Beat(f"✓ {self.mark(event)}", "good")
            case OfferChanged(state="broken"):
                return Beat(f"✗ {self.mark(event)}", "bad", 1.2)
        return None

    def curve(self) -> Sequence[tuple[int, float]]:
        return self._ledger.curves[self.view.eyes]

    # -- the person's seat

    def own_keys(self) -> Sequence[Key]:
        zoom = (Key("z", "all" if self._board.zoomed else "zoom"),) if self._board.crowded else ()
        return (*seat.keys(self._seen().problem), *zoom)

    def press(self, key: str) -> str | None:
        if key in ("left", "right", "up", "down"):
            self._board.move(key)
            return ""
        offers = self._seen().offers
        if told := offers_.command(offers, self.view.seat or "", self._considered.offer(offers), key):
            return told
        if self._seen().question and key.isdigit():
            return f"answer {key}"
        return seat.command_of(key, self._seen().problem, self._board.selected)

    def idle(self) -> Line:
        scene, name = self.view.scene, self.view.seat
        return seat.idle(scene.observe(name), partial(scene.world.boundary_report, name))  # type: ignore[attr-defined]

    def preview(self, text: str, width: int) -> Line:
        return seat.preview(self.view, self.palette, text, width)

    def complete(self, text: str) -> str | None:
        """After a slash, the first command that begins like this."""
        if not text.startswith("/"):
            return None
        known = [f"/{command}" for command in (*self.commands(), *seat.templates(self._seen()))]
        return next((each for each in known if each.startswith(text) and each != text), None)

    def command(self, text: str) -> str:
        return seat.command_in(text)

    def doubt(self, command: str) -> str:
        return seat.DOUBT if command == "impossible" else ""

    def advice(self) -> Advice:
        return seat.advice(self.view.scene.observe(self.view.seat))

    def point(self, command: str) -> None:
        action = self.view.scene.parse(self.view.seat, command)
        if isinstance(action, Color):
            self._board.selected = action.node

    def help(self) -> Sequence[str]:
        return seat.HELP
