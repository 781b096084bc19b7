"""Why an action cannot be taken now, in words."""

from typing import TYPE_CHECKING

from core.social.actions import ScheduleOrder
from scenes.council.actions import Accept, FinishMeeting, RequestBrief, StartVoting, Vote, VoteBecause
from scenes.council.observation import CHAIR

if TYPE_CHECKING:
    from scenes.council.scene import CouncilScene

OF_THE_CHAIR = (ScheduleOrder, StartVoting, RequestBrief, FinishMeeting)


def refuse(scene: "CouncilScene", name: str, action: object) -> str:
    """Say why, and what could be done instead."""
    table, kind = scene.table, type(action)
    if table.phase == "over":
        return "the meeting is closed"
    if kind in (Vote, VoteBecause):
        return _no_vote(scene, name)
    if kind in OF_THE_CHAIR and name != CHAIR:
        return f"that is for the chair; you could write {_could(scene, name)}"
    if table.phase == "vote":
        if kind is StartVoting:
            return "the vote is open already; wait until everybody has voted"
        return f"the vote is open; you could write {_could(scene, name)}"
    if name != scene.floor.up:
        return f"{scene.floor.up} has the floor; wait until it is your turn"
    if table.phase == "done" and kind in OF_THE_CHAIR:
        return "the agenda is done; write finish meeting"
    match action:
        case StartVoting():
            return f"nobody has had the floor on motion {table.motion} yet; schedule somebody first"
        case FinishMeeting():
            return f"motion {table.motion} is not voted on yet; write start voting, when enough is said"
        case RequestBrief():
            return "the brief on this motion is before you already"
        case Accept(offer):
            return f"{offer} has offered you nothing that is open"
    return f"that cannot be done now; you could write {_could(scene, name)}"


def _no_vote(scene: "CouncilScene", name: str) -> str:
    table = scene.table
    if name == CHAIR:
        return "the chair has no vote"
    if name in table.ballots:
        return f"you have voted {table.ballots[name]} already, and that stands"
    return f"no vote is open; you could write {_could(scene, name)}"


def _could(scene: "CouncilScene", name: str) -> str:
    kinds = scene.now(name)
    return scene.forms.usage_of(kinds) if kinds else "nothing, but wait"
