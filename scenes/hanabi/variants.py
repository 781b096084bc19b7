"""The decks that can be played, by the names that hanab.live gives them, and what a clue touches in each.

A card's identity is a number, `suit * 5 + rank - 1`; a set of identities is an int with their bits. Clues are numbers,
too: the colors that can be named come first, then the five ranks.
"""

from typing import NamedTuple

RANKS = (1, 2, 3, 4, 5)
COPIES = (3, 2, 2, 2, 1)
"""Of each rank in a suit."""


class Suit(NamedTuple):
    name: str
    letter: str
    rainbow: bool = False
    """Whether every color touches it; it has no color of its own to be named."""
    single: bool = False
    """Whether there is one of each card."""


class Variant:
    """A deck. One instance serves all games."""

    def __init__(self, name: str, *suits: Suit) -> None:
        self.name = name
        self.suits = suits
        self.colors = tuple(suit for suit in suits if not suit.rainbow)
        """Those whose color can be named."""
        self.count = 5 * len(suits)
        """Identities; also the perfect score."""
        self.copies = tuple(1 if suit.single else n for suit in suits for n in COPIES)
        """Of each identity."""
        self.deck = tuple(card for card, n in enumerate(self.copies) for _ in range(n))
        self.all = (1 << self.count) - 1
        self.labels = tuple(f"{suit.letter}{rank}" for suit in suits for rank in RANKS)
        self.clues = (*(suit.name.lower() for suit in self.colors), *map(str, RANKS))
        """What each clue says."""
        self.touched = (*map(self._of_color, self.colors), *map(self._of_rank, RANKS))
        """Identities that each clue touches."""
        self.touching = (
            *(sum(1 << clue for clue, mask in enumerate(self.touched) if mask >> n & 1) for n in range(self.count)),
            0,
        )
        """For each identity, the clues that touch it, as bits; last, that none touches an unknown one."""

    def _of_color(self, color: Suit) -> int:
        return sum(0b11111 << 5 * i for i, suit in enumerate(self.suits) if suit.rainbow or suit == color)

    def _of_rank(self, rank: int) -> int:
        return sum(1 << 5 * i + rank - 1 for i in range(len(self.suits)))

    def is_color(self, clue: int) -> bool:
        return clue < len(self.colors)


RED, YELLOW, GREEN, BLUE, PURPLE, TEAL = (
    Suit(name, name[0]) for name in ("Red", "Yellow", "Green", "Blue", "Purple", "Teal")
)
RAINBOW = Suit("Rainbow", "M", rainbow=True)
BLACK = Suit("Black", "K", single=True)

VARIANTS = {
    "standard": Variant("No Variant", RED, YELLOW, GREEN, BLUE, PURPLE),
    "six-suits": Variant("6 Suits", RED, YELLOW, GREEN, BLUE, PURPLE, TEAL),
    "rainbow": Variant("Rainbow (6 Suits)", RED, YELLOW, GREEN, BLUE, PURPLE, RAINBOW),
    "rainbow-5": Variant("Rainbow (5 Suits)", RED, YELLOW, GREEN, BLUE, RAINBOW),
    "black": Variant("Black (6 Suits)", RED, YELLOW, GREEN, BLUE, PURPLE, BLACK),
    "black-5": Variant("Black (5 Suits)", RED, YELLOW, GREEN, BLUE, BLACK),
}
"""By the names of the `variant` option."""
HANDS = {2: 5, 3: 5, 4: 4, 5: 4}
"""Cards in a hand, by players."""
CLUES, FUSES = 8, 3
