"""Prices, acceptance and final offers in free words."""

import re

_NUMBER = re.compile(r"(?<![\w.,])\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.00)?(?![\w%]|[.,]\d)")
_NO_OFFER = re.compile(
    r"\b(?:else\w*|another|other|others|saw|seen|online|worth|new|years?|km|miles|months?|pages?|market|yesterday|"
    r"off|discount|less|you (?:said|asked|ask|want\w*|offered))\b",
    re.IGNORECASE,
)
"""Words of sentences in which a number is not an offer."""
_ACCEPTS = re.compile(
    r"\b(?:deal|agreed|accept(?:ed)?|sold|done|i'?ll take it|i take it|you have a deal|shake on it)\b", re.IGNORECASE
)
_REFUSES = re.compile(r"\b(?:no|not|never|don'?t|can'?t|won'?t|cannot|if|unless|would|could)\b", re.IGNORECASE)
_FINAL = re.compile(
    r"\b(?:final|last (?:offer|word|price)|take it or leave|or (?:i|we|else i)(?:'ll| will)? ?(?:walk|leave|go|am off|"
    r"'m off)|that'?s (?:all|everything) i (?:have|can)|not a (?:cent|dollar|penny) more)\b",
    re.IGNORECASE,
)


def _sentences(text: str) -> list[str]:
    return [each for each in re.split(r"(?<=[.!?;])\s+|\s[-–—]\s", text.replace("’", "'")) if each]


def price_in(text: str) -> int | None:
    """Return the price that a message offers: its last one, unless the sentence speaks of something else.

    >>> price_in("I saw one for $400 elsewhere. I'd pay 500."), price_in("It has 40,000 km.")
    (500, None)
    """
    prices = [
        int(number.replace(",", ""))
        for sentence in _sentences(text)
        if not _NO_OFFER.search(sentence)
        for number in _NUMBER.findall(sentence)
    ]
    return next((price for price in reversed(prices) if price >= 20), None)


def accepts(text: str, price: int) -> bool:
    """Return True if a message accepts a price that the other side has named.

    >>> accepts("OK, deal.", 500), accepts("Deal at 450?", 500), accepts("No deal!", 500)
    (True, False, False)
    """
    own = price_in(text)
    if own is not None:
        return own == price and not any(_REFUSES.search(each) for each in _sentences(text) if str(own) in each)
    return any(
        _ACCEPTS.search(each) and not _REFUSES.search(each) and not each.endswith("?") for each in _sentences(text)
    )


def is_final(text: str) -> bool:
    """Return True if a message says that its offer is the last one.

    >>> is_final("500, take it or leave it"), is_final("Is that your last price?")
    (True, False)
    """
    return any(_FINAL.search(each) and not each.endswith("?") for each in _sentences(text))
