"""The lines of the feed: no wider than they may be, true to the scene, and silent on what is closed."""

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from rich.cells import cell_len

from core.casting import open_run, prepare, set_up
from core.events import Asked, Defaulted, Event
from core.header import Header
from scenes.feed.behavior import RESHARE, STILL, AgentState
from scenes.feed.cascades import subtree_sizes
from scenes.feed.events import Decided, Injected, NewPost, Weighed
from scenes.feed.metrics import largest, shape_of
from scenes.feed.oracle import weigh
from scenes.feed.scene import FeedScene
from scenes.feed.wording import TOPICS
from tui.panes import feed_agents, feed_cascades, feed_decisions, feed_posts, feed_tree, feed_why
from tui.styles import Line, plain
from tui.view import View

WIDTHS = (40, 41, 42, 55, 56, 57, 63, 64, 71, 72, 78, 80, 99, 100, 120, 160, 200)
HOSTILE = ("[@click=app.quit] [bold]no[/]", "漢字" * 140, "🦥 " * 90, "x" * 280, "e\u0301" * 140, "한" + "a" * 279)
SMALL = {"agents": 60, "ticks": 120, "mix": "lively"}


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


@pytest.fixture(params=[3, 8])
def scene(request: pytest.FixtureRequest) -> FeedScene:
    return folded(played(request.param)[:-1], request.param)


@pytest.fixture
def view(monkeypatch: pytest.MonkeyPatch) -> View:
    class NoPane:
        def __init__(self, view: View) -> None: ...

        def take(self, event: Event, scene: FeedScene) -> None: ...

    monkeypatch.setattr("tui.view.find_pane", lambda scene: NoPane)
    made = View(header())
    made.extend(played())
    return made


def texts(lines: Sequence[Line]) -> list[str]:
    return [plain(line) for line in lines]


def told(lines: Sequence[Line]) -> str:
    """All that the lines say, whatever the gaps and folds."""
    return " ".join(" ".join(texts(lines)).split())


def pictures(scene: FeedScene, width: int) -> Iterator[list[Line]]:
    """Everything that can be drawn of a scene at a width."""
    found = feed_cascades.threads(scene)
    for eyes in ("", *scene.names[:3], scene.names[-1]):
        yield feed_posts.page(scene, eyes, width, seat=scene.names[0])
    yield feed_cascades.listing(scene, width, found[0] if found else None)
    yield feed_cascades.summary(scene, width)
    for thread in found[:4]:
        yield feed_cascades.tree(scene, thread, width)
        yield feed_cascades.tree(scene, thread, width, closed=True)
    numbers = feed_agents.members(scene, None, "")
    for closed in (False, True):
        yield feed_agents.listing(scene, numbers, width, 3, closed)
        for number in (0, 3, len(scene.names) - 1):
            yield feed_agents.card(scene, number, width, closed)


def fits(lines: Sequence[Line], width: int) -> bool:
    return all(sum(cell_len(text) for text, _ in line) <= width for line in lines)


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_wider_than_it_may_be(scene: FeedScene, width: int) -> None:
    assert all(fits(lines, width) for lines in pictures(scene, width))


@pytest.mark.parametrize("words", HOSTILE)
def test_foreign_text_and_handles_stay_in_their_rows(words: str) -> None:
    scene = folded(played()[:-1])
    for _ in range(2):
        scene.apply(Event.of(Injected(NewPost(2, 1, 3.0, words))))
    posted = len(scene.posts.items) - 1
    for author in range(3, 12):
        posted = scene.posts.reshare(posted, author, scene.now)
    scene.names = tuple(f"{words[:40]}{number}" for number in range(len(scene.names)))
    scene.numbers = {name: number for number, name in enumerate(scene.names)}
    scene.agents[0].page.append(posted)
    thread = scene.posts.items[posted].thread
    for width in (40, 42, 60, 80, 200):
        assert all(fits(lines, width) for lines in pictures(scene, width))
        drawn = feed_cascades.tree(scene, thread, width)
        assert fits(drawn, width)
    if words.startswith("["):
        assert any("[@click=app.quit]" in row for row in texts(feed_posts.page(scene, "", 80)))


def test_an_empty_network_says_so() -> None:
    scene = folded(())
    assert texts(feed_posts.page(scene, "", 80)) == texts(feed_posts.page(scene, "mira", 80)) == [" Nothing posted yet"]
    assert "Nothing reshared yet" in texts(feed_cascades.listing(scene, 80, None))[0]
    assert "Nothing reshared yet" in texts(feed_cascades.summary(scene, 80))[1]
    assert feed_cascades.tree(scene, 0, 80)
    assert feed_agents.members(scene, None, "") == []
    assert texts(feed_agents.listing(scene, [], 80, None, False)) == [" No account here"]
    assert all(fits(lines, 40) for lines in pictures(scene, 40))


# -- the feed


def test_a_feed_begins_with_the_post_to_decide_on_and_then_what_was_shown_newest_first() -> None:
    scene = next(s for s in moments() if s.observe("kofi").post and len(s.agents[1].page) > 2)
    post = scene.observe("kofi").post
    assert post
    rows = texts(feed_posts.page(scene, "kofi", 80))
    assert rows[0].startswith("▸@")
    assert "before @kofi" in rows[0]
    assert post.text[:20] in rows[1]
    assert f"♡ {post.likes}  ↳ {post.replies}  ↻ {post.reshares}" in rows[0]
    assert "before you" in texts(feed_posts.page(scene, "kofi", 80, seat="kofi"))[0]
    authors = [row.split()[0].lstrip("▸") for row in rows if "♡" in row]
    shown = [n for n in reversed(scene.agents[1].page) if n != post.number]
    assert authors == [f"@{scene.names[scene.posts.items[n].author]}" for n in (post.number, *shown)]


def test_counts_are_those_that_readers_see(scene: FeedScene) -> None:
    newest = [n for n, item in enumerate(scene.posts.items) if item.kind != "reply"][::-1][: feed_posts.NEWEST]
    for width in (42, 80):
        rows = [row for row in texts(feed_posts.page(scene, "", width)) if "♡" in row]
        assert len(rows) == len(newest)
        for row, number in zip(rows, newest, strict=True):
            seen = scene.seen(number)
            assert row.rstrip().endswith(f"♡ {seen.likes}  ↳ {seen.replies}  ↻ {seen.reshares}")


def test_the_post_that_grows_most_has_its_reshares_in_the_accent() -> None:
    scene = next(s for s in moments() if feed_posts.fastest(s) >= 0)
    thread = feed_posts.fastest(scene)
    grown = feed_posts.growth(scene)
    assert grown[thread] == max(grown.values())
    spans = [span for line in feed_posts.page(scene, "", 80) for span in line if span[1] == "accent" and "↻" in span[0]]
    reshares = scene.posts.reshares[scene.posts.threads[thread]]
    assert spans
    assert {text for text, _ in spans} == {f"↻ {reshares}"}


def test_what_is_muted_is_told_to_the_director_only(scene: FeedScene) -> None:
    scene.apply(Event.of(Weighed(TOPICS[1], 0.0)))
    muted = sum("muted" in row for row in texts(feed_posts.page(scene, "", 80)))
    newest = [item for item in scene.posts.items if item.kind != "reply"][::-1][: feed_posts.NEWEST]
    assert muted == sum(item.topic == 1 for item in newest) > 0
    assert not any("muted" in row for name in scene.names[:20] for row in texts(feed_posts.page(scene, name, 80)))


# -- cascades


def test_the_listing_has_the_measures_of_each_cascade(scene: FeedScene) -> None:
    assert feed_cascades.threads(scene, 9) == largest(scene, 9)
    rows = texts(feed_cascades.listing(scene, 80, None, rows=9))[feed_cascades.HEAD :]
    for row, thread in zip(rows, largest(scene, 9), strict=True):
        form = shape_of(scene, thread)
        told = row.split()
        assert told[0] == f"#{thread}"
        assert told[-4:] == [str(form.size), str(form.depth), str(form.breadth), f"{form.virality:.2f}"]


def test_measures_hold_at_every_playhead_of_a_run_and_runs_do_not_mix() -> None:
    for scene in moments(every=40):
        for thread in largest(scene, 5):
            assert feed_cascades.measures(scene, thread) == shape_of(scene, thread)
    early, other = folded(played()[:200]), folded(played(8)[:300], 8)
    late = folded(played()[:-1])
    shared = late.copy()
    shared.posts = early.posts
    for scene in (late, shared, other, late):
        for thread in largest(scene, 5):
            assert feed_cascades.measures(scene, thread) == shape_of(scene, thread)
        assert feed_cascades.threads(scene) == largest(scene, 50)


def test_the_summary_tells_generations_and_growth(scene: FeedScene) -> None:
    thread = largest(scene, 1)[0]
    title, row = texts(feed_cascades.summary(scene, 80))
    assert f"#{thread}  by @" in title
    assert len(title) == 80
    assert row.startswith(f" {' ─ '.join(map(str, scene.posts.levels[thread]))} ")
    assert row.endswith("opens the tree ")
    grown = feed_posts.growth(scene)[thread]
    assert (f"▲{grown} this tick" in row) == bool(grown)


def test_generations_that_do_not_fit_are_counted(scene: FeedScene) -> None:
    thread = largest(scene, 1)[0]
    scene.posts.levels[thread] = tuple(range(1, 40))
    for width in (40, 80):
        row = plain(feed_cascades.summary(scene, width)[1])
        told, more = re.fullmatch(r" ([\d ─]+) … \+(\d+) .*", row).groups()  # type: ignore[union-attr]
        assert sum(map(int, told.split(" ─ "))) + int(more) == sum(range(1, 40))


@pytest.mark.parametrize("width", [40, 42, 60, 80, 120])
def test_the_tree_names_or_counts_everybody(scene: FeedScene, width: int) -> None:
    for thread in largest(scene, 12):
        members = scene.posts.members(thread)
        assert counted(feed_tree.draw(scene, members, width)) == scene.posts.size(thread)


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
        rows = feed_tree.draw(scene, members, width)
        assert counted(rows) == 99
        assert fits(rows, width)
        assert len(rows) <= 2 + feed_tree.SIBLINGS
    sizes = subtree_sizes(feed_tree.parents_of(scene, members))
    assert sizes[0] == 99


def counted(rows: Sequence[Line]) -> int:
    """Accounts that are named, and those that are a number; the post is one."""
    drawn = told(rows)
    return 1 + len(re.findall(r"@", drawn)) + sum(map(int, re.findall(r"\+(\d+)", drawn)))


def test_the_reasons_are_what_the_histories_say(scene: FeedScene) -> None:
    thread = largest(scene, 1)[0]
    members = scene.posts.members(thread)[1 : 1 + feed_tree.REASONS]
    rows = told(feed_cascades.tree(scene, thread, 200))
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
    rows = told(feed_cascades.tree(scene, largest(scene, 1)[0], 120))
    assert "no longer reaches back" in rows
    assert "shown by" not in rows


# -- accounts


def test_members_are_on_the_network_in_the_state_and_hold_the_words(scene: FeedScene) -> None:
    everybody = feed_agents.members(scene, None, "")
    assert everybody == [agent.number for agent in scene.agents if agent.joined]
    in_states = [feed_agents.members(scene, state, "") for state in AgentState]
    assert sorted(number for numbers in in_states for number in numbers) == everybody
    assert [scene.names[n] for n in feed_agents.members(scene, None, " @KOFI ")] == ["kofi"]
    creators = feed_agents.members(scene, None, "creator")
    assert {scene.archetypes[n] for n in creators} == {"creator"}


def test_a_row_tells_the_last_states(scene: FeedScene) -> None:
    rows = texts(feed_agents.listing(scene, [4, 5], 80, 5, False))
    past = [feed_agents.CODES[entry.to_state] for entry in scene.agents[5].history][-6:]
    assert rows[-1].startswith(f"▸@{scene.names[5]}")
    assert " ".join(past) in rows[-1]
    assert not rows[-2].startswith("▸")
    fresh = folded(played()[:70])
    assert texts(feed_agents.listing(fresh, [5], 80, None, False))[-1].split()[-1] == "ID"


def test_a_crowd_is_sampled_evenly_and_the_list_says_so() -> None:
    made = prepare("feed", {"agents": 2500, "ticks": 1, "links": 1}, {"*": "rules"}, 1)
    scene = set_up(made)[0]
    assert isinstance(scene, FeedScene)
    for agent in scene.agents:
        agent.joined = True
    numbers = feed_agents.members(scene, None, "")
    lines = feed_agents.listing(scene, numbers, 80, 777, False)
    assert "2,000 of 2,502" in plain(lines[0])
    kept = feed_agents.sample(numbers, 777)
    assert len(kept) == len(set(kept)) == 2000
    assert 777 in kept
    assert len(lines) == 2000 + len(feed_agents.head(numbers, 80, False))
    assert max(b - a for a, b in pairwise(kept)) <= 4
    assert sum(plain(line).startswith("▸") for line in lines) == 1


def test_a_card_tells_where_an_account_stands(scene: FeedScene) -> None:
    agent = scene.agents[5]
    rows = told(feed_agents.card(scene, 5, 120, False))
    assert f"follows {len(scene.follows[5])} followers {len(scene.followers[5])}" in rows
    assert f"since tick {agent.state_history.last}" in rows
    assert f"engages around heat {agent.profile.engagement_threshold:.2f}" in rows
    assert all(f"{share:.2f}" in rows for share in agent.profile.interests)
    newest = agent.history[-1]
    assert rows.index(f" {newest.timestamp} {feed_agents.STATES[newest.from_state]} →") > rows.index("History")


def test_closed_minds_show_what_is_public_and_why() -> None:
    one, other = folded(played()[:-1]), folded(played()[:-1])
    for agent in other.agents:
        agent.become(one.agents[0].profile)
        agent.state, agent.spree, agent.run, agent.spent, agent.item = RESHARE, RESHARE, 7, 3, 0
        agent.state_history.records.clear()
    numbers = feed_agents.members(one, None, "")
    drawn: tuple[Callable[[FeedScene], list[Line]], ...] = (
        lambda scene: feed_agents.listing(scene, numbers, 80, 3, True),
        lambda scene: feed_agents.card(scene, 3, 80, True),
        lambda scene: feed_cascades.tree(scene, largest(scene, 1)[0], 80, closed=True),
    )
    for draw in drawn:
        assert draw(one) == draw(other)
        assert "v opens all eyes" in told(draw(one))


# -- why


def test_the_reasons_of_a_decision_are_the_rules_own(view: View) -> None:
    event = next(e for e in reversed(view.events) if isinstance(e.data, Decided))
    moves = event.data.moves  # type: ignore[attr-defined]
    number = next(n for n, letter in enumerate(moves) if letter != STILL)
    seen = view.scene_at(event.n - 1).observe(view.head.names[number])
    weighing = weigh(seen)
    for width in WIDTHS:
        lines = feed_why.why(view, number, width)
        rows = told(lines)
        assert fits(lines, width)
        assert f"heat {weighing.heat:.2f} = interest {weighing.interest:.2f} × appeal {weighing.appeal:.2f}" in rows
        assert all(f"{weight:.2f} {weighing.chances[state]:.0%}" in rows for state, weight in weighing.weights.items())
        assert sum("taken" in row for row in texts(lines)) == 1
        assert "rules would" not in rows


def test_the_decision_is_the_last_one_before_the_playhead(view: View) -> None:
    own = feed_why.decisions(view, 5)
    assert own == [n for n in feed_why.decisions(view, None) if view.events[n - 1].data.moves[5] != STILL]  # type: ignore[attr-defined]
    assert len(own) > 1
    for at, n in ((own[0], own[0]), (own[1] - 1, own[0]), (own[1], own[1])):
        view.go(at)
        assert f"tick {view.events[n - 1].turn} " in plain(feed_why.why(view, 5, 80)[0])
    view.go(own[0] - 1)
    assert "decided nothing yet" in plain(feed_why.why(view, 5, 80)[1])
    view.go(0)
    assert "Nothing decided yet" in plain(feed_why.why(view, None, 80)[1])


def test_a_decision_just_taken_is_weighed_without_going_back(view: View) -> None:
    found = 0
    for n in feed_why.decisions(view, None):
        turn = view.events[n - 1].turn
        ends = max(event.n for event in view.events[n - 1 : n + 5] if event.turn == turn)
        for number, letter in enumerate(view.events[n - 1].data.moves):  # type: ignore[attr-defined]
            if letter == STILL or number % 5:
                continue
            seen = view.scene_at(n - 1).observe(view.head.names[number])
            for at in (n, ends):
                view.go(at)
                guess = feed_decisions._just_before(view, view.events[n - 1], number)
                assert guess in (seen, None)
                found += guess is not None
    assert found > 30


def test_looking_back_does_not_move_the_playhead(view: View) -> None:
    view.go(300)
    scene = view.scene
    assert isinstance(scene, FeedScene)
    before = texts(feed_posts.page(scene, "", 80))
    feed_why.why(view, None, 80)
    assert isinstance(view.scene, FeedScene)
    assert view.n == 300
    assert texts(feed_posts.page(view.scene, "", 80)) == before


def test_others_minds_are_closed_and_ones_own_is_open(view: View) -> None:
    view.eyes = view.head.names[5]
    assert "heat" in told(feed_why.why(view, None, 80))
    assert feed_why.why(view, None, 80) == feed_why.why(view, 5, 80)
    closed = told(feed_why.why(view, 4, 80))
    assert "v opens all eyes" in closed
    assert "heat" not in closed
    assert "tick" not in closed


def test_the_rules_weights_are_not_shown_as_a_models_reasons(view: View) -> None:
    n = feed_why.decisions(view, 5)[-1]
    view.go(n)
    for policy, who in (("llm:mock", "llm:mock"), ("human", "a person"), ("script:x", "a script")):
        view.header.cast[view.head.names[5]] = policy
        rows = texts(feed_why.why(view, 5, 80))
        assert any(f"decided by {who}, not by rules" in row for row in rows)
        assert any("rules would" in row for row in rows)


def test_a_model_gives_its_own_reason(view: View) -> None:
    n = feed_why.decisions(view, 5)[-1]
    name, before = view.head.names[5], view.events[n - 2]
    view.header.cast[name] = "llm:mock"
    answer = {"why": "soup is life [b]", "state": "engaging_like", "words": ""}
    asked = Asked("mock", "decision", (), "", answer)
    view.events[n - 2] = Event(before.n, before.turn, "asked", name, (name,), asked)
    view.go(view.known)
    assert "its reason: soup is life [b]" in told(feed_why.why(view, 5, 80))


def test_a_default_says_that_it_was_one(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    n = feed_why.decisions(view, 5)[-1]
    name = view.head.names[5]
    view.header.cast[name] = "llm:mock"
    before = view.events[n - 2]
    view.events[n - 2] = Event(before.n, before.turn, "defaulted", name, None, Defaulted("scroll", "no reply in 5 s"))
    view.go(n)
    monkeypatch.setattr(view, "scene_at", lambda at: folded(played()[:at]))
    assert any("default taken in place of llm:mock: no reply in 5 s" in row for row in texts(feed_why.why(view, 5, 80)))


def moments(every: int = 1, seed: int = 3) -> Iterator[FeedScene]:
    scene = folded((), seed)
    for n, event in enumerate(played(seed)[:-1], 1):
        scene.apply(event)
        if n > 200 and not n % every:
            yield scene
