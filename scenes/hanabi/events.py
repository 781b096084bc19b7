"""What happens at the table. Who draws which card is known to all but the one who draws it."""

from typing import ClassVar

from core.events import Body


class Shuffled(Body, frozen=True):
    """The deck, in the order in which it is drawn. Nobody at the table knows it."""

    kind: ClassVar[str] = "shuffled"
    deck: tuple[int, ...]


class Dealt(Body, frozen=True):
    """Everybody has a hand: so many cards each, a whole hand at a time."""

    kind: ClassVar[str] = "dealt"
    cards: int

    def sentence(self) -> str:
        return f"{self.cards} cards are dealt to each"


class Drew(Body, frozen=True):
    """Which cards the newest in a player's hand are, oldest first; for the others' eyes."""

    kind: ClassVar[str] = "drew"
    cards: tuple[int, ...]
    labels: tuple[str, ...]

    def sentence(self) -> str:
        return f"draws {' '.join(self.labels)}"


class Played(Body, frozen=True):
    """A card is played; `order` is its place in the deck. A new one is drawn if there is any."""

    kind: ClassVar[str] = "played"
    slot: int
    order: int
    card: int
    label: str
    fits: bool

    def sentence(self) -> str:
        return f"plays {self.label}" if self.fits else f"plays {self.label}, which does not fit: a fuse burns"


class Discarded(Body, frozen=True):
    kind: ClassVar[str] = "discarded"
    slot: int
    order: int
    card: int
    label: str

    def sentence(self) -> str:
        return f"discards {self.label}"


class Clued(Body, frozen=True):
    """A clue and the cards that it touches, by their place in the deck; it says as much of those it does not touch."""

    kind: ClassVar[str] = "clued"
    to: int
    name: str
    clue: int
    says: str
    touched: tuple[int, ...]

    def sentence(self) -> str:
        return f"clues {self.name} {self.says} ({len(self.touched)} card{'s' * (len(self.touched) != 1)})"


BODIES: tuple[type[Body], ...] = (Shuffled, Dealt, Drew, Played, Discarded, Clued)
