"""Greetings, thanks and apologies: sentences that ask for nothing, and the answer to each."""

import re

from core.text import later

_WORDS = (
    r"hello|hi|hey|hiya|good (?:morning|evening|day|afternoon)|(?:many )?thanks|thank you|thx|tysm|ty|cheers"
    r"|(?:much|very much) appreciated|well done|bye|goodbye|welcome|great(?: job| work)?|good (?:job|work|game)"
    r"|nice(?: job| work| to meet you)?|perfect|(?:i (?:'m|am) )?(?:so |very )?sorry|im sorry|(?:my )?apologies"
    r"|i apologi[sz]e|my (?:bad|mistake|fault)|oops|pardon(?: me)?|gg"
)
_AFTER = (
    r"there|very much|so much|a lot|again|everybody|everyone|all|both|you|guys|team|mate|pal"
    r"|(?:for|about) (?:that|this|it|everything|(?:your|the|all the) (?:help|mess|trouble|confusion))"
)
_KIND = r"that (?:was|is|'s) (?:very |so |really )?(?:kind|nice|helpful|good|great)(?: of you)?(?: ,)? "
GREETING = later(rf"(?:{_KIND})?(?:(?:{_WORDS})(?: (?:{_AFTER}))*(?: [,:])?(?: |$))+(?:, )?(?:[a-z]+ ?)?")
_ANSWERS = (
    (re.compile(r"\b(?:thanks?|thx|tysm|ty|cheers|appreciated)\b"), "You're welcome."),
    (re.compile(r"\b(?:sorry|apologies|apologi[sz]e|my (?:bad|mistake|fault)|oops|pardon)\b"), "No problem."),
    (re.compile(r"\b(?:bye|goodbye)\b"), "Goodbye."),
    (re.compile(r"\b(?:well done|great|perfect|nice (?:job|work)|good (?:job|work|game)|gg)\b"), "Thank you."),
)


def courtesy(text: str) -> str:
    """Answer a greeting, thanks or an apology."""
    low = text.casefold()
    return next((answer for rule, answer in _ANSWERS if rule.search(low)), "Hello.")
