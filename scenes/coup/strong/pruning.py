"""Selection of the actions worth searching.

It drops actions that another action beats whatever the others hold and do, and actions that almost surely fail
according to the beliefs.
"""

from collections.abc import Sequence
from math import prod

from scenes.coup.actions import CHALLENGE, PASS, Action, Block, Move
from scenes.coup.moves import ASSASSIN, BLOCKS, CARD, CONTESSA, COPIES, DUKE, VERB
from scenes.coup.rules import Game
from scenes.coup.strong.belief import Belief

POOR = 7
"""Coins below which income (or foreign aid) is dropped if tax is certain to succeed (or safer)."""


def undominated(belief: Belief, actions: Sequence[Action]) -> list[Action]:
    """Return the actions that no other action beats in every case, in the same order."""
    match belief.game.phase:
        case "act":
            better = _moves(belief, actions)
        case "challenge" | "challenge block":
            better = _challenges(belief)
        case "block":
            better = _blocks(belief, actions)
        case _:
            better = actions
    return [action for action in actions if action in better]


def _moves(belief: Belief, actions: Sequence[Action]) -> Sequence[Action]:
    game, others = belief.game, belief.game.after(belief.me)
    if len(others) == 1 and len(game.hands[others[0]]) == 1:
        wins = [Move("coup", game.names[others[0]])]
        if ASSASSIN in belief.own and not belief.pool[CONTESSA]:
            wins.append(Move("assassinate", game.names[others[0]]))
        if sure := [win for win in wins if win in actions]:
            return sure[:1]
    return [action for action in actions if isinstance(action, Move) and not _wasteful(belief, game, action)]


def _wasteful(belief: Belief, game: Game, move: Move) -> bool:
    """Return True if another move earns more and no additional player can stop it."""
    poor = game.coins[belief.me] < POOR
    match move.verb:
        case "income":
            return poor and (DUKE in belief.own or not belief.pool[DUKE])
        case "foreign aid":
            return poor and DUKE in belief.own
        case "steal":
            return not game.coins[game.seat[move.target]]
    return False


def _challenges(belief: Belief) -> Sequence[Action]:
    game, me = belief.game, belief.me
    assert game.claim is not None
    claim = CARD[game.claim]
    struck = game.verb == "assassinate" and game.blocker < 0
    if not belief.pool[claim]:
        mine = me in (game.actor, game.target) or len(game.after(me)) == 1
        return [CHALLENGE] if mine or (game.blocker < 0 and not struck) else [PASS, CHALLENGE]
    if sum(belief.pool) - belief.pool[claim] < len(game.hands[game.claimant]):
        return [PASS]
    if struck and game.target == me and len(belief.own) == 1 and belief.up[CONTESSA] == COPIES:
        return [CHALLENGE]
    return [PASS, CHALLENGE]


def _blocks(belief: Belief, actions: Sequence[Action]) -> Sequence[Action]:
    """Return the undominated answers to an action that may be blocked.

    They are the true blocks if there are any, with a pass unless a block is better whatever happens. If an
    assassination would take the last card, the only answer is to claim a Contessa while one is hidden.
    """
    game, me = belief.game, belief.me
    true = [each for each in actions if isinstance(each, Block) and CARD[each.character] in belief.own]
    match game.verb:
        case "assassinate" if len(belief.own) == 1 and belief.up[CONTESSA] < COPIES:
            return [Block("Contessa")]
        case "foreign aid" if len(game.after(me)) > 1:
            free = False
        case "steal":
            free = game.coins[me] > 0
        case _:
            free = True
    if true:
        return true if free else [PASS, *true]
    return actions


ALMOST_CERTAIN = 0.9
"""Probability above which a claim is not challenged, and probability of a block above which a move is not tried."""


def worthwhile(belief: Belief, actions: Sequence[Action]) -> list[Action]:
    """Return the actions worth trying, in the same order.

    Playouts often cannot distinguish the others or overrate them: giving a card away may look good because players with
    fewer cards are attacked less.
    """
    left = undominated(belief, actions)
    if belief.game.phase == "act":
        return [move for move in left if not (isinstance(move, Move) and _blocked(belief, move))] or left
    return [PASS] if CHALLENGE in left and PASS in left and _is_futile(belief) else left


def _is_futile(belief: Belief) -> bool:
    """Return True if a challenge would almost surely cost a card, and a pass would not lose the last card."""
    game = belief.game
    assert game.claim is not None
    last = game.verb == "assassinate" and game.target == belief.me and len(belief.own) == 1
    return not last and belief.odds(game.claimant, CARD[game.claim]) > ALMOST_CERTAIN


def _blocked(belief: Belief, move: Move) -> bool:
    """Return True if an opponent can almost surely block the move."""
    cards = BLOCKS[VERB[move.verb]]
    if not cards:
        return False
    seats = [belief.game.seat[move.target]] if move.target else belief.suspects
    return prod([1 - belief.odds(seat, *cards) for seat in seats]) < 1 - ALMOST_CERTAIN
