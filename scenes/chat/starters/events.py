"""Events of the chat's starters."""

from core.engine.events import Body, events_in


class CardDealt(Body):
    """An agent receives its character; only that agent knows it."""

    part: str
    """Part in the situation, such as "seller"."""
    profile: str
    """Profile in a few words; the others know it as well."""
    aim: str
    """Aim and secrets of the agent, and when it reveals them."""
    facts: dict[str, str]
    """Values that the rules and the bot use."""

    def sentence(self) -> str:
        return f"is {self.profile}. {self.aim}"


class TurnsLeft(Body):
    """The main player has ended a turn."""

    count: int

    def sentence(self) -> str:
        return f"{self.count} turn{'s' * (self.count != 1)} left"


class Priced(Body):
    """An agent offers to deal at a price."""

    line = "offers ${price}"
    understood = True
    price: int


class Argued(Body):
    """An agent gives an argument for another price."""

    line = "has a point: {argument}"
    understood = True
    argument: str


class FinalOffer(Body):
    """An agent says that its offer is its last one."""

    line = "makes a final offer"
    understood = True


class Agreed(Body):
    """An agent accepts the other side's price."""

    line = "agrees to ${price}"
    understood = True
    price: int


class WalkedAway(Body):
    line = "walks away"


class Revealed(Body):
    """An agent reveals a fact that it meant to hide."""

    line = "has let out: {fact}"
    understood = True
    fact: str


class Accused(Body):
    line = "accuses {suspect}"
    suspect: str


class Unmasked(Body):
    """The truth comes out."""

    line = "{truth}"
    truth: str


BODIES = events_in(__name__)
