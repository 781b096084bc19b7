"""Why an action cannot be taken now, in words."""

from core.social.actions import ScheduleOrder
from scenes.council.actions import Accept, FinishMeeting, RequestBrief, Second, StartVoting, Vote, VoteBecause
from scenes.council.observation import CHAIR
from scenes.council.table import Table

OF_THE_CHAIR = (ScheduleOrder, StartVoting, RequestBrief, FinishMeeting)


def refuse(table: Table, name: str, action: object, up: str, could: str) -> str:
    """Say why, and what could be done instead. `up` is who has the floor, `could` the commands that are open."""
    kind, instead = type(action), f"you could write {could}" if could else "wait until it is your turn"
    if table.phase == "over":
        return "the meeting is closed"
    if kind in (Vote, VoteBecause):
        return _no_vote(table, name, instead)
    if kind in OF_THE_CHAIR and name != CHAIR:
        return f"that is for the chair; {instead}"
    if table.phase == "vote":
        if kind is StartVoting:
            return "the vote is open already; wait until everybody has voted"
        return f"the vote is open; {instead}"
    if name != up:
        return f"{up} has the floor; {instead}"
    if table.phase == "done" and kind in OF_THE_CHAIR:
        return "the agenda is done; write finish meeting"
    match action:
        case StartVoting():
            return f"nobody has had the floor on motion {table.motion} yet; schedule somebody first"
        case FinishMeeting():
            return f"motion {table.motion} is not voted on yet; write start voting, when enough is said"
        case RequestBrief():
            return "the brief on this motion is before you already"
        case Second():
            own = table.pending is not None
            return "somebody else has to second your amendment" if own else "there is no amendment to second"
        case Accept(offer):
            return f"{offer} has offered you nothing that is open"
    return f"that cannot be done now; {instead}"


def _no_vote(table: Table, name: str, instead: str) -> str:
    if name == CHAIR:
        return "the chair has no vote"
    if name in table.ballots:
        return f"you have voted {table.ballots[name]} already, and that stands"
    return f"no vote is open; {instead}"
