"""Base class of the chat's starters: cards, a turn limit, and an end that follows from public events."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from core.engine.capabilities import Mark
from core.engine.chance import Chance, Draw
from core.engine.events import Body, Event
from core.engine.turn import Action
from core.social.events import Announced
from core.social.scene import Seen
from core.text import package_toml
from scenes.chat.starters import events as e


class StarterSeen(Seen, frozen=True, kw_only=True):
    """An agent's observation in a chat with a starter."""

    part: str
    """Part of the agent, such as "seller"; empty for the director."""
    facts: dict[str, str]
    """Values on the agent's card."""
    left: int
    """Number of turns that the main player has left."""
    offers: tuple[tuple[str, int], ...] = ()
    """Prices named so far, each with the agent that named it."""
    argued: tuple[str, ...] = ()
    """Arguments that the main player has used."""
    final: bool = False
    """True if the main player has called its newest offer final."""
    revealed: tuple[str, ...] = ()
    """Facts that the candidate has revealed."""


class Starter:
    """Rules of a situation. The first name is the main player (`person`), whose aim decides the end."""

    name: ClassVar[str]
    seats: ClassVar[int]
    actions: ClassVar[tuple[type[Action], ...]] = ()
    """Actions of the main player, apart from speech."""
    marks: ClassVar[Mapping[Mark, str]] = {}
    """Meaning of the markers that a game with this starter may have."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.person, *self.others = names
        self.text: Mapping[str, Any] = read_text(self.name)
        self.cards: dict[str, e.CardDealt] = {}
        self.left: int = self.text["turns"]
        self.end = ""
        """Reason for the end; empty before the end."""

    def start(self, chance: Chance) -> Iterator[Event]:
        """Deal the cards, announce the situation to all, and the aim to the main player."""
        cards = self.deal(chance("deal"))
        for name, card in cards.items():
            yield card.by(name, to=(name,))
        person = cards[self.person]
        others = "; ".join(f"{name} is {cards[name].profile}" for name in self.others)
        yield Announced(self.text["situation"].format(**person.facts, others=others)).by()
        yield Announced(f"{person.aim} You have {self.left} turns.").by(to=(self.person,))

    def deal(self, draw: Draw) -> Mapping[str, e.CardDealt]:
        """Draw a card for each agent."""
        raise NotImplementedError

    def legal(self, name: str) -> Sequence[Action]:
        """List an agent's legal actions apart from speech."""
        return ()

    def decide(self, name: str, action: Any) -> Iterator[Event]:
        """Yield the effects of an action of this starter."""
        yield from ()

    def after_message(self, name: str, text: str) -> Iterator[Event]:
        """Yield the events that follow from a message."""
        yield from ()

    def after_turn(self, name: str) -> Iterator[Event]:
        """Count a turn of the main player."""
        if name == self.person:
            yield e.TurnsLeft(self.left - 1).by()

    def apply(self, event: Event) -> None:
        match event.data:
            case e.CardDealt():
                self.cards[event.agent] = event.data
            case e.TurnsLeft(count):
                self.left = count
                self.end = self.end or ("" if count else "time is up")
            case Body():
                self.fold(event.agent, event.data)

    def fold(self, name: str, body: Any) -> None:
        """Fold an event of this starter."""

    @property
    def winners(self) -> tuple[str, ...]:
        """Winners; empty before the end."""
        return ()

    @property
    def met(self) -> bool | None:
        """True if the main player has won; None before the end."""
        return self.person in self.winners if self.end else None

    @property
    def points(self) -> int:
        """Points of the main player."""
        return 100 * (self.person in self.winners)

    def seen(self, name: str) -> Mapping[str, Any]:
        """Return the fields of an agent's observation beyond those of `Seen`."""
        card = self.cards.get(name)
        return {"part": card.part if card else "", "facts": card.facts if card else {}, "left": self.left}

    def aim(self) -> str:
        """Write the main player's aim in a few words; other agents may not see it."""
        return str(self.text["short"]).format(**self.cards[self.person].facts)

    def standing(self) -> str:
        """Write in a few words how the situation stands."""
        return f"{self.left} turn{'s' * (self.left != 1)} left"

    def result(self) -> str:
        """Write the result for the main player, with facts that are secret before the end."""
        return ""


def read_text(name: str) -> Mapping[str, Any]:
    """Read the sentences and the characters of a starter."""
    return package_toml(__package__, f"{name}.toml")


def card(part: str, profile: str, aim: str, **facts: object) -> e.CardDealt:
    """Make a card; its facts are kept as text."""
    return e.CardDealt(part, profile, aim, {key: str(value) for key, value in facts.items()})


# -- for the bots


def has_spoken(seen: StarterSeen, number: int) -> bool:
    """Return True if the observing agent has spoken in a turn."""
    return any(each.name == seen.name and each.turn == number for each in seen.heard)


def draw_unsaid(lines: Sequence[str], seen: StarterSeen, draw: Draw) -> str:
    """Draw a sentence, preferably one whose beginning nobody has said yet."""
    said = " ".join(each.text for each in seen.heard)
    return draw.choice([each for each in lines if each.partition("$")[0].partition("{")[0] not in said] or lines)
