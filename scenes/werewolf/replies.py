"""Replies of bots: role claims, answers to questions and accusations, and reviews of earlier opinions."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from scenes.werewolf.claims import Claim
from scenes.werewolf.evidence import claims_of_roles
from scenes.werewolf.observation import Look, PublicClaim, Question, WerewolfObservation
from scenes.werewolf.opinions import Opinions, Part
from scenes.werewolf.record import is_against
from scenes.werewolf.sentences import Statement

OBVIOUS_REASONS = ("accused_me", "pair_me", "groundless")
"""Reasons against an accuser that follow from the accusation itself."""
MISTAKES = ("voted_innocent", "accused_innocent")
"""Reasons against a player that it may admit itself."""
SUCCESSES = ("voted_wolf", "accused_wolf")
"""Reasons for a player that it may mention itself."""


class Replies(Opinions):
    """Replies in one player's speech; the base class of a speech."""

    # -- claims of a role

    def _role(self) -> Iterator[Claim]:
        seen, seers = self._seen, claims_of_roles(self._seen.claims).get("seer", ())
        pressed = len(accusers(seen)) >= 2 or seen.phase == "words"
        claimed = seen.name in seers
        if seen.role == "seer":
            found = any(look.wolf and look.target in seen.alive for look in seen.looks)
            countered = bool(seers) and not claimed
            if claimed or found or pressed or countered or (seen.day >= 3 and self._dares("reveal")):
                yield from () if claimed else (Claim("role", role="seer"),)
                yield from (
                    Claim("look", look.target, wolf=look.wolf, night=look.night) for look in unclaimed_looks(seen)
                )
        elif self._wolf:
            yield from self._lie(seers, pressed)
        elif pressed and not any(claim.kind == "role" for claim in self._own_claims):
            yield Claim("role", role=seen.role)

    def _lie(self, seers: Sequence[str], pressed: bool) -> Iterator[Claim]:
        """Yield a wolf's false claims.

        A claimed seer invents looks. An accused wolf may claim to be the seer, with a look at its accuser, or to be a
        villager.
        """
        seen = self._seen
        accused = [
            claimed
            for claimed in seen.claims
            if claimed.claim.kind == "look" and claimed.claim.wolf and claimed.claim.target == seen.name
        ]
        if seen.name in seers:
            yield from self._invented()
        elif accused and accused[0].name in seen.alive and self._dares("counter"):
            yield Claim("role", role="seer")
            yield Claim("look", accused[0].name, wolf=True, night=seen.night)
        elif (accused or pressed) and not any(claim.kind == "role" for claim in self._own_claims):
            yield Claim("role", role="villager")

    def _invented(self) -> Iterator[Claim]:
        """Invent a look for last night, unless the player has claimed one already."""
        seen = self._seen
        named = {claim.target for claim in self._own_claims if claim.kind == "look"}
        if any(claim.kind == "look" and claim.night == seen.night for claim in self._own_claims):
            return
        others = [name for name in seen.alive if name not in named and name != seen.name]
        if others:
            target = self._turn.chance("invent").choice(others)
            guilty = target not in seen.pack and self._turn.chance("guilty").random() < 0.6
            yield Claim("look", target, wolf=guilty, night=seen.night)

    def _dares(self, purpose: str) -> bool:
        return self._turn.chance(purpose).random() < self._daring

    # -- answers

    def _answers(self) -> Iterator[tuple[Claim, str]]:
        """Yield claims of a role or of looks that answer a question, each with the player who asked."""
        seen = self._seen
        for question in questions(seen):
            if question.claim.about not in ("role", "looks"):
                continue
            if any(claim.kind in ("role", "look") for claim in self._own_claims):
                yield from ((claim, question.name) for claim in self._own_claims if claim.kind in ("role", "look"))
                continue
            hidden = self._wolf or (seen.role == "seer" and not self._dares("admit"))
            yield Claim("role", role="villager" if hidden or seen.role == "villager" else seen.role), question.name

    def _explanations(self) -> Iterator[Part]:
        """Answer questions about suspicions and votes."""
        for question in questions(self._seen)[-2:]:
            asked = self._statement(
                question.name, lambda statement: statement.act.startswith("why") and statement.name == self._seen.name
            )
            if question.claim.about not in ("suspects", "vote"):
                continue
            if asked is None or not asked.other:
                yield from self._accuse(self._suspect, to=question.name)
                continue
            why = self._record.vote_reason(self._seen.name, asked.other) if asked.act == "why_vote" else None
            against = [each for each in self._record.reasons_against(asked.other) if not self._did_so_too(each)]
            reasons = self._unsaid(against) or [each for each in against if each.act not in self._own_acts]
            if why:
                yield Part(why, "alibi", "I", question.name)
            elif reasons:
                yield Part(reasons[0], "reason", to=question.name, is_answer=True)
            elif all(look.target != asked.other for look in self._looks()):
                yield Part(Statement("hunch"), to=question.name, is_answer="hunch" not in self._own_acts)

    def _statement(self, speaker: str, fits: Callable[[Statement], bool]) -> Statement | None:
        """Return the newest statement by `speaker` that `fits` accepts, since the player's own last speech."""
        new = (said for turn, name, said in reversed(self._record.said) if name == speaker and turn > self._last_speech)
        return next((each for said in new for each in said if each and fits(each)), None)

    def _defense(self) -> Iterator[Part]:
        """Answer the latest accusation by the record: an alibi, the accuser's own acts, or a request for a reason."""
        me, record = self._seen.name, self._record
        new = [
            claimed.name
            for claimed in self._seen.claims
            if claimed.speech > self._last_speech and claimed.day == self._seen.day and _accuses(claimed, me)
        ]
        if not new:
            return
        accuser = new[-1]
        answers = {
            "answer": self._rebuttals(accuser),
            "alibi": [Part(each, "alibi", "I", accuser) for each in self._unsaid(record.reasons_for(me))],
            "counter": [
                Part(each, "counter", "you", accuser)
                for each in self._unsaid(record.reasons_against(accuser))
                if each.act not in OBVIOUS_REASONS
            ],
            "trusted": [
                Part(Statement("had_trusted", accuser, day=day), "counter", "you", accuser)
                for day, name, claim in record.claims
                if (name, claim.kind, claim.target) == (accuser, "trust", me)
            ],
            "reason": [Part(Statement("no_reason_given", accuser))] if record.is_groundless(accuser, me) else [],
        }
        found = [part for kind in self._habits.defense for part in answers[kind][:1]]
        if not found and self._happens("shrug", 0.4):
            yield Part(Statement("shrug", accuser))
        yield from found[: 1 + self._happens("argue", self._habits.argues)]

    def _rebuttals(self, accuser: str) -> list[Part]:
        """Answer an accusation about a vote: the accuser voted alike, or there was a reason."""
        me, record = self._seen.name, self._record
        blamed = self._statement(accuser, lambda statement: statement.act == "voted_innocent" and statement.name == me)
        if blamed is None:
            return []
        day = record.day_of_vote(me, blamed.other)
        if record.vote_of(accuser, day) == blamed.other:
            return [Part(Statement("voted_too", accuser, blamed.other, day=day), "counter", "you", accuser)]
        why = record.vote_reason(me, blamed.other)
        return [Part(why, "alibi", "I", accuser)] if why else []

    # -- changes of mind

    def _review(self) -> Iterator[Part]:
        """Review an earlier suspicion: admit a wrong one, mention a right one, or withdraw one."""
        if self._happens("review", self._habits.reviews):
            yield from self._judged_past() or self._restored_trust()

    def _judged_past(self) -> list[Part]:
        """Judge an earlier suspicion of a player whose role is shown now."""
        me, record = self._seen.name, self._record
        looked = {look.target for look in self._looks()}
        wrong = [each for each in record.reasons_against(me) if each.act in MISTAKES and each.other not in looked]
        right = [each for each in record.reasons_for(me) if each.act in SUCCESSES]
        said = Counter((act, other) for act, _, other, _ in self._said_contents)
        for statement, frame in (*((each, "admit") for each in wrong), *((each, "recall") for each in right)):
            is_new = said[statement.act, statement.other] < 2 and not self._reviewed(statement.other)
            if statement.day >= self._seen.day - 1 and is_new:
                return [Part(statement, frame, "I")]
        return []

    def _restored_trust(self) -> list[Part]:
        """Withdraw a suspicion of a living player."""
        for _, target in self._record.suspects_of(self._seen.name):
            reasons = self._unsaid(self._record.reasons_for(target))
            cleared = [each for each in reasons if each.act in ("cleared_by", "wolf_attacked")]
            if target in self._seen.alive and cleared and target != self._suspect and not self._accused_by_look(target):
                self._mentioned.add(target)
                return [Part(Statement("regain", target)), Part(cleared[0], "praise")]
        return []

    def _reviewed(self, target: str) -> bool:
        """Return True if the player has reviewed its accusation of a dead player, or its vote for it."""
        kinds = (*MISTAKES, *SUCCESSES)
        return any(
            (name, other) == (self._seen.name, target) and act in kinds for act, name, other, _ in self._said_contents
        )

    def _accused_by_look(self, target: str) -> bool:
        return any(
            claim.kind == "look" and claim.wolf and claim.target == target for _, _, claim in self._record.claims
        )


def unclaimed_looks(seen: WerewolfObservation) -> list[Look]:
    """Return a seer's looks that it has not claimed yet."""
    claimed_looks = {
        claimed.claim.target for claimed in seen.claims if claimed.name == seen.name and claimed.claim.kind == "look"
    }
    return [look for look in seen.looks if look.target not in claimed_looks]


def questions(seen: WerewolfObservation) -> list[PublicClaim]:
    """Return today's questions by bots to the player, since its last speech."""
    own = max((heard.turn for heard in seen.heard if heard.name == seen.name and heard.heard_by is None), default=0)
    new = [each for each in seen.claims if each.speech > own and each.day == seen.day and each.name != seen.name]
    free = {question.speech for question in seen.questions}
    asked = [each for each in new if each.claim.kind == "ask" and each.claim.target == seen.name]
    return [each for each in asked if each.speech not in free]


def free_questions(seen: WerewolfObservation) -> list[Question]:
    """Return today's questions in free words that the player should answer, since its last speech."""
    own = max((heard.turn for heard in seen.heard if heard.name == seen.name and heard.heard_by is None), default=0)
    new = [each for each in seen.questions if each.speech > own and each.day == seen.day and each.name != seen.name]
    return [each for each in new if each.to == seen.name]


def accusers(seen: WerewolfObservation) -> set[str]:
    """Return the players who accuse the player today or want it hanged."""
    return {claimed.name for claimed in seen.claims if claimed.day == seen.day and _accuses(claimed, seen.name)}


def _accuses(claimed: PublicClaim, name: str) -> bool:
    return claimed.claim.target == name != claimed.name and is_against(claimed.claim)
