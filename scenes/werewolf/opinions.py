"""Bots' opinions: accusations with reasons from the record, changes of mind, alliances, votes and questions."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from core.engine.turn import Turn
from scenes.werewolf.claims import Claim, claim_of
from scenes.werewolf.evidence import Evidence, shown_suspicions
from scenes.werewolf.observation import WerewolfObservation
from scenes.werewolf.record import ACCUSING_KINDS, Record
from scenes.werewolf.sentences import TEMPERAMENTS, Statement, Temperament

PERSONAL_REASONS = ("accused_me", "voted_me", "pair_me")
"""Reasons about actions against the speaker itself."""


class Habits(NamedTuple):
    """Probabilities with which a temperament adds parts to a speech."""

    opens: float
    reviews: float
    trusts: float
    asks: float
    argues: float
    """Probability of a second reason, or a second answer to an accusation."""
    defense: tuple[str, ...]
    """Answers to an accusation, in order of preference."""


HABITS: dict[Temperament, Habits] = {
    "cautious": Habits(0.5, 0.9, 0.35, 0.5, 0.3, ("answer", "alibi", "reason", "trusted")),
    "blunt": Habits(0.3, 0.5, 0.2, 0.15, 0.1, ("answer", "counter", "reason")),
    "folksy": Habits(0.7, 0.8, 0.6, 0.3, 0.4, ("trusted", "answer", "reason", "alibi", "counter")),
}


class Part(NamedTuple):
    """One statement of a speech with the arguments of `Voice.say`, and the player whom it answers."""

    statement: Statement
    frame: str = ""
    person: str = ""
    to: str = ""
    is_answer: bool = False
    """True for an answer to a question; only answers may repeat an earlier statement."""


def temperament(seen: WerewolfObservation) -> Temperament:
    """Return the player's temperament; neighbors at the table have different ones."""
    return TEMPERAMENTS[seen.players.index(seen.name) % len(TEMPERAMENTS)]


class Opinions:
    """Statements of opinion in one player's speech; the base class of `Replies`."""

    def __init__(self, turn: Turn, seen: WerewolfObservation, daring: float) -> None:
        self._turn = turn
        self._seen = seen
        self._daring = daring
        self._habits = HABITS[temperament(seen)]
        self._wolf = seen.role == "werewolf"
        self._evidence = Evidence(seen, public=self._wolf)
        self._record = Record(seen)
        self._own_claims = [claimed.claim for claimed in seen.claims if claimed.name == seen.name]
        self._claims_today = [
            claimed.claim for claimed in seen.claims if claimed.name == seen.name and claimed.day == seen.day
        ]
        """The player's claims of today, including in this speech."""
        self._said_contents = {each.content for _, _, said in self._record.said for each in said if each}
        """Contents of all remembered statements."""
        self._own_acts = {each.act for _, name, said in self._record.said if name == seen.name for each in said if each}
        """Acts of the player's own statements."""
        self._last_speech = max((turn for turn, name, _ in self._record.said if name == seen.name), default=0)
        """Number of the player's last speech."""
        self._mentioned: set[str] = set()
        """Players mentioned in this speech."""

    def _happens(self, purpose: str, chance: float) -> bool:
        return self._turn.chance(purpose).random() < chance

    def _unsaid(self, statements: Sequence[Statement]) -> list[Statement]:
        return [each for each in statements if each.content not in self._said_contents]

    def _looks(self) -> list[Claim]:
        """Return the looks that the player has claimed, including in this speech."""
        return [claim for claim in dict.fromkeys((*self._own_claims, *self._claims_today)) if claim.kind == "look"]

    @cached_property
    def _suspect(self) -> str:
        """The likeliest wolf; for a wolf, the likeliest in the village's view."""
        seen, chances = self._seen, shown_suspicions(self._evidence.chances, self._seen.pack)
        others = [name for name in seen.alive if name != seen.name]
        draw = self._turn.chance("suspect")
        accused = next((claim.target for claim in self._looks() if claim.wolf and claim.target in others), "")
        if self._wolf and accused:
            return accused
        before = next((claim.target for claim in reversed(self._own_claims) if claim.kind in ACCUSING_KINDS), "")
        return max(
            others,
            key=lambda name: chances.get(name, 0.0) * (1 + 0.15 * draw.random() + 0.1 * (name == before)),
            default="",
        )

    def _opinion(self) -> Iterator[Part]:
        seen, chances = self._seen, self._evidence.chances
        suspect = self._suspect
        if not suspect:
            return
        base = seen.rules.counts["werewolf"] / len(seen.players)
        if chances.get(suspect, 0.0) > 1.15 * base or seen.day > 1 or self._happens("hunch", 0.4):
            yield from self._accuse(suspect)
            if seen.phase == "talk" and seen.speeches <= len(seen.alive):
                yield self._vote(suspect)
            elif self._happens("friend", self._habits.trusts):
                yield from self._praise(base)
            if seen.phase == "talk" and self._happens("ask", self._habits.asks):
                yield self._question("suspects")
            return
        yield from self._praise(base)
        if seen.phase == "talk":
            yield self._question("role")

    def _opening(self) -> Part:
        """Start the day: mention the night's victim or a quiet night, or say that nothing is known yet."""
        seen = self._seen
        victims = [death.name for death in seen.deaths if (death.day, death.how) == (seen.day, "night")]
        if not seen.claims and self._happens("listen", 0.4):
            return Part(Statement("listen"))
        return Part(Statement("mourn", victims[0]) if victims else Statement("quiet_night"))

    def _accuse(self, suspect: str, to: str = "") -> Iterator[Part]:
        """Accuse a suspect once a day, with a reason from the record."""
        if suspect in self._mentioned:
            return
        self._mentioned.add(suspect)
        act = self._accusation(suspect)
        news = claim_of(act) not in self._claims_today
        yield Part(act, to=to)
        if reasons := self._reasons(suspect):
            yield Part(self._turn.chance("reason").choice(reasons[:3]), "reason", to="" if news else to)
            if len(reasons) > 3 and self._happens("more", self._habits.argues):
                yield Part(reasons[3], "reason")
        elif news and act.act == "suspect" and self._happens("excuse", 0.3):
            yield Part(Statement("hunch"))

    def _accusation(self, suspect: str) -> Statement:
        """Return a statement that accuses a suspect.

        It changes the speaker's mind, supports another player's accusation, or is new.
        """
        seen, record = self._seen, self._record
        trusted = [day for day, name, claim in record.claims if (name, claim) == (seen.name, Claim("trust", suspect))]
        if trusted:
            return Statement("lost_trust", suspect, day=trusted[-1])
        before = next((target for _, target in record.suspects_of(seen.name) if target in seen.alive), suspect)
        if before != suspect and seen.phase == "talk" and self._reasons(suspect):
            return Statement("switch", suspect, before)
        allies = self._accusers_of(suspect, ACCUSING_KINDS)
        if allies and self._happens("join", 0.6):
            return Statement("join", suspect, allies[0])
        sure = self._evidence.chances.get(suspect, 0.0) > 1.1 - 0.6 * self._daring
        return Statement("sure" if sure else "suspect", suspect)

    def _vote(self, suspect: str) -> Part:
        allies = self._accusers_of(suspect, ("vote",))
        return Part(Statement("vote_with", suspect, allies[-1]) if allies else Statement("vote", suspect))

    def _accusers_of(self, suspect: str, kinds: Sequence[str]) -> list[str]:
        """Return the other living players who made one of these kinds of claims about a player today."""
        found = (
            name
            for day, name, claim in self._record.claims
            if day == self._seen.day and claim.kind in kinds and claim.target == suspect
        )
        return [name for name in dict.fromkeys(found) if name in self._seen.alive and name != self._seen.name]

    @cached_property
    def _called_wolves(self) -> set[str]:
        """Players whom the speaker has called wolves; it trusts them only after withdrawing this."""
        return {
            claim.target
            for claim in self._own_claims
            if claim.kind == "suspect" or (claim.kind == "look" and claim.wolf)
        }

    def _praise(self, base: float) -> Iterator[Part]:
        """Name a trusted player with a reason, if there is one; a wolf sometimes names a packmate."""
        seen, chances = self._seen, self._evidence.chances
        others = [name for name in seen.alive if name != seen.name and name not in self._called_wolves]
        friend = min(others, key=lambda name: chances.get(name, 0.0), default="")
        if self._wolf and seen.pack and self._happens("cover", 0.3):
            friend = next((name for name in seen.pack if name in others), friend)
        if not friend or friend in self._mentioned or chances.get(friend, 0.0) >= 0.8 * base:
            return
        reasons = self._unsaid(self._record.reasons_for(friend))
        shared = bool(reasons) and reasons[0].act in ("voted_with_me", "same_suspect", "defended_me")
        yield Part(Statement("ally" if shared else "trust", friend))
        if reasons:
            yield Part(reasons[0], "praise")

    def _question(self, topic: str) -> Part:
        """Ask about an accusation without a reason or about a vote; else ask the quietest player."""
        seen = self._seen
        others = [name for name in seen.alive if name != seen.name]
        quiet = min(others, key=lambda name: seen.spoken.get(name, 0))
        is_known = any(claimed.name == quiet and claimed.claim.kind in ("role", "look") for claimed in seen.claims)
        fallback = Statement("suspects" if is_known or seen.spoken.get(quiet) else topic, quiet)
        return Part(self._turn.chance("question").choice(self._unsaid(self._unexplained(others))[:3] or [fallback]))

    def _unexplained(self, others: Sequence[str]) -> list[Statement]:
        """Return questions about today's accusations without a reason, and about votes on the last day."""
        seen, record = self._seen, self._record
        today = [
            (name, claim.target) for day, name, claim in record.claims if day == seen.day and claim.kind == "suspect"
        ]
        open_questions = [
            Statement("why_suspect", name, target)
            for name, target in today
            if name in others and target != seen.name and record.is_groundless(name, target)
        ]
        for ballot in seen.ballots[-1:]:
            voted = {name: ballot.votes.get(name, "") for name in others}
            open_questions += [
                Statement("why_vote", name, target, day=ballot.day)
                if target
                else Statement("why_nobody", name, day=ballot.day)
                for name, target in voted.items()
                if not target or (record.was_wolf.get(target) is False and ballot.votes.get(seen.name) != target)
            ]
        return open_questions

    def _reasons(self, suspect: str) -> list[Statement]:
        """Return the reasons against a player that nobody has given yet.

        Acts that the speaker committed too are left out. The speaker complains only once about each kind of act against
        itself.
        """
        found = [each for each in self._unsaid(self._record.reasons_against(suspect)) if not self._did_so_too(each)]
        return [each for each in found if each.act not in PERSONAL_REASONS or each.act not in self._own_acts]

    def _did_so_too(self, reason: Statement) -> bool:
        """Return True if the speaker did what it would accuse another player of."""
        mine = {each.content for each in self._record.reasons_against(self._seen.name)}
        return (reason.act, self._seen.name, *reason.content[2:]) in mine
