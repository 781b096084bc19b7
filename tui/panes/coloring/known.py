"""Node positions of the built-in graph, as `layout` finds them: most people see it first, so it is not computed."""

from scenes.coloring.problem.generation import default_problem
from scenes.coloring.problem.graph import Problem

POINTS = {
    "a1": (0, 3),
    "a2": (0, 2),
    "a3": (0, 0),
    "a4": (2, 0),
    "a5": (2, 3),
    "h1": (5, 2),
    "h2": (7, 2),
    "h3": (7, 0),
    "h4": (5, 0),
    "h5": (5, 1),
    "b1": (10, 2),
    "b2": (10, 1),
    "b3": (10, 0),
    "b4": (12, 0),
    "b5": (12, 1),
}


def is_known(problem: Problem) -> bool:
    """Return True for the built-in graph, whatever its points and locks."""
    graph = default_problem()
    return (problem.clusters, problem.edges) == (graph.clusters, graph.edges)
