"""Fast rule-based decisions of a seat in a playout, by the seat's own cards and temper."""

from collections.abc import Sequence

from scenes.coup.moves import (
    AID,
    AMBASSADOR,
    ASSASSIN,
    ASSASSINATE,
    CAPTAIN,
    CHANCE_OF_NO_COPY,
    CONTESSA,
    COUP,
    DECK_SIZE,
    DUKE,
    EXCHANGE,
    INCOME,
    KEEPING_VALUE,
    MUST_COUP_FROM,
    NOBODY,
    STEAL,
    TAX,
)
from scenes.coup.strong.position import Position

COUP_BONUS = 100
MIN_SUSPICION = 0.6
"""Minimum probability of challenging a claim that the claimant's earlier moves expose as a lie."""


def choose_move(table: Position, seat: int) -> tuple[int, int]:
    """Choose an action and its target."""
    rand, hand, coins = table.rand, table.hands[seat], table.coins[seat]
    temper = table.tempers[seat]
    if temper.random:
        return _random_move(table, seat)
    if coins >= 7:
        return COUP, _strongest_opponent(table, seat)
    if (bluff := temper.bluff) and rand() < bluff and (lies := _false_claims(table, seat)):
        return lies[int(rand() * len(lies))]
    if coins >= 3 and ASSASSIN in hand and not table.said[target := _strongest_opponent(table, seat)] >> CONTESSA:
        return ASSASSINATE, target
    if DUKE in hand:
        return TAX, NOBODY
    if CAPTAIN in hand and (victim := _richest_victim(table, seat)) >= 0:
        return STEAL, victim
    if AMBASSADOR in hand and rand() < 0.7:
        return EXCHANGE, NOBODY
    return (AID if rand() < 0.4 else INCOME), NOBODY


def _false_claims(table: Position, seat: int) -> list[tuple[int, int]]:
    """List actions with a false claim of a card that is not turned up in all copies."""
    hand, up, lies = table.hands[seat], table.up, []
    if DUKE not in hand and up[DUKE] < 3:
        lies.append((TAX, NOBODY))
    if CAPTAIN not in hand and up[CAPTAIN] < 3 and (victim := _richest_victim(table, seat)) >= 0:
        lies.append((STEAL, victim))
    if table.coins[seat] >= 3 and ASSASSIN not in hand and up[ASSASSIN] < 3:
        lies.append((ASSASSINATE, _strongest_opponent(table, seat)))
    return lies


def _strongest_opponent(table: Position, seat: int) -> int:
    """Return the strongest opponent.

    A player who can pay for a coup ranks first; a card counts as 3.5 coins.
    """
    hands, coins = table.hands, table.coins
    strongest, most = NOBODY, -1
    for other in table.order[seat]:
        if hand := hands[other]:
            has = 7 * len(hand) + 2 * coins[other] + (COUP_BONUS if coins[other] >= 7 else 0)
            if has > most:
                most, strongest = has, other
    return strongest


def _richest_victim(table: Position, seat: int) -> int:
    """Return the richest opponent with two or more coins that has not blocked stealing, or NOBODY."""
    coins, said = table.coins, table.said
    richest, most = NOBODY, 1
    for other in table.order[seat]:
        if coins[other] > most and not said[other] & 12:
            most, richest = coins[other], other
    return richest


def _random_move(table: Position, seat: int) -> tuple[int, int]:
    coins, rand = table.coins[seat], table.rand
    others = table.after(seat)
    if coins >= MUST_COUP_FROM:
        return COUP, others[int(rand() * len(others))]
    aimed = [STEAL]
    if coins >= 3:
        aimed.append(ASSASSINATE)
    if coins >= 7:
        aimed.append(COUP)
    i = int(rand() * (4 + len(aimed) * len(others)))
    if i < 4:
        return (INCOME, AID, TAX, EXCHANGE)[i], NOBODY
    return aimed[(i - 4) // len(others)], others[(i - 4) % len(others)]


def first_challenger(table: Position, order: Sequence[int], claimant: int, claim: int) -> int:
    """Return the first challenger, or NOBODY."""
    rand, hands, up, tempers = table.rand, table.hands, table.up, table.tempers
    held, hidden, free = len(hands[claimant]), DECK_SIZE - sum(up), 3 - up[claim]
    lies = CHANCE_OF_NO_COPY[hidden - 1][held], CHANCE_OF_NO_COPY[hidden - 2][held]
    struck = table.target if table.verb == ASSASSINATE and claimant == table.actor else NOBODY
    forcing, table.forcing = table.forcing, NOBODY
    image, table.image = table.image, None
    seen_as = image[1] if image and image[0] == claimant else None
    for seat in order:
        if not (hand := hands[seat]):
            continue
        if seat == forcing:
            if table.forced >= 0:
                return seat
            continue
        temper = tempers[seat]
        if temper.random:
            if rand() < 0.5:
                return seat
            continue
        copies = free - hand.count(claim)
        if not copies:
            return seat
        doubt = temper.suspicion * lies[len(hand) - 1][copies]
        if seen_as:
            lie = seen_as(hand)
            doubt = max(temper.suspicion, MIN_SUSPICION) * lie * lie
        if seat == struck and len(hand) == 1 and CONTESSA not in hand:
            doubt = max(doubt, 1 - temper.bluff)
        if rand() < doubt:
            return seat
    return NOBODY


def first_blocker(table: Position, order: Sequence[int], cards: Sequence[int]) -> tuple[int, int]:
    """Return the first blocker and its card, or NOBODY for both."""
    forcing, table.forcing = table.forcing, NOBODY
    for seat in order:
        card = table.forced if seat == forcing else _card_to_block_with(table, seat, cards)
        if card >= 0:
            return seat, card
    return NOBODY, NOBODY


def _card_to_block_with(table: Position, seat: int, cards: Sequence[int]) -> int:
    """Return the card to block with, or NOBODY."""
    rand, hand, temper = table.rand, table.hands[seat], table.tempers[seat]
    if temper.random:
        i = int(rand() * (len(cards) + 1))
        return cards[i] if i < len(cards) else NOBODY
    for card in cards:
        if card in hand:
            return card
    bluff = temper.bluff
    if bluff and (rand() < bluff or (table.verb == ASSASSINATE and len(hand) == 1)):
        lies = [card for card in cards if table.up[card] < 3]
        if lies:
            return lies[int(rand() * len(lies))]
    return NOBODY


def card_to_lose(table: Position, seat: int) -> int:
    """Return the card of two to turn up."""
    a, b = table.hands[seat]
    if table.tempers[seat].random:
        return a if table.rand() < 0.5 else b
    return a if KEEPING_VALUE[a] < KEEPING_VALUE[b] else b


def cards_to_keep(table: Position, seat: int, hand: list[int]) -> list[int]:
    """Return the cards to keep in an exchange: the best ones, different if possible."""
    if table.tempers[seat].random:
        return [hand[0], *hand[3:]]
    ranked = sorted(hand, key=KEEPING_VALUE.__getitem__, reverse=True)
    if len(hand) == 3:
        return ranked[:1]
    return [ranked[0], next((card for card in ranked if card != ranked[0]), ranked[0])]
