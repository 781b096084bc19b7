"""Claims to cards, their results, and the metrics that count them."""

from collections.abc import Sequence

from msgspec import Struct

from scenes.coup.moves import Character, Verb


class Claim(Struct, frozen=True):
    """A claim to a card, made by an action or a block."""

    n: int
    """Number of the claim's event in the log."""
    turn: int
    """Turn of the run."""
    action: int
    """Turn of the game, counted by actions."""
    agent: str
    card: Character
    verb: Verb
    """The action, or the action that was blocked."""
    block: bool
    against: str
    """Target of the action; for a block, the player whose action is blocked. Empty if there is none."""
    true: bool | None
    """True if the claimant held the card; None if this viewer may not know."""
    challenger: str = ""
    fallback: bool = False
    """True if the player gave no usable reply, and a fallback action made the claim."""
    fallback_challenge: bool = False
    """True if a fallback action made the challenge."""


def count_claims(made: Sequence[Claim], challenged: Sequence[Claim]) -> dict[str, int | float | None]:
    """Count claims and challenges of a whole log.

    Only a whole log has the truth of every claim. Fallback actions are left out; the metric `defaults` counts them.
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
    """Return part / whole; None if whole is 0."""
    return round(part / whole, 6) if whole else None
