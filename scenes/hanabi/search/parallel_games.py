"""Many two-player games side by side, as rows of arrays: the rules and the public information of search players."""

from typing import Self

import numpy as np

from scenes.hanabi.search.card_sets import (
    ALL,
    FIRST,
    SUIT,
    UP,
    Bools,
    Ints,
    all_copies,
    games_last,
    is_one,
    remove_cards,
    remove_copy,
    rows_of,
)
from scenes.hanabi.search.code import (
    CRITICAL,
    PLAYABLE,
    HandProperties,
    after_clues,
    choose_question,
    clue_kinds,
    hand_properties,
    touched_by_clues,
)
from scenes.hanabi.variants import CLUES, FUSES

HAND_SIZE = 5
"""Cards in a hand."""
CHEAP_FACTOR = 1.2
"""Factor on the lowest loss up to which the loss of another card counts as equal."""
DISCARD, CLUE = 5, 10
"""Actions are numbers: 0 to 4 play a slot, counted from the oldest; 5 to 9 discard one; 10 and above give a clue."""
_ONES = sum(1 << UP + SUIT * suit + 1 for suit in range(5))
_FIVES = sum(1 << UP + SUIT * suit + 5 for suit in range(5))
_KEPT_SLOTS: Ints = np.array([[n + (n >= gone) for n in range(HAND_SIZE)] for gone in range(HAND_SIZE + 1)])
"""Source slots of the cards left in a hand, by the removed slot; 5 if no slot is removed."""
_ARRAY_NAMES = ("cards", "known", "drawn", "open", "next", "clues", "strikes", "left", "score", "kinds", "copies")


class ParallelGames:
    """Two-player games, one per row, in which the same seat moves next."""

    def __init__(self, deck: Ints) -> None:
        """Start games with these decks in drawing order; each deck ends with a 0."""
        games = len(deck)
        self.deck = deck
        self.cards = games_last(deck[:, : 2 * HAND_SIZE].reshape(games, 2, HAND_SIZE))
        """Cards by game, seat and slot, oldest first."""
        self.known = games_last(np.full((games, 2, HAND_SIZE), ALL))
        """Possible identities of each card by public information."""
        self.drawn = np.full(games, 2 * HAND_SIZE)
        self.open = np.full(games, ALL)
        """Copies that are neither played nor discarded."""
        self.next = np.full(games, _ONES)
        """The first copies of the next cards on the stacks."""
        self.clues = np.full(games, CLUES)
        self.strikes = np.zeros(games, np.int64)
        self.left = np.full(games, -1)
        self.score = np.zeros(games, np.int64)
        self.mover = 0
        self._update_board()

    def __len__(self) -> int:
        return len(self.drawn)

    def rows(self, which: Ints | Bools) -> Self:
        """Select some games; games may be repeated."""
        other = object.__new__(type(self))
        other.mover = self.mover
        which = np.nonzero(which)[0] if which.dtype == bool else which
        other.deck = self.deck[which]
        for name in _ARRAY_NAMES:
            setattr(other, name, rows_of(getattr(self, name), which))
        return other

    @property
    def is_over(self) -> Bools:
        out: Bools = (self.strikes == FUSES) | (self.left == 0) | (self.score == 25)
        return out

    @property
    def in_deck(self) -> Ints:
        out: Ints = self.deck.shape[1] - 1 - self.drawn
        return out

    def look(self, seat: int, games: Ints | slice = slice(None)) -> HandProperties:
        """Return the properties of a hand by public information."""
        hand = self.known[:, seat]
        if isinstance(games, slice):
            return hand_properties(hand, self.kinds, self.copies)
        return hand_properties(rows_of(hand, games), rows_of(self.kinds, games), self.copies[games])

    def step(self, actions: Ints, heard: Ints | None = None) -> None:
        """Apply the next player's actions. The other's resulting knowledge is computed unless it is given."""
        (clued,) = np.nonzero(actions >= CLUE)
        (thrown,) = np.nonzero((actions >= DISCARD) & (actions < CLUE))
        if heard is not None:
            self.known[:, 1 - self.mover] = heard
        else:
            (silent,) = np.nonzero(actions < CLUE)
            if len(clued):
                self.clue(clued, actions[clued] - CLUE, touched_by_clues(self.cards[clued, 1 - self.mover]))
            if len(silent):
                self._apply_silence(silent, actions[silent])
        self.clues[clued] -= 1
        self.clues[thrown] += 1
        self._replace_cards(actions)
        self._update_board()
        self.mover = 1 - self.mover

    def clue(self, games: Ints, clues: Ints, touched: Bools) -> None:
        """Apply the meaning of clues."""
        seat, here = 1 - self.mover, np.arange(len(games))
        seen = self.look(seat, games)
        kinds = clue_kinds(seen)
        choose_question(seen, kinds.size, self.copies[games]).learn(seen.hand, kinds.message(touched)[here, clues])
        self.known[games, seat] = after_clues(seen.hand, touched[here, clues], clues)

    def _apply_silence(self, games: Ints, actions: Ints) -> None:
        """Apply the meaning of giving no clue, and of the choice among equal cards."""
        seen, like = self.look(1 - self.mover, games), self.like(games, actions)
        hand = self.after_silence(seen, actions < DISCARD, self.warned(seen, games), games)
        (says,) = np.nonzero(like.sum(1) > 1)
        if len(says):
            speaks, like = games[says], like[says]
            value = like.cumsum(1)[np.arange(len(says)), actions[says] % HAND_SIZE] - 1
            then = hand_properties(hand[says], self.kinds[speaks], self.copies[speaks])
            choose_question(then, like.sum(1), self.copies[speaks]).learn(then.hand, value)
            hand[says] = then.hand
        self.known[games, 1 - self.mover] = hand

    def like(self, games: Ints, actions: Ints) -> Bools:
        """Return the slots that public information shows to be as good as the chosen one: the choice is a message.

        These are slots with playable, useless or cheap cards, or with the same possible identities.
        """
        kind, here, slot = self.plays(games), np.arange(len(games)), actions % HAND_SIZE
        (thrown,) = np.nonzero(actions >= DISCARD)
        seen, goes = self.look(self.mover, games[thrown]), slot[thrown]
        dead = seen.dead
        loss = np.where(dead, np.inf, seen.loss(self.copies[games[thrown]]))
        spare: Bools = (loss <= CHEAP_FACTOR * loss.min(1, keepdims=True)) & (seen.hand != 0)
        kind[thrown] = np.where(dead[here[: len(thrown)], goes][:, None], dead, spare)
        hand = self.known[games, self.mover]
        return np.where(kind[here, slot][:, None], kind, hand == hand[here, slot][:, None])

    def plays(self, games: Ints | slice) -> Bools:
        """Return the slots of the next player that are certainly playable by public information."""
        hand = self.known[games, self.mover]
        out: Bools = (hand != 0) & (hand & ~self.kinds[games, PLAYABLE][:, None] == 0)
        return out

    def must_tell(self, seen: HandProperties, games: Ints | slice = slice(None)) -> Bools:
        """Return a mask of games in which the next player must clue a playable card of the other, if there is one."""
        return (self.clues[games] > 0) & (self.in_deck[games] > 0) & ~seen.sure[:, PLAYABLE].any(1)

    def after_silence(
        self, seen: HandProperties, plays: Bools, warned: tuple[Ints, Ints], games: Ints | slice = slice(None)
    ) -> Ints:
        """Return the possible identities of the other player's hand, by public information, after a play or a discard.

        If the player had to clue a playable card, the hand has none. If a discard would have been a warning, a play
        says that no warning was needed.
        """
        none = np.where(self.must_tell(seen, games), self.kinds[games, PLAYABLE], 0)
        here, chop = warned
        hand: Ints = seen.hand & ~none[:, None]
        critical = self.kinds[games, CRITICAL][here]
        hand[here, chop] &= np.where(plays[here], ~critical, critical)
        return hand

    def warned(self, seen: HandProperties, games: Ints | slice = slice(None)) -> tuple[Ints, Ints]:
        """Return the games in which a discard warns that the next discard is a last copy, and that card's slot.

        This requires that the player who warns has a playable card by public information.
        """
        idle = (self.clues[games] < CLUES) & (self.in_deck[games] > 0) & ~seen.sure[:, PLAYABLE].any(1)
        (here,) = np.nonzero(idle & self.plays(games).any(1))
        other, copies = seen.rows(here), self.copies[games][here]
        chop = other.loss(copies).argmin(1)
        risk = other.chance[np.arange(len(here)), CRITICAL, chop]
        is_open = (risk > 0) & (risk < 1) & ~other.dead.any(1)
        return here[is_open], chop[is_open]

    def _replace_cards(self, actions: Ints) -> None:
        """Remove cards from hands and draw others while there are any."""
        here, seat = np.arange(len(actions)), self.mover
        leaves, is_play = actions < CLUE, actions < DISCARD
        slot = np.where(leaves, actions % HAND_SIZE, HAND_SIZE)
        card = np.where(leaves, self.cards[here, seat, actions % HAND_SIZE], 0)
        fits = is_play & (card & self.next != 0)
        played = np.where(fits, card & FIRST, 0)
        self.strikes += is_play & ~fits
        self.open = remove_copy(self.open, card)
        self.next = self.next + played
        self.score += fits
        self.clues += (played & _FIVES != 0) & (self.clues < CLUES)
        deck = self.in_deck
        draws = leaves & (deck > 0)
        for held, new in (
            (self.cards, np.where(draws, self.deck[here, self.drawn], 0)),
            (self.known, np.where(draws, ALL, 0)),
        ):
            held[:, seat] = np.concatenate([held[:, seat], new[:, None]], 1)[here[:, None], _KEPT_SLOTS[slot]]
        self.drawn += draws
        self.left = np.where(draws & (deck == 1), 2, np.where(self.left > 0, self.left - 1, self.left))

    def _update_board(self) -> None:
        """Update the board, and rule out identities of which all copies are known."""
        first = self.open & FIRST
        playable = self.next & first
        wanted = (first ^ (first + playable)) & first
        single = wanted & ~(self.open << UP)
        self.kinds = all_copies(np.stack([playable, wanted, single]).T)
        """Playable, useless and critical cards, by game."""
        self.kinds[:, 1] ^= ALL
        ones = is_one(self.known)
        named = np.where(ones, self.known, 0)
        self.copies = remove_cards(remove_cards(self.open, named[:, 0]), named[:, 1])
        """Copies that are not publicly known to be in a hand."""
        rest = all_copies(self.copies & FIRST)
        self.known = self.known & np.where(ones, -1, rest[:, None, None])
