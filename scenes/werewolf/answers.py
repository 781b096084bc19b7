"""Answers of bots to questions in free words, from the record and their own opinions."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.intents.topics import texts, topic_of
from scenes.werewolf.claims import Claim, statement_of, utterance
from scenes.werewolf.evidence import claims_of_roles
from scenes.werewolf.opinions import Part
from scenes.werewolf.record import ACCUSING_KINDS
from scenes.werewolf.replies import Replies, accusers, free_questions
from scenes.werewolf.sentences import ROLES, Statement, question_back

SECRET_ROLES = ("doctor", "witch")
"""Roles whose deeds are kept secret."""
LOOK_REASONS = ("cleared_by", "seen_by")
"""Reasons that report a look at a player."""


class Answers(Replies):
    """Answers in one player's speech; the base class of a speech."""

    def _questions_back(self) -> Iterator[Part]:
        """Ask the speaker of an unclear message about its likeliest meaning."""
        for name, guess in self._seen.guesses.items():
            if guess.to == self._seen.name and not guess.asked and name in self._seen.alive:
                yield Part(question_back(name, guess))

    def _free_answers(self) -> Iterator[Part]:
        """Answer the newest question in free words, then give a reason."""
        for question in free_questions(self._seen)[-1:]:
            message = utterance(question.text, question.name, self._seen.players).sentences
            but = (self._seen.name, question.name)
            topic, about = topic_of(__package__, question.text, message, but)
            parts = self._parts(topic or "declined", self._facts(question.name, about))
            for at, part in enumerate([*parts][:3]):
                yield part._replace(to="" if at else question.name, is_answer=True)
            self._mentioned.update(about[:1])

    def _parts(self, topic: str, facts: Mapping[str, Any]) -> Iterator[Part]:
        known = [name for name, value in facts.items() if value]
        for item in (texts(__package__, topic, known) or texts(__package__, "declined", known))[0].split("; "):
            act, *slots = item.split()
            if act.startswith("@"):
                yield from facts[act[1:]]
            else:
                yield Part(Statement(act, *(facts[slot] for slot in slots)))

    def _facts(self, asker: str, named: Sequence[str]) -> Mapping[str, Any]:
        """Return names, lists of statements, and flags for the answers."""
        seen, suspect = self._seen, self._suspect
        about = next(iter(named), "")
        case = list(self._best_reason(suspect))
        friend = self._most_trusted(asker)
        accusation = Part(Statement("still_suspect" if self._says("suspect", suspect) else "suspect", suspect))
        looks = [*self._looks(), *(claim for claim in self._role() if claim.kind == "look")]
        seers = claims_of_roles(seen.claims).get("seer", ())
        good = [*self._best_reason(friend, good=True)] if friend else []
        trusting = [Part(Statement("think_good", friend)), *good] if friend else [Part(Statement("no_friend"))]
        return {
            "suspect": suspect,
            "suspicion": [accusation, *case] if suspect else [],
            "accusation": [accusation] if suspect else [],
            "case": case,
            **self._facts_about_player(about),
            "second": [part for other in named[1:2] for part in [*self._judge(other)][:1]],
            "friend": friend,
            "friends": trusting,
            "friend_only": trusting[:1] if friend else [],
            "merit": [*self._merit()],
            "on_asker": [*self._on_asker(asker)],
            "own_role": [*self._own_role()],
            "own_defense": [*self._own_defense()],
            "look": [Part(statement_of(look)) for look in looks[-1:]],
            "seen_me": [
                Part(reason, "recall", "I") for reason in self._reasons_about(seen.name) if reason.act in LOOK_REASONS
            ][:1],
            "secret": seen.role in SECRET_ROLES,
            "seer": next((name for name in seers if name in seen.alive and name != seen.name), ""),
            "early": seen.day == 1 and not case,
            **self._facts_about_votes(about),
            "left": [Part(Statement(self._wolves_left()))],
            "died": [*self._recent_deaths()],
            "deaths": [self._death_that_helped()],
            "rivals": [self._rivals()],
        }

    def _facts_about_player(self, about: str) -> Mapping[str, Any]:
        """Return facts about the player in question, and the own accusations of it."""
        seen, record = self._seen, self._record
        judgment = list(self._judge(about)) if about else []
        accused = [target for _, target in record.suspects_of(seen.name)]
        last_accused = about or next((target for target in accused if target in seen.alive), self._suspect)
        return {
            "about": about,
            "about_other": about != self._suspect,
            "judgment": judgment,
            "judged_well": judgment and judgment[0].statement.act != "think_bad",
            "case_about": [*self._best_reason(about)] if about else [],
            "not_accused": about not in accused,
            "case_accused": [*self._best_reason(last_accused)],
            "never_said": all(claim.target != about for _, name, claim in record.claims if name == seen.name),
        }

    def _facts_about_votes(self, about: str) -> Mapping[str, Any]:
        """Return facts about the player's own votes, the last hanging, and opponents of a player."""
        seen, suspect = self._seen, self._suspect
        mine = [(ballot.day, ballot.votes[seen.name]) for ballot in seen.ballots if seen.name in ballot.votes]
        hanged = next((ballot.hanged for ballot in reversed(seen.ballots) if ballot.hanged), "")
        return {
            "said_vote": self._says("vote", suspect),
            "vote": [self._vote(suspect)] if suspect else [],
            "voted": mine,
            "past_vote": [*self._vote_of(mine, about)],
            "not_voted_about": about not in (target for _, target in mine),
            "hanged": hanged,
            "not_voted_hanged": hanged not in (target for _, target in mine),
            "regret": [Part(Statement(self._choose_by_role(hanged, "regret_unknown", "no_regret", "regret"), hanged))],
            "reason_of_vote": [*self._reason_of_vote(hanged)],
            "accuser": [self._opponent(about or seen.name, by_vote=False)],
            "voter": [self._opponent(about or seen.name, by_vote=True)],
        }

    # -- opinions

    def _says(self, kind: str, target: str) -> bool:
        return any((claim.kind, claim.target) == (kind, target) for claim in self._claims_today)

    def _best_reason(self, name: str, good: bool = False) -> Iterator[Part]:
        """Give the best reason against a player, or with `good` for it."""
        found = (
            self._record.reasons_for(name)
            if good
            else [reason for reason in self._record.reasons_against(name) if not self._did_so_too(reason)]
        )
        if reasons := self._unsaid(found) or found:
            yield Part(reasons[0], "praise" if good else "reason")

    def _choose_by_role(self, name: str, unknown: str, wolf: str, innocent: str) -> str:
        """Choose one of three acts by the shown role of a dead player."""
        return {None: unknown, True: wolf, False: innocent}[self._record.was_wolf.get(name)]

    def _judge(self, name: str) -> Iterator[Part]:
        """Judge a player, with a reason from the record."""
        seen, chance = self._seen, self._evidence.chances.get(name, 0.0)
        base = seen.rules.counts["werewolf"] / len(seen.players)
        if name not in seen.alive:
            yield Part(Statement(self._choose_by_role(name, "dead_unknown", "dead_wolf", "dead_innocent"), name))
        elif name == self._suspect or chance > 1.15 * base:
            yield Part(Statement("think_bad", name))
            yield from self._best_reason(name)
        elif chance < 0.9 * base and name not in self._called_wolves:
            yield Part(Statement("think_good", name))
            yield from self._best_reason(name, good=True)
        else:
            yield Part(Statement("think_open", name))
            yield Part(Statement("nothing_odd" if seen.spoken.get(name) else "few_words", name))

    def _on_asker(self, asker: str) -> Iterator[Part]:
        """State the player's opinion of the asker."""
        bad = asker == self._suspect or any(self._says(kind, asker) for kind in ACCUSING_KINDS)
        yield Part(Statement("you_bad" if bad else "no_grudge"))
        if reasons := self._record.reasons_against(asker) if bad else self._record.reasons_for(asker):
            yield Part(reasons[0], "reason" if bad else "praise", "you", asker)
        elif not bad:
            yield Part(Statement("you_good"))

    def _most_trusted(self, asker: str) -> str:
        not_meant = {self._seen.name, self._suspect, asker, *self._called_wolves}
        others = [name for name in self._seen.alive if name not in not_meant]
        return min(others, key=lambda name: self._evidence.chances.get(name, 0.0), default="")

    def _rivals(self) -> Part:
        """Name two players who claim the same role, else one claimant, else say that there is none."""
        claimants = claims_of_roles(self._seen.claims)
        role, names = max(claimants.items(), key=lambda each: len(each[1]), default=("", ()))
        act = ("no_claims", "one_claim", "one_lies")[min(2, len(names))]
        one, other = (*names, "", "")[:2]
        return Part(Statement(act, one, other, role=role))

    # -- the player itself

    def _own_role(self) -> Iterator[Part]:
        """State the role that the player has claimed, or claims now; the seer and wolves may hide theirs."""
        now: Sequence[Claim] = [claim for claim in self._role() if claim.kind == "role"]
        claimed = [
            claim.role
            for claim in (*self._own_claims, *self._claims_today)
            if claim.kind == "role" and claim.role in ROLES
        ]
        hidden = self._wolf or (self._seen.role == "seer" and not self._dares("admit"))
        if claimed and not now:
            yield Part(Statement("told_role", role=claimed[-1]))
        else:
            yield Part(Statement(now[0].role if now else "villager" if hidden else self._seen.role))

    def _reasons_about(self, name: str) -> list[Statement]:
        return [*self._record.reasons_for(name), *self._record.reasons_against(name)]

    def _merit(self) -> Iterator[Part]:
        if merits := self._record.reasons_for(self._seen.name):
            yield Part((self._unsaid(merits) or merits)[0], "alibi", "I")

    def _own_defense(self) -> Iterator[Part]:
        """Swear innocence and answer an accuser or name a merit; without either, ask for the charge."""
        answers = list(self._defense()) if accusers(self._seen) else []
        answers = answers[:1] or list(self._merit())
        yield from () if answers else (Part(Statement("ask_charge")),)
        yield Part(Statement("oath"))
        yield from answers

    # -- votes and deaths

    def _vote_of(self, mine: Sequence[tuple[int, str]], about: str) -> Iterator[Part]:
        """State the player's vote for `about`, or its last vote, with the reason."""
        if mine:
            day, target = next(((day, vote) for day, vote in reversed(mine) if vote == about), mine[-1])
            yield from self._reason_of_vote(target)
            if not target:
                yield Part(Statement("voted_nobody", day=day))
            elif not self._record.vote_reason(self._seen.name, target):
                yield Part(Statement("voted_for", target, day=day))
                yield Part(Statement("looked_worst", target))

    def _reason_of_vote(self, target: str) -> Iterator[Part]:
        if target and (why := self._record.vote_reason(self._seen.name, target)):
            yield Part(why, person="I")

    def _opponent(self, target: str, by_vote: bool) -> Part:
        """Name the last player that accused the target, or with `by_vote` voted for it."""
        record, me = self._record, self._seen.name
        accused = [(day, name) for day, name, accused in record.accusations if accused == target]
        found = [(day, name) for day, name, voted in record.votes if voted == target] if by_vote else accused
        found = [(day, name) for day, name in found if name not in (me, target)]
        if not found:
            return Part(Statement("no_opponent"))
        day, name = found[-1]
        act = f"{'voter' if by_vote else 'accuser'}_of{'_me' if target == me else ''}"
        return Part(Statement(act, name, "" if target == me else target, day=day))

    def _wolves_left(self) -> str:
        left = self._seen.rules.counts["werewolf"] - sum(self._record.was_wolf.values())
        return f"left_{left}" if self._seen.rules.reveal else "left_unknown"

    def _recent_deaths(self) -> Iterator[Part]:
        """Name the dead of the last night, and the last player who was hanged."""
        seen = self._seen
        last = [death.name for death in seen.deaths if (death.how, death.day) == ("night", seen.day)]
        yield from [Part(Statement("died", name)) for name in last] or [Part(Statement("nobody_died"))]
        hanged = [ballot for ballot in seen.ballots if ballot.hanged]
        yield from (Part(Statement("hanged", ballot.hanged, day=ballot.day)) for ballot in hanged[-1:])

    def _death_that_helped(self) -> Part:
        """Name the newest victim of a night who had claimed a role, or had accused somebody."""
        seen, accused = (
            self._seen,
            {name: target for _, name, target in self._record.accusations},
        )
        special = {name: role for role, names in claims_of_roles(seen.claims).items() for name in names}
        for name in (death.name for death in reversed(seen.deaths) if death.how == "night"):
            if name in special:
                return Part(Statement("helped_claim", name, role=special[name]))
            if accused.get(name, seen.name) != seen.name:
                return Part(Statement("helped_accuser", name, accused[name]))
        return Part(Statement("helped_nobody"))
