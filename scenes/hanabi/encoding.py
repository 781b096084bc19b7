"""Hanabi in numbers. Of others it speaks by how many seats further on they sit; slots are counted from the newest."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from core.env.encoding import Encoding, flags, one_of
from scenes.hanabi.actions import SLOTS, Clue, Discard, Play
from scenes.hanabi.config import HanabiConfig
from scenes.hanabi.observation import Move, Observation
from scenes.hanabi.variants import CLUES, FUSES, HANDS, VARIANTS

KINDS = {"play": b"\1\0\0", "discard": b"\0\1\0", "clue": b"\0\0\1"}


class HanabiEncoding(Encoding):
    """Actions: play and discard by slot, and clues by player and what they say. Proposals and advice have no number.

    An observation: each hand, own first, by slot whether there is a card, which it is (own: never), what clues leave
    and which touched it; fireworks; cards gone, by identity; clue tokens, strikes, cards left, turns left; and the last
    moves, one for each player, the newest first.
    """

    def __init__(self, config: HanabiConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.variant = variant = VARIANTS[config.variant]
        self.slots, self.players, clues = HANDS[len(names)], len(names), len(variant.clues)
        others = range(1, self.players)
        self.labels = (
            *(f"play {slot}" for slot in SLOTS[: self.slots]),
            *(f"discard {slot}" for slot in SLOTS[: self.slots]),
            *(f"clue +{by} {clue}" for by in others for clue in variant.clues),
        )
        self._first = 2 * self.slots
        self._clues = clues
        """The first clue, and how many there are for each player."""
        cards = one_of(variant.count)
        self._cards = cards
        self._known: dict[int | None, bytes] = {card: b"\1" + cards[card] for card in range(variant.count)}
        self._known[None] = b"\1" + cards[-1]
        self._possible, self._touched = _Bits(variant.count), _Bits(clues)
        self._ranks = tuple(bytes([1] * rank + [0] * (5 - rank)) for rank in range(6))
        self._seats = one_of(self.players)
        self._told = one_of(clues)
        self._no_card = bytes(1 + 2 * variant.count + clues)
        self._no_move = bytes(3 + 2 * self.players + clues + variant.count + 1)
        held = self.players * self.slots * len(self._no_card)
        fixed = 5 * len(variant.suits) + variant.count + CLUES + FUSES + 2
        self.size = held + fixed + self.players * len(self._no_move)

    def number(self, name: str, action: Any) -> int:
        return self.numbers(name, (action,))[0]

    def numbers(self, name: str, legal: Sequence[Any]) -> list[int]:
        seat, players, slots, first, clues = self.seat[name], self.players, self.slots, self._first, self._clues
        return [
            action.slot
            if type(action) is Play
            else slots + action.slot
            if type(action) is Discard
            else first + ((action.to - seat) % players - 1) * clues + action.clue
            if type(action) is Clue
            else -1
            for action in legal
        ]

    def encode(self, seen: Observation) -> bytes:
        seat, players, slots = seen.seat, self.players, self.slots
        known, possible, touched = self._known, self._possible, self._touched
        pieces: list[bytes | bytearray] = []
        for hand in seen.hands[seat:] + seen.hands[:seat]:
            for held in hand:
                pieces += (known[held.card], possible[held.possible], touched[held.clued])
            if len(hand) < slots:
                pieces += [self._no_card] * (slots - len(hand))
        pieces += [self._ranks[rank] for rank in seen.stacks]
        gone = bytearray(self.variant.count)
        for card in seen.discards:
            gone[card] += 1
        left = seen.left + 1
        pieces += (gone, _unary(seen.clues, CLUES), _unary(seen.strikes, FUSES), bytes((seen.deck, left)))
        recent = seen.history[: -players - 1 : -1]
        pieces += [self._move(move, seat) for move in recent]
        pieces += [self._no_move] * (players - len(recent))
        return b"".join(pieces)

    def _move(self, move: Move, seat: int) -> bytes:
        to = (move.to - seat) % self.players if move.to >= 0 else -1
        who = self._seats[(move.seat - seat) % self.players] + self._seats[to]
        what = self._told[move.clue] + self._cards[move.card] + (b"\1" if move.fits else b"\0")
        return KINDS[move.kind] + who + what

    def rewards(
        self, winners: Sequence[str], scores: Mapping[str, float], metrics: Mapping[str, Any]
    ) -> Mapping[str, float]:
        """The score is everybody's."""
        return dict.fromkeys(self.names, float(metrics["score"]))


class _Bits(dict[int, bytes]):
    """Sets as bits, written out as bytes."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._count = count

    def __missing__(self, mask: int) -> bytes:
        out = self[mask] = flags([bool(mask >> i & 1) for i in range(self._count)])
        return out


@cache
def _unary(value: int, most: int) -> bytes:
    return bytes([1] * value + [0] * (most - value))
