"""Characters and moves of Coup: claims, costs and blocks; and the same as numbers."""

from math import comb
from typing import Literal, NamedTuple

Character = Literal["Duke", "Assassin", "Captain", "Ambassador", "Contessa"]
CHARACTERS: tuple[Character, ...] = ("Duke", "Assassin", "Captain", "Ambassador", "Contessa")
COPIES = 3
"""Cards of each character in the court deck."""
NOBODY = -1
"""The seat of nobody, and the number of no card."""
COINS = 50
START = 2
"""Coins at the start; with two players the one who begins has one less."""
COUP_AT = 10
"""Coins from which on a player must coup."""

Verb = Literal["income", "foreign aid", "coup", "tax", "assassinate", "steal", "exchange"]


class Rule(NamedTuple):
    """One kind of action (rulebook, "Actions" and "Counteractions")."""

    claims: Character | None
    """The character that a player claims to have by it; None for what anybody may do."""
    cost: int
    gain: int
    """Coins from the treasury, or for stealing at most so many from the target."""
    targets: bool
    blocks: tuple[Character, ...]
    """Characters that block it: for a targeted action the target's, for foreign aid anybody's."""


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
WORTH = (5, 3, 4, 1, 2)
"""Value of keeping a card, by character."""
ANY = [
    [
        [1 - comb(max(0, cards - copies), held) / comb(cards, held) if held <= cards else 0.0 for held in range(5)]
        for copies in range(COPIES + 1)
    ]
    for cards in range(CARDS + 1)
]
"""The probability to hold a card: by cards unseen, copies among them, and cards in the hand."""
LACKS = [[[1 - row[held] for row in rows] for held in range(5)] for rows in ANY]
"""The probability not to hold it: by cards unseen, cards in the hand, and copies."""
