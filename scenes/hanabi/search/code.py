"""The code between two search players: kinds of clue, and the questions that moves answer.

Hands are arrays of many games by slot, oldest card first, holding each card's possible identities; 0 is no card.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scenes.hanabi.search.card_sets import COLORS, FIRST, RANKS, TOUCHED, Bools, Floats, Ints, count, is_one, rows_of
from scenes.hanabi.variants import COPIES

MAX_TESTS = 4
"""Maximum number of tests in a question."""
TESTS_BEFORE_CRITICAL = 3
"""Number of cards that a question tests for being playable before it tests whether the next discard is critical."""
PLAYABLE, USELESS, CRITICAL = range(3)
CRITICAL_LOSS, USEFUL_LOSS = (2.0, 1.0), (0.6, 0.1)
"""Approximate costs of losing a critical and another useful card, each with an addition for each rank above."""
SEEN_ELSEWHERE_DISCOUNT = 0.5
"""Amount subtracted from the cost if the other player also holds the card."""
_BELOW: Ints = np.array([sum(RANKS[:n]) for n in range(1, 5)])
_COLOR: Ints = (np.arange(len(TOUCHED)) < len(COLORS)).astype(np.int64)
_GROUPS: Ints = np.array([*COLORS, *RANKS])
_NUMBERS: NDArray[np.intp] = np.arange(MAX_TESTS)


class HandProperties(NamedTuple):
    """Properties of hands by game, kind of card (playable, useless, critical) and slot."""

    hand: Ints
    sets: Ints
    """Possible identities of each kind."""
    there: Ints
    """Copies of the identities in `sets`."""
    some: Floats
    """Number of copies of all identities that the card may have."""
    chance: Floats
    sure: Bools
    """True if the card is certainly of the kind."""

    def rows(self, which: Ints) -> "HandProperties":
        return HandProperties(*(rows_of(each, which) for each in self))

    def loss(self, copies: Ints, elsewhere: Ints | int = 0) -> Floats:
        """Estimate the cost of losing each card, reduced for cards seen elsewhere."""
        critical = self.there[:, CRITICAL]
        other = self.hand & copies[:, None] & ~self.sets[:, USELESS] & ~critical
        cost = (
            CRITICAL_LOSS[0] * count(critical)
            + CRITICAL_LOSS[1] * ranks_above(critical)
            + USEFUL_LOSS[0] * count(other)
            + USEFUL_LOSS[1] * ranks_above(other)
        )
        if not isinstance(elsewhere, int):
            cost -= SEEN_ELSEWHERE_DISCOUNT * count(other & elsewhere[:, None])
        return np.where(self.hand != 0, cost / self.some, np.inf)

    @property
    def dead(self) -> Bools:
        """Mask of slots whose card is certainly useless, or known to equal another card in the hand."""
        slots = self.hand.T
        twin = (slots[:, None] == slots).sum(0).T > 1
        out: Bools = self.sure[:, USELESS] | twin & is_one(self.hand)
        return out


def ranks_above(cards: Ints) -> Floats:
    """Sum the number of higher ranks over all copies in each set."""
    ranks = [np.bitwise_count(cards & below) for below in _BELOW]
    out: Floats = (ranks[0] + ranks[1] + ranks[2] + ranks[3]).astype(np.float32)
    return out


def hand_properties(hand: Ints, kinds: Ints, copies: Ints) -> HandProperties:
    """Return the properties of hands. All copies that a card may be count as equally likely."""
    slots = hand.T
    sets = slots[:, None] & kinds.T
    there = sets & copies
    some = np.maximum(count(slots & copies), 1)
    chance: Floats = np.divide(count(there), some[:, None], dtype=np.float32)
    sure: Bools = (sets == slots[:, None]) & (slots != 0)[:, None]
    return HandProperties(hand, sets.T, there.T, some.T, chance.T, sure.T)


class Question(NamedTuple):
    """Tests, each of a slot and a set; an empty set is no test.

    An answer is the number of any test that the hand passes, from 1, at the answering player's choice; or 0 if it
    passes none.
    """

    slots: NDArray[np.intp]
    sets: Ints

    def rows(self, which: Ints) -> "Question":
        return Question(self.slots[which], self.sets[which])

    def passed(self, cards: Ints) -> Bools:
        """Return a mask of true answers, by game and answer."""
        tests: Bools = np.take_along_axis(cards, self.slots, 1) & self.sets != 0
        return np.concatenate([~tests.any(1, keepdims=True), tests], 1)

    def learn(self, hand: Ints, answer: Ints) -> None:
        """Apply an answer: the test with this number passes, or with 0 all fail; other numbers mean nothing."""
        games = np.arange(len(hand))
        for n in range(MAX_TESTS):
            slot, test = self.slots[:, n], self.sets[:, n]
            keep = np.where(answer == 0, ~test, np.where((answer == n + 1) & (test != 0), test, -1))
            hand[games, slot] &= keep


def choose_question(seen: HandProperties, room: Ints, copies: Ints) -> Question:
    """Return a question for playable cards, for a critical card that would be discarded next, and for useless cards.

    Likely cards come first, as far as there is room.
    """
    playable, useless = seen.chance[:, PLAYABLE], seen.chance[:, USELESS]
    first = np.where(seen.sure[:, PLAYABLE], 0, playable)
    is_free: Bools = ~np.asarray(seen.sure[:, USELESS].any(1))
    second = np.where(is_free[:, None], useless, 0)
    chop = seen.loss(copies).argmin(1)
    games, hand_size = np.arange(len(chop)), seen.hand.shape[1]
    risk = seen.chance[games, CRITICAL, chop]
    is_risky = (risk > 0) & (risk < 1) & is_free & ~seen.sure[:, PLAYABLE].any(1)
    rival = np.sort(first, 1)[:, -TESTS_BEFORE_CRITICAL]
    third = np.where(is_risky, np.where(rival > 0, rival + (1 - 1e-6), 0.999), 0)
    likely = np.concatenate([first + (first > 0), second, third[:, None]], 1)
    best = np.argsort(-likely, 1, kind="stable")[:, :MAX_TESTS]
    chance = likely[games[:, None], best]
    is_asked = (chance > 0) & (room[:, None] - 1 > _NUMBERS)
    sets = np.concatenate([seen.sets[:, PLAYABLE], seen.sets[:, USELESS], seen.sets[games, CRITICAL, chop][:, None]], 1)
    tests = np.where(is_asked, sets[games[:, None], best], 0)
    return Question(np.where(best == 2 * hand_size, chop[:, None], best % hand_size), tests)


class ClueKinds(NamedTuple):
    """Kinds of clue that can certainly be given and distinguished: by rank or color, touching a slot or not."""

    slot: NDArray[np.intp]
    size: Ints

    def message(self, touched: Bools) -> Ints:
        """Return the message of each clue, by game and clue. `touched` is a mask by game, clue and slot."""
        here = touched[np.arange(len(touched)), :, self.slot]
        return np.where(here, _COLOR, 2 + (_COLOR & (self.size == 4)[:, None]))


def clue_kinds(seen: HandProperties) -> ClueKinds:
    """Return the kinds of clue to each hand; the examined slot is the one about which clues reveal most."""
    hand = seen.hand
    shape = (_GROUPS[:, None, None] & hand.T != 0).T
    unknown = 1 + (shape[:, :, :5].sum(2) > 1) + (shape[:, :, 5:].sum(2) > 1)
    unknown[is_one(hand) | (seen.sets[:, USELESS] == hand)] = 0
    none = hand == 0
    alike = (shape | none[:, :, None]).all(1)
    by_color, by_rank = alike[:, : len(COLORS)].any(1), alike[:, len(COLORS) :].any(1)
    twins = np.bitwise_and.reduce(np.where(none, -1, hand), 1) & FIRST
    same = by_color & by_rank & (twins != 0) & ((~none).sum(1) <= COPIES[0])
    return ClueKinds(unknown.argmax(1), np.where(same, 2, np.where(by_color | by_rank, 3, 4)))


def touched_by_clues(cards: Ints) -> Bools:
    """Return a mask by game, clue and slot of the slots that the clue touches."""
    out: Bools = (cards.T[:, None] & TOUCHED[:, None] != 0).T
    return out


def after_clues(hand: Ints, touched: Bools, clue: Ints) -> Ints:
    """Return the possible identities after clues that touch these slots."""
    return hand & np.where(touched, TOUCHED[clue][:, None], ~TOUCHED[clue][:, None])
