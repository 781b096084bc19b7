"""The character that the chat's bot plays: its persona, temperament and life."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from core.social.persona import Portrait
from core.social.scene import Seen
from scenes.chat.lives import LIVES

MAX_LENGTH = 60
TEMPERAMENTS = ("warm", "dry", "eager", "wary")
MOODS: Mapping[str, str] = {
    "angry": r"angr|annoy|furious|cross|irritat|rage|mad|upset|hostile|rude|grump",
    "sad": r"sad|unhappy|depress|lonel|griev|tired|exhaust|ill|sick|gloom|hopeless",
    "warm": r"happy|calm|kind|friend|warm|content|gentle|polite|lov",
    "eager": r"excit|cheer|joy|glad|talkative|enthusias|curious|chatty|optimis",
    "dry": r"curt|short|terse|dry|bored|quiet|sarcas|cold|laconic",
    "wary": r"afraid|scared|fear|worried|anxious|nervous|skeptic|sceptic|suspicious|careful|cautious|pessimis",
}
"""Beginnings of words that describe moods and styles, by the manner of talking that they select."""


class Character(NamedTuple):
    """The character of a bot."""

    introduction: str
    """The persona as a noun phrase or an adjective; empty without a persona."""
    manner: str
    """The bot's way of talking: a temperament or a mood."""
    mood: str
    """The mood as an intervention or a persona wrote it; empty if none is set."""
    life: Mapping[str, str]
    """Sentences of the bot about itself, by theme."""

    @property
    def trade(self) -> str:
        """The persona if it is a noun phrase, else the trade in the bot's life. It follows "I'm" in sentences."""
        return self.introduction if _is_noun(self.introduction) else self.life["trade"]

    @property
    def as_reason(self) -> str:
        """The persona as a reason: "as a baker", "curious as I am"."""
        if self.introduction and not _is_noun(self.introduction):
            return f"{self.introduction[:1].lower()}{self.introduction[1:]} as I am"
        return f"as {self.trade}"

    def fact(self, theme: str) -> str:
        """Return a sentence about the bot's life on a theme."""
        return self.life[theme].format(trade=self.trade)


def character(seen: Seen) -> Character:
    """Return the observing agent's character. A mood overrides the style, and a style the temperament."""
    portrait = seen.portraits[seen.name]
    seat = seen.names.index(seen.name)
    mood = next(
        (portrait.properties[each] for each in ("mood", "emotion", "feeling") if each in portrait.properties), ""
    )
    manners = (_manner(mood), _manner(f"{portrait.style} {portrait.profile}"), TEMPERAMENTS[seat % len(TEMPERAMENTS)])
    return Character(introduction(portrait), next(filter(None, manners)), mood, LIVES[seat % len(LIVES)])


def _is_noun(text: str) -> bool:
    return text.startswith(("a ", "an ", "the "))


def _manner(text: str) -> str:
    return next((manner for manner, words in MOODS.items() if re.search(rf"\b(?:{words})", text, re.IGNORECASE)), "")


def introduction(portrait: Portrait) -> str:
    """Return the persona as a noun phrase or an adjective, such as "a baker"; empty without one."""
    text = portrait.profile or portrait.role
    text = re.split(r"[.;:,\n]", text.strip(), maxsplit=1)[0].strip()
    text = re.sub(r"^(?:you are|you're|i am|i'm|he is|she is|they are|\w+ is) +", "", text, flags=re.IGNORECASE)
    text = text[:1].lower() + text[1:] if text.split(" ", 1)[0].casefold() in ("a", "an", "the") else text
    return text if len(text) <= MAX_LENGTH and not re.search(r"\b(you|your|always|never)\b", text.casefold()) else ""
