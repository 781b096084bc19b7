"""The rules of a council: the floor, the debate, votes and offers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from core.engine.agents import Agent
from core.engine.capabilities import Mark
from core.engine.chance import Chance
from core.engine.events import Event
from core.engine.recap import sentence
from core.engine.scene import Outcome
from core.engine.turn import Action, Pick
from core.errors import IllegalAction, UserError, did_you_mean
from core.llm.prompts import Prompts
from core.social.actions import ScheduleOrder, Speak, TalkTo
from core.social.events import Announced, Floor
from core.social.persona import Portrait
from core.social.player import PROMPTS
from core.social.read_speech import disagreements_export
from core.social.scene import SocialScene
from scenes.council import actions, own_motions, values, wording
from scenes.council import events as e
from scenes.council.config import CouncilConfig
from scenes.council.intents import CORPUS
from scenes.council.measures import MEASURES
from scenes.council.observation import CHAIR, CouncilSeen
from scenes.council.players import CouncilPlayer, RuleBasedMember
from scenes.council.reading import read, speech_of
from scenes.council.speech import CouncilSpeech
from scenes.council.state import admit
from scenes.council.tables import TABLES
from scenes.council.values import VALUES
from scenes.council.votes import Position, count_votes


class CouncilScene(CouncilSpeech):
    """A council debates the motions of its agenda, one after the other, and votes on each.

    The chair says who has the floor, and opens the vote; it has no vote itself. When everybody had the floor as often
    as the option `rounds` says, the vote opens by itself. Then all members vote at once, and nobody sees a vote before
    all are in. With sealed votes (`-o vote=sealed`) only the counts are published.

    A vote counts if at least half of the members vote yes or no. A motion passes with more yes than no; with two yes
    for each no (`-o majority=two-thirds`); or with no vote against it (`-o majority=unanimity`). Abstentions count for
    neither side, and a tie fails.

    Speech is read for positions, for appeals to values, and for questions. A change of position names the speaker
    before it.
    """

    name = "council"
    summary = "debate, then vote"
    Config = CouncilConfig
    actions = actions.ALL_ACTIONS
    events = (*SocialScene.events, *e.BODIES)
    marks = {"good": "passed", "bad": "failed", "missed": "changed sides", "lost": "promise broken"}
    measures = MEASURES
    tables = TABLES
    exports: ClassVar = {
        **{name: table.csv for name, table in TABLES.items()},
        "disagreements": disagreements_export(CORPUS),
    }
    Player = CouncilPlayer
    bots: ClassVar[Mapping[str, Callable[[], Agent]]] = {"rules": RuleBasedMember}
    prompts = Prompts(Path(__file__).parent / "prompts", PROMPTS)

    def __init__(self, config: Any, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.floor: Floor = Floor(self.voters, CHAIR)
        if odd := next((name for name in config.values if name not in self.voters), None):
            raise UserError(f"values: no member is called {odd!r}; {did_you_mean(odd, self.voters)}.")

    def start(self, chance: Chance) -> Iterator[Event]:
        motions = self.config.motions
        known = [self.grounds_of(i, motion) for i, motion in enumerate(motions, 1)]
        bearings = tuple(values.draw_bearing(each, chance("grounds")) for each in known)
        yield e.Tabled(motions).by()
        yield e.Grounded(bearings).by(to=())
        for name in self.voters:
            draw, chosen = chance("interests", name), self.config.values.get(name)
            persona = self.portraits[name].properties if self.portraits[name] != Portrait() else None
            own = values.draw_interests(name, self.voters, bearings, draw, chosen, persona)
            yield e.Interested(own).by(name, to=(name,))
        yield e.MotionOpened(1, motions[0]).by()

    # -- legal actions

    def nudged(self, name: str) -> bool:
        """Return False: nobody presses the chair to schedule, since it may open the vote instead."""
        return False

    def pick(self) -> Pick | None:
        """Pick all members who still have to vote; None while there is no vote, so that the floor decides."""
        return Pick(waiting, together=True) if (waiting := self.state.waiting) else None

    def space(self, name: str) -> tuple[type[Action], ...]:
        """Return the action types of a seat, without those that a persona leaves out."""
        chosen = self.personas[name].actions
        kinds: tuple[type[Action], ...] = actions.CHAIR_ACTIONS if name == CHAIR else actions.MEMBER_ACTIONS
        if not self.config.proposals:
            kinds = tuple(kind for kind in kinds if kind is not actions.Propose)
        return tuple(k for k in kinds if k not in actions.OPTIONAL_ACTIONS or not chosen or self.forms.tag(k) in chosen)

    def now(self, name: str) -> tuple[type[Action], ...]:
        """Return the action types that an agent may use now."""
        state = self.state
        if state.phase == "vote":
            return actions.VOTING_ACTIONS if name in state.members and name not in state.ballots else ()
        if state.phase == "over" or name != self.floor.up:
            return ()
        chairing = actions.CLOSING_ACTIONS if state.phase == "done" else actions.CHAIRING_ACTIONS
        kinds: tuple[type[Action], ...] = chairing if name == CHAIR else actions.DEBATE_ACTIONS
        allowed, is_full = self.space(name), len(state.agenda) == len(self.config.motions) + self.config.proposals
        return tuple(kind for kind in kinds if kind in allowed and not (is_full and kind is actions.Propose))

    def openings(self, name: str) -> Sequence[Action]:
        offers = actions.possible_offers(self.state, name) if actions.Offer in self.now(name) else ()
        return (*super().openings(name), *offers)

    def legal(self, name: str) -> Sequence[Action]:
        return tuple(actions.list_actions(self.state, name, self.now(name), self.grounds()))

    def check(self, name: str, action: Any) -> None:
        if type(action) not in self.now(name):
            raise self._rejection(name, action)
        match action:
            case TalkTo(to):
                self.check_talk(name, to)
            case ScheduleOrder():
                self._check_order(action)
            case actions.Offer():
                self.check_talk(name, action.to)
                actions.check_offer(self.state, action)
            case actions.Amend(provision):
                actions.check_amendment(self.state, provision)
            case actions.Propose(motion):
                actions.check_proposal(self.state, motion)
            case Speak() | actions.Announce() | actions.Vote() | actions.VoteBecause() | actions.StatePosition():
                pass
            case _ if action not in self.legal(name):
                raise self._rejection(name, action)

    def _rejection(self, name: str, action: Any) -> IllegalAction:
        usage = self.forms.usage_of(self.now(name))
        return IllegalAction(actions.rejection_reason(self.state, name, action, self.floor.up, usage))

    def check_talk(self, name: str, to: str) -> None:
        super().check_talk(name, to)
        if to == CHAIR:
            raise IllegalAction("you cannot whisper to the chair; name a member")

    # -- events

    def decide(self, name: str, action: Any, chance: Chance) -> Iterator[Event]:
        state = self.state
        match action:
            case Speak(message) | actions.Announce(message):
                confirmed = self.guesses[name] if self.confirms(name, message) else None
                yield from super().decide(name, action, chance)
                yield from self.events_of_speech(name, message, confirmed)
            case TalkTo(to, message):
                yield from super().decide(name, action, chance)
                yield from self.events_of_whisper(name, to, message)
            case actions.StatePosition(stance, strength):
                yield from self.state_position(name, Position(stance, "mild" if stance == "open" else strength), ())
            case actions.Amend(provision):
                yield e.AmendmentMoved(provision).by(name)
                for argument in read(speech_of(provision, ()), ()).arguments:
                    yield e.Argued(argument.side, argument.value).by(name)
            case actions.Propose(motion):
                yield from self._proposed(name, motion, chance)
            case actions.Second() if state.pending:
                yield e.Amended(state.pending.text).by(name)
            case actions.Offer(to, mine, motion, yours, other):
                yield e.Offered(to, mine, motion, yours, other).by(name, to=self.pair(name, to))
            case actions.Accept(offer):
                yield e.Accepted(offer).by(name, to=self.pair(name, offer))
            case actions.VotingStatus():
                yield e.StatusTold(wording.meeting_state(self.observe(name))).by(name, to=(name,))
            case actions.RequestBrief() if not state.brief:
                brief = e.weighed(state.grounds[state.motion - 1]) if state.grounds else ""
                brief = brief or "no grounds are given"
                yield e.Briefed(f"{state.agenda[state.motion - 1]}: {brief}.").by(name, to=(name,))
            case actions.StartVoting():
                yield e.VotingOpened(state.motion).by(name)
            case actions.Vote(choice):
                yield e.Balloted(choice).by(name, to=(name,))
            case actions.VoteBecause(choice, comment):
                yield e.Balloted(choice, comment).by(name, to=(name,))
            case actions.FinishMeeting():
                yield e.MeetingFinished().by(name)
            case _:
                yield from super().decide(name, action, chance)

    def _proposed(self, name: str, motion: str, chance: Chance) -> Iterator[Event]:
        """Yield a motion of a member's own, its effects on values, and each member's view of it."""
        state = self.state
        yield e.Proposed(motion).by(name)
        effects = values.draw_bearing(own_motions.read_effects(motion), chance("grounds"))
        yield e.Grounded((*state.grounds, effects)).by(to=())
        for member, own in dict(state.interests).items():
            extended = own_motions.extended(own, effects, chance("interests", member))
            yield e.Interested(extended).by(member, to=(member,))

    def intervene(self, what: str, chance: Chance) -> Iterator[Event]:
        """Yield the events of an intervention and, for news, of the arguments in it."""
        for event in super().intervene(what, chance):
            yield event
            if isinstance(event.data, Announced):
                for side, value in read(speech_of(event.data.text, self.voters), self.voters).arguments:
                    yield e.NewsArgued(side, value).by(to=event.audience)

    def after_turn(self, pick: Pick, chance: Chance) -> Iterator[Event]:
        """Count the votes, close the meeting, or advance the queue of speakers."""
        state = self.state
        if state.phase == "vote" and pick.together:
            yield from self._count_votes()
        elif state.phase == "done":
            yield e.MeetingFinished().by()
        elif state.phase == "debate":
            yield from super().after_turn(pick, chance)
            if state.spoken >= self.config.rounds * len(self.voters):
                yield e.VotingOpened(state.motion, True).by()

    def _count_votes(self) -> Iterator[Event]:
        state, is_open = self.state, self.config.vote == "open"
        motion, ballots, comments = state.motion, state.ballots, state.comments
        how = (dict(ballots), dict(comments)) if is_open else ()
        yield e.Resolved(motion, *count_votes(ballots.values(), self.config.majority), *how).by()
        for member, to, choice in state.promised(motion):
            judged = e.PromiseJudged(to, motion, ballots[member] == choice)
            yield judged.by(member, to=self.pair(member, to) if is_open else ())
        if motion < len(state.agenda):
            yield e.MotionOpened(motion + 1, state.agenda[motion]).by()

    def apply(self, event: Event) -> None:
        self.state.pass_turn(self.floor, event)
        self.state.apply(event)
        super().apply(event)
        if isinstance(event.data, e.VotingOpened):
            self.floor = msgspec.structs.replace(self.floor, queue=())

    def is_complete(self) -> str | None:
        return "adjourned" if self.state.phase == "over" else None

    def outcome(self) -> Outcome:
        state = self.state
        passed = sum(result.passed for result in state.results)
        metrics = {"motions": len(state.results), "motions_passed": passed, "moved": state.moved, **state.counts}
        return Outcome(scores=dict(state.influence), metrics=metrics)

    def notable(self, event: Event) -> Mark | None:
        match event.data:
            case e.Resolved(passed=passed):
                return "good" if passed else "bad"
            case e.PromiseJudged(kept=False):
                return "lost"
            case e.Positioned(now, was) if was is not None and now.score * was.score <= 0:
                return "missed"
        return None

    def concerns(self, event: Event, name: str) -> str:
        """Report changed positions, amendments, votes and results, but not questions, since speeches contain them."""
        match event.data:
            case e.Questioned() | e.NewsArgued() | e.Positioned(was=None):
                return ""
            case e.Positioned() | e.Resolved() | e.AmendmentMoved() | e.Proposed() | e.Amended() | e.VotingOpened() if (
                event.agent != name
            ):
                return sentence(event, name)
        return super().concerns(event, name)

    def admits(self, event: Event) -> None:
        super().admits(event)
        admit(self.state, self.config.motions, self.config.proposals, event)

    # -- observations

    def observe(self, name: str) -> CouncilSeen:
        own = self.state.interests.get(name)
        cares = own.values if own else () if name else VALUES
        known = self.grounds().items()
        return CouncilSeen(
            **self.seen(name),
            **self.state.seen(name),
            reasons={side: {v: texts[v] for v in texts if v in cares} for side, texts in known},
            guesses=dict(self.guesses),
            majority=self.config.majority,
            sealed=self.config.vote == "sealed",
            rounds=self.config.rounds,
        )

    def remember(self, event: Event, name: str) -> str:
        """Return an event as an agent remembers it, without events whose content is in a speech or in every status."""
        if isinstance(event.data, e.Argued | e.NewsArgued | e.Questioned | e.Unsure | e.Positioned | e.Interested):
            return ""
        return super().remember(event, name)

    def status_prompt(self, name: str) -> str:
        return wording.status(self.observe(name))

    def board(self, perspective: str = "") -> str:
        return wording.board(self.observe(perspective))
