"""Which move: warn, play, clue or discard; each with the sentence that explains it."""

from scenes.hanabi.actions import Action, Clue, Discard, Play
from scenes.hanabi.convention import words
from scenes.hanabi.convention.clues import Offer, offers
from scenes.hanabi.convention.table import Table
from scenes.hanabi.variants import CLUES, FUSES

PACE = 1
"""With no more turns than this to spare, nobody discards while a clue is left."""
RICH = 7
"""With so many clue tokens, any clue that tells something is better than a discard."""
GAMBLE = 1
"""With so few cards in the deck, a card that may be playable is tried if a fuse can be spared."""


def choose(table: Table) -> tuple[Action, str]:
    """The move, and why."""
    me = table.me
    after_me = (me + 1) % table.players
    ready = table.ready(me)
    warns = table.clues > 0 and table.sees(after_me)
    danger = warns and in_danger(table, after_me)
    misled = warns and is_misled(table, after_me)
    if ready and not danger and not misled:
        return _play(table, ready)
    told = offers(table) if table.clues else []
    for offer in told:
        if offer.to == after_me and ((danger and (offer.acts or offer.saves)) or (misled and offer.fixes)):
            return _clue(table, offer)
    if ready:
        return _play(table, ready)
    if told and (
        told[0].plays > 0 or (told[0].saves and table.clues > 1) or (table.clues >= RICH and told[0].value > 0)
    ):
        return _clue(table, told[0])
    if table.deck <= GAMBLE and table.strikes < FUSES - 1 and (order := likeliest(table)) >= 0:
        return Play(slot_of(table, order)), words.gambling(table, order)
    must = table.clues == CLUES or pace(table) <= PACE or not can_discard(table)
    if told and must:
        return _clue(table, told[0])
    return stall(table) if table.clues == CLUES else discard(table)


def in_danger(table: Table, p: int) -> bool:
    """Whether a player is about to discard the last copy of a card."""
    if table.ready(p) or any(not table.bel[order] for order in table.hands[p]):
        return False
    chop = table.chop(p)
    return chop >= 0 and bool(table.critical >> table.card[chop] & 1)


def is_misled(table: Table, p: int) -> bool:
    """Whether a player takes a card for playable that is not."""
    return any(not table.next >> table.card[order] & 1 for order in table.ready(p))


def pace(table: Table) -> int:
    """How many discards can still be afforded if all that is within reach is to be played."""
    reach = sum(table.stacks) + (table.variant.all & ~table.trash).bit_count()
    return sum(table.stacks) + table.deck + table.players - reach


def can_discard(table: Table) -> bool:
    return table.chop(table.me) >= 0 or any(not table.bel[order] for order in table.hands[table.me])


def likeliest(table: Table) -> int:
    """The card that is most likely to fit; -1 if none can."""

    def chance(order: int) -> float:
        weights = [max(0, n) if table.bel[order] >> card & 1 else 0 for card, n in enumerate(table.unseen)]
        fits = sum(n for card, n in enumerate(weights) if table.next >> card & 1)
        return fits / max(1, sum(weights))

    best = max(table.hands[table.me], key=chance, default=-1)
    return best if best >= 0 and chance(best) > 0 else -1


def discard(table: Table) -> tuple[Action, str]:
    """What is of no use, else the chop, else what is missed least."""
    hand = table.hands[table.me]
    for order in hand:
        if not table.bel[order] & ~table.trash:
            return Discard(slot_of(table, order)), words.useless(table, order)
    chop = table.chop(table.me)
    if chop >= 0:
        return Discard(slot_of(table, chop)), words.chop(table, chop)

    def badness(order: int) -> tuple[bool, int]:
        b = table.bel[order]
        return bool(b & table.critical), -max(card % 5 for card in range(table.variant.count) if b >> card & 1)

    order = min(hand, key=badness)
    return Discard(slot_of(table, order)), words.locked(table, order)


def stall(table: Table) -> tuple[Action, str]:
    """All clue tokens are there and every clue may mislead: the one that touches fewest cards that are new."""
    found = [
        (sum(not table.clued[order] for order in touched), -away, Clue(to, clue))
        for away in range(1, table.players)
        for to in [(table.me + away) % table.players]
        if table.sees(to)
        for clue, mask in enumerate(table.variant.touched)
        if (touched := [order for order in table.hands[to] if mask >> table.card[order] & 1])
    ]
    if not found:  # nobody's hand is seen
        return _play(table, table.hands[table.me])
    action = min(found, key=lambda entry: entry[:2])[2]
    return action, words.stalling(table, action)


def slot_of(table: Table, order: int) -> int:
    hand = table.hands[table.me]
    return len(hand) - 1 - hand.index(order)


def _play(table: Table, ready: list[int]) -> tuple[Action, str]:
    """What a finesse asks for first, then the lowest."""

    def worth(order: int) -> tuple[bool, int, int]:
        b = table.bel[order]
        return table.blind[order], -min(card % 5 for card in range(table.variant.count) if b >> card & 1), order

    order = max(ready, key=worth)
    return Play(slot_of(table, order)), words.playing(table, order)


def _clue(table: Table, offer: Offer) -> tuple[Action, str]:
    return Clue(offer.to, offer.clue), words.clueing(table, offer)
