"""The inspector: pages about the decision at the playhead. It keeps its selection and caches the page."""

from core.engine.audience import ShortTermMemory
from core.text import one_line
from tui.model_log import Decision
from tui.panes import model_calls
from tui.panes.model_calls import Page
from tui.styles import Line, plain, tail, width_of
from tui.view import View

PARTS = ("Why", "Prompt", "Reply", "Action", "Memory")
WHY, PROMPT, REPLY, ACTION, MEMORY = range(5)
MAX_COPIED_CHARACTERS = 100_000
"""Largest number of characters of a page that `y` copies."""


class Inspector:
    """Pages about a view's current decision."""

    def __init__(self) -> None:
        self.part = WHY
        self.opened = False
        """True if cut texts are shown in full."""
        self._call: int | None = None
        self._of: tuple[str, int] = ("", 0)
        self._page = Page([])
        self._key: tuple[object, ...] = ()
        self._memory: tuple[int, ShortTermMemory] | None = None
        """Number of the last event in an agent's memory, and the memory."""
        self._tabs_at: list[int] = []

    # -- pages

    def lines(self, view: View, width: int) -> tuple[list[Line], int, bool]:
        """Return the rows, the number of rows that do not scroll, and True if the page should start at its top."""
        fresh = self._turn_to(view, width)
        head = [self._title(width), *self._running(view, width)]
        return [*head, *self._page.lines], len(head), fresh

    def _running(self, view: View, width: int) -> list[Line]:
        """Draw who is thinking, with the end of the model's unfinished reply."""
        out: list[Line] = []
        for name, progress in view.thinking.items() if view.at_now else ():
            if progress and name != view.seat:
                left: Line = ((f" {name} ", "bold hi"), (progress, "accent"), (" thinking  ", "mid"))
                room = max(0, width - width_of(left))
                said = one_line(view.replies.get(name, "")[-width:]) if view.may_see_mind(name) else ""
                out.append((*left, (tail(said, room), "fg")))
        return out

    def _turn_to(self, view: View, width: int) -> bool:
        """Make the page again if it has changed. Returns True if it should start at its top."""
        place = (view.n, view.perspective, view.pane.room.palette.name, width)
        if self._key == (place, view.known, self.part, self._call, self.opened):
            return False
        decision = view.decision
        of = (decision.agent, decision.turn) if decision else ("", 0)
        if of != self._of:
            self._of, self._call, self.opened = of, None, False
        last, self._key = self._key, (place, view.known, self.part, self._call, self.opened)
        self._page = self._make(view, decision, width)
        return not last or last[0] != place or last[2:] != self._key[2:]

    def _make(self, view: View, decision: Decision | None, width: int) -> Page:
        if self.part == WHY:
            why = list(view.pane.why(width))
            below = model_calls.section(view, decision, width) if decision else Page([])
            return Page([*why, *below.lines], below.cut)
        if decision is None:
            return Page([(), ((" Nothing decided here", "dim"),)])
        if self.part == MEMORY:
            return self._remembered(view, decision.agent, width)
        if self.part == ACTION:
            return model_calls.action(view, decision, self.selected_call(view, decision), width, self.opened)
        if closed := model_calls.reason_hidden(view, decision):
            return Page(closed)
        make = model_calls.prompt if self.part == PROMPT else model_calls.reply
        return make(view, decision, self.selected_call(view, decision), width, self.opened)

    def selected_call(self, view: View, decision: Decision) -> int:
        """Return the index of the selected call: the one at the playhead until another is chosen."""
        calls = decision.calls
        if self._call is not None:
            return min(self._call, len(calls) - 1)
        return max(0, sum(call.n <= view.n for call in calls) - 1)

    def _remembered(self, view: View, agent: str, width: int) -> Page:
        if not view.may_see_mind(agent):
            line: Line = ((f" {agent}'s memory is closed to you; ", "dim"), ("v", "accent"), (" opens", "dim"))
            return Page([(), line])
        if self._memory is None or self._memory[1].name != agent or self._memory[0] > view.n:
            self._memory = (0, ShortTermMemory(agent, view.head))
        n, memory = self._memory
        for event in view.events[n : view.n]:
            memory.take(event)
        self._memory = (view.n, memory)
        return model_calls.memory(memory.serialize(), agent, width)

    def _title(self, width: int) -> Line:
        spans: list[tuple[str, str]] = [("▌", "accent")]
        self._tabs_at = []
        for i, name in enumerate(PARTS):
            self._tabs_at.append(sum(len(text) for text, _ in spans))
            spans += [(name, "bold accent" if i == self.part else "dim"), ("   " if i < MEMORY else " ", "")]
        keys = " tab  esc back "
        spare = width - sum(len(text) for text, _ in spans) - len(keys) - 1
        return (*spans, ("─" * max(0, spare), "line"), (keys, "dim"), ("─", "line"))

    # -- opening, copying and changing pages

    def open(self) -> None:
        """Show cut texts in full, or cut them again. On the first page, open the page of the reply."""
        if self.part == WHY and self._page.cut:
            self.part = REPLY
        else:
            self.opened = not self.opened

    @property
    def has_cut_text(self) -> bool:
        """True if some text on the page is cut, or is shown in full."""
        return bool(self._page.cut or self.opened)

    def has_calls(self, view: View) -> bool:
        """Return True if the decision has several calls and the page shows one of them."""
        decision = view.decision
        return self.part in (PROMPT, REPLY, ACTION) and decision is not None and len(decision.calls) > 1

    def text_to_copy(self) -> tuple[str, str]:
        """Return the name of the page and its text."""
        return PARTS[self.part], "\n".join(plain(line).rstrip() for line in self._page.lines)[:MAX_COPIED_CHARACTERS]

    def next_part(self, direction: int) -> None:
        """Show the next or previous page."""
        self.part = (self.part + direction) % len(PARTS)

    def click(self, x: int) -> None:
        """Open the page whose name was clicked in the title."""
        self.part = max((i for i, at in enumerate(self._tabs_at) if at <= x), default=0)

    def choose(self, view: View, step: int) -> None:
        """Select another call of the decision."""
        decision = view.decision
        if decision and decision.calls:
            self._call = (self.selected_call(view, decision) + step) % len(decision.calls)
            self.opened = False
