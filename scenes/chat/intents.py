"""Intents of a free conversation."""

from collections.abc import Sequence

from core.intents.grammar import Grammar, Kind
from core.intents.nouns import named
from core.intents.tokens import Nouns

GRAMMAR = Grammar(
    __package__,
    (
        Kind(
            "message",
            (),
            (
                *("ask_opinion", "ask_why", "ask_example", "ask_self", "ask_fact", "for", "against", "unsure"),
                *("agree", "disagree", "reason", "request", "joke", "greet", "thanks", "bye", "sorry"),
            ),
            exclusive=False,
        ),
    ),
    acts={"for", "against", "unsure"},
)


def nouns(names: Sequence[str]) -> Nouns:
    """Find names of participants."""
    return named(names)
