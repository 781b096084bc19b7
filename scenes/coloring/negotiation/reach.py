"""The best that an owner could do under a condition, by exact search on what it knows."""

from collections.abc import Mapping

from core.engine.chance import Draw
from scenes.coloring.rules.observation import Observation
from scenes.coloring.solvers.exact import Best, best


def best_with(seen: Observation, supposed: Mapping[str, str], *, points: bool = True) -> Best:
    """Find the owner's best colors if some nodes, its own or others', had the given ones."""
    own = seen.problem.owned(seen.name, supposed)
    outside = seen.believed | {node: color for node, color in supposed.items() if node not in own}
    return best(seen.problem, seen.name, outside, seen.fixed | own, Draw(seen.turn), points=points)


def reach(seen: Observation, supposed: Mapping[str, str], *, points: bool = True) -> float:
    """Return the lowest penalty that the owner could reach."""
    return seen.problem.conflict_penalty * best_with(seen, supposed, points=points).conflicts
