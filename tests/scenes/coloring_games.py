"""Small problems, observations and games for the tests of coloring."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from core.engine.agents import Agent, Scripted
from core.engine.casting import prepare
from core.engine.events import Body, Event
from core.engine.simulator import Run
from core.recording.header import Header
from scenes.coloring.actions import Message, Move
from scenes.coloring.problem.generation import default_problem
from scenes.coloring.problem.graph import COLORS, POINTS, Coloring, Problem
from scenes.coloring.rules.observation import Asked, Known, Observation
from scenes.coloring.scene import ColoringScene
from tests.core.table import Does, play, run_of

B = TypeVar("B", bound=Body)
DEFAULT = default_problem()
EVEN = {"red": 1.0, "green": 1.0, "blue": 1.0}
VALID = dict(zip(DEFAULT.nodes, "rgrgb rgbrb grgrb".replace(" ", ""), strict=True))
VALID = {node: DEFAULT.color_named(color) or "" for node, color in VALID.items()}
"""A valid coloring of the default problem."""
PERSON = ("color h1 red", "color h2 green", "color h3 blue", "color h4 green", "color h5 red")


def tiny(edges: str, colors: int = 3, penalty: float = 10.0, points: dict[str, float] = POINTS) -> Problem:
    """Build a problem from edges such as "a1-a2 a1-h1"; a node's letter names its owner."""
    pairs = [(u, v) for u, _, v in (edge.partition("-") for edge in edges.split())]
    nodes = sorted({node for pair in pairs for node in pair if node})
    owners = {node[0].upper() for node in nodes}
    clusters = {owner: tuple(n for n in nodes if n[0].upper() == owner) for owner in "AHB" if owner in owners}
    palette = COLORS[:colors]
    worth = {node: {color: points[color] for color in palette} for node in nodes}
    return Problem(clusters, tuple((u, v) for u, v in pairs if v), palette, penalty, worth)


def sees(problem: Problem, name: str = "A", known: Coloring | None = None, **fields: Any) -> Observation:
    """Return an owner's observation; omitted fields are empty."""
    reported = {node: Known(color, 1) for node, color in (known or {}).items()}
    empty: dict[str, Any] = {"colors": {}, "fixed": {}, "flags": {}, "snap": 5.0, "turn": 4}
    return Observation(name=name, problem=problem, known=reported, **{**empty, **fields})


def want(color: str, by: str = "H") -> Asked:
    return Asked(by, color)


def own(name: str, colors: Coloring = VALID) -> Coloring:
    return DEFAULT.owned(name, colors)


def whole(name: str, *, report: bool = True, satisfied: bool = True, colors: Coloring = VALID) -> Move:
    """Return a whole turn with these colors, with or without reports to the neighbors."""
    neighbors = DEFAULT.neighbors[name] if report else ()
    messages = [Message(to=to, report={n: colors[n] for n in DEFAULT.boundary(name, to)}) for to in neighbors]
    return Move(colors=own(name, colors), satisfied=satisfied, messages=tuple(messages))


def game(agents: Mapping[str, Agent] = {}, seed: int = 1, **options: Any) -> Run:
    """Return a run without locks; owners that are not listed pass."""
    header = prepare("coloring", {"fixed": 0, "max_turns": 9, **options}, {}, seed)
    return run_of(header, {**{name: Does() for name in header.cast}, **agents})


def scene_of(run: Run) -> ColoringScene:
    assert isinstance(run.scene, ColoringScene)
    return run.scene


class Game(NamedTuple):
    header: Header
    scene: ColoringScene
    events: list[Event]


async def played(
    seed: int, agents: Mapping[str, Agent] | None = None, cast: Mapping[str, str] = {}, **options: Any
) -> Game:
    """Play a whole game; agents or the cast replace the rule-based policies."""
    header = prepare("coloring", options, cast, seed)
    run = run_of(header, agents)
    events = await play(run)
    return Game(header, scene_of(run), events)


async def person(*lines: str, **options: Any) -> Game:
    """Play a game without locks in which H colors its nodes and then gives these commands."""
    agents = {"H": Scripted([*PERSON, *lines])}
    return await played(7, agents, {"H": "human"}, **{"fixed": 0, "max_turns": 20, **options})


def lines(*commands: str) -> Scripted:
    return Scripted(commands)


def of(events: Sequence[Event], kind: type[B], agent: str | None = None) -> list[B]:
    return [e.data for e in events if isinstance(e.data, kind) and agent in (None, e.agent)]
