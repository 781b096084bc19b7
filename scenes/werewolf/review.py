"""Value of a vote: the odds of its target beside the likeliest werewolf, by the voter's knowledge."""

from core.engine.capabilities import Verdict
from scenes.werewolf.actions import VoteLynch
from scenes.werewolf.evidence import Evidence
from scenes.werewolf.observation import Village

NEAR = 0.02
"""Odds that differ by less are as good as equal."""


def weigh(seen: Village, vote: VoteLynch) -> Verdict | None:
    """Judge a vote for somebody; a werewolf's is its own matter."""
    if seen.roles.get(seen.name) == "werewolf":
        return None
    chances = {name: chance for name, chance in Evidence(seen).chances.items() if name in seen.alive}
    if not chances:
        return None
    best = max(chances, key=lambda name: chances[name])
    loss = chances[best] - chances.get(vote.target, 0.0)
    return Verdict(f"vote {best}", loss if loss > NEAR else 0.0, "of the odds")
