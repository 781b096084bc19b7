"""Answers of a member to questions, from its own mind and the speeches of the meeting."""

from collections.abc import Mapping, Sequence
from re import findall, search

from core.engine.turn import Turn
from core.intents.topics import topic_of
from scenes.council import wording
from scenes.council.mind import CLEAR_FROM, Mind
from scenes.council.observation import CouncilSeen, QuestionAsked
from scenes.council.phrases import facts_of, write_answer
from scenes.council.reading import speech_of
from scenes.council.values import PROVISIONS, Side, Value
from scenes.council.votes import Position

ABSTAIN_BELOW = 0.04
"""Size of a leaning below which a member abstains."""
PROPOSAL_PATTERN = (
    r"accept|live with|trial|pilot|exempt|instead|what if|compromise|condition|settle|open to|less|only|satisf"
)
"""Pattern of questions that propose a change."""
FACT_QUESTION = r"\b(who|what|where|when|how|which)\b"


class AnswerWriter:
    """Writes the answer to one question. `states` is True if the speech states the position anyway."""

    def __init__(self, turn: Turn, seen: CouncilSeen, mind: Mind, question: QuestionAsked, states: bool) -> None:
        self._seen, self._mind, self._question = seen, mind, question
        self._draw = turn.chance("answer")
        self._said = " ".join(each.text for each in seen.heard)
        by_bot = speech_of(question.text, seen.members).is_certain
        self._asked = (" ".join(findall(r"[^.!?:]+\?", question.text)) if by_bot else question.text).casefold()
        message = speech_of(self._asked, seen.members).sentences
        topic, about = topic_of(__package__, self._asked, message, (seen.name, question.name))
        self._topic = "about_value" if by_bot and question.value else topic or "unknown"
        self._other = next(iter(about), "")
        self._stance = "" if states else self._draw.choice(wording.position_sentences(mind.position))

    def text(self) -> str:
        """Return an answer to the question, with a reason if there is one."""
        own = self._facts_about_self()
        best = str(own.get("best", ""))
        own |= {"ground": best or self._write("hinges", **own), "known": "", "asked": self._write("asked", **own)}
        own["known"] = self._write("known", **own) if best and best not in self._said else ""
        own |= self._facts_about_value()
        own |= facts_of(clause=self._write("clause", **own), other_point=self._ground_for(own.get("other_side", "for")))
        own |= self._facts_about_others() | self._facts_about_meeting()
        own |= {"price": self._write("price_motion", **own) if "opposed" in own else ""}
        for part in ("other_argument", "agreement", "declined"):
            own[part] = self._write(part, **own)
        own |= facts_of(about_value=self._write("about_value", **own) if self._question.value else "")
        return self._write(self._topic, **own)

    def _write(self, topic: str, **facts: object) -> str:
        return write_answer(topic, self._draw, self._said, **facts)

    def _choose_unsaid(self, texts: Sequence[str]) -> str:
        return self._draw.choice([text for text in texts if text not in self._said] or texts) if texts else ""

    def _ground_for(self, side: object) -> str:
        """Return a ground for a side, among the grounds that the member knows."""
        return self._choose_unsaid([text for texts in self._seen.reasons[side].values() for text in texts])  # type: ignore[index]

    def _facts_about_self(self) -> dict[str, object]:
        """Return facts about the member's own mind."""
        mind, seen = self._mind, self._seen
        stance, values = mind.position.stance, mind.values_for(mind.position)
        hurt = sorted((v for v, effect in mind.bearing.items() if effect < 0), key=lambda v: -mind.own.values[v])
        ranked = [*sorted(mind.own.values, key=lambda value: -mind.own.values[value]), "", ""]
        stated, cause = seen.positions.get(seen.name), mind.main_influence(seen.opened, seen.amended)
        has_changed = stated is not None and stated.first != stated.now
        best = self._best_reason(stance, values[0]) if stance != "open" and values else ""
        facts = facts_of(
            best=best,
            in_favor=stance == "for",
            opposed=stance == "against",
            open=stance == "open",
            strong=mind.position.strength == "strong",
            torn=abs(mind.leaning) < ABSTAIN_BELOW,
            choice="yes" if mind.leaning > 0 else "no",
            other_side="against" if stance == "for" else "for",
            reason_value=values[0] if values else "",
            worry=hurt[0] if hurt else ranked[0],
            provision=PROVISIONS[hurt[0]] if hurt and not seen.amended else "",
            amended=seen.amended is not None,
            first_value=ranked[0],
            second_value=ranked[1],
            first=_position_words(stated.first) if stated and has_changed else "",
            cause=cause if cause in seen.members else "",
            own_words=self._own_words(),
        )
        return {"name": self._question.name, "stance": self._stance, **facts, **self._facts_about_form(stance)}

    def _best_reason(self, side: Side, value: Value) -> str:
        """Return a reason for the member's position."""
        text = self._choose_unsaid(wording.reasons(value, side, self._seen))
        if not wording.is_appeal(text):
            return text
        return f"{self._draw.choice(wording.position_sentences(self._mind.position))} {text}"

    def _own_words(self) -> str:
        """Return the member's last own reason, for the value in question if there is one."""
        seen = self._seen
        spoken = [each for each in seen.arguments if each.name == seen.name and each.by is None]
        spoken = [each for each in spoken if self._question.value in (None, each.value)]
        return wording.reasons(spoken[-1].value, spoken[-1].side, seen)[0] if spoken else ""

    def _facts_about_form(self, stance: str) -> Mapping[str, object]:
        """Return facts about the form of the question."""
        asked = self._asked
        return facts_of(
            wrong_side={"for": "against", "against": "for it", "open": "against"}[stance] in asked,
            proposal=search(PROPOSAL_PATTERN, asked) is not None,
            final=search("last word|final", asked) is not None,
            hears=search("listen|hear|attention|awake", asked) is not None,
            for_all=search(r"\b(should|could|can|shall|may|must) we\b", asked) is not None,
            personal=search(r"\byou\b", asked) is not None and search(FACT_QUESTION, asked) is None,
        )

    def _facts_about_value(self) -> dict[str, object]:
        """Return facts about the value in question; chance decides if the member admits a point of the other side."""
        value, mind = self._question.value, self._mind
        if value is None:
            return {}
        effect = mind.bearing.get(value, 0)
        side: Side = "for" if effect > 0 else "against"
        text = self._choose_unsaid(self._seen.reasons[side].get(value, ())) if effect else ""
        helps, honest = mind.position.stance in (side, "open"), self._draw.random() < mind.own.honor
        return dict(
            facts_of(
                value=value,
                value_text=text,
                helps=bool(text) and helps,
                honest=bool(text) and honest,
                hides=bool(text) and not (helps or honest),
                own_value=value in mind.own.values,
                worried=self._topic == "worried" and effect < 0,
            )
        )

    def _facts_about_others(self) -> dict[str, object]:
        """Return facts about the named member, and about the member with the closest position."""
        seen, other = self._seen, self._other
        stated = {name: each.now for name, each in seen.positions.items() if name != seen.name}
        argued = [each.value for each in seen.arguments if each.name == other and each.by is None]
        agreement = stated[other].score * self._mind.position.score if other in stated else 0
        alike = [name for name, each in stated.items() if each.score * self._mind.position.score > 0]
        closest = max(alike, key=lambda name: self._mind.own.trust[name], default="")
        return dict(
            facts_of(
                other=other,
                other_stands=_position_words(stated[other]) if other in stated else "",
                other_value=argued[-1] if argued else "",
                agrees=agreement > 0,
                disagrees=agreement < 0,
                closest=closest,
                closest_stands=_position_words(stated[closest]) if closest else "",
            )
        )

    def _facts_about_meeting(self) -> dict[str, object]:
        """Return facts about the motion, the rules, and the later motion that matters most to the member."""
        seen, leanings = self._seen, self._mind.own.leanings
        later = range(seen.motion + 1, len(seen.agenda) + 1)
        dear = max(later, key=lambda motion: abs(leanings[motion - 1]), default=0)
        dear = dear if dear and abs(leanings[dear - 1]) >= CLEAR_FROM else 0
        scores = [each.now.score for each in seen.positions.values()]
        return {
            "n_for": sum(score > 0 for score in scores),
            "n_against": sum(score < 0 for score in scores),
            seen.majority: "",
            **facts_of(
                motion=seen.text,
                last_motion=not later,
                next=seen.motion + 1,
                dear_motion=dear or None,
                dear_vote=("yes" if leanings[dear - 1] > 0 else "no") if dear else "",
                mover=seen.moved.name if seen.moved else "",
                point_for=self._ground_for("for"),
                point_against=self._ground_for("against"),
            ),
        }


def _position_words(position: Position) -> str:
    return "undecided" if position.stance == "open" else f"{position.words()} it"
