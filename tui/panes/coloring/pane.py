"""The coloring scene on the stage: board, agents, chat and logs."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from core.engine.events import Event
from core.engine.scene import Scene
from core.engine.turn import Action
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
from tui.panes.generic import ScenePane
from tui.panes.kit import Advice, Beat, Click, Curve, Header, Key, Row, Tab, Traits
from tui.panes.lists import RECENT
from tui.styles import Line, chip, clip, fit, narrowed, spread, width_of

CHAT = "Chat"
DEEDS = (Colored, Clashed, Flagged)
"""Acts shown below the board while no node is selected."""
FEW = 4
"""Others up to which each has tabs of its own; of more, the owner of the selected node has one."""


class ColoringPane(ScenePane):
    """Draws the graph, the agents' logs, the chat and the offers."""

    traits = Traits(tour=TOUR, letters="rgbpsozdx123456789", keeps_input=True, doubts={"impossible": seat.DOUBT})

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

    def board(self, width: int, rows: int) -> GraphLook | None:
        """Return the graph as the perspective knows it; None before the problem is posed."""
        view, seen = self.view, self._seen()
        if not seen.problem.nodes:
            return None
        if self._board.selected is None and view.seat:
            free = [node for node in seen.problem.clusters[view.seat] if node not in seen.fixed]
            self._board.selected = next(iter(free), None)
        looks = {node: self._look(node, seen) for node in seen.problem.nodes}
        for node, color in self._considered.ghosts(seen, self.room.focus, self._picked).items():
            looks[node] = replace(looks[node], ghost=color if color != looks[node].color else None)
        hint = self.room.hinted if view.mine else ""
        hinted = view.scene.parse(view.seat, hint) if hint else None
        if isinstance(hinted, Color):
            looks[hinted.node] = replace(looks[hinted.node], ghost=hinted.color)
        for node, (greedy, exact) in self._compared().items():
            looks[node] = NodeLook(greedy, locked=node in seen.fixed, ghost=exact if exact != greedy else None)
        believed = {node: look.color for node, look in looks.items() if look.color is not None}
        mine = view.seat if view.seat and view.eyes == view.seat else None
        return GraphLook(seen.problem, looks, frozenset(seen.problem.conflicts(believed)), mine)

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
        and may be.
        """
        return self.view.once(compare, self.view) if self._considered.compares and self.view.n else {}

    def header(self) -> Header:
        penalty = self._penalty(self.view.n)
        standing = (("penalty ", "mid"), (number(penalty), "bold bad" if penalty else "bold good"))
        return Header(f"coloring · seed {self.view.header.seed}", standing, self.view.scene.config.max_turns)

    def _penalty(self, n: int) -> float:
        return latest(self.curve().points, n, 0.0)

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
        """Draw the acts of the last turn with any, their agent, and the change of the penalty;

        at first, how to select a node.
        """
        view = self.view
        recent = view.events[max(0, view.n - RECENT) : view.n]
        deeds = [event for event in recent if isinstance(event.data, DEEDS) and view.may_see(event)]
        if not deeds:
            return ((" arrows pick a node" if view.seat else " click a node", "dim"),), ()
        last = deeds[-1]
        mine = [event for event in deeds if (event.turn, event.agent) == (last.turn, last.agent)]
        was, now = self._penalty(mine[0].n - 1), self._penalty(view.n)
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
            return (*out, ("locked to ", "mid"), chip(self.room.palette, letter(seen.fixed[node]), seen.fixed[node]))
        around = {**seen.believed, **seen.colors}
        others = [around[other] for other in seen.problem.adjacent[node] if other in around]
        for color in seen.problem.colors:
            clashes = others.count(color)
            points = f" {number(seen.problem.preferences[node][color])} "
            out += [chip(self.room.palette, letter(color), color), (points, "mid")]
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
        return [*tabs, *(Tab(f"{name} log", "", partial(self._log_of, name)) for name in near)]

    def _near(self) -> list[str]:
        """The others that have tabs."""
        others = self._others()
        owner = self._seen().problem.owner.get(self._picked, "")
        return others if len(others) <= FEW else [owner if owner in others else others[0]]

    def _others(self) -> list[str]:
        return [name for name in self.view.header.cast if name != self.view.seat]

    def _paint_chat(self, thread: str, width: int) -> Sequence[Row]:
        return self._texts.chat(thread, tuple(self._others()), width)

    def _log_of(self, name: str, width: int) -> Sequence[Line | Row]:
        """List an agent's private log, or its public deeds where that is closed."""
        if not self.view.n or self.view.may_see_mind(name):
            return self._texts.log(name, width)
        return [*self._public(name, width, self.room.height), *self._texts.thinking(name, width)]

    def _public(self, name: str, width: int, rows: int) -> Sequence[Line]:
        return self.view.once(self._shown, name, width, rows, self.room.palette.name)

    def _shown(self, name: str, width: int, rows: int, _: str) -> Sequence[Line]:
        return public.rows(self.view, self._ledger, self.room.palette, name, width, rows)

    def _paint_offers(self, width: int) -> Sequence[Line]:
        seen = self._seen()
        chosen = self._considered.offer(seen.offers)
        return offers_.paint(self.room.palette, seen.offers, self.view.seat or "", chosen, seen.turn, width)

    def click(self, click: Click) -> str | None:
        """Paint the picked node by a click on a color below the board; in the dock, choose an offer or a color."""
        if click.place == "legend":
            return self._painted(click.x)
        if click.place != "dock" or not self.view.n:
            return None
        return self._considered.click(click, self._seen(), self.room.focus, self._picked, self.view.mine)

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

    def keys(self, acting: bool) -> Sequence[Key]:
        if not self.view.n:
            return ()
        zoom = (Key("z", "all" if self._board.zoomed else "zoom"),) if self._board.crowded else ()
        if acting:
            return (*seat.keys(self._seen().problem), *zoom)
        if self.room.focus == whatif.WHAT_IF and self._picked:
            letters = seat.keys(self._seen().problem)[0].shown
            return (Key(letters, "what if"), *((Key("enter", "offer"),) if self.view.mine else ()))
        offers = (Key("o", "next offer"),) if len(self._seen().offers) > 1 else ()
        return (*offers, *zoom, Key("d", "greedy ▸ exact"))

    def _paint_what_if(self, width: int) -> Sequence[Line]:
        node = self._picked
        told = self._texts.options()
        if not node or not self.view.n:
            return [((" pick a node on the board to see what another color of it would do", "dim"),), *told]
        seen = self._seen()
        lines = whatif.paint(
            self.room.palette, seen, self._considered.asked(seen, node), self.view.seat, self.view.mine, width
        )
        return [*lines, *told]

    def side(self, width: int, height: int) -> Sequence[Line | Row]:
        names = self._others()
        each = max(2, height // len(names))
        out: list[Line | Row] = []
        for name in names:
            rows = max(1, each - 2) if each > 2 else 1
            is_open = not self.view.n or self.view.may_see_mind(name)
            log = self._log_of(name, width)[-rows:] if is_open else self._public(name, width, rows)
            head = strip.heading(self.view, self._ledger, name, width)
            out += [head, *log, *[()] * (each - 1 - len(log))]
        return out

    def why(self, width: int) -> Sequence[Line]:
        def shown(name: str) -> Sequence[Line]:
            return self._public(name, width, self.room.height)

        return why.paint(self.view, self.room.palette, width, shown)

    def ending(self, width: int) -> Sequence[Line]:
        return self.view.once(ending.paint, self.view, self._ledger, width)

    def decisions(self) -> Sequence[int]:
        return self._ledger.decisions

    def beat(self, event: Event) -> Beat:
        words = super().beat(event).words
        match event.data:
            case OfferChanged(state="kept"):
                return Beat(words, "good", 1.0)
            case OfferChanged(state="broken"):
                return Beat(words, "bad", 1.2)
        return Beat(words)

    def curve(self) -> Curve:
        return Curve("penalty", self._ledger.curves[self.view.eyes])

    # -- the person's seat

    def press(self, key: str) -> str | None:
        """Give a command, or zoom, or change the offer, color or comparison that is thought about."""
        if not self.view.n:
            return None
        found = self._move(key) if self.room.acting else None
        if found is None and key == "z":
            self._board.zoom()
            return ""
        if found is None:
            return self._considered.press(key, self._seen(), self.room.focus, self._picked, self.view.mine)
        return found

    def _move(self, key: str) -> str | None:
        if key in ("left", "right", "up", "down"):
            self._board.move(key)
            return ""
        offers = self._seen().offers
        if command := offers_.command(offers, self.view.seat, self._considered.offer(offers), key):
            return command
        if self._seen().question and key.isdigit():
            return f"answer {key}"
        return seat.command_of(key, self._seen().problem, self._board.selected)

    def idle(self) -> Line:
        if not self.view.mine:
            return ()
        scene, name = self.view.scene, self.view.seat
        return seat.idle(scene.observe(name), partial(scene.world.boundary_report, name))  # type: ignore[attr-defined]

    def understood(self, action: Action, width: int) -> Line:
        return seat.understood(action, self.view, self.room.palette, width)

    def complete(self, text: str, asked: str = "") -> str | None:
        """Return the first command that begins with the text, which starts with a slash."""
        if asked or not text.startswith("/"):
            return None
        known = [f"/{command}" for command in (*self.view.commands(), *seat.templates(self._seen()))]
        return next((each for each in known if each.startswith(text) and each != text), None)

    def command(self, text: str) -> str:
        return seat.command_in(text)

    def advice(self) -> Advice:
        return seat.advice(self.view.scene.observe(self.view.seat))

    def point(self, command: str) -> None:
        action = self.view.scene.parse(self.view.seat, command)
        if isinstance(action, Color):
            self._board.selected = action.node

    def help(self) -> Sequence[str]:
        return seat.HELP
