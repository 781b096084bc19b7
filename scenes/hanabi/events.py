"""Events of the table and of talk. A drawn card is seen by all players except the one who draws it."""

from core.engine.events import Body, events_in


class Shuffled(Body):
    """The deck in drawing order. Hidden from all players."""

    deck: tuple[int, ...]


class Dealt(Body):
    """Each player receives a hand of `cards` cards."""

    line = "{cards} cards are dealt to each"
    cards: int


class Drew(Body):
    """The newest cards in a player's hand, oldest first; seen by the other players."""

    cards: tuple[int, ...]
    labels: tuple[str, ...]

    def sentence(self) -> str:
        return f"draws {' '.join(self.labels)}"


class Restacked(Body):
    """Two cards have swapped places, by an intervention. Hidden from all players.

    One is in a hand or the deck, the other in the deck; both are given by position.
    """

    order: int
    other: int

    def sentence(self) -> str:
        return f"cards {self.order + 1} and {self.other + 1} of the deck change places, by an intervention"


class Replaced(Body):
    """A card in a player's hand was replaced; seen by the other players."""

    line = "holds {label} in place of another card, by an intervention"
    order: int
    card: int
    label: str


class Played(Body):
    """A card is played; `order` is its position in the deck. A new one is drawn if any is left."""

    slot: int
    order: int
    card: int
    label: str
    fits: bool

    def sentence(self) -> str:
        return f"plays {self.label}" if self.fits else f"plays {self.label}, which does not fit: a fuse burns"


class Discarded(Body):
    line = "discards {label}"
    slot: int
    order: int
    card: int
    label: str


class Clued(Body):
    """A clue and the cards that it touches, by position in the deck. The hand's other cards do not match it."""

    to: int
    name: str
    clue: int
    says: str
    touched: tuple[int, ...]

    def sentence(self) -> str:
        return f"clues {self.name} {self.says} ({len(self.touched)} card{'s' * (len(self.touched) != 1)})"


class Proposed(Body):
    """The move that the active player proposes, as a command, with the reason; others are then asked for advice."""

    move: str
    reasons: str

    def sentence(self) -> str:
        return f"proposes to {self.move}{f': {self.reasons}' if self.reasons else ''}"


class Advised(Body):
    """An answer to a proposal; `move` is a command, empty for support."""

    stance: str
    move: str
    words: str

    def sentence(self) -> str:
        stance = {"support": "agrees", "modify": f"would change it to {self.move}"}.get(
            self.stance, f"would rather {self.move}"
        )
        return f"{stance}{f': {self.words}' if self.words else ''}"


class Hid(Body):
    """Words of the last statement were hidden, because they named a card that its holder may not know."""

    words: int

    def sentence(self) -> str:
        return f"named a card: {self.words} word{'s' * (self.words != 1)} hidden"

    def finding(self) -> str:
        return f"named a card that its holder may not know: {self.words} hidden"


BODIES = events_in(__name__)
