"""The interview: you look for facts that a candidate would rather hide."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.engine.chance import Draw
from core.engine.events import Event
from core.intents.cues import count_cues
from scenes.chat.starters import events as e
from scenes.chat.starters.starter import Starter, card

NEEDED_FACTS = 4
"""Number of facts that the main player has to learn."""


class Interview(Starter):
    """You win as soon as the candidate reveals four of its five facts, in any words."""

    name = "interview"
    seats = 2
    marks = {"good": "let out"}

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(names)
        self.revealed: list[str] = []

    def deal(self, draw: Draw) -> Mapping[str, e.CardDealt]:
        candidates = self.text["candidates"]
        at = draw.below(len(candidates))
        chosen, conditions = candidates[at], self.text["conditions"]
        facts = " ".join(f"{each['truth']} ({conditions[each['when']]})" for each in chosen["facts"])
        topics = ", ".join(each["name"] for each in chosen["facts"])
        own = self.text["candidate"].format(post=chosen["post"], facts=facts)
        aim = self.text["aim"].format(topics=topics, needed=NEEDED_FACTS)
        [candidate] = self.others
        return {
            self.person: card("interviewer", self.text["you"], aim, at=at, post=chosen["post"], needed=NEEDED_FACTS),
            candidate: card("candidate", chosen["profile"], own, at=at, post=chosen["post"]),
        }

    @property
    def facts(self) -> Sequence[Mapping[str, Any]]:
        """The candidate's facts."""
        known: Sequence[Mapping[str, Any]] = self.text["candidates"][int(next(iter(self.cards.values())).facts["at"])][
            "facts"
        ]
        return known

    def after_message(self, name: str, text: str) -> Iterator[Event]:
        for fact in self.facts if name != self.person else ():
            if fact["name"] not in self.revealed and count_cues(text, fact["proof"]):
                yield e.Revealed(fact["name"]).by(name)

    def fold(self, name: str, body: Any) -> None:
        if isinstance(body, e.Revealed):
            self.revealed.append(body.fact)
            self.end = "the facts are out" if len(self.revealed) >= NEEDED_FACTS else ""

    @property
    def winners(self) -> tuple[str, ...]:
        if not self.end:
            return ()
        return (self.person,) if len(self.revealed) >= NEEDED_FACTS else tuple(self.others)

    @property
    def points(self) -> int:
        return round(100 * len(self.revealed) / NEEDED_FACTS)

    def seen(self, name: str) -> Mapping[str, Any]:
        return {**super().seen(name), "revealed": tuple(self.revealed)}

    def standing(self) -> str:
        return f"{len(self.revealed)} of {NEEDED_FACTS} facts learned · {super().standing()}"

    def result(self) -> str:
        kept = " ".join(each["truth"] for each in self.facts if each["name"] not in self.revealed)
        kind = "won" if self.winners == (self.person,) else "lost"
        return str(self.text["results"][kind]).format(
            count=len(self.revealed), needed=NEEDED_FACTS, kept=kept, candidate=self.others[0]
        )
