"""Actions that only a starter of the chat has."""

from core.actions.forms import Other
from core.engine.turn import Action


class Accept(Action):
    """Accept the other one's price; this ends the negotiation."""

    form = "accept"
    key = "a"
    label = "accept"


class WalkAway(Action):
    """Leave without a deal; this ends the negotiation."""

    form = "walk away"
    key = "x"
    label = "walk away"


class Accuse(Action):
    """Say who did it; you have one try, and it ends the dinner."""

    form = "accuse {suspect}"
    key = "a"
    label = "accuse"
    suspect: Other


ALL = (Accept, WalkAway, Accuse)
