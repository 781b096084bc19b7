"""Highlights: the most telling moments of a run, shown one after the other with their captions."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tui.model_log import decision_at
from tui.panes.drawing import SIGNS
from tui.state.ending import Ending, headline
from tui.state.shown import StageFields
from tui.styles import Span
from tui.view import View

PARTS = 9
"""Number of parts of a run, each with a highlight if there is one; the end is another."""
SECONDS = 6.0
"""Usual seconds for a highlight."""
UNMARKED: Span = ("▸", "accent")


class Highlight(NamedTuple):
    """A moment of a run: the last event of a step, with its sign and caption."""

    n: int
    sign: Span
    words: str


class Highlights:
    """Shows highlights while the stage is playing; any key that moves or stops the playhead ends them."""

    def __init__(self, stage: StageFields, ending: Ending) -> None:
        self.stage, self._ending = stage, ending
        self.seconds = SECONDS
        """Seconds for which a highlight is shown at normal speed."""
        self._moments: list[Highlight] = []
        self._at = -1
        self._until = 0.0
        """Time at which the next highlight is shown."""

    @property
    def is_running(self) -> bool:
        """True while highlights are being shown."""
        return bool(self._moments) and self.stage.playing

    @property
    def now(self) -> Highlight | None:
        """The highlight that is shown; None for none."""
        return self._moments[self._at] if self.is_running and self._at >= 0 else None

    @property
    def place(self) -> str:
        """Number of the highlight that is shown, and of all."""
        return f"{self._at + 1} of {len(self._moments)}"

    def start(self) -> None:
        """Show the highlights from the first one on."""
        view = self.stage.view
        if view.expected:
            self.stage.tell("the recording is still loading; {highlights} works once it is loaded", "dim")
        elif self.is_running:
            self.stage.playing = False
        else:
            self._moments, self._at, self._until = find_highlights(view), -1, 0.0
            self.stage.playing = True
        self.stage.touch()

    def replay(self, now: float) -> None:
        """Show the next highlight if it is due; after the end of the run, show the end screen."""
        if now >= self._until:
            self.next()
            self._until = now + self.seconds / self.stage.speed

    def next(self) -> None:
        """Show the next highlight; after the last one, the end screen."""
        self._at += 1
        if self._at < len(self._moments):
            self.stage.view.go(self._moments[self._at].n)
            if self.stage.view.at_now:
                self._moments[-1] = _last(self.stage.view)
            self.stage.changed()
        else:
            self.stage.playing = False
            if self.stage.view.ended is not None:
                self._ending.open()

    def due(self) -> float | None:
        """Return the time at which the next highlight is shown; None if none is."""
        return self._until if self.is_running else None


def find_highlights(view: View) -> list[Highlight]:
    """Choose the most telling moments that the perspective may see, spread over the run; the end comes last.

    Marked events come first, rare kinds before common ones; a part of the run without marks is represented by its
    longest message, or else by its first decision. No caption is shown twice.
    """
    signs = {mark.n: SIGNS[mark.mark] for mark in view.marks if view.may_see_mark(mark)}
    count = Counter(signs.values())
    marked = sorted(signs, key=lambda n: (count[signs[n]], n))
    said = [event.n for event in sorted(filter(view.may_see, view.said), key=lambda each: -len(each.data.sentence()))]
    by_part: dict[int, int] = {}
    for n in (*marked, *said, *_moves(view)):
        by_part.setdefault((n - 1) * PARTS // view.known, n)
    chosen: dict[int, Highlight] = {}
    captions: set[str] = set()
    for n in (*sorted(by_part.values(), key=lambda n: n not in signs), *marked, *said):
        words, end = view.pane.caption(view.events[n - 1]).words, view.step_end(n)
        if len(chosen) < PARTS and end < view.known and end not in chosen and words not in captions:
            captions.add(words)
            chosen[end] = Highlight(end, signs.get(n, UNMARKED), words)
    return [*sorted(chosen.values()), Highlight(view.known, UNMARKED, "the end")]


def _moves(view: View) -> Iterator[int]:
    """Yield the first decision of each part of the run, by its first public event."""
    for part in range(PARTS):
        i = bisect_left(view.decided, part * view.known // PARTS + 1)
        decision = decision_at(view.events, view.decided[i], view.may_see) if i < len(view.decided) else None
        for event in decision.events if decision else ():
            if event.audience is None and not isinstance(event.data, view.pane.traits.plumbing):
                yield event.n
                break


def _last(view: View) -> Highlight:
    """Describe the end, of which panes write the result while it is at the playhead."""
    if view.ended is None:
        return Highlight(view.known, UNMARKED, "the newest event")
    return Highlight(view.known, ("■", "accent"), headline(view))
