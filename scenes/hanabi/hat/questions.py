"""Questions about a hand, and the encoding of many answers as one number.

The encoding is that of Cox et al. (2015), the questions are after Jeff Wu (2016). A question is a list of tests, each a
slot and a set of identities. Its answer is the number of the first test that the hand passes, counted from 1, or 0 if
it passes none: so there is one more answer than there are tests. Each question depends only on public information, so a
player who receives the number can reproduce the questions.
"""

from collections.abc import Callable
from functools import lru_cache

from scenes.hanabi.knowledge import Board

CopySets = tuple[int, int, int]
"""Numbers of copies as three sets: identities with at least one, at least two, and three copies."""


@lru_cache(maxsize=4096)
def copy_sets(copies: tuple[int, ...]) -> CopySets:
    one, two, three = (sum(1 << card for card, n in enumerate(copies) if n >= least) for least in (1, 2, 3))
    return one, two, three


def count_copies(cards: int, planes: CopySets) -> int:
    """Count the copies of all identities in a set."""
    one, two, three = planes
    return (cards & one).bit_count() + (cards & two).bit_count() + (cards & three).bit_count()


def chance_of(event: int, cards: int, planes: CopySets) -> float:
    """Return the probability that a card is in a set of identities, with all copies equally likely."""
    inside = cards & event
    if inside == cards:
        return 1.0
    return (count_copies(inside, planes) or 1) / (count_copies(cards, planes) or 1) if inside else 0.0


def mean_over(cards: int, planes: CopySets, value: Callable[[int], float]) -> float:
    """Return the mean value of a card, with all copies equally likely."""
    weighed = [(count_copies(1 << card, planes), value(card)) for card in members(cards)]
    return sum(n * worth for n, worth in weighed) / (sum(n for n, _ in weighed) or 1)


def members(cards: int) -> list[int]:
    """List the identities in a set, in order."""
    out = []
    while cards:
        bit = cards & -cards
        out.append(bit.bit_length() - 1)
        cards ^= bit
    return out


Masks = tuple[int, ...]
"""Possible identities of a hand's cards, oldest first."""
Question = tuple[tuple[int, int], ...]

NO_QUESTION: Question = ()
LIKELY_PLAYABLE, LIKELY_MARGIN = 0.7, 0.2
"""A card whose probability of fitting is within LIKELY_MARGIN of LIKELY_PLAYABLE gets its own question."""


@lru_cache(maxsize=1 << 12)
def encode_hand(hand: Masks, cards: tuple[int, ...], total: int, board: Board, planes: CopySets) -> tuple[int, Masks]:
    """Return the number below `total` that encodes a hand, and the hand's possible identities after that number."""
    value, base, room = 0, 1, total
    while room > 1 and (question := best_question(hand, room, board, planes)):
        answer = next((n for n, (slot, test) in enumerate(question, 1) if test >> cards[slot] & 1), 0)
        hand = after_answer(hand, question, answer)
        value += base * answer
        base *= len(question) + 1
        room = (total - value - 1) // base + 1
    return value, hand


@lru_cache(maxsize=1 << 12)
def decode_hand(hand: Masks, value: int, total: int, board: Board, planes: CopySets) -> tuple[int, Masks]:
    """Return the rest of a number, and the hand's possible identities after it; the inverse of `encode_hand`.

    The rest is 0 for a number from `encode_hand`.
    """
    room = total
    while room > 1 and (question := best_question(hand, room, board, planes)):
        value, answer = divmod(value, len(question) + 1)
        hand = after_answer(hand, question, answer)
        room = (room - answer - 1) // (len(question) + 1) + 1
    return value, hand


def after_answer(hand: Masks, question: Question, answer: int) -> Masks:
    """Return the possible identities after an answer: the hand passes this test and fails all earlier ones."""
    out = list(hand)
    for slot, test in question[: answer - 1] if answer else question:
        out[slot] &= ~test
    if answer:
        slot, test = question[answer - 1]
        out[slot] &= test
    return tuple(out)


@lru_cache(maxsize=1 << 12)
def best_question(hand: Masks, room: int, board: Board, planes: CopySets) -> Question:
    """Return the most useful question with at most `room` answers; empty if nothing is left to ask."""
    open_slots = [slot for slot, mask in enumerate(hand) if mask & (mask - 1) and mask & ~board.useless]
    if not any(mask and not mask & ~board.playable for mask in hand):
        tests = _first_playable_question(hand, open_slots, room, board, planes)
        if tests:
            return tests
    chances = [(abs(chance_of(board.playable, hand[slot], planes) - LIKELY_PLAYABLE), slot) for slot in open_slots]
    doubt, slot = min(chances, default=(1.0, 0))
    if doubt < LIKELY_MARGIN:
        return ((slot, board.playable & hand[slot]),)
    if not open_slots:
        return NO_QUESTION
    slot = min(open_slots, key=lambda slot: (chance_of(board.useless, hand[slot], planes), slot))
    return _set_question(slot, hand[slot], room, board)


def _first_playable_question(hand: Masks, slots: list[int], room: int, board: Board, planes: CopySets) -> Question:
    """Return a question for the first playable card, and for the first useless card if there is room.

    Less likely cards are tested first, because each failed test rules out identities.
    """

    def tests(kind: int) -> list[tuple[float, int, int]]:
        return [(chance_of(kind, hand[slot], planes), slot, kind & hand[slot]) for slot in slots if kind & hand[slot]]

    asked = tests(board.playable)
    if len(asked) >= room:
        asked = sorted(asked, key=lambda test: -test[0])[: room - 1]
    asked.sort(key=lambda test: test[0])
    if not any(mask and not mask & ~board.useless for mask in hand):
        dead = sorted(tests(board.useless), key=lambda test: -test[0])[: room - 1 - len(asked)]
        asked += sorted(dead, key=lambda test: test[0])
    return tuple([(slot, test) for _, slot, test in asked])


def _set_question(slot: int, mask: int, room: int, board: Board) -> Question:
    """Return a question for the set that contains a card: all useless identities, or a group of useful ones."""
    dead = mask & board.useless
    blocks = [0] * (room - bool(dead))
    for n, card in enumerate(members(mask & ~dead)):
        blocks[n % len(blocks)] |= 1 << card
    tests = [(slot, block) for block in blocks if block]
    return tuple(tests if dead else tests[1:])
