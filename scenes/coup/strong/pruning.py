"""Selection of the actions worth searching.

It drops actions that another action beats whatever the others hold and do, and actions that almost surely fail
according to the beliefs.
"""

from collections.abc import Sequence
from math import prod

from scenes.coup.actions import CHALLENGE, PASS, Action, Block, Move
from scenes.coup.moves import ASSASSIN, BLOCKS, CARD_NUMBER, CONTESSA, COPIES, DUKE, VERB_NUMBER
from scenes.coup.rules import Game
from scenes.coup.strong.belief import Belief

TAX_BELOW = 7
"""Coins below which income and foreign aid are dropped if another move earns more and is as safe."""


def undominated_actions(belief: Belief, actions: Sequence[Action]) -> list[Action]:
    """Return the actions that no other action beats in every case, in the same order."""
    match belief.game.phase:
        case "act":
            better = _undominated_moves(belief, actions)
        case "challenge" | "challenge block":
            better = _undominated_challenges(belief)
        case "block":
            better = _undominated_blocks(belief, actions)
        case _:
            better = actions
    return [action for action in actions if action in better]


def _undominated_moves(belief: Belief, actions: Sequence[Action]) -> Sequence[Action]:
    game, others = belief.game, belief.game.after(belief.me)
    if len(others) == 1 and len(game.hands[others[0]]) == 1:
        wins = [Move("coup", game.names[others[0]])]
        if ASSASSIN in belief.own and not belief.pool[CONTESSA]:
            wins.append(Move("assassinate", game.names[others[0]]))
        if sure := [win for win in wins if win in actions]:
            return sure[:1]
    return [action for action in actions if isinstance(action, Move) and not _is_wasteful(belief, game, action)]


def _is_wasteful(belief: Belief, game: Game, move: Move) -> bool:
    """Return True if another move earns more and no additional player can stop it."""
    poor = game.coins[belief.me] < TAX_BELOW
    match move.verb:
        case "income":
            return poor and (DUKE in belief.own or not belief.pool[DUKE])
        case "foreign aid":
            return poor and DUKE in belief.own
        case "steal":
            return not game.coins[game.seat[move.target]]
    return False


def _undominated_challenges(belief: Belief) -> Sequence[Action]:
    game, me = belief.game, belief.me
    assert game.claim is not None
    claim = CARD_NUMBER[game.claim]
    struck = game.verb == "assassinate" and game.blocker < 0
    if not belief.pool[claim]:
        mine = me in (game.actor, game.target) or len(game.after(me)) == 1
        return [CHALLENGE] if mine or (game.blocker < 0 and not struck) else [PASS, CHALLENGE]
    if sum(belief.pool) - belief.pool[claim] < len(game.hands[game.claimant]):
        return [PASS]
    if struck and game.target == me and len(belief.own) == 1 and belief.up[CONTESSA] == COPIES:
        return [CHALLENGE]
    return [PASS, CHALLENGE]


def _undominated_blocks(belief: Belief, actions: Sequence[Action]) -> Sequence[Action]:
    """Return the undominated answers to an action that may be blocked.

    With a true block, they are the true blocks, and a pass unless a true block is better in every case. If an
    assassination would take the last card, the only answer is to claim a Contessa, unless all are turned up.
    """
    game, me = belief.game, belief.me
    true = [each for each in actions if isinstance(each, Block) and CARD_NUMBER[each.character] in belief.own]
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
"""Probability of a true claim above which it is not challenged, and of a block above which a move is not tried."""


def worthwhile_actions(belief: Belief, actions: Sequence[Action]) -> list[Action]:
    """Return the actions worth trying, in the same order.

    Playouts often overrate the other actions, or cannot tell them apart: losing a card on purpose may look good because
    players with fewer cards are attacked less.
    """
    left = undominated_actions(belief, actions)
    if belief.game.phase == "act":
        return [
            move for move in left if not (isinstance(move, Move) and _is_almost_surely_blocked(belief, move))
        ] or left
    return [PASS] if CHALLENGE in left and PASS in left and _is_futile(belief) else left


def _is_futile(belief: Belief) -> bool:
    """Return True if a challenge would almost surely cost a card, and a pass would not lose the last card."""
    game = belief.game
    assert game.claim is not None
    last = game.verb == "assassinate" and game.target == belief.me and len(belief.own) == 1
    return not last and belief.odds(game.claimant, CARD_NUMBER[game.claim]) > ALMOST_CERTAIN


def _is_almost_surely_blocked(belief: Belief, move: Move) -> bool:
    """Return True if an opponent can almost surely block the move."""
    cards = BLOCKS[VERB_NUMBER[move.verb]]
    if not cards:
        return False
    seats = [belief.game.seat[move.target]] if move.target else belief.suspects
    return prod([1 - belief.odds(seat, *cards) for seat in seats]) < 1 - ALMOST_CERTAIN
