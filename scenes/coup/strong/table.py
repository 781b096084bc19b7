"""Fast rules for playouts: seats, cards and coins are ints, and every seat plays by its temper.

The rules are those of `rules` and `flow`: a test plays both side by side.
"""

from collections.abc import Sequence

from scenes.coup.moves import AID, ASSASSINATE, BLOCKS, CLAIMS, COSTS, COUP, EXCHANGE, STEAL, TAX
from scenes.coup.strong import playout_policy, position
from scenes.coup.strong.position import Position

DOUBT = 99
"""Answer that stands for a challenge."""


class Table(Position):
    """A game that plays itself. A method named for a phase continues from there to the end of the turn."""

    __slots__ = ()

    def play(self, me: int, turns: int) -> float:
        """Play until the seat `me` wins (1) or is out (0), or for `turns` turns; return the seat's win probability."""
        hands = self.hands
        while hands[me]:
            if self.left == 1:
                return 1.0
            for actor in self.order[self.actor]:
                if hands[actor]:
                    break
            if not turns:
                return position.win_share(hands, self.coins, self.tempers, actor, me)
            turns -= 1
            self.actor = actor
            self.act(*playout_policy.choose_move(self, actor))
        return 0.0

    # -- the phases

    def act(self, verb: int, target: int) -> None:
        actor = self.actor
        self.coins[actor] -= COSTS[verb]
        self.treasury += COSTS[verb]
        self.verb, self.target = verb, target
        if CLAIMS[verb] >= 0:
            self.claimed(self.order[actor])
        elif verb == AID:
            self.block(self.after(actor))
        else:
            self.effect()

    def claimed(self, order: Sequence[int]) -> None:
        """Open the action to challenges."""
        actor, claim = self.actor, CLAIMS[self.verb]
        doubter = playout_policy.first_challenger(self, order, actor, claim)
        if doubter >= 0:
            if claim not in self.hands[actor]:
                self.lose(actor)
                self.refund()
                return
            self.prove(actor, claim)
            self.lose(doubter)
        self.stood()

    def refund(self) -> None:
        if self.hands[self.actor]:
            self.coins[self.actor] += COSTS[self.verb]
            self.treasury -= COSTS[self.verb]

    def stood(self) -> None:
        """Continue after a claim that was not disproved."""
        target = self.target
        if self.left == 1 or (target >= 0 and not self.hands[target]):
            return
        if BLOCKS[self.verb]:
            self.block((target,))
        else:
            self.effect()

    def block(self, order: Sequence[int]) -> None:
        """Open the action to blocks."""
        seat, card = playout_policy.first_blocker(self, order, BLOCKS[self.verb])
        if seat >= 0:
            self.blocked(seat, card, [other for other in (*self.order[self.actor], self.actor) if other != seat])
        else:
            self.effect()

    def blocked(self, blocker: int, claim: int, order: Sequence[int]) -> None:
        """Open the block to challenges."""
        doubter = playout_policy.first_challenger(self, order, blocker, claim)
        if doubter < 0:
            self.said[blocker] |= 1 << claim
        elif claim in self.hands[blocker]:
            self.prove(blocker, claim)
            self.lose(doubter)
        else:
            self.lose(blocker)
            self.unblocked()

    def unblocked(self) -> None:
        if self.left > 1 and (self.target < 0 or self.hands[self.target]):
            self.effect()

    def effect(self) -> None:
        verb, actor, target = self.verb, self.actor, self.target
        coins = self.coins
        if verb == STEAL:
            taken = min(2, coins[target])
            coins[target] -= taken
            coins[actor] += taken
        elif verb in (COUP, ASSASSINATE):
            self.lose(target)
        elif verb == EXCHANGE:
            hand = [*self.hands[actor], self.drawn(), self.drawn()]
            self.keep(actor, hand, playout_policy.cards_to_keep(self, actor, hand))
        else:
            gain = min(3 if verb == TAX else 2 if verb == AID else 1, self.treasury)
            coins[actor] += gain
            self.treasury -= gain

    def keep(self, seat: int, hand: list[int], kept: Sequence[int]) -> None:
        for card in kept:
            hand.remove(card)
        self.deck += hand
        self.hands[seat] = list(kept)
        self.said[seat] = 0

    def prove(self, seat: int, card: int) -> None:
        hand = self.hands[seat]
        hand.remove(card)
        self.deck.append(card)
        hand.append(self.drawn())

    def drawn(self) -> int:
        """Draw a random card from the deck, whose order is unknown."""
        deck = self.deck
        i = int(self.rand() * len(deck))
        deck[i], deck[-1] = deck[-1], deck[i]
        return deck.pop()

    def lose(self, seat: int) -> None:
        hand = self.hands[seat]
        self.turn_up(seat, hand[0] if len(hand) == 1 else playout_policy.card_to_lose(self, seat))

    def turn_up(self, seat: int, card: int) -> None:
        hand = self.hands[seat]
        hand.remove(card)
        self.up[card] += 1
        self.said[seat] = 0
        if not hand:
            self.left -= 1
            self.treasury += self.coins[seat]
            self.coins[seat] = 0
