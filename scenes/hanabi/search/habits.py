"""Moves by the code, for many games: tell of playable cards, play, tell more, else discard."""

import numpy as np

from scenes.hanabi.search.code import CRITICAL, PLAYABLE, USELESS, Look, above, ask, kinds_of, look, touched_by_clues
from scenes.hanabi.search.copies import (
    FIRST,
    TOUCHED,
    Bools,
    Floats,
    Ints,
    beside,
    count,
    is_one,
    rows_of,
    whole,
    without,
)
from scenes.hanabi.search.lanes import CLUE, DISCARD, SIZE, Lanes
from scenes.hanabi.variants import CLUES, FUSES

RISK = 0.75
"""The least chance at which a card is played that, if it does not fit, is useless."""
SPARE = 15
"""Cards that can go without running out of turns."""
DEAR = 1.1
"""Least loss of the next discard for which a clue is given instead with two tokens."""
PLAYS = 1e4
"""Factor of a clue that tells of a playable card."""
NEVER = np.float32(-np.inf)


def own_hand(lanes: Lanes) -> tuple[Ints, Ints]:
    """Return what the next player's cards can be by all that it sees, and the copies that it does not see."""
    unseen = without(lanes.open, lanes.cards[:, 1 - lanes.mover])
    hand = lanes.known[:, lanes.mover]
    left = hand & whole(unseen & FIRST)[:, None]
    return np.where(left != 0, left, hand), unseen


def choose(lanes: Lanes) -> tuple[Ints, Ints]:
    """Return the next player's action in each game, and what the other then knows of its hand."""
    seat, deck = lanes.mover, lanes.in_deck
    cards = lanes.cards[:, 1 - seat]
    hand, unseen = own_hand(lanes)
    own, other = look(hand, lanes.kinds, unseen), lanes.look(1 - seat)
    elsewhere = np.bitwise_or.reduce(cards, 1)
    fits, sure = own.chance[:, PLAYABLE], own.sure[:, PLAYABLE]
    waits = (cards & lanes.kinds[:, :1] != 0).any(1)
    can_wait = other.sure[:, PLAYABLE].any(1)
    early = lanes.drawn - 2 * SIZE - lanes.score <= SPARE
    # play what fits; what may fit where it costs nothing; and anything in the end
    harmless = (own.sets[:, PLAYABLE] | own.sets[:, USELESS]) == hand
    harmless &= (fits > RISK) & early[:, None]
    last = (lanes.left == 1) | (deck == 0) & ~((lanes.clues > 0) & waits & ~can_wait)
    risky = np.where((last & ~early)[:, None], fits > 0, harmless) & (lanes.strikes < FUSES - 1)[:, None]
    plays = np.where(sure, 2 + _urgency(own, unseen, elsewhere, deck), np.where(risky, fits, NEVER))
    actions = plays.argmax(1)
    # but first tell of what the other can play, if it does not know
    must = lanes.must_tell(other) & waits
    done: Bools = np.asarray((sure | risky).any(1)) & ~must
    dead, clues = own.dead, lanes.clues
    wants = (clues == CLUES) | must
    wants |= ~(early & dead.any(1)) & (clues > 0) & waits
    # a discard instead of a play is a warning
    here, chop = lanes.warned(other)
    warned = here[cards[here, chop] & lanes.kinds[here, CRITICAL] != 0]
    done[warned] = False
    goes = dead.argmax(1)
    (rest,) = np.nonzero(~done & ~dead.any(1))
    loss = own.rows(rest).loss(unseen[rest], elsewhere[rest])
    goes[rest] = loss.argmin(1)
    wants[rest] |= (clues[rest] > 1) & (loss.min(1) > DEAR)
    wants[warned] &= must[warned]
    danger = ~done & (clues > 0)
    danger[warned] = False
    (asked,) = np.nonzero(danger)
    danger[asked] = in_danger(
        other.rows(asked), rows_of(cards, asked), rows_of(lanes.kinds, asked), lanes.copies[asked]
    )
    actions[~done] = DISCARD + goes[~done]  # not with all tokens there: some clue is always true
    heard = lanes.after_silence(other, actions < DISCARD, (here, chop))
    (which,) = np.nonzero(~done & (wants | danger))
    if len(which):
        clue, learned, is_good = clue_of(lanes, which, other.rows(which), wants[which], danger[which])
        given = which[is_good]
        actions[given], heard[given] = CLUE + clue[is_good], learned[is_good]
    (silent,) = np.nonzero(actions < CLUE)
    if len(silent):
        actions[silent], heard[silent] = spoken(lanes, silent, actions[silent], rows_of(heard, silent))
    return actions, heard


def _urgency(own: Look, unseen: Ints, elsewhere: Ints, deck: Ints) -> Floats:
    """Rate the urgency of plays: low cards first, and those that nobody else can play."""
    twice = (own.hand & FIRST & elsewhere[:, None] != 0) & (deck > 0)[:, None]
    out: Floats = (5 + above(own.hand & unseen[:, None]) / own.some) / (1 + twice)
    return out


def in_danger(seen: Look, cards: Ints, kinds: Ints, copies: Ints) -> Bools:
    """Return whether the last copy of a card would be discarded next, by public information."""
    safe = seen.sure[:, PLAYABLE].any(1) | seen.dead.any(1)
    chop = cards[np.arange(len(cards)), seen.loss(copies).argmin(1)]
    out: Bools = ~safe & (chop & kinds[:, CRITICAL] != 0)
    return out


def clue_of(lanes: Lanes, games: Ints, seen: Look, wants: Bools, danger: Bools) -> tuple[Ints, Ints, Bools]:
    """Choose the most informative true clue; return it with the resulting knowledge and whether it is worth giving.

    A player in danger should be safe after it.
    """
    cards, kinds = rows_of(lanes.cards[:, 1 - lanes.mover], games), rows_of(lanes.kinds, games)
    copies = lanes.copies[games]
    channel = kinds_of(seen)
    question = ask(seen, channel.size, copies)
    touched, here = touched_by_clues(cards), np.arange(len(games))
    value = channel.message(touched)
    is_true = question.passed(cards)[here[:, None], value]
    game, clue = np.nonzero(touched.any(2) & is_true)
    hand, mask = rows_of(seen.hand, game), TOUCHED[clue][:, None]
    after = hand & np.where(beside(touched[game, clue]), mask, ~mask)
    question.rows(game).learn(after, value[game, clue])
    then = look(after, rows_of(kinds, game), copies[game])
    useless = kinds[game, USELESS][:, None]
    known = is_one(hand) | (hand & ~useless == 0)
    settled = is_one(after) | then.sure[:, USELESS] | then.sure[:, PLAYABLE]
    ratio = (1 + settled) * np.maximum(count(hand & copies[game][:, None]), 1) / then.some
    good = np.where(known, 1, ratio).prod(1)
    lost: Bools = danger[game]
    (some,) = np.nonzero(lost)
    lost[some] = in_danger(then.rows(some), rows_of(cards, game[some]), rows_of(kinds, game[some]), copies[game[some]])
    plays = then.sure[:, PLAYABLE].sum(1) > seen.sure[game, PLAYABLE].sum(1)
    good *= np.where(lost, np.where(wants[game], 1e-9, 0), 1) * np.where(plays, PLAYS, 1)
    worth, place = np.zeros((len(games), len(TOUCHED))), np.zeros((len(games), len(TOUCHED)), np.int64)
    worth[game, clue], place[game, clue] = good, np.arange(len(game))
    best = worth.argmax(1)
    return best, after[place[here, best]], worth[here, best] > 0


def spoken(lanes: Lanes, games: Ints, actions: Ints, heard: Ints) -> tuple[Ints, Ints]:
    """Choose among equally good cards the one whose place is the message; return it with the resulting knowledge."""
    like = lanes.like(games, actions)
    (says,) = np.nonzero(like.sum(1) > 1)
    if len(says):
        speaks, like = games[says], like[says]
        then = look(rows_of(heard, says), rows_of(lanes.kinds, speaks), lanes.copies[speaks])
        question = ask(then, like.sum(1), lanes.copies[speaks])
        value = question.passed(lanes.cards[speaks, 1 - lanes.mover]).argmax(1)
        question.learn(then.hand, value)
        heard[says] = then.hand
        slot = (like.cumsum(1) == value[:, None] + 1).argmax(1)
        actions[says] += slot - actions[says] % SIZE
    return actions, heard
