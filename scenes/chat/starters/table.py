"""The table of the chat's starters, and the bots that play their parts."""

from collections.abc import Callable, Mapping

from core.engine.turn import Action, Turn
from scenes.chat.starters import candidate, guests, haggling
from scenes.chat.starters.dinner import Dinner
from scenes.chat.starters.interview import Interview
from scenes.chat.starters.negotiation import Negotiation
from scenes.chat.starters.starter import Starter

STARTERS: Mapping[str, type[Starter]] = {each.name: each for each in (Dinner, Negotiation, Interview)}
BOTS_BY_PART: Mapping[str, Callable[[Turn], Action]] = {
    "host": guests.host,
    **dict.fromkeys(("thief", "witness", "hider"), guests.guest),
    "buyer": haggling.buy,
    "seller": haggling.sell,
    "interviewer": candidate.ask,
    "candidate": candidate.answer,
}
"""For each part, the function that plays it as a bot."""
