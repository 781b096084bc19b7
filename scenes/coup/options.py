"""A decision in words: the question, the effect and cost of each answer, and the odds by visible cards."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from scenes.coup.actions import Action, Block, Challenge, Keep, Lose, Move, Pass, Say
from scenes.coup.moves import CHARACTERS, MUST_COUP_FROM, RULES, Character
from scenes.coup.observation import Observation


class Odds(NamedTuple):
    """Odds of one character for one viewer."""

    card: Character
    unseen: int
    """Copies that are neither turned up nor in the viewer's own hand."""
    chances: dict[int, int]
    """Chance in percent that a hand contains the character, by the number of cards in the hand."""


def odds(seen: Observation) -> list[Odds]:
    """Return the odds by counting cards only, without what claims, reveals and passes suggest."""
    others = {player.cards: player.name for player in seen.players if player.cards and player.name != seen.name}
    return [
        Odds(
            card,
            seen.unseen(card),
            {size: round(100 * seen.odds_by_counting(others[size], card)) for size in sorted(others, reverse=True)},
        )
        for card in CHARACTERS
    ]


def announcement(seen: Observation) -> str:
    """Write the action or block that awaits answers, with its claim; empty if there is none."""
    if not seen.verb:
        return ""
    action = (
        f"{_action_text(seen)}{_BEFORE_TARGET[seen.verb]}{_name_or_you(seen, seen.target)}"
        if seen.target
        else _action_text(seen)
    )
    if seen.blocker:
        return f"{action}, which {_name_or_you(seen, seen.blocker)} blocks with a claim of {seen.claim}"
    return f"{action}, with a claim of {seen.claim}" if seen.claim else action


_BEFORE_TARGET = {"coup": " against ", "assassinate": " of ", "steal": " from "}


def _action_text(seen: Observation) -> str:
    return f"{seen.actor}'s {'assassination' if seen.verb == 'assassinate' else seen.verb}"


def _name_or_you(seen: Observation, name: str) -> str:
    return f"{name} (you)" if name == seen.name else name


def question(seen: Observation) -> str:
    """Write the question that this player has to decide."""
    match seen.phase:
        case "talk":
            return f"Before {seen.actor}'s turn everybody may say something. Say something, or nothing."
        case "act":
            coins = seen.me.coins
            forced = f" You have {coins} coins, so you must coup." if coins >= MUST_COUP_FROM else ""
            return f"It is your turn. Which action do you take?{forced}"
        case "challenge":
            return f"Do you challenge {seen.actor}'s claim of {seen.claim}?"
        case "block":
            return f"Do you block {_action_text(seen)}?"
        case "challenge block":
            return f"Do you challenge {seen.blocker}'s claim of {seen.claim}, which blocks {_action_text(seen)}?"
        case "lose":
            return "You lose a card. Which one do you turn up?"
        case phase:
            assert phase == "exchange"
            return f"You drew two cards. Which {'two ' if len(seen.hand) == 4 else ''}do you keep?"


def meaning(seen: Observation, action: Action) -> str:
    """Explain an action's effect, cost and risks."""
    match action:
        case Move():
            return _move_text(seen, action)
        case Challenge():
            return _challenge_text(seen)
        case Block(card):
            return _block_text(seen, card)
        case Pass():
            return _pass_text(seen)
        case Lose(card):
            return f"you keep {_remaining_hand(seen, [card])}"
        case Keep(cards):
            return f"you put back {_remaining_hand(seen, cards)}"
        case Say():
            return "everybody hears it"


def is_at_stake(seen: Observation, action: Action) -> bool:
    """Return True if an action risks a card, gives up a card, or pays for an attack on one."""
    match action:
        case Move(verb):
            rule = RULES[verb]
            return rule.cost > 0 or (rule.claims is not None and rule.claims not in seen.hand)
        case Block(card):
            return card not in seen.hand
        case Pass():
            return seen.verb == "assassinate" and seen.target == seen.name and not seen.blocker
        case _:
            return isinstance(action, Challenge)


def _remaining_hand(seen: Observation, cards: Sequence[Character]) -> str:
    """Write the hand without these cards."""
    left = Counter(seen.hand) - Counter(cards)
    return " and ".join(card for card in CHARACTERS for _ in range(left[card]))


def _coins_text(count: int) -> str:
    return f"{count} coin{'s' * (count != 1)}"


def _claim_text(seen: Observation, card: Character) -> str:
    return f"claims {card}, {'which you have' if card in seen.hand else 'a bluff: you have none'}"


def _move_text(seen: Observation, move: Move) -> str:
    rule, target = RULES[move.verb], move.target
    parts = []
    if rule.cost:
        parts.append(f"costs {_coins_text(rule.cost)}")
    if rule.claims:
        parts.append(_claim_text(seen, rule.claims))
    match move.verb:
        case "steal":
            purse = seen.player(target).coins
            parts.append(f"moves {_coins_text(min(rule.gain, purse))} from {target} to you")
        case "coup" | "assassinate":
            parts.append(f"{target} turns up {_loss_text(seen, target)}")
        case "exchange":
            parts.append("draw two cards and put two back")
        case _:
            parts.append(f"take {_coins_text(rule.gain)}")
    stops = ["anybody may challenge"] if rule.claims else []
    if rule.blocks:
        stops.append(f"{target or 'anybody'} may block with {' or '.join(rule.blocks)}")
    parts.append(", ".join(stops) or "nothing stops it")
    return "; ".join(parts)


def _block_text(seen: Observation, card: Character) -> str:
    parts = [_claim_text(seen, card), f"stops {_action_text(seen)}"]
    if seen.verb == "assassinate":
        parts[-1] += f", whose {_coins_text(RULES['assassinate'].cost)} stay spent"
    parts.append("anybody may challenge")
    if seen.verb == "assassinate" and card not in seen.hand and len(seen.hand) > 1:
        parts.append("caught, you lose both cards: one for the bluff, one to the assassination")
    return "; ".join(parts)


def _challenge_text(seen: Observation) -> str:
    claimant, claim = seen.claimant, seen.claim
    stopped = "the block fails" if seen.blocker else f"{_action_text(seen)} is stopped"
    right = f"{claimant} turns up {_loss_text(seen, claimant)}, and {stopped}"
    wrong = f"you turn up {_loss_text(seen, seen.name)}"
    if len(seen.hand) > 1 and not seen.blocker and seen.verb == "assassinate" and seen.target == seen.name:
        wrong = "you turn up a card, and the assassination can still take your other one"
    return f"if {claimant} has no {claim}: {right}; if {claimant} has it: {wrong}"


def _loss_text(seen: Observation, name: str) -> str:
    """Write a player's loss of a card: "a card", or that it is the last one."""
    if seen.player(name).cards > 1:
        return "a card"
    return "your last card and are out" if name == seen.name else "its last card and is out"


def _pass_text(seen: Observation) -> str:
    match seen.phase:
        case "challenge" if seen.target:
            who = "you" if seen.target == seen.name else seen.target
            return f"you let the claim stand; {who} may still block"
        case "challenge":
            return f"you let the claim stand; unless somebody else challenges, {_action_text(seen)} takes effect"
        case "block" if seen.verb == "assassinate":
            return f"you turn up {_loss_text(seen, seen.name)}"
        case "block" if seen.verb == "steal":
            return f"{seen.actor} takes {_coins_text(min(RULES['steal'].gain, seen.me.coins))} of yours"
        case "block":
            return f"unless somebody else blocks, {seen.actor} takes {_coins_text(RULES['foreign aid'].gain)}"
        case _:
            return f"you let the claim stand; unless somebody else challenges, {_action_text(seen)} is blocked"
