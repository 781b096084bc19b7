"""Suits of decks, and rules about clues for a whole deck, by hanab.live's names."""

from typing import Any, Literal, NamedTuple

Touch = Literal["own", "all", "none"]


class Suit(NamedTuple):
    name: str
    letter: str = ""
    """Its letter; empty for the first letter of its name that is free in the deck."""
    colors: Touch | Literal["rank"] = "own"
    """Colors that touch the suit. "rank": each card is touched by the color at its rank's position in the deck."""
    ranks: Touch = "own"
    single: bool = False
    """True if there is one of each card."""
    called: tuple[str, ...] = ()
    """Its own colors, if they differ from its name."""

    @property
    def own(self) -> tuple[str, ...]:
        """Its own colors, which can be named in clues if the deck contains the suit."""
        return (self.called or (self.name.lower(),)) if self.colors == "own" else ()


class Twist(NamedTuple):
    """A rule for all suits of a deck, unless a suit's own rule overrides it."""

    name: str = ""
    says: str = ""
    clues: tuple[str, ...] = ("1", "2", "3", "4", "5")
    """Ranks that clues can name."""
    touches: tuple[tuple[int, ...], ...] = ((1,), (2,), (3,), (4,), (5,))
    """Ranks that each rank clue touches."""
    copies: tuple[int, ...] = (3, 2, 2, 2, 1)
    """Copies of each rank in a suit, unless it has one of each."""
    rank: int = 0
    """A special rank: its cards are touched like those of a suit, or by ranks that depend on the suit."""
    like: Suit | None = None


# -- suits

RED, YELLOW, GREEN, BLUE, PURPLE, TEAL = (
    Suit(name, name[0]) for name in ("Red", "Yellow", "Green", "Blue", "Purple", "Teal")
)
BLACK = Suit("Black", "K", single=True)
RAINBOW = Suit("Rainbow", "M", colors="all")
PINK = Suit("Pink", "I", ranks="all")
WHITE = Suit("White", "W", colors="none")
BROWN = Suit("Brown", "N", ranks="none")
OMNI = Suit("Omni", "O", "all", "all")
NULL = Suit("Null", "U", "none", "none")
MUDDY = Suit("Muddy Rainbow", "D", "all", "none")
LIGHT_PINK = Suit("Light Pink", "L", "none", "all")
PRISM = Suit("Prism", "S", "rank")
COCOA = Suit("Cocoa Rainbow", "C", "all", "none", True)
DARK_PINK = Suit("Dark Pink", "I", "own", "all", True, ("pink",))
SPECIAL = (
    *(BLACK, RAINBOW, PINK, WHITE, BROWN, OMNI, NULL, MUDDY, LIGHT_PINK, PRISM),
    Suit("Dark Rainbow", "M", "all", "own", True),
    DARK_PINK,
    Suit("Gray", "A", "none", "own", True),
    Suit("Dark Brown", "N", "own", "none", True, ("brown",)),
    Suit("Dark Omni", "O", "all", "all", True),
    Suit("Dark Null", "U", "none", "none", True),
    COCOA,
    Suit("Gray Pink", "L", "none", "all", True),
    Suit("Dark Prism", "S", "rank", "own", True),
)
"""Special suits, in the order in which the name of a deck with two of them lists them."""


def _mixed(*names: str) -> tuple[Suit, ...]:
    """Make suits from notation: a name and the initials of its colors."""
    colors = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "P": "purple", "T": "teal", "K": "black"}
    split = [name.split(":") for name in names]
    return tuple(Suit(name, called=tuple(colors[each] for each in initials)) for name, initials in split)


TOMATO, MAHOGANY, CARROT, EMERALD, OLIVE, BERRY, NAVY, SKY = _mixed(
    "Tomato:R", "Mahogany:R", "Carrot:R", "Emerald:G", "Olive:G", "Berry:B", "Navy:B", "Sky:B"
)
TANGERINE, VIOLET, JADE, LIME, CYAN = _mixed("Tangerine:RY", "Violet:RB", "Jade:YB", "Lime:YG", "Cyan:GB")
_BLUES = (*_mixed("Ice:B", "Aqua:B"), SKY, BERRY, NAVY, *_mixed("Ocean:B"))
_NESTED = _mixed("Ruby:R", "Yam:RY", "Geas:RYG", "Beatnik:RYGB", "Plum:RYGBP", "Taupe:RYGBPT")
BASES: dict[str, tuple[tuple[Suit, ...], ...]] = {
    "": (
        (RED,),
        (RED, BLUE),
        (RED, GREEN, BLUE),
        (RED, YELLOW, GREEN, BLUE),
        (RED, YELLOW, GREEN, BLUE, PURPLE),
        (RED, YELLOW, GREEN, BLUE, PURPLE, TEAL),
    ),
    "Ambiguous": ((TOMATO, MAHOGANY), (TOMATO, MAHOGANY, BERRY, NAVY), (TOMATO, MAHOGANY, EMERALD, OLIVE, BERRY, NAVY)),
    "Very Ambiguous": ((BERRY, NAVY, SKY), (TOMATO, MAHOGANY, CARROT, BERRY, NAVY, SKY)),
    "Extremely Ambiguous": (_BLUES[:4], _BLUES[:5], _BLUES),
    "Matryoshka": tuple(_NESTED[:size] for size in range(2, 7)),
    "Dual-Color": (
        (TANGERINE, VIOLET, JADE),
        (TANGERINE, LIME, CYAN, *_mixed("Indigo:BP", "Cardinal:RP")),
        (TANGERINE, VIOLET, *_mixed("Maroon:RK"), JADE, *_mixed("Tan:YK", "Cobalt:BK")),
    ),
}
"""Plain suits to which special ones are added, by kind of deck."""
MIXES: dict[str, tuple[Suit, ...]] = {
    "Special Mix (5 Suits)": (BLACK, RAINBOW, PINK, WHITE, BROWN),
    "Special Mix (6 Suits)": (BLACK, RAINBOW, PINK, WHITE, BROWN, NULL),
    "Ambiguous Mix": (TOMATO, MAHOGANY, SKY, NAVY, BLACK, WHITE),
    "Dual-Color Mix": (TANGERINE, VIOLET, JADE, BLACK, RAINBOW, WHITE),
    "Ambiguous & Dual-Color Mix": (
        *_mixed("Peach:RY"),
        TANGERINE,
        *_mixed("Magenta:RB"),
        VIOLET,
        LIME,
        *_mixed("Jungle:YG"),
    ),
    "Candy Corn Mix (5 Suits)": (RED, TANGERINE, YELLOW, WHITE, BROWN),
    "Candy Corn Mix (6 Suits)": (RED, TANGERINE, YELLOW, WHITE, BROWN, COCOA),
    "Holiday Mix (5 Suits)": (DARK_PINK, GREEN, WHITE, SKY, NAVY),
    "Holiday Mix (6 Suits)": (LIGHT_PINK, RED, GREEN, WHITE, SKY, NAVY),
    "Valentine Mix (5 Suits)": (RED, PINK, WHITE, LIGHT_PINK, COCOA),
    "Valentine Mix (6 Suits)": (RED, PINK, WHITE, LIGHT_PINK, COCOA, NULL),
    "RGB Mix (6 Suits)": (RED, *_mixed("Gold:RG"), GREEN, CYAN, BLUE, VIOLET),
}

# -- twists

ONE_TO_FIVE = (1, 2, 3, 4, 5)


def _named(left: tuple[int, ...], **rest: Any) -> Twist:
    """Make a twist in which only these ranks can be named."""
    return Twist(clues=tuple(map(str, left)), touches=tuple((rank,) for rank in left), **rest)


def _ranks_like(suit: Suit, rank: int, word: str) -> Twist:
    """Make a twist in which cards of a rank are touched like a suit.

    The rank cannot be named unless ranks touch that suit.
    """
    quantity = {"all": "every", "none": "no"}
    ways = ((suit.colors, "color"), (suit.ranks, "rank"))
    touch = " and ".join(f"{quantity[touch]} {kind}" for touch, kind in ways if touch in quantity)
    left = tuple(each for each in ONE_TO_FIVE if each != rank or suit.ranks == "own")
    name = f"{suit.name.replace(' ', '-')}-{word}"
    return _named(left, name=name, says=f"{word} are touched by {touch}", rank=rank, like=suit)


def _deceptive(rank: int, word: str) -> Twist:
    left = tuple(each for each in ONE_TO_FIVE if each != rank)
    says = f"{word} are touched by another rank, by suit: {', '.join(map(str, left))}, and again from the first"
    return _named(left, name=f"Deceptive-{word}", says=says, rank=rank)


PLAIN = Twist()
TWISTS = (
    *(
        twist
        for rank, word in ((1, "Ones"), (5, "Fives"))
        for twist in (*(_ranks_like(suit, rank, word) for suit in SPECIAL[1:9]), _deceptive(rank, word))
    ),
    Twist("Critical Fours", "There is one 4 in each suit", copies=(3, 2, 2, 1, 1)),
    Twist("Scarce Ones", "There are two 1s in each suit", copies=(2, 2, 2, 2, 1)),
    Twist(
        "Odds and Evens",
        "Of ranks a clue names odd or even, and touches all of those",
        ("odd", "even"),
        ((1, 3, 5), (2, 4)),
    ),
    Twist(
        "Funnels",
        "A clue of a rank touches all lower ranks, too",
        touches=tuple(tuple(range(1, rank + 1)) for rank in ONE_TO_FIVE),
    ),
    Twist(
        "Chimneys",
        "A clue of a rank touches all higher ranks, too",
        touches=tuple(tuple(range(rank, 6)) for rank in ONE_TO_FIVE),
    ),
)
"""Twists of decks with plain suits and at most one special one."""
