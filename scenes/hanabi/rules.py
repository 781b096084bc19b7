"""Rules of the game: cards, effects of moves, and the discussion of moves, as folds over events."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Self

from core.engine.capabilities import Large
from core.engine.chance import Chance
from core.engine.events import Event
from core.engine.folding import on
from core.engine.scene import Scene
from scenes.hanabi.actions import Action, Clue, Discard, Play, Speech
from scenes.hanabi.config import HanabiConfig
from scenes.hanabi.events import Clued, Dealt, Discarded, Drew, Played, Replaced, Restacked, Shuffled
from scenes.hanabi.observation import Move
from scenes.hanabi.talk.discussion import DiscussionState
from scenes.hanabi.variants import CLUES, FUSES, HAND_SIZE_BY_PLAYERS, VARIANTS

UNKNOWN = -1
"""Identity that this observer may not know."""
CARDS = (Play, Discard)
NO_DISCUSSION = DiscussionState()
"""The discussion before anybody has spoken."""


class Rules(Scene, Large):
    """Rules of Hanabi, as a part of the scene.

    A card is identified by its order, which is its position in the deck; hands contain orders, oldest first.
    """

    def __init__(self, config: HanabiConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.variant = VARIANTS[config.variant]
        self.seat = {name: seat for seat, name in enumerate(names)}
        self.others = {name: tuple(n for n in names if n != name) for name in names}
        size = len(self.variant.deck)
        self.deck: tuple[int, ...] = (UNKNOWN,) * size
        self.cards = [UNKNOWN] * size
        """Identity of each drawn card, by its order, as far as this observer may know it."""
        self.possible = [self.variant.all] * size
        """Identities that clues allow for each card, by its order."""
        self.clued = [0] * size
        self.hands: list[list[int]] = [[] for _ in names]
        self.drawn = 0
        """Number of cards drawn from the deck."""
        self.stacks = [0] * len(self.variant.suits)
        self.discards: list[int] = []
        self.clues = CLUES
        self.strikes = 0
        self.left = -1
        """Turns left once the deck is empty, else -1."""
        self.turn = 0
        self.history: list[Move] = []
        self.floor = NO_DISCUSSION
        self.thoughts: dict[str, tuple[tuple[int, str], ...]] = {}
        """Each player's last thoughts with their turns of the game, oldest first. Tuples are replaced, not changed."""
        self._clues_to: list[tuple[Clue, ...] | None] = [None] * len(names)
        """Possible clues to each hand; None if not computed since the hand changed."""

    # -- events

    def start(self, chance: Chance) -> Iterator[Event]:
        deck = [self.variant.labels.index(label) for label in self.config.deck.split()]
        if not deck:
            deck = list(self.variant.deck)
            chance("deck").shuffle(deck)
        yield Shuffled(tuple(deck)).by(to=())
        size = HAND_SIZE_BY_PLAYERS[len(self.names)]
        yield Dealt(size).by()
        for seat, name in enumerate(self.names):
            yield self._drew(name, tuple(deck[seat * size : (seat + 1) * size]))

    def _drew(self, name: str, cards: tuple[int, ...]) -> Event:
        labels = self.variant.labels
        return Drew(cards, tuple([labels[card] for card in cards])).by(name, to=self.others[name])

    @abstractmethod
    def speak(self, name: str, action: Speech) -> Iterator[Event]:
        """Yield the events of a proposal or of advice."""

    def decide(self, name: str, action: Action | Speech, chance: Chance) -> Iterator[Event]:
        if not isinstance(action, CARDS):
            if not isinstance(action, Clue):
                yield from self.speak(name, action)
                return
            mask = self.variant.touched[action.clue]
            cards = self.cards
            touched = tuple([order for order in self.hands[action.to] if mask >> cards[order] & 1])
            says = self.variant.clues[action.clue]
            yield Clued(action.to, self.names[action.to], action.clue, says, touched).by(name)
            return
        order = self.hands[self.seat[name]][-1 - action.slot]
        card, drawn = self.deck[order], self.drawn
        label = self.variant.labels[card]
        if isinstance(action, Play):
            suit, rank = divmod(card, 5)
            yield Played(action.slot, order, card, label, self.stacks[suit] == rank).by(name)
        else:
            yield Discarded(action.slot, order, card, label).by(name)
        if self.drawn > drawn:
            yield self._drew(name, (self.deck[drawn],))

    def resolve(self, actions: Mapping[str, Action | Speech], chance: Chance) -> Iterator[Event]:
        """Resolve the actions one after the other until the game is over."""
        for name, action in actions.items():
            if self.is_complete() is None:
                yield from super().resolve({name: action}, chance)

    # -- state

    def apply(self, event: Event) -> None:
        if event.audience is None:
            self.turn = event.turn
        super().apply(event)

    @on
    def on_shuffled(self, event: Event, body: Shuffled) -> None:
        self.deck = body.deck

    @on
    def on_dealt(self, event: Event, body: Dealt) -> None:
        self.drawn = body.cards * len(self.names)
        self.hands = [list(range(n, n + body.cards)) for n in range(0, self.drawn, body.cards)]
        self._clues_to = [None] * len(self.hands)

    @on
    def on_drew(self, event: Event, body: Drew) -> None:
        seat, cards = self.seat[event.agent], body.cards
        hand = self.hands[seat]
        self._clues_to[seat] = None
        if len(cards) == 1:
            self.cards[hand[-1]] = cards[0]
            return
        for order, card in zip(hand[-len(cards) :], cards, strict=True):
            self.cards[order] = card

    @on
    def on_restacked(self, event: Event, body: Restacked) -> None:
        deck = list(self.deck)
        deck[body.order], deck[body.other] = deck[body.other], deck[body.order]
        self.deck = tuple(deck)

    @on
    def on_replaced(self, event: Event, body: Replaced) -> None:
        self.cards[body.order] = body.card
        self._clues_to[self.seat[event.agent]] = None

    @on
    def on_played(self, event: Event, body: Played) -> None:
        suit, rank = divmod(body.card, 5)
        if body.fits:
            self.stacks[suit] = rank + 1
            if rank == 4 and self.clues < CLUES:
                self.clues += 1
        else:
            self.strikes += 1
            self.discards.append(body.card)
        self._gone(body, event.agent, "play", body.fits)

    @on
    def on_discarded(self, event: Event, body: Discarded) -> None:
        self.clues += 1
        self.discards.append(body.card)
        self._gone(body, event.agent, "discard", False)

    def _gone(self, data: Played | Discarded, name: str, kind: str, fits: bool) -> None:
        """Remove a card from a hand and draw another one if any is left."""
        self.cards[data.order] = data.card
        if self.floor is not NO_DISCUSSION:
            self.floor = self.floor.move(len(self.history) + 1)
        seat = self.seat[name]
        self.history.append(Move(self.turn, seat, kind, data.order, data.card, fits))
        hand = self.hands[seat]
        hand.remove(data.order)
        self._clues_to[seat] = None
        if self.left > 0:
            self.left -= 1
        elif self.drawn < len(self.deck):
            hand.append(self.drawn)
            self.drawn += 1
            if self.drawn == len(self.deck):
                self.left = len(self.names)

    @on
    def on_clued(self, event: Event, body: Clued) -> None:
        if self.floor is not NO_DISCUSSION:
            self.floor = self.floor.move(len(self.history) + 1)
        mask, bit = self.variant.touched[body.clue], 1 << body.clue
        possible, clued, touched = self.possible, self.clued, body.touched
        for order in self.hands[body.to]:
            if order in touched:
                possible[order] &= mask
                clued[order] |= bit
            else:
                possible[order] &= ~mask
        self.history.append(Move(self.turn, self.seat[event.agent], "clue", -1, -1, False, body.to, body.clue, touched))
        self.clues -= 1
        if self.left > 0:
            self.left -= 1

    def is_complete(self) -> str | None:
        if self.strikes == FUSES:
            return "bombed"
        if sum(self.stacks) == self.variant.count:
            return "perfect"
        return "deck_out" if self.left == 0 else None

    @property
    def kept(self) -> int:
        """Number of cards played, even if all fuses are lost."""
        return sum(self.stacks)

    @property
    def score(self) -> int:
        return 0 if self.strikes == FUSES and self.config.bomb == "zero" else self.kept

    def copy(self) -> Self:
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        for name in ("cards", "possible", "clued", "stacks", "discards", "history", "_clues_to"):
            setattr(other, name, getattr(self, name).copy())
        other.hands = [hand.copy() for hand in self.hands]
        return other
