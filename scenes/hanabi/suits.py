"""Suits of decks, and rules about clues for a whole deck, by hanab.live's names."""

from typing import Any, Literal, NamedTuple

Touch = Literal["own", "all", "none"]


class Suit(NamedTuple):
    name: str
    letter: str = ""
    """The suit's letter; if empty, the first letter of its name that no other suit in the deck uses."""
    colors: Touch | Literal["rank"] = "own"
    """Colors that touch the suit. "rank": the color at a card's rank, in the order of the deck's colors, touches it."""
    ranks: Touch = "own"
    single: bool = False
    """True if the suit has one copy of each card."""
    called: tuple[str, ...] = ()
    """The suit's own colors, if they differ from its name."""

    @property
    def own(self) -> tuple[str, ...]:
        """The suit's own colors, which clues can name if the deck contains the suit."""
        return (self.called or (self.name.lower(),)) if self.colors == "own" else ()


class DeckRule(NamedTuple):
    """A rule for all suits of a deck, unless a suit's own rule overrides it."""

    name: str = ""
    says: str = ""
    clues: tuple[str, ...] = ("1", "2", "3", "4", "5")
    """Ranks that clues can name."""
    touches: tuple[tuple[int, ...], ...] = ((1,), (2,), (3,), (4,), (5,))
    """Ranks that each rank clue touches."""
    copies: tuple[int, ...] = (3, 2, 2, 2, 1)
    """Number of copies of each rank in a suit, unless the suit has one of each."""
    rank: int = 0
    """A special rank, or 0. Its cards are touched like those of `like` or, without it, by a rank for each suit."""
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
SPECIAL_SUITS = (
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


def _suits_from_notation(*names: str) -> tuple[Suit, ...]:
    """Make suits from notation such as "Tangerine:RY": a name and the initials of its colors."""
    colors = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "P": "purple", "T": "teal", "K": "black"}
    split = [name.split(":") for name in names]
    return tuple(Suit(name, called=tuple(colors[each] for each in initials)) for name, initials in split)


TOMATO, MAHOGANY, CARROT, EMERALD, OLIVE, BERRY, NAVY, SKY = _suits_from_notation(
    "Tomato:R", "Mahogany:R", "Carrot:R", "Emerald:G", "Olive:G", "Berry:B", "Navy:B", "Sky:B"
)
TANGERINE, VIOLET, JADE, LIME, CYAN = _suits_from_notation("Tangerine:RY", "Violet:RB", "Jade:YB", "Lime:YG", "Cyan:GB")
_BLUES = (*_suits_from_notation("Ice:B", "Aqua:B"), SKY, BERRY, NAVY, *_suits_from_notation("Ocean:B"))
_NESTED = _suits_from_notation("Ruby:R", "Yam:RY", "Geas:RYG", "Beatnik:RYGB", "Plum:RYGBP", "Taupe:RYGBPT")
PLAIN_SUITS: dict[str, tuple[tuple[Suit, ...], ...]] = {
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
        (TANGERINE, LIME, CYAN, *_suits_from_notation("Indigo:BP", "Cardinal:RP")),
        (TANGERINE, VIOLET, *_suits_from_notation("Maroon:RK"), JADE, *_suits_from_notation("Tan:YK", "Cobalt:BK")),
    ),
}
"""Plain suits to which special ones are added, by kind of deck."""
SUIT_MIXES: dict[str, tuple[Suit, ...]] = {
    "Special Mix (5 Suits)": (BLACK, RAINBOW, PINK, WHITE, BROWN),
    "Special Mix (6 Suits)": (BLACK, RAINBOW, PINK, WHITE, BROWN, NULL),
    "Ambiguous Mix": (TOMATO, MAHOGANY, SKY, NAVY, BLACK, WHITE),
    "Dual-Color Mix": (TANGERINE, VIOLET, JADE, BLACK, RAINBOW, WHITE),
    "Ambiguous & Dual-Color Mix": (
        *_suits_from_notation("Peach:RY"),
        TANGERINE,
        *_suits_from_notation("Magenta:RB"),
        VIOLET,
        LIME,
        *_suits_from_notation("Jungle:YG"),
    ),
    "Candy Corn Mix (5 Suits)": (RED, TANGERINE, YELLOW, WHITE, BROWN),
    "Candy Corn Mix (6 Suits)": (RED, TANGERINE, YELLOW, WHITE, BROWN, COCOA),
    "Holiday Mix (5 Suits)": (DARK_PINK, GREEN, WHITE, SKY, NAVY),
    "Holiday Mix (6 Suits)": (LIGHT_PINK, RED, GREEN, WHITE, SKY, NAVY),
    "Valentine Mix (5 Suits)": (RED, PINK, WHITE, LIGHT_PINK, COCOA),
    "Valentine Mix (6 Suits)": (RED, PINK, WHITE, LIGHT_PINK, COCOA, NULL),
    "RGB Mix (6 Suits)": (RED, *_suits_from_notation("Gold:RG"), GREEN, CYAN, BLUE, VIOLET),
}

# -- twists

ONE_TO_FIVE = (1, 2, 3, 4, 5)


def _rule_for_named_ranks(left: tuple[int, ...], **rest: Any) -> DeckRule:
    """Make a rule by which clues can name only these ranks."""
    return DeckRule(clues=tuple(map(str, left)), touches=tuple((rank,) for rank in left), **rest)


def _rule_for_rank_like_suit(suit: Suit, rank: int, word: str) -> DeckRule:
    """Make a rule by which clues touch cards of a rank as they touch a special suit.

    Clues cannot name the rank unless the suit is touched by ranks as usual.
    """
    quantity = {"all": "every", "none": "no"}
    ways = ((suit.colors, "color"), (suit.ranks, "rank"))
    touch = " and ".join(f"{quantity[touch]} {kind}" for touch, kind in ways if touch in quantity)
    left = tuple(each for each in ONE_TO_FIVE if each != rank or suit.ranks == "own")
    name = f"{suit.name.replace(' ', '-')}-{word}"
    return _rule_for_named_ranks(left, name=name, says=f"{word} are touched by {touch}", rank=rank, like=suit)


def _rule_for_deceptive_rank(rank: int, word: str) -> DeckRule:
    left = tuple(each for each in ONE_TO_FIVE if each != rank)
    says = f"{word} are touched by another rank, by suit: {', '.join(map(str, left))}, and again from the first"
    return _rule_for_named_ranks(left, name=f"Deceptive-{word}", says=says, rank=rank)


PLAIN_RULE = DeckRule()
DECK_RULES = (
    *(
        twist
        for rank, word in ((1, "Ones"), (5, "Fives"))
        for twist in (
            *(_rule_for_rank_like_suit(suit, rank, word) for suit in SPECIAL_SUITS[1:9]),
            _rule_for_deceptive_rank(rank, word),
        )
    ),
    DeckRule("Critical Fours", "There is one 4 in each suit", copies=(3, 2, 2, 1, 1)),
    DeckRule("Scarce Ones", "There are two 1s in each suit", copies=(2, 2, 2, 2, 1)),
    DeckRule(
        "Odds and Evens",
        "Of ranks a clue names odd or even, and touches all of those",
        ("odd", "even"),
        ((1, 3, 5), (2, 4)),
    ),
    DeckRule(
        "Funnels",
        "A clue of a rank touches all lower ranks, too",
        touches=tuple(tuple(range(1, rank + 1)) for rank in ONE_TO_FIVE),
    ),
    DeckRule(
        "Chimneys",
        "A clue of a rank touches all higher ranks, too",
        touches=tuple(tuple(range(rank, 6)) for rank in ONE_TO_FIVE),
    ),
)
"""Rules of decks with plain suits and at most one special suit."""
