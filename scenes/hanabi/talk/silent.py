"""Bots at a table that talks: they make their moves without a word, and agree to whatever is proposed to them."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from core.engine.agents import Agent
from core.engine.turn import Turn
from scenes.hanabi.actions import Advise


class Silent(Agent):
    """A bot, which sees no turns but its own moves."""

    def __init__(self, kind: Callable[[], Agent]) -> None:
        self.bot = kind()
        self.what = self.bot.what
        self.tries, self.restartable, self.remembers = self.bot.tries, self.bot.restartable, self.bot.remembers

    def act(self, turn: Turn) -> Any | Awaitable[Any]:
        proposal, seat = turn.observation.talk.proposal, turn.observation.seat
        return self.bot.act(turn) if proposal is None or proposal.seat == seat else Advise("support")


def silent(bots: Mapping[str, Callable[[], Agent]]) -> dict[str, Callable[[], Agent]]:
    return {name: partial(Silent, kind) for name, kind in bots.items()}
