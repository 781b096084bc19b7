"""A player's memory and reasoning state (spec 004), as functions of its observation."""

import msgspec

from scenes.hanabi.actions import SLOTS
from scenes.hanabi.observation import Move, Observation
from scenes.hanabi.talk.discussion import DiscussionEntry
from scenes.hanabi.variants import CLUES, HANDS, VARIANTS, Variant

FOR_THOUGHTS, FOR_PROPOSAL = 15, 10
"""Earlier contributions that a prompt quotes."""


class Memory(msgspec.Struct, frozen=True):
    game_history: tuple[DiscussionEntry, ...]
    """Discussions of earlier turns."""
    game_summary: tuple[str, ...]
    """A line for each move."""


class AgentState(msgspec.Struct, frozen=True):
    """Basis and stage of a player's reasoning."""

    game_state: str
    discussion_history: tuple[DiscussionEntry, ...]
    game_history: tuple[DiscussionEntry, ...]
    current_thoughts: str
    proposed_action: str
    """Empty if there is none."""


def remember(seen: Observation) -> Memory:
    return Memory(seen.talk.discussion.game_history, summarize(seen.names, VARIANTS[seen.variant], seen.history))


def reasoning(seen: Observation, game_state: str) -> AgentState:
    """Return the reasoning state; `game_state` is the table in words, as the player sees it."""
    talk = seen.talk
    return AgentState(
        game_state,
        talk.discussion.discussion_history if talk.proposal is not None else (),
        talk.discussion.game_history if talk.recall else (),
        talk.thoughts,
        talk.proposal.move if talk.proposal is not None else "",
    )


def summarize(names: tuple[str, ...], variant: Variant, history: tuple[Move, ...]) -> tuple[str, ...]:
    """Write a line for each move, with the resulting state."""
    size = HANDS[len(names)]
    hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(len(names))]
    drawn, score, clues, strikes = size * len(names), 0, CLUES, 0
    out = []
    for turn, move in enumerate(history, 1):
        if move.kind == "clue":
            clues -= 1
            did = f"clued {names[move.to]} {variant.clues[move.clue]}"
        else:
            hand = hands[move.seat]
            slot = SLOTS[len(hand) - 1 - hand.index(move.order)]
            hand.remove(move.order)
            if drawn < len(variant.deck):
                hand.append(drawn)
                drawn += 1
            missed = move.kind == "play" and not move.fits
            score += move.fits
            strikes += missed
            clues += move.kind == "discard" or (move.fits and move.card % 5 == 4 and clues < CLUES)
            verb = "played" if move.kind == "play" else "discarded"
            did = f"{verb} {slot}, {variant.labels[move.card]}{', which did not fit' if missed else ''}"
        out.append(f"Turn {turn}: {names[move.seat]} {did}. Score {score}, clues {clues}, strikes {strikes}")
    return tuple(out)
