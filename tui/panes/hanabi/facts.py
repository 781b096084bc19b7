"""Facts of a Hanabi table: holders' knowledge of their cards, and the state of the game."""

from collections.abc import Sequence

from msgspec.structs import replace

from scenes.hanabi.actions import SLOTS
from scenes.hanabi.knowledge import Deductions, suits_and_ranks
from scenes.hanabi.observation import Held, Observation
from scenes.hanabi.scene import HanabiScene
from scenes.hanabi.suits import Suit
from tui.log_view import LogView

CHIPS = {"teal": "white", "pink": "red", "brown": "yellow"}
"""Substitutes for colors without a chip of their own."""


def _fill(suit: Suit) -> str:
    color = suit.own[0] if suit.own else "white"
    return "" if suit.single else CHIPS.get(color, color)


class Facts:
    """Everything derived from one observation, so nothing in it is hidden from that perspective."""

    def __init__(self, seen: Observation) -> None:
        self.seen = seen
        self.known = Deductions(seen)
        self.variant = self.known.variant
        self.best = self.known.best
        """Best score that can still be reached."""
        self.fills = {suit.letter: _fill(suit) for suit in self.variant.suits}
        """Chip colors by suit letter; suits drawn in gray have none."""
        self._holders = [self._holder(seat) for seat in range(len(seen.names))]

    def _holder(self, seat: int) -> Deductions:
        """Return a holder's deductions about its hand, from the cards that the perspective sees as well."""
        if seat == self.seen.seat:
            return self.known
        own = tuple(replace(held, card=None) for held in self.seen.hands[seat])
        hands = (*self.seen.hands[:seat], own, *self.seen.hands[seat + 1 :])
        return Deductions(replace(self.seen, seat=seat, hands=hands))

    # -- cards

    def possible(self, seat: int, held: Held) -> int:
        """Return the bit set of identities that a card may have for its holder, by clues and visible cards."""
        return self._holders[seat].possible(held)

    def colors(self, possible: int) -> str:
        """Return the letters of the suits in a bit set of identities, with `·` for the other suits."""
        suits, _ = suits_and_ranks(possible)
        return "".join(suit.letter if suits >> i & 1 else "·" for i, suit in enumerate(self.variant.suits))

    def ranks(self, possible: int) -> str:
        _, ranks = suits_and_ranks(possible)
        return "".join(rank if ranks >> i & 1 else "·" for i, rank in enumerate("12345"))

    def find(self, order: int) -> tuple[int, int] | None:
        """Return the seat and slot of a card; None if it is in no hand."""
        for seat, hand in enumerate(self.seen.hands):
            for slot, held in enumerate(hand):
                if held.order == order:
                    return seat, slot
        return None

    def verdict(self, possible: int) -> tuple[str, str]:
        """Describe a card's use by its possible identities; return the description and its style."""
        known, out_of = self.known, possible.bit_count()
        plays = (possible & known.playable).bit_count()
        if plays == out_of:
            return "✓ playable", "good"
        if not possible & ~known.useless:
            return "trash", "mid"
        if plays and not possible & ~(known.playable | known.useless):
            return "playable or trash", "fg"
        if not possible & ~known.critical:
            return ("! critical", "bad") if not plays else ("! critical, maybe playable", "bad")
        words = [f"{plays} of {out_of} possible cards are playable"] if plays else ["not playable yet"]
        words += ["maybe critical"] if possible & known.critical else []
        return ", ".join(words), "fg"

    def clues_on(self, held: Held) -> list[str]:
        """Return the clues that touched a card."""
        return [word for clue, word in enumerate(self.variant.clues) if held.clued >> clue & 1]

    def touched_cards(self, to: int, clue: int) -> list[tuple[int, Held]]:
        """Return slots and cards that a clue would touch, in a hand that the perspective sees."""
        mask = self.variant.touched[clue]
        return [
            (i, held) for i, held in enumerate(self.seen.hands[to]) if held.card is not None and mask >> held.card & 1
        ]

    # -- state of the game

    @property
    def pace(self) -> int:
        """Number of discards after which the best score can still be reached."""
        return self.seen.score + self.seen.deck + len(self.seen.names) - self.best

    @property
    def efficiency(self) -> float | None:
        """Number of needed cards without a clue, per clue still available; Hanabi players call it efficiency.

        None if no clues are left. Useful cards that are clued already are not counted.
        """
        clues = self._clues_to_come()
        got = sum(bool(held.clued and held.possible & ~self.known.useless) for hand in self.seen.hands for held in hand)
        needed = max(0, self.best - self.seen.score - got)
        return needed / clues if clues else None

    def _clues_to_come(self) -> int:
        """Return the number of clues still available.

        They are the tokens, and those gained by discards and by colors completed before the last round.
        """
        seen = self.seen
        plays = max(0, self.best - seen.score - len(seen.names))
        done, left = 0, plays
        for missing in sorted(self._missing()):
            if missing > left:
                break
            done, left = done + 1, left - missing
        return seen.clues + (max(0, seen.deck - plays) + done if seen.deck else 0)

    def _missing(self) -> list[int]:
        """Return the number of missing cards for each incomplete color that can still be completed."""
        useless = self.known.useless
        fives = ((5 * i + 4, rank) for i, rank in enumerate(self.seen.stacks))
        return [5 - rank for five, rank in fives if rank < 5 and not useless >> five & 1]

    def pile(self, suit: int) -> list[int]:
        """Return the discarded identities of a suit, lowest first."""
        return sorted(card for card in self.seen.discards if card // 5 == suit)

    def is_lost(self, card: int) -> bool:
        """Return True if a card was still needed and no copy is left."""
        out = self.seen.discards.count(card) == self.variant.copies[card]
        return out and self.seen.stacks[card // 5] <= card % 5


def slots(numbers: Sequence[int]) -> str:
    return " ".join(SLOTS[slot] for slot in numbers)


# -- turns


def movers(view: LogView, scene: HanabiScene) -> tuple[str, ...]:
    """Return the players to move at the playhead."""
    if view.at_now and (view.waiting or view.ended):
        return () if view.ended else view.waiting
    event = view.event
    if event is None or scene.is_complete() is not None or not scene.drawn:
        return ()
    moved = bool(scene.history) and scene.history[-1].turn == event.turn
    if event.agent and event.turn and event.end != "turn" and not moved:
        return (event.agent,)
    pick = scene.pick()
    return pick.names if pick else ()


def last_turn(scene: HanabiScene) -> int:
    """Return an upper limit of turns: a game cannot go on after all clues are spent and all cards are drawn."""
    limit: int = scene.config.max_turns
    if scene.left >= 0:
        return min(limit, scene.turn + scene.left)
    deck = len(scene.deck) - scene.drawn
    return min(limit, scene.turn + 2 * (deck + len(scene.names)) + scene.clues + len(scene.stacks))
