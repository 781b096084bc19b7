"""Moves by the search players' code, for many games at once: clue playable cards, play, clue more, else discard."""

import numpy as np

from scenes.hanabi.search.card_sets import (
    FIRST,
    TOUCHED,
    Bools,
    Floats,
    Ints,
    all_copies,
    count,
    games_last,
    is_one,
    remove_cards,
    rows_of,
)
from scenes.hanabi.search.code import (
    CRITICAL,
    PLAYABLE,
    USELESS,
    HandProperties,
    choose_question,
    clue_kinds,
    hand_properties,
    ranks_above,
    touched_by_clues,
)
from scenes.hanabi.search.parallel_games import CLUE, DISCARD, HAND_SIZE, ParallelGames
from scenes.hanabi.variants import CLUES, FUSES

MIN_PLAY_CHANCE = 0.75
"""Probability above which a player plays a card that is useless if it does not fit."""
MAX_SPARE_DISCARDS = 15
"""Maximum number of discards after which there are enough turns left."""
DEAR_LOSS = 1.1
"""Loss of the next discard above which a player with two or more tokens clues instead."""
REVEALS_PLAY_FACTOR = 1e4
"""Factor on clues that reveal a playable card."""
NEVER = np.float32(-np.inf)


def own_hand(batch: ParallelGames) -> tuple[Ints, Ints]:
    """Return the possible identities of the next player's hand by all that it sees, and the copies it cannot see."""
    unseen = remove_cards(batch.open, batch.cards[:, 1 - batch.mover])
    hand = batch.known[:, batch.mover]
    left = hand & all_copies(unseen & FIRST)[:, None]
    return np.where(left != 0, left, hand), unseen


def choose(batch: ParallelGames) -> tuple[Ints, Ints]:
    """Return the next player's action in each game, and the other's resulting knowledge of its own hand."""
    seat, deck = batch.mover, batch.in_deck
    cards = batch.cards[:, 1 - seat]
    hand, unseen = own_hand(batch)
    own, other = hand_properties(hand, batch.kinds, unseen), batch.look(1 - seat)
    elsewhere = np.bitwise_or.reduce(cards, 1)
    fits, sure = own.chance[:, PLAYABLE], own.sure[:, PLAYABLE]
    waits = (cards & batch.kinds[:, :1] != 0).any(1)
    can_wait = other.sure[:, PLAYABLE].any(1)
    early = batch.drawn - 2 * HAND_SIZE - batch.score <= MAX_SPARE_DISCARDS
    # play cards that fit, cards that may fit at no cost, and any card at the end
    harmless = (own.sets[:, PLAYABLE] | own.sets[:, USELESS]) == hand
    harmless &= (fits > MIN_PLAY_CHANCE) & early[:, None]
    last = (batch.left == 1) | (deck == 0) & ~((batch.clues > 0) & waits & ~can_wait)
    risky = np.where((last & ~early)[:, None], fits > 0, harmless) & (batch.strikes < FUSES - 1)[:, None]
    plays = np.where(sure, 2 + _urgency(own, unseen, elsewhere, deck), np.where(risky, fits, NEVER))
    actions = plays.argmax(1)
    # but first clue a playable card of the other player, if that player knows of none
    must = batch.must_tell(other) & waits
    done: Bools = np.asarray((sure | risky).any(1)) & ~must
    dead, clues = own.dead, batch.clues
    wants = (clues == CLUES) | must
    wants |= ~(early & dead.any(1)) & (clues > 0) & waits
    # who discards although a card is playable warns the other that the next discard is a last copy
    here, chop = batch.warned(other)
    warned = here[cards[here, chop] & batch.kinds[here, CRITICAL] != 0]
    done[warned] = False
    goes = dead.argmax(1)
    (rest,) = np.nonzero(~done & ~dead.any(1))
    loss = own.rows(rest).loss(unseen[rest], elsewhere[rest])
    goes[rest] = loss.argmin(1)
    wants[rest] |= (clues[rest] > 1) & (loss.min(1) > DEAR_LOSS)
    wants[warned] &= must[warned]
    danger = ~done & (clues > 0)
    danger[warned] = False
    (asked,) = np.nonzero(danger)
    danger[asked] = in_danger(
        other.rows(asked), rows_of(cards, asked), rows_of(batch.kinds, asked), batch.copies[asked]
    )
    actions[~done] = DISCARD + goes[~done]  # never with all tokens, because a clue is always possible then
    heard = batch.after_silence(other, actions < DISCARD, (here, chop))
    (which,) = np.nonzero(~done & (wants | danger))
    if len(which):
        clue, learned, is_good = choose_clue(batch, which, other.rows(which), wants[which], danger[which])
        given = which[is_good]
        actions[given], heard[given] = CLUE + clue[is_good], learned[is_good]
    (silent,) = np.nonzero(actions < CLUE)
    if len(silent):
        actions[silent], heard[silent] = choose_slot(batch, silent, actions[silent], rows_of(heard, silent))
    return actions, heard


def _urgency(own: HandProperties, unseen: Ints, elsewhere: Ints, deck: Ints) -> Floats:
    """Rate the urgency of plays: low cards are urgent, and cards of which the other player has no copy."""
    twice = (own.hand & FIRST & elsewhere[:, None] != 0) & (deck > 0)[:, None]
    out: Floats = (5 + ranks_above(own.hand & unseen[:, None]) / own.some) / (1 + twice)
    return out


def in_danger(seen: HandProperties, cards: Ints, kinds: Ints, copies: Ints) -> Bools:
    """Return a mask of games whose next discard would be the last copy of a card, by public information."""
    safe = seen.sure[:, PLAYABLE].any(1) | seen.dead.any(1)
    chop = cards[np.arange(len(cards)), seen.loss(copies).argmin(1)]
    out: Bools = ~safe & (chop & kinds[:, CRITICAL] != 0)
    return out


def choose_clue(
    batch: ParallelGames, games: Ints, seen: HandProperties, wants: Bools, danger: Bools
) -> tuple[Ints, Ints, Bools]:
    """Choose the most informative true clue.

    Returns the clue, the resulting knowledge, and True if the clue is worth giving. It should save a player in danger.
    """
    cards, kinds = rows_of(batch.cards[:, 1 - batch.mover], games), rows_of(batch.kinds, games)
    copies = batch.copies[games]
    channel = clue_kinds(seen)
    question = choose_question(seen, channel.size, copies)
    touched, here = touched_by_clues(cards), np.arange(len(games))
    value = channel.message(touched)
    is_true = question.passed(cards)[here[:, None], value]
    game, clue = np.nonzero(touched.any(2) & is_true)
    hand, mask = rows_of(seen.hand, game), TOUCHED[clue][:, None]
    after = hand & np.where(games_last(touched[game, clue]), mask, ~mask)
    question.rows(game).learn(after, value[game, clue])
    then = hand_properties(after, rows_of(kinds, game), copies[game])
    useless = kinds[game, USELESS][:, None]
    known = is_one(hand) | (hand & ~useless == 0)
    settled = is_one(after) | then.sure[:, USELESS] | then.sure[:, PLAYABLE]
    ratio = (1 + settled) * np.maximum(count(hand & copies[game][:, None]), 1) / then.some
    good = np.where(known, 1, ratio).prod(1)
    lost: Bools = danger[game]
    (some,) = np.nonzero(lost)
    lost[some] = in_danger(then.rows(some), rows_of(cards, game[some]), rows_of(kinds, game[some]), copies[game[some]])
    plays = then.sure[:, PLAYABLE].sum(1) > seen.sure[game, PLAYABLE].sum(1)
    good *= np.where(lost, np.where(wants[game], 1e-9, 0), 1) * np.where(plays, REVEALS_PLAY_FACTOR, 1)
    worth, place = np.zeros((len(games), len(TOUCHED))), np.zeros((len(games), len(TOUCHED)), np.int64)
    worth[game, clue], place[game, clue] = good, np.arange(len(game))
    best = worth.argmax(1)
    return best, after[place[here, best]], worth[here, best] > 0


def choose_slot(batch: ParallelGames, games: Ints, actions: Ints, heard: Ints) -> tuple[Ints, Ints]:
    """Choose among equally good cards the slot that encodes the message; also return the resulting knowledge."""
    like = batch.like(games, actions)
    (says,) = np.nonzero(like.sum(1) > 1)
    if len(says):
        speaks, like = games[says], like[says]
        then = hand_properties(rows_of(heard, says), rows_of(batch.kinds, speaks), batch.copies[speaks])
        question = choose_question(then, like.sum(1), batch.copies[speaks])
        value = question.passed(batch.cards[speaks, 1 - batch.mover]).argmax(1)
        question.learn(then.hand, value)
        heard[says] = then.hand
        slot = (like.cumsum(1) == value[:, None] + 1).argmax(1)
        actions[says] += slot - actions[says] % HAND_SIZE
    return actions, heard
