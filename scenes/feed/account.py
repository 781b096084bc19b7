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
from scenes.feed.columns import NumberSet
from scenes.feed.society import LIVELY, VISITOR, Archetype, Society
from scenes.feed.wording import TOPICS

MIN_LOVED_INTEREST = 0.3
"""Minimum interest in a topic for a prompt to say that the account cares about it."""


class Profile(msgspec.Struct, frozen=True, omit_defaults=True):
    """Attributes of an account that only interventions change. An agent knows only its own."""

    archetype: str
    interests: tuple[float, ...]
    """Interest in each of `topics`, from 0 to 1."""
    engagement_threshold: float
    timeout_threshold: int
    peak: float
    """The account's busiest time, as a fraction of the day."""

    zeal: float = 1.0
    """Rate of writing and engaging, relative to the median of its archetype."""
    topics: tuple[str, ...] = TOPICS
    portrait: Portrait = Portrait()
    """Portrait of the account's persona, for a model that plays the account."""

    def loves(self, least: float = MIN_LOVED_INTEREST) -> list[str]:
        """List the topics in which the account has at least this interest, the highest interest first."""
        order = sorted(range(len(self.topics)), key=lambda topic: -self.interests[topic])
        return [self.topics[topic] for topic in order if self.interests[topic] >= least]


UNKNOWN_PROFILE = Profile("casual", (0.0,) * len(TOPICS), 1.0, 5, 0.5)
"""Placeholder for a profile that is not known yet."""


def make_profile(society: Society, archetype: str, timeout: int, draw: Draw) -> Profile:
    """Draw a profile with few, strong interests. Thresholds vary by a quarter around the archetype's."""
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
        profile = replace(profile, zeal=_draw_zeal(society.spread, draw))
    return profile


def _draw_zeal(spread: float, draw: Draw) -> float:
    """Draw a roughly log-normal zeal, because online activity is distributed like that.

    The sum of twelve draws is nearly normal.
    """
    return max(0.01, round(exp(spread * (sum(draw.random() for _ in range(12)) - 6)), 2))


def hourly_activity(profile: Profile, tick: int, day: int) -> float:
    """Return the factor on activity at this hour: from 0.15 to 1, which is at the peak; visitors always have 1."""
    if profile.archetype == VISITOR:
        return 1.0
    away = abs(tick / day % 1 - profile.peak)
    return 0.15 + 0.85 * (1 - 2 * min(away, 1 - away))


WORD_FOR_SPREE = {LIKE: "liking", REPLY: "replying", RESHARE: "resharing", COMPOSING: "writing", SCROLLING: "lurking"}
MIN_SPREE = 3
"""Minimum number of consecutive decisions of one kind that count as a spree."""


class SocialAgent(Stateful[AgentState]):
    """An account with the attributes that the chart's guards and rates read.

    Some attributes come from the profile. `activity`, `urge` and `catch` are set before each step of the chart, and are
    not part of the state.
    """

    __slots__ = (
        "activity", "attention", "catch", "draft", "fluency", "inbox", "item", "joined", "kind", "page", "profile",
        "rest", "run", "seen", "spent", "spree", "stamina", "urge",
    )  # fmt: skip

    def __init__(self, number: int, depth: int, inbox: int) -> None:
        super().__init__(IDLE, number, depth=depth)
        self.joined = False
        """True if the account is on the network; newcomers join later."""
        self.spent = 0
        """Number of engagements since the account's last rest."""
        self.spree: AgentState | None = None
        self.run = 0
        """Number of consecutive decisions of the same kind, the last one being `spree`."""
        self.item = -1
        """Item that the account looks at, to which likes, replies and reshares refer; -1 if none."""
        self.draft = ""
        """Text that the account is writing, if its policy chose one."""
        self.inbox: deque[int] = deque(maxlen=inbox)
        """Items in the account's feed that were not shown yet, oldest first."""
        self.page: deque[int] = deque(maxlen=inbox)
        """Items that were shown last, oldest first."""
        self.seen = NumberSet()
        """Threads of all items that were shown."""
        self.activity = self.urge = self.catch = 0.0
        self.set_profile(UNKNOWN_PROFILE, LIVELY[UNKNOWN_PROFILE.archetype])

    def set_profile(self, profile: Profile, kind: Archetype) -> None:
        """Set the profile, at the start or after an intervention."""
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
        return f"{WORD_FOR_SPREE[self.spree]} spree" if self.spree is not None and self.run >= MIN_SPREE else ""

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


Relation = Literal["stranger", "followed", "friend"]
"""Relation to another account: not following it, following it, or both following each other."""


class Seen(msgspec.Struct, frozen=True):
    """An item of the feed, as its reader sees it."""

    number: int
    author: str
    by: str
    """Account that reshared the item to the reader; empty if the reader follows the author."""
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
    """One account's view. The director's has an empty name, and contains all `accounts`."""

    name: str
    tick: int
    profile: Profile
    kind: Archetype
    """The archetype that the profile names."""
    state: AgentState = IDLE
    ticks_in_state: int = 0
    spree: AgentState | None = None
    run: int = 0
    post: Seen | None = None
    """The post to decide on; None if there is none."""
    interest: float = 0.0
    """Interest in the post's topic, 0 to 1."""
    tie: Relation = "stranger"
    """Relation to the post's author."""
    options: tuple[AgentState, ...] = ()
    """Possible decisions; empty unless a post is being evaluated."""
    accounts: tuple[Account, ...] = ()
    """All accounts, for the director; else empty."""
    likes: tuple[int, ...] = ()
    """Likes by item, for the director; else empty."""
    topics: dict[int, float] = {}
    authors: dict[int, float] = {}
    """Weights that interventions have set, for the director; else empty."""
