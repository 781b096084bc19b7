"""Characters and moves of Coup with their claims, costs and blocks, as names and as numbers."""

from math import comb
from typing import Literal, NamedTuple

Character = Literal["Duke", "Assassin", "Captain", "Ambassador", "Contessa"]
CHARACTERS: tuple[Character, ...] = ("Duke", "Assassin", "Captain", "Ambassador", "Contessa")
COPIES = 3
"""Copies of each character in the court deck."""
NOBODY = -1
"""Number that stands for no seat, and for no card."""
TREASURY = 50
START_COINS = 2
"""Coins at the start; with two players, the starting player has one coin less."""
MUST_COUP_FROM = 10
"""Minimum coins with which a player must coup."""

Verb = Literal["income", "foreign aid", "coup", "tax", "assassinate", "steal", "exchange"]


class Rule(NamedTuple):
    """Rule of one move (rulebook, "Actions" and "Counteractions")."""

    claims: Character | None
    """Character that the move claims; None if the move needs no claim."""
    cost: int
    gain: int
    """Coins from the treasury; for stealing, the maximum taken from the target."""
    targets: bool
    blocks: tuple[Character, ...]
    """Characters that block the move. Only the target can block a targeted move; anybody can block foreign aid."""


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
COSTS = [RULES[verb].cost for verb in VERBS]
CARD_NUMBER = {card: index for index, card in enumerate(CHARACTERS)}
VERB_NUMBER = {verb: index for index, verb in enumerate(VERBS)}
CLAIMS = [NOBODY if (card := RULES[verb].claims) is None else CARD_NUMBER[card] for verb in VERBS]
BLOCKS = [tuple(CARD_NUMBER[card] for card in RULES[verb].blocks) for verb in VERBS]
DECK_SIZE = len(CHARACTERS) * COPIES
TURN_ORDERS = [[(*range(seat + 1, count), *range(seat)) for seat in range(count)] for count in range(7)]
"""The other seats in turn order, by number of players and seat."""
KEEPING_VALUE = (5, 3, 4, 1, 2)
"""Value of keeping a card, by its number in `CHARACTERS`."""
CHANCE_OF_COPY = [
    [
        [1 - comb(max(0, cards - copies), held) / comb(cards, held) if held <= cards else 0.0 for held in range(5)]
        for copies in range(COPIES + 1)
    ]
    for cards in range(DECK_SIZE + 1)
]
"""Probability that a hand has a copy of a card, by number of unseen cards, unseen copies, and cards in the hand."""
CHANCE_OF_NO_COPY = [[[1 - row[held] for row in rows] for held in range(5)] for rows in CHANCE_OF_COPY]
"""Probability that a hand has no copy of a card, by number of unseen cards, cards in the hand, and unseen copies."""


def with_article(card: Character) -> str:
    """Return a card's name with its article."""
    return f"{'an' if card[0] == 'A' else 'a'} {card}"
