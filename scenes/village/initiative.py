"""Sentences with which villagers start to talk: news, small talk and questions."""

from collections.abc import Mapping

from scenes.village.temperament import Wordings

INITIATIVE: Mapping[str, Wordings] = {
    "small_talk": {
        "warm": ("I hope you slept well.", "It does me good to see you.", "Look after yourself today."),
        "curt": ("Busy day.", "Work calls.", ""),
        "chatty": (
            "I've been dying to talk to somebody.",
            "You look as if you had a story to tell.",
            "What a day it is!",
        ),
        "gloomy": ("It looks like rain.", "My back tells me that winter is coming.", "Another long day."),
        "all": ("",),
    },
    "tell": {
        "warm": ("I thought you should know: {text}.", "Here is something for you: {text}."),
        "curt": ("Listen: {text}.", "News: {text}."),
        "chatty": ("You won't believe it: {text}!", "Guess what I know: {text}!"),
        "gloomy": ("I have bad news, perhaps: {text}.", "They say, and I fear it's true: {text}."),
        "all": ("Everybody is talking about it: {text}.", "Have you heard that {text}?"),
    },
}
ASKED: tuple[str, ...] = (
    "what is new?",
    "how are you?",
    "what are your plans today?",
    "have you seen {other}?",
    "what do you think of {other}?",
)
"""Questions with which villagers start to talk; the last two are about a third villager."""
