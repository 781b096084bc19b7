"""The table in words, for a model: only what the player sees."""

from collections.abc import Iterable, Sequence
from typing import Any

from scenes.hanabi.actions import SLOTS
from scenes.hanabi.knowledge import Deduced
from scenes.hanabi.observation import Held, Observation
from scenes.hanabi.variants import CLUES, COPIES, FUSES, RANKS, VARIANTS, Variant

ORDER = ("the newest", "", "", "", "")


def table(seen: Observation) -> dict[str, Any]:
    """What the template `table` shows."""
    variant = VARIANTS[seen.variant]
    me, count = seen.seat, len(seen.names)
    active = me if seen.talk.proposal is None else seen.talk.proposal.seat
    return {
        "score": seen.score,
        "perfect": variant.count,
        "stacks": [(suit.name, rank) for suit, rank in zip(variant.suits, seen.stacks, strict=True)],
        "clues": seen.clues,
        "all_clues": CLUES,
        "strikes": seen.strikes,
        "fuses": FUSES,
        "deck": seen.deck,
        "left": seen.left,
        "discards": _by_suit(variant, seen.discards),
        "own": [f"slot {SLOTS[n]}: {known(variant, held)}" for n, held in enumerate(seen.hands[me])],
        "others": [
            {
                "name": seen.names[seat],
                "when": _when((seat - active) % count),
                "hidden": all(held.card is None for held in seen.hands[seat]),
                "cards": [
                    f"slot {SLOTS[n]}: {_face(variant, held)}{known(variant, held)}"
                    for n, held in enumerate(seen.hands[seat])
                ],
            }
            for away in range(1, count)
            for seat in [(me + away) % count]
        ],
        "last": [_move(seen, move_at) for move_at in range(max(0, len(seen.history) - count), len(seen.history))],
    }


def _when(turns: int) -> str:
    return ("to move now", "plays next")[turns] if turns < 2 else f"plays in {turns} turns"


def _face(variant: Variant, held: Held) -> str:
    return "" if held.card is None else f"{card(variant, held.card)}; its holder knows: "


def card(variant: Variant, identity: int) -> str:
    suit, rank = divmod(identity, 5)
    return f"{variant.suits[suit].name.lower()} {rank + 1}"


def known(variant: Variant, held: Held) -> str:
    """What clues have said of a card, and what they have ruled out."""
    suits = [suit.name.lower() for n, suit in enumerate(variant.suits) if held.possible >> 5 * n & 0b11111]
    ranks = [
        str(rank) for rank in RANKS if any(held.possible >> 5 * n + rank - 1 & 1 for n in range(len(variant.suits)))
    ]
    told = [says for clue, says in enumerate(variant.clues) if held.clued >> clue & 1]
    parts = [
        f"touched by {' and '.join(told)}" if told else "no clue touched it",
        *_side("color", suits, [suit.name.lower() for suit in variant.suits]),
        *_side("rank", ranks, [str(rank) for rank in RANKS]),
    ]
    return "; ".join(parts)


def _side(what: str, left: Sequence[str], every: Sequence[str]) -> Iterable[str]:
    out = [each for each in every if each not in left]
    if len(left) == 1:
        yield f"{what} {left[0]}"
    elif out:
        yield f"{what} not {' nor '.join(out)}" if len(out) <= len(left) else f"{what} {' or '.join(left)}"


def _by_suit(variant: Variant, cards: Sequence[int]) -> list[str]:
    lines = []
    for n, suit in enumerate(variant.suits):
        ranks = sorted(identity % 5 + 1 for identity in cards if identity // 5 == n)
        if ranks:
            lines.append(f"{suit.name} {' '.join(map(str, ranks))}")
    return lines


def _move(seen: Observation, at: int) -> str:
    move, variant = seen.history[at], VARIANTS[seen.variant]
    who = seen.names[move.seat]
    if move.kind == "clue":
        hand = [held.order for held in seen.hands[move.to]]
        slots = [SLOTS[hand.index(order)] for order in move.touched if order in hand]
        where = f", now in {'slots' if len(slots) > 1 else 'slot'} {' '.join(sorted(slots))}" if slots else ""
        return f"{who} clued {seen.names[move.to]} {variant.clues[move.clue]}{where}"
    if move.kind == "play":
        return f"{who} played {card(variant, move.card)}{'' if move.fits else ', which did not fit: a strike'}"
    return f"{who} discarded {card(variant, move.card)}"


def deductions(seen: Observation, seat: int) -> list[str]:
    """What cards that this player does not see can be, with the number of copies out of sight, and what follows."""
    facts = Deduced(seen)
    slots: dict[int, list[str]] = {}
    for slot, held in zip(SLOTS, seen.hands[seat], strict=False):
        if held.card is None:
            slots.setdefault(facts.possible(held), []).append(slot)
    return [
        f"slot{'s' * (len(alike) > 1)} {' '.join(alike)}: {_verdict(facts, mask)}. Can be {_copies(facts, mask)}"
        for mask, alike in slots.items()
    ]


def _verdict(facts: Deduced, mask: int) -> str:
    groups = {"playable": facts.playable, "trash": facts.useless, "critical": facts.critical}
    total = _count(facts, mask) or 1
    shares = {word: _count(facts, mask & group) for word, group in groups.items()}
    told = [
        f"certainly {word}" if share == total else f"{word} {max(1, 100 * share // total)}%"
        for word, share in shares.items()
        if share
    ]
    return ", ".join(told) or "neither playable, trash nor critical"


def _count(facts: Deduced, mask: int) -> int:
    return sum(n for card, n in enumerate(facts.unseen) if mask >> card & 1)


def _copies(facts: Deduced, mask: int) -> str:
    return " ".join(f"{facts.variant.labels[card]}×{n}" for card, n in enumerate(facts.unseen) if mask >> card & 1)


def rules(seen: Observation) -> dict[str, Any]:
    """What the template `system` shows."""
    variant, talk = VARIANTS[seen.variant], seen.talk
    rainbow = [suit.name.lower() for suit in variant.suits if suit.rainbow]
    single = [suit.name.lower() for suit in variant.suits if suit.single]
    order = [seen.names[(seen.seat + n) % len(seen.names)] for n in range(len(seen.names))]
    return {
        "name": seen.name,
        "order": order,
        "suits": [suit.name.lower() for suit in variant.suits],
        "letters": ", ".join(f"{suit.letter} {suit.name.lower()}" for suit in variant.suits),
        "rainbow": rainbow,
        "single": single,
        "copies": ", ".join(f"{n} of rank {rank}" for rank, n in zip(RANKS, COPIES, strict=True)),
        "slots": SLOTS[: len(seen.hands[seen.seat])],
        "perfect": variant.count,
        "mode": talk.mode,
    }
