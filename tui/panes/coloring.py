"""The coloring scene on the stage: board, agents, logs, chat, penalty, and the person's keys."""

from collections.abc import Sequence
from functools import partial

from core.chance import Draw
from core.errors import IllegalAction
from core.events import Event, Said
from core.scene import Scene
from scenes.coloring.actions import Say, parse
from scenes.coloring.decision import weigh
from scenes.coloring.events import (
    Clashed,
    Colored,
    FalseClaim,
    Flagged,
    Judged,
    Locked,
    Offered,
    Oscillated,
    Posed,
    Reported,
    Requested,
    Unclear,
    number,
    spell,
)
from scenes.coloring.language import Understood, parts, understand
from scenes.coloring.problem import letter
from scenes.coloring.rules import judge
from scenes.coloring.scene import ColoringScene
from scenes.coloring.state import Observation
from tui.panes import coloring_why
from tui.panes.base import Entry, Key, ScenePane, Tab, upto
from tui.panes.graph_board import GraphBoard, GraphLook, NodeLook
from tui.styles import Line, chip, clip, fit, spread, width_of, wrap
from tui.view import View

CHAT_ROWS = 3
"""Rows of one message before it is cut."""
FLAGS = 10
_ENDS = {"p": "pass", "s": "satisfied"}
"""Own turns of satisfaction history beside a name."""
HELP = (
    "Color your nodes so that no two joined nodes have the same color, and agree with the others.",
    "You own one cluster; each agent owns another. Thin lines join nodes of one cluster, heavy lines cross to "
    "another. You see only what was reported to you: a neighbor's boundary nodes, with the report's age in turns "
    "(3t), and ? for the rest. They, too, know only what you tell them.",
    "Every conflict costs a penalty of 10. Colors are worth points (red 3, green 2, blue 1), which break ties only.",
    "Pick a node with the arrows or the mouse, then press a color's letter (r g b) or digit (1 2 3). Locked nodes "
    "[a3 R] stay as they are.",
    "Write with m: @B change b2 to green please, h2 is red. The row below shows what will be understood. A request "
    "binds the agent once; it answers with what it did.",
    "p passes, s says that you are satisfied: both tell your neighbors your boundary colors. The run ends when "
    "everybody is satisfied, or when you declare it impossible (write /impossible).",
)


class ColoringPane(ScenePane):
    curve_name = "penalty"

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._board: GraphBoard | None = None
        self._chat: list[Entry] = []
        self._logs: dict[str, list[Entry]] = {name: [] for name in view.header.cast}
        self._flags: dict[str, list[tuple[int, bool]]] = {name: [] for name in view.header.cast}
        self._claims: list[Entry] = []
        self._decisions: list[int] = []
        self._curves: dict[str, list[tuple[int, float]]] = {name: [] for name in ("", *view.header.cast)}
        self._changed: dict[int, frozenset[str]] = {}

    # -- the fold

    def take(self, event: Event, scene: Scene) -> None:
        assert isinstance(scene, ColoringScene)
        body = event.data
        match body:
            case Said():
                self._chat.append(
                    Entry(event.n, event.audience, ((event.agent, body.text), *((to, "") for to in body.to)))
                )
            case Unclear():
                self._chat.append(Entry(event.n, event.audience, (("", body.sentence()),)))
            case Flagged():
                self._flags[event.agent].append((event.n, body.satisfied))
            case Colored():
                self._changed[event.n] = frozenset(body.colors)
        if event.agent and not isinstance(body, Said):
            self._log(event)
        if isinstance(body, Flagged) or (isinstance(body, Colored) and event.agent == self.view.seat):
            self._decisions.append(event.n)
        if isinstance(body, Posed | Locked | Colored | Reported):
            self._measure(event.n, scene)

    def _log(self, event: Event) -> None:
        body = event.data
        mark, style, text = "·", "mid", body.sentence()
        match body:
            case Judged(satisfied):
                mark, style = ("✓", "good") if satisfied else ("✗", "bad")
            case Clashed():
                mark, style = "╳", "bad"
            case Oscillated():
                mark, style = "~", "accent"
            case FalseClaim():
                mark, style = "✗", "bad"
            case Reported(to, colors):
                for other in [to] if to else self.view.header.cast:
                    if other != event.agent and colors:
                        self._append(other, event, "·", f"read {event.agent}: {spell(colors)}", "mid")
                return
            case Requested(to):
                self._append(to, event, "·", f"{event.agent} {text.replace(f'asked {to}:', 'asks:')}", "mid")
            case Offered() if not body.helpful:
                return
            case Flagged(satisfied):
                mark, style = ("✓", "good") if satisfied else ("✗", "bad")
        self._append(event.agent, event, mark, text, style)

    def _append(self, name: str, event: Event, mark: str, text: str, style: str) -> None:
        tone = style if style in ("good", "bad", "accent") else "fg"
        line = ((f"{event.turn:>3} ", "dim"), (mark + " ", style), (text, tone if mark != "·" else "mid"))
        self._logs[name].append(Entry(event.n, event.audience, line))

    def _measure(self, n: int, scene: ColoringScene) -> None:
        """The penalty as the director and as each owner knows it."""
        problem = scene.problem
        self._note_curve("", n, problem.conflict_penalty * len(problem.conflicts(scene.colors)))
        for name in problem.clusters:
            seen = scene.observe(name)
            self._note_curve(name, n, judge(problem, name, seen.colors, seen.believed).penalty)

    def _note_curve(self, name: str, n: int, value: float) -> None:
        curve = self._curves[name]
        if not curve or curve[-1][1] != value:
            curve.append((n, value))

    # -- what the eyes know

    def _seen(self) -> Observation:
        scene = self.view.scene
        return scene.observe(self.view.eyes) if self.view.eyes else scene.overview()  # type: ignore[no-any-return]

    def _may(self, entries: Sequence[Entry]) -> list[Entry]:
        events = self.view.events
        return [e for e in upto(entries, self.view.n) if self.view.may_see(events[e.n - 1])]

    def penalty(self) -> float:
        """As the eyes know it, at the playhead."""
        past = [value for n, value in self._curves[self.view.eyes] if n <= self.view.n]
        return past[-1] if past else 0.0

    # -- pictures

    def make_board(self) -> GraphBoard:
        self._board = GraphBoard(id="board")
        self._board.keys_enabled = False  # keys come through the stage, in the order they were typed
        return self._board

    def paint_board(self) -> None:
        assert self._board is not None
        view, seen = self.view, self._seen()
        if not seen.problem.nodes:
            return
        if self._board.selected is None and view.seat:
            free = [node for node in seen.problem.clusters[view.seat] if node not in seen.fixed]
            self._board.selected = next(iter(free), None)
        own = set(seen.colors) if not view.eyes else set(seen.problem.clusters.get(view.eyes, ()))
        changed = self._changed.get(view.n, frozenset())
        looks = {}
        for node in seen.problem.nodes:
            if not view.eyes or node in own:
                looks[node] = NodeLook(seen.colors.get(node), locked=node in seen.fixed, changed=node in changed)
            elif (known := seen.known.get(node)) is not None:
                age = seen.turn - known.turn
                looks[node] = NodeLook(known.color, age=age or None, changed=False)
            else:
                looks[node] = NodeLook(None, known=False)
        believed = {node: look.color for node, look in looks.items() if look.color is not None}
        clashes = frozenset(seen.problem.conflicts(believed))
        self._board.show(
            GraphLook(seen.problem, looks, clashes, view.seat if view.eyes == view.seat and view.seat else None)
        )

    def title(self) -> str:
        return f"coloring · seed {self.view.header.seed}"

    def standing(self) -> Line:
        penalty = self.penalty()
        return (("penalty ", "mid"), (number(penalty), "bold bad" if penalty else "bold good"))

    def strip(self, width: int) -> Line:
        names = list(self.view.header.cast)
        cells = [self._agent(name) for name in names]
        room = width // len(names)
        if len(names) == 3:
            left, middle, right = cells
            pad = max(1, (width - width_of(left) - width_of(middle) - width_of(right) - 2) // 2)
            gap = (" " * pad, "")
            return fit(((" ", ""), *left, gap, *middle, gap, *right), width)
        return tuple(span for cell in cells for span in fit(((" ", ""), *cell), room))

    def _agent(self, name: str) -> Line:
        view = self.view
        flag = self._flag(name)
        policy = view.header.cast[name]
        if name == view.seat:
            state = "to move" if name in view.waiting and view.at_now else ""
            mark = ("●", "accent") if state else flag
            return (mark, (" ", ""), (name, "bold accent"), (" you ", "accent"), (state, "mid"))
        label = clip(policy, 12)
        thinking = (" thinking", "accent") if name in view.waiting and view.at_now else ("", "")
        return (flag, (" ", ""), (name, "bold hi"), (f" {label} ", "mid"), *self._history(name), thinking)

    def _flag(self, name: str) -> tuple[str, str]:
        past = [flag for n, flag in self._flags[name] if n <= self.view.n]
        if not past:
            return ("·", "dim")
        return ("✓", "good") if past[-1] else ("✗", "bad")

    def _history(self, name: str) -> Line:
        past = [flag for n, flag in self._flags[name] if n <= self.view.n]
        recent = past[-FLAGS:]
        oscillates = sum(a != b for a, b in zip(past[-6:], past[-5:], strict=False)) >= 4
        dots: Line = tuple(("●", "good") if flag else ("·", "dim") for flag in recent)
        return (*dots, ("~", "accent")) if oscillates else dots

    def legend(self, width: int) -> Line:
        board = self._board
        node = board.selected if board is not None else None
        seen = self._seen()
        key: Line = (
            ("━╳━", "bad"),
            (" clash  ", "mid"),
            ("━━", "fg"),
            (" boundary  ", "mid"),
            ("[ ]", "fg"),
            (" locked ", "mid"),
        )
        if node is None or node not in seen.problem.owner:
            how = "arrows pick a node" if self.view.seat else "click a node"
            return spread(((f" {how}", "dim"),), key, width)
        return spread(self._choices(node, seen), key, width)

    def _choices(self, node: str, seen: Observation) -> Line:
        around = {**seen.believed, **seen.colors}
        others = [around[other] for other in seen.problem.adjacent[node] if other in around]
        owner = seen.problem.owner[node]
        if self.view.eyes and owner != self.view.eyes:
            known = seen.known.get(node)
            told = f"{known.color}, told in turn {known.turn}" if known else "not reported"
            return (("▸", "hi"), (node, "bold hi"), (f" {owner}'s: {told}", "mid"))
        out: list[tuple[str, str]] = [("▸", "hi"), (f"{node} ", "bold hi")]
        if node in seen.fixed:
            return (*out, ("locked to ", "mid"), chip(self.palette, letter(seen.fixed[node]), seen.fixed[node]))
        for color in seen.problem.colors:
            clashes = others.count(color)
            points = f" {number(seen.problem.preferences[node][color])} "
            out += [chip(self.palette, letter(color), color), (points, "mid")]
            out.append((f"╳{clashes} ", "bad") if clashes else ("   ", ""))
        return tuple(out)

    def tabs(self, wide: bool) -> Sequence[Tab]:
        offers = len(self._options())
        tabs = [Tab("Chat", "", self._paint_chat)]
        if not wide:
            tabs += [Tab(f"{name} log", "", partial(self._paint_log, name)) for name in self._others()]
        return [*tabs, Tab("What if", str(offers) if offers else "", self._paint_options)]

    def _others(self) -> list[str]:
        return [name for name in self.view.header.cast if name != self.view.seat]

    def _paint_chat(self, width: int) -> Sequence[Line]:
        out: list[Line] = []
        for entry in self._may(self._chat):
            (name, text), *to = entry.line
            out += self._message(name, text, [t for t, _ in to], width)
        if not out:
            others = " or ".join(f"@{name}" for name in self._others())
            hint = f" Write to {others}: press m" if self.view.seat else " Nothing said yet"
            return [((hint, "dim"),)]
        return out

    def _message(self, name: str, text: str, to: list[str], width: int) -> list[Line]:
        if not name:
            rows = wrap(text, width - 7)
            return [((" " * 6, ""), (row, "accent")) for row in rows]
        shown = "you" if name == self.view.seat else clip(name, 12)
        if to and self.view.seat not in to:
            text = f"@{' @'.join(to)} {text}"
        rows = wrap(text, max(10, width - 7))
        cut = rows[:CHAT_ROWS]
        style = "bold accent" if name == self.view.seat else "bold hi"
        lines: list[Line] = [((f"{shown:>4}  ", style), (cut[0], "fg"))]
        lines += [((" " * 6, ""), (row, "fg")) for row in cut[1:]]
        if len(rows) > CHAT_ROWS:
            lines.append(((f"      … {len(rows) - CHAT_ROWS} more lines", "dim"),))
        return lines

    def _paint_log(self, name: str, width: int = 0) -> Sequence[Line]:
        events = self.view.events
        entries = self._may(self._logs[name])
        private = any(events[e.n - 1].audience == (name,) for e in entries)
        kept = [e.line for e in entries if not (private and isinstance(events[e.n - 1].data, Flagged))]
        if self.view.eyes and self.view.eyes != name:
            kept = [((f" {name}'s own log is closed to you; v opens it", "dim"),), *kept]
        return kept or [((" Nothing yet", "dim"),)]

    def _options(self) -> list[Entry]:
        """The newest counterfactuals of each agent."""
        latest: dict[tuple[str, str], Entry] = {}
        for event in self.view.events[: self.view.n]:
            if isinstance(event.data, Offered) and self.view.may_see(event):
                line = ((f" {event.agent:<3}", "bold hi"), (event.data.sentence(), "fg"))
                latest.pop((event.agent, event.data.to), None)
                if event.data.helpful:
                    latest[event.agent, event.data.to] = Entry(event.n, event.audience, line)
        return list(latest.values())

    def _paint_options(self, width: int) -> Sequence[Line]:
        return [entry.line for entry in self._options()] or [((" Nobody would gain from another's change", "dim"),)]

    def side(self, width: int, height: int) -> Sequence[Line]:
        names = self._others()
        each = max(3, height // len(names))
        out: list[Line] = []
        for name in names:
            flag = self._flag(name)
            head: Line = (
                ("─ ", "line"),
                (name, "bold hi"),
                (f" {clip(self.view.header.cast[name], 12)}  ", "mid"),
                flag,
                (" ", ""),
            )
            tail: Line = ((" ", ""), *self._history(name), (" ──", "line"))
            rule = max(0, width - width_of(head) - width_of(tail))
            out.append((*head, ("─" * rule, "line"), *tail))
            rows = list(self._paint_log(name))[-(each - 2) :]
            out += [*rows, *[()] * (each - 1 - len(rows))]
        return out

    def why(self, width: int) -> Sequence[Line]:
        return coloring_why.paint(self.view, self.palette, width)

    def decisions(self) -> Sequence[int]:
        events = self.view.events
        return [n for n in self._decisions if self.view.may_see(events[n - 1])]

    def curve(self) -> Sequence[tuple[int, float]]:
        return self._curves[self.view.eyes]

    # -- the person's seat

    def own_keys(self) -> Sequence[Key]:
        problem = self.view.scene.problem  # type: ignore[attr-defined]
        letters = "".join(letter(color).lower() for color in problem.colors)
        return (
            Key(tuple(letters), letters, "color"),
            Key((), "arrows", "node"),
            Key((), "m", "write"),
            Key(("p",), "p", "pass"),
            Key(("s",), "s", "satisfied"),
        )

    def press(self, key: str) -> str | None:
        problem = self.view.scene.problem  # type: ignore[attr-defined]
        assert self._board is not None
        if key in ("left", "right", "up", "down"):
            self._board.move(key)
            return ""
        if key in _ENDS:
            return _ENDS[key]
        by_letter = {letter(color).lower(): color for color in problem.colors}
        by_digit = {str(i): color for i, color in enumerate(problem.colors, 1)}
        color = by_letter.get(key) or by_digit.get(key)
        if color is None:
            return None
        node = self._board.selected
        return f"color {node} {color}" if node else ""

    def preview(self, text: str, width: int) -> Line:
        scene, seat = self.view.scene, self.view.seat
        assert isinstance(scene, ColoringScene)
        try:
            action = parse(scene.problem, self.command(text))
            scene.check(seat, action)
        except IllegalAction as why:
            return ((clip(f"   {why}", width), "bad"),)
        if not isinstance(action, Say):
            return (("   understood  ", "dim"), (self.command(text), "fg"))
        understood = understand(scene.problem, seat, action.text)
        spans: list[tuple[str, str]] = [("   understood  ", "dim")]
        for verb, what, color in parts(understood):
            spans += [(f"{verb} ", "mid"), (f"{what} " if what else "", "fg")]
            if color is not None:
                spans.append(chip(self.palette, letter(color), color))
            spans.append(("  ", ""))
        if notes := [*self._untrue(understood), *understood.notes]:
            spans.append((notes[0], "accent"))
        return spread(tuple(spans), (("Enter", "accent"), (" sends ", "mid")), width)

    def _untrue(self, understood: Understood) -> list[str]:
        """What the words would report, and is not so."""
        colors = self.view.scene.observe(self.view.seat).colors
        told = {node: color for meaning in understood.meanings for node, color in meaning.report.items()}
        return [f"but {n} is {colors.get(n, 'not colored')}" for n, c in told.items() if colors.get(n) != c]

    def command(self, text: str) -> str:
        return text[1:].strip() if text.startswith("/") else f"say {text}"

    def hint(self) -> str:
        seen = self.view.scene.observe(self.view.seat)
        if not seen.problem.nodes:
            return ""
        choices, _ = weigh(replace_asked(seen), dict(seen.fixed), Draw(self.view.n))
        bare = [c for c in choices if c.node not in seen.colors]
        wrong = [c for c in choices if c.node in seen.colors and seen.colors[c.node] != c.color]
        if bare or wrong:
            choice = (bare or wrong)[0]
            return f"hint: {choice.node} {choice.color}: {choice.why}"
        verdict = judge(seen.problem, seen.name, seen.colors, seen.believed)
        return "hint: s, you have no conflict" if verdict.satisfied else "hint: ask a neighbor to change a node"

    def help(self) -> Sequence[str]:
        return HELP


def replace_asked(seen: Observation) -> Observation:
    """The same observation without requests: a hint weighs all nodes freely."""
    import msgspec

    return msgspec.structs.replace(seen, asked={})
