"""The negotiation: you buy something, and the seller has a lowest price that you do not know."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.engine.chance import Draw
from core.engine.events import Event
from core.engine.turn import Action
from core.intents.cues import count_cues
from scenes.chat.starters import events as e
from scenes.chat.starters.actions import Accept, WalkAway
from scenes.chat.starters.prices import accepts, is_final, price_in
from scenes.chat.starters.starter import Starter, card

SELLER_STYLES = ("stubborn", "easy", "mirror")


class Negotiation(Starter):
    """You win with a deal at or below your goal. Offers and arguments are read from the messages."""

    name = "negotiation"
    seats = 2
    actions = (Accept, WalkAway)
    marks = {"set": "agreed", "lost": "walked away"}

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(names)
        self.offers: list[tuple[str, int]] = []
        self.argued: list[str] = []
        self.final = False
        self.price: int | None = None
        """Agreed price; None without a deal."""

    def deal(self, draw: Draw) -> Mapping[str, e.CardDealt]:
        item = draw.choice(self.text["items"])
        value, style = item["value"], draw.choice(SELLER_STYLES)
        lowest = _rounded(value * (0.62 + 0.16 * draw.random()))
        first = _rounded(value * (1.05 + 0.15 * draw.random()))
        goal = _rounded(lowest + (0.17 + 0.12 * draw.random()) * (first - lowest))
        points = " ".join(f"{at}. {each['fact']}" for at, each in enumerate(item["arguments"], 1))
        shared = {"thing": item["thing"], "first": first}
        aim = self.text["aim"].format(thing=item["thing"], goal=goal, limit=value, points=points)
        selling = self.text["selling"].format(
            thing=item["thing"], first=first, lowest=lowest, manner=self.text["styles"][style]
        )
        [seller] = self.others
        return {
            self.person: card("buyer", item["buyer"], aim, goal=goal, limit=value, **shared),
            seller: card("seller", item["seller"], selling, lowest=lowest, style=style, **shared),
        }

    def start(self, chance: Any) -> Iterator[Event]:
        yield from super().start(chance)
        [seller] = self.others
        yield e.Priced(int(self.cards[seller].facts["first"])).by(seller)

    @property
    def arguments(self) -> Mapping[str, Mapping[str, Any]]:
        """Arguments about the thing, by name."""
        thing = self.cards[self.person].facts["thing"]
        item = next(each for each in self.text["items"] if each["thing"] == thing)
        return {each["name"]: each for each in item["arguments"]}

    def newest(self, name: str) -> int | None:
        """Return the newest price that an agent named."""
        return next((price for each, price in reversed(self.offers) if each == name), None)

    def legal(self, name: str) -> Sequence[Action]:
        if name != self.person or self.end:
            return ()
        return (Accept(), WalkAway())

    def decide(self, name: str, action: Any) -> Iterator[Event]:
        if isinstance(action, WalkAway):
            yield e.WalkedAway().by(name)
        else:
            [seller] = self.others
            yield e.Agreed(self.newest(seller) or 0).by(name)

    def after_message(self, name: str, text: str) -> Iterator[Event]:
        other = self.person if name != self.person else self.others[0]
        theirs, price = self.newest(other), price_in(text)
        if theirs is not None and accepts(text, theirs):
            yield e.Agreed(theirs).by(name)
            return
        if name == self.person:
            for argument, each in self.arguments.items():
                if argument not in self.argued and count_cues(text, each["words"]):
                    yield e.Argued(argument).by(name)
        if price is not None:
            yield e.Priced(price).by(name)
        if name == self.person and is_final(text) and (price or self.newest(name)):
            yield e.FinalOffer().by(name)

    def fold(self, name: str, body: Any) -> None:
        match body:
            case e.Priced(price):
                self.offers.append((name, price))
                self.final = self.final and name != self.person
            case e.Argued(argument):
                self.argued.append(argument)
            case e.FinalOffer():
                self.final = True
            case e.Agreed(price):
                self.price, self.end = price, "deal"
            case e.WalkedAway():
                self.end = "no deal"

    @property
    def winners(self) -> tuple[str, ...]:
        if self.price is None:
            return ()
        return (self.person,) if self.price <= int(self.cards[self.person].facts["goal"]) else tuple(self.others)

    @property
    def points(self) -> int:
        """Percentage that you won of the range up to your limit; below 0 for a bad deal."""
        if self.price is None:
            return 0
        limit, lowest = int(self.cards[self.person].facts["limit"]), int(self.cards[self.others[0]].facts["lowest"])
        return round(100 * (limit - self.price) / (limit - lowest))

    def seen(self, name: str) -> Mapping[str, Any]:
        kept = {"offers": tuple(self.offers), "argued": tuple(self.argued), "final": self.final}
        return {**super().seen(name), **kept}

    def standing(self) -> str:
        [seller] = self.others
        own = self.newest(self.person)
        yours = [f"{self.person} offers ${own}"] if own is not None else []
        return " · ".join((f"{seller} asks ${self.newest(seller)}", *yours, super().standing()))

    def result(self) -> str:
        mine, theirs = self.cards[self.person].facts, self.cards[self.others[0]].facts
        kind = "none" if self.price is None else "won" if self.winners == (self.person,) else "lost"
        return str(self.text["results"][kind]).format(**{**mine, **theirs}, price=self.price, seller=self.others[0])


def _rounded(price: float) -> int:
    return round(price / 10) * 10
