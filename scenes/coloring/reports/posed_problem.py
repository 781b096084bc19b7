"""The problem of a recording, as the director knows it."""

from collections.abc import Sequence

from core.engine.events import Event
from core.errors import UserError
from scenes.coloring.events import Locked, Posed, Valued
from scenes.coloring.problem.graph import Coloring, Problem


def posed_in(events: Sequence[Event]) -> tuple[Problem, Coloring]:
    """Return the problem with everybody's points, and all locks. Raises UserError if the run never got a problem."""
    problem: Problem | None = None
    locks: Coloring = {}
    for event in events:
        match event.data:
            case Posed(told):
                problem = told
            case Valued(points) if problem:
                problem = problem.valued(points)
            case Locked(colors):
                locks = locks | colors
    if problem is None:
        raise UserError("The recording ends before the problem was posed, so nothing can be made of it.")
    return problem, locks
