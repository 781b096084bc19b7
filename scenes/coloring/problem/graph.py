"""The graph-coloring problem: clusters of nodes with owners, edges and colors; and text forms of colors."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TypeVar

import msgspec
from msgspec.structs import replace

SEATS = ("A", "H", "B", "C", "D", "E", "F", "G")
"""Names of owners in seat order; H is the human's seat."""
COLORS = ("red", "green", "blue", "yellow", "purple", "white")
POINTS = {"blue": 1.0, "green": 2.0, "red": 3.0, "yellow": 1.0, "purple": 2.0, "white": 3.0}

T = TypeVar("T")
Coloring = dict[str, str]
"""Colors by node. Uncolored nodes are absent."""


class Problem(msgspec.Struct, frozen=True, dict=True):
    """The graph with its colors and points. It is public, while locks are private to their owner."""

    clusters: dict[str, tuple[str, ...]]
    """Nodes by owner, in seat order."""
    edges: tuple[tuple[str, str], ...]
    colors: tuple[str, ...]
    conflict_penalty: float
    preferences: dict[str, dict[str, float]]
    """Points by node and color; higher is better."""

    @cached_property
    def nodes(self) -> tuple[str, ...]:
        return tuple(node for nodes in self.clusters.values() for node in nodes)

    @cached_property
    def owner(self) -> dict[str, str]:
        return {node: name for name, nodes in self.clusters.items() for node in nodes}

    @cached_property
    def adjacent(self) -> dict[str, tuple[str, ...]]:
        """Adjacent nodes of each node, inside and outside its cluster."""
        out: dict[str, list[str]] = {node: [] for node in self.nodes}
        for u, v in self.edges:
            out[u].append(v)
            out[v].append(u)
        return {node: tuple(others) for node, others in out.items()}

    @cached_property
    def neighbors(self) -> dict[str, tuple[str, ...]]:
        """Neighboring owners of each owner (those it shares an edge with), in seat order."""
        pairs = {(self.owner[u], self.owner[v]) for u, v in self.edges}
        pairs |= {(b, a) for a, b in pairs}
        return {a: tuple(b for b in self.clusters if a != b and (a, b) in pairs) for a in self.clusters}

    @cached_property
    def _boundaries(self) -> dict[tuple[str, str], tuple[str, ...]]:
        out: dict[tuple[str, str], tuple[str, ...]] = {}
        for name, nodes in self.clusters.items():
            for other in self.clusters:
                out[name, other] = tuple(n for n in nodes if any(self.owner[v] == other for v in self.adjacent[n]))
        return out

    def boundary(self, owner: str, other: str) -> tuple[str, ...]:
        """Return the nodes of `owner` that touch a node of `other`."""
        return self._boundaries[owner, other]

    def outside(self, owner: str) -> tuple[str, ...]:
        """Return other owners' nodes that touch a node of `owner`."""
        return tuple(node for other in self.neighbors[owner] for node in self.boundary(other, owner))

    def owned(self, owner: str, values: Mapping[str, T]) -> dict[str, T]:
        """Return the entries of `values` for the owner's nodes."""
        return {node: value for node, value in values.items() if self.owner[node] == owner}

    def conflicts(self, colors: Mapping[str, str]) -> list[tuple[str, str]]:
        """Return the edges whose two ends have the same color; uncolored nodes never conflict."""
        return [(u, v) for u, v in self.edges if u in colors and colors.get(v) == colors[u]]

    def edges_of(self, owner: str) -> tuple[tuple[str, str], ...]:
        """Return the edges with at least one end in the owner's cluster."""
        return self._edges_by_owner[owner]

    @cached_property
    def _edges_by_owner(self) -> dict[str, tuple[tuple[str, str], ...]]:
        own = self.owner
        return {name: tuple(e for e in self.edges if name in (own[e[0]], own[e[1]])) for name in self.clusters}

    def score(self, colors: Mapping[str, str]) -> float:
        """Return the sum of preference points of a coloring."""
        return sum(self.preferences[node][color] for node, color in colors.items())

    def with_points(self, points: Mapping[str, Mapping[str, float]]) -> "Problem":
        """Return the problem with these points in place of the same nodes' former ones."""
        return replace(self, preferences=self.preferences | {node: dict(row) for node, row in points.items()})

    def color_named(self, word: str) -> str | None:
        """Return the color with this name or first letter, ignoring case; None if there is none."""
        low = word.casefold()
        return next((c for c in self.colors if low in (c, c[0])), None)


def changes(old: Mapping[str, str], new: Mapping[str, str]) -> Coloring:
    """Return the colors of nodes that were uncolored or had another color."""
    return {node: color for node, color in new.items() if old.get(node) != color}


def without_points(problem: Problem) -> Problem:
    """Return the problem without points, which is its public part if points are private."""
    return problem.with_points({node: dict.fromkeys(problem.colors, 0.0) for node in problem.nodes})


def letter(color: str) -> str:
    """Return the letter of a color on a board: R, G, B, Y, P, W."""
    return color[:1].upper() or "?"


def color_letters(colors: Mapping[str, str]) -> str:
    """Write colors as "h1 R, h4 B"."""
    return ", ".join(f"{node} {letter(color)}" for node, color in colors.items())


def color_words(colors: Mapping[str, str]) -> str:
    """Write colors as "h1 red, h4 blue"."""
    return ", ".join(word_pairs(colors))


def word_pairs(colors: Mapping[str, str]) -> list[str]:
    """Write colors as "h1 red" and "h4 blue"."""
    return [f"{node} {color}" for node, color in colors.items()]


def assign(colors: Mapping[str, str]) -> str:
    """Write colors as "b2 = red, b3 = blue"."""
    return ", ".join(f"{node} = {color}" for node, color in colors.items())


def join_and(words: Sequence[str], last: str = "and") -> str:
    """Join words as "a, b and c"."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def join_or(words: Sequence[str]) -> str:
    """Join words as "a, b or c"."""
    return join_and(words, "or")


def number(penalty: float) -> str:
    return f"{penalty:.1f}".removesuffix(".0")


def counted(count: float, noun: str) -> str:
    """Write a count with its noun: "1 conflict", "2.5 points"."""
    return f"{number(count)} {noun}{'' if count == 1 else 's'}"
