"""Intents of what villagers say to each other."""

from collections.abc import Collection, Sequence

from core.intents.grammar import Grammar, Kind
from core.intents.tokens import Noun, Nouns

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
    """Find names of villagers and places; the listener's own name is a noun of its own kind."""
    known = {name.casefold(): name for name in names}

    def find(words: Sequence[str], at: int) -> Noun | None:
        word = words[at]
        if word in known:
            return Noun("self" if known[word] == listener else "name", known[word])
        return Noun("place", word) if word in places else None

    return find
