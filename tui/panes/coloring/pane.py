"""The coloring scene on the stage: board, agents, chat and logs."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import partial

from core.events import Event
from core.scene import Scene
from scenes.coloring.problem import letter
from scenes.coloring.rules import FLIPS, flips
from scenes.coloring.spelling import number
from scenes.coloring.state import Observation
from tui.glyphs import cells
from tui.panes.coloring import offers as offers_
from tui.panes.coloring import seat, why
from tui.panes.coloring.board import GraphBoard, GraphLook, NodeLook
from tui.panes.coloring.ledger import Ledger, latest
from tui.panes.coloring.talk import Texts
from tui.panes.generic import ScenePane
from tui.panes.kit import Click, Key, Tab, seated
from tui.styles import Line, chip, clip, fit, spread, width_of
from tui.view import View

FLAGS = 10
"""Own turns of satisfaction history beside a name."""


class ColoringPane(ScenePane):
    keeps_input = True
    results = ("solved", "conflicts", "messages", "score")
    curve_name = "penalty"

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._ledger = Ledger(view.header.cast)
        self._texts = Texts(view, self._ledger)
        self._board = GraphBoard()
        self._offer = 0
        """The number of the offer that is chosen; 0 for the first that can be answered."""

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
        """Everybody has a place, so that what comes and goes beside one name moves no other."""
        names = self.view.header.cast
        share = (width - 1) // len(names)
        return fit(((" ", ""), *(span for name in names for span in fit(self._agent(name, share - 1), share))), width)

    def _agent(self, name: str, room: int) -> Line:
        """A note takes the room of the history, then that of the policy, and then is cut."""
        view = self.view
        if name == view.seat:
            deciding = name in view.waiting and view.at_now
            mark = ("●", "accent") if deciding else self._flag(name)
            return (mark, (" ", ""), (name, "bold accent"), (" you ", "accent"), ("to move" if deciding else "", "mid"))
        note, style = self._note(name)
        head: Line = (self._flag(name), (" ", ""), (name, "bold hi"), (" ", ""))
        policy = f"{seated(view.header.cast[name])} "
        room -= width_of(head)
        if cells(policy) + cells(note) > room:
            policy = ""
            note = note.replace("says ", "", 1) if cells(note) > room else note
        room -= cells(policy) + cells(note)
        history = self._history(name, min(FLAGS, room - 2))
        return (
            *head,
            (policy, "mid"),
            *history,
            (" " if history else "", ""),
            (clip(note, cells(note) + min(0, room)), style),
        )

    def _note(self, name: str) -> tuple[str, str]:
        """What stands beside a name: for how long it thinks, or what was wrong with its last decision."""
        view, ledger = self.view, self._ledger
        if name in view.waiting and view.at_now:
            return view.thinking.get(name, ""), "accent"
        if latest(ledger.fell[name], view.n, False):
            return "! default taken", "bad"
        claims = ledger.claims[name]
        for claim in reversed(claims[: bisect_right(claims, view.n, key=lambda note: note.n)]):
            if not claim.text:
                break
            if view.may_see(view.events[claim.n - 1]):
                return claim.text, "bad"
        return "", ""

    def _flags(self, name: str) -> list[bool]:
        flags = self._ledger.flags[name]
        return [flag for _, flag in flags[: bisect_right(flags, self.view.n, key=lambda item: item[0])]]

    def _flag(self, name: str) -> tuple[str, str]:
        past = self._flags(name)
        if not past:
            return ("·", "dim")
        return ("✓", "good") if past[-1] else ("✗", "bad")

    def _history(self, name: str, count: int = FLAGS) -> Line:
        past = self._flags(name)
        dots: Line = tuple(("●", "good") if flag else ("·", "dim") for flag in past[-count:] if count > 2)
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
        offers = self._texts.offers()
        mine = self._seen().offers if self.view.n else ()
        open_now = sum(offer.state == "open" for offer in mine)
        tabs = [Tab("Chat", "", partial(self._paint_chat, ""))]
        tabs.append(Tab(offers_.OFFERS, str(open_now or ""), self._paint_offers, follows=False))
        if wide:
            tabs += [Tab(f"@{name}", "", partial(self._paint_chat, name)) for name in self._others()]
        tabs += [Tab(f"{name} log", "", partial(self._agent_log, name)) for name in self._others()]
        return [*tabs, Tab("What if", str(offers) if offers else "", self._paint_options)]

    def _others(self) -> list[str]:
        return [name for name in self.view.header.cast if name != self.view.seat]

    def _paint_chat(self, thread: str, width: int) -> Sequence[Line]:
        return self._texts.chat(thread, tuple(self._others()), width)

    def _agent_log(self, name: str, width: int) -> Sequence[Line]:
        return self._texts.log(name, width)

    def _chosen(self) -> int:
        """The number of the chosen offer."""
        numbers = [offer.number for offer in offers_.newest_first(self._seen().offers)]
        return self._offer if self._offer in numbers else next(iter(numbers), 0)

    def _paint_offers(self, width: int) -> Sequence[Line]:
        seen = self._seen()
        return offers_.paint(self.palette, seen.offers, self.view.seat or "", self._chosen(), seen.turn, width)

    def look(self, key: str) -> bool:
        """Choose the next offer."""
        numbers = [offer.number for offer in offers_.newest_first(self._seen().offers)] if self.view.n else []
        if key != "o" or not numbers:
            return False
        self._offer = numbers[(numbers.index(self._chosen()) + 1) % len(numbers)]
        return True

    def look_keys(self) -> Sequence[Key]:
        return (Key("o", "next offer"),) if self.view.n and len(self._seen().offers) > 1 else ()

    def click(self, click: Click) -> bool:
        """A click on an offer chooses it."""
        rows = offers_.newest_first(self._seen().offers) if self.focus == offers_.OFFERS else []
        if click.place != "dock" or click.y >= len(rows):
            return super().click(click)
        self._offer = rows[click.y].number
        return True

    def _paint_options(self, width: int) -> Sequence[Line]:
        return self._texts.options()

    def side(self, width: int, height: int) -> Sequence[Line]:
        names = self._others()
        each = max(3, height // len(names))
        out: list[Line] = []
        for name in names:
            policy = f" {seated(self.view.header.cast[name])}  "
            head: Line = (("─ ", "line"), (name, "bold hi"), (policy, "mid"), self._flag(name), (" ", ""))
            tail: Line = ((" ", ""), *self._history(name), (" ──", "line"))
            rule = max(0, width - width_of(head) - width_of(tail))
            out.append((*head, ("─" * rule, "line"), *tail))
            rows = list(self._agent_log(name, width))[-(each - 2) :]
            out += [*rows, *[()] * (each - 1 - len(rows))]
        return out

    def why(self, width: int) -> Sequence[Line]:
        return why.paint(self.view, self.palette, width)

    def decisions(self) -> Sequence[int]:
        return self._ledger.decisions

    def curve(self) -> Sequence[tuple[int, float]]:
        return self._ledger.curves[self.view.eyes]

    # -- the person's seat

    def own_keys(self) -> Sequence[Key]:
        return seat.keys(self._seen().problem)

    def press(self, key: str) -> str | None:
        if key in ("left", "right", "up", "down"):
            self._board.move(key)
            return ""
        if told := offers_.command(self._seen().offers, self.view.seat or "", self._chosen(), key):
            return told
        if self._seen().question and key.isdigit():
            return f"answer {key}"
        return seat.command_of(key, self._seen().problem, self._board.selected)

    def idle(self) -> Line:
        scene, name = self.view.scene, self.view.seat
        return seat.idle(scene.observe(name), partial(scene.boundary_report, name))  # type: ignore[attr-defined]

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

    def advice(self) -> str:
        return seat.advice(self.view.scene.observe(self.view.seat))

    def help(self) -> Sequence[str]:
        return seat.HELP
