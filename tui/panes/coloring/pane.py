"""The coloring pane: board, agents, chat and logs."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from core.engine.events import Event
from core.engine.turn import Action
from scenes.coloring.actions import Color
from scenes.coloring.events import Clashed, Colored, Flagged
from scenes.coloring.negotiation.offers import OfferChanged
from scenes.coloring.problem.graph import letter, number
from scenes.coloring.rules.observation import Observation
from scenes.coloring.scene import ColoringScene
from tui.log_view import LogView
from tui.panes.coloring import agents, dock, ending, seat, talk, why
from tui.panes.coloring.board import GraphBoard
from tui.panes.coloring.canvas import GraphLook, NodeLook
from tui.panes.coloring.ledger import Ledger, latest, summaries
from tui.panes.coloring.tour import TOUR
from tui.panes.drawing import notice
from tui.panes.generic import ScenePane
from tui.panes.kit import Advice, Caption, Click, Curve, Header, Key, Row, Tab, Traits
from tui.panes.lists import MAX_EVENTS
from tui.styles import Line, Span, chip, clip, fit, join_by_rank, spread, width_of

CHAT = "Chat"
LEGEND: Line = (
    *(("━╳━", "bad"), (" clash  ", "mid"), ("━━", "fg"), (" boundary  ", "mid")),
    *(("[ ]", "fg"), (" locked ", "mid")),
)
ACTS = (Colored, Clashed, Flagged)
"""Event types shown below the board while no node is selected."""
MAX_AGENTS_WITH_TABS = 4
"""Maximum other agents that each have their own tabs; beyond that, only the selected node's owner has tabs."""


class ColoringPane(ScenePane):
    """Draws the graph, the agents' logs, the chat and the offers."""

    traits = Traits(
        tour=TOUR,
        letters="rgbpsozdx123456789",
        keeps_input=True,
        doubts={"impossible": seat.IMPOSSIBLE_QUESTION},
        headline=ending.headline,
    )

    def __init__(self, view: LogView) -> None:
        super().__init__(view)
        self._ledger = Ledger(view.header.cast)
        self._board = GraphBoard()
        self._choice = dock.DockSelection()

    def take(self, event: Event, scene: ColoringScene) -> None:
        self._ledger.take(event, scene)

    def _seen(self) -> Observation:
        seen: Observation = self.view.once(self.view.observe, self.view.perspective)
        return seen

    @property
    def _picked(self) -> str:
        """The selected node; "" if no node is selected or the problem is not known yet."""
        node = self._board.selected or ""
        return node if node in self._seen().problem.owner else ""

    # -- the board and its surroundings

    def make_board(self) -> GraphBoard:
        return self._board

    def board(self, width: int, rows: int) -> GraphLook | None:
        """Return the graph as the perspective knows it; None before the problem is known."""
        view, seen = self.view, self._seen()
        if not seen.problem.nodes:
            return None
        if self._board.selected is None and view.seat:
            free = [node for node in seen.problem.clusters[view.seat] if node not in seen.fixed]
            self._board.selected = next(iter(free), None)
        looks = {node: self._look(node, seen) for node in seen.problem.nodes}
        for node, color in self._choice.preview_colors(seen, self.room.focus, self._picked).items():
            looks[node] = replace(looks[node], ghost=color if color != looks[node].color else None)
        hint = self.room.hinted if view.mine else ""
        hinted = view.scene.parse(view.seat, hint) if hint else None
        if isinstance(hinted, Color):
            looks[hinted.node] = replace(looks[hinted.node], ghost=hinted.color)
        for node, (greedy, exact) in self._compared().items():
            looks[node] = NodeLook(greedy, locked=node in seen.fixed, ghost=exact if exact != greedy else None)
        believed = {node: look.color for node, look in looks.items() if look.color is not None}
        mine = view.seat if view.seat and view.perspective == view.seat else None
        return GraphLook(seen.problem, looks, frozenset(seen.problem.conflicts(believed)), mine)

    def _look(self, node: str, seen: Observation) -> NodeLook:
        if not self.view.perspective or seen.problem.owner[node] == self.view.perspective:
            changed = node in self._ledger.changed.get(self.view.n, ())
            return NodeLook(seen.colors.get(node), locked=node in seen.fixed, changed=changed)
        known = seen.known.get(node)
        if known is None:
            return NodeLook(None, known=False)
        return NodeLook(known.color, age=seen.turn - known.turn or None)

    def _compared(self) -> dict[str, tuple[str, str]]:
        """Return greedy's and exact search's color for each node of the decision, if they are compared."""
        return self.view.once(why.compare, self.view) if self._choice.compares and self.view.n else {}

    def header(self) -> Header:
        penalty = latest(self.curve().points, self.view.n, 0.0)
        standing = (("penalty ", "mid"), (number(penalty), "bold bad" if penalty else "bold good"))
        return Header(f"coloring · {self.view.header.origin}", standing, self.view.scene.config.max_turns)

    def strip(self, width: int) -> Line:
        return agents.strip(self.view, self._ledger, width)

    def legend(self, width: int) -> Line:
        seen, node = self._seen(), self._picked
        if self._choice.compares:
            compared = self._compared()
            agent = seen.problem.owner[next(iter(compared))] if compared else ""
            return fit(why.comparison(compared, agent), width)
        line, penalty = (self._choices(node, seen), ()) if node else self.view.once(self._newest_acts, width)
        fits = width_of((*line, *penalty, *LEGEND)) <= width
        return spread((*line, *penalty), LEGEND, width) if fits else spread(line, penalty, width)

    def _newest_acts(self, width: int) -> tuple[Line, Line]:
        """Draw the acts of the last turn that had any, and the change of the penalty.

        Before the first act, tell how to select a node.
        """
        view = self.view
        recent = view.events[max(0, view.n - MAX_EVENTS) : view.n]
        acts = [event for event in recent if isinstance(event.data, ACTS) and view.may_see(event)]
        if not acts:
            return ((" arrows pick a node" if view.seat else " click a node", "dim"),), ()
        last = acts[-1]
        turn = [event for event in acts if (event.turn, event.agent) == (last.turn, last.agent)]
        was, now = (latest(self.curve().points, n, 0.0) for n in (turn[0].n - 1, view.n))
        change = (f"   penalty {number(was)} → {number(now)} ", "bad" if now > was else "good")
        right: Line = (change,) if was != now else ()
        first, *rest = summaries([event.data for event in turn])
        parts: list[tuple[int, Line]] = [(0, ((f" {clip(last.agent, 12)} ", "bold hi"), (first, "fg")))]
        parts += [(rank, ((f", {each}", "fg"),)) for rank, each in enumerate(rest, 1)]
        return join_by_rank(parts, width - width_of(right)), right

    def _choices(self, node: str, seen: Observation) -> Line:
        """Draw the selected node's colors with their points and known clashes."""
        owner, palette = seen.problem.owner[node], self.room.palette
        out: list[Span] = [("▸", "hi"), (f"{node} ", "bold hi")]
        if self.view.perspective and owner != self.view.perspective:
            known = seen.known.get(node)
            report = f"{known.color}, reported in turn {known.turn}" if known else "not reported"
            return (*out, (f"{owner}'s: {report}", "mid"))
        if node in seen.fixed:
            return (*out, ("locked to ", "mid"), chip(palette, letter(seen.fixed[node]), seen.fixed[node]))
        beside = [seen.around.get(other) for other in seen.problem.adjacent[node]]
        for color in seen.problem.colors:
            clashes = beside.count(color)
            points = f" {number(seen.problem.preferences[node][color])} "
            out += [chip(palette, letter(color), color), (points, "mid")]
            out.append((f"╳{clashes} ", "bad") if clashes else ("   ", ""))
        return tuple(out)

    # -- dock and side column

    def tabs(self, wide: bool) -> Sequence[Tab]:
        offers = self._seen().offers if self.view.n else ()
        open_now = sum(offer.state == "open" for offer in offers)
        near, agreed = self._near(), any(offer.agreed for offer in offers)
        return [
            Tab(CHAT, "", partial(self._paint_chat, "")),
            Tab(dock.OFFERS, str(open_now or ""), self._paint_offers, follows=False),
            Tab(dock.WHAT_IF, str(len(self._options()) or ""), self._paint_what_if, follows=False),
            *(Tab(f"@{name}", "", partial(self._paint_chat, name)) for name in near if wide),
            *(Tab(f"{name} log", "", partial(self._log_of, name)) for name in near),
            *([Tab(dock.PROMISES, "", self._paint_promises, follows=False)] if agreed else []),
        ]

    def _near(self) -> list[str]:
        """List the other agents that have tabs."""
        others = self._others()
        owner = self._seen().problem.owner.get(self._picked, "")
        return others if len(others) <= MAX_AGENTS_WITH_TABS else [owner if owner in others else others[0]]

    def _others(self) -> list[str]:
        return [name for name in self.view.header.cast if name != self.view.seat]

    def _options(self) -> Sequence[Line]:
        """List the changes that agents said would help them."""
        return self.view.once(talk.newest_options, self.view, self._ledger)

    def _paint_chat(self, thread: str, width: int) -> Sequence[Row]:
        return self.view.once(talk.chat, self.view, self._ledger, thread, tuple(self._others()), width)

    def _log_of(self, name: str, width: int) -> Sequence[Line | Row]:
        """List an agent's private log, or its public acts if that is hidden; then its model's unfinished reply."""
        thinking = talk.thinking(self.view, name, width)
        if self.view.n and not self.view.may_see_mind(name):
            return [*self._public(name, width, self.room.height), *thinking]
        rows = [*self.view.once(talk.log, self.view, self._ledger, name), *map(Row, thinking)]
        return rows or [*map(Row, notice("Nothing yet"))]

    def _public(self, name: str, width: int, rows: int) -> Sequence[Line]:
        palette = self.room.palette.name
        return self.view.once(agents.public_rows, self.view, self._ledger, palette, name, width, rows)

    def _paint_offers(self, width: int) -> Sequence[Line]:
        seen = self._seen()
        chosen = self._choice.offer(seen.offers)
        return dock.paint_offers(self.room.palette, seen.offers, self.view.seat, chosen, seen.turn, width)

    def _paint_promises(self, width: int) -> Sequence[Line]:
        return dock.paint_promises(self._seen(), self.view.seat, width)

    def _paint_what_if(self, width: int) -> Sequence[Line]:
        view, node, seen = self.view, self._picked, self._seen()
        if not node or not view.n:
            lines = notice("select a node on the board to see the effect of another color")
        else:
            effects = self._choice.effects(seen, node)
            lines = dock.paint_what_if(self.room.palette, seen, effects, view.seat, view.mine, width)
        return [*lines, *self._options()]

    def click(self, click: Click) -> str | None:
        """Select a node on the board, paint it by a color below the board, or choose an offer or color in the dock."""
        if click.place == "legend":
            return self._painted(click.x)
        if click.place == "board":
            return "" if self._board.click(click.x, click.y) else None
        if click.place == "dock" and self.view.n:
            return self._choice.click(click, self._seen(), self.room.focus, self._picked, self.view.mine)
        return None

    def _painted(self, x: int) -> str | None:
        """Return the command of the color at a column of the row below the board; None if there is none."""
        node, seen, start, color = self._picked, self._seen(), 0, ""
        if not self.view.mine or seen.problem.owner.get(node) != self.view.seat or node in seen.fixed:
            return None
        for span in self._choices(node, seen):
            if span[1].startswith("chip "):
                color = span[1].removeprefix("chip ")
            start += width_of((span,))
            if x < start:
                return f"color {node} {color}" if color else None
        return None

    def keys(self, acting: bool) -> Sequence[Key]:
        if not self.view.n:
            return ()
        zoom = (Key("z", "all" if self._board.zoomed else "zoom"),) if self._board.crowded else ()
        if acting:
            return (*seat.keys(self._seen().problem), *zoom)
        if self.room.focus == dock.WHAT_IF and self._picked:
            letters = seat.keys(self._seen().problem)[0].shown
            return (Key(letters, "what if"), *((Key("enter", "offer"),) if self.view.mine else ()))
        offers = (Key("o", "next offer"),) if len(self._seen().offers) > 1 else ()
        return (*offers, *zoom, Key("d", "greedy ▸ exact"))

    def side(self, width: int, height: int) -> Sequence[Line | Row]:
        names = [name for name in self._others() if f"{name} log" != self.room.tab]
        each = max(2, height // max(1, len(names)))
        rows, out = max(1, each - 2), list[Line | Row]()
        for name in names:
            is_open = not self.view.n or self.view.may_see_mind(name)
            log = self._log_of(name, width)[-rows:] if is_open else self._public(name, width, rows)
            head = agents.heading(self.view, self._ledger, name, width)
            out += [head, *log, *[()] * (each - 1 - len(log))]
        return out

    def why(self, width: int) -> Sequence[Line]:
        return why.paint(self.view, self.room.palette, width, lambda name: self._public(name, width, self.room.height))

    def ending(self, width: int) -> Sequence[Line]:
        return self.view.once(ending.paint, self.view, self._ledger, width)

    def decisions(self) -> Sequence[int]:
        return self._ledger.decisions

    def caption(self, event: Event) -> Caption:
        caption = super().caption(event)
        match event.data:
            case OfferChanged(state="kept"):
                return caption._replace(tone="good", seconds=1.0)
            case OfferChanged(state="broken"):
                return caption._replace(tone="bad", seconds=1.2)
        return caption

    def curve(self) -> Curve:
        return Curve("penalty", self._ledger.penalties[self.view.perspective])

    # -- the person's seat

    def press(self, key: str) -> str | None:
        """Return a command, zoom, or change the chosen offer, color or comparison."""
        if not self.view.n:
            return None
        seen = self._seen()
        if self.room.acting and (found := self._command(key, seen)) is not None:
            return found
        if key == "z":
            self._board.action_zoom()
            return ""
        return self._choice.press(key, seen, self.room.focus, self._picked, self.view.mine)

    def _command(self, key: str, seen: Observation) -> str | None:
        if key in ("left", "right", "up", "down"):
            self._board.move(key)
            return ""
        if command := dock.offer_command(seen.offers, self.view.seat, self._choice.offer(seen.offers), key):
            return command
        return seat.command_of(key, seen.problem, self._board.selected)

    def idle(self) -> Line:
        if not self.view.mine:
            return ()
        scene, name = self.view.scene, self.view.seat
        return seat.idle(scene.observe(name), partial(scene.state.boundary_report, name))  # type: ignore[attr-defined]

    def understood(self, action: Action, width: int) -> Line:
        return seat.understood(action, self.view, self.room.palette, width)

    def complete(self, text: str, asked: str = "") -> str | None:
        """Complete a text that is a slash and the start of a command; None if no command matches."""
        if asked or not text.startswith("/"):
            return None
        known = [f"/{command}" for command in (*self.view.commands(), *seat.templates(self._seen()))]
        return next((each for each in known if each.startswith(text) and each != text), None)

    def command(self, text: str) -> str:
        """Return the command of a typed text: the text after a slash, or speech if there is no slash."""
        return text[1:].strip() if text.startswith("/") else f"say {text}" if text else ""

    def advice(self) -> Advice:
        return seat.advice(self.view.scene.observe(self.view.seat))

    def point(self, command: str) -> None:
        action = self.view.scene.parse(self.view.seat, command)
        if isinstance(action, Color):
            self._board.selected = action.node
