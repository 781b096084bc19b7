"""Players of a council: bots, with the chair's moves, and the player that asks a model."""

from contextlib import suppress

from core.engine.agents import Agent
from core.engine.turn import Action, Turn
from core.errors import GaveUp
from core.llm.replies import Words
from core.social.actions import ScheduleOrder, Yield
from core.social.player import SocialPlayer
from scenes.council import member
from scenes.council.actions import Announce, FinishMeeting, RequestBrief, StartVoting
from scenes.council.events import Briefed
from scenes.council.observation import CHAIR, CouncilSeen
from scenes.council.wording import CALLS_TO_VOTE, CLOSING_WORDS, OPENING_WORDS

LATER_SPEAKERS = 3
"""Number of members that get the floor at once after the first round."""


class CouncilPlayer(SocialPlayer):
    """A player that asks its model to write requested briefs; without a usable reply, the scene writes them."""

    async def act(self, turn: Turn) -> Action:
        action = await super().act(turn)
        seen: CouncilSeen = turn.observation
        if isinstance(action, RequestBrief) and action in turn.legal:
            example = f"{seen.text}: not all have said where they stand."
            with suppress(GaveUp):
                turn.log(
                    Briefed(
                        await turn.ask(self.messages(turn, turn.prompts.render("brief")), Words("brief", example, 2000))
                    )
                )
        return action


class RuleBasedMember(Agent):
    """A bot for any seat: the chair gives the floor, a member argues for its values and can be persuaded."""

    what = "argues, listens, may change its mind"

    def act(self, turn: Turn) -> Action:
        return _chair(turn) if turn.name == CHAIR else member.act(turn)


def _chair(turn: Turn) -> Action:
    seen: CouncilSeen = turn.observation
    spoke = any(each.name == seen.name and each.turn == turn.number for each in seen.heard)
    if seen.up != seen.name or seen.phase in ("vote", "over"):
        return Yield()
    if seen.phase == "done":
        return FinishMeeting() if spoke else Announce(turn.chance("close").choice(CLOSING_WORDS))
    if not any(seen.had.values()):
        return _open_debate(turn, seen, spoke)
    if _is_exhausted(seen):
        if not spoke:
            turn.think("Since I last gave the floor nobody has said anything new.")
            return Announce(turn.chance("call").choice(CALLS_TO_VOTE))
        return StartVoting()
    order = _speaking_order(seen)[:LATER_SPEAKERS]
    turn.think(f"{', '.join(order)}: who was asked comes first, then who had the floor least.")
    return ScheduleOrder(", ".join(order))


def _open_debate(turn: Turn, seen: CouncilSeen, spoke: bool) -> Action:
    """Open a debate: announce the motion, request a brief, then give everybody the floor once.

    The first speaker changes with each motion.
    """
    if not spoke:
        text = turn.chance("open").choice(OPENING_WORDS)
        return Announce(text.format(i=seen.motion, text=seen.text))
    if not seen.brief:
        return RequestBrief()
    first = (seen.motion - 1) * 2 % len(seen.members)
    return ScheduleOrder(", ".join((*seen.members[first:], *seen.members[:first])))


def _is_exhausted(seen: CouncilSeen) -> bool:
    """Return True if nothing new was argued, asked or stated since the chair last gave the floor."""
    known, newest = set[tuple[str, str]](), 0
    for argument in seen.arguments:
        if (argument.side, argument.value) not in known:
            known.add((argument.side, argument.value))
            newest = argument.turn
    newest = max([newest, *(asked.turn for asked in seen.questions), *(each.turn for each in seen.positions.values())])
    return newest <= seen.scheduled


def _speaking_order(seen: CouncilSeen) -> list[str]:
    """Return all members: those with an unanswered question first, then by the times that they had the floor."""
    last = {name: max((each.turn for each in seen.heard if each.name == name), default=0) for name in seen.members}
    asked = {each.to for each in seen.questions if each.turn > last[each.to]}
    asked |= {name if guess.asked else guess.to for name, guess in seen.guesses.items()}
    return sorted(seen.members, key=lambda name: (name not in asked, seen.had[name], last[name]))
