"""Characters and moves of Coup with their claims, costs and blocks, as names and as numbers."""

from math import comb
from typing import Literal, NamedTuple

Character = Literal["Duke", "Assassin", "Captain", "Ambassador", "Contessa"]
CHARACTERS: tuple[Character, ...] = ("Duke", "Assassin", "Captain", "Ambassador", "Contessa")
COPIES = 3
"""Copies of each character in the court deck."""
NOBODY = -1
"""Stands for no seat and for no card."""
COINS = 50
START = 2
"""Coins at the start; with two players, the starting player has one less."""
COUP_AT = 10
"""Coins from which a player must coup."""

Verb = Literal["income", "foreign aid", "coup", "tax", "assassinate", "steal", "exchange"]


class Rule(NamedTuple):
    """Rule of one move (rulebook, "Actions" and "Counteractions")."""

    claims: Character | None
    """The character that the move claims; None if anybody may make it."""
    cost: int
    gain: int
    """Coins from the treasury; for stealing, the maximum taken from the target."""
    targets: bool
    blocks: tuple[Character, ...]
    """Characters that block it. Only the target can block a targeted action; anybody can block foreign aid."""


RULES: dict[Verb, Rule] = {
    "income": Rule(None, 0, 1, False, ()),
    "foreign aid": Rule(None, 0, 2, False, ("Duke",)),
    "coup": Rule(None, 7, 0, True, ()),
    "tax": Rule("Duke", 0, 3, False, ()),
    "assassinate": Rule("Assassin", 3, 0, True, ("Contessa",)),
    "steal": Rule("Captain", 0, 2, True, ("Captain", "Ambassador")),
    "exchange": Rule("Ambassador", 0, 0, False, ()),
}


VERBS = tuple(RULES)
INCOME, AID, COUP, TAX, ASSASSINATE, STEAL, EXCHANGE = range(len(VERBS))
DUKE, ASSASSIN, CAPTAIN, AMBASSADOR, CONTESSA = range(len(CHARACTERS))
COST = [RULES[verb].cost for verb in VERBS]
CARD = {card: index for index, card in enumerate(CHARACTERS)}
VERB = {verb: index for index, verb in enumerate(VERBS)}
CLAIM = [NOBODY if (card := RULES[verb].claims) is None else CARD[card] for verb in VERBS]
BLOCKS = [tuple(CARD[card] for card in RULES[verb].blocks) for verb in VERBS]
CARDS = len(CHARACTERS) * COPIES
ORDERS = [[(*range(seat + 1, count), *range(seat)) for seat in range(count)] for count in range(7)]
"""The other seats in turn order, by number of players and seat."""
WORTH = (5, 3, 4, 1, 2)
"""Value of keeping a card, by its number in `CHARACTERS`."""
ANY = [
    [
        [1 - comb(max(0, cards - copies), held) / comb(cards, held) if held <= cards else 0.0 for held in range(5)]
        for copies in range(COPIES + 1)
    ]
    for cards in range(CARDS + 1)
]
"""Probability that a hand has a copy of a card, by number of unseen cards, unseen copies, and cards in the hand."""
LACKS = [[[1 - row[held] for row in rows] for held in range(5)] for rows in ANY]
"""Probability that a hand has no copy of a card, by number of unseen cards, cards in the hand, and unseen copies."""


def with_article(card: Character) -> str:
    """Return a card's name with its article."""
    return f"{'an' if card[0] == 'A' else 'a'} {card}"
