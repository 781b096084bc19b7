"""The discussion (spec 004): immutable values, folded from events, which copies of a scene share."""

from typing import Self

import msgspec
from msgspec.structs import replace

PROPOSING, ADVISING = 0, 1
"""Rounds of a discussion."""


class DiscussionEntry(msgspec.Struct, frozen=True):
    """One contribution to a discussion."""

    agent_id: str
    timestamp: int
    """Number of this contribution, from 1, over the whole game."""
    content: str
    """The proposal or advice in the command language, with the words."""
    round_number: int
    turn_number: int
    """Turn of the game, counted as the number of earlier moves."""


class DiscussionManager(msgspec.Struct, frozen=True):
    """The discussion of this turn, and all earlier ones."""

    discussion_history: tuple[DiscussionEntry, ...] = ()
    game_history: tuple[DiscussionEntry, ...] = ()
    current_round: int = 0
    current_turn: int = 0

    def hear(self, agent: str, content: str, round_number: int) -> Self:
        number = len(self.game_history) + len(self.discussion_history) + 1
        entry = DiscussionEntry(agent, number, content, round_number, self.current_turn)
        return replace(self, discussion_history=(*self.discussion_history, entry), current_round=round_number)

    def start_new_discussion(self, turn: int) -> Self:
        """Begin a new turn of the game; the last discussion is kept."""
        return replace(
            self,
            discussion_history=(),
            game_history=self.game_history + self.discussion_history,
            current_round=0,
            current_turn=turn,
        )


class Proposal(msgspec.Struct, frozen=True):
    """The move that a player suggests, as a command."""

    seat: int
    move: str


class DiscussionState(msgspec.Struct, frozen=True):
    """State of the discussion: the proposal, the answers, and all words."""

    proposal: Proposal | None = None
    advised: tuple[int, ...] = ()
    """Seats that have answered the proposal."""
    manager: DiscussionManager = DiscussionManager()
    proposals: int = 0
    leaks: int = 0
    """Number of contributions with hidden words."""
    against: int = 0
    """Number of answers that name another move than the proposal."""

    def propose(self, seat: int, name: str, move: str, content: str, turn: int) -> Self:
        manager = self.manager.start_new_discussion(turn).hear(name, content, PROPOSING)
        count = self.proposals + 1
        return replace(self, proposal=Proposal(seat, move), advised=(), against=0, manager=manager, proposals=count)

    def advise(self, seat: int, name: str, content: str, against: bool) -> Self:
        manager = self.manager.hear(name, content, ADVISING)
        return replace(self, advised=(*self.advised, seat), manager=manager, against=self.against + against)

    def hide(self) -> Self:
        return replace(self, leaks=self.leaks + 1)

    def move(self, turn: int) -> Self:
        """Start the turn `turn` of the game, without a proposal."""
        return replace(self, proposal=None, advised=(), manager=self.manager.start_new_discussion(turn))

    def advisers(self, players: int, most: int) -> tuple[int, ...]:
        """Return the seats of advisers who have not answered yet, next in rotation."""
        if self.proposal is None:
            return ()
        asked = ((self.proposal.seat + away) % players for away in range(1, min(most, players - 1) + 1))
        return tuple(seat for seat in asked if seat not in self.advised)
