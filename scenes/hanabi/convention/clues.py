"""Choice of the best clue: each clue is read as the others will read it, and rated by its effects."""

from typing import NamedTuple

from scenes.hanabi.convention.reading import Reading, read_clue
from scenes.hanabi.convention.table import Table
from scenes.hanabi.variants import CLUES

MISPLAY_COST = 15.0
"""Cost of a misplay, on the scale of clue values, where a played card is worth 10."""
LAST_COPY_COST = 40.0
"""Cost of losing the last copy of a 1; one point less for each higher rank."""
WARNING_COST, WARNING_INSTEAD_OF_PLAY = 0.5, 3.0
"""Cost of a warning's token, and cost of a warning whose giver had a card to play."""
GRAVE_LOSS = 6.0
"""Minimum loss at which the player before should warn."""
LATER_LOSS_WEIGHT = 0.5
"""Weight of the next player's loss one round later, if no token is left for a warning."""
LOCKED_DISCARD_COST = 6
"""Cost of losing the last copy of a 1 from a fully clued hand; one point less for each higher rank."""


class Forecast(NamedTuple):
    cost: float
    lost: tuple[int, ...]
    """Useful cards that are discarded or misplayed."""


def forecast(table: Table, clues: int, beliefs: dict[int, int]) -> Forecast:
    """Predict play up to this player's next turn, given the tokens and additional beliefs of others.

    The player right before a grave loss warns; all others play a playable card or discard. If no token is left at the
    end, nobody can warn the next player, so its move after that is predicted, too.
    """
    nxt, cost = table.next, 0.0
    lost: list[int] = []
    others = [(table.me + away) % table.players for away in range(1, table.players)]
    warned: set[int] = set()
    first = _likely_move(table, others[0], nxt, beliefs).order
    for turn, p in enumerate(others, 1):
        move = _likely_move(table, p, nxt, beliefs)
        if clues and turn < len(others) and _is_grave(table, others[turn], nxt, beliefs):
            warned.add(others[turn])
            clues -= 1
            cost += WARNING_INSTEAD_OF_PLAY if move.plays else WARNING_COST
            continue
        card = table.card[move.order] if move.order >= 0 else -1
        if move.plays:
            if card < 0:
                continue
            if not nxt >> card & 1:
                cost += MISPLAY_COST
                lost.append(move.order)
                continue
            nxt ^= 1 << card
            if card % 5 < 4:
                nxt |= 2 << card & ~table.trash
            else:
                clues = min(clues + 1, CLUES)
            continue
        if move.locked and clues:
            clues -= 1
            continue
        if p not in warned and (less := discard_loss(table, move.order)):
            cost += less
            lost.append(move.order)
        clues = min(clues + 1, CLUES)
    if not clues:
        again = _likely_move(table, others[0], nxt, beliefs, first)
        if not again.plays and again.order != first:
            cost += LATER_LOSS_WEIGHT * discard_loss(table, again.order)
    return Forecast(cost, tuple(lost))


def is_in_danger(table: Table, p: int) -> bool:
    """Return True if a player is about to cause a grave loss."""
    return _is_grave(table, p, table.next, {})


def _is_grave(table: Table, p: int, nxt: int, beliefs: dict[int, int]) -> bool:
    move = _likely_move(table, p, nxt, beliefs)
    return not (move.plays or move.locked) and discard_loss(table, move.order) >= GRAVE_LOSS


class LikelyMove(NamedTuple):
    """A player's likely move if it gives no clue."""

    order: int
    """Card that the player discards or plays; -1 if it is useless or hidden."""
    plays: bool = False
    locked: bool = False
    """True if all cards are clued, so the player discards only when no token is left."""


def _likely_move(table: Table, p: int, nxt: int, beliefs: dict[int, int], gone: int = -1) -> LikelyMove:
    """Return a player's likely play or discard, optionally after the card `gone` has left."""
    chop, useless = -1, False
    hand = [order for order in table.hands[p] if order != gone]
    for order in hand:
        is_news = order in beliefs
        b = beliefs[order] if is_news else table.bel[order]
        if not b:
            useless = True
        elif not b & ~nxt:
            return LikelyMove(order, plays=True)
        elif chop < 0 and not is_news and table.is_unknown(order):
            chop = order
    if useless or chop >= 0 or len(hand) < len(table.hands[p]) or not hand:
        return LikelyMove(-1 if useless else chop)
    return LikelyMove(least_harmful_discard(table, p, beliefs), locked=True)


def least_harmful_discard(table: Table, p: int, beliefs: dict[int, int]) -> int:
    """Choose the card of a fully clued hand that its holder believes the least harmful discard."""
    own = [table.card[order] for order in table.hands[p]]
    copies = [n + own.count(card) for card, n in enumerate(table.unseen)]

    def harm(order: int) -> float:
        b = beliefs.get(order, table.belief_of(order))
        held = [(card, n) for card, n in enumerate(copies) if b >> card & 1]
        lost = sum(n * (LOCKED_DISCARD_COST - card % 5) for card, n in held if table.critical >> card & 1)
        return lost / max(1, sum(n for _, n in held))

    return min(table.hands[p], key=harm)


def discard_loss(table: Table, order: int) -> float:
    """Return the cost of discarding a card."""
    if order < 0:
        return 0.0
    card = table.card[order]
    if card < 0 or table.trash >> card & 1:
        return 0.0
    if table.critical >> card & 1:
        return LAST_COPY_COST - card % 5
    if sum(table.card[other] == card for hand in table.hands for other in hand) > 1:
        return 0.0
    return 2.0 if card % 5 == 1 or table.next >> card & 1 else 0.5


PLAY_VALUE = 10.0
"""Value of each card that gets played. All values here were tuned in thousands of games."""
FIRST_PLAY_VALUE = 3.0
"""Value if the receiver had no card to play and now has one."""
BUSY_RECEIVER_COST = 6.0
"""Penalty if the receiver already had a card to play, because others can give the clue later."""
USEFUL_TOUCH_VALUE, USELESS_TOUCH_COST = 0.4, 8.0
"""Value of each useful card touched for the first time, and cost of each useless one."""
MISTAKEN_CARD_COST = 6.0
"""Further penalty if the holder would mistake a useless card for a useful one and play it later."""
OWN_COPY_COST = 8.0
"""Penalty for a card that may be a copy of a clued card in the giver's own hand, times that probability."""
REPEATED_REQUEST_COST = 8.0
"""Penalty for a card that an earlier clue may already ask for."""
KEPT_USELESS_COST = 2.0
"""Penalty for each card that a chop move keeps although it could be discarded without loss."""
RULED_OUT_VALUE = 0.15
"""Value of each identity ruled out of a useful card."""
BLUFF_VALUE = 4.0
"""Value of a clue that identifies the focus by a bluff."""
MIN_SAVED_LOSS = 1.0
"""Minimum loss that a save must prevent."""


class RatedClue(NamedTuple):
    """A clue and its effects."""

    value: float
    to: int
    clue: int
    reading: Reading
    played: tuple[int, ...]
    """Cards that get played because of the clue."""
    plays: int
    """Number of additional cards that get played; a prevented misplay counts double."""
    spared: float
    """Loss prevented until the giver's next turn."""
    kept: tuple[int, ...]
    """Cards that would be lost without the clue."""
    beliefs: dict[int, int]
    """New beliefs of the receiver and of players who are asked to play."""
    acts: bool
    """True if the receiver has a card to play right after the clue."""
    fixes: bool
    """True if the clue prevents a misplay."""

    @property
    def saves(self) -> bool:
        return self.spared >= MIN_SAVED_LOSS


def rated_clues(table: Table, idle: Forecast) -> list[RatedClue]:
    """Return all clues that mislead nobody, best first; `idle` is the forecast without a clue."""
    found = []
    for away in range(1, table.players):
        to = (table.me + away) % table.players
        if not table.sees(to):
            continue
        cards = [(order, table.card[order]) for order in table.hands[to]]
        for clue, mask in enumerate(table.variant.touched):
            touched = tuple([order for order, card in cards if mask >> card & 1])
            if touched and (offer := rate_clue(table, to, clue, touched, idle)):
                found.append(offer)
    found.sort(key=lambda offer: -offer.value)
    return found


def rate_clue(table: Table, to: int, clue: int, touched: tuple[int, ...], idle: Forecast) -> RatedClue | None:
    """Rate a clue; None if somebody would misread it."""
    reading = read_clue(table, table.me, to, clue, touched)
    if _misleads(table, reading):
        return None
    hand, nxt = table.hands[to], table.next
    beliefs = _beliefs_after(table, to, clue, touched, reading)
    acts = any(b and not b & ~nxt for b in beliefs.values())
    value = _touch_value(table, to, touched, beliefs)
    _keep_news_only(table, to, touched, reading, beliefs)
    under_way = {link.order: 1 << link.card for line in table.lines for link in line.links if link.how == "finesse"}
    before = table.reachable(under_way or None)  # without plays that an earlier finesse has arranged
    after = table.reachable(under_way | beliefs)
    if after.wrong > before.wrong:
        return None
    plays = sum(after.ranks) - sum(before.ranks) + 2 * (before.wrong - after.wrong)
    beliefs.update((order, table.bel[order]) for order in reading.moved)
    value -= KEPT_USELESS_COST * sum(not discard_loss(table, order) for order in reading.moved)
    coming = forecast(table, table.clues - 1, beliefs)
    spared = idle.cost - coming.cost
    kept = tuple([order for order in idle.lost if order not in coming.lost])
    if any(table.bel[order] and not table.bel[order] & ~nxt for order in hand):
        value -= BUSY_RECEIVER_COST
    elif acts:
        value += FIRST_PLAY_VALUE
    value += PLAY_VALUE * plays + spared
    if reading.instead:
        value += BLUFF_VALUE
    played = tuple([order for order in after.played if order not in before.played])
    return RatedClue(value, to, clue, reading, played, plays, spared, kept, beliefs, acts, after.wrong < before.wrong)


def _misleads(table: Table, reading: Reading) -> bool:
    """Return True if the clue's reading is wrong or unclear, or if the clue asks for a card that is clued elsewhere."""
    focus = reading.focus
    face = table.card[focus]
    if reading.infer:
        if not reading.infer >> face & 1:
            return True
    elif table.players > 2 and not table.clued[focus] and not table.trash >> face & 1:
        return True
    return any(1 << link.card & table.known_identities(table.me, link.seat) for link in reading.asked)


def _beliefs_after(table: Table, to: int, clue: int, touched: tuple[int, ...], reading: Reading) -> dict[int, int]:
    """Return the receiver's beliefs after the clue."""
    mask, taken = table.variant.touched[clue], table.known_identities(table.me, to)
    beliefs = {}
    for order in table.hands[to]:
        hit = order in touched
        poss = table.poss[order] & (mask if hit else ~mask) & ~table.gone
        infer = reading.infer if reading.infer and order == reading.focus else table.infer[order]
        if hit and not table.clued[order] and poss & infer & ~taken & ~table.trash:
            infer &= ~taken
        beliefs[order] = table.belief(order, poss, infer, hit)
    table.settle(table.hands[to], beliefs, reading.focus if reading.infer else -1)
    return beliefs


def _keep_news_only(table: Table, to: int, touched: tuple[int, ...], reading: Reading, beliefs: dict[int, int]) -> None:
    """Drop beliefs about untouched, unclued cards that are not playable; add beliefs about requested cards."""
    for order in table.hands[to]:
        if order not in touched and not table.clued[order] and not table.blind[order] and beliefs[order] & ~table.next:
            del beliefs[order]
    for link in reading.asked:
        beliefs[link.order] = 1 << link.card


def _touch_value(table: Table, to: int, touched: tuple[int, ...], beliefs: dict[int, int]) -> float:
    """Rate the touched cards by good touch."""
    taken = table.known_identities(table.me, to)
    asked_for = {link.card for line in table.lines for link in line.links if link.how != "known"}
    value = 0.0
    faces: list[int] = []
    for order in touched:
        face, b = table.card[order], beliefs[order]
        useless = bool(table.trash >> face & 1)
        if table.clued[order]:
            if not useless:
                value += RULED_OUT_VALUE * max(0, table.bel[order].bit_count() - b.bit_count())
        else:
            twice = bool(taken >> face & 1) or face in faces
            value += -USELESS_TOUCH_COST if useless or twice else USEFUL_TOUCH_VALUE
            if b and (twice or not b >> face & 1):
                value -= MISTAKEN_CARD_COST
            value -= OWN_COPY_COST * _chance_to_hold(table, face)
            if face in asked_for:
                value -= REPEATED_REQUEST_COST
        if b and not b & (b - 1) and not b >> face & 1 and not useless:
            value -= 2 * USELESS_TOUCH_COST
        faces.append(face)
    return value


def _chance_to_hold(table: Table, card: int) -> float:
    """Return the probability that this card is among the own clued cards."""
    own = (table.bel[order] for order in table.hands[table.me] if table.clued[order] or table.blind[order])
    return max((1 / b.bit_count() for b in own if b >> card & 1), default=0.0)
