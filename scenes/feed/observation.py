"""An account's knowledge: itself, and the post before it."""

from typing import Literal

import msgspec

from scenes.feed.archetypes import Archetype
from scenes.feed.behavior import AgentState
from scenes.feed.profile import Profile

Tie = Literal["stranger", "followed", "friend"]
"""Relation to another account: it does not follow it, it does, or both follow each other."""


class Seen(msgspec.Struct, frozen=True):
    """An item as its reader sees it."""

    number: int
    author: str
    by: str
    """Account that reshared it to the reader; empty for a post that came from its author."""
    topic: str
    text: str
    age: int
    """Ticks since the post was written."""
    likes: int
    replies: int
    reshares: int
    appeal: float


class Account(msgspec.Struct, frozen=True):
    """An account's state, for the director's view."""

    state: AgentState
    ticks_in_state: int
    item: int
    spree: AgentState | None
    run: int
    spent: int
    draft: str
    inbox: tuple[int, ...]
    page: tuple[int, ...]
    profile: Profile


class Observation(msgspec.Struct, frozen=True):
    """One account's view; or with no name the director's, which has all `accounts`."""

    name: str
    tick: int
    profile: Profile
    kind: Archetype
    """The profile's archetype, in full."""
    state: AgentState
    ticks_in_state: int
    spree: AgentState | None
    run: int
    post: Seen | None
    """The post that is being evaluated."""
    interest: float
    """Interest in its topic, 0 to 1."""
    tie: Tie
    """To its author."""
    options: tuple[AgentState, ...]
    """Possible decisions; empty unless a post is being evaluated."""
    accounts: tuple[Account, ...] = ()
    """Only for the director."""
    likes: tuple[int, ...] = ()
    """Likes by item; only for the director."""
    topics: dict[int, float] = {}
    authors: dict[int, float] = {}
    """Interventions' weights; only for the director."""
