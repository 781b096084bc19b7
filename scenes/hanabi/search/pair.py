"""One of two players who share a code and look ahead for better moves."""

import asyncio
from collections.abc import Sequence
from typing import cast

import numpy as np

from core.engine.agents import Agent
from core.engine.turn import Turn
from scenes.hanabi.actions import SLOTS, Action, Clue, Discard, Play, describe
from scenes.hanabi.bots import Cautious, why_it_fits
from scenes.hanabi.knowledge import PublicTable
from scenes.hanabi.observation import Move, Observation
from scenes.hanabi.search.card_sets import CARDS, FIRST, TOUCHED, Ints
from scenes.hanabi.search.code import CRITICAL, PLAYABLE, USELESS, HandProperties, hand_properties
from scenes.hanabi.search.code_policy import choose, own_hand
from scenes.hanabi.search.lookahead import TriedMove, search, sensible_moves
from scenes.hanabi.search.parallel_games import CLUE, DISCARD, HAND_SIZE, ParallelGames
from scenes.hanabi.variants import VARIANTS


class PlayerView(PublicTable):
    """One player's view of a game, folded move by move, as `ParallelGames` with one row.

    Public knowledge is equal for both players.
    """

    def __init__(self, seat: int) -> None:
        super().__init__(VARIANTS["standard"], 2)
        self.seat = seat
        self.batch = ParallelGames(np.zeros((1, len(self.variant.deck) + 1), np.int64))
        self.moves: tuple[Move, ...] = ()
        self.is_broken = False
        """True once a move's message was false, which shows that a player does not follow the code."""

    def is_of(self, seen: Observation) -> bool:
        """Return True if an observation continues this game."""
        is_same = seen.seat == self.seat and seen.history[: len(self.moves)] == self.moves
        return is_same and all(self.batch.deck[0, order] in (0, card) for order, card in _cards_of(seen).items())

    def catch_up(self, seen: Observation) -> None:
        for order, card in _cards_of(seen).items():
            self.batch.deck[0, order] = card
        for move in seen.history[len(self.moves) :]:
            self._show_visible_cards()
            if not self.is_broken:
                self.apply(move)
        self.moves = seen.history
        self._show_visible_cards()

    def _show_visible_cards(self) -> None:
        """Show cards that have become visible since they were drawn."""
        for seat, orders in enumerate(self.hands):
            self.batch.cards[0, seat, : len(orders)] = self.batch.deck[0, orders]

    def apply(self, move: Move) -> None:
        batch, heard = self.batch, None
        if move.kind == "clue":
            action, to = CLUE + move.clue, self.hands[move.to]
            touched = np.zeros((1, len(TOUCHED), HAND_SIZE), bool)
            touched[0, move.clue, : len(to)] = [order in move.touched for order in to]
            batch.clue(np.zeros(1, np.int64), np.array([move.clue]), touched)
            heard = batch.known[:, move.to]
        else:
            slot = self.hands[move.seat].index(move.order)
            action = slot + (DISCARD if move.kind == "discard" else 0)
            self.is_broken |= not batch.known[0, move.seat, slot] & batch.cards[0, move.seat, slot]
        super().apply(move)
        batch.step(np.array([action]), heard)
        self._show_visible_cards()
        for seat, hand in enumerate(self.hands):
            known, cards = batch.known[0, seat, : len(hand)], batch.cards[0, seat, : len(hand)]
            self.is_broken |= bool((known == 0).any() or ((cards != 0) & (known & cards == 0)).any())

    def number_of(self, action: Action) -> int:
        """Return the number of an action in `ParallelGames`, where slots count from the oldest."""
        if isinstance(action, Clue):
            return CLUE + action.clue
        slot = len(self.hands[self.seat]) - 1 - action.slot
        return slot if isinstance(action, Play) else DISCARD + slot

    def action_of(self, number: int) -> Action:
        if number >= CLUE:
            return Clue(1 - self.seat, number - CLUE)
        slot = len(self.hands[self.seat]) - 1 - number % DISCARD
        return Play(slot) if number < DISCARD else Discard(slot)


def _cards_of(seen: Observation) -> dict[int, int]:
    """Return the identities of visible cards by their order."""
    out = {held.order: CARDS[held.card] for hand in seen.hands for held in hand if held.card is not None}
    out.update((move.order, CARDS[move.card]) for move in seen.history if move.order >= 0)
    return out


def explain_move(seen: Observation, fold: PlayerView, action: Action, heard: Ints) -> str:
    """Explain a move before it is made. `heard` is the other player's knowledge of its hand after the move."""
    hand, unseen = own_hand(fold.batch)
    own, last = hand_properties(hand, fold.batch.kinds, unseen), len(fold.hands[fold.seat]) - 1
    match action:
        case Play(slot):
            return f"plays {SLOTS[slot]}: {_why_played(seen, own, last - slot)}{_message_text(seen, fold, heard)}"
        case Discard(slot):
            said = f"discards {SLOTS[slot]}{_known_playable_text(fold, last)}"
            return f"{said}: {_why_discarded(own, last - slot)}{_message_text(seen, fold, heard)}"
        case Clue(to, clue):
            said = f"clues {seen.names[to]} {VARIANTS[seen.variant].clues[clue]}"
            if learned := _news_text(seen, fold, to, heard):
                return f"{said}: {learned}"
            changed = bool((heard != fold.batch.known[0, to]).any())
            return f"{said}: {f'{seen.names[to]} learns more of its hand' if changed else 'it tells nothing new'}"


def _why_played(seen: Observation, own: HandProperties, slot: int) -> str:
    labels, mask, chance = VARIANTS[seen.variant].labels, int(own.hand[0, slot]) & FIRST, own.chance[0, :, slot]
    cards = [label for label, bits in zip(labels, CARDS, strict=True) if bits & mask]
    is_harmless = chance[PLAYABLE] + chance[USELESS] > 1 - 1e-6
    return why_it_fits(cards if own.sure[0, PLAYABLE, slot] else (), chance[PLAYABLE], is_harmless)


def _known_playable_text(fold: PlayerView, last: int) -> str:
    """Name the cards that both players know to be playable."""
    fitting = [SLOTS[last - int(slot)] for slot in fold.batch.plays(slice(None))[0].nonzero()[0]]
    return f", though {' and '.join(sorted(fitting))} would fit" if fitting else ""


def _why_discarded(own: HandProperties, slot: int) -> str:
    if own.dead[0, slot]:
        return "it is of no use"
    chance = own.chance[0, CRITICAL, slot]
    return f"hardly any card is missed less; the chance that it is the last of its kind is {chance:.0%}"


def _message_text(seen: Observation, fold: PlayerView, heard: Ints) -> str:
    """Explain the message to the other player in the choice of the played or discarded slot."""
    learned = _news_text(seen, fold, 1 - fold.seat, heard)
    return f"; from this {learned}" if learned else ""


def _news_text(seen: Observation, fold: PlayerView, to: int, heard: Ints) -> str:
    """Name the most useful news about the other's hand, if there is any."""
    batch, last = fold.batch, len(fold.hands[to]) - 1
    now, before = hand_properties(heard[None], batch.kinds, batch.copies), batch.look(to)
    for kind, words in ((PLAYABLE, "to play {}"), (CRITICAL, "to keep {}"), (USELESS, "that of no use is {}")):
        new = [
            SLOTS[last - slot] for slot in range(last + 1) if now.sure[0, kind, slot] and not before.sure[0, kind, slot]
        ]
        if new:
            return f"{seen.names[to]} learns {words.format(', '.join(sorted(new)))}"
    return ""


LOOK_AHEAD_DECK = 40
"""Number of cards in the deck above which the player does not look ahead."""
SEARCH_SURE_PLAYS_DECK = 12
"""Number of cards in the deck above which a certainly playable card is played without search."""
SMALL_GAIN = 0.1
"""Number of points below which a gain is written with two decimals."""


class PairPlayer(Agent):
    """Plays by the code and looks ahead; with a partner that does not use the code it plays like a beginner.

    State kept between turns is a cached fold of the history.
    """

    what = "two-player code with search"

    def __init__(self, looks: bool = True) -> None:
        self.looks = looks
        self._fold: PlayerView | None = None

    async def act(self, turn: Turn) -> Action:
        seen: Observation = turn.observation
        found = self.decide(seen, cast(Sequence[Action], turn.legal))
        if found is None:
            return Cautious().act(turn)
        action, sentence = found
        fold = self.catch_up(seen)
        plain = fold.number_of(action)
        if self.looks and self._is_search_worthwhile(seen, fold, plain):
            for better in search(fold.batch, plain, sensible_moves(fold.batch), turn.chance("search")):
                await asyncio.sleep(0)
                if better is not None:
                    action = fold.action_of(better.action)
                    sentence = explain_deviation(seen, found[0], action, better)
        turn.think(sentence)
        return action

    def _is_search_worthwhile(self, seen: Observation, fold: PlayerView, plain: int) -> bool:
        own, _ = own_hand(fold.batch)
        is_sure = plain < len(fold.hands[fold.seat]) and not own[0, plain] & ~fold.batch.kinds[0, PLAYABLE]
        return seen.deck <= (SEARCH_SURE_PLAYS_DECK if is_sure else LOOK_AHEAD_DECK)

    def decide(self, seen: Observation, legal: Sequence[Action]) -> tuple[Action, str] | None:
        """Return the move by the code and its reason.

        None if the partner does not use the code, or if the code's move is illegal.
        """
        fold = self.catch_up(seen)
        if fold.is_broken:
            return None
        numbers, heard = choose(fold.batch)
        action = fold.action_of(int(numbers[0]))
        return (action, explain_move(seen, fold, action, heard[0])) if action in legal else None

    def catch_up(self, seen: Observation) -> PlayerView:
        if self._fold is None or not self._fold.is_of(seen):
            self._fold = PlayerView(seen.seat)
        self._fold.catch_up(seen)
        return self._fold


def explain_deviation(seen: Observation, plain: Action, found: Action, tried: TriedMove) -> str:
    """Explain a move that differs from the code's own move."""
    variant = VARIANTS[seen.variant]
    was, now = (describe(action, seen.names, variant) for action in (plain, found))
    gain = f"{tried.mean:.1f}" if tried.mean >= SMALL_GAIN else f"{tried.mean:.2f}"
    return f"would {was} by the code; in {len(tried.gains)} deals that can be, to {now} brings {gain} points more"
