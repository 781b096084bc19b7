"""What happens in a council."""

from typing import ClassVar

from core.engine.events import Body
from scenes.council.agenda import Interests
from scenes.council.positions import Position
from scenes.council.rules import Choice
from scenes.council.values import Side, Value


class Tabled(Body, frozen=True):
    """The agenda."""

    kind: ClassVar[str] = "tabled"
    motions: tuple[str, ...]

    def sentence(self) -> str:
        return "the agenda: " + "; ".join(f"{i} {motion}" for i, motion in enumerate(self.motions, 1))


class Grounded(Body, frozen=True):
    """What each motion does to values, as it is; nobody at the table knows it all."""

    kind: ClassVar[str] = "grounded"
    grounds: tuple[dict[Value, int], ...]

    def sentence(self) -> str:
        return "grounds: " + "; ".join(weighed(each) or "none" for each in self.grounds)


class Interested(Body, frozen=True):
    """What a member cares for, whom it trusts, where it leans: for itself alone."""

    kind: ClassVar[str] = "interested"
    interests: Interests

    def sentence(self) -> str:
        return f"cares for {', '.join(self.interests.values) or 'what its persona says'}"


class MotionOpened(Body, frozen=True):
    """The debate on a motion begins; motions count from 1."""

    kind: ClassVar[str] = "motion_opened"
    motion: int
    text: str

    def sentence(self) -> str:
        return f"motion {self.motion}: {self.text}"


class Argued(Body, frozen=True):
    """An argument was read in what was said just before."""

    kind: ClassVar[str] = "argued"
    side: Side
    value: Value

    def sentence(self) -> str:
        return f"argues {self.side} it: {self.value}"


class Questioned(Body, frozen=True, omit_defaults=True):
    """A question was read in what was said just before."""

    kind: ClassVar[str] = "questioned"
    to: str
    value: Value | None = None

    def sentence(self) -> str:
        return f"asks {self.to}{f' about {self.value}' if self.value else ''}"


class Positioned(Body, frozen=True, omit_defaults=True):
    """A member states where it stands on the motion, for the first time or anew.

    `was` is what it stated before, and `after` whose speech this follows: of those who spoke in between, the first that
    it names, or else the last who spoke.
    """

    kind: ClassVar[str] = "positioned"
    position: Position
    was: Position | None = None
    after: str = ""

    def sentence(self) -> str:
        if self.was is None:
            return f"is {self.position.words()}"
        return f"is {self.position.words()} now, was {self.was.words()}{f', after {self.after}' if self.after else ''}"


class AmendmentMoved(Body, frozen=True):
    """A member moves to amend the motion; it lapses unless another one seconds it before the vote."""

    kind: ClassVar[str] = "amendment_moved"
    text: str

    def sentence(self) -> str:
        return f"moves to amend: {self.text}"


class Amended(Body, frozen=True):
    """The amendment was seconded, and is part of the motion from now on."""

    kind: ClassVar[str] = "amended"
    text: str

    def sentence(self) -> str:
        return f"seconds the amendment: {self.text}"


class Briefed(Body, frozen=True):
    """What the chair is told of a motion."""

    kind: ClassVar[str] = "briefed"
    text: str

    def sentence(self) -> str:
        return f"brief: {self.text}"


class StatusTold(Body, frozen=True):
    kind: ClassVar[str] = "status_told"
    text: str

    def sentence(self) -> str:
        return self.text


class Offered(Body, frozen=True):
    """A secret offer: I vote `mine` on `motion` if you vote `yours` on `other`."""

    kind: ClassVar[str] = "offered"
    to: str
    mine: Choice
    motion: int
    yours: Choice
    other: int

    def sentence(self) -> str:
        return f"offers {self.to}: my {self.mine} on {self.motion} for your {self.yours} on {self.other}"


class Accepted(Body, frozen=True):
    kind: ClassVar[str] = "accepted"
    offer: str
    """Whose."""

    def sentence(self) -> str:
        return f"accepts the offer of {self.offer}"


class PromiseJudged(Body, frozen=True):
    """Whether a member has voted as it promised; in sealed votes only the director ever knows."""

    kind: ClassVar[str] = "promise_judged"
    to: str
    motion: int
    kept: bool

    def sentence(self) -> str:
        return f"{'keeps' if self.kept else 'breaks'} the promise to {self.to} on motion {self.motion}"


class VotingOpened(Body, frozen=True, omit_defaults=True):
    """The debate is over, by the chair's decision or because everybody had the floor as often as may be."""

    kind: ClassVar[str] = "voting_opened"
    motion: int
    by_itself: bool = False

    def sentence(self) -> str:
        if self.by_itself:
            return f"the vote on motion {self.motion} opens by itself: the time for speeches is over"
        return f"opens the vote on motion {self.motion}"


class Balloted(Body, frozen=True, omit_defaults=True):
    """A vote, known to who cast it until all are in, and in sealed votes for ever."""

    kind: ClassVar[str] = "balloted"
    choice: Choice
    comment: str = ""

    def sentence(self) -> str:
        return f"votes {self.choice}{f': {self.comment}' if self.comment else ''}"


class Resolved(Body, frozen=True, omit_defaults=True):
    """A vote is counted. Who voted how, and why, is told only of open votes."""

    kind: ClassVar[str] = "resolved"
    motion: int
    yes: int
    no: int
    abstain: int
    passed: bool
    why: str
    votes: dict[str, Choice] = {}
    comments: dict[str, str] = {}

    def sentence(self) -> str:
        how = "passes" if self.passed else "fails"
        silent = f", {self.abstain} abstained" if self.abstain else ""
        return f"motion {self.motion} {how}, {self.yes} to {self.no}{silent}: {self.why}"


class MeetingFinished(Body, frozen=True):
    kind: ClassVar[str] = "meeting_finished"

    def sentence(self) -> str:
        return "the meeting is closed"


def weighed(bearing: dict[Value, int]) -> str:
    """Write what a motion does to values; nothing, if nothing is known."""
    served = [value for value, effect in bearing.items() if effect > 0]
    hurt = [value for value, effect in bearing.items() if effect < 0]
    parts = [f"it serves {', '.join(served)}"] * bool(served) + [f"it is hard on {', '.join(hurt)}"] * bool(hurt)
    return ", and ".join(parts)


BODIES: tuple[type[Body], ...] = (
    Tabled,
    Grounded,
    Interested,
    MotionOpened,
    Argued,
    Questioned,
    Positioned,
    AmendmentMoved,
    Amended,
    Briefed,
    StatusTold,
    Offered,
    Accepted,
    PromiseJudged,
    VotingOpened,
    Balloted,
    Resolved,
    MeetingFinished,
)
