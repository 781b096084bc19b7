"""A model's readings of others' words, compared with the rule-based readings (spec 000, step 1)."""

from copy import deepcopy
from typing import Literal

from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict

from core.engine.turn import Turn
from core.llm.model_client import NoReply
from core.llm.replies import Json, Unreadable, schema_of
from scenes.coloring.bots.model_prompts import to_read
from scenes.coloring.problem.graph import Coloring, Problem
from scenes.coloring.rules.observation import Heard, Observation
from scenes.coloring.solvers.bound import MOST, Cost
from scenes.coloring.talk.language import classify, understand
from scenes.coloring.talk.meant import meant_for
from scenes.coloring.talk.speech import Meant, Read

Sort = Literal["question", "information", "preference", "command", "mixed"]


class NodeColor(BaseModel):
    model_config = ConfigDict(extra="forbid")
    node: str
    color: str


class Costly(BaseModel):
    """A joint coloring of the reader's nodes, and the number of conflicts that it costs the speaker."""

    model_config = ConfigDict(extra="forbid")
    nodes: list[NodeColor]
    conflicts: int


class Reading(BaseModel):
    """A model's reading of a message."""

    model_config = ConfigDict(extra="forbid")
    kind: Sort
    reports: list[NodeColor] = []
    requests: list[NodeColor] = []
    avoid: list[NodeColor] = []
    keep: list[str] = []
    costs: list[Costly] = []

    def meant(self) -> Meant:
        avoid: dict[str, tuple[str, ...]] = {}
        for each in self.avoid:
            avoid[each.node] = (*avoid.get(each.node, ()), each.color)
        reports = {each.node: each.color for each in self.reports}
        requests = {each.node: each.color for each in self.requests}
        costs = [Cost({each.node: each.color for each in cost.nodes}, cost.conflicts) for cost in self.costs]
        return Meant(reports, requests, avoid, tuple(dict.fromkeys(self.keep)), tuple(costs))

    @classmethod
    def of(cls, kind: Sort, meant: Meant) -> "Reading":
        """Build a reading of this kind with this meaning."""
        return cls(
            kind=kind,
            reports=_pairs(meant.report),
            requests=_pairs(meant.request),
            avoid=[NodeColor(node=n, color=c) for n, cs in meant.avoid.items() for c in cs],
            keep=list(meant.keep),
            costs=[Costly(nodes=_pairs(cost.colors), conflicts=cost.conflicts) for cost in meant.costs],
        )


def _pairs(colors: Coloring) -> list[NodeColor]:
    return [NodeColor(node=node, color=color) for node, color in colors.items()]


class ReadingReply(Json[Reading]):
    """A reply with a reading; every color must exist, and every node must belong to the right owner."""

    def __init__(self, problem: Problem, name: str, speaker: str, example: Reading) -> None:
        super().__init__(Reading, f"reading {speaker}", example)
        self.schema = deepcopy(schema_of(Reading))
        pair = self.schema["$defs"]["NodeColor"]["properties"]
        pair["node"]["enum"], pair["color"]["enum"] = list(problem.owner), list(problem.colors)
        self._problem = problem
        self._name = name
        self._speaker = speaker

    def read(self, text: str) -> Reading:
        reading = super().read(text)
        costly = [each for cost in reading.costs for each in cost.nodes]
        for each, owner in [(r, self._speaker) for r in reading.reports] + [
            (r, self._name) for r in (*reading.requests, *reading.avoid, *costly)
        ]:
            if self._problem.owner.get(each.node) != owner:
                raise Unreadable(f"{each.node} is not one of {owner}'s nodes: leave it out.")
            if each.color not in self._problem.colors:
                raise Unreadable(f"{each.color} is not a color here; colors are {', '.join(self._problem.colors)}.")
        if foreign := next((node for node in reading.keep if self._problem.owner.get(node) != self._name), None):
            raise Unreadable(f"{foreign} is not one of {self._name}'s nodes: leave it out.")
        if not all(cost.nodes and 1 <= cost.conflicts <= MOST for cost in reading.costs):
            raise Unreadable(f"costs need at least one node each, and from 1 to {MOST} conflicts.")
        return reading


async def read_all(turn: Turn, seen: Observation) -> tuple[Read, ...]:
    """Ask the model to read all messages to this owner; if it fails, the rule-based reading stands."""
    out = []
    for heard in seen.heard:
        try:
            out.append(await _read(turn, seen, heard))
        except NoReply:
            continue  # the log records the calls and why they failed
    return tuple(out)


async def _read(turn: Turn, seen: Observation, heard: Heard) -> Read:
    problem, me = seen.problem, seen.name
    kind, rules = by_rules(problem, me, heard, seen.believed)
    example = Reading.of(kind, rules)
    reading = await turn.ask(
        to_read(turn.prompts, problem, me, heard.by, heard.text), ReadingReply(problem, me, heard.by, example)
    )
    model = reading.meant()
    settled = {*rules.request, *rules.avoid, *rules.keep}
    extra = Meant(
        {n: c for n, c in model.report.items() if n not in rules.report and n in problem.boundary(heard.by, me)},
        {n: c for n, c in model.request.items() if n not in settled},
        {n: cs for n, cs in model.avoid.items() if n not in settled},
        tuple(n for n in model.keep if n not in settled and n in seen.colors),
        tuple(cost for cost in model.costs if cost not in rules.costs),
    )
    return Read(heard.by, heard.said, reading.kind, rules, model, extra)


def by_rules(problem: Problem, name: str, heard: Heard, believed: Coloring) -> tuple[Sort, Meant]:
    """Return the rule-based reading of a message without locks and deals, which models are not asked for."""
    understood = understand(problem, heard.by, heard.text, colors=believed)
    sort = classify(understood)
    meant = replace(meant_for(problem, name, understood.meanings), locked=(), deals=())
    return "information" if sort == "talk" else sort, meant


def with_readings(seen: Observation, readings: tuple[Read, ...], turn: int) -> Observation:
    """Return the observation with the statements that only the model found."""
    seen = replace(seen, known=dict(seen.known), asked=dict(seen.asked), bounds=dict(seen.bounds))
    for reading in readings:
        seen.take_in(seen.problem, seen.name, reading.speaker, reading.extra, seen.colors, turn)
    return seen
