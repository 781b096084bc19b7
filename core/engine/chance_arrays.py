"""The draws of `core.engine.chance` in numpy, with equal results: many from one stream, or one from each of many.

Only modules that need numpy import this one.
"""

from collections.abc import Iterable
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from core.engine.chance import Chance, Draw

GAMMA = 0x9E3779B97F4A7C15
Floats = NDArray[np.float64]
Bits = NDArray[np.uint64]


def splitmix64(z: Bits) -> Bits:
    """Return the outputs of splitmix64 for an array of states, which is overwritten."""
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
    """Convert random bits to floats in [0, 1) as `Draw.random` does."""
    bits >>= np.uint64(11)
    scaled: Floats = np.multiply(bits, 2.0**-53, dtype=np.float64)
    return scaled


def randoms(draw: Draw, count: int) -> Floats:
    """Return the next `count` values of `draw.random()`, and advance the stream past them."""
    z = np.arange(1, count + 1, dtype=np.uint64)
    z *= np.uint64(GAMMA)
    z += np.uint64(draw.skip(count))
    return as_random(splitmix64(z))


class Streams:
    """One stream per agent; a call draws once from each."""

    def __init__(self, chance: Chance, purpose: str, agents: Iterable[str]) -> None:
        """Start one stream per agent for a purpose, at the current turn and step of `chance`."""
        head, digests = f"{chance.moment}|{purpose}|", bytearray()
        for agent in agents:
            digests += blake2b(f"{head}{agent}|0".encode(), digest_size=8).digest()
        self._states = np.frombuffer(digests, "<u8").astype(np.uint64)

    def bits(self) -> Bits:
        self._states += np.uint64(GAMMA)
        return splitmix64(self._states.copy())

    def random(self) -> Floats:
        return as_random(self.bits())

    def below(self, n: int) -> NDArray[np.int64]:
        """Draw an int from 0 to n-1 for each row; n is below 2**32."""
        bits, half = self.bits(), np.uint64(32)
        low = (bits & np.uint64(0xFFFFFFFF)) * np.uint64(n) >> half
        return ((bits >> half) * np.uint64(n) + low >> half).astype(np.int64)
