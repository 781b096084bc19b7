"""Reasons not to act upon a reading, whatever the model says of it."""

from collections.abc import Collection, Iterator, Sequence

from core.intents.lexicon import CLASSES, stem
from core.intents.tokens import Sentence, Token

QUOTED = "quoted"
QUOTES = frozenset('"“”„')
PLAIN = 10
"""Words, at most, of a plain message, besides its nouns."""
UNKNOWN = 2
"""Unknown words in one sentence that make it too strange to act upon."""


def vetoes(message: Sequence[Sentence], slots: Sequence[str], known: Collection[str]) -> tuple[str, ...]:
    """Return the reasons against acting upon what a message says of some nouns.

    Args:
        message: The sentences.
        slots: Values of the nouns; none for the message as a whole.
        known: Words of the sentences that the model was trained on.
    """
    sentences = [s for s in message if {*slots} <= {token.value for token in s if token.tag}] or message
    return tuple(dict.fromkeys(reason for sentence in sentences for reason in _against(sentence, slots, known)))


def is_plain(sentences: Sequence[Sentence], common: Collection[str]) -> bool:
    """Return True if a message is short and uses only words that are common in messages of its kind."""
    words = [token for sentence in sentences for token in sentence if not token.tag]
    return len(words) <= PLAIN and all(token.text in common or not token.text[0].isalpha() for token in words)


def _against(sentence: Sentence, slots: Sequence[str], known: Collection[str]) -> Iterator[str]:
    quoted = False
    for token in sentence:
        if token.text in QUOTES:
            quoted = not quoted
        elif quoted and token.tag and token.value in slots:
            yield QUOTED
    unknown = [token.text for token in sentence if _is_unknown(token, known)]
    if len(unknown) >= UNKNOWN:
        yield f"unknown words: {', '.join(unknown)}"


def _is_unknown(token: Token, known: Collection[str]) -> bool:
    word = token.text
    return not token.tag and word.isalpha() and len(word) > 2 and word not in known and stem(word) not in CLASSES
