"""A tour on the stage: texts above the input, one step at a time, which continue when the person follows them."""

from tui.styles import Line, Span, width_of, wrap
from tui.tour import STRAYED, Now, Step, Tour, strays
from tui.view import View

BELOW = ("preview", "curve", "track", "footer")
"""Parts of the stage that are below the tour's text."""
NAMES = {"dock": "list", "legend": "row", "strip": "players", "preview": "here", "track": "time", "footer": "keys"}
"""Names of the stage's parts in the tour's text."""
REQUIRED_STEP_WARNING = "The next step needs this one; ^n again leaves the tour. "
"""Text before a step that cannot be skipped."""


class Guide:
    """The current step of a tour. The person may end the tour at any time and play on without it."""

    closing = "end the tour"
    """Label of the key that ends it."""
    ended = "the tour has ended; the game continues. esc again leaves the game"
    """Message after that key."""
    leaves_at_once = False
    """True if the key for back leaves the game, without a question; else it ends the tour first."""
    hides_hints = False
    """True while a hint would give an answer away."""

    def __init__(self, view: View, tour: Tour | None) -> None:
        self.view = view
        self.at = 0
        self._steps = tour.steps if tour else ()
        self._scripted = tour is not None and tour.scripted
        self._since = 0
        self._pressed: set[str] = set()

    @property
    def step(self) -> Step | None:
        """The step that is shown; None without a tour, or after it."""
        return self._steps[self.at] if self.at < len(self._steps) else None

    def takes(self, command: str) -> bool:
        """Return True if an action answers a puzzle, after which the run is paused."""
        return False

    def press(self, key: str, character: str) -> None:
        """Record a key."""
        if self.step is not None:
            self._pressed |= {key, character}

    def pass_over(self) -> None:
        """Skip to the next step.

        If the next text would then be wrong, warn first, and leave the tour the second time.
        """
        step = self.step
        if step is None:
            return
        before, after = self._steps[: self.at], self._steps[self.at + 1 :]
        if not (self._scripted and step.needs_command):
            self._next()
        elif step.text.startswith(REQUIRED_STEP_WARNING):
            self._steps = (*before, STRAYED)
        else:
            self._steps = (*before, step._replace(text=REQUIRED_STEP_WARNING + step.text), *after)

    def read(self) -> None:
        """Go on after a step without a condition, which only keys of the full screen complete."""
        if self.step is not None and self.step.until is None:
            self._next()

    def update(self) -> None:
        """Show the next step once this one is done."""
        view, step = self.view, self.step
        if step is None:
            return
        awaited = view.at_now and (view.ended is not None or view.seat in view.waiting)
        now = Now(view.events[self._since :], view.seat, awaited, self._pressed)
        if step.done(now):
            self._next()
        elif self._scripted and strays(step, now):
            self._steps = (*self._steps[: self.at], STRAYED)

    def end(self) -> None:
        """End the tour."""
        self.at = len(self._steps)

    def _next(self) -> None:
        self.at += 1
        self._since = self.view.known
        self._pressed = set()

    @property
    def head(self) -> str:
        """Text to the left of a step."""
        return f" {self.at + 1} of {len(self._steps)}  "

    def rows(self, step: Step, width: int) -> list[Line]:
        """Draw the text of a step: keys in the accent color, and where to look."""
        head = self.head
        where = f" {'▼' if step.at in BELOW else '▲'} {NAMES.get(step.at, step.at)} " if step.at else ""
        room = width - 1 - len(head) - len(where)
        out: list[Line] = []
        for row in _colored(wrap(step.words, room)):
            gap = " " * (room - width_of(row)) if not out else ""
            lead: Line = (("▌", "accent"), (head, "dim") if not out else (" " * len(head), ""))
            out.append((*lead, *row, *(((gap, ""), (where, "accent")) if not out else ())))
        return out


def _colored(rows: list[str]) -> list[Line]:
    """Draw text in backquotes in the accent color, even across rows."""
    out, style = list[Line](), "fg"
    for row in rows:
        spans: list[Span] = []
        for i, part in enumerate(row.split("`")):
            if i:
                style = "bold accent" if style == "fg" else "fg"
            spans.append((part, style))
        out.append(tuple(spans))
    return out
