"""Actions of members and the chair of a council, and when they are legal."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import ClassVar, Literal, get_args

from core.actions.forms import Name
from core.engine.turn import Action
from core.errors import IllegalAction
from core.social.actions import ScheduleOrder, SendMessage, Speak, TalkTo, Yield
from scenes.council import wording
from scenes.council.config import MAX_CHARACTERS
from scenes.council.grounds import Texts
from scenes.council.observation import CHAIR
from scenes.council.state import CouncilState
from scenes.council.values import Side
from scenes.council.votes import ALL_POSITIONS, Choice, Stance, Strength

Binding = Literal["yes", "no"]
BINDING_VOTES: tuple[Binding, ...] = get_args(Binding)


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


class Propose(Action):
    """Put a motion of your own on the agenda, to be debated last; what it serves and hurts is read from its words."""

    form = "propose {motion}"
    ends_turn = False
    motion: str


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


ALL_ACTIONS = (
    Speak, Announce, TalkTo, StatePosition, Amend, Second, Propose, Offer, Accept, VotingStatus, Vote, VoteBecause,
    Yield, ScheduleOrder, RequestBrief, StartVoting, FinishMeeting,
)  # fmt: skip
DEBATE_ACTIONS = (Yield, Speak, Announce, TalkTo, StatePosition, Amend, Second, Propose, Offer, Accept, VotingStatus)
"""Actions of a member with the floor."""
OPTIONAL_ACTIONS = (Speak, Announce, TalkTo, StatePosition, Amend, Second, Propose, Offer, Accept)
"""Actions of a member that a persona may leave out."""
VOTING_ACTIONS = (Vote, VoteBecause, VotingStatus)
"""Actions of a member during a vote."""
CHAIRING_ACTIONS = (ScheduleOrder, StartVoting, Announce, RequestBrief, VotingStatus)
"""Actions of the chair while nobody has the floor."""
CLOSING_ACTIONS = (FinishMeeting, Announce, VotingStatus)
"""Actions of the chair after the agenda."""
MEMBER_ACTIONS = (*DEBATE_ACTIONS, *VOTING_ACTIONS[:-1])
"""Actions of a member in any phase."""
CHAIR_ACTIONS = (*CHAIRING_ACTIONS, FinishMeeting)
"""Actions of the chair in any phase."""
CHAIR_ONLY_ACTIONS = (ScheduleOrder, StartVoting, RequestBrief, FinishMeeting)
"""Actions that only the chair has."""


# -- legality


def list_actions(
    state: CouncilState, name: str, kinds: Sequence[type[Action]], grounds: Mapping[Side, Texts]
) -> Iterator[Action]:
    """List the legal actions without free text, and speeches with grounds whose values the member cares about."""
    possible: dict[type[Action], bool] = {
        Second: state.pending is not None and state.pending.name != name,
        StartVoting: state.spoken > 0,
        RequestBrief: not state.brief,
    }
    for kind in kinds:
        if kind is Vote:
            yield from (Vote("abstain"), Vote("yes"), Vote("no"))
        elif kind is ScheduleOrder:
            yield ScheduleOrder(", ".join(state.members))
        elif kind is StatePosition:
            stated = state.positions.get(name)
            yield from (StatePosition(p.stance, p.strength) for p in ALL_POSITIONS if stated is None or stated.now != p)
        elif kind is Speak and name in state.interests:
            yield from map(Speak, wording.prepared_speeches(state.interests[name], grounds))
        elif kind is Accept:
            yield from (Accept(deal.name) for deal in state.deals if deal.terms.to == name and not deal.accepted)
        elif possible.get(kind, kind in (Yield, FinishMeeting, VotingStatus)):
            yield kind()


def possible_offers(state: CouncilState, name: str) -> Iterator[Offer]:
    """List offers of a vote on a later motion in return for a vote on the motion under debate."""
    for to in state.members:
        for mine, yours in product(BINDING_VOTES, BINDING_VOTES):
            for later in range(state.motion + 1, len(state.agenda) + 1):
                if to != name:
                    yield Offer(to, mine, later, yours, state.motion)


def check_offer(state: CouncilState, offer: Offer) -> None:
    """Raise IllegalAction unless an offer is about two motions that still await a vote."""
    for motion in (offer.motion, offer.other):
        if not state.motion <= motion <= len(state.agenda):
            still = f"{state.motion} to {len(state.agenda)}"
            raise IllegalAction(f"motion {motion} cannot be voted on; choose from {still}")
    if offer.motion == offer.other:
        raise IllegalAction("an offer needs two different motions; write offer NAME yes on 1 for yes on 2")


def check_amendment(state: CouncilState, provision: str) -> None:
    """Raise IllegalAction if the motion cannot be amended now, or if the amendment is too long."""
    if state.amended:
        raise IllegalAction("the motion is amended already; one amendment is the limit")
    if state.pending:
        raise IllegalAction(f"an amendment is already moved: {state.pending.text}; second it or ignore it")
    if len(provision) > MAX_CHARACTERS:
        raise IllegalAction(f"an amendment has at most {MAX_CHARACTERS} characters")


def check_proposal(state: CouncilState, motion: str) -> None:
    """Raise IllegalAction if a motion is too long or on the agenda already."""
    if motion in state.agenda:
        raise IllegalAction("this motion is on the agenda already; propose another one")
    if len(motion) > MAX_CHARACTERS:
        raise IllegalAction(f"a motion has at most {MAX_CHARACTERS} characters")


def rejection_reason(state: CouncilState, name: str, action: object, up: str, usage: str) -> str:
    """Return why an action is illegal, and the remedy.

    `up` is the agent with the floor; `usage` lists the commands that `name` may write.
    """
    kind, instead = type(action), f"you could write {usage}" if usage else "wait until it is your turn"
    if state.phase == "over":
        return "the meeting is closed"
    if kind in (Vote, VoteBecause):
        if name == CHAIR:
            return "the chair has no vote"
        voted = state.ballots.get(name)
        return f"you have already voted {voted}, and cannot change it" if voted else f"no vote is open; {instead}"
    if kind in CHAIR_ONLY_ACTIONS and name != CHAIR:
        return f"only the chair can do that; {instead}"
    if state.phase == "vote":
        if kind is StartVoting:
            return "the vote is open already; wait until everybody has voted"
        return f"the vote is open; {instead}"
    if name != up:
        return f"{up} has the floor; {instead}"
    if state.phase == "done" and kind in CHAIR_ONLY_ACTIONS:
        return "the agenda is done; write finish meeting"
    match action:
        case StartVoting():
            return f"nobody has had the floor on motion {state.motion} yet; schedule somebody first"
        case FinishMeeting():
            return f"motion {state.motion} is not voted on yet; write start voting, when enough is said"
        case RequestBrief():
            return "you already have the brief on this motion"
        case Second():
            own = state.pending is not None
            return "somebody else has to second your amendment" if own else "there is no amendment to second"
        case Propose():
            return "members can add no more motions; the option proposals sets how many"
        case Accept(offer):
            return f"{offer} has no open offer to you"
    return f"that cannot be done now; {instead}"
