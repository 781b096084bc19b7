"""Lower bounds on the conflicts that a joint coloring of some nodes causes, whatever colors other nodes have."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product

import msgspec

from scenes.coloring.problem.graph import Problem

MOST_CONFLICTS = 9
"""Maximum count of conflicts in a bound, which stores each count as one digit."""


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Minimum number of conflicts that a coloring of another owner's nodes causes to the speaker."""

    colors: dict[str, str]
    conflicts: int

    @property
    def colors_text(self) -> str:
        """Write the colors: "h1 red with h4 green and h5 blue"."""
        first, *rest = (f"{node} {color}" for node, color in self.colors.items())
        return f"{first} with {' and '.join(rest)}" if rest else first

    def sentence(self) -> str:
        count = "a conflict" if self.conflicts == 1 else f"{self.conflicts} conflicts"
        return f"{self.colors_text} costs me {count}"


class Bound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Minimum number of conflicts that each coloring of some nodes causes elsewhere; 0 if none are known."""

    nodes: tuple[str, ...]
    least: str
    """One digit for every coloring of the nodes, in lexicographic order by the problem's order of colors."""

    def of(self, problem: Problem, colors: Mapping[str, str]) -> int:
        """Return the bound of a coloring; 0 while one of the nodes is uncolored."""
        at = 0
        for node in self.nodes:
            if node not in colors:
                return 0
            at = at * len(problem.colors) + problem.colors.index(colors[node])
        return int(self.least[at])

    def fits(self, problem: Problem) -> bool:
        """Return True if the bound covers nodes of this problem and all of their colorings."""
        count = len(problem.colors) ** len(self.nodes)
        return set(self.nodes) <= set(problem.nodes) and len(self.least) == count and self.least.isdecimal()

    def at_most(self, conflicts: int) -> "Bound":
        """Return the bound with counts capped at this number."""
        return Bound(self.nodes, "".join(str(min(int(digit), conflicts)) for digit in self.least))

    def colorings(self, problem: Problem) -> Iterator[dict[str, str]]:
        """Yield all colorings of the nodes in the order of the digits."""
        for colors in product(problem.colors, repeat=len(self.nodes)):
            yield dict(zip(self.nodes, colors, strict=True))

    def with_costs(self, problem: Problem, costs: Iterable[Cost]) -> "Bound":
        """Return the bound with added costs. A cost applies to all colorings that contain its colors."""
        known = list(costs)
        digits = [
            max([int(digit), *(min(MOST_CONFLICTS, c.conflicts) for c in known if c.colors.items() <= colors.items())])
            for digit, colors in zip(self.least, self.colorings(problem), strict=True)
        ]
        return Bound(self.nodes, "".join(map(str, digits)))

    def costs(self, problem: Problem) -> list[Cost]:
        """Return a short list of costs that yields the same bound: few nodes before many, high costs before low."""
        rows = [(colors, int(digit)) for digit, colors in zip(self.least, self.colorings(problem), strict=True)]
        out: list[Cost] = []
        for size in range(1, len(self.nodes) + 1):
            found = []
            for nodes in combinations(self.nodes, size):
                lowest: dict[tuple[str, ...], int] = {}
                for colors, digit in rows:
                    key = tuple(colors[node] for node in nodes)
                    lowest[key] = min(digit, lowest.get(key, MOST_CONFLICTS))
                found += [Cost(dict(zip(nodes, key, strict=True)), least) for key, least in lowest.items()]
            implied = [
                max((c.conflicts for c in out if c.colors.items() <= f.colors.items()), default=0) for f in found
            ]
            new = [cost for cost, known in zip(found, implied, strict=True) if cost.conflicts > known]
            out += sorted(new, key=lambda cost: -cost.conflicts)
        return self._needed(problem, out)

    def _needed(self, problem: Problem, costs: list[Cost]) -> list[Cost]:
        """Drop costs that follow from earlier ones."""
        known, out = nothing_known(problem, self.nodes), []
        for cost in costs:
            if (wider := known.with_costs(problem, [cost])) != known:
                known = wider
                out.append(cost)
        return out


def nothing_known(problem: Problem, nodes: tuple[str, ...]) -> Bound:
    """Return a bound of 0 for every coloring."""
    return Bound(nodes, "0" * len(problem.colors) ** len(nodes))
