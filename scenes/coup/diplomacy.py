"""Effect of threats and deals on bots' decisions: loyalty, fear, and threats to carry out."""

from scenes.coup.actions import Action, Block, Challenge, Move
from scenes.coup.moves import COPIES, RULES, Verb
from scenes.coup.observation import Observation, Player
from scenes.coup.pacts import DEEDS, Pact

COUP = RULES["coup"].cost
RICH = 5
"""Coins from which a player will soon be dangerous."""
LOYALTY, FEAR, RESOLVE, GRUDGE = 0.06, 0.04, 0.04, 0.015
"""Changes of win probability: cost of breaking a deal, cost of a credible threat's punishment, gain of carrying out
one's own threat, and gain of attacking a player who broke a deal."""
CREDIBLE = 0.5


def danger(player: Player) -> tuple[bool, int]:
    """Rate a player: whether it can pay for a coup, then its coins plus half a coup per card."""
    return player.coins >= COUP, player.cards * COUP // 2 + player.coins


def price(seen: Observation, action: Action, loyal: bool = True) -> float:
    """Return the cost of an action by the player's commitments, in win probability; below 0 is a gain."""
    if not seen.pacts:
        return 0.0
    verb, victim = deed_of(seen, action)
    total, now = 0.0, seen.actions + (seen.phase == "act")
    for pact in seen.pacts if victim else ():
        bars = pact.until >= now and pact.bars(seen.name, verb, victim)
        match pact.status:
            case "agreed" if bars and loyal:
                total += LOYALTY
            case "open" if bars and pact.is_threat:
                total += FEAR * credible(seen, pact)
            case "provoked" if pact.punishes(seen.name, verb, victim):
                total -= RESOLVE
            case "broken" if pact.breaker == victim and seen.name in (pact.by, pact.to) and "attack" in DEEDS[verb]:
                total -= GRUDGE
    return total


def deed_of(seen: Observation, action: Action | None) -> tuple[str, str]:
    """Return the verb and the target of an action; no target if it is directed at nobody."""
    match action:
        case Move(verb, target):
            return verb, target
        case Challenge():
            return "challenge", seen.claimant
        case Block():
            return "block", seen.actor
    return "", ""


def credible(seen: Observation, threat: Pact) -> float:
    """Return a threat's credibility from 0 to 1, by coins, turned-up cards, and earlier empty threats."""
    coins = seen.player(threat.by).coins
    match threat.strike:
        case "coup":
            able = 1.0 if coins >= RICH else 0.5 if coins >= 3 else 0.2
        case "assassinate":
            able = 0.7 if coins >= 2 and seen.turned_up("Assassin") < COPIES else 0.1
        case _:
            able = 0.4
    return able * 0.3 ** sum(pact.by == threat.by and pact.status == "empty" for pact in seen.pacts)


def attackable_opponents(seen: Observation, verb: Verb, loyal: bool = True) -> list[Player]:
    """Return the opponents to attack: those whom a due threat should punish, else those whom nothing protects.

    Deals and credible threats protect. For a coup, all opponents are returned if none is left.
    """
    others = seen.others()
    if not seen.pacts:
        return others
    prices = [price(seen, Move(verb, other.name), loyal) for other in others]
    due = [other for other, cost in zip(others, prices, strict=True) if cost < -GRUDGE]
    free = [other for other, cost in zip(others, prices, strict=True) if cost < CREDIBLE * FEAR]
    return due or free or (others if verb == "coup" else [])
