"""Intents of what villagers say to each other."""

from collections.abc import Collection, Sequence

from core.intents.grammar import Grammar, Kind
from core.intents.nouns import any_of, named, vocabulary
from core.intents.tokens import Nouns

GRAMMAR = Grammar(
    __package__,
    (
        Kind(
            "message",
            (),
            (
                *("ask_news", "ask_who", "where", "ask_self", "ask_feel", "ask_plan", "ask_source", "ask_opinion"),
                *(
                    "ask_time",
                    "tell",
                    "self",
                    "invite",
                    "request",
                    "greet",
                    "thanks",
                    "bye",
                    "sorry",
                    "agree",
                    "disagree",
                ),
            ),
            exclusive=False,
        ),
    ),
    acts={"invite", "request"},
)


def nouns(names: Sequence[str], places: Collection[str], listener: str) -> Nouns:
    """Find names of villagers and places; the listener's own name is a separate kind of noun."""
    return any_of(named(names, listener), vocabulary("place", {place: place for place in places}))
