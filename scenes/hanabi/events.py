"""What happens at the table, and what is said there. Who draws which card is known to all but the one who draws it."""

from typing import ClassVar

from core.engine.events import Body


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


class Restacked(Body, frozen=True):
    """Two cards have changed places, from outside of the game: one in a hand or the deck, and one in the deck, by their
    places in it. Nobody at the table knows."""

    kind: ClassVar[str] = "restacked"
    order: int
    other: int

    def sentence(self) -> str:
        return f"cards {self.order + 1} and {self.other + 1} of the deck change places, by a hand from outside"


class Replaced(Body, frozen=True):
    """A card in a player's hand is another one now; for the others' eyes."""

    kind: ClassVar[str] = "replaced"
    order: int
    card: int
    label: str

    def sentence(self) -> str:
        return f"holds {self.label} in place of another card, by a hand from outside"


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


class Proposed(Body, frozen=True):
    """The move that the active player would make, as a command, and why. Others are then asked for advice."""

    kind: ClassVar[str] = "proposed"
    move: str
    reasons: str

    def sentence(self) -> str:
        return f"proposes to {self.move}{f': {self.reasons}' if self.reasons else ''}"


class Advised(Body, frozen=True):
    """An answer to a proposal; `move` is a command, empty for support."""

    kind: ClassVar[str] = "advised"
    stance: str
    move: str
    words: str

    def sentence(self) -> str:
        what = {"support": "agrees", "modify": f"would change it to {self.move}"}.get(
            self.stance, f"would rather {self.move}"
        )
        return f"{what}{f': {self.words}' if self.words else ''}"


class Hid(Body, frozen=True):
    """So many words of what was just said are hidden from all, as they named a card that its holder may not know."""

    kind: ClassVar[str] = "hid"
    words: int

    def sentence(self) -> str:
        return f"named a card: {self.words} word{'s' * (self.words != 1)} hidden"


BODIES: tuple[type[Body], ...] = (
    Shuffled,
    Dealt,
    Drew,
    Restacked,
    Replaced,
    Played,
    Discarded,
    Clued,
    Proposed,
    Advised,
    Hid,
)
