"""Options of the coloring scene, and the problem that they describe."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import Field, field_validator

from core.engine.chance import Chance, Draw
from core.engine.config import HIDDEN, JudgedTalk, OpenOrder, ReadTalk
from core.errors import UserError, did_you_mean
from core.text import one_line
from scenes.coloring.files.problem_file import is_file, read_problem
from scenes.coloring.files.problem_spec import ProblemSpec
from scenes.coloring.problem.difficulty import LEVELS, Level, generate_for_level
from scenes.coloring.problem.generation import (
    WHY_SOLVABLE,
    ProblemInstance,
    Topology,
    default_problem,
    generate_problem,
    lock_nodes,
)
from scenes.coloring.problem.graph import SEATS
from scenes.coloring.rules.observation import Mode, Temper
from scenes.coloring.solvers.backtracking import SearchGivenUp, solve

ProblemSource = Literal["default", "generate"]
MAX_MESSAGES = 10_000
SIZE_OPTIONS = ("clusters", "size", "colors", "density", "topology")
"""Options that only a generated problem obeys."""
GENERATION_OPTIONS = (*SIZE_OPTIONS, "fixed")
"""Options that conflict with a problem from a file."""
SEARCH_LIMIT = 200_000
"""Maximum number of color assignments tried on a problem from a file; then it is rejected as too hard."""
HUMAN_SEAT = "H"
"""Name of the human's seat; without an owner of this name, the human takes the first seat."""


TEMPERS: tuple[Temper, ...] = get_args(Temper)
TemperOption = Temper | Literal["mixed"]
"""A temper, or "mixed" for one that is drawn."""
TEMPER_OPTIONS: tuple[TemperOption, ...] = (*TEMPERS, "mixed")


def read_tempers(text: str, seats: tuple[str, ...]) -> dict[str, TemperOption]:
    """Return the temper of each seat: one word for all, or `A=stubborn; *=fair`. Raises ValueError."""
    tempers: dict[str, TemperOption] = {}
    for part in filter(str.strip, text.split(";")):
        name, equals, word = (each.strip() for each in part.partition("="))
        name, word = (name, word) if equals else ("*", name)
        temper = next((each for each in TEMPER_OPTIONS if each == word), None)
        if temper is None:
            raise ValueError(f"there is no temper {word[:40]!r}; known: {', '.join(TEMPER_OPTIONS)}")
        if name not in (*seats, "*") or name in tempers:
            known = f"known, once each: {', '.join(seats)}, * for all others"
            raise ValueError(f"write fair, or A=stubborn; *=fair, not {name[:40]!r}; {known}")
        tempers[name] = temper
    return {seat: tempers.get(seat, tempers.get("*", "fair")) for seat in seats}


class ColoringConfig(OpenOrder, ReadTalk, JudgedTalk):
    """Options of the coloring scene."""

    removed = frozenset({"questionnaire"})

    problem: ProblemSource | ProblemSpec = Field(
        "default",
        description="default graph, generated graph, or FILE: .json, .col (DIMACS), .yaml (pyDCOP)",
        json_schema_extra=HIDDEN,
    )
    fixed: int = Field(1, ge=0, le=3, description="locked nodes per cluster, 0 to 3")
    mode: Mode = Field("llm_u", description="messages: typed, with costs, with constraints, or free text")
    alg: Literal["greedy", "maxsum"] = Field("greedy", description="algorithm by which agents color their own cluster")
    solvable: bool = Field(True, description="no: the generated problem has no valid coloring")
    clusters: int = Field(3, ge=2, le=8, description="owners, 2 to 8 (generated graphs, and files without owners)")
    size: int = Field(5, ge=1, le=30, description="nodes per cluster, 1 to 30 (generated graphs)")
    colors: int = Field(3, ge=2, le=6, description="colors, 2 to 6 (generated graphs, and files without colors)")
    density: float = Field(0.4, ge=0, le=1, description="share of a cluster's pairs that are edges (generated graphs)")
    topology: Topology = Field("chain", description="which clusters share borders (generated graphs)")
    difficulty: Level = Field(
        "easy",
        description="amount of negotiation; from medium on the problem is generated and points are private",
    )
    messages: Literal["any"] | Annotated[int, Field(ge=0, le=MAX_MESSAGES)] = Field(
        "any", description="limit of messages per owner and game; 0: only colors are reported"
    )
    temper: str = Field(
        "fair",
        description="accommodating, fair, stubborn, tit-for-tat, or mixed (drawn); by seat: A=stubborn; *=fair",
        json_schema_extra=HIDDEN,
    )
    penalty: float = Field(10.0, gt=0, allow_inf_nan=False, description="cost of one conflict")
    snap: float = Field(
        5.0,
        ge=0,
        allow_inf_nan=False,
        description="exact search takes over above this gain, scaled down if penalty < 10; from 10 on it leaves "
        "single conflicts alone, and agents may never agree",
    )
    max_turns: int = Field(80, ge=1, le=10_000_000, description="number of turns after which the run ends")

    @field_validator("messages", mode="before")
    @classmethod
    def _check_messages(cls, value: object) -> object:
        """Raise a one-line UserError for an invalid message limit, instead of one line for each accepted type."""
        number = value if isinstance(value, int) else int(value) if isinstance(value, str) and value.isdecimal() else -1
        if value != "any" and not 0 <= number <= MAX_MESSAGES:
            raise UserError(f"coloring: option messages = {value!r}: write any, or a number from 0 to {MAX_MESSAGES}.")
        return value

    @field_validator("temper")
    @classmethod
    def _check_temper(cls, text: str) -> str:
        read_tempers(text, SEATS)
        return text

    @classmethod
    def named_files(cls, options: Mapping[str, Any]) -> Sequence[str]:
        name = options.get("problem")
        own = (str(name),) if isinstance(name, str | Path) and is_file(str(name)) else ()
        return (*own, *super().named_files(options))

    @classmethod
    def taken_in(cls, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Read the problem file, or decide that a problem is generated.

        A size option that differs from the built-in graph asks for a generated problem.
        """
        options, name = super().taken_in(options), options.get("problem")
        if name in (None, "default") and options.get("difficulty", "easy") == "easy":
            return cls._with_problem_by_size(options)
        if not isinstance(name, str | Path) or not is_file(str(name)):
            return options
        bare = cls(**{key: options[key] for key in GENERATION_OPTIONS if key in options})
        try:
            stated = read_problem(Path(name), bare.clusters, bare.colors)
        except UserError as error:
            raise UserError(f"coloring: option problem = {one_line(str(name))}: {error}.") from error
        cls._check_sizes(str(name), stated, {key: getattr(bare, key) for key in GENERATION_OPTIONS if key in options})
        return {**options, "problem": stated}

    @classmethod
    def _check_sizes(cls, name: str, stated: ProblemSpec, wanted: Mapping[str, object]) -> None:
        """Raise UserError if a size option contradicts the file."""
        own = {"clusters": len(stated.owners), "colors": len(stated.colors)}
        for key, value in wanted.items():
            if value != own.get(key, cls.model_fields[key].default):
                has = {"clusters": f"{own['clusters']} owners", "colors": f"{own['colors']} colors"}.get(key, "its own")
                raise UserError(
                    f"coloring: option {key} = {value}: {one_line(name)} is a complete problem and has {has}; "
                    f"leave {key} out, or use -o problem=generate."
                )

    @classmethod
    def _with_problem_by_size(cls, options: Mapping[str, Any]) -> Mapping[str, Any]:
        bare = cls(**{key: options[key] for key in SIZE_OPTIONS if key in options})
        other = [key for key in SIZE_OPTIONS if getattr(bare, key) != cls.model_fields[key].default]
        if other and "problem" in options:
            raise UserError(
                f"coloring: option {other[0]} = {options[other[0]]}: the built-in graph has fixed sizes; "
                "use -o problem=generate."
            )
        return {**options, "problem": "generate"} if other else options

    @field_validator("problem", mode="before")
    @classmethod
    def _check_problem(cls, value: object) -> object:
        """Raise a one-line UserError for an invalid problem."""
        if isinstance(value, str) and value not in get_args(ProblemSource):
            known = did_you_mean(value, get_args(ProblemSource))
            raise UserError(f"coloring: option problem = {value!r}: {known}, or a FILE.json, FILE.col or FILE.yaml.")
        if isinstance(value, str | ProblemSpec):
            return value
        try:
            return ProblemSpec.read(value)
        except UserError as error:
            raise UserError(f"coloring: option problem: {error}.") from error

    def public(self) -> dict[str, Any]:
        named = {} if isinstance(self.problem, ProblemSpec) else {"problem": self.problem}
        return {**super().public(), **named}

    @property
    def seats(self) -> tuple[str, ...]:
        if isinstance(self.problem, ProblemSpec):
            return tuple(self.problem.owners)
        if self.problem == "default" and self.difficulty == "easy":
            return SEATS[:3]
        return SEATS[: self.clusters]

    def team_points(self, metrics: Mapping[str, Any]) -> tuple[float, float] | None:
        """Return the points less penalties and those of the proven optimum; None without a proof.

        None as well where even the optimum has a conflict.
        """
        score, gap = metrics.get("score"), metrics.get("gap")
        if score is None or gap is None or not metrics.get("solvable"):
            return None
        stated = self.problem.penalty if isinstance(self.problem, ProblemSpec) else None
        net: float = score - (stated or self.penalty) * metrics["conflicts"]
        return net, net + gap

    @property
    def human_seat(self) -> str:
        return HUMAN_SEAT if HUMAN_SEAT in self.seats else self.seats[0]

    @property
    def harder(self) -> Mapping[str, str]:
        level = LEVELS.index(self.difficulty) + 1
        return {"difficulty": LEVELS[level], "problem": "default"} if level < len(LEVELS) else {}


def make_problem(config: ColoringConfig, seed: int) -> ProblemInstance:
    """Make the problem of a game.

    The result is cached by options and seed. Raises UserError if no such problem can be made.
    """
    return _cached_problem(config.model_dump_json(), seed)


@lru_cache(16)
def _cached_problem(config_json: str, seed: int) -> ProblemInstance:
    config, draw = ColoringConfig.model_validate_json(config_json), Chance(seed)("problem")
    if config.difficulty != "easy" and (isinstance(config.problem, ProblemSpec) or not config.solvable):
        raise UserError("A difficulty above easy needs a generated, solvable problem; use -o difficulty=easy.")
    if isinstance(config.problem, ProblemSpec):
        return _problem_from_file(config.problem, config.penalty, config.solvable, draw)
    try:
        if config.difficulty != "easy":
            return generate_for_level(config.difficulty, lambda: _random_problem(config, draw), draw)
        if config.problem == "default":
            return lock_nodes(default_problem(config.penalty), config.fixed, config.solvable, draw)
        return _random_problem(config, draw)
    except ValueError as error:
        raise UserError(f"No such problem can be made: {error}") from error


def _random_problem(config: ColoringConfig, draw: Draw) -> ProblemInstance:
    sizes = config.model_dump(include={*SIZE_OPTIONS, "penalty", "solvable"})
    generated = generate_problem(**sizes, draw=draw)
    return lock_nodes(generated.problem, config.fixed, config.solvable, draw)


def _problem_from_file(stated: ProblemSpec, penalty: float, solvable: bool, draw: Draw) -> ProblemInstance:
    """Build the problem of a file, with the locks that the file states.

    Raises UserError if the option `solvable` is on but there is no valid coloring, or if the search takes too long.
    """
    problem, fixed = stated.problem(penalty), dict(stated.locks)
    try:
        witness = solve(problem, fixed, draw, SEARCH_LIMIT)
    except SearchGivenUp as error:
        raise UserError(
            "It takes too long to find out whether this problem has a valid coloring: remove edges, or add a color."
        ) from error
    if witness is None and solvable:
        more = "; the locks are part of that" if fixed else ""
        raise UserError(
            f"With {len(problem.colors)} colors this problem has no valid coloring{more}: "
            "add a color (-o colors=N for DIMACS), or play it anyway with -o solvable=no."
        )
    why = WHY_SOLVABLE if witness else "every coloring was tried, and none is valid"
    return ProblemInstance(problem, fixed, witness, why, private=bool(stated.preferences))
