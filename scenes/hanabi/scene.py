"""Hanabi: cooperative, and nobody sees their own cards (Antoine Bauza 2010; rules as in the official rulebook)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Self

from core.agents import Agent
from core.chance import Chance
from core.errors import IllegalAction
from core.events import Event
from core.scene import Scene
from scenes.hanabi import actions
from scenes.hanabi.actions import Action, Clue, Discard, Play
from scenes.hanabi.bots import Cautious
from scenes.hanabi.config import HanabiConfig
from scenes.hanabi.events import BODIES, Clued, Dealt, Discarded, Drew, Played, Shuffled
from scenes.hanabi.hanablive import read, write
from scenes.hanabi.observation import Held, Move, Observation
from scenes.hanabi.variants import CLUES, FUSES, HANDS, VARIANTS

SEATS = ("Ann", "Bob", "Cat", "Dan", "Eve")
UNKNOWN = -1
"""An identity that whoever folds the log may not know."""
PLAYS = tuple(tuple(map(Play, range(n))) for n in range(6))
DISCARDS = tuple(tuple(map(Discard, range(n))) for n in range(6))


class HanabiScene(Scene):
    """Cards are told apart by their order, their place in the deck; hands hold orders, oldest first."""

    name = "hanabi"
    summary = "fireworks, blind"
    Config = HanabiConfig
    bodies = BODIES
    exports: ClassVar = {"hanab.live": write}
    imports: ClassVar = {"hanab.live": read}
    bots: ClassVar[Mapping[str, Callable[[], Agent]]] = {"rules": Cautious, "cautious": Cautious}

    def __init__(self, config: HanabiConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.variant = VARIANTS[config.variant]
        self.seat = {name: seat for seat, name in enumerate(names)}
        self.others = {name: tuple(n for n in names if n != name) for name in names}
        size = len(self.variant.deck)
        self.deck: tuple[int, ...] = (UNKNOWN,) * size
        self.cards = [UNKNOWN] * size
        """Identities of the cards that were drawn, as far as whoever folds may know them, by order."""
        self.possible = [self.variant.all] * size
        """What clues leave, by order."""
        self.clued = [0] * size
        self.hands: list[list[int]] = [[] for _ in names]
        self.drawn = 0
        """Cards that have left the deck."""
        self.stacks = [0] * len(self.variant.suits)
        self.discards: list[int] = []
        self.clues = CLUES
        self.strikes = 0
        self.left = -1
        """Turns left once the deck is empty."""
        self.turn = 0
        self.history: list[Move] = []
        self._told: list[dict[int, tuple[Clue, ...]]] = [{} for _ in names]
        """Legal clues by what can be told about a hand; a cache that all copies share."""

    @classmethod
    def seats(cls, config: HanabiConfig) -> tuple[str, ...]:
        return tuple(config.names.split(",")) if config.names else SEATS[: config.players]

    @classmethod
    def human_seat(cls, config: HanabiConfig) -> str:
        return cls.seats(config)[0]

    # -- what happens

    def start(self, chance: Chance) -> Iterator[Event]:
        deck = [self.variant.labels.index(label) for label in self.config.deck.split()]
        if not deck:
            deck = list(self.variant.deck)
            chance("deck").shuffle(deck)
        yield Event.of(Shuffled(tuple(deck)), audience=())
        size = HANDS[len(self.names)]
        yield Event.of(Dealt(size))
        for seat, name in enumerate(self.names):
            yield self._drew(name, tuple(deck[seat * size : (seat + 1) * size]))

    def _drew(self, name: str, cards: tuple[int, ...]) -> Event:
        labels = self.variant.labels
        return Event.of(Drew(cards, tuple([labels[card] for card in cards])), name, self.others[name])

    def decide(self, name: str, action: Action, chance: Chance) -> Iterator[Event]:
        if isinstance(action, Clue):
            mask = self.variant.touched[action.clue]
            cards = self.cards
            touched = tuple([order for order in self.hands[action.to] if mask >> cards[order] & 1])
            says = self.variant.clues[action.clue]
            yield Event.of(Clued(action.to, self.names[action.to], action.clue, says, touched), name)
            return
        order = self.hands[self.seat[name]][-1 - action.slot]
        card, drawn = self.deck[order], self.drawn
        label = self.variant.labels[card]
        if isinstance(action, Play):
            suit, rank = divmod(card, 5)
            yield Event.of(Played(action.slot, order, card, label, self.stacks[suit] == rank), name)
        else:
            yield Event.of(Discarded(action.slot, order, card, label), name)
        if self.drawn > drawn:
            yield self._drew(name, (self.deck[drawn],))

    def resolve(self, actions: Mapping[str, Action], chance: Chance) -> Iterator[Event]:
        """One after the other, until the game is over."""
        for name, action in actions.items():
            if self.is_complete() is None:
                yield from super().resolve({name: action}, chance)

    # -- state

    def apply(self, event: Event) -> None:
        self.turn = event.turn
        change = _CHANGES.get(type(event.data))
        if change is None:
            super().apply(event)
        else:
            change(self, event.data, event.agent)

    def _shuffled(self, data: Shuffled, name: str) -> None:
        self.deck = data.deck

    def _dealt(self, data: Dealt, name: str) -> None:
        self.drawn = data.cards * len(self.names)
        self.hands = [list(range(n, n + data.cards)) for n in range(0, self.drawn, data.cards)]

    def _drew_cards(self, data: Drew, name: str) -> None:
        hand = self.hands[self.seat[name]]
        for order, card in zip(hand[-len(data.cards) :], data.cards, strict=True):
            self.cards[order] = card

    def _played(self, data: Played, name: str) -> None:
        suit, rank = divmod(data.card, 5)
        if data.fits:
            self.stacks[suit] = rank + 1
            if rank == 4 and self.clues < CLUES:
                self.clues += 1
        else:
            self.strikes += 1
            self.discards.append(data.card)
        self._gone(data, name)

    def _discarded(self, data: Discarded, name: str) -> None:
        self.clues += 1
        self.discards.append(data.card)
        self._gone(data, name)

    def _gone(self, data: Played | Discarded, name: str) -> None:
        """A card left a hand, and another takes its place while there is one."""
        self.cards[data.order] = data.card
        seat = self.seat[name]
        kind = "play" if isinstance(data, Played) else "discard"
        fits = isinstance(data, Played) and data.fits
        self.history.append(Move(self.turn, seat, kind, data.order, data.card, fits))
        hand = self.hands[seat]
        hand.remove(data.order)
        if self.left > 0:
            self.left -= 1
        elif self.drawn < len(self.deck):
            hand.append(self.drawn)
            self.drawn += 1
            if self.drawn == len(self.deck):
                self.left = len(self.names)

    def _clued(self, data: Clued, name: str) -> None:
        mask, bit = self.variant.touched[data.clue], 1 << data.clue
        for order in self.hands[data.to]:
            if order in data.touched:
                self.possible[order] &= mask
                self.clued[order] |= bit
            else:
                self.possible[order] &= ~mask
        self.history.append(Move(self.turn, self.seat[name], "clue", to=data.to, clue=data.clue, touched=data.touched))
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
        """Cards played, whatever became of the fuses."""
        return sum(self.stacks)

    @property
    def score(self) -> int:
        return 0 if self.strikes == FUSES and self.config.bomb == "zero" else self.kept

    def result(self) -> dict[str, bool | int | float | str | None]:
        return {
            "score": self.score,
            "kept": self.kept,
            "strikes": self.strikes,
            "perfect": self.kept == self.variant.count,
            "bombed": self.strikes == FUSES,
            "clues_left": self.clues,
            "deck_left": len(self.deck) - self.drawn,
        }

    def copy(self) -> Self:
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        for name in ("cards", "possible", "clued", "stacks", "discards", "history"):
            setattr(other, name, getattr(self, name).copy())
        other.hands = [hand.copy() for hand in self.hands]
        return other

    # -- what is seen

    def observe(self, name: str) -> Observation:
        return self._view(name, self.seat[name])

    def overview(self) -> Observation:
        return self._view("", -1)

    def _view(self, name: str, seat: int) -> Observation:
        cards, possible, clued = self.cards, self.possible, self.clued
        return Observation(
            name=name,
            seat=seat,
            names=self.names,
            variant=self.config.variant,
            turn=self.turn,
            hands=tuple(
                tuple(
                    Held(n, None if owner == seat or cards[n] == UNKNOWN else cards[n], possible[n], clued[n])
                    for n in reversed(hand)
                )
                for owner, hand in enumerate(self.hands)
            ),
            stacks=tuple(self.stacks),
            discards=tuple(self.discards),
            clues=self.clues,
            strikes=self.strikes,
            deck=len(self.deck) - self.drawn,
            left=self.left,
            score=self.kept,
            history=tuple(self.history),
        )

    def notable(self, event: Event) -> str | None:
        match event.data:
            case Played(fits=False):
                return "bad"
            case Played(card=card) if card % 5 == 4:
                return "good"
            case Discarded(card=card) | Played(card=card) if self.is_lost(card):
                return "lost"
            case _:
                return None

    def is_lost(self, card: int) -> bool:
        """Whether the last of a card that was still needed is gone."""
        return self.discards.count(card) == self.variant.copies[card] and self.stacks[card // 5] <= card % 5

    def board(self, eyes: str = "") -> str:
        seen, v = (self.observe(eyes) if eyes else self.overview()), self.variant
        fire = " ".join(f"{suit.letter}{rank or '·'}" for suit, rank in zip(v.suits, seen.stacks, strict=True))
        lines = [
            f"fireworks {fire}   score {self.score}   clues {seen.clues}   strikes {seen.strikes}   deck {seen.deck}"
        ]
        for name, hand in zip(self.names, seen.hands, strict=True):
            cards = " ".join("??" if held.card is None else v.labels[held.card] for held in hand)
            lines.append(f"{name:4} {cards}")
        lines.append(f"gone {' '.join(v.labels[card] for card in sorted(seen.discards)) or 'nothing'}")
        return "\n".join(lines)

    # -- commands

    def legal(self, name: str) -> Sequence[Action]:
        seat = self.seat[name]
        size = len(self.hands[seat])
        clues = self.clues
        if not clues:
            return PLAYS[size] + DISCARDS[size]
        out: tuple[Action, ...] = PLAYS[size] if clues == CLUES else PLAYS[size] + DISCARDS[size]
        touching, cards = self.variant.touching, self.cards
        for to, hand in enumerate(self.hands):
            if to != seat:
                mask = 0
                for order in hand:
                    mask |= touching[cards[order]]
                told = self._told[to].get(mask)
                out += self._clues_for(to, mask) if told is None else told
        return out

    def _clues_for(self, to: int, mask: int) -> tuple[Clue, ...]:
        made = self._told[to][mask] = tuple(
            Clue(to, clue) for clue in range(len(self.variant.clues)) if mask >> clue & 1
        )
        return made

    def check(self, name: str, action: Action) -> None:
        seat = self.seat[name]
        match action:
            case Play(slot) | Discard(slot):
                if slot >= len(self.hands[seat]):
                    raise IllegalAction(f"{name} has {len(self.hands[seat])} cards")
                if type(action) is Discard and self.clues == CLUES:
                    raise IllegalAction("all 8 clue tokens are there, so nobody may discard; play or clue")
            case Clue(to, clue):
                if to == seat:
                    raise IllegalAction("nobody clues their own hand")
                if not self.clues:
                    raise IllegalAction("no clue token is left; play or discard")
                mask = self.variant.touched[clue]
                if not any(mask >> self.cards[order] & 1 for order in self.hands[to]):
                    raise IllegalAction(f"{self.variant.clues[clue]} touches no card of {self.names[to]}")
            case _:
                raise IllegalAction("a player plays, discards or clues")

    def should_skip_turn(self, name: str) -> bool:
        return not self.legal(name)

    def default(self, name: str) -> Action:
        """The least harmful: known trash is discarded, else the oldest card that no clue touched; where nothing may be
        discarded, a clue is given."""
        legal = self.legal(name)
        if self.clues == CLUES:
            return next(action for action in legal if type(action) is Clue)
        return Discard(least_harmful(self, self.seat[name]))

    def parse(self, name: str, text: str) -> Action:
        return actions.parse(text, self.names, self.variant)

    def describe(self, action: Action) -> str:
        return actions.describe(action, self.names, self.variant)


def least_harmful(scene: HanabiScene, seat: int) -> int:
    """The slot to discard without a thought: known trash, else the oldest card without a clue, else the oldest."""
    hand = scene.hands[seat]
    played = sum(((1 << rank) - 1) << 5 * suit for suit, rank in enumerate(scene.stacks))
    trash = [order for order in hand if not scene.possible[order] & ~played]
    chop = trash or [order for order in hand if not scene.clued[order]] or hand
    return len(hand) - 1 - hand.index(chop[0])


_CHANGES: dict[type, Callable[[HanabiScene, Any, str], None]] = {
    Shuffled: HanabiScene._shuffled,
    Dealt: HanabiScene._dealt,
    Drew: HanabiScene._drew_cards,
    Played: HanabiScene._played,
    Discarded: HanabiScene._discarded,
    Clued: HanabiScene._clued,
}
