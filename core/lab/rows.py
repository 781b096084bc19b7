"""A row a game: what is kept of it when it is over, for tables, experiments and their reports."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal

import msgspec

from core.engine.config import LIMITS
from core.engine.events import Defaulted, Event, Metric, RunEnded
from core.engine.model_tally import Tally
from core.engine.scene import Outcome, Scene
from core.llm.judge import judge_in
from core.llm.usage import Usage
from core.recording.header import Header

Status = Literal["done", "limit", "fell back", "unfinished", "failed"]
"""How a game went. `limit`: it was cut short by a limit on what models may take; `fell back`: defaults were taken for
agents too often; `unfinished`: it was stopped, or its recording has no end; `failed`: an error ended it."""
OFTEN = 0.1
"""Defaults a turn from which on a game fell back too often."""
SPENT = ("turns", "calls", "tokens", "cost")
"""What the engine adds to a scene's metrics; rows hold it in fields of their own."""


class Took(msgspec.Struct, frozen=True):
    """Says what a policy's calls to its model took; `latency` is the seconds of all of them, `cost` US dollars.

    Of the tokens, `thinking` were thoughts, `cached` in a server's cache, `estimated` counted by no server.
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
        """Read and written."""
        return self.tokens_in + self.tokens_out

    def plus(self, other: "Took") -> "Took":
        """Add two up. A price that is known for one of them alone is that of both."""
        cost = None if self.cost is None and other.cost is None else (self.cost or 0.0) + (other.cost or 0.0)
        return Took(
            self.calls + other.calls,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            round(self.latency + other.latency, 6),
            cost,
            self.thinking + other.thinking,
            self.cached + other.cached,
            self.estimated + other.estimated,
        )


@dataclass(frozen=True, kw_only=True)
class Row:
    """Holds what is kept of one game. Where `error` is set, the game failed, and its figures go as far as it got. Rows
    of equal games are equal, whatever time these took and wherever they are recorded."""

    experiment: str = ""
    cell: str = ""
    """The experiment that the game belongs to, and its place in there."""
    seed: int
    rotation: int = 0
    """Seats by which the cast was rotated."""
    cast: dict[str, str]
    """Policies by name, in seat order."""
    roles: Mapping[str, str] = field(default_factory=dict)
    """What part each name had, where the scene deals parts."""
    options: dict[str, Any]
    """All options of the scene, those that nobody set included."""
    status: Status = "done"
    reason: str = ""
    """Why the game was over, in a word."""
    winners: tuple[str, ...] = ()
    scores: Mapping[str, int | float] = field(default_factory=dict)
    """Points by name, where the scene has any."""
    metrics: Mapping[str, Any] = field(default_factory=dict)
    """What the scene measures, turns and what models took included."""
    turns: int = 0
    events: int = 0
    """How many there were of each."""
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    thinking: int = 0
    """Part of `tokens_out` that models spent on thoughts."""
    cached: int = 0
    """Part of `tokens_in` that servers had in their caches."""
    estimated: int = 0
    """Estimated tokens of tries that broke off before a server counted them."""
    cost: float | None = None
    """US dollars; None where no price is known."""
    models: Mapping[str, Tally] = field(default_factory=dict)
    """How models answered, by policy."""
    took: Mapping[str, Took] = field(default_factory=dict, compare=False)
    """What calls took, by policy; the judge's is among them."""
    fallbacks: int = 0
    """How often a default was taken for an agent that had nothing to give."""
    wall_s: float = field(default=0.0, compare=False)
    """Seconds from the first event to the last, over all sessions in which it was played."""
    cpu_s: float = field(default=0.0, compare=False)
    """Seconds that it computed, in the last of them."""
    digest: str = ""
    """SHA-256 over the game: equal games have equal ones."""
    recording: str = field(default="", compare=False)
    error: str = ""
    """How the game failed, in a line; empty if it did not."""

    @property
    def competitors(self) -> list[str]:
        """Names that could win: those with a score, where the scene gives any; a moderator has none."""
        return [name for name in self.cast if name in self.scores] if self.scores else list(self.cast)

    @property
    def outcome(self) -> Outcome:
        """Who has won, scores by name, and the scene's metrics."""
        return Outcome(self.winners, self.scores, self.metrics)

    @property
    def is_whole(self) -> bool:
        """Whether it has the figures of a game that was over."""
        return self.status != "failed"

    @property
    def policies(self) -> tuple[str, ...]:
        """Who plays, each policy once, in seat order."""
        return tuple(dict.fromkeys(self.cast.values()))

    @property
    def won(self) -> tuple[str, ...]:
        """The policies of the seats that won."""
        return tuple(self.cast[name] for name in self.winners)

    def table(self) -> dict[str, Any]:
        """Make an object of it, as files hold it: a key a field, and then a key a metric of the scene's own."""
        out: dict[str, Any] = {}
        for name in FIELDS:
            out[name] = getattr(self, name)
            if name == "cast":
                out["policies"] = self.policies
        own = {key: value for key, value in self.metrics.items() if key not in SPENT}
        return out | {f"metric {key}" if key in out else key: value for key, value in own.items()}

    def flat(self) -> dict[str, Any]:
        """Make one level of it, for tables: each metric is a column, and so is each seat, as `plays NAME`, each part
        dealt, as `role NAME`, each option, as `option NAME`, and each score, as `score NAME`.

        >>> import playbill as pb
        >>> [row.flat()["plays Ann"] for row in pb.batch("coup", 2, cast={"*": "random"})]
        ['random', 'random']
        """
        out: dict[str, Any] = {}
        for key, value in self.table().items():
            if key in ("models", "took"):
                out |= {f"{count} of {policy}": n for policy, t in value.items() for count, n in _counts(t).items()}
            elif key in FLAT:
                out |= {f"{FLAT[key]} {name}": each for name, each in value.items()}
            else:
                out[key] = ", ".join(value) if isinstance(value, tuple) else value
        return out

    def encode(self) -> bytes:
        """Write it as a line of JSON, with its newline."""
        return msgspec.json.encode(self.table()) + b"\n"

    @classmethod
    def decode(cls, line: bytes) -> "Row":
        """Read what `encode` wrote. Raises msgspec.DecodeError, also for names that are not in the cast."""
        told = msgspec.json.decode(line, type=dict[str, Any])
        own = {name: told.pop(name) for name in FIELDS if name in told}
        told.pop("policies", None)
        metrics = msgspec.convert({key.removeprefix("metric "): told[key] for key in told}, dict[str, Metric])
        row = msgspec.convert({**own, "metrics": metrics}, cls)
        if unknown := {*row.winners, *row.scores, *row.roles} - row.cast.keys():
            raise msgspec.ValidationError(f"{min(unknown)!r} is not in the cast")
        return row


KINDS: dict[str, type] = {
    **dict.fromkeys(("experiment", "cell", "policies", "status", "reason", "winners"), str),
    **dict.fromkeys(("digest", "recording", "error"), str),
    **dict.fromkeys(("seed", "rotation", "turns", "events", "calls", "tokens_in", "tokens_out", "fallbacks"), int),
    **dict.fromkeys(("thinking", "cached", "estimated"), int),
    **dict.fromkeys(("cost", "wall_s", "cpu_s"), float),
}
"""What columns hold that all games have."""
FIELDS = tuple(each.name for each in fields(Row) if each.name != "metrics")
FLAT = {"cast": "plays", "roles": "role", "options": "option", "scores": "score"}


class Count:
    """Counts what a row holds."""

    def __init__(self, past: Sequence[Event] = ()) -> None:
        self.usage = Usage()
        self.took: dict[str, Took] = {}
        """By agent."""
        self.fallbacks = 0
        self.last: Event | None = None
        self.take(past)

    @property
    def end(self) -> RunEnded:
        """How it ended; empty if it did not."""
        return self.last.data if self.last and isinstance(self.last.data, RunEnded) else RunEnded("", {}, "")

    def take(self, events: Sequence[Event]) -> None:
        if events:
            self.last = events[-1]
        for event in events:
            if type(event.data) is Defaulted:
                self.fallbacks += 1
            if event.spent is not None:
                self.usage = self.usage.plus(event.spent)
                spent = event.spent
                tokens = spent.thinking, spent.cached, spent.estimated
                call = Took(1, spent.tokens_in, spent.tokens_out, spent.latency, spent.cost, *tokens)
                self.took[event.agent] = self.took.get(event.agent, Took()).plus(call)

    def row(
        self,
        header: Header,
        scene: Scene | None = None,
        *,
        cpu_s: float = 0.0,
        error: str = "",
        often: float = OFTEN,
        **told: Any,
    ) -> Row:
        """Make the row of a game that is over, or failed with an error; `scene` is as it stands then, `often` are
        defaults a turn. What else is told are fields as they are."""
        last, end = self.last, self.end
        turns = last.turn if last else 0
        fell_back = self.fallbacks > often * turns or any(tally.fell_back for tally in end.models.values())
        return Row(
            seed=header.seed,
            cast=header.cast,
            roles={name: role for name in header.cast if scene and (role := scene.role(name))},
            options=header.config,
            status=_status(end, fell_back, error),
            reason=end.reason,
            winners=end.winners,
            scores=end.scores,
            metrics=end.result,
            turns=turns,
            events=last.n if last else 0,
            calls=self.usage.calls,
            tokens_in=self.usage.tokens_in,
            tokens_out=self.usage.tokens_out,
            thinking=self.usage.thinking,
            cached=self.usage.cached,
            estimated=self.usage.estimated,
            cost=self.usage.cost,
            models=end.models,
            took=self._by_policy({**header.cast, **judge_in(header)}) if self.took else {},
            fallbacks=self.fallbacks,
            wall_s=last.t if last else 0.0,
            cpu_s=round(cpu_s, 6),
            digest=end.digest,
            error=error,
            **told,
        )

    def _by_policy(self, cast: Mapping[str, str]) -> dict[str, Took]:
        out: dict[str, Took] = {}
        for agent, took in self.took.items():
            out[cast[agent]] = out.get(cast[agent], Took()).plus(took)
        return out


def _counts(tally: Tally | Took) -> dict[str, int | float | None]:
    return {name: getattr(tally, name) for name in tally.__struct_fields__}


def _status(end: RunEnded, fell_back: bool, error: str) -> Status:
    if error:
        return "failed"
    if end.reason in LIMITS[1:]:
        return "limit"
    return "fell back" if fell_back else "done"
