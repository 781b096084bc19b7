"""The draws of `core.engine.chance` in numpy: many of one stream, or the next of many streams, bit by bit the same.

Only what needs columns imports this, so that numpy is loaded by nobody else.
"""

from collections.abc import Iterable
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from core.engine.chance import Chance, Draw

GAMMA = 0x9E3779B97F4A7C15
Floats = NDArray[np.float64]
Bits = NDArray[np.uint64]


def mixed(z: Bits) -> Bits:
    """The outputs of splitmix64 in these states, which are used up."""
    shifted = z >> np.uint64(30)
    z ^= shifted
    z *= np.uint64(0xBF58476D1CE4E5B9)
    np.right_shift(z, np.uint64(27), out=shifted)
    z ^= shifted
    z *= np.uint64(0x94D049BB133111EB)
    np.right_shift(z, np.uint64(31), out=shifted)
    z ^= shifted
    return z


def as_random(bits: Bits) -> Floats:
    """Floats in [0, 1), as `Draw.random` makes them."""
    bits >>= np.uint64(11)
    scaled: Floats = np.multiply(bits, 2.0**-53, dtype=np.float64)
    return scaled


def randoms(draw: Draw, count: int) -> Floats:
    """So many of `draw.random()`, after which it stands where they would have left it."""
    z = np.arange(1, count + 1, dtype=np.uint64)
    z *= np.uint64(GAMMA)
    z += np.uint64(draw.skip(count))
    return as_random(mixed(z))


class Streams:
    """A `Draw` for each row, all of which draw at once."""

    def __init__(self, chance: Chance, purpose: str, agents: Iterable[str]) -> None:
        """What `chance` gives these agents first for a purpose, at the moment where it stands."""
        head, digests = f"{chance.moment}|{purpose}|", bytearray()
        for agent in agents:
            digests += blake2b(f"{head}{agent}|0".encode(), digest_size=8).digest()
        self._states = np.frombuffer(digests, "<u8").astype(np.uint64)

    def bits(self) -> Bits:
        self._states += np.uint64(GAMMA)
        return mixed(self._states.copy())

    def random(self) -> Floats:
        return as_random(self.bits())

    def below(self, n: int) -> NDArray[np.int64]:
        """Ints in 0 … n-1, for n below 2**32."""
        bits, half = self.bits(), np.uint64(32)
        low = (bits & np.uint64(0xFFFFFFFF)) * np.uint64(n) >> half
        return ((bits >> half) * np.uint64(n) + low >> half).astype(np.int64)
