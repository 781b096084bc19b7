"""Effect of threats and deals on bots' decisions: loyalty, fear, and threats to carry out."""

from scenes.coup.actions import Action, Block, Challenge, Move
from scenes.coup.moves import COPIES, RULES, Verb
from scenes.coup.observation import Observation, Player
from scenes.coup.pacts import DEEDS, Pact

COUP = RULES["coup"].cost
RICH_FROM = 5
"""Coins with which a player will soon be dangerous."""
BROKEN_DEAL_COST, THREAT_COST, PUNISHMENT_GAIN, GRUDGE_GAIN = 0.06, 0.04, 0.04, 0.015
"""Changes of win probability: cost of breaking a deal, cost of provoking a credible threat, gain from carrying out an
own threat, and gain from attacking a player who broke a deal."""
MIN_CREDIBILITY = 0.5


def danger_of(player: Player) -> tuple[bool, int]:
    """Rate a player's danger: True if it can pay for a coup, then its coins plus half a coup's cost per card."""
    return player.coins >= COUP, player.cards * COUP // 2 + player.coins


def price_of(seen: Observation, action: Action, loyal: bool = True) -> float:
    """Return the cost of an action because of threats and deals, in win probability; a gain is negative."""
    if not seen.pacts:
        return 0.0
    verb, victim = verb_and_victim(seen, action)
    total, now = 0.0, seen.actions + (seen.phase == "act")
    for pact in seen.pacts if victim else ():
        bars = pact.until >= now and pact.bars(seen.name, verb, victim)
        match pact.status:
            case "agreed" if bars and loyal:
                total += BROKEN_DEAL_COST
            case "open" if bars and pact.is_threat:
                total += THREAT_COST * credibility(seen, pact)
            case "provoked" if pact.punishes(seen.name, verb, victim):
                total -= PUNISHMENT_GAIN
            case "broken" if pact.breaker == victim and seen.name in (pact.by, pact.to) and "attack" in DEEDS[verb]:
                total -= GRUDGE_GAIN
    return total


def verb_and_victim(seen: Observation, action: Action | None) -> tuple[str, str]:
    """Return the verb and the target of an action; no target if it is directed at nobody."""
    match action:
        case Move(verb, target):
            return verb, target
        case Challenge():
            return "challenge", seen.claimant
        case Block():
            return "block", seen.actor
    return "", ""


def credibility(seen: Observation, threat: Pact) -> float:
    """Return a threat's credibility from 0 to 1, by coins, turned-up cards, and earlier empty threats."""
    coins = seen.player(threat.by).coins
    match threat.strike:
        case "coup":
            able = 1.0 if coins >= RICH_FROM else 0.5 if coins >= 3 else 0.2
        case "assassinate":
            able = 0.7 if coins >= 2 and seen.turned_up("Assassin") < COPIES else 0.1
        case _:
            able = 0.4
    return able * 0.3 ** sum(pact.by == threat.by and pact.status == "empty" for pact in seen.pacts)


def attackable_opponents(seen: Observation, verb: Verb, loyal: bool = True) -> list[Player]:
    """Return the opponents to attack: those whom a due threat should punish, else all without protection.

    Deals and credible threats give protection. If all opponents are protected, a coup may still target any of them.
    """
    others = seen.others()
    if not seen.pacts:
        return others
    prices = [price_of(seen, Move(verb, other.name), loyal) for other in others]
    due = [other for other, cost in zip(others, prices, strict=True) if cost < -GRUDGE_GAIN]
    free = [other for other, cost in zip(others, prices, strict=True) if cost < MIN_CREDIBILITY * THREAT_COST]
    return due or free or (others if verb == "coup" else [])
