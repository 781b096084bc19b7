"""Numeric encoding of Hanabi for learners.

Other players are numbered by their distance in turn order, and slots from the newest card.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from core.actions.forms import Vocabulary
from core.env.encoding import Encoding, flags, one_hot_codes
from scenes.hanabi.actions import MOVES, move_vocabulary
from scenes.hanabi.config import HanabiConfig
from scenes.hanabi.observation import Observation
from scenes.hanabi.variants import CLUES, FUSES, HAND_SIZE_BY_PLAYERS, VARIANTS

K = TypeVar("K")
KINDS = {"play": b"\1\0\0", "discard": b"\0\1\0", "clue": b"\0\0\1"}


class HanabiEncoding(Encoding):
    """Encoding of actions and observations.

    Actions are plays and discards by slot, and clues by player and clue. Proposals and advice have no number.

    An observation is a byte vector. It starts with the hands, the player's own first; each slot has a flag for a card,
    its identity (empty for own cards), the identities that clues allow, and the clues that touched it. Then follow the
    fireworks, discards by identity, clue tokens, strikes, cards left, turns left plus 1, and the last moves, as many as
    players, newest first.
    """

    actions = MOVES

    def __init__(self, config: HanabiConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.variant = variant = VARIANTS[config.variant]
        self.slots, self.players, clues = HAND_SIZE_BY_PLAYERS[len(names)], len(names), len(variant.clues)
        self._known_numbers: dict[str, dict[int, int]] = {name: {} for name in names}
        """Action numbers by player and by identity (`id`) of the shared move objects."""
        self._shared: list[Any] = []
        cards = one_hot_codes(variant.count)
        self._cards = cards
        self._known: dict[int | None, bytes] = {card: b"\1" + cards[card] for card in range(variant.count)}
        self._known[None] = b"\1" + cards[-1]
        self._possible, self._touched = self._mask_encoding(variant.count), self._mask_encoding(clues)
        self._moves = _CachedEncoding(self._encode_move)
        self._ranks = tuple(bytes([1] * rank + [0] * (5 - rank)) for rank in range(6))
        self._seats = one_hot_codes(self.players)
        self._clue = one_hot_codes(clues)
        self._no_card = bytes(1 + 2 * variant.count + clues)
        self._no_move = bytes(3 + 2 * self.players + clues + variant.count + 1)
        held = self.players * self.slots * len(self._no_card)
        fixed = 5 * len(variant.suits) + variant.count + CLUES + FUSES + 2
        self.size = held + fixed + self.players * len(self._no_move)

    def words(self) -> Vocabulary:
        return move_vocabulary(len(self.names), VARIANTS[self.config.variant])

    def numbers(self, name: str, legal: Sequence[Any]) -> list[int]:
        known = self._known_numbers[name]
        try:
            return [known[id(action)] for action in legal]
        except KeyError:
            found = [self.number(name, action) for action in legal]
            if -1 not in found:
                self._shared += legal
                known.update({id(action): number for action, number in zip(legal, found, strict=True)})
            return found

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
        moves = self._moves
        pieces += [moves[m.kind, m.seat, m.to, m.clue, m.card, m.fits, seat] for m in recent]
        pieces += [self._no_move] * (players - len(recent))
        return b"".join(pieces)

    def _encode_move(self, key: tuple[str, int, int, int, int, bool, int]) -> bytes:
        kind, by, to, clue, card, fits, seat = key
        players = self._seats[(by - seat) % self.players] + self._seats[(to - seat) % self.players if to >= 0 else -1]
        return KINDS[kind] + players + self._clue[clue] + self._cards[card] + flags((fits,))

    def _mask_encoding(self, count: int) -> "_CachedEncoding[int]":
        """Return the encoding of bit masks of `count` bits, with one byte per bit."""
        return _CachedEncoding(lambda mask: flags([bool(mask >> i & 1) for i in range(count)]))

    def rewards(
        self, winners: Sequence[str], scores: Mapping[str, float], metrics: Mapping[str, Any]
    ) -> Mapping[str, float]:
        """Return the score, which all players share."""
        return dict.fromkeys(self.names, float(metrics["score"]))


class _CachedEncoding(dict[K, bytes]):
    """A cache of values' encodings."""

    def __init__(self, write: Callable[[K], bytes]) -> None:
        super().__init__()
        self._write = write

    def __missing__(self, key: K) -> bytes:
        out = self[key] = self._write(key)
        return out


@cache
def _unary(value: int, most: int) -> bytes:
    return bytes([1] * value + [0] * (most - value))
