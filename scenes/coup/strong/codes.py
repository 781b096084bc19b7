"""Cards and actions as numbers, for what has to be fast."""

from math import comb

from scenes.coup.moves import CHARACTERS, COPIES, RULES
from scenes.coup.rules import NOBODY

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
