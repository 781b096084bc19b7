"""Options that every scene has, and which of them are limits."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator

LIMITS = ("max_turns", "max_calls", "max_tokens", "max_cost", "max_seconds")
"""Options that end a run when they are reached, and are the reason it gives."""
RESUMABLE = ("stop", *LIMITS)
"""Reasons to end after which a run can go on."""


class SceneConfig(BaseModel):
    """Holds the options that every scene has. A scene subclasses it; what a user sets is checked here, once.

        class DiceConfig(pb.SceneConfig):
            players: int = Field(3, ge=2, le=6, description="players, 2 to 6")
            dice: int = Field(5, ge=1, le=6, description="dice that everybody begins with")

    It is a pydantic model, frozen, and refuses unknown options; every option has a default, and a description that
    `playbill scenes` and the lobby show. An option `players` says how many sit at the table (`seats`). Limits end
    the run with their name as its reason, and 0 is none: calls to models, tokens, US dollars, seconds of wall time. A
    model that fails too often in a row ends the run as an error does.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def taken_in(cls, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Put what options name by file in the file's place, so that a header holds it whole and a replay needs no
        file: here, nothing. Asked of options that somebody sets, never of a recording's. Raises UserError."""
        return options

    @classmethod
    def named_files(cls, options: Mapping[str, Any]) -> Sequence[str]:
        """Files that `taken_in` would read for these options: here, none. An experiment that somebody else wrote reads
        no file unless the user grants it."""
        return ()

    people: ClassVar[tuple[str, ...]] = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon")
    """Names of who may sit at the table, in seat order: a word each."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Names at the table, in seat order: as many of `people` as the option `players` says, or all."""
        return self.people[: getattr(self, "players", None)]

    @property
    def competitors(self) -> tuple[str, ...]:
        """Seats that compete, in seat order: all of them, unless somebody such as a moderator takes no side.

        Only these seats are rotated (`run --rotate`), and only they count as won or lost.
        """
        return self.seats

    @property
    def human_seat(self) -> str:
        """The seat that `playbill play` gives to the person: the first."""
        return self.seats[0]

    @property
    def harder(self) -> Mapping[str, Any]:
        """Options that make the next game harder, for the end screen; none by default."""
        return {}

    @property
    def closed_tools(self) -> tuple[str, ...]:
        """Tools of the world outside that these options close; none by default."""
        return ()

    @property
    def population(self) -> int:
        """Agents that the world moves beside those at the table; 0 where there are none."""
        return 0

    def settled(self, human: bool) -> Self:
        """Settle options that go by whether a human plays: here, none. A header holds what was settled."""
        return self

    max_turns: int = Field(default=1000, ge=1, le=10_000_000, description="the run ends after so many turns")
    max_steps_per_turn: int = Field(default=100, ge=1, le=10_000, description="steps an agent may take in one turn")
    max_calls: int = Field(default=0, ge=0, le=10**9, description="calls to models, then the run ends; 0 is no limit")
    max_tokens: int = Field(
        default=0, ge=0, le=10**12, description="tokens of models, then the run ends; 0 is no limit"
    )
    max_cost: float = Field(
        default=0.0, ge=0, le=10**6, description="US dollars for models, then the run ends; 0 is no limit"
    )
    max_failures: int = Field(
        default=5, ge=0, le=10**6, description="questions in a row to which a model may give no reply; 0 is no limit"
    )
    max_seconds: float = Field(default=0.0, ge=0, le=10**8, description="wall time, then the run ends; 0 is no limit")


class JudgedTalk(SceneConfig):
    """Holds the option of a scene in which what agents say is checked by rules: a model that judges it as well."""

    judge: str = Field(default="", description="a model that judges what is said, beside the rules: llm:NAME")

    @field_validator("judge")
    @classmethod
    def _model(cls, judge: str) -> str:
        if judge and not (judge.startswith("llm:") and judge.removeprefix("llm:").strip()):
            raise ValueError("a judge is a model, such as llm:openai/gpt-4o-mini")
        return judge


class OpenOrder(SceneConfig):
    """Holds the options of a scene that leaves it to whoever plays in which order its agents act: in seat order, at
    random, or all at once."""

    ordering: Literal["sequential", "random", "asynchronous"] = Field(default="sequential", description="who acts next")
