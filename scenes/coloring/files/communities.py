"""Nodes that nobody owns yet, split into clusters with few edges between them."""

from collections.abc import Sequence
from typing import Any

from core.errors import UserError
from scenes.coloring.files.stated import LARGEST


def split(nodes: int, edges: Sequence[tuple[int, int]], count: int) -> list[list[int]]:
    """Split nodes 0 … into `count` clusters, ordered by their first nodes. Raises UserError if that is impossible.

    Greedy modularity (Clauset, Newman and Moore 2004, as networkx has it), which draws nothing. Communities that are
    too large are split again; while there are too many, the smallest joins the one that it shares most edges with, node
    by node where it does not fit as a whole.
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
    """Return at least `count` communities; none spans two connected components."""
    import networkx

    wanted = max(count, networkx.number_connected_components(graph))
    if not graph.number_of_edges():
        return [[node] for node in graph]
    return [
        sorted(part) for part in networkx.community.greedy_modularity_communities(graph, cutoff=wanted, best_n=wanted)
    ]
