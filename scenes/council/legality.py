"""Legal actions, and reasons why others are illegal."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from core.engine.turn import Action
from core.errors import IllegalAction
from core.social.actions import ScheduleOrder, Speak, Yield
from scenes.council import actions, wording
from scenes.council.config import LONGEST
from scenes.council.grounds import Texts
from scenes.council.observation import CHAIR
from scenes.council.positions import EVERY
from scenes.council.table import Table
from scenes.council.values import Side

OF_THE_CHAIR = (ScheduleOrder, actions.StartVoting, actions.RequestBrief, actions.FinishMeeting)


def listed(table: Table, name: str, kinds: Sequence[type[Action]], grounds: Mapping[Side, Texts]) -> Iterator[Action]:
    """List the closed part of what an agent may do, of these kinds and in their order, with a few speeches that are
    made of the grounds it cares for.
    """
    for kind in kinds:
        if kind is actions.Vote:
            yield from (actions.Vote("abstain"), actions.Vote("yes"), actions.Vote("no"))
        elif kind is ScheduleOrder:
            yield ScheduleOrder(", ".join(table.members))
        elif kind is actions.StatePosition:
            stated = table.positions.get(name)
            yield from (actions.StatePosition(p.stance, p.strength) for p in EVERY if stated is None or stated.now != p)
        elif kind is Speak and name in table.interests:
            yield from map(Speak, wording.ready(table.interests[name], grounds))
        elif kind is actions.Accept:
            yield from (actions.Accept(deal.name) for deal in table.deals if deal.told.to == name and not deal.accepted)
        elif kind in (Yield, actions.FinishMeeting, actions.VotingStatus) or _may(table, name, kind):
            yield kind()


def _may(table: Table, name: str, kind: type[Action]) -> bool:
    """Return True if a one-time action is possible now."""
    if kind is actions.Second:
        return table.pending is not None and table.pending.name != name
    return (kind is actions.StartVoting and table.spoken > 0) or (kind is actions.RequestBrief and not table.brief)


def offers(table: Table, name: str) -> Iterator[actions.Offer]:
    """List offers of a vote on a later motion for one on the motion under debate."""
    for to in table.members:
        for mine, yours in product(actions.BINDING, actions.BINDING):
            for later in range(table.motion + 1, len(table.agenda) + 1):
                if to != name:
                    yield actions.Offer(to, mine, later, yours, table.motion)


def check_offer(table: Table, offer: actions.Offer) -> None:
    """Raise IllegalAction for an offer that is not about two motions still to be voted on."""
    for motion in (offer.motion, offer.other):
        if not table.motion <= motion <= len(table.agenda):
            still = f"{table.motion} to {len(table.agenda)}"
            raise IllegalAction(f"motion {motion} is not ahead; motions that can be voted on are {still}")
    if offer.motion == offer.other:
        raise IllegalAction("an offer is about two motions; write offer NAME yes on 1 for yes on 2")


def check_amendment(table: Table, provision: str) -> None:
    """Raise IllegalAction if the motion cannot be amended, or not like this."""
    if table.amended:
        raise IllegalAction("the motion is amended already, and can be once")
    if table.pending:
        raise IllegalAction(f"an amendment is moved already: {table.pending.text}; second it, or leave it")
    if len(provision) > LONGEST:
        raise IllegalAction(f"an amendment has at most {LONGEST} characters")


def refuse(table: Table, name: str, action: object, up: str, usage: str) -> str:
    """Say why, and what could be done instead. `up` is who has the floor, `could` the commands that are open."""
    kind, instead = type(action), f"you could write {usage}" if usage else "wait until it is your turn"
    if table.phase == "over":
        return "the meeting is closed"
    if kind in (actions.Vote, actions.VoteBecause):
        return _no_vote(table, name, instead)
    if kind in OF_THE_CHAIR and name != CHAIR:
        return f"that is for the chair; {instead}"
    if table.phase == "vote":
        if kind is actions.StartVoting:
            return "the vote is open already; wait until everybody has voted"
        return f"the vote is open; {instead}"
    if name != up:
        return f"{up} has the floor; {instead}"
    if table.phase == "done" and kind in OF_THE_CHAIR:
        return "the agenda is done; write finish meeting"
    match action:
        case actions.StartVoting():
            return f"nobody has had the floor on motion {table.motion} yet; schedule somebody first"
        case actions.FinishMeeting():
            return f"motion {table.motion} is not voted on yet; write start voting, when enough is said"
        case actions.RequestBrief():
            return "the brief on this motion is before you already"
        case actions.Second():
            own = table.pending is not None
            return "somebody else has to second your amendment" if own else "there is no amendment to second"
        case actions.Accept(offer):
            return f"{offer} has offered you nothing that is open"
    return f"that cannot be done now; {instead}"


def _no_vote(table: Table, name: str, instead: str) -> str:
    if name == CHAIR:
        return "the chair has no vote"
    if name in table.ballots:
        return f"you have voted {table.ballots[name]} already, and that stands"
    return f"no vote is open; {instead}"
