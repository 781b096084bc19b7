"""The decks that can be played, by the names that hanab.live gives them, and what a clue touches in each.

A card's identity is a number, `suit * 5 + rank - 1`; a set of identities is an int with their bits. Clues are numbers,
too: the colors that can be named come first, then the five ranks.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Literal, NamedTuple

RANKS = (1, 2, 3, 4, 5)
COPIES = (3, 2, 2, 2, 1)
"""Of each rank in a suit."""


class Suit(NamedTuple):
    name: str
    letter: str
    colors: Literal["own", "all", "none"] = "own"
    """Which colors touch it; only one that is touched by its own can be named."""
    ranks: Literal["own", "all", "none"] = "own"
    single: bool = False
    """Whether there is one of each card."""


class Variant:
    """A deck. One instance serves all games."""

    def __init__(self, name: str, *suits: Suit) -> None:
        self.name = name
        self.suits = suits
        self.colors = tuple(suit for suit in suits if suit.colors == "own")
        """Those whose color can be named."""
        self.is_told = all(suit.colors != "none" and suit.ranks == "own" for suit in suits)
        """Whether any card can be told by a color, and by its rank and no other."""
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
        return sum(0b11111 << 5 * i for i, suit in enumerate(self.suits) if suit.colors == "all" or suit == color)

    def _of_rank(self, rank: int) -> int:
        touched = {"own": 1 << rank - 1, "all": 0b11111, "none": 0}
        return sum(touched[suit.ranks] << 5 * i for i, suit in enumerate(self.suits))

    def is_color(self, clue: int) -> bool:
        return clue < len(self.colors)


RED, YELLOW, GREEN, BLUE, PURPLE, TEAL = (
    Suit(name, name[0]) for name in ("Red", "Yellow", "Green", "Blue", "Purple", "Teal")
)
PLAIN = {
    1: (RED,),
    2: (RED, BLUE),
    3: (RED, GREEN, BLUE),
    4: (RED, YELLOW, GREEN, BLUE),
    5: (RED, YELLOW, GREEN, BLUE, PURPLE),
    6: (RED, YELLOW, GREEN, BLUE, PURPLE, TEAL),
}
"""The plain suits of a deck, by how many it has."""
SPECIAL = (
    Suit("Black", "K", single=True),
    Suit("Rainbow", "M", colors="all"),
    Suit("Pink", "I", ranks="all"),
    Suit("White", "W", colors="none"),
    Suit("Brown", "N", ranks="none"),
)
"""In the order in which names of two have them."""
SIZES = (6, 5, 4, 3)


def _decks() -> Iterator[tuple[str, Variant]]:
    """Each by its option's name: with one or two special suits, and of how many suits if it is not six."""
    yield "standard", Variant("No Variant", *PLAIN[5])
    for size, name in ((6, "six-suits"), (4, "four-suits"), (3, "three-suits")):
        yield name, Variant(f"{size} Suits", *PLAIN[size])
    for suits in [*((suit,) for suit in SPECIAL), *combinations(SPECIAL, 2)]:
        named = [suit.name for suit in suits]
        for size in SIZES:
            if (size >= 5 or "Black" not in named) and (size, named) != (3, ["Rainbow", "White"]):
                key = "-".join(named).lower() + (f"-{size}" if size < SIZES[0] else "")
                yield key, Variant(f"{' & '.join(named)} ({size} Suits)", *PLAIN[size - len(suits)], *suits)


VARIANTS = dict(_decks())
"""By the names of the `variant` option."""
BY_SITE = {variant.name: key for key, variant in VARIANTS.items()}
"""Those names, by the names that hanab.live gives the decks."""
HANDS = {2: 5, 3: 5, 4: 4, 5: 4}
"""Cards in a hand, by players."""
CLUES, FUSES = 8, 3
