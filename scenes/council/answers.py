"""Answers of a member to questions, from its own mind and from what was said at the meeting."""

from collections.abc import Callable, Mapping, Sequence
from re import findall, search

from core.engine.turn import Turn
from core.intents.topics import topic_of
from scenes.council import wording
from scenes.council.mind import CLEAR, STRONG, Mind
from scenes.council.observation import Asked, CouncilSeen
from scenes.council.phrases import LEADS, SENTENCES
from scenes.council.reading import speech
from scenes.council.values import PROVISIONS, Side, Value

SURE = 0.04
"""Distance of a leaning from 0 below which a member abstains."""
PROPOSAL = r"accept|live with|trial|pilot|exempt|instead|what if|compromise|condition|settle|open to|less|only|satisf"
"""Pattern of questions that propose a change."""


class Answers:
    """The answer to one question."""

    def __init__(self, turn: Turn, seen: CouncilSeen, mind: Mind, question: Asked) -> None:
        self._seen, self._mind, self._question = seen, mind, question
        self._draw = turn.chance("answer")
        self._said = " ".join(each.text for each in seen.heard)
        self._by_bot = speech(question.text, seen.members).is_certain
        self._asked = (" ".join(_questions(question.text)) if self._by_bot else question.text).casefold()
        message = speech(self._asked, seen.members).sentences
        self._topic, about = topic_of(__package__, self._asked, message, (seen.name, question.name))
        self._other = next(iter(about), "")

    def sentences(self) -> list[str]:
        """Return the answer: what was asked, and the reason where there is one."""
        topic = self._topic
        answers: Mapping[str, Callable[[], list[str]]] = {
            "stand": self._stand,
            "why": self._why,
            "will_vote": self._will_vote,
            "abstain": self._abstain,
            "price": self._price,
            "deal": self._deal,
            "changed": self._changed,
            "closest": self._closest,
            "other": self._about_other,
            "compare": self._compare,
            "advantage": self._advantage,
            "listening": self._listening,
            "motion": lambda: self._say("motion", text=self._seen.text),
            "count": self._count,
            "rules": lambda: [*self._say("chair_decides"), *self._stand()],
            "blame": lambda: [*self._say("blamed"), *self._stand()],
            "personal": lambda: [*self._say("personal"), *self._stand()],
            "loses": lambda: self._point("against"),
            "gains": lambda: self._point("for"),
            "people": self._to_people,
            "own_view": lambda: [*self._say("own_view"), self._stance],
            "checked": lambda: [*self._say("not_read"), *self._ground("known")],
            "number": lambda: [*self._say("no_number"), *self._ground("known")],
            "worried": self._worried,
            "vote_when": lambda: self._say("vote_when"),
            "majority": lambda: self._say(f"majority_{self._seen.majority}"),
            "can_amend": self._can_amend,
            "next_motion": self._next_motion,
        }
        if self._question.value is not None and (
            self._by_bot or topic in ("worried", "unknown", "", "people", "gains", "loses")
        ):
            found = self._on_value()
        elif topic == "money":
            found = [*self._say("no_figures"), *self._ground("known")]
        else:
            found = answers.get(topic, self._decline)()
        if self._question.name in " ".join(found):
            return found
        leads = [lead for lead in LEADS["asked"] if not (lead[-1] == ":" and found[0][-1] == ":")]
        return [self._choose(leads).format(name=self._question.name), *found]

    # -- parts

    def _say(self, key: str, **slots: object) -> list[str]:
        return [self._choose(SENTENCES[key]).format(**{"name": self._question.name, **slots})]

    def _lead(self, key: str) -> list[str]:
        return [self._choose(LEADS[key]).format(name=self._question.name)]

    def _choose(self, texts: Sequence[str]) -> str:
        """Choose a text, if possible one that nobody has said."""
        return self._draw.choice([text for text in texts if text.split("{")[0] not in self._said] or texts)

    @property
    def _stance(self) -> str:
        return self._draw.choice(wording.stance(self._mind.position))

    def _ground(self, lead: str) -> list[str]:
        """Give the best reason for the member's side; without a side, what would decide it."""
        side, values = self._mind.position.stance, self._mind.values_for(self._mind.position)
        if side == "open":
            return self._say("hinges", value=self._dearest) if self._dearest else self._say("listens")
        if not values:
            return []
        texts = wording.reasons(values[0], side, self._seen)
        if lead == "known" and all(text in self._said for text in texts):
            return []
        text = self._choose(texts)
        return [*(self._lead(lead) if lead else ()), *([self._stance] if wording.is_appeal(text) else ()), text]

    @property
    def _dearest(self) -> Value | None:
        return max(self._mind.own.values, key=self._mind.own.values.__getitem__, default=None)

    # -- the member's own mind

    def _stand(self) -> list[str]:
        return [self._stance, *self._ground("")]

    def _why(self) -> list[str]:
        """Give the reason; correct the question if it puts the member on the wrong side."""
        stance = self._mind.position.stance
        wrong = {"for": "against", "against": "for it", "open": "against"}[stance]
        if wrong in self._asked:
            return [*self._lead("not_there"), *self._stand()]
        if self._question.value is not None:
            return self._on_value()
        return self._ground("because") if stance != "open" else self._stand()

    def _will_vote(self) -> list[str]:
        leaning = self._mind.leaning
        if abs(leaning) < SURE:
            return self._say("may_abstain")
        return [*self._say("will_vote", choice="yes" if leaning > 0 else "no"), *self._ground("")]

    def _abstain(self) -> list[str]:
        if abs(self._mind.leaning) < SURE:
            return self._say("may_abstain")
        return self._say("no_abstention") + self._will_vote()

    def _price(self) -> list[str]:
        """Tell what would change the member's mind, and at what price."""
        mind = self._mind
        hurt = sorted((v for v, effect in mind.bearing.items() if effect < 0), key=lambda v: -mind.own.values[v])
        out = self._say("last_word") if search("last word|final", self._asked) else []
        if mind.position.stance == "for" and search(PROPOSAL, self._asked):
            return [*out, *self._say("for_anyway"), *self._ground("")]
        if mind.position.stance == "for":
            values = mind.values_for(mind.position)
            out += self._say("needs_proof", value=values[0]) if values else self._say("listens")
        elif search(PROPOSAL, self._asked) and (hurt or self._dearest) and not out:
            out += self._say("proposal", value=hurt[0] if hurt else self._dearest)
        else:
            out += self._say("needs_a_lot") if mind.position.strength == "strong" else []
            out += self._clause(hurt)
        return [*out, *self._price_motion()] if mind.position.score < 0 else out

    def _clause(self, hurt: Sequence[Value]) -> list[str]:
        """Name the amendment that would help."""
        if not hurt:
            return self._say("hinges", value=self._dearest) if self._dearest else self._say("listens")
        if self._seen.amended:
            return self._say("clause_not_enough", value=hurt[0])
        return self._say("needs_clause", text=PROVISIONS[hurt[0]])

    def _dear_motion(self) -> tuple[int, str] | None:
        """Return the later motion that the member cares for most, and the vote that it wants there."""
        later = range(self._seen.motion + 1, len(self._seen.agenda) + 1)
        leanings = self._mind.own.leanings
        dear = max(later, key=lambda motion: abs(leanings[motion - 1]), default=0)
        return (dear, "yes" if leanings[dear - 1] > 0 else "no") if dear and abs(leanings[dear - 1]) >= CLEAR else None

    def _price_motion(self) -> list[str]:
        dear = self._dear_motion()
        return self._say("price_motion", n=dear[0], choice=dear[1]) if dear else []

    def _deal(self) -> list[str]:
        if self._seen.motion >= len(self._seen.agenda):
            return self._say("deal_last") + self._ground("known")
        if abs(self._mind.leaning) >= STRONG:
            return self._say("deal_none")
        dear = self._dear_motion()
        return self._say("deal_terms", n=dear[0], choice=dear[1]) if dear else self._say("deal_open")

    def _changed(self) -> list[str]:
        """Tell how the member's position changed, and who caused it."""
        seen, stated = self._seen, self._seen.positions.get(self._seen.name)
        if stated is None or stated.first == stated.now:
            return [*self._say("never_changed"), *self._stand()]
        cause = self._mind.main_influence(seen.opened, seen.amended)
        out = self._say("was", text=_stands(stated.first.words()))
        return [*out, *(self._say("cause", other=cause) if cause in seen.members else ()), *self._stand()]

    def _compare(self) -> list[str]:
        values = list(self._mind.own.values)
        if not values:
            return self._stand()
        first = self._say("weighs", value=values[0], other=values[1]) if len(values) > 1 else []
        return [*(first or self._say("weighs_one", value=values[0])), *self._ground("")]

    def _worried(self) -> list[str]:
        if self._mind.position.stance == "for":
            return [*self._say("few_worries"), *self._ground("")]
        return [*self._say("other_worry"), *self._ground("")]

    def _advantage(self) -> list[str]:
        """Name the best point of the other side, or of any side for an undecided member."""
        side: Side = "against" if self._mind.position.stance == "for" else "for"
        texts = [texts for texts in self._seen.reasons[side].values() if texts]
        if texts:
            return [*self._lead("admits"), self._choose(texts[0])]
        return [*self._say("evades"), *self._ground("")]

    def _on_value(self) -> list[str]:
        """Tell what the motion means for a value; a point of the other side is admitted with probability `honor`."""
        value, mind = self._question.value, self._mind
        assert value is not None
        effect = mind.bearing.get(value, 0)
        side: Side = "for" if effect > 0 else "against"
        texts = self._seen.reasons[side].get(value, ())
        if not effect or not texts:
            key = "no_effect" if value in mind.own.values else "not_my_field"
            return [*self._say(key, value=value), *self._ground("known")]
        lead = ["worried" if effect < 0 else "not_worried"] if self._topic == "worried" else []
        if side == mind.position.stance or mind.position.stance == "open":
            return [*(self._say(*lead) if lead else ()), self._choose(texts)]
        if self._draw.random() < mind.own.honor:
            return [*self._lead("admits"), self._choose(texts)]
        return [*self._say("evades"), *self._ground("")]

    def _point(self, side: Side) -> list[str]:
        """Name a point for or against the motion that the member knows of."""
        texts = [text for texts in self._seen.reasons[side].values() for text in texts]
        return [self._choose(texts)] if texts else self._decline()

    def _to_people(self) -> list[str]:
        undecided = self._mind.position.stance == "open"
        return self._say("tell_undecided") if undecided else [*self._lead("to_others"), *self._ground("")]

    def _decline(self) -> list[str]:
        """Say why the member does not answer: facts are unknown, and other things are for all to decide."""
        if search(r"\b(should|could|can|shall|may|must) (we|not we)\b", self._asked):
            return [*self._say("all_decide"), *self._stand()]
        if search(r"\byou\b", self._asked) and not search(r"\b(who|what|where|when|how|which)\b", self._asked):
            return [*self._say("only_this"), *self._stand()]
        return [*self._say("unknown"), *self._ground("known")]

    # -- others, and the meeting

    def _count(self) -> list[str]:
        scores = [each.now.score for each in self._seen.positions.values()]
        return self._say("counts", n=sum(score > 0 for score in scores), m=sum(score < 0 for score in scores))

    def _about_other(self) -> list[str]:
        """Tell where another member stands and what it argued, and whether the member agrees."""
        seen, other = self._seen, self._other
        stated = seen.positions.get(other)
        if stated is None:
            return self._say("other_silent", other=other)
        argued = [each.value for each in seen.arguments if each.name == other and each.by is None]
        out = self._say("other_stands", other=other, text=_stands(stated.now.words()))
        out += self._say("other_cares", other=other, value=argued[-1]) if argued else []
        agreement = stated.now.score * self._mind.position.score
        return out + (self._say("other_close" if agreement > 0 else "other_far", other=other) if agreement else [])

    def _closest(self) -> list[str]:
        sign, trust = self._mind.position.score, self._mind.own.trust
        stated = [n for n, each in self._seen.positions.items() if n != self._seen.name and each.now.score * sign > 0]
        if not stated:
            return self._say("closest_none") + self._stand()
        self._other = max(stated, key=lambda name: trust[name])
        return self._say("closest", other=self._other) + self._about_other()[:1]

    def _listening(self) -> list[str]:
        """Repeat what the member said, or name the last speaker that it heard."""
        seen, value = self._seen, self._question.value
        if search("listen|hear|attention|awake", self._asked):
            return self._say("listening") + self._stand()
        own = [each for each in seen.arguments if each.name == seen.name and each.by is None]
        own = [each for each in own if value in (None, each.value)]
        texts = wording.reasons(own[-1].value, own[-1].side, seen) if own else ()
        if texts:
            return [*self._lead("said"), self._stance, texts[0]]
        if value is not None:
            return self._say("said_nothing", value=value) + self._stand()
        return self._stand()

    def _can_amend(self) -> list[str]:
        seen = self._seen
        if seen.moved:
            return self._say("pending", other=seen.moved.name)
        return self._say("cannot_amend" if seen.amended else "can_amend")

    def _next_motion(self) -> list[str]:
        last = self._seen.motion >= len(self._seen.agenda)
        return self._say("no_motion") if last else self._say("next_motion", n=self._seen.motion + 1)


def _questions(text: str) -> list[str]:
    """Return the sentences of a speech that end with a question mark."""
    return findall(r"[^.!?:]+\?", text)


def _stands(position: str) -> str:
    return "undecided" if position == "open" else f"{position} it"
