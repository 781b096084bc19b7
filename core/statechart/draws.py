"""Counter-based chance: a draw is a function of (seed, tick, purpose, agent), in whatever order agents are visited.

`bits(key, n)` is output n of the splitmix64 generator (Steele, Lea and Flood 2014) whose state is `key`: generators
are keyed by outputs of generators. `population.uniforms` is the same arithmetic over arrays.
"""

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def bits(key: int, n: int) -> int:
    """Return 64 random bits."""
    z = (key + (n + 1) * GAMMA) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def stream(seed: int, tick: int, purpose: int) -> int:
    """Return the key of one purpose at one tick; agents are its counter."""
    return bits(bits(seed, tick), purpose)


def uniform(key: int, number: int) -> float:
    """Return agent `number`'s draw from a stream, in [0, 1)."""
    return (bits(key, number) >> 11) * 2.0**-53
