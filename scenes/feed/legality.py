"""Checks of foreign recordings of the feed, event by event."""

from collections.abc import Mapping

from core.engine.events import Body
from scenes.feed.account import Profile
from scenes.feed.behavior import ARC_OF_LETTER
from scenes.feed.events import (
    Founded,
    Injected,
    Joined,
    NewPost,
    Opened,
    Profiled,
    RumorBegan,
    Ticked,
    Tuned,
    Weighed,
)
from scenes.feed.pursuing import Pursuing
from scenes.feed.state import FeedState


def admit(world: Pursuing, body: Body) -> None:
    """Raise ValueError if an event is impossible; it has been applied already."""
    match body:
        case Opened(archetypes, follows, letters):
            _check_archetypes(world, *filter(None, archetypes))
            if len(archetypes) != len(world.handles) or len(follows) != len(world.handles):
                raise ValueError("its columns do not match the number of accounts")
            _check_letters(letters)
            _check_follows(world, *follows)
        case Founded(_, accounts, letters):
            if accounts != world.config.agents or not world.config.is_crowd:
                raise ValueError("the network has a different size")
            _check_letters(letters)
        case Profiled(profile) | Tuned(profile):
            _check_profile(world, profile)
        case Joined(archetype, others):
            _check_archetypes(world, archetype)
            _check_follows(world, others)
        case Ticked(posts=posts):
            _check_posts(world, *posts)
        case Injected(post):
            _check_posts(world, post)
        case RumorBegan(source, tellings):
            if any(not -1 <= number < len(world.handles) for number in (source, *(each.author for each in tellings))):
                raise ValueError("the rumor is spread by an unknown account")
        case Weighed(factor=factor) if not 0 <= factor <= 1e6:
            raise ValueError(f"a weight must be from 0 to 1000000, not {factor}")


def _check_archetypes(world: FeedState, *archetypes: str) -> None:
    if unknown := {*archetypes} - world.society.archetypes.keys():
        raise ValueError(f"unknown archetypes: {', '.join(sorted(unknown))}")


def _check_letters(letters: Mapping[str, tuple[str, str, str]]) -> None:
    if letters != {letter: arc.move for letter, arc in ARC_OF_LETTER.items()}:
        raise ValueError("its letters differ from this chart's")


def _check_posts(world: FeedState, *posts: NewPost) -> None:
    topics, handles = len(world.society.topics), len(world.handles)
    if not all(0 <= post.topic < topics and 0 <= post.author < handles and 0 < post.appeal <= 1e6 for post in posts):
        raise ValueError("a post has an unknown author or topic, or an invalid appeal")


def _check_profile(world: FeedState, profile: Profile) -> None:
    if profile.topics != world.society.topics or len(profile.interests) != len(profile.topics):
        raise ValueError("the profile has other topics than this network")
    if not (
        profile.engagement_threshold > 0
        and profile.zeal > 0
        and profile.timeout_threshold > 0
        and 0 <= profile.peak <= 1
    ):
        raise ValueError("the profile has an impossible value")
    if not all(0 <= interest <= 1 for interest in profile.interests):
        raise ValueError("interests must be from 0 to 1")


def _check_follows(world: FeedState, *follows: tuple[int, ...]) -> None:
    if any(not 0 <= other < len(world.handles) for others in follows for other in others):
        raise ValueError("somebody follows an unknown account")
