"""Reasons for rejected actions, and the default action."""

from core.actions.forms import Name, read_word
from core.engine import turn
from core.errors import IllegalAction, nearest
from core.text import one_line
from scenes.coup.actions import LONGEST, PASS, Action, Block, Keep, Lose, Move, Say, describe
from scenes.coup.events import Swapped, Undoubted
from scenes.coup.flow import legal
from scenes.coup.moves import COUP_AT, RULES, Character
from scenes.coup.rules import Dealt, Game


def refuse(game: Game, seat: int, action: Action) -> None:
    """Raise IllegalAction for an action that is not legal now; statements are always free."""
    if not isinstance(action, Say):
        raise IllegalAction(_why(game, seat, action, legal(game, seat)))
    _check_words(game, action.text)


def _check_words(game: Game, words: str) -> None:
    if not game.talks:
        raise IllegalAction("this table does not talk (-o talk=open does)")
    if not words or len(words) > LONGEST or words != one_line(words):
        raise IllegalAction(f"a statement is one line of at most {LONGEST} characters")


def _why(game: Game, seat: int, action: Action, lawful: tuple[Action, ...]) -> str:
    if not isinstance(action, turn.Action):
        return f"{action!r} is no action of Coup"
    forms = ", ".join(nearest(describe(action), map(describe, lawful)))
    coins = game.coins[seat]
    if not game.hands[seat]:
        return "you are out; pass"
    if seat not in game.deciding:
        return "nothing waits for you; pass"
    match action:
        case Move(verb, target) if game.phase == "act":
            if coins >= COUP_AT:
                return f"with {coins} coins you must coup; choose whom: {forms}"
            if RULES[verb].cost > coins:
                return f"{verb} costs {RULES[verb].cost} coins, and you have {coins}"
            if target == game.names[seat]:
                return f"nobody can {verb} themselves"
            return f"{target} is out"
        case Block() if game.phase == "block":
            return f"{game.verb} is not blocked with {action.character}; you can: {forms}"
        case Keep() if game.phase == "exchange":
            return f"you may keep {len(game.hands[seat]) - 2} of the cards in your hand: {forms}"
        case Lose(card) if game.phase == "lose":
            return f"you have no {card}; you can: {forms}"
    return f"not now; you can: {forms}"


def default(game: Game, seat: int) -> Action:
    """Return the least harmful action: income, letting pass, the first card."""
    lawful = legal(game, seat)
    return PASS if PASS in lawful else lawful[0]


def undoubted(game: Game) -> tuple[int, Undoubted] | None:
    """Return the claimant on the table, and what is known if nobody doubts it."""
    claimant, claim = game.claimant, game.claim
    if claim is None or game.phase not in ("challenge", "challenge block"):
        return None
    return claimant, Undoubted(claim, claim in game.hands[claimant])


def swap(game: Game, what: str) -> Dealt:
    """Swap a card with one in the court deck. Raises IllegalAction for what cannot be."""
    whose, _, card = what.partition("=")
    if len(whose.split()) != 2 or not card.strip():
        raise IllegalAction(f"a card is changed as in {game.names[0]} Duke=Contessa")
    name, was = whose.split()
    seat = game.seat[read_word(Name, "name", name, game.names)]
    old, new = (read_word(Character, "character", each) for each in (was, card.strip()))
    if old not in game.hands[seat]:
        held = " and ".join(map(str, game.hands[seat])) or "nothing"
        raise IllegalAction(f"{game.names[seat]} has no {old}, but {held}")
    if new == old or new not in game.deck:
        left = ", ".join(sorted({str(each) for each in game.deck if each != old}))
        raise IllegalAction(f"it is swapped with another card of the court deck, which has {left}")
    return seat, Swapped(old, new)
