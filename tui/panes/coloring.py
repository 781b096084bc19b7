"""The coloring scene on the stage: board, agents, chat and logs."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import partial

from core.events import Event
from core.scene import Scene
from scenes.coloring.events import Flagged, Offered, number, spell
from scenes.coloring.problem import letter
from scenes.coloring.rules import FLIPS, flips
from scenes.coloring.state import Observation
from tui.panes import coloring_seat, coloring_why
from tui.panes.base import Key, ScenePane, Tab
from tui.panes.coloring_ledger import Entry, Ledger, Words, latest
from tui.panes.graph_board import GraphBoard, GraphLook, NodeLook
from tui.styles import Line, chip, clip, fit, spread, width_of, wrap
from tui.view import View

CHAT_ROWS = 3
"""Rows of one message before it is cut."""
FLAGS = 10
"""Own turns of satisfaction history beside a name."""


class ColoringPane(ScenePane):
    curve_name = "penalty"

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._ledger = Ledger(view.header.cast)
        self._board = GraphBoard(id="board")
        self._board.keys_enabled = False  # keys come through the stage, in the order they were typed

    def take(self, event: Event, scene: Scene) -> None:
        self._ledger.take(event, scene)

    def _seen(self) -> Observation:
        scene, eyes = self.view.scene, self.view.eyes
        seen: Observation = scene.observe(eyes) if eyes else scene.overview()
        return seen

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

    def title(self) -> str:
        return f"coloring · seed {self.view.header.seed}"

    def standing(self) -> Line:
        penalty = latest(self.curve(), self.view.n, 0.0)
        return (("penalty ", "mid"), (number(penalty), "bold bad" if penalty else "bold good"))

    def strip(self, width: int) -> Line:
        cells = [self._agent(name) for name in self.view.header.cast]
        if len(cells) == 3:
            room = max(2, width - 2 - sum(map(width_of, cells)))
            left, middle, right = cells
            return fit(
                ((" ", ""), *left, (" " * (room // 2), ""), *middle, (" " * (room - room // 2), ""), *right), width
            )
        return tuple(span for cell in cells for span in fit(((" ", ""), *cell), width // len(cells)))

    def _agent(self, name: str) -> Line:
        view = self.view
        deciding = name in view.waiting and view.at_now
        if name == view.seat:
            mark = ("●", "accent") if deciding else self._flag(name)
            return (mark, (" ", ""), (name, "bold accent"), (" you ", "accent"), ("to move" if deciding else "", "mid"))
        policy = f" {clip(view.header.cast[name], 12)} "
        told = "" if view.eyes else latest(self._ledger.claims[name], view.n, "")
        note = (f" {told}", "bad") if told else (" thinking" if deciding else "", "accent")
        return (self._flag(name), (" ", ""), (name, "bold hi"), (policy, "mid"), *self._history(name), note)

    def _flags(self, name: str) -> list[bool]:
        flags = self._ledger.flags[name]
        return [flag for _, flag in flags[: bisect_right(flags, self.view.n, key=lambda item: item[0])]]

    def _flag(self, name: str) -> tuple[str, str]:
        past = self._flags(name)
        if not past:
            return ("·", "dim")
        return ("✓", "good") if past[-1] else ("✗", "bad")

    def _history(self, name: str) -> Line:
        past = self._flags(name)
        dots: Line = tuple(("●", "good") if flag else ("·", "dim") for flag in past[-FLAGS:])
        return (*dots, ("~", "accent")) if flips(past) >= FLIPS else dots

    def legend(self, width: int) -> Line:
        key: Line = (("━╳━", "bad"), (" clash  ", "mid"), ("━━", "fg"), (" boundary  ", "mid"))
        key = (*key, ("[ ]", "fg"), (" locked ", "mid"))
        seen, node = self._seen(), self._board.selected
        if node is None or node not in seen.problem.owner:
            how = "arrows pick a node" if self.view.seat else "click a node"
            return spread(((f" {how}", "dim"),), key, width)
        choices = self._choices(node, seen)
        return spread(choices, key if width_of(choices) + width_of(key) <= width else (), width)

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
        offers = len(self._options())
        tabs = [Tab("Chat", "", partial(self._paint_chat, ""))]
        if wide:
            tabs += [Tab(f"@{name}", "", partial(self._paint_chat, name)) for name in self._others()]
        tabs += [Tab(f"{name} log", "", partial(self._paint_log, name)) for name in self._others()]
        return [*tabs, Tab("What if", str(offers) if offers else "", self._paint_options)]

    def _others(self) -> list[str]:
        return [name for name in self.view.header.cast if name != self.view.seat]

    def _paint_chat(self, thread: str, width: int) -> Sequence[Line]:
        """All that was said, or what was said by and to one agent."""
        view = self.view
        out: list[Line] = []
        for words in self._ledger.chat:
            if words.n > view.n:
                break
            in_thread = not thread or words.speaker == thread or thread in words.to
            if in_thread and view.may_see(view.events[words.n - 1]):
                out += self._message(words, width)
        if not out:
            others = f"@{thread}" if thread else " or ".join(f"@{name}" for name in self._others())
            hint = f" Write to {others}: press m" if self.view.seat else " Nothing said yet"
            return [((hint, "dim"),)]
        return out

    def _message(self, words: Words, width: int) -> list[Line]:
        seat, room = self.view.seat, max(10, width - 7)
        if not words.speaker:
            return [((" " * 6, ""), (row, "accent")) for row in wrap(words.text, room)]
        mine = words.speaker == seat
        addressed = f"@{' @'.join(words.to)} " if words.to and seat not in words.to else ""
        rows = wrap(addressed + words.text, room)
        first = (f"{'you' if mine else clip(words.speaker, 12):>4}  ", "bold accent" if mine else "bold hi")
        lines: list[Line] = [(first, (rows[0], "fg"))]
        lines += [((" " * 6, ""), (row, "fg")) for row in rows[1:CHAT_ROWS]]
        if len(rows) > CHAT_ROWS:
            lines.append(((f"      … {len(rows) - CHAT_ROWS} more lines", "dim"),))
        return lines

    def _paint_log(self, name: str, width: int = 0) -> Sequence[Line]:
        view, events = self.view, self.view.events
        seen = [e for e in self._ledger.logs[name] if e.n <= view.n and view.may_see(events[e.n - 1])]
        private = any(events[entry.n - 1].audience == (name,) for entry in seen)
        kept = [e.line for e in seen if not (private and isinstance(events[e.n - 1].data, Flagged))]
        if view.eyes and view.eyes != name:
            kept = [((f" {name}'s own log is closed to you; v opens it", "dim"),), *kept]
        return kept or [((" Nothing yet", "dim"),)]

    def _options(self) -> list[Entry]:
        """The newest counterfactuals of each agent for each neighbor, where they would help."""
        newest: dict[tuple[str, str], Entry] = {}
        for event in self.view.events[: self.view.n]:
            if isinstance(event.data, Offered) and self.view.may_see(event):
                newest.pop((event.agent, event.data.to), None)
                if event.data.helpful:
                    newest[event.agent, event.data.to] = Entry(event.n, _offer(event.agent, event.data))
        return list(newest.values())

    def _paint_options(self, width: int) -> Sequence[Line]:
        nobody: Line = ((" Nobody has spoken of a change that would help", "dim"),)
        return [entry.line for entry in self._options()] or [nobody]

    def side(self, width: int, height: int) -> Sequence[Line]:
        names = self._others()
        each = max(3, height // len(names))
        out: list[Line] = []
        for name in names:
            policy = f" {clip(self.view.header.cast[name], 12)}  "
            head: Line = (("─ ", "line"), (name, "bold hi"), (policy, "mid"), self._flag(name), (" ", ""))
            tail: Line = ((" ", ""), *self._history(name), (" ──", "line"))
            rule = max(0, width - width_of(head) - width_of(tail))
            out.append((*head, ("─" * rule, "line"), *tail))
            rows = list(self._paint_log(name))[-(each - 2) :]
            out += [*rows, *[()] * (each - 1 - len(rows))]
        return out

    def why(self, width: int) -> Sequence[Line]:
        return coloring_why.paint(self.view, self.palette, width)

    def decisions(self) -> Sequence[int]:
        return self._ledger.decisions

    def curve(self) -> Sequence[tuple[int, float]]:
        return self._ledger.curves[self.view.eyes]

    # -- the person's seat

    def own_keys(self) -> Sequence[Key]:
        return coloring_seat.keys(self._seen().problem)

    def press(self, key: str) -> str | None:
        if key in ("left", "right", "up", "down"):
            self._board.move(key)
            return ""
        return coloring_seat.command_of(key, self._seen().problem, self._board.selected)

    def idle(self) -> Line:
        scene, seat = self.view.scene, self.view.seat
        return coloring_seat.idle(scene.observe(seat), partial(scene.boundary_report, seat))  # type: ignore[attr-defined]

    def preview(self, text: str, width: int) -> Line:
        return coloring_seat.preview(self.view, self.palette, text, width)

    def command(self, text: str) -> str:
        return coloring_seat.command_in(text)

    def hint(self) -> str:
        return coloring_seat.hint(self.view.scene.observe(self.view.seat))

    def help(self) -> Sequence[str]:
        return coloring_seat.HELP


def _offer(agent: str, offered: Offered) -> Line:
    """An agent's best options, where it stands now, and how many more there are."""
    now = f" now {number(offered.penalty)}, if {offered.to} had"
    spans: list[tuple[str, str]] = [(f" {agent}", "bold hi"), (now, "mid")]
    for option in offered.options[:2]:
        if option.penalty < offered.penalty:
            spans += [(f"  {spell(option.colors)}", "fg"), (f" → {number(option.penalty)}", "good")]
    left = len(offered.options) - 2 + offered.more
    return (*spans, (f"  {left} more", "dim")) if left > 0 else tuple(spans)
