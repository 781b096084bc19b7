"""Intents of what villagers say to each other."""

from collections.abc import Collection, Sequence

from core.intents.grammar import Grammar, Kind
from core.intents.nouns import any_of, name_finder, word_finder
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
    explanations={
        "ask_news": "asks for news",
        "ask_who": "asks about another person, but not where they are",
        "where": "asks for the way, or where somebody or something is",
        "ask_self": "asks who the listener is, or about its work",
        "ask_feel": "asks how the listener is",
        "ask_plan": "asks what the listener does now, or will do",
        "ask_source": "asks from whom the listener knows something",
        "ask_opinion": "asks for the listener's opinion or advice",
        "ask_time": "asks for the hour or the day",
        "tell": "news: something that happened to others, or will happen",
        "self": "something about the writer",
        "invite": "invites the listener to meet at a place or a time",
        "request": "asks the listener to give or do something",
        "greet": "a greeting",
        "thanks": "thanks",
        "bye": "a farewell",
        "sorry": "an apology",
        "agree": "agrees with the listener",
        "disagree": "contradicts the listener, or does not believe it",
        "name": "a villager",
        "place": "a place",
    },
)


def nouns(names: Sequence[str], places: Collection[str], listener: str) -> Nouns:
    """Find names of villagers and places; the listener's own name is a separate kind of noun."""
    return any_of(name_finder(names, listener), word_finder("place", {place: place for place in places}))
