"""Moves of Coup: the claimed character, the cost, and the possible blocks."""

from typing import Literal, NamedTuple

Character = Literal["Duke", "Assassin", "Captain", "Ambassador", "Contessa"]
CHARACTERS: tuple[Character, ...] = ("Duke", "Assassin", "Captain", "Ambassador", "Contessa")
COPIES = 3
"""Cards of each character in the court deck."""
COINS = 50
START = 2
"""Coins at the start; with two players the one who begins has one less."""
COUP_AT = 10
"""Coins from which on a player must coup."""

Verb = Literal["income", "foreign aid", "coup", "tax", "assassinate", "steal", "exchange"]


class Rule(NamedTuple):
    """One kind of action (rulebook, "Actions" and "Counteractions")."""

    claims: Character | None
    """The character that a player claims to have by it; None for what anybody may do."""
    cost: int
    gain: int
    """Coins from the treasury, or for stealing at most so many from the target."""
    targets: bool
    blocks: tuple[Character, ...]
    """Characters that block it: for a targeted action the target's, for foreign aid anybody's."""


RULES: dict[Verb, Rule] = {
    "income": Rule(None, 0, 1, False, ()),
    "foreign aid": Rule(None, 0, 2, False, ("Duke",)),
    "coup": Rule(None, 7, 0, True, ()),
    "tax": Rule("Duke", 0, 3, False, ()),
    "assassinate": Rule("Assassin", 3, 0, True, ("Contessa",)),
    "steal": Rule("Captain", 0, 2, True, ("Captain", "Ambassador")),
    "exchange": Rule("Ambassador", 0, 0, False, ()),
}
