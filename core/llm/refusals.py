"""Detection of replies in which a model refuses to play; such words never reach the table."""

import re
from typing import Any

from core.lazy_patterns import later

_HELP = (
    "help|assist|comply|continue|participate|provide|engage|fulfil|fulfill|do that|do this|create|generate|support"
    "|take part|role-?play|pretend|answer that|respond to"
)
_REFUSAL = later(
    r"\A\W{0,3}(?:(?:(?:(?:i'?m|i am|we'?re|we are) (?:very |so |really )?)?sorry|i apologi[sz]e|unfortunately)"
    r"\W{0,3})?(?:but )?(?:as an? (?:ai|artificial intelligence|large language)\b[^.]{0,60}?,? )?"
    r"(?:i (?:can'?t|cannot|can not|won'?t|will not|must decline to|am (?:not able|unable) to)"
    r"|i'?m (?:not able|unable) to)"
    rf" (?:be able to )?(?:{_HELP})\b"
    r"|\A\W{0,3}as an? (?:ai|artificial intelligence|large) (?:language )?(?:model|assistant)\b[^.]{0,80}"
    r"\b(?:can'?t|cannot|not able)",
    re.IGNORECASE,
)


def refuses(text: str) -> bool:
    """Return True if a text begins as a refusal to answer.

    >>> refuses("I'm sorry, but I can't assist with that request.")
    True
    >>> refuses("I'm sorry, but I can't change h1 to red.")
    False
    """
    return _REFUSAL.match(text[:400].strip().replace("’", "'")) is not None


_PLAIN = later(
    r"\b(?:request|assist|comply|language model|as an ai|guidelines|polic(?:y|ies)|content|decepti\w+|role-?play"
    r"|harmful)\b"
    r"|\b(?:help|do|answer|continue)(?: you)?(?: with)? (?:that|this)\W*\Z",
    re.IGNORECASE,
)
"""Words that mark a refusal by the model, unlike words of the game such as "I can't help Bob now"."""
_ELEMENT = later(r"<[^<>]*>")


def declines(data: Any) -> bool:
    """Return True if a text within an answer, which is JSON data, refuses to answer.

    >>> declines({"action": "pass", "words": "I'm sorry, but I can't assist with that request."})
    True
    >>> declines({"action": "pass", "words": "I'm sorry, but I can't help Bob: I have no clue left."})
    False
    """
    match data:
        case str():
            return any(refuses(text) and bool(_PLAIN.search(text[:400])) for text in _ELEMENT.split(data))
        case list():
            return any(map(declines, data))
        case dict():
            return any(map(declines, data.values()))
    return False
