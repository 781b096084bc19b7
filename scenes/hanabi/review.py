"""Points that moves in Hanabi cost: by cards that are lost for good, and by turns that then do not suffice."""

from collections.abc import Iterator
from typing import NamedTuple

from core.engine.capabilities import Verdict
from scenes.hanabi.knowledge import attainable
from scenes.hanabi.observation import Move, Observation
from scenes.hanabi.variants import FUSES, HANDS, VARIANTS, Variant


class Missed(NamedTuple):
    """A move after which points could not be had any more."""

    move: Move
    points: int
    card_lost: bool
    """True if the last copy of a card was lost."""
    last_fuse: bool
    """True if the last fuse was burnt; if neither, too few turns are left."""


def reachable(variant: Variant, stacks: tuple[int, ...], discards: tuple[int, ...], plays: int) -> int:
    """Return the most points that can be had with so many plays to come."""
    return min(attainable(variant, stacks, discards), sum(stacks) + plays)


def standing(all_seen: Observation) -> int:
    """Count the points that can still be reached, less the burnt fuses."""
    plays = all_seen.left if all_seen.left >= 0 else all_seen.deck + len(all_seen.names)
    return reachable(VARIANTS[all_seen.variant], all_seen.stacks, all_seen.discards, plays) - all_seen.strikes


def verdict(best: str, after: Observation, others: Observation) -> Verdict:
    """Judge a move by what can be reached after it and after the best one; a burnt fuse counts as a point."""
    return Verdict(best, float(max(0, standing(others) - standing(after))), "points")


def missed(all_seen: Observation) -> Iterator[Missed]:
    """Go through the moves of a game, and yield those that cost points."""
    variant, players = VARIANTS[all_seen.variant], len(all_seen.names)
    deck, left, strikes = sum(variant.copies) - HANDS[players] * players, -1, 0
    stacks, discards = [0] * len(all_seen.stacks), list[int]()
    best = variant.count
    for move in all_seen.history:
        lost_before = attainable(variant, tuple(stacks), tuple(discards))
        if move.fits:
            stacks[move.card // 5] += 1
        elif move.kind != "clue":
            discards.append(move.card)
            strikes += move.kind == "play"
        if left >= 0:
            left -= 1
        elif move.kind != "clue":
            deck -= 1
            left = players if deck == 0 else -1
        plays = 0 if strikes == FUSES else left if left >= 0 else deck + players
        now = reachable(variant, tuple(stacks), tuple(discards), plays)
        if now < best:
            lost = attainable(variant, tuple(stacks), tuple(discards)) < lost_before
            yield Missed(move, best - now, lost, strikes == FUSES)
            best = now
