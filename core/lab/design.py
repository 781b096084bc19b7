"""The design of an experiment, read from its file: factors, casts, games."""

import tomllib
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, combinations_with_replacement, product
from pathlib import Path
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.engine.casting import MAX_SEED, configure, resolve
from core.engine.registry import find_scene
from core.errors import UserError, did_you_mean
from core.lab.batch import rotations
from core.lab.declaration import PrimaryOutcome
from core.lab.interview import Interview
from core.lab.moments import check_moment
from core.lab.playing import Job
from core.lab.rows import MANY_FALLBACKS
from core.lab.survey import Survey, experiment_survey
from core.llm.prompts import folders_in
from core.llm.routes import PREFIX, make_model, models_of, thinkers
from core.llm.settings import read_settings
from core.recording.header import Header
from core.trust.grants import Grants, merge_settings
from core.trust.wishes import Wish, file_wishes, policy_wishes
from core.validation_errors import shown, validation_message

Design = Literal["fixed", "self-play", "cross-play", "round-robin"]
EXAMPLES = {
    "name": '"hanabi-bots"',
    "scene": '"hanabi"',
    "games": "50",
    "policies": '["hat", "rules"]',
    "measure": '"score"',
    "factor": '"bomb"',
    "levels": '["zero", "keep"]',
    "least": "1.0",
}
"""Example values for keys that are missing from a file."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Cast(_Part):
    """The cast of an experiment.

    fixed: `policies` in seat order, or `seats` by name. self-play: each policy on all seats. cross-play: the
      first seat by one of them, all others by another, every pair. round-robin: every table with as many different
      policies as possible. With `rotate`, the default of round-robin, every rotation over the seats plays each seed.
    """

    design: Design = "fixed"
    policies: tuple[str, ...] = ()
    seats: dict[str, str] = {}
    rotate: bool | None = None

    @property
    def rotates(self) -> bool:
        return self.design == "round-robin" if self.rotate is None else self.rotate


class UsageLimits(_Part):
    """Limits for all calls to models, which can continue with higher ones; 0 is no limit.

    `seconds` are counted anew at each start of the command.
    """

    calls: int = Field(0, ge=0)
    tokens: int = Field(0, ge=0)
    cost: float = Field(0.0, ge=0)
    seconds: float = Field(0.0, ge=0)

    @property
    def most(self) -> dict[str, float]:
        """The limits that are set, by name."""
        return {key: value for key in UsageLimits.model_fields if (value := getattr(self, key))}


class Limits(UsageLimits):
    """Limits for a whole experiment. `fallbacks` only marks games with so many default actions per turn."""

    fallbacks: float = Field(MANY_FALLBACKS, ge=0)


PARTS: dict[str, type[BaseModel]] = {"cast": Cast, "limits": Limits, "primary": PrimaryOutcome}
"""Tables of the file that have a class of their own."""


class Cell(NamedTuple):
    """One combination of factor levels and a line-up; `header` is the header of its games, without the seed."""

    name: str
    levels: dict[str, Any]
    lineup: tuple[str, ...]
    """The policies of a design's line-up; empty where the design leaves no choice."""
    header: Header


class Experiment(_Part):
    """An experiment's file, checked."""

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")
    scene: str
    games: int = Field(ge=1, le=10**7)
    """Number of seeds; every cell is played with the same ones."""
    seed: int = Field(1, ge=0, le=MAX_SEED - 10**7)
    measure: str = ""
    """Metric shown in matrices; empty for the scene's first numeric one."""
    regret: bool = False
    """True if rows have the regret of each policy's decisions, which takes CPU time."""
    options: dict[str, Any] = {}
    factors: dict[str, list[Any]] = {}
    cast: Cast = Cast()
    limits: Limits = Limits()
    primary: PrimaryOutcome | None = None
    survey: Survey | None = None
    """Questions to the agents after each game."""
    models: dict[str, dict[str, Any]] = {}

    def wishes(self) -> tuple[Wish, ...]:
        """List the accesses that the games require: for policies, judges, models and files. Raises UserError."""
        named = (each for key in ("judge", "reader") for each in [self.options.get(key), *self.factors.get(key, [])])
        judges = [judge for judge in named if judge]
        answering = [f"{PREFIX}{self.interview.model}"] if self.interview and self.interview.model else []
        policies = [*self.cast.policies, *self.cast.seats.values(), *map(str, judges), *answering]
        return (*policy_wishes(policies, self.models), *self.file_wishes())

    def file_wishes(self) -> tuple[Wish, ...]:
        """List the accesses to files that options and models name. Raises UserError."""
        kind = find_scene(self.scene)
        found = [kind.Config.named_files({**self.options, **levels}) for levels in self.levels()]
        found += [folders_in(settings) for settings in self.models.values()]
        return file_wishes("options", dict.fromkeys(chain.from_iterable(found)))

    def levels(self) -> Iterator[dict[str, Any]]:
        """Return every combination of the factors' levels."""
        return (dict(zip(self.factors, values, strict=True)) for values in product(*self.factors.values()))

    def cells(self, grants: Grants) -> list[Cell]:
        """Build and check every cell, without constructing agents or model clients. Raises UserError."""
        out, models = [], merge_settings(grants.own, self.models)
        grants.check(self.file_wishes())
        for name, settings in self.models.items():
            read_settings(name, settings)
        for levels in self.levels():
            names = [f"{key}={_word(value)}" for key, value in levels.items()]
            options = {**self.options, **levels}
            kind = find_scene(self.scene)
            config = configure(kind, options)
            seats = config.seats
            met = config.competitors if self.cast.design in ("cross-play", "round-robin") else seats
            for lineup, cast in _casts(self.cast, met):
                header = resolve(self.scene, options, cast, self.seed, models=models)
                if person := next(iter(header.people), ""):
                    raise UserError(f"cast: a human at {person} needs the screen; name another policy.")
                name = ", ".join([*names, *([" + ".join(lineup)] if lineup else [])]) or "all"
                out.append(Cell(name, levels, lineup, header))
        return out

    @property
    def interview(self) -> Interview | None:
        """The survey, as it is asked after each game."""
        if self.survey is None:
            return None
        return Interview(self.survey.asked(), self.survey.model.removeprefix(PREFIX), self.models)

    def check_survey(self, cells: Sequence[Cell], grants: Grants) -> None:
        """Raise UserError if no game can have a moment or an agent of the survey, or if nobody could answer."""
        if (interview := self.interview) is None:
            return
        seats = dict.fromkeys(name for cell in cells for name in cell.header.cast)
        for question in interview.questions:
            for at in question.at:
                try:
                    check_moment(find_scene(self.scene), at)
                except UserError as why:
                    raise UserError(f"[survey] at: {why}") from None
            if unknown := next((name for name in question.agents if name not in seats), ""):
                raise UserError(f"[survey] agents: nobody is called {unknown!r}; {did_you_mean(unknown, seats)}.")
        if interview.model:
            make_model(interview.model, interview._replace(grants=grants).granted_settings())
        elif not any(models_of(cell.header.cast) for cell in cells):
            raise UserError('[survey] No model plays here; name one that answers, such as model = "llm:mock".')

    def uses_models(self, cells: Sequence[Cell]) -> bool:
        """Return True if games or the survey call models."""
        return bool(self.survey and self.survey.model) or any(thinkers(cell.header) for cell in cells)

    def jobs(self, cells: Sequence[Cell], folder: Path) -> Iterator[Job]:
        """Return all games, seed by seed: if the experiment stops early, all cells have about equally many games."""
        width, interview = len(str(len(cells))), self.interview
        for seed in range(self.seed, self.seed + self.games):
            for number, cell in enumerate(cells, 1):
                for rotation, cast in rotations(cell.header, self.cast.rotates):
                    turned = f"-r{rotation}" if self.cast.rotates else ""
                    yield Job(
                        replace(cell.header, seed=seed, cast=cast),
                        rotation,
                        f"recordings/c{number:0{width}}-s{seed}{turned}.jsonl",
                        folder,
                        self.name,
                        cell.name,
                        self.limits.fallbacks,
                        continues=True,
                        planned=self.games,
                        primary=self.primary.digest if self.primary else "",
                        interview=interview,
                        regret=self.regret,
                    )


def _casts(cast: Cast, seats: Sequence[str]) -> Iterator[tuple[tuple[str, ...], dict[str, str]]]:
    """Return line-ups and their casts. Raises UserError if the design does not fit the scene."""
    policies, count = cast.policies, len(seats)
    if cast.design != "fixed" and (cast.seats or not policies):
        raise UserError(f"cast: {cast.design} takes policies = {EXAMPLES['policies']}, and no seats.")
    match cast.design:
        case "fixed":
            if policies and (cast.seats or len(policies) != count):
                names = ", ".join(seats)
                raise UserError(f"cast.policies: one for each seat, {names}; or assign seats by name in [cast.seats].")
            yield (), dict(zip(seats, policies, strict=True)) if policies else cast.seats
        case "self-play":
            yield from (((one,), dict.fromkeys(seats, one)) for one in policies)
        case "cross-play":
            for one, other in product(policies, policies):
                yield (one, other), {**dict.fromkeys(seats, other), seats[0]: one}
        case "round-robin":
            for table in _tables(policies, count):
                yield table, dict(zip(seats, table, strict=True))


def _tables(policies: Sequence[str], count: int) -> Iterator[tuple[str, ...]]:
    """Choose all sets of `count` policies, with as many different policies as possible."""
    if len(policies) >= count:
        return combinations(policies, count)
    more = combinations_with_replacement(policies, count - len(policies))
    return (tuple(sorted(chain(policies, each), key=policies.index)) for each in more)


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# -- the file


def read_experiment(path: Path) -> Experiment:
    """Read an experiment's file.

    Raises:
        UserError: A key is unknown, missing or has a wrong value; the message names it.
    """
    if path.is_dir():
        raise UserError(f"The experiment {path} is a folder; name its file: {path / 'experiment.toml'}.")
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise UserError(f"The experiment {path} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"The experiment {path} is not TOML: {error}.") from error
    if "survey" in content:
        content["survey"] = experiment_survey(path, content["survey"])
    try:
        experiment = Experiment.model_validate(content)
    except ValidationError as error:
        raise UserError(f"{path}: {_why(error)}.") from error
    if twice := next((key for key in experiment.factors if key in experiment.options), None):
        raise UserError(f"{path}: {twice} is an option and a factor; take it out of [options].")
    for key, levels in experiment.factors.items():
        if not levels or len(set(map(_word, levels))) < len(levels):
            raise UserError(f'{path}: factors.{key} takes a list of different levels, such as {key} = ["one", "two"].')
    if len(set(experiment.cast.policies)) < len(experiment.cast.policies) and experiment.cast.design != "fixed":
        raise UserError(f"{path}: cast.policies names one twice; name each once.")
    if experiment.primary:
        try:
            cast = experiment.cast
            experiment.primary.check(experiment.factors, [*cast.policies, *cast.seats.values()], cast.design)
        except UserError as error:
            raise UserError(f"{path}: [primary] {error}") from None
    return experiment


def _why(error: ValidationError) -> str:
    """Describe one error: the first unknown key, else the first error."""
    errors = error.errors()
    first = next((each for each in errors if each["type"] == "extra_forbidden"), errors[0])
    place = [str(each) for each in first["loc"]]
    key, last = ".".join(place), place[-1]
    match first["type"]:
        case "extra_forbidden":
            part = PARTS[place[0]] if len(place) > 1 else Experiment
            seats = ". Seats are assigned in [cast.seats]" if part is Cast else ""
            return f"there is no key {key!r}; {did_you_mean(last, part.model_fields)}{seats}"
        case "missing":
            return f"{key} is missing; add it, such as {last} = {EXAMPLES[last]}"
        case "string_pattern_mismatch":
            return f"{key} = {first['input']!r}: letters, digits, dots and dashes, as in {EXAMPLES['name']}"
    return f"{key} = {shown(first['input'])}: {validation_message(first, Experiment)}"
