"""Prices, acceptance and final offers in free words."""

from collections.abc import Sequence

from core.intents.cues import clauses, cues_in
from core.intents.nouns import find_number
from core.intents.tokens import Sentence, tokenize
from scenes.chat.starters.starter import read_text

CUES = read_text("negotiation")["cues"]
LOWEST = 20
"""Smallest number that is read as a price."""


def price_in(text: str) -> int | None:
    """Return the price that a message offers: its last one, unless the clause speaks of something else.

    >>> price_in("I saw one for $400 elsewhere. I'd pay 500."), price_in("It has 40,000 km.")
    (500, None)
    """
    return _price(tokenize(text, find_number))


def _price(message: Sequence[Sentence]) -> int | None:
    offers = (each for each in clauses(message) if not cues_in((each,), CUES["no_offer"]))
    prices = [int(token.value) for clause in offers for token in clause if token.tag]
    return next((price for price in reversed(prices) if price >= LOWEST), None)


def accepts(text: str, price: int) -> bool:
    """Return True if a message accepts a price that the other side has named.

    >>> accepts("OK, deal.", 500), accepts("Deal at 450?", 500), accepts("No deal!", 500)
    (True, False, False)
    """
    message = tokenize(text, find_number)
    if _price(message) not in (None, price):
        return False
    firm = [each for each in message if each[-1].text != "?" and not cues_in((each,), CUES["condition"])]
    agreed = (each for each in clauses(firm) if not cues_in((each,), CUES["refuse"]))
    return any(cues_in((each,), CUES["accept"]) or _price((each,)) == price for each in agreed)


def is_final(text: str) -> bool:
    """Return True if a message says that its offer is the last one.

    >>> is_final("500, take it or leave it"), is_final("Is that your last price?")
    (True, False)
    """
    message = tokenize(text, find_number)
    return any(each[-1].text != "?" and cues_in((each,), CUES["final"]) for each in message)
