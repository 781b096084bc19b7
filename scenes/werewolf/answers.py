"""Answers of bots to questions in free words, from the record and their own opinions."""

from collections.abc import Iterator

from core.intents.topics import Topic, topic_of
from scenes.werewolf.claims import utterance
from scenes.werewolf.evidence import claims_of_roles
from scenes.werewolf.opinions import Part
from scenes.werewolf.record import AGAINST
from scenes.werewolf.replies import Replies, accusers, free_questions
from scenes.werewolf.sentences import ROLES, Statement, question_back

SIMPLE = {
    "claim_why": "nothing_to_claim",
    "roles_out": "seer_waits",
    "follow": "own_mind",
    "meant": "as_said",
    "add": "no_secret",
    "nervous": "worried",
    "myself": "not_myself",
    "survive": "not_my_choice",
}
"""Acts that answer a topic, whatever has happened."""
SECRET = ("doctor", "witch")
"""Roles with deeds that they do not tell of."""


class Answers(Replies):
    """Answers in one player's speech; the base class of a speech."""

    def _questions_back(self) -> Iterator[Part]:
        """Ask a player whose words were not understood for certain whether it meant the likeliest."""
        seen = self._seen
        for name, guess in seen.guesses.items():
            if guess.to == seen.name and not guess.asked and name in seen.alive:
                yield Part(question_back(name, guess))

    def _free_answers(self) -> Iterator[Part]:
        """Answer the newest question in free words since the player's last speech."""
        for question in free_questions(self._seen)[-1:]:
            message = utterance(question.text, question.name, self._seen.players).sentences
            topic = topic_of(__package__, question.text, message, (self._seen.name, question.name))
            found = list(self._answer(topic, question.name))
            if not found:
                found = [Part(Statement("cannot_say")), *self._suspicion()]
            yield found[0]._replace(to=question.name, is_answer=True)
            yield from (part._replace(to="", is_answer=True) for part in found[1:3])

    def _answer(self, topic: Topic, asker: str) -> Iterator[Part]:
        """Yield the answer to a question: first what was asked, then a reason."""
        about = next(iter(topic.about), "")
        match topic.name:
            case "role":
                yield from self._own_role()
            case "oath":
                yield Part(Statement("oath"))
                yield from self._merit()
            case "claim_why" | "roles_out" | "follow" | "meant" | "add" | "nervous" | "myself" | "survive":
                yield Part(Statement(SIMPLE[topic.name]))
                yield from self._suspicion() if topic.name in ("follow", "meant", "add", "nervous", "myself") else ()
            case "accusers" | "voters":
                yield self._opponent(about or self._seen.name, topic.name == "voters")
            case "friend":
                yield from self._friends(asker)
            case "suspect":
                yield from self._suspicion()
            case "vote":
                yield from self._voting(about)
            case "voted" | "vote_switch" | "regret":
                yield from self._past_vote(topic.name, about)
            case "reason":
                yield from self._grounds(about)
            case "opinion" | "changed":
                yield from self._on(about, asker, topic.name == "changed")
                for other in topic.about[1:2]:
                    yield from list(self._judge(other))[:1]
            case "together" if about:
                yield Part(Statement("not_together", about))
                yield from self._evidence_on(about)
            case "grudge" | "together":
                yield from self._on_asker(asker)
            case "silence":
                yield Part(Statement("quiet"))
                yield from self._suspicion()
            case "defense" | "defense_first":
                yield from self._own_defense()
            case "look" | "seen_me" | "looked_at" | "deed" | "guard":
                yield from self._night(topic.name)
            case "nobody":
                yield Part(Statement("hang_nobody" if self._seen.day == 1 and not self._named else "hang_somebody"))
                yield from self._suspicion()
            case "price":
                yield from self._price(about)
            case "died" | "deaths" | "left":
                yield from self._facts(topic.name)
            case "plan":
                yield Part(Statement("plan"))
                yield from self._suspicion()
            case "everyone":
                yield from self._everyone(asker)
            case "rivals":
                yield self._rivals()

    # -- opinions

    def _suspicion(self) -> Iterator[Part]:
        """Name the suspect, with a reason."""
        suspect = self._suspect
        if not suspect:
            return
        self._named.add(suspect)
        said = any(claim.kind == "suspect" and claim.target == suspect for claim in self._today)
        yield Part(Statement("still_suspect" if said else "suspect", suspect))
        yield from self._evidence_on(suspect)

    def _evidence_on(self, name: str, good: bool = False) -> Iterator[Part]:
        """Give the best reason against a player, or for it."""
        found = self._record.favor(name) if good else [r for r in self._record.against(name) if not self._did_so_too(r)]
        if reasons := self._unsaid(found) or found:
            yield Part(reasons[0], "praise" if good else "reason")

    def _grounds(self, about: str) -> Iterator[Part]:
        """Give the reason for an accusation, or deny it."""
        seen = self._seen
        if about and about not in (target for _, target in self._record.suspects_of(seen.name)):
            judgment = list(self._judge(about))
            yield from () if judgment[0].statement.act == "think_bad" else (Part(Statement("not_accused", about)),)
            yield from judgment
            return
        suspect = about or next((t for _, t in self._record.suspects_of(seen.name) if t in seen.alive), self._suspect)
        if reasons := list(self._evidence_on(suspect)):
            yield from reasons
        else:
            yield Part(Statement("no_proof"))
            yield from () if about else self._suspicion()

    def _on(self, about: str, asker: str, has_changed: bool) -> Iterator[Part]:
        """Say what the player thinks of another, and of its own earlier words about it."""
        own = [claim for _, name, claim in self._record.claims if name == self._seen.name and claim.target == about]
        if not about:
            yield from [Part(Statement("same_mind"))] if has_changed else self._on_asker(asker)
            yield from self._suspicion() if has_changed else ()
            return
        if has_changed and not own:
            yield Part(Statement("never_said", about))
        yield from self._judge(about)

    def _judge(self, name: str) -> Iterator[Part]:
        """Judge a player, with a reason from the record."""
        seen, chance = self._seen, self._evidence.chances.get(name, 0.0)
        base = seen.rules.counts["werewolf"] / len(seen.players)
        if name not in seen.alive:
            wolf = self._record.wolf.get(name)
            yield Part(Statement("dead_unknown" if wolf is None else "dead_wolf" if wolf else "dead_innocent", name))
            return
        if name == self._suspect or chance > 1.15 * base:
            yield Part(Statement("think_bad", name))
            yield from self._evidence_on(name)
        elif chance < 0.9 * base and name not in self._called_wolves:
            yield Part(Statement("think_good", name))
            yield from self._evidence_on(name, good=True)
        else:
            yield Part(Statement("think_open", name))
            yield Part(Statement("nothing_odd" if seen.spoken.get(name) else "few_words", name))

    def _on_asker(self, asker: str) -> Iterator[Part]:
        bad = asker == self._suspect or asker in (claim.target for claim in self._today if claim.kind in AGAINST)
        yield Part(Statement("you_bad" if bad else "no_grudge"))
        reasons = self._record.against(asker) if bad else self._record.favor(asker)
        if reasons:
            yield Part(reasons[0], "reason" if bad else "praise", "you", asker)
        elif not bad:
            yield Part(Statement("you_good"))

    def _everyone(self, asker: str) -> Iterator[Part]:
        yield from list(self._suspicion())[:1]
        yield from [part for part in self._friends(asker) if part.statement.act == "think_good"]
        yield Part(Statement("others_open"))

    def _friends(self, asker: str) -> Iterator[Part]:
        """Name the most trusted player, with a reason."""
        not_meant = {self._seen.name, self._suspect, asker, *self._called_wolves}
        others = [name for name in self._seen.alive if name not in not_meant]
        if friend := min(others, key=lambda name: self._evidence.chances.get(name, 0.0), default=""):
            yield Part(Statement("think_good", friend))
            yield from self._evidence_on(friend, good=True)
        else:
            yield Part(Statement("no_friend"))

    def _opponent(self, target: str, by_vote: bool) -> Part:
        """Name who accused a player, or voted for it, last."""
        record, me = self._record, self._seen.name
        accused = [(day, name) for day, name, c in record.claims if c.kind in AGAINST and c.target == target]
        found = [(day, name) for day, name, voted in record.votes if voted == target] if by_vote else accused
        found = [(day, name) for day, name in found if name not in (me, target)]
        if not found:
            return Part(Statement("no_opponent"))
        day, name = found[-1]
        act = f"{'voter' if by_vote else 'accuser'}_of{'_me' if target == me else ''}"
        return Part(Statement(act, name, "" if target == me else target, day=day))

    def _rivals(self) -> Part:
        claimants = claims_of_roles(self._seen.claims)
        if twice := next((role for role, names in claimants.items() if len(names) > 1), ""):
            one, other = claimants[twice][:2]
            return Part(Statement("one_lies", one, other, role=twice))
        if claimants:
            role, (name, *_) = next(iter(claimants.items()))
            return Part(Statement("one_claim", name, role=role))
        return Part(Statement("no_claims"))

    # -- the player itself

    def _own_role(self) -> Iterator[Part]:
        """Tell the role that the player has claimed, or claims now; the seer and wolves may hide theirs."""
        claimed = [claim.role for claim in (*self._own, *self._today) if claim.kind == "role" and claim.role in ROLES]
        if now := [claim.role for claim in self._role() if claim.kind == "role"]:
            yield Part(Statement(now[0]))
        elif claimed:
            yield Part(Statement("told_role", role=claimed[-1]))
        else:
            hidden = self._wolf or (self._seen.role == "seer" and not self._dares("admit"))
            yield Part(Statement("villager" if hidden else self._seen.role))

    def _merit(self) -> Iterator[Part]:
        if merits := self._record.favor(self._seen.name):
            yield Part((self._unsaid(merits) or merits)[0], "alibi", "I")

    def _own_defense(self) -> Iterator[Part]:
        """Answer an accuser, if there is one; else ask for the charge."""
        answers = list(self._defense()) if accusers(self._seen) else []
        if answers := answers or list(self._merit()):
            yield Part(Statement("oath"))
            yield from answers[:1]
        else:
            yield Part(Statement("ask_charge"))
            yield Part(Statement("oath"))

    def _night(self, about: str) -> Iterator[Part]:
        """Tell of looks and deeds, as far as the player admits to its role."""
        seen, looks = self._seen, [*self._looks(), *(claim for claim in self._role() if claim.kind == "look")]
        seers = claims_of_roles(seen.claims).get("seer", ())
        if about == "guard":
            others = [name for name in seen.alive if name != seen.name]
            friend = min(others, key=lambda name: self._evidence.chances.get(name, 0.0), default="")
            alive = next((name for name in seers if name in others), "")
            yield Part(Statement("would_protect_seer" if alive else "would_protect", alive or friend))
        elif about == "looked_at":
            yield Part(Statement("look_welcome"))
        elif about == "seen_me":
            on_me = [r for r in (*self._record.favor(seen.name), *self._record.against(seen.name)) if r.act in SEEN]
            yield Part(on_me[0], "recall", "I") if on_me else Part(Statement("no_look_at_me"))
        elif about == "deed":
            yield Part(Statement("secret_deed" if seen.role in SECRET else "no_deed"))
        elif looks:
            look = looks[-1]
            act = f"{'wolf' if look.wolf else 'clear'}{'_night' if look.night else ''}"
            yield Part(Statement(act, look.target, day=look.night))
        else:
            yield Part(Statement("no_look"))

    # -- votes and deaths

    def _voting(self, about: str) -> Iterator[Part]:
        """Tell for whom the player votes today, and what it thinks of a named player."""
        suspect = self._suspect
        if about and about != suspect:
            yield from self._judge(about)
        elif suspect:
            said = any(claim.kind == "vote" and claim.target == suspect for claim in self._today)
            yield Part(Statement("still_vote", suspect)) if said else self._vote(suspect)
            yield from self._evidence_on(suspect)

    def _past_vote(self, topic: str, about: str) -> Iterator[Part]:
        """Explain the vote of an earlier day, or the regret of it."""
        seen, record = self._seen, self._record
        mine = [(ballot.day, ballot.votes.get(seen.name, "")) for ballot in seen.ballots if seen.name in ballot.votes]
        if not mine:
            yield Part(Statement("no_vote_yet"))
            return
        hanged = next((ballot.hanged for ballot in reversed(seen.ballots) if ballot.hanged), "")
        about = about or (hanged if topic == "regret" else "")
        day, target = next(((day, vote) for day, vote in reversed(mine) if vote == about), mine[-1])
        if about and target != about:
            yield Part(Statement("not_my_vote" if topic == "regret" else "not_voted_for", about))
        if topic == "regret" and target == about:
            wolf = record.wolf.get(about)
            yield Part(Statement("regret_unknown" if wolf is None else "no_regret" if wolf else "regret", about))
        if not target:
            yield Part(Statement("voted_nobody", day=day))
        elif why := record.vote_reason(seen.name, target):
            yield Part(why, person="I")
        elif topic != "regret":
            yield Part(Statement("voted_for", target, day=day))
            yield Part(Statement("looked_worst", target))
        if topic == "vote_switch":
            yield Part(Statement("stands_by_vote"))

    def _price(self, about: str) -> Iterator[Part]:
        if not about or about == self._suspect:
            yield Part(Statement("agreed_on", self._suspect))
        else:
            yield Part(Statement("need_reason", about))
        yield from self._evidence_on(self._suspect)

    def _facts(self, topic: str) -> Iterator[Part]:
        """Tell who died, whose death helped the wolves, or how many wolves are left."""
        seen, record = self._seen, self._record
        by_night = [death for death in seen.deaths if death.how == "night"]
        if topic == "left":
            left = seen.rules.counts["werewolf"] - sum(record.wolf.values())
            yield Part(Statement(f"left_{left}" if seen.rules.reveal else "left_unknown"))
        elif topic == "died":
            last = [death.name for death in by_night if death.day == seen.day]
            yield from [Part(Statement("died", name)) for name in last] or [Part(Statement("nobody_died"))]
            hanged = next((ballot for ballot in reversed(seen.ballots) if ballot.hanged), None)
            if hanged:
                yield Part(Statement("hanged", hanged.hanged, day=hanged.day))
        else:
            special = {name: role for role, names in claims_of_roles(seen.claims).items() for name in names}
            for name in (death.name for death in reversed(by_night)):
                accused = next((c.target for _, n, c in record.claims if n == name and c.kind in AGAINST), "")
                if name in special or (accused and accused != seen.name):
                    yield Part(
                        Statement("helped_claim", name, role=special[name])
                        if name in special
                        else Statement("helped_accuser", name, accused)
                    )
                    return
            yield Part(Statement("helped_nobody"))


SEEN = ("cleared_by", "seen_by")
"""Reasons that tell of a look at a player."""
