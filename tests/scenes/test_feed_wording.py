"""Account names of a feed, and the texts of accounts without a model."""

import re
from itertools import product

import pytest

from core.engine.chance import Draw
from core.text import safe_text
from scenes.feed.wording import (
    GENERAL_REPLIES,
    NAMES,
    POSTS,
    REPLIES,
    TOPICS,
    choices_for,
    handles,
    post_words,
    reply_words,
)

COMMANDS = """
    like reply reshare scroll post follow mute boost add inject all human random rules guest newcomer you me none
"""

topics = pytest.mark.parametrize("topic", range(len(TOPICS)), ids=TOPICS)


def test_handles_are_unique_and_plain_ascii() -> None:
    names = handles(100_000)
    assert len(names) == len(set(names)) == 100_000
    assert all(re.fullmatch(r"[a-z][a-z0-9_]{0,11}", name) for name in names)
    assert not set(COMMANDS.split()).intersection(names)


@pytest.mark.parametrize("count", [0, 1, 10, len(NAMES), len(NAMES) + 1, 5_000])
def test_a_longer_list_of_handles_begins_with_the_shorter(count: int) -> None:
    assert handles(100_000)[:count] == handles(count)


def test_handles_are_short_and_the_first_are_plain_names() -> None:
    assert sum(map(len, handles(500))) / 500 <= 7
    assert len(NAMES) >= 150
    assert all(re.fullmatch(r"[a-z]+(_[a-z]{2,})?", name) for name in NAMES)  # mira_k and mira77 come later


def test_every_topic_has_its_words() -> None:
    assert tuple(POSTS) == tuple(REPLIES) == TOPICS
    assert all(len(posts) >= 16 for posts in POSTS.values())
    assert len(GENERAL_REPLIES) >= 10
    assert all(len(choices_for(replies)) >= 4 for replies in REPLIES.values())


@topics
def test_every_post_that_can_be_drawn_has_a_fitting_length(topic: int) -> None:
    for sentence in POSTS[TOPICS[topic]]:
        for text in _all(sentence):
            assert 20 <= len(text) <= 90, text
            _check(text)


@topics
def test_drawn_words_have_fitting_lengths(topic: int) -> None:
    draw = Draw(topic)
    for _ in range(1_000):
        post, reply = post_words(TOPICS[topic], draw), reply_words(TOPICS[topic], draw)
        assert 20 <= len(post) <= 90, post
        assert 4 <= len(reply) <= 30, reply
        _check(post)
        _check(reply)


@topics
def test_posts_and_replies_vary(topic: int) -> None:
    for seed in range(20):
        draw = Draw(seed)
        assert len({post_words(TOPICS[topic], draw) for _ in range(60)}) >= 12
    replies = {reply_words(TOPICS[topic], draw) for _ in range(1_000)}
    assert replies == {*GENERAL_REPLIES, *choices_for(REPLIES[TOPICS[topic]])}


def _check(text: str) -> None:
    assert text.isascii()
    assert text.isprintable()
    assert safe_text(text) == text
    assert not re.search(r"[{}|#@]|  ", text), text


def _all(sentence: str) -> list[str]:
    """Return every text that a template can produce."""
    parts = re.split(r"\{([^}]*)\}", sentence)
    return ["".join(text) for text in product(*(choices_for(p) if i % 2 else (p,) for i, p in enumerate(parts)))]
