"""Observation of a player, who knows its own cards only by clues."""

import msgspec

from scenes.hanabi.talk.discussion import DiscussionManager, Proposal


class Held(msgspec.Struct, frozen=True):
    """A card in a hand."""

    order: int
    """The card's position in the deck, which identifies it."""
    card: int | None
    """The card's identity; None for its holder, and for others while they advise the holder in strict talk."""
    possible: int
    """Identities that the clues allow, as a bit mask; public."""
    clued: int
    """Clues that touched the card, as a bit mask."""


class Move(msgspec.Struct, frozen=True):
    """A public move. A play or discard has a card's order; a clue has a receiver and the orders that it touched."""

    turn: int
    seat: int
    kind: str
    """Kind of move: play, discard or clue."""
    order: int = -1
    card: int = -1
    fits: bool = False
    to: int = -1
    clue: int = -1
    touched: tuple[int, ...] = ()


class Talk(msgspec.Struct, frozen=True):
    """State of the discussion in this turn of the game."""

    mode: str
    """strict, advice, open or none."""
    phase: str = "act"
    """act (the active player moves or proposes), advise (others answer), or decide (the active player moves)."""
    proposal: Proposal | None = None
    discussion: DiscussionManager = DiscussionManager()
    against: int = 0
    """Number of answers that name another move than the proposal."""
    thoughts: str = ""
    """This player's thoughts before its proposal."""
    remembered: tuple[tuple[int, str], ...] = ()
    """The player's thoughts on its recent turns, oldest first, each with the turn's number, from 0."""
    deductions: str = "none"
    """Deductions in models' prompts: none, or cards."""
    recall: bool = True
    """True if models' prompts repeat thoughts of earlier turns."""


class Observation(msgspec.Struct, frozen=True):
    """One player's view; without a name the director's."""

    name: str
    seat: int
    """Number of the seat; -1 for the director."""
    names: tuple[str, ...]
    variant: str
    turn: int
    hands: tuple[tuple[Held, ...], ...]
    """Hands by seat, newest card first."""
    stacks: tuple[int, ...]
    """Highest rank played, by suit."""
    discards: tuple[int, ...]
    """Discarded identities, oldest first."""
    clues: int
    strikes: int
    deck: int
    """Number of cards left in the deck."""
    left: int
    """Turns left once the deck is empty, else -1."""
    score: int
    """Number of cards played."""
    history: tuple[Move, ...]
    """Every move, oldest first."""
    talk: Talk = Talk("strict")
