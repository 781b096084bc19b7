"""The feed pane's notes on each event, values cached by playhead, and the end of a run."""

from array import array
from bisect import bisect_right

from core.engine.events import Event
from scenes.feed.events import Decided, Ticked
from scenes.feed.posts import POSTED, REPLIED, RESHARED
from scenes.feed.scene import FeedScene
from scenes.feed.state import MILESTONES
from tui.log_view import LogView
from tui.panes.drawing import paragraph
from tui.panes.feed import chart, posts, table
from tui.panes.feed.cascades import measures, threads
from tui.panes.feed.chart import Flow
from tui.panes.feed.posts import count_items
from tui.panes.feed.table import Standing
from tui.panes.kit import Points
from tui.styles import Line, clip


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
            self.reached[event.n] = _reached(scene)

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


def _reached(scene: FeedScene) -> str:
    """Describe the largest cascade that has just reached a milestone."""
    made, grown = scene.posts, posts.reshares_by_thread(scene)
    sizes = {thread: made.size(thread) for thread in grown}
    passed = [n for n, size in sizes.items() if any(size - grown[n] < mark <= size for mark in MILESTONES)]
    thread = max(passed, key=lambda thread: sizes[thread])
    author = scene.handles[made.items[made.threads[thread]].author]
    return f"cascade #{thread} by @{clip(author, 16)} grows to {sizes[thread]}"


MAX_NAMED_POSTS = 3
"""Maximum posts that the end of a run names."""


def ending(view: LogView, scene: FeedScene, width: int) -> list[Line]:
    """Draw summary rows, the most reshared posts, and the person's own row."""
    if view.ended is None:
        return []
    posts = scene.posts
    kinds = {"posts": POSTED, "replies": REPLIED, "reshares": RESHARED}
    totals = [f"{posts.items.tally('kind', kind)} {what}" for what, kind in kinds.items()]
    out: list[Line] = [
        (),
        *paragraph(f"{', '.join(totals)}, {view.ended.result.get('likes', 0)} likes", width, indent=3),
    ]
    if view.seat:
        out.append(_own(view, scene))
    for thread in threads(scene, MAX_NAMED_POSTS):
        shape, item = measures(scene, thread), posts.items[posts.threads[thread]]
        if shape.size > 1:
            lead = f"   {shape.size - 1:>4} passed on, {shape.depth} deep  @{clip(scene.handles[item.author], 16)}  "
            out.append(((lead, "hi"), (clip(item.text, max(8, width - len(lead) - 1)), "mid")))
    return out


def _own(view: LogView, scene: FeedScene) -> Line:
    number, posts = scene.numbers[view.seat], scene.posts
    own = [n for n in posts.items.numbers("author", number) if posts.items.kind[n] != REPLIED]
    likes, replies, reshares = (sum(held[n] for n in own) for held in (posts.likes, posts.replies, posts.reshares))
    earned = f"{likes} likes, {replies} replies, {reshares} reshares"
    return (("   you  ", "bold accent"), (f"wrote or passed on {count_items(posts, number)}, earned {earned}", "fg"))
