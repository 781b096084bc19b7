"""Checks of foreign recordings: each event must be possible, and its agent must be able to cause it."""

from collections import Counter
from typing import Any

from core.engine.events import Event, Said
from scenes.coup import events as e
from scenes.coup.actions import Block, Move, parse
from scenes.coup.flow import advance, legal
from scenes.coup.moves import CHARACTERS, COPIES, NOBODY, RULES, TREASURY
from scenes.coup.rules import Game, Phase

POSSIBLE_EVENTS: dict[Phase, tuple[type, ...]] = {
    "deal": (e.Shuffled, e.Drew, e.Began),
    "talk": (e.Passed, e.Declared, e.Shuffled),  # a branch may switch talk off or on
    "act": (e.Passed, e.Declared, e.Shuffled),
    "challenge": (e.Passed, e.Challenged),
    "block": (e.Passed, e.Blocked),
    "challenge block": (e.Passed, e.Challenged),
    "lose": (e.Lost, e.Proved, e.Shuffled, e.Drew),
    "exchange": (e.Drew, e.Kept, e.Exchanged),
    "over": (),
}
"""Events that may come next, by phase. In all other phases, only `Settled` may come next."""


def admit(before: Game, game: Game, event: Event) -> None:
    """Raise ValueError if an event of a foreign recording is impossible, given the game before and after it."""
    body, seat = event.data, game.seat.get(event.agent, NOBODY)
    if isinstance(body, (*e.PUBLIC_EVENTS, Said)) and event.audience is not None:
        raise ValueError("this event is public")
    if isinstance(body, e.COMMITMENT_EVENTS):
        named = {event.agent, body.to, getattr(body, "maker", body.to), getattr(body, "rival", "") or body.to}
        if not named <= {*game.names}:
            raise ValueError("a commitment is between players of this game")
    if isinstance(body, e.Swapped):
        if seat == NOBODY or body.was not in before.hands[seat] or body.card not in before.deck:
            raise ValueError("the hand or the deck has no such card to swap")
    elif isinstance(body, e.RULE_EVENTS) and not (
        type(body) in POSSIBLE_EVENTS.get(before.phase, (e.Settled,)) and _is_lawful(before, seat, body)
    ):
        raise ValueError("this event is impossible at this point")
    if isinstance(body, e.Answered) and not _is_awaited(before, seat, body):
        raise ValueError("no such answer was awaited")
    _check_counts(game, event.n)


def _check_counts(game: Game, n: int) -> None:
    """Raise ValueError if the number of coins or, after the deal, of cards is wrong."""
    if min(game.coins) < 0 or game.treasury < 0 or sum(game.coins) + game.treasury != TREASURY:
        raise ValueError(f"there are {TREASURY} coins in all")
    hands = [card for hand in game.hands for card in hand if card is not None]
    cards = Counter([*hands, *(card for lost in game.lost for card in lost), *game.deck])
    if n > 1 and cards != dict.fromkeys(CHARACTERS, COPIES):
        raise ValueError(f"there are {COPIES} cards of each character")


def _is_lawful(game: Game, seat: int, body: Any) -> bool:
    match body:
        case e.Shuffled():
            return seat == NOBODY
        case e.Drew():
            return seat != NOBODY
        case e.Began():
            return seat != NOBODY and all(None not in hand for hand in game.hands)
        case e.Declared(verb, target, claim, cost):
            rule, acting = RULES[verb], game.copy()
            acting.phase = "act"
            paid = (claim, cost) == (rule.claims, rule.cost)
            return seat == game.actor and paid and Move(verb, target) in legal(acting, seat)
        case e.Passed():
            return seat in game.deciding or (game.phase == "act" and seat != NOBODY)
        case e.Challenged(claimant, claim):
            return seat in game.deciding and (claimant, claim) == (game.names[game.claimant], game.claim)
        case e.Blocked(claim):
            return Block(claim) in legal(game, seat)
    return _follows_from_rules(game, seat, body)


def _follows_from_rules(game: Game, seat: int, body: Any) -> bool:
    """Return True if the rules let this event follow the moves so far, at this seat."""
    match body:
        case e.Proved(card):
            return seat == game.claimant == game.loser and game.challenger != NOBODY and card == game.claim
        case e.Lost(_, why, out):
            return seat == game.loser and why == game.why and out == (len(game.hands[seat]) == 1)
        case e.Settled():
            return (seat, body) == next(advance(game))
    return seat == game.actor


def _is_awaited(game: Game, seat: int, body: e.Answered) -> bool:
    if game.phase == "act":  # before a branch switched talk off
        return True
    return seat in game.deciding and parse(body.command, game.names) in legal(game, seat)
