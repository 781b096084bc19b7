"""The table in words for a model, limited to what the player sees."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from scenes.hanabi.actions import SLOTS
from scenes.hanabi.knowledge import Deductions, PublicTable, suits_and_ranks
from scenes.hanabi.observation import Held, Move, Observation
from scenes.hanabi.suits import Suit
from scenes.hanabi.talk.discussion import DiscussionEntry
from scenes.hanabi.variants import RANKS, VARIANTS, Variant


class GivenClue(NamedTuple):
    """A clue of which a touched card is still in a hand."""

    turn: int
    """Turn of the game, from 0."""
    move: Move
    held: tuple[int, ...]
    """Touched cards that are still held, by their order."""
    focus: int
    """Order of the clue's focus, which may have been played or discarded."""
    fresh: bool
    """True if no earlier clue had touched the focus."""
    chop: bool
    """True if the focus was the chop."""


def clues_held(seen: Observation) -> list[GivenClue]:
    """Return the clues on cards that are still held, oldest first, each with its focus as prompts define it."""
    table = PublicTable(VARIANTS[seen.variant], len(seen.names))
    clued: set[int] = set()
    held = {card.order for hand in seen.hands for card in hand}
    out = []
    for turn, move in enumerate(seen.history):
        if move.kind == "clue":
            focus, fresh, chop = _focus(table.hands[move.to], move.touched, clued)
            clued |= {*move.touched}
            if left := tuple(order for order in move.touched if order in held):
                out.append(GivenClue(turn, move, left, focus, fresh, chop))
        table.apply(move)
    return out


def chop_of(seen: Observation, seat: int) -> int:
    """Return the slot of the oldest card without a clue; -1 if there is none."""
    return max((slot for slot, held in enumerate(seen.hands[seat]) if not held.clued), default=-1)


def _focus(hand: list[int], touched: tuple[int, ...], clued: set[int]) -> tuple[int, bool, bool]:
    """Return the focus, True if it is touched for the first time, and True if it was the chop.

    Hands start with their oldest card.
    """
    fresh = [order for order in touched if order not in clued]
    if not fresh:
        return max(touched), False, False
    chop = next(order for order in hand if order not in clued)
    return (chop, True, True) if chop in fresh else (max(fresh), True, False)


MAX_EARLIER_FOR_THOUGHTS, MAX_EARLIER_FOR_PROPOSAL = 15, 10
"""Maximum number of earlier contributions that a prompt quotes."""


class Memory(msgspec.Struct, frozen=True):
    game_history: tuple[DiscussionEntry, ...]
    """Discussions of earlier turns."""
    game_summary: tuple[str, ...]
    """History with one line per move."""


class AgentState(msgspec.Struct, frozen=True):
    """Input for a player's reasoning, and the results so far."""

    game_state: str
    discussion_history: tuple[DiscussionEntry, ...]
    game_history: tuple[DiscussionEntry, ...]
    current_thoughts: str
    proposed_action: str
    """The proposed move as a command; empty if there is none."""


def game_memory(seen: Observation) -> Memory:
    return Memory(seen.talk.discussion.game_history, tuple(_summarize(seen)))


def reasoning_state(seen: Observation, game_state: str) -> AgentState:
    """Return the reasoning state; `game_state` is the table in words, as the player sees it."""
    talk = seen.talk
    return AgentState(
        game_state,
        talk.discussion.discussion_history if talk.proposal is not None else (),
        talk.discussion.game_history if talk.recall else (),
        talk.thoughts,
        talk.proposal.move if talk.proposal is not None else "",
    )


def _summarize(seen: Observation) -> Iterator[str]:
    """Yield a line for each move, with the resulting state."""
    variant, names = VARIANTS[seen.variant], seen.names
    table = PublicTable(variant, len(names))
    for turn, move in enumerate(seen.history, 1):
        if move.kind == "clue":
            did = f"clued {names[move.to]} {variant.clues[move.clue]}"
        else:
            hand = table.hands[move.seat]
            slot = SLOTS[len(hand) - 1 - hand.index(move.order)]
            verb = "played" if move.kind == "play" else "discarded"
            missed = ", which did not fit" if move.kind == "play" and not move.fits else ""
            did = f"{verb} {slot}, {variant.labels[move.card]}{missed}"
        table.apply(move)
        state = f"Score {sum(table.stacks)}, clues {table.clues}, strikes {table.strikes}"
        yield f"Turn {turn}: {names[move.seat]} {did}. {state}"


MAX_LISTED = 8
"""Maximum number of identities of a card that are listed individually."""


def table_variables(seen: Observation) -> dict[str, Any]:
    """Return the variables of the prompt template `table_variables`."""
    facts, variant = Deductions(seen), VARIANTS[seen.variant]
    me, count = seen.seat, len(seen.names)
    active = me if seen.talk.proposal is None else seen.talk.proposal.seat
    return {
        "seen": seen,
        "perfect": variant.count,
        "attainable": facts.best,
        "stacks": _stack_labels(seen),
        "playable": [variant.labels[5 * suit + rank] for suit, rank in enumerate(seen.stacks) if rank < 5],
        "critical": variant.labels_of(facts.critical),
        "discards": [variant.labels[card] for card in sorted(seen.discards)],
        "own": _hand_lines(seen, me),
        "others": [
            {
                "name": seen.names[seat],
                "when": _turn_distance((seat - active) % count),
                "hidden": all(held.card is None for held in seen.hands[seat]),
                "cards": _hand_lines(seen, seat),
            }
            for seat in [(me + away) % count for away in range(1, count)]
        ],
        "given": [_clue_text(seen, clue) for clue in clues_held(seen)],
    }


def _stack_labels(seen: Observation) -> list[str]:
    suits = VARIANTS[seen.variant].suits
    return [f"{suit.letter}{rank}" for suit, rank in zip(suits, seen.stacks, strict=True)]


def director_text(seen: Observation) -> str:
    """Write all hands and the table, for the director."""
    variant = VARIANTS[seen.variant]
    hands = [
        f"{name} holds, from slot a on (in brackets what clues have told {name}): {'; '.join(_hand_lines(seen, seat))}"
        for seat, name in enumerate(seen.names)
    ]
    gone = " ".join(variant.labels[card] for card in sorted(seen.discards)) or "nothing"
    return "\n".join([f"On the table: stacks {' '.join(_stack_labels(seen))}, discarded {gone}.", *hands])


def last_moves(seen: Observation) -> list[str]:
    """Describe the last moves: one for each player."""
    return [_move_text(seen, at) for at in range(max(0, len(seen.history) - len(seen.names)), len(seen.history))]


def _hand_lines(seen: Observation, seat: int) -> list[str]:
    """Write a line for each card: its slot, identity, and what its holder knows by clues."""
    variant, chop = VARIANTS[seen.variant], chop_of(seen, seat)
    lines = []
    for slot, held in enumerate(seen.hands[seat]):
        face = (
            known_label(variant, held)
            if held.card is None
            else f"{variant.labels[held.card]} ({known_label(variant, held)})"
        )
        lines.append(f"{SLOTS[slot]} {face}{' chop' if slot == chop else ''}")
    return lines


def _clue_text(seen: Observation, given: GivenClue) -> str:
    """Describe a clue: its turn, giver and receiver, the touched cards, and the focus."""
    move, variant = given.move, VARIANTS[seen.variant]
    slots = {held.order: SLOTS[slot] for slot, held in enumerate(seen.hands[move.to])}
    giver, to = ("you" if seat == seen.seat else seen.names[seat] for seat in (move.seat, move.to))
    cards = " ".join(sorted(slots[order] for order in given.held))
    line = f"turn {given.turn + 1}, {giver} to {to}, {variant.clues[move.clue]}: {cards}"
    if given.focus not in slots:
        return f"{line}; what it was about is gone"
    five = move.clue == variant.five
    means = "keep it" if five else "the chop: keep it, or play it" if given.chop else "play it"
    return f"{line}; about {slots[given.focus]}{'' if given.fresh else ' again'}, {means}"


def _turn_distance(turns: int) -> str:
    return ("to move now", "plays next")[turns] if turns < 2 else f"plays in {turns} turns"


def known_label(variant: Variant, held: Held) -> str:
    """Write a card's possibilities by clues: R3, R?, ?3 or ??, and exclusions.

    >>> known_label(VARIANTS["standard"], Held(0, None, 0b11111, 1))
    'R?'
    """
    letters = [suit.letter for suit in variant.suits]
    suit_bits, rank_bits = suits_and_ranks(held.possible)
    suits = [letter for n, letter in enumerate(letters) if suit_bits >> n & 1]
    ranks = [rank for n, rank in enumerate("12345") if rank_bits >> n & 1]
    face = f"{suits[0] if len(suits) == 1 else '?'}{ranks[0] if len(ranks) == 1 else '?'}"
    return ", ".join([face, *_ruled_out(suits, letters), *_ruled_out(ranks, "12345")])


def _ruled_out(left: Sequence[str], every: Sequence[str]) -> Iterable[str]:
    out = [each for each in every if each not in left]
    if len(left) > 1 and out:
        yield f"not {' '.join(out)}" if len(out) <= len(left) else " or ".join(left)


def _move_text(seen: Observation, at: int) -> str:
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
    facts = Deductions(seen)
    slots: dict[int, list[str]] = {}
    for slot, held in zip(SLOTS, seen.hands[seat], strict=False):
        if held.card is None:
            slots.setdefault(facts.possible(held), []).append(slot)
    return [
        f"{' '.join(alike)}: {_conclusion(facts, mask)}{_unseen_copies_text(facts, mask)}"
        for mask, alike in slots.items()
    ]


def _conclusion(facts: Deductions, mask: int) -> str:
    parts, total = [], facts.count(mask) or 1
    for word, group in (("playable", facts.playable), ("trash", facts.useless), ("critical", facts.critical)):
        if share := facts.count(mask & group):
            parts.append(f"certainly {word}" if share == total else f"{word} {max(1, 100 * share // total)}%")
    return ", ".join(parts) or "neither playable, trash nor critical"


def _unseen_copies_text(facts: Deductions, mask: int) -> str:
    """List copies individually if they are few."""
    copies = [f"{facts.variant.labels[card]}×{n}" for card, n in enumerate(facts.unseen) if mask >> card & 1]
    return f". Can be {' '.join(copies)}" if len(copies) <= MAX_LISTED else ""


def rules_variables(seen: Observation) -> dict[str, Any]:
    """Return the variables of the prompt template `system`."""
    variant, count = VARIANTS[seen.variant], len(seen.names)
    names = [suit.name.lower() for suit in variant.suits]

    def named(is_such: Callable[[Suit], bool]) -> list[str]:
        return [name for name, suit in zip(names, variant.suits, strict=True) if is_such(suit)]

    return {
        "name": seen.name,
        "names": seen.names,
        "order": [seen.names[(seen.seat + n) % count] for n in range(count)],
        "suits": names,
        "letters": ", ".join(f"{suit.letter} {name}" for suit, name in zip(variant.suits, names, strict=True)),
        "rainbow": named(lambda suit: suit.colors == "all"),
        "colorless": named(lambda suit: suit.colors == "none"),
        "every_rank": named(lambda suit: suit.ranks == "all"),
        "no_rank": named(lambda suit: suit.ranks == "none"),
        "single": named(lambda suit: suit.single),
        "copies": ", ".join(f"{n} of rank {rank}" for rank, n in zip(RANKS, variant.twist.copies, strict=True)),
        "notes": variant.notes,
        "example": (variant.suits[0].letter, names[0]),
        "clues": variant.clues,
        "perfect": variant.count,
        "mode": seen.talk.mode,
    }
