"""Playable decks by hanab.live's names, and the cards that each clue touches.

A card's identity is a number, `suit * 5 + rank - 1`; a set of identities is a bit mask. Clues are numbers, too: colors
that can be named come first, then ranks.
"""

from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import chain, combinations

from scenes.hanabi.suits import DECK_RULES, PLAIN_RULE, PLAIN_SUITS, SPECIAL_SUITS, SUIT_MIXES, DeckRule, Suit

RANKS = (1, 2, 3, 4, 5)
COPIES = PLAIN_RULE.copies
"""Copies of each rank in a suit."""


def _is_identified(suits: Sequence[Suit], twist: DeckRule) -> bool:
    apart = len({color for suit in suits for color in suit.own}) == sum(len(suit.own) for suit in suits)
    usual = all(suit.colors in ("own", "all") and len(suit.own) < 2 and suit.ranks == "own" for suit in suits)
    return apart and usual and (twist.touches, twist.rank) == (PLAIN_RULE.touches, PLAIN_RULE.rank)


class Variant:
    """A deck; all games with it share one instance."""

    def __init__(self, name: str, suits: Sequence[Suit], twist: DeckRule = PLAIN_RULE) -> None:
        self.name = name
        self.suits = _with_letters(suits)
        self.twist = twist
        self.colors = tuple(dict.fromkeys(color for suit in suits for color in suit.own))
        """Colors that clues can name."""
        self.is_told = _is_identified(suits, twist)
        """True if a color and a rank clue identify each card."""
        self.count = 5 * len(suits)
        """Number of identities, which is also the maximum score."""
        self.copies = tuple(1 if suit.single else n for suit in suits for n in twist.copies)
        """Copies of each identity."""
        self.deck = tuple(card for card, n in enumerate(self.copies) for _ in range(n))
        self.all = (1 << self.count) - 1
        self.labels = tuple(f"{suit.letter}{rank}" for suit in self.suits for rank in RANKS)
        self.clues = (*self.colors, *twist.clues)
        """Name of each clue."""
        self.ranks = tuple(int(clue) if clue.isdigit() else n for n, clue in enumerate(twist.clues, 1))
        """Numbers by which hanab.live stores the ranks that clues can name."""
        self.five = self.clues.index("5") if "5" in self.clues else -1
        """The clue that names 5; -1 if there is none."""
        self.touched = (
            *(self._mask(self._by_color, n) for n in range(len(self.colors))),
            *(self._mask(self._by_rank, n) for n in range(len(twist.clues))),
        )
        """Identities that each clue touches."""
        self.touching = (
            *(sum(1 << clue for clue, mask in enumerate(self.touched) if mask >> n & 1) for n in range(self.count)),
            0,
        )
        """Clues that touch each identity, as bit masks; the last entry, for an unknown card, is empty."""

    def _mask(self, touches: Callable[[int, int, int], bool], clue: int) -> int:
        return sum(1 << 5 * n + rank - 1 for n in range(len(self.suits)) for rank in RANKS if touches(clue, n, rank))

    def _by_color(self, color: int, n: int, rank: int) -> bool:
        suit, like = self.suits[n], self.twist.like
        if suit.colors in ("own", "rank") and like and like.colors != "own" and rank == self.twist.rank:
            suit = like
        if suit.colors == "rank":
            return color == (rank - 1) % len(self.colors)
        return suit.colors == "all" or self.colors[color] in suit.own

    def _by_rank(self, clue: int, n: int, rank: int) -> bool:
        suit, twist = self.suits[n], self.twist
        if suit.ranks == "own" and rank == twist.rank:
            if twist.like is None:
                return clue == n % len(twist.clues)
            suit = twist.like
        return suit.ranks == "all" or (suit.ranks == "own" and rank in twist.touches[clue])

    @property
    def rules(self) -> str:
        """The deck in words: suits by name and letter, and special rules."""
        suits = ", ".join(f"{suit.name.lower()} ({suit.letter}{_touch_text(suit)})" for suit in self.suits)
        return ". ".join([f"{self.name}: {suits}", *self.notes])

    @property
    def notes(self) -> Iterator[str]:
        """Yield sentences about clues that the names of the suits do not explain."""
        for suit in self.suits:
            if suit.called:
                yield f"{suit.name} cards are touched by {' and by '.join(suit.own)}"
            elif suit.colors == "rank":
                order = ", ".join(self.colors)
                yield f"{suit.name} cards of rank 1 are touched by the first color, and so on, of {order}, and again"
        if self.twist.says:
            yield self.twist.says

    def is_color(self, clue: int) -> bool:
        return clue < len(self.colors)

    def labels_of(self, cards: int) -> list[str]:
        """List the labels in a set of identities."""
        return [label for card, label in enumerate(self.labels) if cards >> card & 1]

    def spelled(self, card: int) -> str:
        """Write an identity in words: red 3."""
        return f"{self.suits[card // 5].name.lower()} {card % 5 + 1}"


def _touch_text(suit: Suit) -> str:
    many = {"all": "every", "none": "no"}
    touch = [f"{many[how]} {kind}" for how, kind in ((suit.colors, "color"), (suit.ranks, "rank")) if how in many]
    return "".join([f": touched by {' and '.join(touch)}"] * bool(touch) + [", one of each card"] * suit.single)


def _with_letters(suits: Sequence[Suit]) -> tuple[Suit, ...]:
    """Assign a letter to each suit."""
    taken = {suit.letter for suit in suits}
    out = []
    for suit in suits:
        letter = suit.letter or next(each for each in suit.name.upper() if each.isalpha() and each not in taken)
        taken.add(letter)
        out.append(suit._replace(letter=letter))
    return tuple(out)


# -- the list of decks

SIZES = (6, 5, 4, 3)
SuitsAndRule = tuple[tuple[Suit, ...], DeckRule]


def _all_decks() -> Iterator[tuple[str, SuitsAndRule]]:
    """Yield the decks with their names on hanab.live: each kind with no, one or two special suits."""
    for kind, bases in PLAIN_SUITS.items():
        by_size = {len(base): base for base in bases}
        pairs = () if kind else combinations(SPECIAL_SUITS, 2)
        for more in chain(((),), ((suit,) for suit in SPECIAL_SUITS), pairs):
            yield from _decks_of_kind(kind, by_size, more, PLAIN_RULE)
    plain = {len(base): base for base in PLAIN_SUITS[""]}
    for twist in DECK_RULES:
        for more in chain(((),), ((suit,) for suit in SPECIAL_SUITS)):
            yield from _decks_of_kind(twist.name, plain, more, twist)
    for name, suits in SUIT_MIXES.items():
        yield name, (suits, PLAIN_RULE)


def _decks_of_kind(
    kind: str, bases: dict[int, tuple[Suit, ...]], more: tuple[Suit, ...], twist: DeckRule
) -> Iterator[tuple[str, SuitsAndRule]]:
    """Yield hanab.live's decks of a kind.

    Decks with fewer cards need more suits. No two special suits are touched by the same clues, and a Rainbow, Prism or
    Dark Prism suit needs at least two colors.
    """
    if len({(suit.colors, suit.ranks) for suit in more}) < len(more):
        return
    called = " & ".join([*([kind] if kind else []), *(suit.name for suit in more)])
    missing = sum(5 for suit in more if suit.single)
    fewer = 10 - sum(twist.copies)
    alike = any(suit.colors == "rank" or suit[2:5] == ("all", "own", False) for suit in more)
    for size in SIZES:
        base = bases.get(size - len(more), ())
        if not base or missing + fewer * (size - missing // 5) > max(0, 5 * (size - 4)):
            continue
        suits = (*base, *more)
        if not alike or len({color for suit in suits for color in suit.own}) > 1:
            yield (
                f"{called} ({size} Suits)" if called else f"{size} Suits" if size != 5 else "No Variant",
                (suits, twist),
            )


def _option_value(name: str) -> str:
    """Return the value of the `variant` option for a name on hanab.live."""
    mix, _, size = name.removesuffix(" Suits)").rpartition(" (")
    key = _dashed(mix or name)
    return f"{key}-{size}" if mix and size != str(SIZES[0]) else key


def _dashed(name: str) -> str:
    return name.lower().replace(" & ", "-").replace(" ", "-")


OPTION_OF_PLAIN_DECK = {
    "No Variant": "standard",
    "6 Suits": "six-suits",
    "4 Suits": "four-suits",
    "3 Suits": "three-suits",
}


@cache
def _decks_by_site_name() -> dict[str, SuitsAndRule]:
    return dict(_all_decks())


@cache
def option_by_site_name() -> dict[str, str]:
    """Map hanab.live's names to values of the `variant` option."""
    return {name: OPTION_OF_PLAIN_DECK.get(name) or _option_value(name) for name in _decks_by_site_name()}


@cache
def site_name_by_option() -> dict[str, str]:
    """Map values of the `variant` option to hanab.live's names."""
    return {key: name for name, key in option_by_site_name().items()}


class _Variants(dict[str, Variant]):
    """Variants, each created on first use."""

    def __missing__(self, key: str) -> Variant:
        name = site_name_by_option()[key]
        self[key] = variant = Variant(name, *_decks_by_site_name()[name])
        return variant


VARIANTS = _Variants()
"""Decks by value of the `variant` option; `site_name_by_option` has all values."""


UNSUPPORTED_RULES = {
    "Orange": "what is played is discarded, and what is discarded is played",
    "Reversed": "a suit that is built from 5 down",
    "Up or Down": "suits that are built either way",
    "Sudoku": "suits that begin with any rank",
    "Clue Starved": "half a clue token for a discard",
    "Throw It in a Hole": "plays that nobody sees",
    "Alternating Clues": "color and rank in turns",
    "Synesthesia": "colors that tell ranks",
    "Blind": "clues that touch nothing",
    "Mute": "clues of one kind only",
    "Cow & Pig": "clues of which only the kind is said",
    "Duck": "clues that say nothing",
}
"""Rules that are not supported, by the word for them in hanab.live's names."""


def why_no_deck(word: str) -> str:
    """Explain why no deck has this name, in the style of hanab.live or of the option.

    The explanation names the unsupported rule, or else a similar name.
    """
    dashed = f"-{_dashed(word.partition(' (')[0])}-"
    missing = [f"{name} ({how})" for name, how in UNSUPPORTED_RULES.items() if f"-{_dashed(name)}-" in dashed]
    if not missing and " (" in word:
        parts = {*PLAIN_SUITS, *(suit.name for suit in SPECIAL_SUITS), *(twist.name for twist in DECK_RULES)}
        missing = [name for name in word.partition(" (")[0].split(" & ") if name not in parts]
    if missing:
        return f"there is no {' and no '.join(missing)} here"
    known = {each.lower(): each for each in (*site_name_by_option(), *option_by_site_name())}
    close = get_close_matches(word.lower(), known, n=1)
    return (
        f"the nearest is {known[close[0]]}" if close else "write names such as rainbow-5, pink-brown or funnels-white-4"
    )


HAND_SIZE_BY_PLAYERS = {2: 5, 3: 5, 4: 4, 5: 4}
"""Cards in a hand, by number of players."""
CLUES, FUSES = 8, 3
