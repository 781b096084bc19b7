"""Reasons not to act on a reading, whatever its probability."""

from collections.abc import Collection, Iterator, Sequence

from core.intents.lexicon import CLASSES, stem
from core.intents.tokens import Sentence, Token

QUOTED = "quoted"
QUOTES = frozenset('"“”„')
PLAIN_WORDS = 10
"""Largest number of words in a plain message, not counting nouns."""
UNKNOWN_WORDS = 2
"""Number of unknown words from which bots do not act on a sentence."""


def vetoes(message: Sequence[Sentence], slots: Sequence[str], known: Collection[str]) -> tuple[str, ...]:
    """Return the reasons not to act on the statements of a message about some nouns.

    Args:
        message: Sentences of the message.
        slots: Values of the nouns; empty for the message as a whole.
        known: Words of the sentences that the model was trained on.
    """
    sentences = [s for s in message if {*slots} <= {token.value for token in s if token.tag}] or message
    return tuple(dict.fromkeys(reason for sentence in sentences for reason in _vetoes_in(sentence, slots, known)))


def is_plain(sentences: Sequence[Sentence], common: Collection[str]) -> bool:
    """Return True if a message is short and all its words are common in messages of its kind."""
    words = [token for sentence in sentences for token in sentence if not token.tag]
    return len(words) <= PLAIN_WORDS and all(token.text in common or not token.text[0].isalpha() for token in words)


def _vetoes_in(sentence: Sentence, slots: Sequence[str], known: Collection[str]) -> Iterator[str]:
    quoted = False
    for token in sentence:
        if token.text in QUOTES:
            quoted = not quoted
        elif quoted and token.tag and token.value in slots:
            yield QUOTED
    unknown = [token.text for token in sentence if _is_unknown(token, known)]
    if len(unknown) >= UNKNOWN_WORDS:
        yield f"unknown words: {', '.join(unknown)}"


def _is_unknown(token: Token, known: Collection[str]) -> bool:
    word = token.text
    return not token.tag and word.isalpha() and len(word) > 2 and word not in known and stem(word) not in CLASSES
