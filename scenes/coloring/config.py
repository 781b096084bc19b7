"""The options of the coloring scene, and the problem that they ask for."""

from typing import Literal

from pydantic import Field

from core.chance import Draw
from core.config import JudgedTalk, OpenOrder
from core.errors import UserError
from scenes.coloring.generate import Posed, Topology, default_problem, generate_problem, pose
from scenes.coloring.state import Mode


class ColoringConfig(OpenOrder, JudgedTalk):
    """Options of the coloring scene."""

    problem: Literal["default", "generate"] = Field("default", description="the built-in graph, or a generated one")
    fixed: int = Field(1, ge=0, le=3, description="locked nodes a cluster, 0 to 3")
    mode: Mode = Field("llm_u", description="how owners with a model talk: by rules, in costs, constraints, or freely")
    alg: Literal["greedy", "maxsum"] = Field("greedy", description="how agents color their cluster")
    solvable: bool = Field(True, description="no asks for a problem that has no valid coloring")
    clusters: int = Field(3, ge=2, le=8, description="owners, 2 to 8 (generate)")
    size: int = Field(5, ge=1, le=30, description="nodes a cluster, 1 to 30 (generate)")
    colors: int = Field(3, ge=2, le=6, description="colors, 2 to 6 (generate)")
    density: float = Field(0.4, ge=0, le=1, description="edges inside a cluster, as a share of all pairs (generate)")
    topology: Topology = Field("chain", description="who touches whom (generate)")
    penalty: float = Field(10.0, gt=0, allow_inf_nan=False, description="cost of one conflict")
    snap: float = Field(
        5.0,
        ge=0,
        allow_inf_nan=False,
        description="exact search takes over above this gain, in proportion where penalty < 10",
    )
    max_turns: int = Field(80, ge=1, le=10_000_000, description="the run ends after so many turns")


def make_problem(c: ColoringConfig, draw: Draw) -> Posed:
    """Raises UserError where no such problem can be made."""
    try:
        if c.problem == "default":
            return pose(default_problem(c.penalty), c.fixed, c.solvable, draw)
        made = generate_problem(
            clusters=c.clusters,
            size=c.size,
            colors=c.colors,
            density=c.density,
            topology=c.topology,
            penalty=c.penalty,
            solvable=c.solvable,
            draw=draw,
        )
        return pose(made.problem, c.fixed, c.solvable, draw)
    except ValueError as error:
        raise UserError(f"No such problem can be made: {error}") from error
