"""Why the hat strategy does what it does, in words: what the number says to each, or what is known of the card."""

from collections.abc import Iterator, Mapping

from scenes.hanabi.actions import SLOTS, Action, Clue, Discard, Play
from scenes.hanabi.hat.board import chance_of, members
from scenes.hanabi.hat.channel import NO_MESSAGE
from scenes.hanabi.hat.public import PublicInformation
from scenes.hanabi.hat.strategy import Decision

FEW = 3
"""Identities that are named."""
_SAID = {"play": "to play {}", "trash": "that of no use is {}", "wait": "not to play {} now", "more": "more of {}"}
"""Phrases about cards, most useful first."""


def explain(decision: Decision, before: PublicInformation, action: Action, sources: Mapping[int, str]) -> str:
    """Say it after the decision, which has put the message into its own copy of what was public before.

    `told` is, by order, what last said something of a card of one's own.
    """
    match action:
        case Play(slot):
            return f"plays {SLOTS[slot]}: {_fits(decision, slot)}{_heard(before, decision, slot, sources)}"
        case Discard(slot):
            return f"discards {SLOTS[slot]}: {_gone(decision, before, slot)}"
        case Clue(to, clue):
            said = f"clues {decision.seen.names[to]} {before.variant.clues[clue]}"
            learned = "; ".join(_learned(decision, before))
            return f"{said}, {_number(decision, before, action)}: {learned or 'it tells nobody anything new'}"


def _number(decision: Decision, before: PublicInformation, clue: Clue) -> str:
    """Name the number of a clue's message."""
    seat, mask = decision.seen.seat, before.variant.touched[clue.clue]
    channels = before.channels(seat)
    touched = [bool(mask >> before.cards[order] & 1) for order in before.hands[clue.to]]
    value = before.message(channels, clue.to, clue.clue, touched)
    if value == NO_MESSAGE:
        return "which is no number"
    return f"the number {value} of 0 to {sum(kinds.size for _, kinds in channels) - 1}"


def _heard(before: PublicInformation, decision: Decision, slot: int, sources: Mapping[int, str]) -> str:
    order = before.hands[decision.seen.seat][-1 - slot]
    return f"; {sources[order]} was the last to tell of it" if order in sources else ""


def _fits(decision: Decision, slot: int) -> str:
    board, mask = decision.board, _own(decision, slot)
    if not mask & ~board.playable:
        named = _named(decision, mask)
        return f"it is the {named}, which fits" if len(members(mask)) == 1 else f"it is {named}, and each fits"
    chance = chance_of(board.playable, mask, decision.unseen)
    if not mask & ~(board.playable | board.useless):
        return f"it fits with a chance of {chance:.0%}, and else is of no use"
    return f"it fits with a chance of {chance:.0%}, and there is nothing to lose any more"


def _gone(decision: Decision, before: PublicInformation, slot: int) -> str:
    known = before.useless(before.hand(decision.seen.seat))
    if len(known) > 1:
        return f"of no use, as {len(known)} cards are; which of them goes is a number that tells others of theirs"
    if len(decision.own) - 1 - slot in before.useless(decision.own):
        return "it is of no use"
    critical = chance_of(decision.board.critical, _own(decision, slot), decision.unseen)
    return f"it is missed least; the chance that it is the last of its kind is {critical:.0%}"


def _learned(decision: Decision, before: PublicInformation) -> Iterator[str]:
    """Yield what each other player learns: only the most useful public part."""
    for seat in decision.others:
        board, hand = decision.board, before.hand(seat)
        found: dict[str, list[str]] = {}
        for slot, (old, new) in enumerate(zip(hand, decision.public.hand(seat), strict=True)):
            if new != old:
                kind = "play" if not new & ~board.playable else "trash" if not new & ~board.useless else "more"
                if kind == "more" and old & board.playable and not new & board.playable:
                    kind = "wait"
                found.setdefault(kind, []).append(SLOTS[len(hand) - 1 - slot])
        for kind, said in _SAID.items():
            if kind in found:
                yield f"{decision.seen.names[seat]} learns {said.format(', '.join(sorted(found[kind])))}"
                break


def _own(decision: Decision, slot: int) -> int:
    return decision.own[-1 - slot]


def _named(decision: Decision, mask: int) -> str:
    variant = decision.public.variant
    cards = [f"{variant.suits[card // 5].name.lower()} {card % 5 + 1}" for card in members(mask)]
    return " or ".join(cards) if len(cards) <= FEW else f"one of {len(cards)} cards"
