"""Options of every scene, including the limits of a run."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator, model_validator
from pydantic.fields import FieldInfo

from core.llm.prompts import folders_in, prompts_in, read_pack_option

LIMITS = ("max_turns", "max_calls", "max_tokens", "max_cost", "max_seconds")
"""Options that end a run when their value is reached. The option's name is then the run's end reason."""
RESUMABLE = ("stop", *LIMITS)
"""End reasons after which a run can be resumed."""


OnFailure = Literal["scene", "default", "random", "forfeit", "abort"]
"""Fallback if a model gives no usable reply: as the scene does by itself, the scene's default action, a random legal
action, a lost game, or the end of the run.
"""

HIDDEN: dict[str, Any] = {"hidden": True}
"""Marks an option that is kept from players of a hosted game: `Field("", json_schema_extra=HIDDEN)`."""


def _omit_default(default: Any) -> Callable[[Any], bool]:
    """Return a test for the default; headers omit options of models that have it, as most games use no model."""
    return lambda value: bool(value == default)


def is_hidden(field: FieldInfo) -> bool:
    """Return True if an option is marked `HIDDEN`."""
    return field.json_schema_extra == HIDDEN


class SceneConfig(BaseModel):
    """Options of a scene. A scene adds its own in a subclass; users' values are checked here, once.

    >>> from pydantic import Field
    >>> import playbill as pb
    >>> class DiceConfig(pb.SceneConfig):
    ...     players: int = Field(3, ge=2, le=6, description="players, 2 to 6")
    ...     dice: int = Field(5, ge=1, le=6, description="dice of each player at the start")
    >>> DiceConfig(players=2).seats
    ('Ann', 'Bob')

    It is a frozen pydantic model and rejects unknown options. Every option has a default, and a description for
    `playbill scenes` and the lobby. An option `players` sets the number of seats. A limit ends the run with the limit's
    name as its reason; 0 is no limit: model calls, tokens, US dollars, seconds of wall time. A model that fails too
    often in a row ends the run with an error.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    removed: ClassVar[frozenset[str]] = frozenset()
    """Options of earlier versions. Recordings may hold them; they have no effect."""

    @model_validator(mode="before")
    @classmethod
    def _without_removed(cls, options: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in options.items() if key not in cls.removed}

    @classmethod
    def taken_in(cls, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Replace options that name a file by the file's content, so that a replay does not need the file.

        Called for a user's options, never for a recording's. Raises UserError.

        Args:
            options: The user's options by name, not validated yet.

        Returns:
            The options to validate.
        """
        return {**options, "prompts": read_pack_option(options["prompts"])} if "prompts" in options else options

    @classmethod
    def named_files(cls, options: Mapping[str, Any]) -> Sequence[str]:
        """Return the files that `taken_in` would read for these options.

        A foreign experiment reads no file without the user's grant.
        """
        return folders_in(options)

    people: ClassVar[tuple[str, ...]] = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon")
    """Names of the seats, in seat order: one word each."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Seats in order: the first `players` names of `people`, or all if there is no option `players`."""
        return self.people[: getattr(self, "players", None)]

    @property
    def competitors(self) -> tuple[str, ...]:
        """Seats that compete, in seat order: all except neutral ones such as a moderator's.

        Only these seats are rotated (`run --rotate`), and only they count as won or lost.
        """
        return self.seats

    @property
    def human_seat(self) -> str:
        """Seat of the person in `playbill play` (default: the first)."""
        return self.seats[0]

    @property
    def harder(self) -> Mapping[str, Any]:
        """Options that make the next game harder; the end screen offers them. Empty by default."""
        return {}

    def team_points(self, metrics: Mapping[str, Any]) -> tuple[float, float] | None:
        """Return the points that the players reached together, and the possible ones; None by default.

        For scenes in which all players have the same aim. A player's own record shows the share of the points.

        Args:
            metrics: The game's metrics, as in `Outcome`.
        """
        return None

    @property
    def closed_tools(self) -> tuple[str, ...]:
        """Tools that these options disable; none by default."""
        return ()

    @property
    def population(self) -> int:
        """Number of agents that the scene moves itself, without seats; 0 for most scenes."""
        return 0

    def public(self) -> dict[str, Any]:
        """Return the options that players of a hosted game may see: all that are not marked `HIDDEN`."""
        options = self.model_dump(mode="json")
        hidden = {name for name, field in type(self).model_fields.items() if is_hidden(field)}
        return {name: value for name, value in options.items() if name not in hidden}

    def settled(self, human: bool) -> Self:
        """Resolve options whose default depends on whether a human plays. A header holds the result.

        Args:
            human: True if a human plays in the game.

        Returns:
            The options with all defaults filled in.
        """
        return self

    max_turns: int = Field(default=1000, ge=1, le=10_000_000, description="maximum number of turns")
    max_steps_per_turn: int = Field(
        default=100, ge=1, le=10_000, description="maximum number of steps in one turn of an agent"
    )
    max_calls: int = Field(default=0, ge=0, le=10**9, description="maximum number of model calls; 0 for no limit")
    max_tokens: int = Field(default=0, ge=0, le=10**12, description="maximum number of model tokens; 0 for no limit")
    max_cost: float = Field(default=0.0, ge=0, le=10**6, description="maximum cost in US dollars; 0 for no limit")
    max_failures: int = Field(
        default=5, ge=0, le=10**6, description="maximum number of failed model calls in a row; 0 for no limit"
    )
    max_seconds: float = Field(default=0.0, ge=0, le=10**8, description="maximum wall time in seconds; 0 for no limit")
    prompts: str = Field(
        default="",
        description="folder of prompts for models, in place of the scene's own",
        json_schema_extra=HIDDEN,
        exclude_if=_omit_default(""),
    )
    advice: bool = Field(
        default=True, description="yes: models' prompts give advice on strategy", exclude_if=_omit_default(True)
    )
    on_failure: OnFailure = Field(
        default="scene",
        description="without a usable reply: scene (the scene decides), default or random action, forfeit, or abort",
        exclude_if=_omit_default("scene"),
    )

    @field_validator("prompts")
    @classmethod
    def _whole_pack(cls, text: str) -> str:
        if text:
            prompts_in(text, True)
        return text


def _check_model(option: str, policy: str) -> str:
    """Check an option that names a model. Raises ValueError."""
    if policy and not (policy.startswith("llm:") and policy.removeprefix("llm:").strip()):
        raise ValueError(f"a {option} is a model, such as llm:openai/gpt-4o-mini")
    return policy


class JudgedTalk(SceneConfig):
    """Options of a scene whose rules check talk, with an optional model that judges it as well."""

    judge: str = Field(
        default="", description="model that judges talk in addition to the rules: llm:NAME", json_schema_extra=HIDDEN
    )

    @field_validator("judge")
    @classmethod
    def _is_model(cls, judge: str) -> str:
        return _check_model("judge", judge)


class ReadTalk(SceneConfig):
    """Options of a scene whose rules read free text, with an optional model that reads it as well."""

    reader: str = Field(
        default="",
        description="model that reads messages in addition to the rules: llm:NAME",
        json_schema_extra=HIDDEN,
    )

    @field_validator("reader")
    @classmethod
    def _one_model(cls, reader: str, info: ValidationInfo) -> str:
        _check_model("reader", reader)
        if reader and info.data.get("judge", "") not in ("", reader):
            raise ValueError(f"judge and reader must be equal: write {info.data['judge']}, or leave one of them out")
        return reader


class OpenOrder(SceneConfig):
    """Options of a scene in which the user chooses the turn order: by seat, random, or all at once.

    >>> import playbill as pb
    >>> pb.OpenOrder(ordering="random").ordering
    'random'
    """

    ordering: Literal["sequential", "random", "asynchronous"] = Field(default="sequential", description="turn order")
