"""Why the code does what it does, in words."""

from scenes.hanabi.actions import SLOTS, Action, Clue, Discard, Play
from scenes.hanabi.observation import Observation
from scenes.hanabi.search.code import CRITICAL, PLAYABLE, USELESS, Look, look
from scenes.hanabi.search.copies import CARDS, FIRST, Ints
from scenes.hanabi.search.fold import Fold
from scenes.hanabi.search.habits import own_hand
from scenes.hanabi.variants import VARIANTS

FEW = 3
"""Identities that are named."""


def reason(seen: Observation, fold: Fold, action: Action, heard: Ints) -> str:
    """Explain a move before it is made; `heard` is what the other then knows of its hand."""
    hand, unseen = own_hand(fold.lanes)
    own, last = look(hand, fold.lanes.kinds, unseen), len(fold.orders[fold.seat]) - 1
    match action:
        case Play(slot):
            return f"plays {SLOTS[slot]}: {_fits(seen, own, last - slot)}{_besides(seen, fold, heard)}"
        case Discard(slot):
            said = f"discards {SLOTS[slot]}{_instead(fold, last)}"
            return f"{said}: {_gone(own, last - slot)}{_besides(seen, fold, heard)}"
        case Clue(to, clue):
            said = f"clues {seen.names[to]} {VARIANTS[seen.variant].clues[clue]}"
            if learned := _learned(seen, fold, to, heard):
                return f"{said}: {learned}"
            changed = bool((heard != fold.lanes.known[0, to]).any())
            return f"{said}: {f'{seen.names[to]} learns more of its hand' if changed else 'it tells nothing new'}"


def _fits(seen: Observation, own: Look, slot: int) -> str:
    if own.sure[0, PLAYABLE, slot]:
        labels = VARIANTS[seen.variant].labels
        cards = [label for label, bits in zip(labels, CARDS, strict=True) if bits & int(own.hand[0, slot]) & FIRST]
        if len(cards) == 1:
            return f"it is {cards[0]}, which fits"
        return f"it is {' or '.join(cards) if len(cards) <= FEW else f'one of {len(cards)} cards'}, and each fits"
    chance = own.chance[0, PLAYABLE, slot]
    if own.chance[0, PLAYABLE, slot] + own.chance[0, USELESS, slot] > 1 - 1e-6:
        return f"it fits with a chance of {chance:.0%}, and else is of no use"
    return f"it fits with a chance of {chance:.0%}, and there is nothing to lose any more"


def _instead(fold: Fold, last: int) -> str:
    """Name the cards that could surely be played, as both know."""
    fitting = [SLOTS[last - int(slot)] for slot in fold.lanes.plays(slice(None))[0].nonzero()[0]]
    return f", though {' and '.join(sorted(fitting))} would fit" if fitting else ""


def _gone(own: Look, slot: int) -> str:
    if own.dead[0, slot]:
        return "it is of no use"
    chance = own.chance[0, CRITICAL, slot]
    return f"hardly any card is missed less; the chance that it is the last of its kind is {chance:.0%}"


def _besides(seen: Observation, fold: Fold, heard: Ints) -> str:
    """Explain what the discarded or played place tells, without a clue."""
    learned = _learned(seen, fold, 1 - fold.seat, heard)
    return f"; from this {learned}" if learned else ""


def _learned(seen: Observation, fold: Fold, to: int, heard: Ints) -> str:
    """Name the most useful news for the other's hand, if there is any."""
    lanes, last = fold.lanes, len(fold.orders[to]) - 1
    now, before = look(heard[None], lanes.kinds, lanes.copies), lanes.look(to)
    for kind, words in ((PLAYABLE, "to play {}"), (CRITICAL, "to keep {}"), (USELESS, "that of no use is {}")):
        new = [
            SLOTS[last - slot] for slot in range(last + 1) if now.sure[0, kind, slot] and not before.sure[0, kind, slot]
        ]
        if new:
            return f"{seen.names[to]} learns {words.format(', '.join(sorted(new)))}"
    return ""
