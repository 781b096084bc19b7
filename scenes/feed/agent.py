"""An account on the network: a profile, and where it stands in the chart."""

from collections import deque
from copy import copy
from typing import Self

from core.statechart import Stateful, StateTransition
from scenes.feed.archetypes import LIVELY, Archetype
from scenes.feed.behavior import COMPOSING, IDLE, LIKE, REPLY, RESHARE, SCROLLING, AgentState
from scenes.feed.columns import Members
from scenes.feed.profile import UNKNOWN, Profile

SPREES = {LIKE: "liking", REPLY: "replying", RESHARE: "resharing", COMPOSING: "writing", SCROLLING: "lurking"}
SPREE = 3
"""Decisions of one kind in a row that make a spree."""


class SocialAgent(Stateful[AgentState]):
    """An account, with the attributes that the chart's guards and rates read: those of the profile, and those of a tick
    (`activity`, `urge`, `catch`: set before firing, and no part of the state).
    """

    __slots__ = (
        "activity", "attention", "catch", "draft", "fluency", "inbox", "item", "joined", "kind", "page", "profile",
        "rest", "run", "seen", "spent", "spree", "stamina", "urge",
    )  # fmt: skip

    def __init__(self, number: int, depth: int, inbox: int) -> None:
        super().__init__(IDLE, number, depth=depth)
        self.joined = False
        """True if it is on the network; newcomers are not, until they are added."""
        self.spent = 0
        """Engagements since it rested."""
        self.spree: AgentState | None = None
        self.run = 0
        """Momentum: what it decided last, and how many times in a row."""
        self.item = -1
        """The item before it, which likes, replies and reshares concern."""
        self.draft = ""
        """The words it is writing, if it chose them."""
        self.inbox: deque[int] = deque(maxlen=inbox)
        """Items that reached its feed and were not shown yet, oldest first."""
        self.page: deque[int] = deque(maxlen=inbox)
        """Items it was shown last, oldest first."""
        self.seen = Members()
        """Threads it was shown."""
        self.activity = self.urge = self.catch = 0.0
        self.become(UNKNOWN, LIVELY[UNKNOWN.archetype])

    def become(self, profile: Profile, kind: Archetype) -> None:
        """Take on a profile, as it is made or changed."""
        self.profile, self.kind = profile, kind
        self.timeout_threshold = profile.timeout_threshold
        self.attention, self.fluency = kind.attention, kind.fluency
        self.stamina, self.rest = kind.stamina, kind.rest

    @property
    def overdue(self) -> bool:
        return self.ticks_in_state > self.timeout_threshold

    @property
    def on_a_spree(self) -> str:
        """ "liking spree", or empty."""
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
