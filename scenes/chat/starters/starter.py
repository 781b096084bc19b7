"""The base of the chat's starters: cards, a limit of turns, and an end that the rules judge from public events."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any, ClassVar

from core.engine.chance import Chance, Draw
from core.engine.events import Body, Event
from core.engine.turn import Action
from core.social.events import Announced
from core.social.scene import Seen
from scenes.chat.starters import events as e


class StarterSeen(Seen, frozen=True, kw_only=True):
    """An agent's observation in a chat with a starter."""

    part: str
    """Its part in the situation; empty for the director."""
    facts: dict[str, str]
    """Values of its own card."""
    left: int
    """Turns that the person of the situation has left."""
    offers: tuple[tuple[str, int], ...] = ()
    """Prices named so far, with the agent that named each."""
    argued: tuple[str, ...] = ()
    """Arguments used so far."""
    final: bool = False
    """True if the newest price of the person is its last one."""
    revealed: tuple[str, ...] = ()
    """Facts let out so far."""


class Starter:
    """Rules of a situation. The first name is its person, whose aim decides the end."""

    name: ClassVar[str]
    seats: ClassVar[int]
    actions: ClassVar[tuple[type[Action], ...]] = ()
    """Actions of the person, apart from speech."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.person, *self.others = names
        self.text: Mapping[str, Any] = read_text(self.name)
        self.cards: dict[str, e.CardDealt] = {}
        self.left: int = self.text["turns"]
        self.end = ""
        """Reason of the end; empty before."""

    def start(self, chance: Chance) -> Iterator[Event]:
        """Yield the cards, the public situation, and the person's aim."""
        cards = self.deal(chance("deal"))
        for name, card in cards.items():
            yield card.by(name, to=(name,))
        person = cards[self.person]
        others = "; ".join(f"{name} is {cards[name].profile}" for name in self.others)
        yield Announced(self.text["situation"].format(**person.facts, others=others)).by()
        yield Announced(f"{person.aim} You have {self.left} turns.").by(to=(self.person,))

    def deal(self, draw: Draw) -> Mapping[str, e.CardDealt]:
        """Draw the cards by name."""
        raise NotImplementedError

    def legal(self, name: str) -> Sequence[Action]:
        """List the person's actions apart from speech."""
        return ()

    def decide(self, name: str, action: Any) -> Iterator[Event]:
        """Yield the effects of one of the starter's actions."""
        yield from ()

    def after_words(self, name: str, text: str) -> Iterator[Event]:
        """Yield the events that follow from a message."""
        yield from ()

    def after_turn(self, name: str) -> Iterator[Event]:
        """Count a turn of the person."""
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
                self.on(event.agent, event.data)

    def on(self, name: str, body: Any) -> None:
        """Fold an event of this starter."""

    @property
    def winners(self) -> tuple[str, ...]:
        """Winners; empty before the end."""
        return ()

    @property
    def points(self) -> int:
        """Points of the person."""
        return 100 * (self.person in self.winners)

    def seen(self, name: str) -> Mapping[str, Any]:
        """Return the fields that an observation adds to `Seen`."""
        card = self.cards.get(name)
        return {"part": card.part if card else "", "facts": card.facts if card else {}, "left": self.left}

    def aim(self) -> str:
        """Write the person's aim in a few words; others may not know it."""
        return str(self.text["short"]).format(**self.cards[self.person].facts)

    def standing(self) -> str:
        """Write the state of the situation in a few words."""
        return f"{self.left} turn{'s' * (self.left != 1)} left"

    def result(self) -> str:
        """Write what the result means for the person; its facts are public at the end."""
        return ""


def read_text(name: str) -> Mapping[str, Any]:
    """Read the sentences and the characters of a starter."""
    return tomllib.loads(files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def card(part: str, profile: str, aim: str, **facts: object) -> e.CardDealt:
    """Make a card; its facts are kept as text."""
    return e.CardDealt(part, profile, aim, {key: str(value) for key, value in facts.items()})


# -- for the bots


def has_spoken(seen: StarterSeen, number: int) -> bool:
    """Return True if an agent has spoken in this turn."""
    return any(each.name == seen.name and each.turn == number for each in seen.heard)


def unsaid(lines: Sequence[str], seen: StarterSeen, draw: Draw) -> str:
    """Draw a sentence, if possible one whose beginning nobody has said."""
    said = " ".join(each.text for each in seen.heard)
    return draw.choice([each for each in lines if each.partition("$")[0].partition("{")[0] not in said] or lines)
