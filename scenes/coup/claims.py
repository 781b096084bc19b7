"""Claims to cards with their results, and the metrics that count them."""

from collections.abc import Sequence

from msgspec import Struct

from scenes.coup.moves import Character, Verb


class Claim(Struct, frozen=True):
    """A claim to a card, made by an action or a block."""

    n: int
    """The event."""
    turn: int
    """Turn of the run."""
    action: int
    """The turn of the game."""
    agent: str
    card: Character
    verb: Verb
    """The action, or what was blocked."""
    block: bool
    against: str
    """The target; of a block, whose action it is; empty for nobody."""
    true: bool | None
    """None where whoever folds may not know."""
    challenger: str = ""
    fallback: bool = False
    """True if its player gave no usable reply, and the action was taken in its place."""
    fallback_challenge: bool = False
    """The same of the challenge."""


def counted(made: Sequence[Claim], challenged: Sequence[Claim]) -> dict[str, int | float | None]:
    """Count the claims `made` and the challenges among `challenged`, from a whole log.

    The truth of every claim is known there. Fallback actions are left out: the metric `defaults` counts them.
    """
    claims = [claim for claim in made if not claim.fallback]
    bluffs = [claim for claim in claims if not claim.true]
    caught = sum(bool(claim.challenger) for claim in bluffs)
    doubted = [claim for claim in challenged if claim.challenger and not claim.fallback_challenge]
    won = sum(not claim.true for claim in doubted)
    return {
        "claims": len(claims),
        "bluffs": len(bluffs),
        "bluff_rate": share(len(bluffs), len(claims)),
        "bluff_success": share(len(bluffs) - caught, len(bluffs)),
        "challenges": len(doubted),
        "challenges_won": won,
        "challenge_precision": share(won, len(doubted)),
    }


def share(part: int, whole: int) -> float | None:
    """Return a share; None of nothing."""
    return round(part / whole, 6) if whole else None
