"""Hints for a person in the feed: the next step toward the aim, else the decision of the account's archetype."""

import re
from collections import Counter

from scenes.feed.account import Observation
from scenes.feed.behavior import COMPOSING, REPLY
from scenes.feed.scene import FeedScene
from tui.panes.feed.seat import advice
from tui.panes.kit import Advice

NAMED = re.compile(r"@(\w+)")
LAST_TICKS = 10
"""Ticks before the end from which a hint names the source, even if nobody was asked about it any more."""
ENOUGH = 500
"""Number of accounts that named somebody, from which a hint names the source."""


def hint(scene: FeedScene, seat: str) -> Advice:
    """Return the next step of a person's account."""
    seen = scene.observe(seat)
    aim = scene.aim if scene.pursuit and scene.pursuit.met is None and seen.post else None
    if aim is None:
        return advice(seen)
    if aim.what == "source":
        return _find(scene, seen) or Advice("scroll", "look for posts with the rumor; each answer names an account")
    if aim.what == "correct" and _spreads_rumor(scene, seen) and REPLY in seen.options:
        return Advice(f"reply The {aim.word}? That is not true.", "who reads the rumor here then sees your correction")
    if COMPOSING in seen.options and aim.what == "correct":
        return Advice(f"post What you hear about the {aim.word} is not true.", "your followers see the correction")
    if COMPOSING in seen.options:
        return Advice("post", "a post of yours reaches more accounts than an answer; n writes one in your own words")
    return advice(seen)


def _spreads_rumor(scene: FeedScene, seen: Observation) -> bool:
    """Return True if the post before the person spreads the rumor, and the person has not answered it."""
    assert seen.post is not None
    thread = scene.posts.items.thread[seen.post.number]
    return thread in scene.rumors and thread not in scene.questions


def _find(scene: FeedScene, seen: Observation) -> Advice | None:
    """Return a question about the rumor's source, or the account that most of those asked have named."""
    assert scene.aim is not None
    if _spreads_rumor(scene, seen) and REPLY in seen.options:
        return Advice("reply Where did you hear it?", "the answer may name the source")
    posts = [scene.posts.items[scene.posts.threads[n]] for n in dict.fromkeys(scene.heard)]
    spreaders = {scene.handles[post.author] for post in posts}
    texts = (scene.answers.get(n, post.text) for n, post in zip(dict.fromkeys(scene.heard), posts, strict=True))
    named = Counter(name for text in texts for name in NAMED.findall(text) if name not in spreaders)
    if not named or scene.aim.until - seen.tick > LAST_TICKS:
        return None
    (account, times), *_ = named.most_common()
    return Advice(f"name {account}", f"it posted nothing about the rumor, and {times} accounts name it")
