"""Human-agent graph coloring: owners of clusters color their nodes, and talk, until all are satisfied (spec 000)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, Literal, Self

from pydantic import Field

from core.agents import Agent
from core.chance import Chance
from core.errors import UserError
from core.events import Event, Said
from core.scene import Scene, SceneConfig
from scenes.coloring import actions, legality, outcomes
from scenes.coloring.actions import Action, Pass
from scenes.coloring.bots import ClusterAgent
from scenes.coloring.events import (
    BODIES,
    Clashed,
    Cleared,
    Colored,
    FalseClaim,
    Flagged,
    GaveUp,
    Judged,
    Locked,
    Miscounted,
    Oscillated,
    Posed,
    Proved,
    Stale,
)
from scenes.coloring.exports import EXPORTS
from scenes.coloring.generate import SEATS, Topology, default_problem, generate_problem, pose
from scenes.coloring.metrics import Metrics, gap
from scenes.coloring.players import ModelOwner
from scenes.coloring.problem import Coloring, Problem, letter
from scenes.coloring.rules import WINDOW, judge
from scenes.coloring.speech import Addressed, Caught, Read, Refused, Reported, Requested, Unworded
from scenes.coloring.spelling import assign
from scenes.coloring.state import Asked, Heard, Known, Mode, Observation, Owner
from scenes.coloring.understanding import take_in

HUMAN = "H"


class ColoringConfig(SceneConfig):
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
    snap: float = Field(5.0, ge=0, allow_inf_nan=False, description="exact search takes over above this gain")
    max_turns: int = Field(80, ge=1, le=10_000_000, description="the run ends after so many turns")


class ColoringScene(Scene):
    """See `State` for what is private to whom. Reports are the only way to learn another's colors."""

    name = "coloring"
    summary = "a graph, 3 owners"
    Config = ColoringConfig
    bodies = BODIES
    bots: ClassVar[Mapping[str, Callable[[], Agent]]] = {"rules": ClusterAgent}
    exports = EXPORTS
    player = ModelOwner

    def __init__(self, config: ColoringConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.problem = Problem(dict.fromkeys(names, ()), (), (), config.penalty, {})
        self.solvable = True
        self.turn = 0
        self.colors: Coloring = {}
        self.owners = {name: Owner() for name in names}
        self.gave_up = False
        self.metrics = Metrics()
        self._words = ("", 0)
        """What was said last, and the event that said it."""

    @classmethod
    def seats(cls, config: ColoringConfig) -> tuple[str, ...]:
        if config.problem == "default":
            return SEATS[:3]
        return SEATS[: config.clusters]

    @classmethod
    def human_seat(cls, config: ColoringConfig) -> str:
        return HUMAN

    # -- what happens

    def start(self, chance: Chance) -> Iterator[Event]:
        c = self.config
        draw = chance("problem")
        try:
            if c.problem == "default":
                posed = pose(default_problem(c.penalty), c.fixed, c.solvable, draw)
            else:
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
                posed = pose(made.problem, c.fixed, c.solvable, draw)
        except ValueError as error:
            raise UserError(f"No such problem can be made: {error}") from error
        yield Event.of(Posed(posed.problem, posed.witness is not None))
        yield Event.of(Proved(posed.why, posed.witness or {}), audience=())
        for name, nodes in posed.problem.clusters.items():
            fixed = {node: posed.fixed[node] for node in nodes if node in posed.fixed}
            yield Event.of(Locked(fixed), name, (name,))

    def decide(self, name: str, action: Action, chance: Chance) -> Iterator[Event]:
        return outcomes.decide(self, name, action, chance)

    def resolve(self, actions: Mapping[str, Action], chance: Chance) -> Iterator[Event]:
        return outcomes.resolve(self, actions, chance)

    def after_turn(self, chance: Chance) -> Iterator[Event]:
        if self.is_complete() != "consensus":
            return
        if clashes := self.problem.conflicts(self.colors):
            yield Event.of(Stale("; ".join(self._why_stale(u, v) for u, v in clashes)))

    def _why_stale(self, u: str, v: str) -> str:
        def heard(owner: str, node: str) -> str:
            known = self.owners[owner].known.get(node)
            if known is None:
                return f"{owner} was never told about {node}"
            if known.color != self.colors[node]:
                return f"{owner} was told {node} is {known.color} in turn {known.turn}"
            return ""

        a, b = self.problem.owner[u], self.problem.owner[v]
        reasons = [r for r in (heard(a, v), heard(b, u)) if r] or ["nobody checked"]
        return f"{u} and {v} are both {self.colors[u]}: {' and '.join(reasons)}"

    # -- state

    def apply(self, event: Event) -> None:
        self.turn = event.turn
        self._change(event)
        self.metrics.take(event, self.problem, self.colors)

    def _change(self, event: Event) -> None:
        me = self.owners.get(event.agent)
        match event.data:
            case Posed(problem, solvable):
                self.problem, self.solvable = problem, solvable
            case _ if me is None:
                super().apply(event)
            case Locked(colors):
                me.fixed = colors
                self.colors.update(colors)
            case Colored(colors):
                self.colors.update(colors)
                for node, asked in list(me.granted.items()):
                    if node in colors and not asked.met_by(colors[node]):
                        del me.granted[node]
            case Cleared():
                me.obliging = True
            case Judged(penalty=penalty):
                me.settled = me.settled if me.obliging else penalty
                me.obliging = False
            case Said(text):
                self._words = (text, event.n)
            case Addressed(to, question):
                for other in self._listeners(event.agent, to):
                    text, said = self._words
                    self.owners[other].heard += (Heard(event.agent, text, question, said),)
            case Reported(to, colors):
                for other in self._listeners(event.agent, to):
                    news = {n: colors[n] for n in self.problem.boundary(event.agent, other) if n in colors}
                    me.told[other] = {**me.told.get(other, {}), **news}
                    self.owners[other].known.update({n: Known(c, event.turn) for n, c in news.items()})
            case Requested(to, colors, avoid, keep):
                for node, color in colors.items():
                    wish = assign({node: color})
                    me.requests[wish] = me.requests.get(wish, 0) + 1
                wishes = self.owners[to].asked
                wishes.update({n: Asked(event.agent, color=c) for n, c in colors.items()})
                wishes.update({n: Asked(event.agent, avoid=cs) for n, cs in avoid.items()})
                wishes.update({n: Asked(event.agent, color=self.colors[n]) for n in keep if n in self.colors})
            case Refused(to, colors):
                self.owners[to].refused.update(colors)
            case Read():
                take_in(event.data, me.known, me.asked, self.colors, event.turn)
            case Flagged(satisfied):
                met = {n: a for n, a in me.asked.items() if n in self.colors and a.met_by(self.colors[n])}
                self.metrics.decided(len(me.asked), len(met))
                me.granted.update({n: a for n, a in met.items() if n not in me.fixed})
                me.asked = {}
                me.satisfied = satisfied
                me.history.append(satisfied)
                me.heard = ()
            case GaveUp():
                self.gave_up = True
            case _:
                super().apply(event)

    def _listeners(self, speaker: str, to: str) -> tuple[str, ...]:
        return (to,) if to else self.problem.neighbors[speaker]

    def boundary_report(self, name: str, to: str) -> Coloring:
        """How an owner's boundary with another stands."""
        return {node: self.colors[node] for node in self.problem.boundary(name, to) if node in self.colors}

    def is_complete(self) -> str | None:
        if self.gave_up:
            return "impossible"
        if all(owner.satisfied for owner in self.owners.values()) and not any(map(self._doubts, self.names)):
            return "consensus"
        return None

    def _doubts(self, name: str) -> bool:
        """Whether news since its last turn takes an owner's satisfaction away."""
        observation = self.observe(name)
        return not judge(self.problem, name, observation.colors, observation.believed).satisfied

    def result(self) -> dict[str, bool | int | float | str | None]:
        conflicts = len(self.problem.conflicts(self.colors))
        complete = len(self.colors) == len(self.problem.nodes)
        return {
            "solvable": self.solvable,
            "solved": complete and not conflicts,
            "consensus": self.is_complete() == "consensus",
            "conflicts": conflicts,
            "uncolored": len(self.problem.nodes) - len(self.colors),
            "score": self.problem.score(self.colors),
            "gap": gap(self.problem, self.overview().fixed, self.colors),
            **self.metrics.result(),
        }

    def copy(self) -> Self:
        other = type(self)(self.config, self.names)
        other.__dict__.update(self.__dict__)
        other.colors = dict(self.colors)
        other.metrics = self.metrics.copy()
        other.owners = {name: owner.copy() for name, owner in self.owners.items()}
        return other

    # -- what is seen

    def observe(self, name: str) -> Observation:
        me = self.owners[name]
        return Observation(
            name=name,
            turn=self.turn,
            problem=self.problem,
            alg=self.config.alg,
            snap=self.config.snap,
            mode=self.config.mode,
            colors={node: self.colors[node] for node in self.problem.clusters[name] if node in self.colors},
            fixed=dict(me.fixed),
            known=dict(me.known),
            asked=dict(me.asked),
            granted=dict(me.granted),
            refused=dict(me.refused),
            requests=dict(me.requests),
            told={to: dict(colors) for to, colors in me.told.items()},
            heard=me.heard,
            history=tuple(me.history[-WINDOW:]),
            settled=me.settled,
            flags={other: owner.satisfied for other, owner in self.owners.items()},
        )

    def overview(self) -> Observation:
        owners = self.owners.values()
        return Observation(
            name="",
            turn=self.turn,
            problem=self.problem,
            alg=self.config.alg,
            snap=self.config.snap,
            mode=self.config.mode,
            colors=dict(self.colors),
            fixed={node: color for owner in owners for node, color in owner.fixed.items()},
            known={},
            asked={node: asked for owner in owners for node, asked in owner.asked.items()},
            granted={node: asked for owner in owners for node, asked in owner.granted.items()},
            refused={},
            requests={},
            told={},
            heard=(),
            settled=None,
            flags={other: owner.satisfied for other, owner in self.owners.items()},
        )

    def remember(self, event: Event, name: str) -> str:
        """A conversation: who said what to whom. The rest of what an owner knows stands in its observation."""
        match event.data:
            case Said(text) if event.agent == name:
                return text
            case Said(text, to):
                return f"{event.agent} to {', '.join(to) or 'all'}: {text}"
        return ""

    def notable(self, event: Event) -> str | None:
        match event.data:
            case Clashed() | FalseClaim() | Oscillated() | Stale() | Miscounted():
                return "bad"
            case Caught() | Unworded():
                return "lost"
            case Flagged(satisfied=True) if all(owner.satisfied for owner in self.owners.values()):
                return "good"
            case _:
                return None

    def finding(self, event: Event) -> str | None:
        return event.data.sentence() if isinstance(event.data, FalseClaim | Caught) else None

    def admits(self, event: Event) -> None:
        problem = self.problem
        if isinstance(event.data, Posed):
            ends = {node for edge in problem.edges for node in edge}
            if not ends <= set(problem.nodes) or any(u == v for u, v in problem.edges) or not all(problem.colors):
                raise ValueError("the graph is not one")
            if any(set(problem.preferences.get(node, ())) != set(problem.colors) for node in problem.nodes):
                raise ValueError("not every node has points for every color")
        match event.data:
            case Colored(colors=colors) | Locked(colors=colors) | Reported(colors=colors) | Requested(colors=colors):
                pass
            case Cleared(colors=colors) | Refused(colors=colors) | Proved(colors=colors):
                pass
            case _:
                return
        if not set(colors) <= set(problem.nodes) or not set(colors.values()) <= set(problem.colors):
            raise ValueError(f"there is no such node or color: {colors}")

    def board(self, eyes: str = "") -> str:
        seen = self.observe(eyes) if eyes else self.overview()
        believed = {**seen.believed, **seen.colors}
        lines = []
        for name, nodes in self.problem.clusters.items():
            unknown = "?" if eyes and name != eyes else "·"
            letters = {n: letter(believed[n]) if n in believed else unknown for n in nodes}
            cells = [f"[{n} {letters[n]}]" if n in seen.fixed else f" {n} {letters[n]} " for n in nodes]
            lines.append(f"{'✓' if seen.flags[name] else '✗'} {name}  {' '.join(cells)}")
        clashes = self.problem.conflicts(believed)
        lines.append(f"clashes: {', '.join(f'{u}–{v}' for u, v in clashes) or 'none'}")
        return "\n".join(lines)

    # -- commands

    def legal(self, name: str) -> Sequence[Action]:
        return legality.legal(self.observe(name), name == HUMAN)

    def check(self, name: str, action: Action) -> None:
        legality.check(self.observe(name), name == HUMAN, action)

    def default(self, name: str) -> Action:
        return Pass()

    def parse(self, name: str, text: str) -> Action:
        return actions.parse(self.problem, text)

    def describe(self, action: Action) -> str:
        return actions.describe(action)
