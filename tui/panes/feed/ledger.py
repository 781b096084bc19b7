"""The feed pane's notes on each event, and values cached by playhead."""

from array import array
from bisect import bisect_right

from core.engine.events import Event
from scenes.feed.events import Decided, Ticked
from scenes.feed.scene import FeedScene
from scenes.feed.state import MILESTONES
from tui.log_view import LogView
from tui.panes.feed import chart, posts, table
from tui.panes.feed.chart import Flow
from tui.panes.feed.table import Standing
from tui.panes.kit import Points
from tui.styles import clip


class Ledger:
    def __init__(self, view: LogView) -> None:
        self.view = view
        self.curve = Points()
        """Reshares per tick."""
        self.reached: dict[int, str] = {}
        """Texts about cascades that reached a milestone, by event number."""
        self._flows = array("q")
        """Numbers of the events that contain accounts' moves."""
        self._flow: tuple[int, int, Flow] = (-1, 0, {})
        self._standings: tuple[tuple[int, int], list[Standing]] = ((-1, 0), [])

    def take(self, event: Event, scene: FeedScene) -> None:
        if not isinstance(event.data, Decided | Ticked):
            return
        self._flows.append(event.n)
        if isinstance(event.data, Ticked):
            fresh = scene.reshared[-1] - (scene.reshared[-2] if len(scene.reshared) > 1 else 0)
            self.curve.add(event.n, fresh)
        elif scene.notable(event):
            self.reached[event.n] = _milestone(scene)

    def moves(self) -> tuple[int, Flow]:
        """Return the latest tick up to the playhead, and its moves."""
        at = bisect_right(self._flows, self.view.n)
        last = self._flows[at - 1] if at else 0
        if self._flow[0] != last:
            events, tick = self.view.events, self.view.events[last - 1].turn if last else 0
            columns: list[str] = []
            while at and events[self._flows[at - 1] - 1].turn == tick:
                at -= 1
                body = events[self._flows[at] - 1].data
                assert isinstance(body, Decided | Ticked)
                columns.append(body.moves)
            self._flow = (last, tick, chart.flow(columns))
        return self._flow[1:]

    def standings(self, scene: FeedScene, ticks: int) -> list[Standing]:
        """Return the rows of the table, with a trend over `ticks` ticks."""
        key = (self.view.n, ticks)
        if self._standings[0] != key:
            self._standings = (key, table.standings(scene, ticks))
        return self._standings[1]


def _milestone(scene: FeedScene) -> str:
    """Describe the largest cascade that has just reached a milestone."""
    made, grown = scene.posts, posts.reshares_by_thread(scene)
    sizes = {thread: made.size(thread) for thread in grown}
    passed = [n for n, size in sizes.items() if any(size - grown[n] < mark <= size for mark in MILESTONES)]
    thread = max(passed, key=lambda thread: sizes[thread])
    author = scene.handles[made.items[made.threads[thread]].author]
    return f"cascade #{thread} by @{clip(author, 16)} grows to {sizes[thread]}"
