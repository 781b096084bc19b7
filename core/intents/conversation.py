"""Conversation: addressees of messages, questions, and requests to clarify an unclear message."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from core.intents.grammar import Reading
from core.intents.license import QUOTED
from core.intents.tokens import Sentence, Token

MOST_WORDS = 6
"""Largest number of words of a short answer."""
_OPENING = r"\s*(?:(?:oh|ah|well|ok|okay),? )?"
_YES = re.compile(
    rf"{_OPENING}(?:yes|yeah|yep|yup|yea|aye|exactly|right|correct|please do|indeed|sure|i do|that's right)\b", re.I
)
SHORT_ANSWERS: Mapping[str, tuple[str, str]] = {
    "do": ("I do", "I don't"), "did": ("I did", "I didn't"), "are": ("I am", "I'm not"), "were": ("I was", "I wasn't"),
    "have": ("I have", "I haven't"), "can": ("I can", "I can't"), "could": ("I could", "I couldn't"),
    "would": ("I would", "I wouldn't"), "will": ("I will", "I won't"), "should": ("I should", "I shouldn't"),
}  # fmt: skip
"""Short answers to a yes-no question about the listener, by its first word: yes and no."""
_WORDS = {
    "asking": "what why who whom whose how when where which",
    "auxiliary": "do did does is are was were can could would will have has should may might am",
    "telling": "tell give show name list describe justify defend answer",
    "openers": "hey hi hello so and but well ok okay now dear my mr mrs ms sir , . ! then oh sorry",
    "called": "you your my mate please explain tell any",
    "takes name": (
        "of on for with about to from by than after before against like and or is was are trust believe suspect accuse "
        "hang lynch vote kill inspect check protect defend see watch support does did do can has will that think as in "
        "what says said if because help killed hanging at through"
    ),
}
_ASKING, _AUXILIARY, _TELLING, _OPENERS, _CALLED, _TAKES_NAME = (frozenset(w.split()) for w in _WORDS.values())
"""Words that begin a question, words around an addressed name, and words before a name that is only mentioned."""


def is_yes(text: str) -> bool:
    """Return True for a short answer that starts with yes; longer answers say more.

    >>> is_yes("Yes, please"), is_yes("b2 red")
    (True, False)
    """
    words = text.split()
    answer = " ".join(words[1:] if text.startswith("@") else words)
    return len(words) <= MOST_WORDS and _YES.match(answer) is not None


def is_question(message: Sequence[Sentence]) -> bool:
    """Return True if a sentence ends with a question mark, or begins as a question."""
    return any(sentence[-1].text == "?" or _asks(sentence) for sentence in message)


def _asks(sentence: Sentence) -> bool:
    words = [token.text for token in sentence if not token.tag and token.text not in _OPENERS]
    first, second = (*words, "", "")[:2]
    after_comma = any(one == "," and other in _ASKING for one, other in pairwise(token.text for token in sentence))
    if after_comma or "explain" in words or (first in _TELLING and second in ("us", "me", "your", "yourself")):
        return True
    return (first in _ASKING and second not in ("a", "an", ".")) or (first in _AUXILIARY and second in ("you", "we"))


def addressee(message: Sequence[Sentence]) -> str:
    """Return the first name that a message addresses, such as Bob in "why so quiet, Bob"; "" if there is none."""
    called = (token.value for sentence in message for at, token in enumerate(sentence) if _is_called(sentence, at))
    return next(called, "")


def likely_addressees(message: Sequence[Sentence], asked: Iterable[str], speakers: Iterable[str]) -> Sequence[str]:
    """Return the likely addressees of a question, likeliest first; "" stands for nobody.

    Args:
        message: The question.
        asked: Names that the reader found as addressees.
        speakers: Earlier speakers, newest first; "you" without a name means the newest one that is not mentioned.
    """
    tokens = [token for sentence in message for token in sentence]
    mentioned = {token.value for token in tokens if token.tag == "name"}
    others = [name for name in speakers if name not in mentioned]
    says_you = any(token.text in ("you", "your") for token in tokens)
    return (addressee(message), *((*others, *asked) if says_you else (*asked, *others)))


def _is_called(sentence: Sentence, at: int) -> bool:
    if sentence[at].tag != "name":
        return False
    before = sentence[at - 1] if at else None
    after, later = (*sentence[at + 1 :], sentence[-1])[:2]
    if all(token.text in _OPENERS for token in sentence[:at]):
        return after.text in _CALLED or _ends(after) or after.text in _ASKING or later.text in ("you", "we")
    assert before is not None
    return _ends(after) and (
        before.text == "," or (after.text != "," and not before.tag and before.text not in _TAKES_NAME)
    )


def _ends(token: Token) -> bool:
    return not token.tag and not token.text[:1].isalnum()


# -- requests to clarify a message


class Guess(msgspec.Struct, frozen=True):
    """An uncertain reading of a message, and the listener that asks the speaker whether it is right."""

    to: str
    """The listener that asks."""
    intent: str
    slots: tuple[str, ...] = ()
    asked: bool = False
    """True once the listener has asked; then "yes" confirms the guess."""


Guesses = Mapping[str, Guess]
"""The guess about the newest message of each speaker."""


def best_guess(readings: Sequence[Reading], acted_on: Collection[str]) -> Reading | None:
    """Return the likeliest unlicensed reading about nouns without a licensed reading; None if there is none."""
    known = {reading.slots for reading in readings if reading.licensed and reading.intent in acted_on}
    unsure = (each for each in readings if each.intent in acted_on and not each.licensed and QUOTED not in each.vetoes)
    return max((each for each in unsure if each.slots not in known), key=lambda each: each.confidence, default=None)


def guesses_after(guesses: Guesses, speaker: str, asks: Callable[[str, Guess], bool]) -> Guesses:
    """Return the guesses after a message: drop the speaker's, and mark those that the message asks about.

    Args:
        guesses: The guesses before.
        speaker: Speaker of the message.
        asks: Function that returns True if the message asks a named member about its guess.
    """
    return {
        name: replace(guess, asked=True) if guess.to == speaker and asks(name, guess) else guess
        for name, guess in guesses.items()
        if name != speaker
    }
