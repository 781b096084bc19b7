"""Choice of a move (warn, play, clue or discard), each with an explanation."""

from core.engine.chance import Draw
from scenes.hanabi.actions import Action, Clue, Discard, Play
from scenes.hanabi.convention import explanations
from scenes.hanabi.convention.clues import (
    GRAVE_LOSS,
    RatedClue,
    forecast,
    is_in_danger,
    least_harmful_discard,
    rated_clues,
)
from scenes.hanabi.convention.ending import CandidateMove, rate_moves
from scenes.hanabi.convention.table import HypotheticalTable, Table
from scenes.hanabi.variants import CLUES, FUSES

MAX_SPARE_TURNS = 1
"""Maximum number of spare turns at which nobody discards while a token is left."""
MANY_TOKENS = 7
"""Minimum number of tokens at which any informative clue is better than a discard."""
PLAYOUT_DECK = 5
"""Maximum number of cards in the deck at which moves are compared by playouts."""
MAX_RATED_CLUES, MIN_PLAYOUT_GAIN = 8, 0.15
"""Number of clues compared by playouts, and the points by which a move must beat the conventional one."""
GAMBLE_DECK, GAMBLE_CHANCE = 1, 0.4
"""Maximum number of cards in the deck for a gamble, and minimum probability that its card fits."""


def choose(table: Table, draw: Draw) -> tuple[Action, str]:
    """Choose a move and its reason."""
    usual = choose_usually(table)
    return usual if table.deck > PLAYOUT_DECK else choose_late(table, usual, draw)


def choose_late(table: Table, usual: tuple[Action, str], draw: Draw) -> tuple[Action, str]:
    """Choose the conventional move, unless another move scores more in playouts."""
    clues = rated_clues(table, forecast(table, table.clues, {}))[:MAX_RATED_CLUES] if table.clues else []
    moves = [(_give_clue(table, offer), CandidateMove(beliefs=offer.beliefs)) for offer in clues]
    moves += [(_play_card(table, order), CandidateMove(order, plays=True)) for order in table.ready(table.me)]
    if table.clues < CLUES:
        moves.append((gone := choose_discard(table), CandidateMove(order_of(table, gone[0]))))
    action = usual[0]
    if usual not in [move for move, _ in moves]:
        first = (
            CandidateMove(beliefs={})
            if isinstance(action, Clue)
            else CandidateMove(order_of(table, action), plays=True)
        )
        moves.append((usual, first))
    rated = rate_moves(table, [first for _, first in moves], draw)
    points = dict(zip([move for move, _ in moves], rated, strict=True))
    best = max(points, key=lambda move: points[move])
    if points[best] <= points[usual] + MIN_PLAYOUT_GAIN:
        return usual
    return best[0], explanations.explain_deviation(best[1], points[best] - points[usual])


def choose_usually(table: Table) -> tuple[Action, str]:
    """Choose a move by the conventions, with its reason."""
    ready = table.ready(table.me)
    if (order := table.bluff_target()) in ready:
        return _play_card(table, order)
    after_me = (table.me + 1) % table.players
    warns = table.clues > 0 and table.sees(after_me)
    danger = warns and is_in_danger(table, after_me)
    misled = warns and (
        is_misled(table, after_me) or (bool(ready) and is_misled(_table_after_play(table, ready), after_me))
    )
    if ready and not danger and not misled:
        return _play_next(table, ready)
    clues = rated_clues(table, forecast(table, table.clues, {})) if table.clues else []
    for offer in clues:
        if (danger and offer.spared >= GRAVE_LOSS) or (misled and offer.fixes):
            return _give_clue(table, offer)
    return _play_next(table, ready) if ready else _choose_unready(table, clues)


def _choose_unready(table: Table, clues: list[RatedClue]) -> tuple[Action, str]:
    """Choose a clue, a gamble or a discard for a player without a playable card."""
    if clues and is_worth_it(table, clues[0]):
        return _give_clue(table, clues[0])
    if table.deck <= GAMBLE_DECK and table.strikes < FUSES - 1 and (order := likeliest_play(table)) >= 0:
        return Play(slot_of(table, order)), explanations.explain_gamble(table, order)
    must = (
        may_hold_duplicate(table)
        or table.clues == CLUES
        or spare_turns(table) <= MAX_SPARE_TURNS
        or not can_discard(table)
    )
    if clues and must:
        return _give_clue(table, clues[0])
    return stalling_clue(table) if table.clues == CLUES else choose_discard(table)


def is_worth_it(table: Table, offer: RatedClue) -> bool:
    """Return True if a clue is better than a discard.

    That is so if its value is positive and it gets cards played or many tokens are left, or if it saves a card and
    leaves a token.
    """
    if offer.value > 0 and (offer.plays > 0 or table.clues >= MANY_TOKENS):
        return True
    return offer.saves and table.clues > 1


def is_misled(table: Table, p: int) -> bool:
    """Return True if a player wrongly believes a card playable."""
    return any(not table.next >> table.card[order] & 1 for order in table.ready(p))


def _table_after_play(table: Table, ready: list[int]) -> Table:
    return HypotheticalTable(table, _next_play(table, ready))


def spare_turns(table: Table) -> int:
    """Count the discards that still leave enough turns for all reachable points."""
    reach = sum(table.stacks) + (table.variant.all & ~table.trash).bit_count()
    return sum(table.stacks) + table.deck + table.players - reach


def can_discard(table: Table) -> bool:
    return table.chop(table.me) >= 0 or any(not table.bel[order] for order in table.hands[table.me])


def may_hold_duplicate(table: Table) -> bool:
    """Return True if the own chop may be the last copy of the card that was just discarded."""
    chop, last = table.chop(table.me), table.history[-1] if table.history else None
    if last is None or chop < 0 or last.kind != "discard":
        return False
    return bool(table.possible(chop) & table.critical & 1 << last.card)


def likeliest_play(table: Table) -> int:
    """Return the own card most likely to fit; -1 if the probability is too low."""

    def chance(order: int) -> float:
        weights = [max(0, n) if table.bel[order] >> card & 1 else 0 for card, n in enumerate(table.unseen)]
        fits = sum(n for card, n in enumerate(weights) if table.next >> card & 1)
        return fits / max(1, sum(weights))

    best = max(table.hands[table.me], key=chance, default=-1)
    return best if best >= 0 and chance(best) >= GAMBLE_CHANCE else -1


def choose_discard(table: Table) -> tuple[Discard, str]:
    """Discard a useless card, else the chop, else the card whose loss costs least."""
    hand = table.hands[table.me]
    for order in hand:
        if not table.bel[order] & ~table.trash:
            return Discard(slot_of(table, order)), explanations.explain_useless(table, order)
    chop = table.chop(table.me)
    if chop >= 0:
        return Discard(slot_of(table, chop)), explanations.explain_chop_discard(table, chop)
    order = least_harmful_discard(table, table.me, {})
    return Discard(slot_of(table, order)), explanations.explain_locked(table, order)


def stalling_clue(table: Table) -> tuple[Action, str]:
    """Choose the clue that touches the fewest unclued cards, because nobody may discard with all tokens."""
    found = [
        (sum(not table.clued[order] for order in touched), -away, Clue(to, clue))
        for away in range(1, table.players)
        for to in [(table.me + away) % table.players]
        if table.sees(to)
        for clue, mask in enumerate(table.variant.touched)
        if (touched := [order for order in table.hands[to] if mask >> table.card[order] & 1])
    ]
    if not found:  # all hands are hidden
        return _play_next(table, table.hands[table.me])
    action = min(found, key=lambda entry: entry[:2])[2]
    return action, explanations.explain_stall(table, action)


def slot_of(table: Table, order: int) -> int:
    hand = table.hands[table.me]
    return len(hand) - 1 - hand.index(order)


def order_of(table: Table, action: Play | Discard) -> int:
    return table.hands[table.me][-1 - action.slot]


def _play_next(table: Table, ready: list[int]) -> tuple[Action, str]:
    return _play_card(table, _next_play(table, ready))


def _play_card(table: Table, order: int) -> tuple[Action, str]:
    return Play(slot_of(table, order)), explanations.explain_play(table, order)


def _next_play(table: Table, ready: list[int]) -> int:
    """Return the card to play: a finessed one, else one for which others' cards wait, else the lowest."""
    clued = 0
    for p, hand in enumerate(table.hands):
        if p != table.me:
            for order in hand:
                if table.clued[order] and table.card[order] >= 0 and table.card[order] % 5:
                    clued |= 1 << table.card[order]

    def worth(order: int) -> tuple[bool, bool, int, int]:
        b = table.bel[order]
        lowest = min(card % 5 for card in range(table.variant.count) if b >> card & 1)
        return table.blind[order], bool(b << 1 & clued), -lowest, order

    return max(ready, key=worth)


def _give_clue(table: Table, offer: RatedClue) -> tuple[Action, str]:
    return Clue(offer.to, offer.clue), explanations.explain_clue(table, offer)
