"""The end of a game, in place of the board: the result, the turning points, and possible next steps."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from core.engine.config import LIMITS
from tui.cli.wording import model_problems
from tui.keys import KEYS
from tui.panes import results
from tui.panes.drawing import heading, scrolled_rows
from tui.panes.generic import PAGES
from tui.screens.base import bindings
from tui.state.ending import headline, is_open
from tui.state.review import Review
from tui.styles import Line, clip, hang, pad, width_of, wrap, wrap_line
from tui.view import View
from tui.widgets.part import Part

Shown = tuple[Line, int]
"""A line, and the row that clicking it selects (-1 for none)."""
GAP: Shown = ((), -1)


class EndingPage(Part):
    """The end of a game, as much of it as fits, and its keys."""

    can_focus = True
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings({"up": "move(-1)", "previous-part": "move(-1)", "down": "move(1)", "next-part": "move(1)"}),
        *bindings({name: f"do('{name}')" for name in KEYS if KEYS[name].where == "end"}),
        Binding("enter", "choose", show=False),
        *(Binding(key, f"scroll({rows})", show=False) for key, rows in PAGES.items()),
    ]

    rows: tuple[int, ...] = ()
    """For each line on the screen, the row that clicking it selects (-1 for none)."""

    def clicked(self, x: int, y: int) -> bool:
        """Carry out the choice of the clicked row."""
        row = self.rows[y] if 0 <= y < len(self.rows) else -1
        if row >= 0:
            self.state.ending.do_row(row)
        return row >= 0

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow only actions that are among the choices."""
        return action != "do" or self.state.keys.can(str(parameters[0]))

    def action_move(self, by: int) -> None:
        """Select another row."""
        self.state.ending.move(by)

    def action_scroll(self, rows: int) -> None:
        """Scroll the result."""
        self.state.ending.scrolled += rows
        self.state.touch()

    def action_do(self, name: str) -> None:
        """Carry out a command of the end page."""
        self.state.keys.do(name)

    def action_choose(self) -> None:
        """Carry out the selected row's choice."""
        self.state.ending.do_row(self.state.ending.at)

    def paint(self) -> None:
        """Draw the page.

        If room is short, choices are cut first, then free lines, then the end of the turning points. Then the result
        scrolls.
        """
        if not self.state.ending.shown:
            return
        width = self.state.space.width
        rows = (self.size.height or 19) - 1  # below the headline
        facts = self._facts(width)
        points, flowing = self._point_rows(width, rows), self._flowing(width)
        lean, dense = facts[bool(facts) and not facts[0] :], [fact for fact in facts if fact]
        spare = rows - len(dense) - len(flowing) - len([row for row in self._point_rows(width, 0) if row != GAP])
        tight = [row for row in (*self._point_rows(width, spare), *flowing) if row != GAP]
        choices = (self._choice_rows(width), flowing)
        ways = [(lines, [GAP, *points, *then]) for then in choices for lines in (facts, lean)]
        ways.append((dense, tight))
        facts, below = next((way for way in ways if len(way[0]) + len(way[1]) <= rows), ways[-1])
        shown, self.state.ending.scrolled = scrolled_rows(facts, max(0, rows - len(below)), self.state.ending.scrolled)
        board = self._board(rows - len(below) - len(facts))
        above = [_headline(self.state.view, width), *shown, *board]
        self.rows = (*[-1] * len(above), *(row for _, row in below))
        self.show([*above, *(line for line, _ in below)])

    def _facts(self, width: int) -> list[Line]:
        """Draw the result; long rows are wrapped."""
        view, review = self.state.view, self.state.ending.review
        if is_open(view):
            facts = _open_words(view, width)
        elif review.listed:
            facts = _moves(review, width)
        elif view.header.is_partial:  # the pane's own facts would need events that are missing here
            facts = results.lines(view, (), width)
        else:
            facts = list(view.pane.ending(width))
        facts = [*_doubts(view, width), *facts]
        return [
            row
            for fact in facts
            for row in (wrap_line(fact, width - 1, gaps=True) if width_of(fact) > width else [fact])
        ]

    def _board(self, room: int) -> list[Line]:
        """Draw the final state as plain text, if all of it fits."""
        view = self.state.view
        rows = [] if is_open(view) or view.header.is_partial else view.scene.board("").splitlines()
        return [(), *(((f"   {row}", "mid"),) for row in rows)] if 0 < len(rows) < room else []

    def _point_rows(self, width: int, spare: int) -> list[Shown]:
        """List the turning points, with more rows if there is room."""
        view = self.state.view
        review = self.state.ending.review.words()
        if not self.state.ending.points and not review:
            return []
        keys = "g looks" if view.header.is_partial else "Enter plays on, g looks"
        out: list[Shown] = [(heading("Turning points", review or keys, width), -1)]
        wide = len(f"{view.pane.traits.unit} {view.last_turn}") + 2
        for i, point in enumerate(self.state.ending.points):
            here = i == self.state.ending.at
            rows = wrap(point.text, width - wide - 7)
            if len(rows) - 1 > spare:
                rows = [clip(point.text, width - wide - 7)]
            spare -= len(rows) - 1
            when = pad(f"{view.pane.traits.unit} {view.events[point.n - 1].turn}", wide)
            lead: Line = ((" ▸ " if here else "   ", "accent"), point.sign, (f" {when} ", "mid"))
            for row in rows:
                out.append(((*lead, (row, "bold hi" if here else "fg")), i))
                lead = ((" " * width_of(lead), ""),)
        return [*out, GAP]

    def _flowing(self, width: int) -> list[Shown]:
        """List the possible next games in running text, with the description of the selected one.

        Keys and clicks choose them.
        """
        chosen = self.state.ending.at - len(self.state.ending.points)
        about = self.state.ending.choices[chosen].about if chosen >= 0 else "↑↓ Enter"
        rows: list[Line] = [()]
        for i, choice in enumerate(self.state.ending.choices):
            sign, style = ("▸", "bold hi") if i == chosen else (" ", "fg")
            key = (f"{KEYS[choice.name].keys[0]} ", "bold accent")
            entry: Line = ((f" {sign}", "accent"), key, (f"{choice.label} ", style))
            if width_of((*rows[-1], *entry)) > width:
                rows.append(())
            rows[-1] = (*rows[-1], *entry)
        return [(heading("What next", about, width), -1), *((row, -1) for row in rows)]

    def _choice_rows(self, width: int) -> list[Shown]:
        out: list[Shown] = [(heading("What next", "↑↓ Enter", width), -1)]
        for i, choice in enumerate(self.state.ending.choices, len(self.state.ending.points)):
            here = i == self.state.ending.at
            lead: Line = ((" ▸ " if here else "   ", "accent"), (f"{KEYS[choice.name].keys[0]}  ", "bold accent"))
            label = (pad(choice.label, 17), "bold hi" if here else "fg")
            out.append(((*lead, label, (choice.about, "mid")), i))
        return out


def _moves(review: Review, width: int) -> list[Line]:
    """List the judged moves in order, each with a better one if there is one."""
    out: list[Line] = [()]
    for move in filter(None, review.judged.values()):
        turn = f"   {review.view.pane.traits.unit} {review.view.events[move.n - 1].turn:<4} "
        if move.verdict.loss:
            sign, then = ("╳ ", "bad"), f" · better: {move.verdict.best} · {move.verdict.words}"
        else:
            sign, then = ("✓ ", "good"), " · best" if move.is_best else " · as good"
        out += hang(((turn, "mid"), sign), wrap(f"{move.text}{then}", width - len(turn) - 3))
    return out


def _open_words(view: View, width: int) -> list[Line]:
    assert view.ended is not None
    limit = view.ended.reason if view.ended.reason in LIMITS and not view.header.is_partial else ""
    again = "join again when its host continues" if view.header.is_partial else "reopen it in the lobby"
    text = f"hidden information stays hidden, because the game can continue: {again}"
    more = f"; raise the limit: playbill resume {view.path.name} -o {limit}=…" if limit and view.path else ""
    return [(), *(((f"   {row}", "fg"),) for row in wrap(text + more, width - 4))]


def _doubts(view: View, width: int) -> list[Line]:
    """List the policies whose decisions were mostly default ones, if there are any."""
    assert view.ended is not None
    doubtful = {policy: view.ended.models[policy] for policy in view.ended.fell_back}
    rows = [row for line in model_problems(doubtful) for row in wrap(line, width - 4)]
    return [(), *(((f"   {row}", "bad"),) for row in rows)] if rows else []


def _headline(view: View, width: int) -> Line:
    left: Line = (("▌", "accent"), (f"{clip(headline(view), width - 4)} ", "bold accent"))
    return (*left, ("─" * (width - width_of(left)), "line"))
