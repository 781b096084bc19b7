"""A council member's observation; the director's contains everything."""

from typing import Literal

import msgspec

from core.engine.events import Audience
from core.social.scene import Seen
from scenes.council.events import Offered, Resolved
from scenes.council.values import Interests, Side, Value
from scenes.council.votes import Choice, Majority, Position

CHAIR = "Chair"
Phase = Literal["debate", "vote", "done", "over"]


class Made(msgspec.Struct, frozen=True):
    """An argument that was made on the motion."""

    turn: int
    name: str
    side: Side
    value: Value
    by: Audience
    """Audience of the argument."""


class Asked(msgspec.Struct, frozen=True):
    """A question that was asked on the motion."""

    turn: int
    name: str
    to: str
    value: Value | None


class Amendment(msgspec.Struct, frozen=True):
    """An amendment that a member has moved."""

    turn: int
    """Turn in which it was moved, or seconded once it is adopted."""
    name: str
    text: str


class Stated(msgspec.Struct, frozen=True):
    """A member's position on the motion, now and at first."""

    turn: int
    first: Position
    now: Position


class Deal(msgspec.Struct, frozen=True):
    """An offer between two members; only they know it."""

    name: str
    terms: Offered
    accepted: bool


class CouncilSeen(Seen, frozen=True, kw_only=True):
    """An observation of a council."""

    members: tuple[str, ...]
    agenda: tuple[str, ...]
    motion: int
    """Number of the motion under debate, from 1; 0 before the first; one past the last when the agenda is done."""
    opened: int
    """The turn in which its debate began."""
    scheduled: int
    """The turn in which the floor was given last."""
    phase: Phase
    majority: Majority
    sealed: bool
    rounds: int
    had: dict[str, int]
    """Times that each member had the floor on the motion."""
    moved: Amendment | None
    """The amendment that nobody has seconded yet."""
    amended: Amendment | None
    """The amendment that is part of the motion."""
    positions: dict[str, Stated]
    """Stated positions on the motion."""
    arguments: tuple[Made, ...]
    questions: tuple[Asked, ...]
    interests: dict[str, Interests]
    """Own interests."""
    reasons: dict[Side, dict[Value, tuple[str, ...]]]
    """Sentences for and against the motion, for the member's values."""
    ballots: dict[str, Choice]
    """Own ballot in the open vote."""
    deals: tuple[Deal, ...]
    results: tuple[Resolved, ...]
    brief: str
    """The chair's brief on the motion."""

    @property
    def text(self) -> str:
        """The motion under debate; empty if there is none."""
        return self.agenda[self.motion - 1] if 1 <= self.motion <= len(self.agenda) else ""

    @property
    def up(self) -> str:
        """Name of the agent with the floor; otherwise the chair."""
        return self.floor.up if self.floor else CHAIR
