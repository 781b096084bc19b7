"""Points that moves in Hanabi cost: by cards that are lost for good, and by turns that then do not suffice."""

from collections.abc import Iterator
from typing import NamedTuple

from scenes.hanabi.knowledge import Deduced, PublicTable
from scenes.hanabi.observation import Move, Observation
from scenes.hanabi.variants import FUSES, VARIANTS


class Missed(NamedTuple):
    """A move after which points could not be had any more."""

    move: Move
    points: int
    card_lost: bool
    """True if the last copy of a card was lost."""
    last_fuse: bool
    """True if the last fuse was burnt; if neither, too few turns are left."""


def standing(all_seen: Observation) -> int:
    """Count the points that can still be reached, less the burnt fuses."""
    plays = all_seen.left if all_seen.left >= 0 else all_seen.deck + len(all_seen.names)
    return min(Deduced(all_seen).best, all_seen.score + plays) - all_seen.strikes


def missed(all_seen: Observation) -> Iterator[Missed]:
    """Go through the moves of a game, and yield those that cost points."""
    table = PublicTable(VARIANTS[all_seen.variant], len(all_seen.names))
    best = had = table.variant.count
    for move in all_seen.history:
        table.apply(move)
        score = sum(table.stacks)
        can_have = score + table.variant.count - table.find_board().useless.bit_count()
        plays = 0 if table.strikes == FUSES else table.left if table.left >= 0 else table.deck + table.players
        now = min(can_have, score + plays)
        if now < best:
            yield Missed(move, best - now, can_have < had, table.strikes == FUSES)
        best, had = min(best, now), can_have
