"""The dinner: one of three guests has taken the ring, and one of the others lies about something harmless."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.engine.chance import Draw
from core.engine.events import Event
from core.engine.turn import Action
from scenes.chat.starters import events as e
from scenes.chat.starters.actions import Accuse
from scenes.chat.starters.starter import Starter, card


class Dinner(Starter):
    """You win by accusing the guest who has taken the ring.

    The thief claims the place where the witness was. Both say that they saw the third guest elsewhere than this one
    says; the thief invents its sight. Confronted with the witness's, the third guest admits a harmless secret, and that
    the witness was alone.
    """

    name = "dinner"
    seats = 4
    actions = (Accuse,)
    marks = {"set": "accused"}

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(names)
        self.accused = ""

    def deal(self, draw: Draw) -> Mapping[str, e.CardDealt]:
        text, order = self.text, draw.sample(self.others, 3)
        thief, witness, hider = order
        shared_place, hiding_place, claimed_place, invented_place = draw.sample(text["places"], 4)
        profiles = dict(zip(order, draw.sample(text["guests"], 3), strict=True))
        motives = draw.sample(text["motives"], 3)
        secret = draw.choice(text["secrets"])
        truth = {"place": shared_place, "hidden": hiding_place, "invented": invented_place}
        truth |= {"hider": hider, "witness": witness, "thief": thief}
        claims = {thief: shared_place, witness: shared_place, hider: claimed_place}
        parts = {thief: "thief", witness: "witness", hider: "hider"}
        cards = {
            name: card(
                parts[name],
                profiles[name],
                text["cards"][parts[name]].format(**truth, claim=claims[name], secret=secret),
                claim=claims[name],
                place=shared_place,
                hidden=hiding_place if name != thief else invented_place,
                seen=hider,
                secret=secret if name == hider else "",
                about=hider if name == witness else witness,
                other=draw.choice([each for each in order if each != name]),
                gossip=motives[at],
            )
            for at, name in enumerate(self.others)
        }
        return {self.person: card("host", text["you"], text["aim"], places=", ".join(text["places"])), **cards}

    @property
    def thief(self) -> str:
        """The guest who has taken the ring; empty while the cards are unknown."""
        return next((name for name, each in self.cards.items() if each.part == "thief"), "")

    def legal(self, name: str) -> Sequence[Action]:
        return tuple(map(Accuse, self.others)) if name == self.person and not self.end else ()

    def decide(self, name: str, action: Any) -> Iterator[Event]:
        truth = self.text["truth"].format(suspect=action.suspect, thief=self.thief)
        yield e.Accused(action.suspect).by(name)
        yield e.Unmasked(truth).by()

    def fold(self, name: str, body: Any) -> None:
        match body:
            case e.Accused(suspect):
                self.accused = suspect
            case e.Unmasked():
                self.end = "the ring is found" if self.accused == self.thief else "the wrong one"

    @property
    def winners(self) -> tuple[str, ...]:
        if not self.end:
            return ()
        return (self.person,) if self.accused == self.thief else (self.thief,)

    def standing(self) -> str:
        turns = super().standing()
        return f"{turns}: accuse somebody now" if self.left == 1 else turns

    def result(self) -> str:
        kind = "late" if not self.accused else "won" if self.accused == self.thief else "lost"
        roles = {each.part: name for name, each in self.cards.items()}
        facts = self.cards[roles["hider"]].facts
        return str(self.text["results"][kind]).format(**{**facts, **roles}, accused=self.accused)
