"""The feed's storage over a run: columns whose copies share unchanged data."""

import random
from copy import copy
from typing import Any

import pytest

from core.recording.timeline import bytes_apart
from scenes.feed.columns import CHUNK_SIZE, SharedColumn, integers
from scenes.feed.posts import Items, Posts
from tests.scenes.test_feed_exports import BUSY, play

LONG = 3 * CHUNK_SIZE + 7


def test_a_column_is_a_list_whose_copies_differ_from_where_they_part() -> None:
    draw = random.Random(1)
    pairs: list[tuple[SharedColumn[int], list[int]]] = [(SharedColumn(integers), [])]
    for step in range(4 * LONG):
        column, listed = pairs[draw.randrange(len(pairs))]
        value = draw.choice((0, 1, 255, 256, 70_000))
        if draw.random() < 0.9 or not listed:
            column.append(value)
            listed.append(value)
        else:
            place = draw.randrange(-len(listed), len(listed)) % len(listed)
            column[place] = value
            listed[place] = value
        if step % 3000 == 2999:
            pairs.append((copy(column), listed.copy()))
    for column, listed in pairs:
        assert column == listed
        assert len(column) == len(listed) > CHUNK_SIZE
        assert column[-1] == listed[-1]
        for _ in range(30):
            a, b, c = draw.randrange(-LONG, LONG), draw.randrange(-LONG, LONG), draw.choice((1, 1, 2, -3))
            assert column[a:b:c] == listed[a:b:c]


def filled(posts: Posts, seed: int, ticks: int, start: int = 0) -> Posts:
    """Post, reply and reshare for a number of ticks."""
    draw = random.Random(seed)
    for tick in range(start, start + ticks):
        number = posts.post(draw.randrange(500), tick, draw.randrange(8), 1 + draw.random(), f"post {tick} of {seed}")
        posts.like(draw.randrange(max(0, number - 40), number + 1))
        if tick % 2:
            posts.reply(number, draw.randrange(500), tick, f"reply {tick}")
            posts.reshare(number, draw.randrange(500), tick)
    return posts


def told(posts: Posts) -> list[Any]:
    return [list(getattr(posts, name)) for name in Posts.__slots__ if name != "cascades"]


def test_copies_of_posts_go_their_own_ways() -> None:
    """The original changes first, then the copy; they get the same items, or different ones."""
    one, early = filled(Posts(), 1, 50), copy(filled(Posts(), 1, 50))
    same, other, late = copy(one), copy(one), copy(one)
    before = told(one)
    filled(other, 2, 30, 50)
    filled(one, 3, 60, 50)
    assert told(same) == told(late) == told(early) == before
    filled(same, 3, 30, 50)
    filled(same, 4, 10, 80)
    again = filled(filled(filled(Posts(), 1, 50), 3, 30, 50), 4, 10, 80)
    assert told(same) == told(again)
    assert told(other) == told(filled(filled(Posts(), 1, 50), 2, 30, 50))
    assert told(one) == told(filled(filled(Posts(), 1, 50), 3, 60, 50))
    assert told(late) == before
    assert (one.cascades, other.cascades, late.cascades) == (55, 40, 25)
    for posts in (one, other):
        assert posts.attention.tolist() == [
            posts.likes[root] + posts.replies[root] + 2 * posts.reshares[root] for root in posts.threads
        ]


def test_a_copy_that_follows_shares_the_columns() -> None:
    one = filled(Posts(), 1, 50)
    behind = copy(one)
    filled(one, 3, 60, 50)
    filled(behind, 3, 40, 50)
    assert all(getattr(behind.items, name) is getattr(one.items, name) for name in Items.__slots__[2:])


def test_a_long_run_holds_little_for_each_post_and_its_copies_next_to_nothing() -> None:
    """A tuple for each item would take about twice as much; lists in every copy would be 48 bytes an item."""
    posts = filled(Posts(), 1, 10_000)
    count, texts = len(posts.items), 200 * len({item.text for item in posts.items})
    assert bytes_apart(posts, Posts()) - texts < 80 * count
    keyframe = copy(posts)
    filled(posts, 2, 300, 10_000)
    assert bytes_apart(keyframe, posts) < 6 * count


def test_threads_that_cannot_come_back_are_forgotten_and_nothing_else_is(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {**BUSY, "ticks": 200, "seed": 5}
    whole = play(**options)
    for module in ("columns", "state"):
        monkeypatch.setattr(f"scenes.feed.{module}.WORD_BITS", 16)
    short = play(**options)
    assert short.lines[-1]["data"]["digest"] == whole.lines[-1]["data"]["digest"]
    words = [len(agent.seen._words) for agent in short.scene.agents]
    assert sum(words) / len(words) < len(short.scene.posts.threads) / 16 / 2
