"""Metrics of Coup, with their ranges and descriptions."""

from core.engine.measures import Measure, share

MEASURES = {
    "actions": Measure("turns of the game, without challenges and blocks", "turns"),
    "claims": Measure("claims to a card, by actions and blocks; default actions are left out", "claims"),
    "bluffs": Measure("claims to a card that the player did not hold", "claims"),
    "bluff_rate": share("claims that were bluffs"),
    "bluff_success": share("bluffs that nobody challenged"),
    "challenges": Measure("challenges of a claim", "challenges"),
    "challenges_won": Measure("challenges that hit a bluff", "challenges"),
    "challenge_precision": share("challenges that hit a bluff"),
    "defaults": Measure("default actions for agents that gave no usable action", "actions"),
    "verifier_checks": Measure("plans of model players that a verifier checked", "plans"),
    "verifier_disagreements": Measure("plans with which the verifier disagreed", "plans"),
    "threats": Measure("threats that were read in talk", "threats"),
    "threats_carried_out": Measure("threats that were carried out", "threats"),
    "threats_empty": Measure("threats that were not carried out when their condition was met", "threats"),
    "deals": Measure("deals that were agreed in talk", "deals"),
    "deals_kept": Measure("agreed deals that were kept", "deals"),
    "deals_broken": Measure("agreed deals that were broken", "deals"),
}
