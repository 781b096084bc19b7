"""Actions of members and the chair of a council, beside talk."""

from typing import ClassVar, Literal, get_args

from core.actions.forms import Name
from core.engine.turn import Action
from core.social.actions import ScheduleOrder, SendMessage, Speak, TalkTo, Yield
from scenes.council.positions import Stance, Strength
from scenes.council.rules import Choice

Binding = Literal["yes", "no"]
BINDING: tuple[Binding, ...] = get_args(Binding)


class Announce(SendMessage):
    """Say something to everybody; you keep the floor."""

    form = "announce {message}"


class StatePosition(Action):
    """State where you stand on the motion, without words; you keep the floor."""

    form = "position {stance} {strength}"
    key: ClassVar = {"position for clear": "f", "position open mild": "o", "position against clear": "a"}
    label: ClassVar = {"position for clear": "for", "position open mild": "open", "position against clear": "against"}
    at_once = True
    tag = "state_position"
    ends_turn = False
    stance: Stance
    strength: Strength


class Amend(Action):
    """Move to amend the motion, once another member seconds it: what it is to provide for; you keep the floor."""

    form = "amend {provision}"
    ends_turn = False
    provision: str


class Second(Action):
    """Second the amendment that another member has moved: it becomes part of the motion; you keep the floor."""

    form = "second amendment"
    ends_turn = False


class Offer(Action):
    """Offer another member, in secret, to vote yes or no on one motion if it votes as you want on another one."""

    form = "offer {to} {mine} on {motion} for {yours} on {other}"
    tag = "offer_vote"
    ends_turn = False
    to: Name
    mine: Binding
    motion: int
    yours: Binding
    other: int


class Accept(Action):
    """Accept, in secret, what another member has offered you."""

    form = "accept {offer}"
    tag = "accept_offer"
    ends_turn = False
    offer: Name


class VotingStatus(Action):
    """Be told, alone, how things stand: the motion, the vote, what came out so far; you keep the floor."""

    form = "voting status"
    ends_turn = False


class Vote(Action):
    """Cast your vote, once, while a vote is open."""

    form = "vote {choice}"
    key: ClassVar = {"vote yes": "y", "vote no": "n", "vote abstain": "a"}
    label: ClassVar = {"vote yes": "yes", "vote no": "no", "vote abstain": "abstain"}
    at_once = True
    choice: Choice


class VoteBecause(Action):
    """Cast your vote with a comment, which is told only if votes are open."""

    form = "vote {choice} {comment}"
    tag = "vote"
    choice: Choice
    comment: str


class RequestBrief(Action):
    """For the chair: be given a brief on the motion, which nobody else sees; you keep the floor."""

    form = "request brief"
    key = "r"
    label = "brief"
    at_once = True
    ends_turn = False


class StartVoting(Action):
    """For the chair: end the debate on the motion, and have everybody vote at once."""

    form = "start voting"
    key = "b"
    label = "vote"
    at_once = True


class FinishMeeting(Action):
    """For the chair: close the meeting, when the agenda is done."""

    form = "finish meeting"
    key = "f"
    label = "close the meeting"
    at_once = True


ALL = (
    Speak, Announce, TalkTo, StatePosition, Amend, Second, Offer, Accept, VotingStatus, Vote, VoteBecause, Yield,
    ScheduleOrder, RequestBrief, StartVoting, FinishMeeting,
)  # fmt: skip
MEMBERS = (Yield, Speak, Announce, TalkTo, StatePosition, Amend, Second, Offer, Accept, VotingStatus)
"""Actions of a member with the floor."""
FREE = (Speak, Announce, TalkTo, StatePosition, Amend, Second, Offer, Accept)
"""Actions of a member that are optional for a persona."""
BALLOT = (Vote, VoteBecause, VotingStatus)
"""Actions of a member during a vote."""
CHAIR = (ScheduleOrder, StartVoting, Announce, RequestBrief, VotingStatus)
"""Actions of the chair while nobody has the floor."""
CLOSING = (FinishMeeting, Announce, VotingStatus)
"""Actions of the chair after the agenda."""
OF_A_MEMBER = (*MEMBERS, *BALLOT[:-1])
"""Actions of a member, in any phase."""
OF_THE_CHAIR = (*CHAIR, FinishMeeting)
"""Actions of the chair, in any phase."""
