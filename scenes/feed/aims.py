"""Aims of a person's account, and rumors, as plain values."""

from typing import Literal

import msgspec

from core.engine.chance import Draw

AimKind = Literal["reach", "correct", "source"]
ORDERS = {
    "reach": "reach {goal} accounts with your posts",
    "correct": "correct the rumor, {goal} % needed",
    "source": "find the account that started the rumor",
}
GUESSES = 1
"""Number of accounts that may be named as the source of a rumor."""


class Aim(msgspec.Struct, frozen=True, omit_defaults=True):
    """An account's aim, which only this account knows."""

    what: AimKind
    until: int
    """Tick after which the aim is missed."""
    goal: int = 0
    """Number of accounts to reach, or percentage of those who saw the rumor that must see a correction."""
    word: str = ""
    """The word of the rumor that a post must contain to count as a correction."""
    claim: str = ""
    """The rumor, as a sentence."""

    @property
    def order(self) -> str:
        """Instruction to the person in words, without the rumor itself."""
        return ORDERS[self.what].format(goal=self.goal)


class Telling(msgspec.Struct, frozen=True, array_like=True):
    """A post that spreads the rumor."""

    tick: int
    author: int
    text: str
    answer: str = ""
    """Reply to a question about the source; empty if there is none."""


class Rumor(msgspec.Struct, frozen=True):
    """A false claim: its topic, the word that corrections contain, and the claim as a sentence."""

    topic: str
    word: str
    claim: str


RUMORS = (
    Rumor("space", "comet", "The comet is a film projected on the clouds."),
    Rumor("food", "soup", "The soup place on Mill Street serves pond water."),
    Rumor("transit", "bus", "From Monday on, the night bus is driven by nobody."),
    Rumor("garden", "tulips", "The tulips in the park are made of plastic."),
    Rumor("books", "library", "The library burns every book that comes back late."),
    Rumor("football", "referee", "The referee of the final was the striker's twin."),
    Rumor("music", "choir", "The town choir has been a tape since spring."),
    Rumor("energy", "meter", "The new meter counts double after midnight."),
)
NAMED = ("{claim} @{by} told me.", "@{by} says: {claim}", "{claim} I have it from @{by}.")
UNNAMED = ("{claim} Everybody knows it.", "Have you heard? {claim}", "{claim} Pass it on.")


def tell(rumor: Rumor, by: str, draw: Draw) -> str:
    """Write a post that spreads the rumor, naming the account `by` as its source; no name with an empty one."""
    return draw.choice(NAMED if by else UNNAMED).format(claim=rumor.claim, by=by)
