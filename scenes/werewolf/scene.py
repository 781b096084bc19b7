"""Werewolf: nights, days and votes as a state machine, and the order of speakers."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from core.engine.agents import Agent
from core.engine.capabilities import Mark, Reviewed, Verdict
from core.engine.chance import Chance
from core.engine.events import Body, Event, Said
from core.engine.recap import sentence
from core.engine.scene import Outcome
from core.engine.turn import Action, Pick
from core.env.encoding import Learned
from core.llm.prompts import Prompts
from core.social.actions import Yield
from core.social.events import Scheduled
from core.social.player import PROMPTS
from core.social.read_speech import disagreements_export
from core.social.scene import MODERATOR, SocialScene
from scenes.werewolf import actions, evidence
from scenes.werewolf import events as e
from scenes.werewolf.actions import ACTIONS, Howl
from scenes.werewolf.bots import BoldBot, QuietBot, WerewolfBot
from scenes.werewolf.claims import read
from scenes.werewolf.config import WerewolfConfig
from scenes.werewolf.encoding import WerewolfEncoding
from scenes.werewolf.intents import CORPUS
from scenes.werewolf.measures import MEASURES
from scenes.werewolf.prompting import listed_votes, situation
from scenes.werewolf.state import BID, COUNTING, NIGHT, VOTING, WORDS, WerewolfState
from scenes.werewolf.tables import TABLES


class WerewolfScene(WerewolfState, Reviewed, Learned):
    name = "werewolf"
    summary = "find out who is a wolf"
    Config = WerewolfConfig
    events: ClassVar[tuple[type[Body], ...]] = (*SocialScene.events, *e.BODIES)
    actions = ACTIONS
    bots: ClassVar[Mapping[str, Callable[[], Agent]]] = {"rules": WerewolfBot, "bold": BoldBot, "quiet": QuietBot}
    figures = "probability that the player is a werewolf, by the public record and what you knew"
    marks = {"good": "wolf hanged", "bad": "villager", "lost": "death", "set": "hanged"}
    measures = MEASURES
    tables = TABLES
    exports: ClassVar = {
        **{name: table.csv for name, table in TABLES.items()},
        "disagreements": disagreements_export(CORPUS),
    }
    prompts = Prompts(Path(__file__).parent / "prompts", PROMPTS)
    words = (*SocialScene.words, Howl)
    free_chat = False
    encoding = WerewolfEncoding

    def start(self, chance: Chance) -> Iterator[Event]:
        fixed = self.config.fixed_roles()
        deck = list((Counter(self.rules.counts) - Counter(fixed.values())).elements())
        chance("roles").shuffle(deck)
        for name in self.players:
            role = fixed[name] if name in fixed else deck.pop()
            yield e.Dealt(role).by(name, to=(name,))
        pack = self.holders("werewolf")
        yield e.Pack(pack).by(to=pack)
        yield e.NightFell(1).by()

    # -- turns

    def pick(self) -> Pick | None:
        if self.woken:
            return Pick((self.woken,), secret=True)
        if self.phase == NIGHT:
            awake = (name for name in self.alive if self.roles[name] in ("werewolf", "seer", "doctor"))
            return Pick(tuple(awake), together=True, secret=True)  # at least one wolf is alive
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

    # -- actions

    def space(self, name: str) -> tuple[type[Action], ...]:
        """Return the action types of a role in this protocol."""
        excluded = actions.excluded_types(self, name)
        return tuple(kind for kind in super().space(name) if kind not in excluded)

    def legal(self, name: str) -> Sequence[Action]:
        return actions.legal(self, name)

    def check_words(self, name: str, action: Any) -> None:
        """Allow words of players with the floor, and howls within the pack at night."""
        actions.check_words(self, name, action)

    # -- effects of actions

    def decide(self, name: str, action: Any, chance: Chance) -> Iterator[Event]:
        match action:
            case actions.NightKill(target):
                yield e.Stalked(target).by(name, to=self.holders("werewolf"))
            case Howl(message):
                yield from self.deliver_message(name, message, tuple(n for n in self.holders("werewolf") if n != name))
            case actions.Inspect(target):
                yield e.Inspected(target, self.roles[target] == "werewolf").by(name, to=(name,))
            case actions.Protect(target):
                yield e.Protected(target).by(name, to=(name,))
            case actions.WitchSave():
                yield e.Saved(self.victim).by(name, to=(name,))
            case actions.WitchPoison(target):
                yield e.Poisoned(target).by(name, to=(name,))
            case actions.Shoot(target):
                yield e.Shot(target).by(name)
            case actions.Bid(level):
                yield e.Bade(level).by(name, to=(name,))
            case actions.VoteLynch(target):
                yield from self._vote(name, target)
            case actions.OpenVoting():
                yield e.VotingOpened().by(name)
            case actions.CloseVoting():
                yield self._count(name, chance)
            case Yield():
                yield from self._decline(name)
            case _:
                yield from super().decide(name, action, chance)

    def _vote(self, name: str, target: str) -> Iterator[Event]:
        yield e.Voted(target).by(name, to=(name,) if self.rules.sealed else None)

    def _decline(self, name: str) -> Iterator[Event]:
        """Turn a yield into a vote for nobody, or into declining to use a power."""
        if self.phase == VOTING and name in self.alive and not self.woken:
            yield from self._vote(name, "")
        elif self.woken == name or (self.phase == NIGHT and name in self.alive):
            yield e.Declined().by(name, to=(name,))

    def _count(self, name: str, chance: Chance) -> Event:
        most = most_named(self.votes)
        hanged = most[0] if len(most) == 1 else ""
        if len(most) > 1 and self.config.tie == "random":
            hanged = chance("rope").choice(sorted(most))
        return e.VotingClosed({each: self.votes[each] for each in self.alive}, hanged).by(name)

    # -- transitions

    def after_turn(self, pick: Pick, chance: Chance) -> Iterator[Event]:
        """Advance to the next decision."""
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
            yield from self._after_speech(pick, chance)

    def _after_night(self, chance: Chance) -> Iterator[Event]:
        """Determine the pack's victim, then ask the witch, then start the day."""
        if not self.victim_decided:
            yield e.Marked(self._prey(chance)).by(to=self.holders("werewolf"))
            witch = self.holders("witch")
            if witch and self.potions and not self.peaceful:
                yield e.WitchWoke(self.victim if "save" in self.potions else "").by(witch[0], to=witch)
                return
        safe = (self.guarded, self.saved)
        dead = [name for name in (self.victim, self.poisoned) if name and (name == self.poisoned or name not in safe)]
        yield e.Dawn(self.day + 1, tuple(dict.fromkeys(dead))).by()
        yield from self._bury(chance)

    def _after_votes(self, chance: Chance) -> Iterator[Event]:
        """Count the votes when all are in, or let the moderator count them."""
        if any(name not in self.votes for name in self.alive):
            return
        if self.moderated:
            yield e.VotesIn().by()
            return
        yield self._count("", chance)
        if not self.dying or not self.config.last_words:
            yield from self._bury(chance)

    def _prey(self, chance: Chance) -> str:
        """Return the player that most of the pack chose; ties are drawn."""
        most = most_named(self.stalked)
        return chance("prey").choice(sorted(most)) if most else ""

    def _bury(self, chance: Chance) -> Iterator[Event]:
        """Bury the dead; a dying hunter decides first."""
        while self.dying:
            name = self.dying[0]
            shown = self.roles[name] if self.config.reveal else ""
            yield e.Buried(shown).by(name)
            if self.roles[name] == "hunter" and name != self.poisoned and len(self.alive) > 1:
                yield e.HunterWoke().by(name, to=(name,))
                return
        yield from self._go_on(chance)

    def _go_on(self, chance: Chance) -> Iterator[Event]:
        """End the game, start a night, or open the day's talk."""
        if winner := self._winning_side():
            yield e.Unmasked(dict(self.roles), winner).by()
        elif self.ballots and self.ballots[-1].day == self.day:
            if self.day >= self.config.days:
                yield e.Unmasked(dict(self.roles), "").by()
            else:
                yield e.NightFell(self.night + 1).by()
        else:
            yield from self._call(chance)

    def _winning_side(self) -> str:
        wolves = len(self.holders("werewolf"))
        if not wolves:
            return "village"
        return "wolves" if 2 * wolves >= len(self.alive) else ""

    def _after_bids(self, chance: Chance) -> Iterator[Event]:
        """Give the floor to the highest bidder; among equals to a player named in the last speech, else at random."""
        bidders = [name for name in self.alive if name not in self.passed]
        most = [name for name in bidders if self.bids[name] == max(self.bids[each] for each in bidders)]
        last = next((each.text for each in reversed(self.heard) if each.heard_by is None and each.name), "")
        named = [name for name in most if name in last]
        yield e.Called((chance("floor").choice(named or most),)).by()

    def _after_speech(self, pick: Pick, chance: Chance) -> Iterator[Event]:
        yield from super().after_turn(pick, chance)
        if self.speeches <= 0 or set(self.alive) <= set(self.passed):
            yield e.VotingOpened().by()
        elif self.floor is None:
            yield from self._call(chance)

    def _call(self, chance: Chance) -> Iterator[Event]:
        """Give the floor by the protocol; in moderated games the moderator gives it."""
        match self.config.protocol:
            case "parallel":
                called = self.alive
                if self.rules.equal_talk:
                    waiting = (name for name in self.alive if name not in self.passed)
                    called = tuple(sorted(waiting, key=lambda name: self.spoken.get(name, 0))[: self.speeches])
                yield e.Called(called).by()
            case "bidding":
                yield e.BiddingOpened().by()
            case "random":
                last = self.speaking[:1] if len(self.alive) > 1 else ()
                others = [name for name in self.alive if name not in (*last, *self.passed)]
                yield e.Called((chance("floor").choice(others),)).by()
            case "round-robin":
                seat = self.players.index(self.speaking[0]) + 1 if self.speaking else (self.day - 1) % len(self.players)
                order = (*self.players[seat:], *self.players)
                yield e.Called((next(name for name in order if name in self.alive),)).by()

    # -- observations

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
        return self._outcome(self.winner)

    def forfeit(self, names: tuple[str, ...]) -> Outcome:
        """Return the outcome in which the other side wins; nobody wins if the moderator or both sides forfeit."""
        sides = {self.roles[name] == "werewolf" for name in names if name in self.roles}
        return self._outcome(None if len(sides) != 1 else "village" if sides == {True} else "wolves")

    def _outcome(self, winner: str | None) -> Outcome:
        wolves = winner == "wolves"
        won = [name for name in self.players if winner and (self.roles.get(name) == "werewolf") == wolves]
        hanged = [self.roles.get(death.name) for death in self.deaths if death.how == "rope"]
        metrics = {
            "village_wins": winner == "village",
            "seer_found": any(look.wolf for look in self.looks),
            "days": self.day,
            "speeches": sum(each.heard_by is None and each.name in self.players for each in self.heard),
            "nudges": self.nudges,
            "hanged_wolves": hanged.count("werewolf"),
            "hanged": len(hanged),
        }
        return Outcome(tuple(won), {name: int(name in won) for name in self.players}, metrics, dict(self.roles))

    def concerns(self, event: Event, name: str) -> str:
        """Add deaths, claims of roles and looks, and claims about the reader to the recap."""
        match event.data:
            case e.Dawn() | e.VotingClosed() | e.Shot():
                return sentence(event, name)
            case Said(text) if event.agent != name:
                claims = read(text, event.agent, self.players, self.labels.get((event.agent, text)))
                if any(claim.target == name or claim.kind in ("role", "look") for claim in claims):
                    return sentence(event, name)
        return super().concerns(event, name)

    def weigh(self, name: str, action: Action) -> Verdict | None:
        """Judge a vote by the voter's knowledge."""
        return evidence.weigh(self.observe(name), action) if isinstance(action, actions.VoteLynch) else None

    def notable(self, event: Event) -> Mark | None:
        match event.data:
            case e.Dawn(dead=dead) if dead:
                return "lost"
            case e.VotingClosed(hanged=hanged) if hanged:
                return "set" if not self.rules.reveal else "good" if self.roles.get(hanged) == "werewolf" else "bad"
            case e.Shot():
                return "lost"
        return None


def most_named(choices: Mapping[str, str]) -> list[str]:
    """Return the most frequent names; empty choices do not count."""
    count = Counter(filter(None, choices.values()))
    return [name for name in count if count[name] == max(count.values())]
