"""Observation of a council member; the director's contains everything."""

from typing import Literal

import msgspec

from core.engine.events import Audience
from core.intents.conversation import Guess
from core.social.scene import Seen
from scenes.council.events import Offered, Resolved
from scenes.council.values import Interests, Side, Value
from scenes.council.votes import Choice, Majority, Position

CHAIR = "Chair"
Phase = Literal["debate", "vote", "done", "over"]


class ArgumentMade(msgspec.Struct, frozen=True):
    """An argument made about the motion."""

    turn: int
    name: str
    side: Side
    value: Value
    by: Audience
    """Members who heard the argument; None for all."""


class QuestionAsked(msgspec.Struct, frozen=True):
    """A question asked about the motion."""

    turn: int
    name: str
    to: str
    value: Value | None
    text: str
    """The whole speech."""
    is_private: bool
    """True for a question in a whisper."""


class Amendment(msgspec.Struct, frozen=True):
    """An amendment that a member has moved."""

    turn: int
    """Turn in which the amendment was moved or, once it is adopted, seconded."""
    name: str
    text: str


class StatedPosition(msgspec.Struct, frozen=True):
    """A member's first and present position on the motion."""

    turn: int
    first: Position
    now: Position


class Deal(msgspec.Struct, frozen=True):
    """An offer between two members, which only they know."""

    name: str
    terms: Offered
    accepted: bool


class CouncilSeen(Seen, frozen=True, kw_only=True):
    """An observation of a council."""

    members: tuple[str, ...]
    agenda: tuple[str, ...]
    motion: int
    """Number of the motion under debate, from 1; 0 before the first; number of motions + 1 after the last."""
    opened: int
    """Turn in which the debate on the motion began."""
    scheduled: int
    """Turn in which the chair last gave the floor."""
    phase: Phase
    majority: Majority
    sealed: bool
    rounds: int
    had: dict[str, int]
    """Number of times that each member has had the floor on this motion."""
    moved: Amendment | None
    """The amendment that awaits a second."""
    amended: Amendment | None
    """The adopted amendment."""
    positions: dict[str, StatedPosition]
    """Stated positions on the motion."""
    arguments: tuple[ArgumentMade, ...]
    questions: tuple[QuestionAsked, ...]
    guesses: dict[str, Guess]
    """Positions that were read in members' newest speeches with low confidence, by member."""
    interests: dict[str, Interests]
    """The member's own interests."""
    reasons: dict[Side, dict[Value, tuple[str, ...]]]
    """Sentences for and against the motion that appeal to the member's values, by side and value."""
    ballots: dict[str, Choice]
    """The member's own vote while the vote is open."""
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
        """Name of the agent with the floor; the chair if no member has it."""
        return self.floor.up if self.floor else CHAIR
