"""Events of a council."""

from core.engine.events import Body, events_in
from scenes.council.values import Interests, Side, Value
from scenes.council.votes import Choice, Position, Stance


class Tabled(Body):
    """The agenda."""

    motions: tuple[str, ...]

    def sentence(self) -> str:
        return "the agenda: " + "; ".join(f"{i} {motion}" for i, motion in enumerate(self.motions, 1))


class Proposed(Body):
    """A member puts a motion of its own at the end of the agenda."""

    line = "puts a motion on the agenda: {text}"
    text: str


class Grounded(Body):
    """The true effects of each motion on values; hidden from all members."""

    grounds: tuple[dict[Value, int], ...]

    def sentence(self) -> str:
        return "grounds: " + "; ".join(weighed(each) or "none" for each in self.grounds)


class Interested(Body):
    """A member's values, trust and leanings; only that member sees them."""

    interests: Interests

    def sentence(self) -> str:
        return f"cares for {', '.join(self.interests.values) or 'what its persona says'}"


class MotionOpened(Body):
    """The debate on a motion begins; motions count from 1."""

    line = "motion {motion}: {text}"
    motion: int
    text: str


class Argued(Body):
    """An argument recognized in the preceding speech."""

    understood = True
    line = "argues {side} it: {value}"
    side: Side
    value: Value


class NewsArgued(Body):
    """An argument recognized in news from outside."""

    understood = True
    line = "the news speaks {side} it: {value}"
    side: Side
    value: Value


class Unsure(Body):
    """The preceding speech may state a position, but too uncertainly to act upon; the member `to` may ask back."""

    understood = True
    stance: Stance
    to: str

    def sentence(self) -> str:
        return f"may be {self.stance}{'' if self.stance == 'open' else ' it'}; {self.to} can ask back"


class Questioned(Body, omit_defaults=True):
    """A question recognized in the preceding speech."""

    understood = True
    to: str
    value: Value | None = None

    def sentence(self) -> str:
        return f"asks {self.to}{f' about {self.value}' if self.value else ''}"


class Positioned(Body, omit_defaults=True):
    """A member states its position on the motion, for the first time or again.

    `was` is its former position. `after` is the speaker who most likely caused the change: the first speaker since then
    whom the member names, else the last speaker.
    """

    understood = True
    position: Position
    was: Position | None = None
    after: str = ""

    def sentence(self) -> str:
        if self.was is None:
            return f"is {self.position.words()}"
        return f"is {self.position.words()} now, was {self.was.words()}{f', after {self.after}' if self.after else ''}"


class AmendmentMoved(Body):
    """A member moves to amend the motion; it lapses unless another one seconds it before the vote."""

    line = "moves to amend: {text}"
    text: str


class Amended(Body):
    """The amendment was seconded and is now part of the motion."""

    line = "seconds the amendment: {text}"
    text: str


class Briefed(Body):
    """A brief on the motion, seen only by the chair."""

    line = "brief: {text}"
    text: str


class StatusTold(Body):
    line = "{text}"
    text: str


class Offered(Body):
    """A secret offer: "I vote `mine` on `motion` if you vote `yours` on `other`"."""

    line = "offers {to}: my {mine} on {motion} for your {yours} on {other}"
    to: str
    mine: Choice
    motion: int
    yours: Choice
    other: int


class Accepted(Body):
    line = "accepts the offer of {offer}"
    offer: str
    """Name of the member who made the offer."""


class PromiseJudged(Body):
    """A promised vote was kept or broken; in sealed votes only the director knows."""

    to: str
    motion: int
    kept: bool

    def sentence(self) -> str:
        return f"{'keeps' if self.kept else 'breaks'} the promise to {self.to} on motion {self.motion}"


class VotingOpened(Body, omit_defaults=True):
    """The debate ended, by the chair's decision or because no turns were left."""

    motion: int
    by_itself: bool = False

    def sentence(self) -> str:
        if self.by_itself:
            return f"the vote on motion {self.motion} opens by itself: the time for speeches is over"
        return f"opens the vote on motion {self.motion}"


class Balloted(Body, omit_defaults=True):
    """A vote. Only the voter knows it until all have voted; in sealed votes, nobody else ever does."""

    choice: Choice
    comment: str = ""

    def sentence(self) -> str:
        return f"votes {self.choice}{f': {self.comment}' if self.comment else ''}"


class Resolved(Body, omit_defaults=True):
    """The counted vote; with names and comments only if votes are open."""

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


class MeetingFinished(Body):
    line = "the meeting is closed"


def weighed(bearing: dict[Value, int]) -> str:
    """Write the known effects of a motion on values; empty if none are known."""
    served = [value for value, effect in bearing.items() if effect > 0]
    hurt = [value for value, effect in bearing.items() if effect < 0]
    parts = [f"it serves {', '.join(served)}"] * bool(served) + [f"it is hard on {', '.join(hurt)}"] * bool(hurt)
    return ", and ".join(parts)


BODIES = events_in(__name__)
