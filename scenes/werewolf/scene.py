"""Werewolf: nights, days and votes as a state machine, and who has the floor."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from typing import Any, ClassVar

from core.engine.agents import Agent
from core.engine.capabilities import Mark, Reviewed
from core.engine.chance import Chance
from core.engine.events import Body, Event, Said
from core.engine.recap import sentence
from core.engine.review import Verdict
from core.engine.scene import Outcome
from core.engine.turn import Action, Pick
from core.env.encoding import Learned
from core.errors import IllegalAction
from core.social.actions import ScheduleOrder, Speak, Yield
from core.social.events import Scheduled, TurnTaken
from core.social.scene import MODERATOR, SocialScene
from scenes.werewolf import events as e
from scenes.werewolf import review
from scenes.werewolf.actions import (
    OF_ROLES,
    Bid,
    CloseVoting,
    Howl,
    Inspect,
    NightKill,
    OpenVoting,
    Protect,
    Shoot,
    VoteLynch,
    WitchPoison,
    WitchSave,
)
from scenes.werewolf.bots import Bold, Quiet, Villager
from scenes.werewolf.claims import read
from scenes.werewolf.config import WerewolfConfig
from scenes.werewolf.encoding import WerewolfEncoding
from scenes.werewolf.players import ModelPlayer
from scenes.werewolf.prompting import GUIDELINES, SCENARIO, listed_votes, situation
from scenes.werewolf.table import BID, COUNTING, NIGHT, TALK, VOTING, WORDS, Table


class WerewolfScene(Table, Reviewed, Learned):
    name = "werewolf"
    summary = "find out who is a wolf"
    Config = WerewolfConfig
    events: ClassVar[tuple[type[Body], ...]] = (*SocialScene.events, *e.BODIES)
    actions = (
        Yield,
        Speak,
        VoteLynch,
        NightKill,
        Howl,
        Inspect,
        Protect,
        WitchSave,
        WitchPoison,
        Shoot,
        Bid,
        ScheduleOrder,
        OpenVoting,
        CloseVoting,
    )
    bots: ClassVar[Mapping[str, Callable[[], Agent]]] = {"rules": Villager, "bold": Bold, "quiet": Quiet}
    marks = {"good": "wolf hanged", "bad": "villager", "lost": "death", "set": "hanged"}
    bounds = {"score *": (0, 1), "*": (0, inf)}
    scenario = SCENARIO
    guidelines = GUIDELINES
    words = (*SocialScene.words, Howl)
    Player = ModelPlayer
    encoding = WerewolfEncoding

    def start(self, chance: Chance) -> Iterator[Event]:
        given = self.config.dealt()
        left = Counter(self.rules.counts) - Counter(given.values())
        deck = [role for role, count in left.items() for _ in range(count)]
        chance("roles").shuffle(deck)
        for name in self.players:
            role = given[name] if name in given else deck.pop()
            yield Event.of(e.Dealt(role), name, (name,))
        pack = self.holders("werewolf")
        yield Event.of(e.Pack(pack), "", pack)
        yield Event.of(e.NightFell(1))

    # -- whose turn it is

    def pick(self) -> Pick | None:
        if self.woken:
            return Pick((self.woken,), secret=True)
        if self.phase == NIGHT:
            return Pick(self._awake(), together=True, secret=True)
        if self.phase == WORDS:
            return Pick(self.dying[:1])
        if self.phase == BID:
            return Pick(self.alive, together=True)
        if self.phase == VOTING:
            waiting = tuple(name for name in self.alive if name not in self.votes)
            return Pick(waiting, together=True) if self.rules.sealed else Pick(waiting[:1])
        if self.phase == COUNTING:
            return Pick((MODERATOR,))
        if self.floor is not None:
            return Pick((self.floor.up,))
        return Pick(self.speaking, together=self.config.protocol == "parallel")

    def _awake(self) -> tuple[str, ...]:
        """Who decides at night at once. There is always a wolf."""
        return tuple(name for name in self.alive if self.roles[name] in ("werewolf", "seer", "doctor"))

    @property
    def _peace(self) -> bool:
        return self.rules.peace and self.night == 1

    # -- what can be done

    def space(self, name: str) -> tuple[type[Action], ...]:
        """Give the kinds of actions of a role, in a game of this protocol."""
        role = MODERATOR if name == MODERATOR else self.roles.get(name, "")
        others = {kind for each in OF_ROLES for kind in OF_ROLES[each] if kind not in OF_ROLES.get(role, ())}
        others |= {VoteLynch} if role == MODERATOR else set()
        others |= {Bid} if self.config.protocol != "bidding" else set()
        return tuple(kind for kind in super().space(name) if kind not in others)

    def legal(self, name: str) -> Sequence[Action]:
        if self.winner is not None:
            return ()
        if name == MODERATOR:
            return self._moderator_may()
        if self.woken == name:
            return self._woken_may(name)
        if self.phase == WORDS:
            return (Yield(),) if name in self.dying[:1] else ()
        if name not in self.alive:
            return ()
        others = [other for other in self.alive if other != name]
        if self.phase == NIGHT:
            return self._by_night(name, others)
        if self.phase == BID:
            return () if name in self.bids else [Bid(level) for level in (0, 1, 2, 3, 4)]
        if self.phase == VOTING:
            return () if name in self.votes else (Yield(), *map(VoteLynch, others))
        return (Yield(),) if name in self._floor() else ()

    def _floor(self) -> tuple[str, ...]:
        """Who may speak now."""
        if self.phase != TALK:
            return ()
        return self.speaking if self.floor is None else self.floor.queue[:1]

    def _moderator_may(self) -> Sequence[Action]:
        if self.phase == COUNTING:
            return (CloseVoting(),)
        if self.phase != TALK or self.floor is None:
            return ()
        if not self.floor.queue:
            return (ScheduleOrder(", ".join((*self.alive, MODERATOR))),)
        if self.floor.up != MODERATOR:
            return ()
        return (Yield(),) if self.rules.equal_talk else (Yield(), OpenVoting())

    def _woken_may(self, name: str) -> Sequence[Action]:
        others = [other for other in self.alive if other != name]
        if self.roles[name] == "hunter":
            return (Yield(), *map(Shoot, others))
        save = [WitchSave()] if "save" in self.potions and self.victim else []
        return (Yield(), *save, *(map(WitchPoison, others) if "poison" in self.potions else ()))

    def _by_night(self, name: str, others: Sequence[str]) -> Sequence[Action]:
        role = self.roles.get(name)
        if role == "werewolf" and name not in self.stalked:
            prey = () if self._peace else (other for other in others if other not in self.pack)
            return (Yield(), *map(NightKill, prey))
        if role == "seer" and all(look.night != self.night for look in self.looks):
            return (Yield(), *(Inspect(other) for other in others))
        if role == "doctor" and not self.guarded:
            return (Yield(), *(Protect(other) for other in self.alive if other != self.guarded_before))
        return ()

    def check_words(self, name: str, action: Any) -> None:
        """Let words pass from who has the floor, and to the pack by night."""
        if isinstance(action, Howl):
            if self.phase != NIGHT or self.roles.get(name) != "werewolf" or not self.legal(name):
                raise IllegalAction("only a werewolf howls, by night, before it has chosen")
        elif name not in self._floor() and not (self.phase == WORDS and name in self.dying[:1]):
            raise IllegalAction("you do not have the floor")

    # -- what it makes happen

    def decide(self, name: str, action: Any, chance: Chance) -> Iterator[Event]:
        match action:
            case NightKill(target):
                yield Event.of(e.Stalked(target), name, self.holders("werewolf"))
            case Howl(message):
                yield from self.deliver_message(name, message, tuple(n for n in self.holders("werewolf") if n != name))
            case Inspect(target):
                yield Event.of(e.Inspected(target, self.roles[target] == "werewolf"), name, (name,))
            case Protect(target):
                yield Event.of(e.Protected(target), name, (name,))
            case WitchSave():
                yield Event.of(e.Saved(self.victim), name, (name,))
            case WitchPoison(target):
                yield Event.of(e.Poisoned(target), name, (name,))
            case Shoot(target):
                yield Event.of(e.Shot(target), name)
            case Bid(level):
                yield Event.of(e.Bade(level), name, (name,))
            case VoteLynch(target):
                yield from self._vote(name, target)
            case OpenVoting():
                yield Event.of(e.VotingOpened(), name)
            case CloseVoting():
                yield self._count(name, chance)
            case Yield():
                yield from self._nothing(name)
            case _:
                yield from super().decide(name, action, chance)

    def _vote(self, name: str, target: str) -> Iterator[Event]:
        yield Event.of(e.Voted(target), name, (name,) if self.rules.sealed else None)

    def _nothing(self, name: str) -> Iterator[Event]:
        """What it is to yield: a vote for nobody, or to leave a chance of the night."""
        if self.phase == VOTING and name in self.alive and not self.woken:
            yield from self._vote(name, "")
        elif self.woken == name or (self.phase == NIGHT and name in self.alive):
            yield Event.of(e.Declined(), name, (name,))

    def _count(self, name: str, chance: Chance) -> Event:
        count = Counter(target for target in self.votes.values() if target)
        most = [target for target, votes in count.items() if votes == max(count.values())]
        hanged = most[0] if len(most) == 1 else ""
        if len(most) > 1 and self.config.tie == "random":
            hanged = chance("rope").choice(sorted(most))
        return Event.of(e.VotingClosed({each: self.votes[each] for each in self.alive}, hanged), name)

    # -- what follows

    def after_turn(self, pick: Pick, chance: Chance) -> Iterator[Event]:
        """Go on to whatever needs an agent next."""
        if self.woken:
            return
        if self.phase == NIGHT:
            yield from self._after_night(chance)
        elif pick.secret:  # the hunter has decided
            yield from self._bury(chance)
        elif self.phase == VOTING:
            yield from self._after_votes(chance)
        elif self.phase in (WORDS, COUNTING):
            if pick.names != (MODERATOR,) or not self.dying or not self.config.last_words:
                yield from self._bury(chance)
        elif self.phase == BID:
            yield from self._after_bids(chance)
        else:
            yield from self._after_speech(chance)

    def _after_night(self, chance: Chance) -> Iterator[Event]:
        """First the pack's victim is settled, then the witch is asked, then it is day."""
        if not self.marked:
            yield Event.of(e.Marked(self._prey(chance)), "", self.holders("werewolf"))
            witch = self.holders("witch")
            if witch and self.potions and not self._peace:
                yield Event.of(e.WitchWoke(self.victim if "save" in self.potions else ""), witch[0], witch)
                return
        safe = (self.guarded, self.saved)
        dead = [name for name in (self.victim, self.poisoned) if name and (name == self.poisoned or name not in safe)]
        yield Event.of(e.Dawn(self.day + 1, tuple(dict.fromkeys(dead))))
        yield from self._bury(chance)

    def _after_votes(self, chance: Chance) -> Iterator[Event]:
        """Count when all are in; that is the moderator's, where there is one."""
        if any(name not in self.votes for name in self.alive):
            return
        if self.moderated:
            yield Event.of(e.VotesIn())
            return
        yield self._count("", chance)
        if not self.dying or not self.config.last_words:
            yield from self._bury(chance)

    def _prey(self, chance: Chance) -> str:
        """Whom most of the pack wants; of several, by lot."""
        count = Counter(self.stalked.values())
        most = sorted(name for name in count if count[name] == max(count.values()))
        return chance("prey").choice(most) if most else ""

    def _bury(self, chance: Chance) -> Iterator[Event]:
        """Bury the dead; the hunter among them is asked first what it does."""
        while self.dying:
            name = self.dying[0]
            shown = self.roles[name] if self.config.reveal else ""
            yield Event.of(e.Buried(shown), name)
            if self.roles[name] == "hunter" and name != self.poisoned and len(self.alive) > 1:
                yield Event.of(e.HunterWoke(), name, (name,))
                return
        yield from self._go_on(chance)

    def _go_on(self, chance: Chance) -> Iterator[Event]:
        """After deaths: the end, a night, or the talk of the day."""
        if winner := self._won():
            yield Event.of(e.Unmasked(dict(self.roles), winner))
        elif self.ballots and self.ballots[-1].day == self.day:
            if self.day >= self.config.days:
                yield Event.of(e.Unmasked(dict(self.roles), ""))
            else:
                yield Event.of(e.NightFell(self.night + 1))
        else:
            yield from self._call(chance)

    def _won(self) -> str:
        wolves = len(self.holders("werewolf"))
        if not wolves:
            return "village"
        return "wolves" if 2 * wolves >= len(self.alive) else ""

    def _after_bids(self, chance: Chance) -> Iterator[Event]:
        """The highest bid has the floor; of several, who was named last, then by lot."""
        bidders = [name for name in self.alive if name not in self.passed]
        most = [name for name in bidders if self.bids[name] == max(self.bids[each] for each in bidders)]
        last = next((each.text for each in reversed(self.heard) if each.by is None and each.name), "")
        named = [name for name in most if name in last]
        yield Event.of(e.Called((chance("floor").choice(named or most),)))

    def _after_speech(self, chance: Chance) -> Iterator[Event]:
        if self.floor is not None:
            yield Event.of(TurnTaken() if self.floor.queue else Scheduled((*self.alive, MODERATOR)))
        if self.speeches <= 0 or set(self.alive) <= set(self.passed):
            yield Event.of(e.VotingOpened())
        elif self.floor is None:
            yield from self._call(chance)

    def _call(self, chance: Chance) -> Iterator[Event]:
        """Give the floor to whom the protocol says; in a moderated game that is the moderator's."""
        match self.config.protocol:
            case "parallel":
                called = self.alive
                if self.rules.equal_talk:
                    waiting = (name for name in self.alive if name not in self.passed)
                    called = tuple(sorted(waiting, key=lambda name: self.spoken.get(name, 0))[: self.speeches])
                yield Event.of(e.Called(called))
            case "bidding":
                yield Event.of(e.BiddingOpened())
            case "random":
                last = self.speaking[:1] if len(self.alive) > 1 else ()
                others = [name for name in self.alive if name not in (*last, *self.passed)]
                yield Event.of(e.Called((chance("floor").choice(others),)))
            case "round-robin":
                seat = self.players.index(self.speaking[0]) + 1 if self.speaking else (self.day - 1) % len(self.players)
                order = (*self.players[seat:], *self.players)
                yield Event.of(e.Called((next(name for name in order if name in self.alive),)))

    # -- what is told

    def status_prompt(self, name: str) -> str:
        kinds = {type(action) for action in (*self.legal(name), *self.openings(name))}
        return situation(self.observe(name), kinds)

    def remember(self, event: Event, name: str) -> str:
        match event.data:
            case e.Called() | e.BiddingOpened() | e.Buried(role="") | Scheduled():
                return ""
            case e.VotingClosed(votes):
                return f"{event.data.sentence()}; the votes: {listed_votes(votes)}"
        return super().remember(event, name)

    def is_complete(self) -> str | None:
        if self.winner is None:
            return None
        return f"{self.winner}_won" if self.winner else "out_of_days"

    def outcome(self) -> Outcome:
        side = "werewolf" if self.winner == "wolves" else ""
        won = [n for n in self.players if self.winner and (self.roles.get(n) == "werewolf") == bool(side)]
        found = any(look.wolf for look in self.looks)
        metrics = {
            "village_wins": self.winner == "village",
            "seer_found": found,
            "days": self.day,
            "speeches": sum(each.by is None and each.name in self.players for each in self.heard),
            "nudges": self.nudges,
            "hanged_wolves": sum(self.roles.get(d.name) == "werewolf" for d in self.deaths if d.how == "rope"),
            "hanged": sum(death.how == "rope" for death in self.deaths),
        }
        return Outcome(tuple(won), {name: int(name in won) for name in self.players}, metrics, dict(self.roles))

    def concerns(self, event: Event, name: str) -> str:
        """Tell who died, who claims to be somebody, and who speaks of one, by name or not."""
        match event.data:
            case e.Dawn() | e.VotingClosed() | e.Shot():
                return sentence(event, name)
            case Said(text) if event.agent != name:
                claims = read(text, event.agent, self.players)
                if any(claim.target == name or claim.kind in ("role", "look") for claim in claims):
                    return sentence(event, name)
        return super().concerns(event, name)

    def weigh(self, name: str, action: Action) -> Verdict | None:
        """Votes of the village are judged, by what the voter could know."""
        return review.weigh(self.observe(name), action) if isinstance(action, VoteLynch) else None

    def notable(self, event: Event) -> Mark | None:
        match event.data:
            case e.Dawn(dead=dead) if dead:
                return "lost"
            case e.VotingClosed(hanged=hanged) if hanged:
                return "set" if not self.rules.reveal else "good" if self.roles.get(hanged) == "werewolf" else "bad"
            case e.Shot():
                return "lost"
        return None
