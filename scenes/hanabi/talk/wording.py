"""The table in words, for a model: only what the player sees."""

from collections.abc import Iterable, Sequence
from typing import Any

from scenes.hanabi.actions import SLOTS
from scenes.hanabi.knowledge import Deduced, attainable, critical, next_ranks
from scenes.hanabi.observation import Held, Observation
from scenes.hanabi.talk.clues import Told, chop_of, told
from scenes.hanabi.variants import CLUES, FUSES, RANKS, VARIANTS, Variant

LISTED = 8
"""Identities that a card can have which are told one by one."""


def table(seen: Observation) -> dict[str, Any]:
    """Return the values of the template `table`."""
    variant = VARIANTS[seen.variant]
    me, count = seen.seat, len(seen.names)
    active = me if seen.talk.proposal is None else seen.talk.proposal.seat
    return {
        "score": seen.score,
        "perfect": variant.count,
        "attainable": attainable(variant, seen.stacks, seen.discards),
        "stacks": [f"{suit.letter}{rank}" for suit, rank in zip(variant.suits, seen.stacks, strict=True)],
        "playable": _labels(variant, next_ranks(variant, seen.stacks)),
        "critical": _labels(variant, critical(variant, seen.stacks, seen.discards)),
        "clues": seen.clues,
        "all_clues": CLUES,
        "strikes": seen.strikes,
        "fuses": FUSES,
        "deck": seen.deck,
        "left": seen.left,
        "discards": [variant.labels[card] for card in sorted(seen.discards)],
        "own": _hand(seen, me),
        "others": [
            {
                "name": seen.names[seat],
                "when": _when((seat - active) % count),
                "hidden": all(held.card is None for held in seen.hands[seat]),
                "cards": _hand(seen, seat),
            }
            for away in range(1, count)
            for seat in [(me + away) % count]
        ],
        "told": [_clue(seen, each) for each in told(seen)],
    }


def director(seen: Observation) -> str:
    """Write all hands and the table, for the director."""
    variant = VARIANTS[seen.variant]
    stacks = " ".join(f"{suit.letter}{rank}" for suit, rank in zip(variant.suits, seen.stacks, strict=True))
    hands = [
        f"{name} holds, from slot a on (in brackets what clues have told {name}): {'; '.join(_hand(seen, seat))}"
        for seat, name in enumerate(seen.names)
    ]
    gone = " ".join(variant.labels[card] for card in sorted(seen.discards)) or "nothing"
    return "\n".join([f"On the table: stacks {stacks}, discarded {gone}.", *hands])


def last_moves(seen: Observation) -> list[str]:
    """Write everybody's last move."""
    return [_move(seen, at) for at in range(max(0, len(seen.history) - len(seen.names)), len(seen.history))]


def _labels(variant: Variant, cards: int) -> list[str]:
    return [label for card, label in enumerate(variant.labels) if cards >> card & 1]


def _hand(seen: Observation, seat: int) -> list[str]:
    """Write a line for each card: its slot, identity, and what its holder knows by clues."""
    variant, chop = VARIANTS[seen.variant], chop_of(seen, seat)
    lines = []
    for slot, held in enumerate(seen.hands[seat]):
        face = known(variant, held) if held.card is None else f"{variant.labels[held.card]} ({known(variant, held)})"
        lines.append(f"{SLOTS[slot]} {face}{' chop' if slot == chop else ''}")
    return lines


def _clue(seen: Observation, clue: Told) -> str:
    """Write who gave which clue to whom, the touched cards, and the focus."""
    slots = {held.order: SLOTS[slot] for slot, held in enumerate(seen.hands[clue.to])}
    giver, to = ("you" if seat == seen.seat else seen.names[seat] for seat in (clue.seat, clue.to))
    variant = VARIANTS[seen.variant]
    cards = " ".join(sorted(slots[order] for order in clue.held))
    said = f"turn {clue.turn + 1}, {giver} to {to}, {variant.clues[clue.clue]}: {cards}"
    if clue.focus not in slots:
        return f"{said}; what it was about is gone"
    five = clue.clue == variant.five
    means = "keep it" if five else "the chop: keep it, or play it" if clue.chop else "play it"
    return f"{said}; about {slots[clue.focus]}{'' if clue.fresh else ' again'}, {means}"


def _when(turns: int) -> str:
    return ("to move now", "plays next")[turns] if turns < 2 else f"plays in {turns} turns"


def known(variant: Variant, held: Held) -> str:
    """Write a card's possibilities by clues: R3, R?, ?3 or ??, and exclusions.

    >>> known(VARIANTS["standard"], Held(0, None, 0b11111, 1))
    'R?'
    """
    letters = [suit.letter for suit in variant.suits]
    suits = [letter for n, letter in enumerate(letters) if held.possible >> 5 * n & 0b11111]
    every = [str(rank) for rank in RANKS]
    ranks = [
        str(rank) for rank in RANKS if any(held.possible >> 5 * n + rank - 1 & 1 for n in range(len(variant.suits)))
    ]
    face = f"{suits[0] if len(suits) == 1 else '?'}{ranks[0] if len(ranks) == 1 else '?'}"
    return ", ".join([face, *_ruled_out(suits, letters), *_ruled_out(ranks, every)])


def _ruled_out(left: Sequence[str], every: Sequence[str]) -> Iterable[str]:
    out = [each for each in every if each not in left]
    if len(left) > 1 and out:
        yield f"not {' '.join(out)}" if len(out) <= len(left) else " or ".join(left)


def _move(seen: Observation, at: int) -> str:
    move, variant = seen.history[at], VARIANTS[seen.variant]
    who = seen.names[move.seat]
    if move.kind == "clue":
        hand = [held.order for held in seen.hands[move.to]]
        slots = [SLOTS[hand.index(order)] for order in move.touched if order in hand]
        where = f", now in {' '.join(sorted(slots))}" if slots else ""
        return f"{who} clued {seen.names[move.to]} {variant.clues[move.clue]}{where}"
    if move.kind == "play":
        return f"{who} played {variant.labels[move.card]}{'' if move.fits else ', which did not fit: a strike'}"
    return f"{who} discarded {variant.labels[move.card]}"


def deductions(seen: Observation, seat: int) -> list[str]:
    """Write the possible identities of hidden cards, with unseen copies and conclusions."""
    facts = Deduced(seen)
    slots: dict[int, list[str]] = {}
    for slot, held in zip(SLOTS, seen.hands[seat], strict=False):
        if held.card is None:
            slots.setdefault(facts.possible(held), []).append(slot)
    return [f"{' '.join(alike)}: {_verdict(facts, mask)}{_copies(facts, mask)}" for mask, alike in slots.items()]


def _verdict(facts: Deduced, mask: int) -> str:
    groups = {"playable": facts.playable, "trash": facts.useless, "critical": facts.critical}
    total = _count(facts, mask) or 1
    shares = {word: _count(facts, mask & group) for word, group in groups.items()}
    parts = [
        f"certainly {word}" if share == total else f"{word} {max(1, 100 * share // total)}%"
        for word, share in shares.items()
        if share
    ]
    return ", ".join(parts) or "neither playable, trash nor critical"


def _count(facts: Deduced, mask: int) -> int:
    return sum(n for card, n in enumerate(facts.unseen) if mask >> card & 1)


def _copies(facts: Deduced, mask: int) -> str:
    """List copies one by one if they are few."""
    copies = [f"{facts.variant.labels[card]}×{n}" for card, n in enumerate(facts.unseen) if mask >> card & 1]
    return f". Can be {' '.join(copies)}" if len(copies) <= LISTED else ""


def rules(seen: Observation) -> dict[str, Any]:
    """Return the values of the template `system`."""
    variant, talk = VARIANTS[seen.variant], seen.talk
    special = {
        "rainbow": [suit.name.lower() for suit in variant.suits if suit.colors == "all"],
        "colorless": [suit.name.lower() for suit in variant.suits if suit.colors == "none"],
        "every_rank": [suit.name.lower() for suit in variant.suits if suit.ranks == "all"],
        "no_rank": [suit.name.lower() for suit in variant.suits if suit.ranks == "none"],
        "single": [suit.name.lower() for suit in variant.suits if suit.single],
    }
    order = [seen.names[(seen.seat + n) % len(seen.names)] for n in range(len(seen.names))]
    return {
        "name": seen.name,
        "names": seen.names,
        "order": order,
        "suits": [suit.name.lower() for suit in variant.suits],
        "letters": ", ".join(f"{suit.letter} {suit.name.lower()}" for suit in variant.suits),
        **special,
        "copies": ", ".join(f"{n} of rank {rank}" for rank, n in zip(RANKS, variant.twist.copies, strict=True)),
        "notes": variant.notes,
        "example": (variant.suits[0].letter, variant.suits[0].name.lower()),
        "clues": variant.clues,
        "slots": SLOTS[: len(seen.hands[seen.seat])],
        "perfect": variant.count,
        "mode": talk.mode,
    }
