"""Serializable form of a problem, used for JSON files and stored in headers of recordings."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self

import msgspec
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.errors import UserError, did_you_mean, listed
from scenes.coloring.problem.graph import COLORS, POINTS, SEATS, Coloring, Problem

Path = tuple[str | int, ...]
"""Keys and indexes that lead to a value: ("edges", 3, 0)."""

MOST_NODES, MOST_EDGES, LARGEST = 240, 3000, 30
"""Maximum nodes and edges of a problem, and nodes of a cluster; with more, exact search takes too long."""
MOST_NUMBER = 1_000_000
NAME = re.compile(r"[a-z][0-9]{1,3}")


class ProblemError(NamedTuple):
    """An error in a problem, and its place."""

    path: Path
    message: str

    def __str__(self) -> str:
        keys = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in self.path).removeprefix(".")
        return f"{keys}: {self.message}" if keys else self.message


class ProblemSpec(BaseModel):
    """A complete problem. Nodes without preferences get default points; stated preferences are private."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)

    owners: dict[str, list[str]]
    """Nodes by owner, in seat order."""
    edges: list[list[str]]
    colors: list[str] = list(COLORS[:3])
    penalty: float | None = Field(None, gt=0, le=MOST_NUMBER)
    """Cost of one conflict; if None, the option `penalty` applies."""
    locks: dict[str, str] = {}
    preferences: dict[str, dict[str, float]] = {}
    """Points by node and color."""
    names: dict[str, str] = {}
    """Original names of nodes, owners and colors in the source, if different."""

    @classmethod
    def read(cls, value: object, where: Mapping[Path, int] | None = None) -> Self:
        """Validate a JSON value. Raises UserError with the place; `where` maps paths of values to lines."""
        invalid = cls.first_error(value)
        if invalid is not None:
            around = (invalid.path[:length] for length in range(len(invalid.path), 0, -1))
            line = next((where[path] for path in around if path in where), 0) if where else 0
            raise UserError(f"line {line}: {invalid}" if line else str(invalid))
        return cls.model_validate(value)

    @classmethod
    def first_error(cls, value: object) -> ProblemError | None:
        """Return the first error in the value; None if it is valid."""
        if not isinstance(value, Mapping):
            return ProblemError((), 'a problem is an object with "owners" and "edges"')
        try:
            stated = cls.model_validate(value)
        except ValidationError as error:
            first = error.errors()[0]
            message = first["msg"][0].lower() + first["msg"][1:]
            if first["type"] == "extra_forbidden":
                message = f"there is no such key; {did_you_mean(str(first['loc'][-1]), cls.model_fields)}"
            return ProblemError(tuple(part for part in first["loc"] if part != "[key]"), message)
        return next(stated._errors(), None)

    def _errors(self) -> Iterator[ProblemError]:
        nodes: dict[str, str] = {}
        if not 2 <= len(self.owners) <= len(SEATS):
            yield ProblemError(("owners",), f"there are {len(self.owners)} owners; a problem has 2 to {len(SEATS)}")
        for owner, own in self.owners.items():
            if owner not in SEATS:
                yield ProblemError(("owners", owner), f"owners are called {', '.join(SEATS)} (H is the person's seat)")
            if not own:
                yield ProblemError(("owners", owner), f"{owner} owns no node")
            if len(own) > LARGEST:
                yield ProblemError(("owners", owner), f"{owner} owns {len(own)} nodes; an owner has at most {LARGEST}")
            for i, node in enumerate(own):
                if not NAME.fullmatch(node):
                    yield ProblemError(
                        ("owners", owner, i), f"{node[:40]!r} is not a name: write a small letter and a number"
                    )
                if node in nodes:
                    yield ProblemError(("owners", owner, i), f"{node} is owned by {nodes[node]} already")
                nodes[node] = owner
        if len(nodes) > MOST_NODES:
            yield ProblemError(("owners",), f"there are {len(nodes)} nodes; a problem has at most {MOST_NODES}")
        if not 2 <= len(self.colors) <= len(COLORS) or len({*self.colors}) < len(self.colors):
            yield ProblemError(("colors",), f"a problem has 2 to {len(COLORS)} different colors")
        for i, color in enumerate(self.colors):
            if color not in COLORS:
                yield ProblemError(
                    ("colors", i), f"{color[:40]!r} is not a color here; {did_you_mean(color[:40], COLORS)}"
                )
        yield from self._edge_errors(nodes)
        yield from self._color_errors(nodes)
        for name, called in self.names.items():
            if name not in {*nodes, *self.owners, *self.colors}:
                yield ProblemError(("names", name), "there is no such node, owner or color")
            if not 0 < len(called) <= 100:
                yield ProblemError(("names", name), "a name has 1 to 100 characters")

    def _edge_errors(self, nodes: Mapping[str, str]) -> Iterator[ProblemError]:
        seen: set[frozenset[str]] = set()
        if not self.edges:
            yield ProblemError(("edges",), "there are none, so there is nothing to agree on")
        if len(self.edges) > MOST_EDGES:
            yield ProblemError(("edges",), f"there are {len(self.edges)}; a problem has at most {MOST_EDGES}")
        for i, ends in enumerate(self.edges):
            if len(ends) != 2:
                yield ProblemError(("edges", i), f"an edge has 2 ends, not {len(ends)}")
            for k, node in enumerate(ends):
                if node not in nodes:
                    yield ProblemError(("edges", i, k), f"there is no node {node[:40]}; nodes are {listed([*nodes])}")
            if len({*ends}) < len(ends):
                yield ProblemError(("edges", i), f"{ends[0]} cannot touch itself")
            if frozenset(ends) in seen:
                yield ProblemError(("edges", i), f"{'–'.join(ends)} appears twice")
            seen.add(frozenset(ends))

    def _color_errors(self, nodes: Mapping[str, str]) -> Iterator[ProblemError]:
        for node, color in self.locks.items():
            if node not in nodes:
                yield ProblemError(("locks", node), f"there is no node {node[:40]}; nodes are {listed([*nodes])}")
            if color not in self.colors:
                yield ProblemError(("locks", node), f"{color[:40]!r} is none of the colors {', '.join(self.colors)}")
        for node, points in self.preferences.items():
            if node not in nodes:
                yield ProblemError(("preferences", node), f"there is no node {node[:40]}; nodes are {listed([*nodes])}")
            if {*points} != {*self.colors}:
                yield ProblemError(
                    ("preferences", node), f"{node} needs points for each of {', '.join(self.colors)}, no others"
                )
            for color, value in points.items():
                if abs(value) > MOST_NUMBER:
                    yield ProblemError(("preferences", node, color), f"points go up to {MOST_NUMBER:,}")

    def problem(self, penalty: float) -> Problem:
        """Build the problem; `penalty` is the cost of a conflict if the file states none."""
        clusters = {owner: tuple(nodes) for owner, nodes in self.owners.items()}
        usual = {color: POINTS[color] for color in self.colors}
        points = {node: self.preferences.get(node, usual) for nodes in clusters.values() for node in nodes}
        points = {node: {color: float(row[color]) for color in self.colors} for node, row in points.items()}
        edges = tuple((u, v) for u, v in self.edges)
        return Problem(clusters, edges, tuple(self.colors), float(self.penalty or penalty), points)

    @classmethod
    def of(cls, problem: Problem, locks: Coloring) -> Self:
        """Serialize a problem; default points are omitted."""
        plain: dict[str, Any] = msgspec.to_builtins(problem)
        usual = {color: POINTS[color] for color in problem.colors}
        return cls(
            owners={owner: [*nodes] for owner, nodes in problem.clusters.items()},
            edges=[[*edge] for edge in problem.edges],
            colors=[*problem.colors],
            penalty=problem.conflict_penalty,
            locks=locks,
            preferences={node: points for node, points in plain["preferences"].items() if points != usual},
        )


def split(nodes: int, edges: Sequence[tuple[int, int]], count: int) -> list[list[int]]:
    """Split nodes 0 to `nodes` - 1 into `count` clusters, ordered by their first nodes. Raises UserError if it cannot.

    Uses greedy modularity (Clauset, Newman and Moore 2004, from networkx), which is deterministic. Communities that are
    too large are split again. While there are too many, the smallest joins the one it shares most edges with, or its
    nodes join several communities if none has room for all of them.
    """
    import networkx

    if nodes > count * LARGEST:
        raise UserError(f"{nodes} nodes are too many for {count} owners of {LARGEST} at most: give it more clusters")
    graph = networkx.Graph()
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(edges)
    parts = _communities(graph, count)
    while (large := max(parts, key=len)) and len(large) > LARGEST:
        parts.remove(large)
        parts += _communities(graph.subgraph(large), 2)
    while len(parts) > count:
        parts.sort(key=lambda part: (len(part), part))
        small = parts.pop(0)
        whole = [part for part in parts if len(part) + len(small) <= LARGEST]
        for moved in [small] if whole else [[node] for node in small]:
            home = max((p for p in parts if len(p) + len(moved) <= LARGEST), key=lambda p: _shared(graph, moved, p))
            home += moved
    return sorted(sorted(part) for part in parts)


def _shared(graph: Any, some: Sequence[int], others: Sequence[int]) -> int:
    """Count the edges between two groups of nodes."""
    near = {*others}
    return sum(other in near for node in some for other in graph[node])


def _communities(graph: Any, count: int) -> list[list[int]]:
    """Return at least `count` communities, each within one connected component."""
    import networkx

    wanted = max(count, networkx.number_connected_components(graph))
    if not graph.number_of_edges():
        return [[node] for node in graph]
    return [
        sorted(part) for part in networkx.community.greedy_modularity_communities(graph, cutoff=wanted, best_n=wanted)
    ]
