"""The rules of Coup as a state machine: the effect of each event on coins, cards and awaited answers.

Rules: Indie Boards & Cards 2012. A challenged claimant who has the card always shows it (the rulebook lets it decline,
which only costs it a card). This module does not depend on the scene, so that bots can play on copies of a game.
"""

from collections.abc import Callable
from typing import Any, Literal, Self

from core.engine.events import Body
from scenes.coup import events as e
from scenes.coup.moves import CHARACTERS, COPIES, NOBODY, RULES, START_COINS, TREASURY, TURN_ORDERS, Character, Verb

Phase = Literal[
    "deal",  # before the first turn
    "talk",  # anybody may say something before the next turn
    "act",  # the player whose turn it is acts
    "challenge",  # its claim may be challenged
    "block",  # its action may be blocked
    "challenge block",  # the block's claim may be challenged
    "lose",  # somebody turns up a card
    "exchange",  # somebody chooses the cards to keep
    "effect",  # nobody decides from here on: the action takes effect,
    "moot",  # or it has no effect because its target is out,
    "refund",  # or it was a bluff and its cost is refunded,
    "blocked",  # or it is blocked
    "over",
]
Card = Character | None
"""A card; None if this observer may not know it."""
Dealt = tuple[int, Body]
"""An event of the game: the seat that it belongs to (or NOBODY), and its body."""


class Game:
    """State of a game. Seats are numbered in turn order. `hands` are live cards, `lost` are turned-up ones."""

    def __init__(self, names: tuple[str, ...], talks: bool = False) -> None:
        count = len(names)
        self.names = names
        self.seat = {name: seat for seat, name in enumerate(names)}
        self.talks = talks
        self.phase: Phase = "deal"
        self.coins = [START_COINS] * count
        self.treasury = TREASURY - START_COINS * count
        self.hands: list[list[Card]] = [[None, None] for _ in names]
        self.lost: list[list[Character]] = [[] for _ in names]
        self.deck: list[Card] = []
        """The deck; its last card is the top. Empty for observers who may not know it; `deck_size` always counts."""
        self.actions = 0
        """Turns of the game so far."""
        self.actor = NOBODY
        self.verb: Verb = "income"
        self.target = NOBODY
        self.claim: Character | None = None
        """The claim on the table: that of the block, if there is one, else that of the action."""
        self.blocker = NOBODY
        self.challenger = NOBODY
        self.deciding: tuple[int, ...] = ()
        """Seats whose decision is awaited, in order of precedence: turn order after the actor."""
        self.loser = NOBODY
        self.why: e.Why = "bluff"
        self.then: Phase | Literal["next", "answered"] = "next"
        """Next phase after a card is turned up; `answered` means that the claim was true, so that the action may be
        blocked."""

    def copy(self) -> Self:
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.coins = self.coins.copy()
        other.hands = [hand.copy() for hand in self.hands]
        other.lost = [lost.copy() for lost in self.lost]
        other.deck = self.deck.copy()
        return other

    # -- queries

    @property
    def claimant(self) -> int:
        return self.actor if self.blocker == NOBODY else self.blocker

    @property
    def deck_size(self) -> int:
        return len(CHARACTERS) * COPIES - sum(map(len, self.hands)) - sum(map(len, self.lost))

    def after(self, seat: int) -> tuple[int, ...]:
        """Return the other players still in the game, in turn order."""
        hands = self.hands
        return tuple([other for other in TURN_ORDERS[len(hands)][seat] if hands[other]])

    # -- events

    def apply(self, seat: int, body: Any) -> None:
        _CHANGES[type(body)](self, seat, body)

    def _shuffled(self, seat: int, body: e.Shuffled) -> None:
        self.deck = list(body.deck)

    def _drew(self, seat: int, body: e.Drew) -> None:
        hand = self.hands[seat]
        for card in body.cards:
            hand[hand.index(None)] = card
        del self.deck[-len(body.cards) :]

    def _began(self, seat: int, body: e.Began) -> None:
        if len(self.coins) == 2:
            self.coins[seat] -= 1
            self.treasury += 1
        self.actor = seat
        self._begin_turn()

    def _declared(self, seat: int, body: e.Declared) -> None:
        self.actions += 1
        self.coins[seat] -= body.cost
        self.treasury += body.cost
        self.verb, self.claim = body.verb, body.claim
        self.target = self.seat[body.target] if body.target else NOBODY
        if body.claim is not None:
            self.phase, self.deciding = "challenge", self.after(seat)
        elif body.verb == "foreign aid":
            self.phase, self.deciding = "block", self.after(seat)
        else:
            self.phase, self.deciding = "effect", ()

    def _passed(self, seat: int, body: e.Passed) -> None:
        self.deciding = tuple([other for other in self.deciding if other != seat])
        if self.deciding:
            return
        match self.phase:
            case "talk" | "act":  # a branch may switch talk off or on
                self.phase, self.deciding = "act", (self.actor,)
            case "challenge":
                self._open_to_blocks()
            case "challenge block":
                self.phase = "blocked"
            case "block":
                self.phase = "effect"

    def _open_to_blocks(self) -> None:
        """Open the action to blocks after its claim was not disproved."""
        target = self.target
        if target != NOBODY and not self.hands[target]:
            self.phase, self.deciding = "moot", ()
        elif RULES[self.verb].blocks:
            self.phase, self.deciding = "block", (target,)
        else:
            self.phase, self.deciding = "effect", ()

    def _challenged(self, seat: int, body: e.Challenged) -> None:
        """Make the claimant lose a card, unless it holds the claimed card."""
        self.challenger = seat
        self.loser, self.why = self.claimant, "bluff"
        self.then = "refund" if self.blocker == NOBODY else "effect"
        self.phase, self.deciding = "lose", (self.loser,)

    def _proved(self, seat: int, body: e.Proved) -> None:
        hand = self.hands[seat]
        hand[hand.index(body.card if body.card in hand else None)] = None
        self.deck.append(body.card)
        self.loser, self.why, self.deciding = self.challenger, "challenge", (self.challenger,)
        self.then = "answered" if self.blocker == NOBODY else "blocked"

    def _blocked(self, seat: int, body: e.Blocked) -> None:
        self.blocker, self.claim = seat, body.claim
        self.phase = "challenge block"
        self.deciding = tuple([other for other in (*self.after(self.actor), self.actor) if other != seat])

    def _lost(self, seat: int, body: e.Lost) -> None:
        hand = self.hands[seat]
        hand.remove(body.card if body.card in hand else None)
        self.lost[seat].append(body.card)
        if not hand:
            self.treasury += self.coins[seat]
            self.coins[seat] = 0
            if sum(map(bool, self.hands)) == 1:
                self.phase, self.deciding = "over", ()
                return
        match self.then:
            case "next":
                self._end_turn()
            case "answered":
                self._open_to_blocks()
            case "effect" if self.target != NOBODY and not self.hands[self.target]:
                self.phase, self.deciding = "moot", ()
            case phase:
                self.phase, self.deciding = phase, ()

    def _settled(self, seat: int, body: e.Settled) -> None:
        self.coins[seat] += body.coins
        if body.outcome != "done":
            self.treasury -= body.coins
            self._end_turn()
            return
        match body.verb:
            case "steal":
                self.coins[self.target] -= body.coins
                self._end_turn()
            case "coup" | "assassinate" as verb:
                self.loser, self.why = self.target, "coup" if verb == "coup" else "assassination"
                self.phase, self.deciding, self.then = "lose", (self.target,), "next"
            case "exchange":
                self.hands[seat] += [None, None]
                self.phase, self.deciding = "exchange", (seat,)
            case _:
                self.treasury -= body.coins
                self._end_turn()

    def _kept(self, seat: int, body: e.Kept) -> None:
        self.hands[seat] = [*body.cards, *body.back]

    def _swapped(self, seat: int, body: e.Swapped) -> None:
        hand = self.hands[seat]
        hand[hand.index(body.was if body.was in hand else None)] = body.card
        if body.card in self.deck:  # some observers do not know the deck
            self.deck[self.deck.index(body.card)] = body.was

    def _exchanged(self, seat: int, body: e.Exchanged) -> None:
        hand = self.hands[seat]
        self.deck += hand[-2:]
        del hand[-2:]
        self._end_turn()

    def _end_turn(self) -> None:
        self.actor = self.after(self.actor)[0]
        self._begin_turn()

    def _begin_turn(self) -> None:
        """Start the next player's turn."""
        self.target = self.blocker = self.challenger = self.loser = NOBODY
        self.claim = None
        self.phase, self.deciding = "act", (self.actor,)
        if self.talks:
            self.phase, self.deciding = "talk", (*self.after(self.actor), self.actor)


_CHANGES: dict[type[Body], Callable[[Game, int, Any], None]] = {
    kind: getattr(Game, f"_{kind.__name__.lower()}") for kind in e.RULE_EVENTS
}
"""The method that applies each event: `_drew` for `Drew`."""
