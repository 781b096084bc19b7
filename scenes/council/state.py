"""The state of a council, folded from its events, and checks of foreign recordings."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from core.engine.events import Event, Said
from core.engine.folding import Folding, on
from core.social.events import Floor, Scheduled, TurnTaken
from scenes.council import events as e
from scenes.council.observation import CHAIR, Amendment, ArgumentMade, Deal, Phase, QuestionAsked, StatedPosition
from scenes.council.values import VALUE_WEIGHTS, Interests, Value
from scenes.council.votes import Choice


class CouncilState(Folding):
    def __init__(self, members: tuple[str, ...]) -> None:
        self.members = members
        self.agenda: tuple[str, ...] = ()
        self.grounds: tuple[dict[Value, int], ...] = ()
        self.interests: dict[str, Interests] = {}
        self.motion = 0
        self.opened = 0
        self.scheduled = 0
        self.phase: Phase = "debate"
        self.results: list[e.Resolved] = []
        self.deals: list[Deal] = []
        self.brief = ""
        self.moved = 0
        """Number of steps by which stated positions have changed, over all motions."""
        self.influence = dict.fromkeys(members, 0)
        """Number of steps by which other members' positions have changed after each member's speeches."""
        self.counts = dict.fromkeys(
            ("arguments", "questions", "changes", "whispers", "briefs", "deals", "amendments"), 0
        )
        self._start_debate()

    def _start_debate(self) -> None:
        """Reset the state for a new debate."""
        self.had = dict.fromkeys(self.members, 0)
        self.positions: dict[str, StatedPosition] = {}
        self.arguments: list[ArgumentMade] = []
        self.questions: list[QuestionAsked] = []
        self.ballots: dict[str, Choice] = {}
        self.comments: dict[str, str] = {}
        self.words = ""
        """The newest message of a member."""
        self.speakers: list[tuple[int, str]] = []
        """Turn and speaker of each public speech."""
        self.brief = ""
        self.pending: Amendment | None = None
        self.amended: Amendment | None = None

    @property
    def waiting(self) -> tuple[str, ...]:
        """Members who still have to vote."""
        return tuple(name for name in self.members if name not in self.ballots) if self.phase == "vote" else ()

    @property
    def spoken(self) -> int:
        """Number of turns that members have had on the motion."""
        return sum(self.had.values())

    def likely_cause(self, name: str, named: tuple[str, ...]) -> str:
        """Return the speaker who most likely caused a member's change of position.

        This is the first name in `named` that spoke since the member stated its position, else the last speaker; "" if
        nobody else spoke.
        """
        since = self.positions[name].turn
        spoke = [other for turn, other in self.speakers if turn >= since and other != name]
        return next((other for other in named if other in spoke), spoke[-1] if spoke else "")

    def promised(self, motion: int) -> Iterator[tuple[str, str, Choice]]:
        """Yield the promises on a motion: the member that promised, the other member, and the vote."""
        for deal in self.deals:
            offer = deal.terms
            if deal.accepted and offer.motion == motion:
                yield deal.name, offer.to, offer.mine
            if deal.accepted and offer.other == motion:
                yield offer.to, deal.name, offer.yours

    def pass_turn(self, floor: Floor, event: Event) -> None:
        """Count a finished turn of a member."""
        if isinstance(event.data, TurnTaken) and floor.queue and not floor.fresh:
            self.had[floor.queue[0]] += 1

    def seen(self, name: str) -> dict[str, Any]:
        """Return the fields of an observation; with an empty name, the director's."""
        own = self.members if not name else (name,)
        return {
            "members": self.members,
            "agenda": self.agenda,
            "motion": self.motion,
            "opened": self.opened,
            "scheduled": self.scheduled,
            "phase": self.phase,
            "had": dict(self.had),
            "moved": self.pending,
            "amended": self.amended,
            "positions": dict(self.positions),
            "arguments": tuple(each for each in self.arguments if not name or each.by is None or name in each.by),
            "questions": tuple(q for q in self.questions if not name or not q.is_private or name in (q.name, q.to)),
            "interests": {each: self.interests[each] for each in own if each in self.interests},
            "ballots": {each: self.ballots[each] for each in own if each in self.ballots},
            "deals": tuple(deal for deal in self.deals if not name or name in (deal.name, deal.terms.to)),
            "results": tuple(self.results),
            "brief": self.brief if name in ("", CHAIR) else "",
        }

    @on
    def on_tabled(self, event: Event, body: e.Tabled) -> None:
        self.agenda = body.motions

    @on
    def on_proposed(self, event: Event, body: e.Proposed) -> None:
        self.agenda = (*self.agenda, body.text)

    @on
    def on_grounded(self, event: Event, body: e.Grounded) -> None:
        self.grounds = body.grounds

    @on
    def on_interested(self, event: Event, body: e.Interested) -> None:
        self.interests[event.agent] = body.interests

    @on
    def on_motion_opened(self, event: Event, body: e.MotionOpened) -> None:
        self.motion, self.opened, self.phase = body.motion, event.turn, "debate"
        self._start_debate()

    @on
    def on_scheduled(self, event: Event, body: Scheduled) -> None:
        self.scheduled = event.turn

    @on
    def on_said(self, event: Event, body: Said) -> None:
        self.words = body.text
        if body.to:
            self.counts["whispers"] += 1
        elif event.agent in self.members:
            self.speakers.append((event.turn, event.agent))

    @on
    def on_argued(self, event: Event, body: e.Argued | e.NewsArgued) -> None:
        self.arguments.append(ArgumentMade(event.turn, event.agent, body.side, body.value, event.audience))
        self.counts["arguments"] += 1

    @on
    def on_questioned(self, event: Event, body: e.Questioned) -> None:
        private = event.audience is not None
        self.questions.append(QuestionAsked(event.turn, event.agent, body.to, body.value, self.words, private))
        self.counts["questions"] += 1

    @on
    def on_positioned(self, event: Event, body: e.Positioned) -> None:
        first = self.positions[event.agent].first if event.agent in self.positions else body.position
        self.positions[event.agent] = StatedPosition(event.turn, first, body.position)
        if body.was is not None:
            steps = abs(body.position.score - body.was.score)
            self.moved += steps
            self.counts["changes"] += 1
            if body.after:
                self.influence[body.after] += steps

    @on
    def on_amendment_moved(self, event: Event, body: e.AmendmentMoved) -> None:
        self.pending = Amendment(event.turn, event.agent, body.text)

    @on
    def on_amended(self, event: Event, body: e.Amended) -> None:
        if self.pending is not None:
            self.amended, self.pending = replace(self.pending, turn=event.turn), None
            self.counts["amendments"] += 1

    @on
    def on_briefed(self, event: Event, body: e.Briefed) -> None:
        self.brief = body.text
        self.counts["briefs"] += 1

    @on
    def on_offered(self, event: Event, body: e.Offered) -> None:
        self.deals = [
            deal for deal in self.deals if deal.accepted or (deal.name, deal.terms.to) != (event.agent, body.to)
        ]
        self.deals.append(Deal(event.agent, body, False))

    @on
    def on_accepted(self, event: Event, body: e.Accepted) -> None:
        self.deals = [
            replace(deal, accepted=True) if (deal.name, deal.terms.to) == (body.offer, event.agent) else deal
            for deal in self.deals
        ]
        self.counts["deals"] += 1

    @on
    def on_voting_opened(self, event: Event, body: e.VotingOpened) -> None:
        self.phase = "vote"

    @on
    def on_balloted(self, event: Event, body: e.Balloted) -> None:
        self.ballots[event.agent] = body.choice
        if body.comment:
            self.comments[event.agent] = body.comment

    @on
    def on_resolved(self, event: Event, body: e.Resolved) -> None:
        self.results.append(body)
        if body.motion == len(self.agenda):
            self.motion, self.phase = body.motion + 1, "done"
            self._start_debate()

    @on
    def on_meeting_finished(self, event: Event, body: e.MeetingFinished) -> None:
        self.phase = "over"


# -- checks of foreign recordings

OF_MEMBERS = (
    e.AmendmentMoved, e.Amended, e.Proposed, e.Interested, e.Argued, e.Questioned, e.Unsure, e.Positioned, e.Offered,
    e.Accepted, e.Balloted, e.PromiseJudged,
)  # fmt: skip


def admit(state: CouncilState, listed: tuple[str, ...], proposals: int, event: Event) -> None:
    """Raise ValueError if an event of a foreign recording is impossible; it has been applied already.

    `listed` is the agenda of the options, and `proposals` the number of motions that members may add.
    """
    members, body = state.members, event.data
    if isinstance(body, OF_MEMBERS) and event.agent not in members:
        raise ValueError("only members can do that")
    if odd := next((name for name in _names_referred_to(event) if name not in members), None):
        raise ValueError(f"{odd!r} is not a member")
    if not all(1 <= motion <= len(state.agenda) for motion in _motions(event)):
        raise ValueError(f"the agenda has {len(state.agenda)} motions")
    match body:
        case e.Tabled(motions) if motions != listed:
            raise ValueError("the agenda differs from the options")
        case e.Proposed() if len(state.agenda) > len(listed) + proposals:
            raise ValueError("the options do not allow another motion")
        case e.MotionOpened(motion, text) if state.agenda[motion - 1] != text:
            raise ValueError("the motion differs from the agenda")
        case e.Grounded(grounds) if len(grounds) != len(state.agenda):
            raise ValueError("there must be one list of grounds for each motion")
        case e.Amended(text) if state.amended is None or state.amended.text != text:
            raise ValueError("no such amendment was moved")
        case e.Interested(interests):
            _admit_interests(interests, event.agent, members, len(state.agenda))
        case e.Resolved(yes=yes, no=no, abstain=abstain, votes=votes):
            if min(yes, no, abstain) < 0 or yes + no + abstain != len(members) or (votes and {*votes} != {*members}):
                raise ValueError(f"there are {len(members)} votes")


def _names_referred_to(event: Event) -> Iterator[str]:
    """Yield the names that an event refers to as members."""
    match event.data:
        case e.Questioned(to) | e.Offered(to) | e.PromiseJudged(to) | e.Unsure(to=to):
            yield to
        case e.Accepted(offer):
            yield offer
        case e.Positioned(after=after) if after:
            yield after
        case Scheduled(order):
            yield from order


def _motions(event: Event) -> tuple[int, ...]:
    """Return the motions that an event refers to."""
    match event.data:
        case e.MotionOpened(motion) | e.VotingOpened(motion) | e.Resolved(motion) | e.PromiseJudged(motion=motion):
            return (motion,)
        case e.Offered(motion=motion, other=other):
            return motion, other
    return ()


def _admit_interests(interests: Interests, name: str, members: tuple[str, ...], motions: int) -> None:
    if {*interests.trust} != {*members} - {name}:
        raise ValueError("trust must be given for each other member")
    if not len(interests.bearings) == len(interests.leanings) == motions:
        raise ValueError("there must be one leaning for each motion")
    if not all(1 <= weight <= max(VALUE_WEIGHTS) for weight in interests.values.values()):
        raise ValueError("a value has an invalid weight")
    if any({*bearing} - {*interests.values} for bearing in interests.bearings):
        raise ValueError("a motion bears on values that the member lacks")
    if not all(-1 <= each <= 1 for each in (*interests.trust.values(), interests.honor, *interests.leanings)):
        raise ValueError("trust, honor and leanings are at most 1")
