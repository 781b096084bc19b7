"""What a move in Hanabi was worth: what a player by conventions would have done, and what the move lost for good."""

from core.engine.review import Verdict
from scenes.hanabi.knowledge import Deduced
from scenes.hanabi.observation import Observation


def standing(all_seen: Observation) -> int:
    """Count the points that can still be reached, and the fuses that are left."""
    known = Deduced(all_seen)
    return all_seen.score + (known.variant.all & ~known.useless).bit_count() - all_seen.strikes


def verdict(best: str, before: Observation, after: Observation) -> Verdict:
    """Judge a move by what could be reached before it and after it; a burnt fuse counts as a point."""
    return Verdict(best, float(max(0, standing(before) - standing(after))), "points")
