"""The default problem, random problems, and locks that keep a problem solvable or make it unsolvable."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise, product
from typing import Literal, NamedTuple

import msgspec

from core.engine.chance import Draw
from scenes.coloring.problem.graph import COLORS, POINTS, SEATS, Coloring, Problem
from scenes.coloring.solvers.backtracking import solve

Topology = Literal["chain", "ring", "star", "random"]
Edge = tuple[str, str]

WHY_SOLVABLE = "a valid coloring was found before the start"


class Grade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Measured difficulty of a problem."""

    alone: float
    """Share of independent searches, which exchange only color reports, that end in a valid coloring."""
    regret: float | None
    """Share of points that owners miss in the best valid coloring, relative to their own best colorings: 0 to 1. None
    if the best coloring is not proved."""


class ProblemInstance(NamedTuple):
    """A problem with locked nodes. `witness` is a valid coloring with these locks; `why` says how that was proved."""

    problem: Problem
    fixed: Coloring
    witness: Coloring | None
    why: str
    private: bool = False
    """True if only a node's owner knows its points."""
    grade: Grade | None = None
    """The grade, if the problem was made for a level."""


def default_problem(penalty: float = 10.0) -> Problem:
    """Return the default problem: three clusters of five nodes and three colors, with H between A and B."""
    clusters = {owner: tuple(f"{owner.lower()}{i}" for i in range(1, 6)) for owner in ("A", "H", "B")}
    inside = [(f"{o}{i}", f"{o}{j}") for o in "ahb" for i, j in ((1, 2), (1, 5), (2, 3), (2, 5), (3, 4), (4, 5))]
    across = [("h1", "a2"), ("h4", "a4"), ("h4", "a5"), ("h2", "b2"), ("h5", "b2")]
    return _default_points_problem(clusters, [*inside, *across], COLORS[:3], penalty)


def generate_problem(
    *,
    clusters: int,
    size: int,
    colors: int,
    density: float,
    topology: Topology,
    penalty: float,
    solvable: bool,
    draw: Draw,
) -> ProblemInstance:
    """Generate a random problem without locks: 2 … 8 clusters of 1 … 30 nodes, 2 … 6 colors.

    Every cluster is connected, and about `density` of its pairs are edges; clusters that `topology` links share two
    or three edges. A coloring is drawn first, and no edge conflicts with it; an unsolvable problem also gets a clique
    of one node more than there are colors. Raises ValueError if the sizes make such a problem impossible.
    """
    palette = COLORS[:colors]
    owners = SEATS[:clusters]
    nodes = {owner: tuple(f"{owner.lower()}{i}" for i in range(1, size + 1)) for owner in owners}
    links = _linked_clusters(owners, topology, draw)
    planted = _planted_coloring(nodes, links, palette, draw)
    clique = () if solvable else _nodes_for_clique(nodes, links, colors + 1, draw)
    forced = set(combinations(clique, 2))

    edges: list[Edge] = []
    for members in nodes.values():
        pairs = list(combinations(members, 2))
        wanted = round(density * len(pairs))
        draw.shuffle(pairs)
        edges += _cluster_edges(members, sorted(pairs, key=lambda e: e not in forced), forced, planted, wanted)
    for a, b in links:
        pairs = list(product(nodes[a], nodes[b]))
        draw.shuffle(pairs)
        must = [edge for edge in pairs if edge in forced]
        may = [edge for edge in pairs if edge not in forced and planted[edge[0]] != planted[edge[1]]]
        edges += must + may[: max(0, 2 + draw.below(2) - len(must))]
    problem = _default_points_problem(nodes, edges, palette, penalty)
    return (
        ProblemInstance(problem, {}, planted, WHY_SOLVABLE)
        if solvable
        else ProblemInstance(problem, {}, None, _why_clique_unsolvable(clique, colors))
    )


def lock_nodes(problem: Problem, fixed_per_cluster: int, solvable: bool, draw: Draw) -> ProblemInstance:
    """Lock up to `fixed_per_cluster` random nodes of each cluster so that the problem is provably (un)solvable.

    Raises ValueError with a message for the user if that is impossible.
    """
    witness = solve(problem, {}, draw)
    chosen = {
        owner: draw.sample(nodes, min(fixed_per_cluster, len(nodes))) for owner, nodes in problem.clusters.items()
    }
    if witness is None:
        if solvable:
            raise ValueError("this graph has no valid coloring: take away edges or add a color")
        fixed = {node: draw.choice(problem.colors) for nodes in chosen.values() for node in nodes}
        clique = _find_clique(problem, len(problem.colors) + 1)
        why = (
            _why_clique_unsolvable(clique, len(problem.colors))
            if clique
            else "every coloring was tried, and none is valid"
        )
        return ProblemInstance(problem, fixed, None, why)
    if solvable:
        fixed = {node: witness[node] for nodes in chosen.values() for node in nodes}
        return ProblemInstance(problem, fixed, witness, WHY_SOLVABLE)
    u, v = _edge_to_lock(problem, fixed_per_cluster, draw)
    for node in (v, u):
        locked = chosen[problem.owner[node]]
        locked[:] = [node, *[other for other in locked if other != node]][:fixed_per_cluster]
    fixed = {node: witness[node] for nodes in chosen.values() for node in nodes} | {v: witness[u]}
    return ProblemInstance(problem, fixed, None, f"{u} and {v} touch, and both are locked to {witness[u]}")


def _default_points_problem(
    clusters: dict[str, tuple[str, ...]], edges: Iterable[Edge], colors: tuple[str, ...], penalty: float
) -> Problem:
    points = {node: {color: POINTS[color] for color in colors} for nodes in clusters.values() for node in nodes}
    return Problem(clusters, tuple(edges), colors, penalty, points)


def _linked_clusters(owners: Sequence[str], topology: Topology, draw: Draw) -> list[Edge]:
    """Return the pairs of clusters that share edges."""
    if topology == "star":
        return [(a, b) for a, b in combinations(owners, 2) if "H" in (a, b)]
    chain = list(pairwise(owners))
    if topology == "chain":
        return chain
    if topology == "ring":
        return [*chain, (owners[0], owners[-1])] if len(owners) > 2 else chain
    pairs = list(combinations(owners, 2))
    draw.shuffle(pairs)
    return _spanning_pairs(owners, pairs, len(owners) - 1 + draw.below(len(owners)))


def _spanning_pairs(nodes: Sequence[str], pairs: Sequence[Edge], wanted: int) -> list[Edge]:
    """Return the first pairs that connect all nodes (Kruskal), and after them the next pairs, `wanted` in all."""
    group = {node: {node} for node in nodes}
    tree: list[Edge] = []
    for u, v in pairs:
        if group[u] is not group[v]:
            tree.append((u, v))
            joined = group[u] | group[v]
            group |= dict.fromkeys(joined, joined)
    rest = [edge for edge in pairs if edge not in tree]
    return tree + rest[: max(0, wanted - len(tree))]


def _cluster_edges(
    nodes: Sequence[str], pairs: Sequence[Edge], forced: set[Edge], planted: Coloring, wanted: int
) -> list[Edge]:
    """Return edges inside one cluster: the forced ones, and others without conflicts in the planted coloring.

    `pairs` starts with the forced edges; `wanted` is the number of edges in all.
    """
    fitting = [edge for edge in pairs if edge in forced or planted[edge[0]] != planted[edge[1]]]
    edges = _spanning_pairs(nodes, fitting, wanted)
    return edges + [edge for edge in fitting if edge in forced and edge not in edges]


def _planted_coloring(
    nodes: Mapping[str, Sequence[str]], links: Sequence[Edge], colors: tuple[str, ...], draw: Draw
) -> Coloring:
    """Draw a coloring with two colors or more in each cluster, so that edges without conflicts can connect it."""
    if all(len(members) == 1 for members in nodes.values()):
        single = [(nodes[a][0], nodes[b][0]) for a, b in links]
        found = solve(_default_points_problem({o: tuple(m) for o, m in nodes.items()}, single, colors, 0.0), {}, draw)
        if found is None:
            raise ValueError(f"single nodes linked like this can't be colored with {len(colors)} colors: add a color")
        return found
    out: Coloring = {}
    for members in nodes.values():
        palette = draw.sample(colors, len(colors))
        shades = [palette[i % len(palette)] for i in range(len(members))]
        draw.shuffle(shades)
        out |= zip(members, shades, strict=True)
    return out


def _nodes_for_clique(
    nodes: Mapping[str, tuple[str, ...]], links: Sequence[Edge], count: int, draw: Draw
) -> tuple[str, ...]:
    """Choose nodes for a clique from one cluster or, if it is too small, from two linked ones; in node order."""
    a, b = draw.choice(links)
    owner = draw.choice(list(nodes))
    size = len(nodes[owner])
    if size >= count:
        return tuple(sorted(draw.sample(nodes[owner], count), key=nodes[owner].index))
    if 2 * size < count:
        raise ValueError(
            f"no room for {count} nodes that all touch each other in two clusters of {size}: "
            f"take at least {(count + 1) // 2} nodes per cluster, or fewer colors"
        )
    half = [*draw.sample(nodes[a], count // 2), *draw.sample(nodes[b], count - count // 2)]
    return tuple(sorted(half, key=(nodes[a] + nodes[b]).index))


def _edge_to_lock(problem: Problem, fixed_per_cluster: int, draw: Draw) -> Edge:
    """Draw an edge whose two ends can be locked, if possible between two clusters."""
    across = [(u, v) for u, v in problem.edges if problem.owner[u] != problem.owner[v]]
    if fixed_per_cluster == 0:
        raise ValueError("this graph has a valid coloring and nothing is locked: lock nodes to make it unsolvable")
    edges = across or [*(problem.edges if fixed_per_cluster > 1 else ())]
    if not edges:
        raise ValueError("no two nodes that touch can both be locked: lock more nodes per cluster or add edges")
    return draw.choice(edges)


def _find_clique(problem: Problem, count: int) -> tuple[str, ...]:
    """Return the first `count` nodes that are all adjacent, or none."""
    near = {node: set(others) for node, others in problem.adjacent.items()}

    def extend(clique: tuple[str, ...], pool: list[str]) -> tuple[str, ...]:
        if len(clique) == count:
            return clique
        tries = (extend((*clique, v), [w for w in pool[i + 1 :] if w in near[v]]) for i, v in enumerate(pool))
        return next(filter(None, tries), ())

    return extend((), list(problem.nodes))


def _why_clique_unsolvable(clique: Sequence[str], colors: int) -> str:
    return f"{' '.join(clique)} all touch each other, and there are {colors} colors"
