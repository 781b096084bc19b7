"""The lines of the feed: within their width, true to the scene, and without anything hidden."""

import asyncio
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest
from rich.cells import cell_len

from core.engine.casting import open_run, prepare, set_up
from core.engine.events import Event
from core.recording.header import Header
from scenes.feed.behavior import RESHARE, AgentState
from scenes.feed.events import Injected, NewPost, Weighed
from scenes.feed.metrics import largest, shape_of, subtree_sizes
from scenes.feed.scene import FeedScene
from scenes.feed.wording import TOPICS
from tui.panes.feed import agents, cascades, posts
from tui.panes.kit import Traits
from tui.styles import Line, plain
from tui.view import View

WIDTHS = (40, 41, 42, 55, 56, 57, 63, 64, 71, 72, 78, 80, 99, 100, 120, 160, 200)
HOSTILE = ("[@click=app.quit] [bold]no[/]", "漢字" * 140, "🦥 " * 90, "x" * 280, "e\u0301" * 140, "한" + "a" * 279)
SMALL = {"agents": 60, "ticks": 120, "world": "lively", "mix": "lively"}


def header(seed: int = 3, policy: str = "rules", **options: Any) -> Header:
    return prepare("feed", {**SMALL, **options}, {"*": policy}, seed)


@cache
def played(seed: int = 3) -> tuple[Event, ...]:
    async def play() -> tuple[Event, ...]:
        return tuple([event async for event in open_run(header(seed))])

    return asyncio.run(play())


def folded(events: Sequence[Event], seed: int = 3) -> FeedScene:
    scene = set_up(header(seed))[0]
    assert isinstance(scene, FeedScene)
    for event in events:
        scene.apply(event)
    return scene


@pytest.fixture(params=[3, pytest.param(8, marks=pytest.mark.slow)])
def scene(request: pytest.FixtureRequest) -> FeedScene:
    return folded(played(request.param)[:-1], request.param)


@pytest.fixture
def view(monkeypatch: pytest.MonkeyPatch) -> View:
    class NoPane:
        traits = Traits()

        def __init__(self, view: View) -> None: ...

        def take(self, event: Event, scene: FeedScene) -> None: ...

    monkeypatch.setattr("tui.view.find_pane", lambda scene: (NoPane, ""))
    made = View(header())
    made.extend(played())
    return made


def texts(lines: Sequence[Line]) -> list[str]:
    return [plain(line) for line in lines]


def told(lines: Sequence[Line]) -> str:
    """Return the text of lines with gaps and line breaks collapsed."""
    return " ".join(" ".join(texts(lines)).split())


def pictures(scene: FeedScene, width: int) -> Iterator[list[Line]]:
    """Yield everything that can be drawn of a scene at a width."""
    found = cascades.threads(scene)
    for perspective in ("", *scene.names[:3], scene.names[-1]):
        yield posts.page(scene, perspective, width, seat=scene.names[0])
    yield cascades.listing(scene, width, found[0] if found else None)
    yield cascades.summary(scene, width)
    for thread in found[:4]:
        yield cascades.tree(scene, thread, width)
        yield cascades.tree(scene, thread, width, closed=True)
    numbers = agents.members(scene, None, "")
    for closed in (False, True):
        yield agents.listing(scene, numbers, width, 3, closed)
        for number in (0, 3, len(scene.names) - 1):
            yield agents.account_card(scene, number, width, closed)


def fits(lines: Sequence[Line], width: int) -> bool:
    return all(sum(cell_len(text) for text, _ in line) <= width for line in lines)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.few(2)
def test_nothing_is_wider_than_it_may_be(scene: FeedScene, width: int) -> None:
    assert all(fits(lines, width) for lines in pictures(scene, width))


@pytest.mark.parametrize("words", HOSTILE)
@pytest.mark.few(1)
def test_foreign_text_and_handles_stay_in_their_rows(words: str) -> None:
    scene = folded(played()[:-1])
    for _ in range(2):
        scene.apply(Injected(NewPost(2, 1, 3.0, words)).by())
    posted = len(scene.posts.items) - 1
    for author in range(3, 12):
        posted = scene.posts.reshare(posted, author, scene.now)
    scene.names = tuple(f"{words[:40]}{number}" for number in range(len(scene.names)))
    scene.numbers = {name: number for number, name in enumerate(scene.names)}
    scene.agents[0].page.append(posted)
    thread = scene.posts.items[posted].thread
    for width in (40, 42, 60, 80, 200):
        assert all(fits(lines, width) for lines in pictures(scene, width))
        drawn = cascades.tree(scene, thread, width)
        assert fits(drawn, width)
    if words.startswith("["):
        assert any("[@click=app.quit]" in row for row in texts(posts.page(scene, "", 80)))


def test_an_empty_network_says_so() -> None:
    scene = folded(())
    assert texts(posts.page(scene, "", 80)) == texts(posts.page(scene, "mira", 80)) == [" Nothing posted yet"]
    assert "Nothing reshared yet" in texts(cascades.listing(scene, 80, None))[0]
    assert "Nothing reshared yet" in texts(cascades.summary(scene, 80))[1]
    assert cascades.tree(scene, 0, 80)
    assert agents.members(scene, None, "") == []
    assert texts(agents.listing(scene, [], 80, None, False)) == [" No account here"]
    assert all(fits(lines, 40) for lines in pictures(scene, 40))


# -- the feed


def test_a_feed_begins_with_the_post_to_decide_on_and_then_what_was_shown_newest_first() -> None:
    scene = next(s for s in moments() if s.observe("kofi").post and len(s.agents[1].page) > 2)
    post = scene.observe("kofi").post
    assert post
    rows = texts(posts.page(scene, "kofi", 80))
    assert rows[0].startswith("▸@")
    assert "before @kofi" in rows[0]
    assert post.text[:20] in rows[1]
    assert f"♡ {post.likes}  ↳ {post.replies}  ↻ {post.reshares}" in rows[0]
    assert "before you" in texts(posts.page(scene, "kofi", 80, seat="kofi"))[0]
    authors = [row.split()[0].lstrip("▸") for row in rows if "♡" in row]
    shown = [n for n in reversed(scene.agents[1].page) if n != post.number]
    assert authors == [f"@{scene.names[scene.posts.items[n].author]}" for n in (post.number, *shown)]


def test_counts_are_those_that_readers_see(scene: FeedScene) -> None:
    newest = [n for n, item in enumerate(scene.posts.items) if item.kind != "reply"][::-1][: posts.NEWEST]
    for width in (42, 80):
        rows = [row for row in texts(posts.page(scene, "", width)) if "♡" in row]
        assert len(rows) == len(newest)
        for row, number in zip(rows, newest, strict=True):
            seen = scene.seen(number)
            assert row.rstrip().endswith(f"♡ {seen.likes}  ↳ {seen.replies}  ↻ {seen.reshares}")


def test_the_post_that_grows_most_has_its_reshares_in_the_accent() -> None:
    scene = next(s for s in moments() if posts.fastest_growing(s) >= 0)
    thread = posts.fastest_growing(scene)
    grown = posts.reshares_by_thread(scene)
    assert grown[thread] == max(grown.values())
    spans = [span for line in posts.page(scene, "", 80) for span in line if span[1] == "accent" and "↻" in span[0]]
    reshares = scene.posts.reshares[scene.posts.threads[thread]]
    assert spans
    assert {text for text, _ in spans} == {f"↻ {reshares}"}


def test_what_is_muted_is_told_to_the_director_only(scene: FeedScene) -> None:
    scene.apply(Weighed(TOPICS[1], 0.0).by())
    muted = sum("muted" in row for row in texts(posts.page(scene, "", 80)))
    newest = [item for item in scene.posts.items if item.kind != "reply"][::-1][: posts.NEWEST]
    assert muted == sum(item.topic == 1 for item in newest) > 0
    assert not any("muted" in row for name in scene.names[:20] for row in texts(posts.page(scene, name, 80)))


# -- cascades


def test_the_listing_has_the_measures_of_each_cascade(scene: FeedScene) -> None:
    assert cascades.threads(scene, 9) == largest(scene, 9)
    rows = texts(cascades.listing(scene, 80, None, rows=9))[cascades.HEAD_ROWS :]
    for row, thread in zip(rows, largest(scene, 9), strict=True):
        form = shape_of(scene, thread)
        told = row.split()
        assert told[0] == f"#{thread}"
        assert told[-4:] == [str(form.size), str(form.depth), str(form.breadth), f"{form.virality:.2f}"]


def test_measures_hold_at_every_playhead_of_a_run_and_runs_do_not_mix() -> None:
    for scene in moments(every=40):
        for thread in largest(scene, 5):
            assert cascades.measures(scene, thread) == shape_of(scene, thread)
    early, other = folded(played()[:200]), folded(played(8)[:300], 8)
    late = folded(played()[:-1])
    shared = late.copy()
    shared.posts = early.posts
    for scene in (late, shared, other, late):
        for thread in largest(scene, 5):
            assert cascades.measures(scene, thread) == shape_of(scene, thread)
        assert cascades.threads(scene) == largest(scene, 50)


def test_the_summary_tells_generations_and_growth(scene: FeedScene) -> None:
    thread = largest(scene, 1)[0]
    title, row = texts(cascades.summary(scene, 80))
    assert f"#{thread}  by @" in title
    assert len(title) == 80
    assert row.startswith(f" {' ─ '.join(map(str, scene.posts.levels[thread]))} ")
    assert row.endswith("opens its tree ")
    grown = posts.reshares_by_thread(scene)[thread]
    assert (f"▲{grown} this tick" in row) == bool(grown)


def test_generations_that_do_not_fit_are_counted(scene: FeedScene) -> None:
    thread = largest(scene, 1)[0]
    scene.posts.levels[thread] = tuple(range(1, 40))
    for width in (40, 80):
        row = plain(cascades.summary(scene, width)[1])
        told, more = re.fullmatch(r" ([\d ─]+) … \+(\d+) .*", row).groups()  # type: ignore[union-attr]
        assert sum(map(int, told.split(" ─ "))) + int(more) == sum(range(1, 40))


@pytest.mark.parametrize("width", [40, 42, 60, 80, 120])
def test_the_tree_names_or_counts_everybody(scene: FeedScene, width: int) -> None:
    for thread in largest(scene, 12):
        members = scene.posts.members(thread)
        assert counted(cascades.draw(scene, members, width)) == scene.posts.size(thread)


def test_a_large_tree_is_cut_in_depth_and_in_breadth() -> None:
    scene = folded(played()[:2])
    root = scene.posts.post(0, 1, 0, 2.0, "words")
    chain = root
    for author in range(1, 40):
        chain = scene.posts.reshare(chain, author, 1)
    for author in range(1, 60):
        scene.posts.reshare(root, author, 1)
    members = scene.posts.members(0)
    for width in (40, 80, 200):
        rows = cascades.draw(scene, members, width)
        assert counted(rows) == 99
        assert fits(rows, width)
        assert len(rows) <= 2 + cascades.MAX_NAMED_SIBLINGS
    sizes = subtree_sizes(cascades.parents_of(scene, members))
    assert sizes[0] == 99


def counted(rows: Sequence[Line]) -> int:
    """Count the accounts that are named and those in "+N"; add one for the post."""
    drawn = told(rows)
    return 1 + len(re.findall(r"@", drawn)) + sum(map(int, re.findall(r"\+(\d+)", drawn)))


def test_the_reasons_are_what_the_histories_say(scene: FeedScene) -> None:
    thread = largest(scene, 1)[0]
    members = scene.posts.members(thread)[1 : 1 + cascades.MAX_REASONS]
    rows = told(cascades.tree(scene, thread, 200))
    for number in members:
        item = scene.posts.items[number]
        agent = scene.agents[item.author]
        seen = [
            e
            for e in agent.history
            if e.to_state is AgentState.EVALUATING and e.context == item.parent and e.timestamp < item.tick
        ]
        decided = [e for e in agent.history if e.to_state is RESHARE and e.timestamp == item.tick]
        what = f"{scene.archetypes[item.author]}, interest {agent.profile.interests[item.topic]:.2f}"
        if decided and seen:
            by = scene.names[scene.posts.items[item.parent].author]
            assert (
                f"{item.tick} @{agent_name(scene, number)} shown by @{by} at {seen[-1].timestamp}, evaluated; {what}"
                in rows
            )


def agent_name(scene: FeedScene, number: int) -> str:
    return scene.names[scene.posts.items[number].author]


def test_a_history_that_is_too_short_says_so() -> None:
    made = prepare("feed", {**SMALL, "history": 1}, {"*": "rules"}, 3)
    scene = set_up(made)[0]
    assert isinstance(scene, FeedScene)
    for event in played()[:-1]:
        scene.apply(event)
    rows = told(cascades.tree(scene, largest(scene, 1)[0], 120))
    assert "does not reach back far enough" in rows
    assert "shown by" not in rows


# -- accounts


def moments(every: int = 1, seed: int = 3) -> Iterator[FeedScene]:
    scene = folded((), seed)
    for n, event in enumerate(played(seed)[:-1], 1):
        scene.apply(event)
        if n > 200 and not n % every:
            yield scene
