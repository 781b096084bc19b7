"""Explanations of moves, written so that a person can learn from them."""

from typing import NamedTuple

from scenes.hanabi.actions import SLOTS, Clue
from scenes.hanabi.convention.clues import RatedClue, discard_loss
from scenes.hanabi.convention.table import Table
from scenes.hanabi.observation import Move, Observation


def slot_letter(table: Table, p: int, order: int) -> str:
    hand = table.hands[p]
    return SLOTS[len(hand) - 1 - hand.index(order)]


def _own_slot_letter(table: Table, order: int) -> str:
    return slot_letter(table, table.me, order)


def _only_identity(mask: int) -> int:
    """Return the only identity left; -1 if there are several."""
    return mask.bit_length() - 1 if mask and not mask & (mask - 1) else -1


def explain_belief(table: Table, order: int) -> str:
    """Explain the holder's belief about a card."""
    why = table.why.get(order)
    card = _only_identity(table.bel[order])
    if not table.possible(order) & ~table.next:
        return "clues and what is seen say that it fits"
    if why is None:
        return "no clue touched it"
    giver = table.names[why.giver]
    if why.kind == "bluff":
        return f"{giver}'s clue to {table.names[why.to]} asks for the newest card, by a finesse or a bluff"
    if why.kind in ("prompt", "finesse") and card >= 0:
        first = f"{giver}'s clue to {table.names[why.to]} needs the {table.variant.spelled(card)} first"
        return f"{first}, a finesse of the newest card" if why.kind == "finesse" else f"{first}, and this can be it"
    if why.kind == "play":
        waits = " after others" if table.bel[order] & ~table.next else ""
        return f"{giver}'s clue said it is playable{waits}"
    if why.kind == "moved":
        return f"{giver}'s clue to keep the oldest cards"
    if why.kind == "save":
        return f"{giver}'s clue saved it, or said it is playable"
    return f"{giver}'s clue touched it, so it is of use"


def explain_play(table: Table, order: int) -> str:
    """Explain a play: a card is certain by clues and visible cards, or only likely by good touch."""
    why = table.why.get(order)
    card, own = _only_identity(table.bel[order]), _own_slot_letter(table, order)
    if card >= 0 and table.possible(order) == 1 << card:
        return f"plays {own}: it must be the {table.variant.spelled(card)}, which fits now"
    if why is None or why.kind not in ("save", "touch") or not table.possible(order) & ~table.next:
        return f"plays {own}: {explain_belief(table, order)}"
    if card >= 0:
        return f"plays {own}: if it was worth a clue it is the {table.variant.spelled(card)}, which fits now"
    return f"plays {own}: if it was worth a clue it fits now, whichever it is"


def explain_gamble(table: Table, order: int) -> str:
    return f"plays {_own_slot_letter(table, order)}: the deck is at its end, a fuse can be spared, and this may fit"


def explain_useless(table: Table, order: int) -> str:
    if not table.possible(order) & ~table.trash:
        return f"discards {_own_slot_letter(table, order)}: whatever it is, it is of no use any more"
    return f"discards {_own_slot_letter(table, order)}: by what clues were about, it is of no use any more"


def explain_chop_discard(table: Table, order: int) -> str:
    return f"discards {_own_slot_letter(table, order)}: the oldest card nobody clued"


def explain_locked(table: Table, order: int) -> str:
    return f"discards {_own_slot_letter(table, order)}: every card is clued, and this one is missed least"


def explain_deviation(why: str, gain: float) -> str:
    """Explain a move that is better in playouts than the conventional move."""
    return f"{why}; played out, {gain:.1f} more"


def explain_stall(table: Table, action: Clue) -> str:
    said = table.variant.clues[action.clue]
    return f"tells {table.names[action.to]} {said} to pass the turn: with all 8 tokens nobody may discard"


def explain_clue(table: Table, offer: RatedClue) -> str:
    to, reading = offer.to, offer.reading
    name, focus = table.names[to], reading.focus
    card = table.card[focus]
    if offer.fixes:
        return f"keeps {name} from playing a card that does not fit"
    if reading.asked and (focus in offer.played or reading.instead):
        return _explain_request(table, offer)
    for order in (focus, *offer.played):
        if order in offer.played and order in table.hands[to]:
            card_text = f"{slot_letter(table, to, order)}: {table.variant.spelled(table.card[order])} fits"
            return f"tells {name} to play {card_text} {'now' if table.next >> table.card[order] & 1 else 'soon'}"
    if offer.saves and offer.kept:
        return _explain_save(table, offer)
    if offer.plays > 0:
        return f"tells {name} more, so that cards can be played"
    if card % 5 == 4 and not table.clued[focus] and offer.clue == table.variant.five:
        return f"tells {name} of the 5 early, so that it is never discarded"
    return f"tells {name} more of {slot_letter(table, to, focus)}: better than a discard now"


def _explain_save(table: Table, offer: RatedClue) -> str:
    kept = max(offer.kept, key=lambda order: discard_loss(table, order))
    card = table.card[kept]
    holder = next(p for p, hand in enumerate(table.hands) if kept in hand)
    if table.variant.touched[offer.clue] >> card & 1 and holder == offer.to:
        return f"saves the {_saved_card_name(table, card)} on {table.names[holder]}'s chop"
    if kept in offer.reading.moved:
        return f"moves {table.names[holder]}'s chop, so that the {table.variant.spelled(card)} there is kept"
    if holder == offer.to:
        return f"gives {table.names[holder]} something better to do than to discard the {table.variant.spelled(card)}"
    return f"gives {table.names[offer.to]} something to do, so that the {table.variant.spelled(card)} is kept"


def _saved_card_name(table: Table, card: int) -> str:
    """Name a saved card, and add that it is the last copy if that is so."""
    if card % 5 == 4:
        return "5"
    return table.variant.spelled(card) + (", the last one," if table.critical >> card & 1 else "")


def _explain_request(table: Table, offer: RatedClue) -> str:
    link = offer.reading.asked[0]
    player, needed = table.names[link.seat], table.variant.spelled(link.card)
    if link.how == "bluff":
        return f"bluff: {player}'s newest is the {needed}, played for what {table.names[offer.to]}'s card waits for"
    place = "newest" if link.how == "finesse" else slot_letter(table, link.seat, link.order)
    return f"{link.how}: {player}'s {place} is the {needed} that {table.names[offer.to]}'s card waits for"


class Inference(NamedTuple):
    """Beliefs about one own card."""

    slot: int
    """Slot from 0, the newest."""
    cards: int
    """Possible identities, as a bit mask; 0 if the card is useless."""
    kind: str
    """Kind of reason for the belief.

    play, save, prompt, finesse, bluff (or a finesse, which looks the same before the card is played), touch (the clue
    was about another card), moved (saved by a chop move), or empty for a card without a clue."""
    why: str
    """Reason for the belief in a few words."""
    chop: bool
    """True if the card is the chop, the next discard."""
    plays: bool
    """True if the card is believed playable now."""


def inferences_of(table: Table) -> tuple[Inference, ...]:
    """Return the beliefs about the own cards, newest card first."""
    me = table.me
    ready, chop = table.ready(me), table.chop(me)
    return tuple(
        Inference(
            slot,
            table.belief_of(order),
            table.why[order].kind if order in table.why else "",
            explain_belief(table, order),
            order == chop,
            order in ready,
        )
        for slot, order in enumerate(reversed(table.hands[me]))
    )


MAX_LISTED = 3
"""Maximum number of identities that are listed."""


def meaning_of_last_clue(seen: Observation) -> str:
    """Write what the last move, a clue, means for the observer's cards; empty if nothing."""
    move = seen.history[-1]
    table = Table(seen)
    table.fold(seen)
    own = inferences_of(table)
    if move.to == seen.seat:
        kept = [f"keep {SLOTS[each.slot]}" for each in own if _saves_untouched(table, move, _order_of_slot(seen, each))]
        return "; ".join(
            [_meaning_for_touched(table, each) for each in own if _order_of_slot(seen, each) in move.touched] + kept
        )
    return "; ".join(
        f"play {SLOTS[each.slot]}: {each.why}" for each in own if _asks_for(table, move, _order_of_slot(seen, each))
    )


def _order_of_slot(seen: Observation, card: Inference) -> int:
    return seen.hands[seen.seat][card.slot].order


def _asks_for(table: Table, move: Move, order: int) -> bool:
    """Return True if a clue to another player asks for this card."""
    why = table.why.get(order)
    return bool(why and why.kind in ("prompt", "finesse", "bluff") and (why.giver, why.to) == (move.seat, move.to))


def _saves_untouched(table: Table, move: Move, order: int) -> bool:
    """Return True if a clue saves a card without touching it."""
    why = table.why.get(order)
    return bool(why and why.kind == "moved" and why.card in move.touched)


def _meaning_for_touched(table: Table, card: Inference) -> str:
    labels = [table.variant.spelled(i) for i in range(card.cards.bit_length()) if card.cards >> i & 1]
    which = f" ({' or '.join(labels)})" if 0 < len(labels) <= MAX_LISTED else ""
    slot = SLOTS[card.slot]
    match card.kind:
        case "play" if card.plays:
            return f"play {slot}{which}"
        case "play":
            return f"{slot} can be played later{which}"
        case "save":
            return f"keep {slot}{which}{', or play it' if card.plays else ''}"
    return f"{slot} is of use{which}" if card.cards else f"{slot} is of no use"
