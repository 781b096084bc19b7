"""Intents of a free conversation."""

from collections.abc import Sequence

from core.intents.grammar import Grammar, Kind
from core.intents.nouns import name_finder
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
    explanations={
        "ask_opinion": "asks for somebody's opinion of a topic",
        "ask_why": "asks for the reasons of an opinion",
        "ask_example": "asks for an example or evidence",
        "ask_self": "asks somebody about themselves, or how they are",
        "ask_fact": "asks for a fact, or what the topic is",
        "for": "the writer is for the topic, or says that it is good or true",
        "against": "the writer is against the topic, or says that it is bad or false",
        "unsure": "the writer has not decided",
        "agree": "agrees with what another participant said",
        "disagree": "contradicts what another participant said",
        "reason": "gives a reason, an example or evidence",
        "request": "asks somebody to do something",
        "joke": "only a joke",
        "greet": "a greeting",
        "thanks": "thanks",
        "bye": "a farewell",
        "sorry": "an apology",
        "name": "a participant",
    },
)


def nouns(names: Sequence[str]) -> Nouns:
    """Find names of participants."""
    return name_finder(names)
