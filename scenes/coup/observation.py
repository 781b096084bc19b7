"""Observation of a player. Of others' live cards, it contains only their number."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from core.engine.events import Body
from scenes.coup.config import CoupConfig, When, personalities
from scenes.coup.events import Confidence
from scenes.coup.moves import CHANCE_OF_COPY, COPIES, DECK_SIZE, NOBODY, Character
from scenes.coup.pacts import Pacts
from scenes.coup.rules import Card, Game


class Player(msgspec.Struct, frozen=True):
    name: str
    coins: int
    cards: int
    """Number of live cards."""
    lost: tuple[Character, ...]
    """The player's turned-up cards."""


class Fact(msgspec.Struct, frozen=True, gc=False):
    """An event that all players know."""

    turn: int
    """Number of the turn in the run."""
    action: int
    """The turn of the game, counted by actions; 0 before the first."""
    agent: str
    data: Body
    """A body of `events.PUBLIC`, or `Said`."""


class Note(msgspec.Struct, frozen=True):
    """A player's suspicion that another player holds a card, or does not hold it."""

    id: int
    turn: int
    suspect: str
    holds: bool
    card: Character
    confidence: Confidence
    reason: str


class Style(msgspec.Struct, frozen=True):
    """A player's manner of play, and its permission to talk."""

    bluff: float
    suspicion: float
    grudge: float
    playouts: int
    personality: str
    talk: Literal["off", "turns", "open"]
    note: When
    verify: When
    parse: When
    """When a model player keeps notes, has its plan verified, and has its command written by a separate call.
    """


class Observation(msgspec.Struct, frozen=True):
    """One player's view; with an empty `name`, the director's. In other fields, an empty name means nobody."""

    name: str
    seat: int
    """Number of the seat; -1 for the director."""
    names: tuple[str, ...]
    players: tuple[Player, ...]
    """Players by seat."""
    hands: dict[str, tuple[Card, ...]]
    """Live cards by player, as far as this viewer may see them: its own cards, or for the director all cards."""
    treasury: int
    deck: int
    """Number of cards left in the deck."""
    phase: str
    """Phase of the turn (see `rules.Phase`)."""
    actor: str
    """Player whose turn it is."""
    verb: str
    """The action on the table; empty if there is none."""
    target: str
    claim: Character | None
    """The claim on the table: the blocker's if there is a block, else the actor's."""
    blocker: str
    loser: str
    """Player who must turn up a card."""
    deciding: tuple[str, ...]
    actions: int
    """Turns of the game so far."""
    history: tuple[Fact, ...]
    """All public events, oldest first."""
    notes: tuple[Note, ...]
    """Suspicions that this player has noted."""
    pacts: Pacts
    """Threats, offers and deals so far, oldest first."""
    style: Style

    @property
    def hand(self) -> tuple[Card, ...]:
        """The player's own live cards."""
        return self.hands[self.name]

    @property
    def claimant(self) -> str:
        return self.blocker or self.actor

    @property
    def me(self) -> Player:
        return self.players[self.seat]

    def player(self, name: str) -> Player:
        return self.players[self.names.index(name)]

    def others(self) -> list[Player]:
        """Return the opponents still in the game, in turn order."""
        players = (*self.players[self.seat + 1 :], *self.players[: self.seat])
        return [player for player in players if player.cards]

    # -- counting cards

    def turned_up(self, card: Character) -> int:
        """Count the turned-up copies of a card."""
        return sum([player.lost.count(card) for player in self.players])

    def unseen(self, card: Character) -> int:
        """Count the copies of a card in the deck and in hidden hands."""
        return COPIES - self.turned_up(card) - sum([hand.count(card) for hand in self.hands.values()])

    def odds_by_counting(self, name: str, card: Character) -> float:
        """Return the probability that a player holds a card.

        All deals consistent with the visible cards count as equally likely.
        """
        if name in self.hands:
            return float(card in self.hands[name])
        hidden = DECK_SIZE - sum([len(player.lost) for player in self.players]) - sum(map(len, self.hands.values()))
        return CHANCE_OF_COPY[hidden][self.unseen(card)][self.player(name).cards]


def view(
    game: Game, config: CoupConfig, history: Sequence[Fact], notes: tuple[Note, ...], pacts: Pacts, name: str = ""
) -> Observation:
    """Return one player's observation of the game; with an empty name, the director's."""
    names, seat = game.names, game.seat.get(name, NOBODY)
    called = (*names, "")  # NOBODY is -1, so it maps to the empty name
    on_table = game.phase not in ("deal", "talk", "act", "over")
    texts = personalities(config.personality)
    return Observation(
        name=name,
        seat=seat,
        names=names,
        players=tuple(
            [Player(*each) for each in zip(names, game.coins, map(len, game.hands), map(tuple, game.lost), strict=True)]
        ),
        hands={each: tuple(hand) for each, hand in zip(names, game.hands, strict=True) if name in ("", each)},
        treasury=game.treasury,
        deck=game.deck_size,
        phase=game.phase,
        actor=called[game.actor],
        verb=game.verb if on_table else "",
        target=called[game.target],
        claim=game.claim,
        blocker=called[game.blocker],
        loser=called[game.loser],
        deciding=tuple([names[each] for each in game.deciding]),
        actions=game.actions,
        history=tuple(history),
        notes=notes,
        pacts=pacts,
        style=Style(
            config.bluff,
            config.suspicion,
            config.grudge,
            config.playouts,
            texts.get(name, texts.get("*", "")) if name else "",
            config.talk,
            config.notes,
            config.verifier,
            config.parser,
        ),
    )
