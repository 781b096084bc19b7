"""Accounts: profiles, states in the chart, and observations."""

from collections import deque
from copy import copy
from math import exp
from typing import Literal, Self

import msgspec
from msgspec.structs import replace

from core.engine.chance import Draw
from core.social.persona import Portrait
from core.statechart import Stateful, StateTransition
from scenes.feed.behavior import COMPOSING, IDLE, LIKE, REPLY, RESHARE, SCROLLING, AgentState
from scenes.feed.columns import Members
from scenes.feed.society import LIVELY, VISITOR, Archetype, Society
from scenes.feed.wording import TOPICS

KEEN = 0.3
"""Interest from which a prompt says that an account cares about a topic."""


class Profile(msgspec.Struct, frozen=True, omit_defaults=True):
    """Attributes of an account that only interventions change. An agent knows only its own."""

    archetype: str
    interests: tuple[float, ...]
    """Interest in each of `topics`, from 0 to 1."""
    engagement_threshold: float
    timeout_threshold: int
    peak: float
    """Its busiest time, as a fraction of the day."""

    zeal: float = 1.0
    """Rate of writing and engaging, relative to the median of its archetype."""
    topics: tuple[str, ...] = TOPICS
    portrait: Portrait = Portrait()
    """Persona, for a model that plays the account."""

    def loves(self, least: float = KEEN) -> list[str]:
        """List the topics with at least this interest, the highest first."""
        order = sorted(range(len(self.topics)), key=lambda topic: -self.interests[topic])
        return [self.topics[topic] for topic in order if self.interests[topic] >= least]


UNKNOWN = Profile("casual", (0.0,) * len(TOPICS), 1.0, 5, 0.5)
"""Placeholder for an unknown profile."""


def make_profile(society: Society, archetype: str, timeout: int, draw: Draw) -> Profile:
    """Draw a profile. Interests are few and strong; thresholds vary by a quarter around the archetype's."""
    kind, topics = society.archetypes[archetype], society.topics
    interests = [round(0.6 * draw.random() ** 2, 2) for _ in topics]
    for topic in draw.sample(range(len(topics)), 2):
        interests[topic] = round(0.5 + 0.5 * draw.random(), 2)
    threshold = round(kind.engagement_threshold * (0.75 + 0.5 * draw.random()), 2)
    peak = round((0.55 + 0.45 * draw.random() + (0.25 if draw.random() < 0.3 else 0.0)) % 1, 2)
    profile = Profile(archetype, tuple(interests), threshold, timeout + kind.patience, peak)
    if society.topics is not TOPICS:
        profile = replace(profile, topics=topics)
    if society.spread and archetype != VISITOR:
        profile = replace(profile, zeal=_zeal(society.spread, draw))
    return profile


def _zeal(spread: float, draw: Draw) -> float:
    """Draw a roughly log-normal zeal, since online activity is that unequal.

    The sum of twelve draws is nearly normal.
    """
    return max(0.01, round(exp(spread * (sum(draw.random() for _ in range(12)) - 6)), 2))


def hourly_activity(profile: Profile, tick: int, day: int) -> float:
    """Return the factor on activity at this hour: 0.15 to 1, highest at the peak; always 1 for visitors."""
    if profile.archetype == VISITOR:
        return 1.0
    away = abs(tick / day % 1 - profile.peak)
    return 0.15 + 0.85 * (1 - 2 * min(away, 1 - away))


SPREES = {LIKE: "liking", REPLY: "replying", RESHARE: "resharing", COMPOSING: "writing", SCROLLING: "lurking"}
SPREE = 3
"""Consecutive decisions of one kind that count as a spree."""


class SocialAgent(Stateful[AgentState]):
    """An account with the attributes that the chart's guards and rates read.

    Some come from the profile. `activity`, `urge` and `catch` are set before each step of the chart; they are not part
    of the state.
    """

    __slots__ = (
        "activity", "attention", "catch", "draft", "fluency", "inbox", "item", "joined", "kind", "page", "profile",
        "rest", "run", "seen", "spent", "spree", "stamina", "urge",
    )  # fmt: skip

    def __init__(self, number: int, depth: int, inbox: int) -> None:
        super().__init__(IDLE, number, depth=depth)
        self.joined = False
        """True if it is on the network; newcomers join later."""
        self.spent = 0
        """Engagements since its last rest."""
        self.spree: AgentState | None = None
        self.run = 0
        """Number of consecutive decisions of the same kind, the last one being `spree`."""
        self.item = -1
        """The item that it looks at, which likes, replies and reshares refer to; -1 if none."""
        self.draft = ""
        """The text that it is writing, if it chose one."""
        self.inbox: deque[int] = deque(maxlen=inbox)
        """Items that reached its feed and were not shown yet, oldest first."""
        self.page: deque[int] = deque(maxlen=inbox)
        """Items that it was shown last, oldest first."""
        self.seen = Members()
        """Threads that it was shown."""
        self.activity = self.urge = self.catch = 0.0
        self.set_profile(UNKNOWN, LIVELY[UNKNOWN.archetype])

    def set_profile(self, profile: Profile, kind: Archetype) -> None:
        """Set the profile, also after an intervention."""
        self.profile, self.kind = profile, kind
        self.timeout_threshold = profile.timeout_threshold
        self.attention, self.fluency = kind.attention, kind.fluency
        self.stamina, self.rest = kind.stamina, kind.rest

    @property
    def overdue(self) -> bool:
        return self.ticks_in_state > self.timeout_threshold

    @property
    def on_a_spree(self) -> str:
        """Name the spree of equal decisions, such as "liking spree"; empty without one."""
        return f"{SPREES[self.spree]} spree" if self.spree is not None and self.run >= SPREE else ""

    @property
    def history(self) -> list[StateTransition[AgentState]]:
        return list(self.state_history)

    def twin(self) -> Self:
        """Return an independent account in the same state."""
        other = copy(self)
        other.state_history = copy(self.state_history)
        other.state_history.records = self.state_history.records.copy()
        other.inbox = self.inbox.copy()
        other.page = self.page.copy()
        other.seen = copy(self.seen)
        return other


Tie = Literal["stranger", "followed", "friend"]
"""Relation to another account: none, following it, or both follow each other."""


class Seen(msgspec.Struct, frozen=True):
    """An item as its reader sees it."""

    number: int
    author: str
    by: str
    """Account that reshared it to the reader; empty if it came from its author."""
    topic: str
    text: str
    age: int
    """Ticks since the post was written."""
    likes: int
    replies: int
    reshares: int
    appeal: float


class Account(msgspec.Struct, frozen=True):
    """An account's state in the director's view."""

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
    """One account's view; without a name the director's, which has all `accounts`."""

    name: str
    tick: int
    profile: Profile
    kind: Archetype
    """The complete archetype of the profile."""
    state: AgentState = IDLE
    ticks_in_state: int = 0
    spree: AgentState | None = None
    run: int = 0
    post: Seen | None = None
    """The post to decide on; None if there is none."""
    interest: float = 0.0
    """Interest in the post's topic, 0 to 1."""
    tie: Tie = "stranger"
    """Relation to the post's author."""
    options: tuple[AgentState, ...] = ()
    """Possible decisions; empty unless a post is being evaluated."""
    accounts: tuple[Account, ...] = ()
    """All accounts; empty unless for the director."""
    likes: tuple[int, ...] = ()
    """Likes by item; empty unless for the director."""
    topics: dict[int, float] = {}
    authors: dict[int, float] = {}
    """Weights set by interventions; empty unless for the director."""
