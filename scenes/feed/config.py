"""Options of the feed, and its plans of interventions."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field, ValidationInfo, field_validator, model_validator

from core.engine.config import HIDDEN, OpenOrder
from core.social.persona import PersonaOptions
from core.text import one_line
from scenes.feed.network import Follows, read_edges
from scenes.feed.personas import PersonaProfile, read_personas
from scenes.feed.society import DEFAULT, SOCIETIES, Society, read_file, read_text
from scenes.feed.wording import handles

USAGE = {
    "inject": "inject NAME [TOPIC:] WORDS",
    "boost": "boost NAME|TOPIC FACTOR",
    "mute": "mute NAME|TOPIC",
    "threshold": "threshold NAME HEAT",
    "timeout": "timeout NAME TICKS",
    "add": "add [ARCHETYPE]",
}
"""Usage of each intervention, by its first word."""


def is_intervention(text: str) -> bool:
    return one_line(text).partition(" ")[0].lower() in USAGE


def read_plan(text: str) -> dict[int, list[str]]:
    """Parse interventions by tick, from "40 mute mira_k; 60 boost energy 3". Raises ValueError."""
    plan: dict[int, list[str]] = {}
    for part in filter(None, map(str.strip, text.split(";"))):
        tick, _, command = one_line(part).partition(" ")
        digits = tick.removeprefix("t")
        if not (digits.isascii() and digits.isdigit() and int(digits[:9]) > 0):
            raise ValueError(
                f"{part[:60]!r} does not start with a tick; write for example 40 mute food; 60 boost food 3"
            )
        if not is_intervention(command):
            raise ValueError(f"{command[:60]!r} is not an intervention; known: {', '.join(USAGE)}")
        plan.setdefault(int(digits[:9]), []).append(command)
    return plan


Network = Literal["scale-free", "small-world", "communities", "file"]
AIMLESS = ("auto", "none")
"""Values of the option `aim` for a feed without an aim."""
HARDER = {"reach": "correct", "correct": "source"}
"""The next harder aim."""


class FeedConfig(OpenOrder, PersonaOptions):
    """Options of the feed. In each tick, all accounts with a post to decide on decide at once."""

    ordering: Literal["asynchronous", "sequential", "random"] = Field("asynchronous", description="turn order")
    agents: int = Field(500, ge=2, le=1_000_000, description="accounts on the network")
    ticks: int = Field(300, ge=1, le=1_000_000, description="number of ticks")
    network: Network = Field(
        "scale-free", description="model of the follow graph (Barabási–Albert, Watts–Strogatz, blocks)"
    )
    links: int = Field(10, ge=1, le=100, description="number of follows of each new account")
    mutual: float = Field(0.35, ge=0, le=1, description="share of follows that are returned")
    world: str = Field(
        DEFAULT,
        description="population: calibrated (fitted to published figures), measured (the former default), lively, "
        "or FILE.toml",
    )
    mix: str = Field("typical", description="archetypes: typical, quiet, lively, or lurker=60 creator=5 …")
    ranking: Literal["mixture", "chronological", "interest", "popularity"] = Field(
        "mixture",
        description="order of posts in a feed: by time, interest, popularity, or a mixture",
    )
    inbox: int = Field(20, ge=1, le=200, description="limit of unseen posts in a feed")
    history: int = Field(50, ge=0, le=1000, description="transitions kept in an account's history")
    timeout: int = Field(5, ge=1, le=1000, description="ticks until a state times out")
    day: int = Field(100, ge=2, le=100_000, description="ticks per day")
    visitors: int = Field(1, ge=0, le=8, description="accounts that are always online; people play these")
    crowd: int = Field(
        5000,
        ge=2,
        description="number of accounts from which all but the visitors are computed as one crowd",
    )
    newcomers: int = Field(2, ge=0, le=1000, description="accounts that can join during the run")
    plan: str = Field(
        "", description="interventions by tick: 40 mute food; 60 boost mira_k 3", json_schema_extra=HIDDEN
    )
    aim: Literal["auto", "reach", "correct", "source", "none"] = Field(
        "auto",
        description="aim of a person: reach accounts, correct a rumor, find its source; auto is reach",
        exclude_if=AIMLESS[:1].__contains__,
    )
    max_turns: int = Field(10_000_000, ge=1, le=10_000_000, description="number of turns after which the run ends")

    edges: str = Field("", description="file of FOLLOWER FOLLOWED lines (network=file)")

    @classmethod
    def named_files(cls, options: Mapping[str, Any]) -> Sequence[str]:
        world, edges = str(options.get("world", DEFAULT)), str(options.get("edges", ""))
        names = [world] if world not in SOCIETIES and not world.startswith("=") else []
        own = [*names, edges] if edges and not edges.startswith("=") else names
        return [*own, *super().named_files(options)]

    @classmethod
    def taken_in(cls, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Replace names of world and network files by the files' content, so that the recording needs no files."""
        world, edges = str(options.get("world", DEFAULT)), str(options.get("edges", ""))
        files, options = cls.named_files(options), super().taken_in(options)
        taken = {**options, "world": read_file(Path(world))} if world in files else options
        return {**taken, "edges": cls._read_edges(edges, options)} if edges in files else taken

    @classmethod
    def _read_edges(cls, file: str, options: Mapping[str, Any]) -> str:
        """Return the file's content in one line: `=0:3,17;5:1` says that 0 follows 3 and 17, and 5 follows 1."""
        sizes = cls(**{key: options[key] for key in ("agents", "visitors") if key in options})
        names = account_names(sizes.agents, sizes.visitors)
        follows = enumerate(read_edges(Path(file), names))
        return "=" + ";".join(f"{n}:{','.join(map(str, followed))}" for n, followed in follows if followed)

    @field_validator("world")
    @classmethod
    def _check_world(cls, text: str) -> str:
        if text not in SOCIETIES:
            read_text(text)
        return text

    @field_validator("mix")
    @classmethod
    def _check_mix(cls, text: str, info: ValidationInfo) -> str:
        if "world" in info.data:
            society_of(info.data["world"]).read_mix(text)
        return text

    @field_validator("plan")
    @classmethod
    def _check_plan(cls, text: str) -> str:
        read_plan(text)
        return text

    @field_validator("edges")
    @classmethod
    def _check_edges(cls, text: str, info: ValidationInfo) -> str:
        if text and not text.startswith("="):
            raise ValueError("a recording holds the network itself, and names no file")
        if text and "agents" in info.data:
            parse_edges(text, info.data["agents"])
        return text

    @model_validator(mode="after")
    def _check_combination(self) -> "FeedConfig":
        if self.visitors > self.agents:
            raise ValueError(f"{self.visitors} visitors do not fit among {self.agents} agents")
        if self.is_crowd and not self.visitors:
            raise ValueError("a crowd needs a visitor, who takes the turns; or set crowd above agents")
        if self.is_crowd and self.ordering != "asynchronous":
            raise ValueError("a crowd decides at once; set ordering=asynchronous, or crowd above agents")
        if self.is_crowd and self.aim not in AIMLESS:
            raise ValueError("a crowd has no aims; set aim=none, or crowd above agents")
        if (self.network == "file") != bool(self.edges):
            raise ValueError("network=file and edges=FILE belong together")
        _ = self.given  # raises ValueError for invalid personas
        return self

    def settled(self, human: bool) -> Self:
        """Give a person an aim. Recordings without the option have none."""
        chosen = not human or self.is_crowd or self.aim != "auto"
        return self if chosen else self.model_copy(update={"aim": "reach"})

    @property
    def harder(self) -> Mapping[str, Any]:
        return {"aim": HARDER[self.aim]} if self.aim in HARDER else {}

    @cached_property
    def society(self) -> Society:
        return society_of(self.world)

    @cached_property
    def given(self) -> dict[int, PersonaProfile]:
        """Parts of profiles that personas set, by account number. Raises ValueError."""
        accounts = self.handles[: self.agents] if self.personas else ()
        return read_personas(self.personas, self.society, accounts, self.visitors)

    @property
    def is_crowd(self) -> bool:
        """True if there are too many accounts for each to take turns. A crowd has no newcomers."""
        return self.agents >= self.crowd

    @property
    def follows(self) -> int:
        """Number of follows of each new account in this world."""
        return round(self.links * self.society.density)

    @property
    def population(self) -> int:
        return self.agents

    @cached_property
    def handles(self) -> tuple[str, ...]:
        """Handles of all accounts, by number: first those of the crowd, then visitors, then newcomers."""
        newcomers = () if self.is_crowd else (f"newcomer{n}" for n in range(1, self.newcomers + 1))
        return (*account_names(self.agents, self.visitors), *newcomers)

    @property
    def names(self) -> tuple[str, ...]:
        """Accounts that take turns: all, or only the visitors of a crowd."""
        return self.handles[self.agents - self.visitors :] if self.is_crowd else self.handles

    @property
    def seats(self) -> tuple[str, ...]:
        return self.names

    @property
    def human_seat(self) -> str:
        return self.handles[self.agents - 1]


def society_of(world: str) -> Society:
    """Return the society of the option `world`. Raises ValueError."""
    return SOCIETIES[world] if world in SOCIETIES else read_text(world)


def parse_edges(text: str, agents: int) -> Follows:
    """Parse an edge list in one line: the accounts that each account follows. Raises ValueError."""
    follows: list[tuple[int, ...]] = [()] * agents
    for part in filter(None, text.removeprefix("=").split(";")):
        n, _, others = part.partition(":")
        followed = tuple(map(int, others.split(",")))
        if not {int(n), *followed} <= set(range(agents)) or int(n) in followed or len(set(followed)) != len(followed):
            raise ValueError(f"{part[:40]!r} does not fit {agents} accounts")
        follows[int(n)] = followed
    return tuple(follows)


def account_names(agents: int, visitors: int) -> tuple[str, ...]:
    """Return the accounts that are on the network from the start."""
    return (*handles(agents - visitors), *(f"guest{n if n > 1 else ''}" for n in range(1, visitors + 1)))
