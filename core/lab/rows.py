"""One row per finished game, for tables, experiments and reports."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import reduce
from typing import Any, Literal

import msgspec
from msgspec.structs import asdict

from core.engine.config import LIMITS, SceneConfig
from core.engine.events import Defaulted, Event, Metric, ModelFailed, RunEnded
from core.engine.model_tally import Spent, Tally
from core.engine.scene import Outcome, Scene
from core.lab.answer_rows import AnswerRow
from core.lab.decisions import Decisions
from core.llm.judge import judge_in
from core.llm.prompts import with_labels
from core.llm.routes import PREFIX
from core.recording.header import Header
from core.tables import Column

Status = Literal["done", "limit", "fell back", "unfinished", "failed"]
"""Status of a game. `limit`: a limit on models cut it short; `fell back`: agents took defaults too often; `unfinished`:
it was stopped, or its recording has no end; `failed`: an error ended it.
"""
MANY_FALLBACKS = 0.1
"""Number of default actions per turn from which a game counts as fallen back."""
USAGE_METRICS = ("turns", "calls", "tokens", "cost")
"""Metrics that the engine adds; rows have separate fields for them."""


MODEL_OPTIONS = {name: SceneConfig.model_fields[name].default for name in ("prompts", "advice", "on_failure")}
"""Options that headers omit if they have their defaults; rows of games with models have all of them."""


class ModelUsage(msgspec.Struct, frozen=True):
    """Usage of a policy's model calls; `latency` is in seconds and `cost` in US dollars, both summed.

    Of the tokens, `thinking` were thoughts, `cached` came from a server's cache, and `estimated` were not counted by a
    server but estimated.
    """

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    latency: float = 0.0
    cost: float | None = None
    thinking: int = 0
    cached: int = 0
    estimated: int = 0

    @property
    def tokens(self) -> int:
        """Tokens read and written."""
        return self.tokens_in + self.tokens_out

    def plus(self, other: "ModelUsage") -> "ModelUsage":
        """Add up two usages; an unknown cost counts as 0 if the other is known."""
        cost = None if self.cost is None and other.cost is None else (self.cost or 0.0) + (other.cost or 0.0)
        return ModelUsage(
            self.calls + other.calls,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            round(self.latency + other.latency, 6),
            cost,
            self.thinking + other.thinking,
            self.cached + other.cached,
            self.estimated + other.estimated,
        )


def usage_of_call(spent: Spent) -> ModelUsage:
    tokens = spent.thinking, spent.cached, spent.estimated
    return ModelUsage(1, spent.tokens_in, spent.tokens_out, spent.latency, spent.cost, *tokens)


@dataclass(frozen=True, kw_only=True)
class Row:
    """The results of one game. If `error` is set, the game failed and its figures end there.

    Rows of equal games are equal, whatever their time and place.
    """

    experiment: str = ""
    cell: str = ""
    """Cell of the experiment to which the game belongs."""
    planned: int = field(default=0, compare=False)
    """Number of seeds that the experiment planned when the game was played; 0 for none."""
    primary: str = field(default="", compare=False)
    """Digest of the primary outcome that was declared when the game was played; empty for none."""
    playbill: str = field(default="", compare=False)
    """Version of Playbill that played the game; empty in older rows."""
    seed: int
    rotation: int = 0
    """Seats by which the cast was rotated."""
    cast: dict[str, str]
    """Policies by name, in seat order."""
    roles: Mapping[str, str] = field(default_factory=dict)
    """Roles by name, where the scene deals roles."""
    options: dict[str, Any]
    """All options of the scene, including defaults."""
    status: Status = "done"
    reason: str = ""
    """Reason for the end of the game, in one word."""
    winners: tuple[str, ...] = ()
    scores: Mapping[str, int | float] = field(default_factory=dict)
    """Scores by name, if the scene has any."""
    metrics: Mapping[str, Any] = field(default_factory=dict)
    """The scene's metrics, with turns and model usage."""
    turns: int = 0
    events: int = 0
    """Number of events."""
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    thinking: int = 0
    """Part of `tokens_out` that models spent on thoughts."""
    cached: int = 0
    """Part of `tokens_in` that servers had in their caches."""
    estimated: int = 0
    """Estimated tokens of tries that ended before a server counted them."""
    cost: float | None = None
    """Price in US dollars; None if no price is known."""
    prompts: Mapping[str, str] = field(default_factory=dict)
    """Name, version and hash of the prompts of each policy with a model."""
    models: Mapping[str, Tally] = field(default_factory=dict)
    """Counts of how models answered, by policy."""
    took: Mapping[str, ModelUsage] = field(default_factory=dict, compare=False)
    """Model usage by policy, including the judge."""
    fallbacks: int = 0
    """Number of default actions taken for agents that gave no usable action."""
    survey: tuple[AnswerRow, ...] = ()
    """Answers to the experiment's survey after the game, whose usage is in no other field."""
    answers: Mapping[str, float | bool | None] = field(default_factory=dict)
    """Mean answer to each question on a scale, and share of each choice, over the agents that answered."""
    wall_s: float = field(default=0.0, compare=False)
    """Seconds from the first event to the last, over all sessions."""
    cpu_s: float = field(default=0.0, compare=False)
    """CPU seconds of the last session."""
    digest: str = ""
    """SHA-256 digest of the game; equal games have equal digests."""
    recording: str = field(default="", compare=False)
    error: str = ""
    """Reason why the game failed, in one line; empty if it did not fail."""

    @property
    def competitors(self) -> list[str]:
        """Names that can win: those with a score, if the scene gives scores; a moderator has none."""
        return [name for name in self.cast if name in self.scores] if self.scores else list(self.cast)

    @property
    def outcome(self) -> Outcome:
        """Winners, scores by name, and the scene's metrics."""
        return Outcome(self.winners, self.scores, self.metrics)

    @property
    def is_whole(self) -> bool:
        """True if the game has the figures of a complete game."""
        return self.status != "failed"

    @property
    def tokens(self) -> int:
        """Tokens read and written by its models."""
        return self.tokens_in + self.tokens_out

    @property
    def survey_usage(self) -> dict[str, ModelUsage]:
        """Usage of the survey after the game, by the policy with the model that answered."""
        out: dict[str, ModelUsage] = {}
        for each in self.survey:
            if each["calls"]:
                tokens = each["tokens_in"] or 0, each["tokens_out"] or 0
                used = ModelUsage(each["calls"], *tokens, cost=each["cost"])
                policy = f"{PREFIX}{each['model']}"
                out[policy] = out.get(policy, ModelUsage()).plus(used)
        return out

    @property
    def usage(self) -> ModelUsage:
        """Usage of models in the game and in the survey after it."""
        game = ModelUsage(self.calls, self.tokens_in, self.tokens_out, cost=self.cost)
        return reduce(ModelUsage.plus, self.survey_usage.values(), game)

    @property
    def policies(self) -> tuple[str, ...]:
        """Policies of the cast, each once, in seat order."""
        return tuple(dict.fromkeys(self.cast.values()))

    @property
    def won(self) -> tuple[str, ...]:
        """Policies of the seats that won."""
        return tuple(self.cast[name] for name in self.winners)

    def table(self) -> dict[str, Any]:
        """Return the row as an object for files: one key per field, then one per metric of the scene."""
        out: dict[str, Any] = {}
        for name in FIELDS:
            if name == "cast":  # "cast" is a keyword of SQL, so files say "seats"
                out |= {"seats": self.cast, "policies": self.policies}
            else:
                out[name] = getattr(self, name)
        own = {key: value for key, value in self.metrics.items() if key not in USAGE_METRICS}
        return out | {f"metric {key}" if key in out else key: value for key, value in own.items()}

    def flat(self) -> dict[str, Any]:
        """Return one level of keys for tables.

        Each metric is a column, and so is each seat (`plays NAME`), role (`role NAME`), option (`option NAME`), score
        (`score NAME`), and mean or share of a survey's answers (`answer QUESTION`).

        >>> import playbill as pb
        >>> [row.flat()["plays Ann"] for row in pb.batch("coup", 2, cast={"*": "random"})]
        ['random', 'random']
        """
        out: dict[str, Any] = {}
        for key, value in self.table().items():
            if key in ("models", "took"):
                out |= {f"{count} of {policy}": n for policy, t in value.items() for count, n in asdict(t).items()}
            elif key == "survey":
                continue
            elif key in FLAT:
                out |= {f"{FLAT[key]} {name}": each for name, each in value.items()}
            else:
                out[key] = ", ".join(value) if isinstance(value, tuple) else value
        return out

    def encode(self) -> bytes:
        """Write the row as a line of JSON, with a newline."""
        return msgspec.json.encode(self.table()) + b"\n"

    @classmethod
    def decode(cls, line: bytes) -> "Row":
        """Parse a line of `encode`. Raises msgspec.DecodeError, also for names that are not in the cast."""
        values = msgspec.json.decode(line, type=dict[str, Any])
        if "seats" in values:  # rows of earlier versions say "cast"
            values["cast"] = values.pop("seats")
        own = {name: values.pop(name) for name in FIELDS if name in values}
        values.pop("policies", None)
        metrics = msgspec.convert({key.removeprefix("metric "): values[key] for key in values}, dict[str, Metric])
        row = msgspec.convert({**own, "metrics": metrics}, cls)
        if unknown := {*row.winners, *row.scores, *row.roles} - row.cast.keys():
            raise msgspec.ValidationError(f"{min(unknown)!r} is not in the cast")
        return row


COLUMNS = {
    "experiment": Column(str, "name of the experiment"),
    "cell": Column(str, "cell of the experiment"),
    "planned": Column(int, "seeds that the experiment planned when the game was played; 0 for none"),
    "primary": Column(str, "digest of the primary outcome that was declared when the game was played; empty for none"),
    "playbill": Column(str, "version of Playbill that played the game"),
    "seed": Column(int, "seed of the game"),
    "rotation": Column(int, "seats by which the cast was rotated"),
    "policies": Column(str, "policies of the cast, each once, in seat order"),
    "status": Column(str, "done, limit, fell back, unfinished or failed"),
    "reason": Column(str, "reason for the end of the game"),
    "winners": Column(str, "names of the winners"),
    "turns": Column(int, "turns of the run"),
    "events": Column(int, "events"),
    "calls": Column(int, "calls to models"),
    "tokens_in": Column(int, "tokens that models read"),
    "tokens_out": Column(int, "tokens that models wrote"),
    "thinking": Column(int, "part of tokens_out used for reasoning"),
    "cached": Column(int, "part of tokens_in from servers' caches"),
    "estimated": Column(int, "estimated tokens of tries that ended before a server counted them"),
    "cost": Column(float, "price in US dollars; empty where no price is known"),
    "fallbacks": Column(int, "default actions taken for agents that gave no usable action"),
    "wall_s": Column(float, "seconds from the first event to the last, over all sessions"),
    "cpu_s": Column(float, "CPU seconds of the last session"),
    "digest": Column(str, "SHA-256 digest of the game; equal games have equal digests"),
    "recording": Column(str, "file of the recording"),
    "error": Column(str, "reason why the game failed; empty if it did not fail"),
}
"""Columns that all games have."""
NAMED_COLUMNS = {
    "plays *": Column(str, "policy of this seat"),
    "role *": Column(str, "role that was dealt to this seat"),
    "option *": Column(str, "value of this option of the scene"),
    "score *": Column(float, "score of this seat"),
    "answer *": Column(float, "mean answer of the agents to this question of the survey, or share of this choice"),
    "prompts of *": Column(str, "name, version and hash of the policy's prompts"),
    "questions of *": Column(int, "questions to the policy's model"),
    "fallbacks of *": Column(int, "questions without a usable reply"),
    "again of *": Column(int, "unusable replies after which the model was asked again"),
    "refused of *": Column(int, "replies in which the model declined to answer"),
    "cut of *": Column(int, "replies that a limit of tokens cut off"),
    "mended of *": Column(int, "replies that could be parsed after repairs"),
    "illegal of *": Column(int, "actions that the rules rejected"),
    "* of *": Column(float, "this policy's part of the column with the same first word"),
}
"""Columns for each seat, option or policy; the first pattern that matches a name applies."""
KINDS = {name: column.kind for name, column in COLUMNS.items()}
"""Types of columns that all games have."""
FIELDS = tuple(each.name for each in fields(Row) if each.name != "metrics")
FLAT = {
    "seats": "plays",
    "roles": "role",
    "options": "option",
    "scores": "score",
    "prompts": "prompts of",
    "answers": "answer",
}


class EventCounts:
    """Counts of a game's events, from which its row is built. `decisions` adds the regret of policies."""

    def __init__(self, past: Sequence[Event] = (), decisions: Decisions | None = None) -> None:
        self.usage = ModelUsage()
        self.took: dict[str, ModelUsage] = {}
        """Model usage by agent."""
        self.fallbacks = 0
        self.aborted = ""
        """Reason why the failure of a model aborted the game; empty if none did."""
        self.last: Event | None = None
        self.decisions = decisions
        self.take(past)

    @property
    def end(self) -> RunEnded:
        """Content of the last event of the game; with empty fields until the game ends."""
        return self.last.data if self.last and isinstance(self.last.data, RunEnded) else RunEnded("", {}, "")

    def take(self, events: Sequence[Event]) -> None:
        if events:
            self.last = events[-1]
        if self.decisions:
            self.decisions.judge(events)
        for event in events:
            if type(event.data) is Defaulted:
                self.fallbacks += 1
            elif type(event.data) is ModelFailed and event.data.on_failure == "abort":
                self.aborted = f"{event.agent}: {event.data.sentence()}"
            if event.spent is not None:
                call = usage_of_call(event.spent)
                self.usage = self.usage.plus(call)
                self.took[event.agent] = self.took.get(event.agent, ModelUsage()).plus(call)

    def row(
        self,
        header: Header,
        scene: Scene | None = None,
        *,
        cpu_s: float = 0.0,
        error: str = "",
        many_fallbacks: float = MANY_FALLBACKS,
        **fields: Any,
    ) -> Row:
        """Build the row of a game that is over or failed.

        `scene` is in the final state. The game counts as fallen back from `many_fallbacks` default actions per turn.
        Other arguments are fields of the row.
        """
        error = error or self.aborted
        last, end, usage = self.last, self.end, asdict(self.usage)
        del usage["latency"]
        turns = last.turn if last else 0
        fell_back = self.fallbacks > many_fallbacks * turns or any(tally.fell_back for tally in end.models.values())
        return Row(
            playbill=header.playbill,
            seed=header.seed,
            cast=header.cast,
            roles=dict(scene.outcome().roles) if scene else {},
            options={**(MODEL_OPTIONS if header.prompts else {}), **with_labels(header.config)},
            prompts=header.prompts or {},
            status=_status(end, fell_back, error),
            reason=end.reason,
            winners=end.winners,
            scores=end.scores,
            metrics={**end.result, **self.decisions.metrics()} if self.decisions else end.result,
            turns=turns,
            events=last.n if last else 0,
            models=end.models,
            took=self._by_policy({**header.cast, **judge_in(header)}) if self.took else {},
            fallbacks=self.fallbacks,
            wall_s=last.t if last else 0.0,
            cpu_s=round(cpu_s, 6),
            digest=end.digest,
            error=error,
            **usage,
            **fields,
        )

    def _by_policy(self, cast: Mapping[str, str]) -> dict[str, ModelUsage]:
        out: dict[str, ModelUsage] = {}
        for agent, took in self.took.items():
            out[cast[agent]] = out.get(cast[agent], ModelUsage()).plus(took)
        return out


def _status(end: RunEnded, fell_back: bool, error: str) -> Status:
    if error:
        return "failed"
    if end.reason in LIMITS[1:]:
        return "limit"
    return "fell back" if fell_back else "done"
