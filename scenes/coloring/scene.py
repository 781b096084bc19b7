"""Human-agent graph coloring: owners of clusters color their nodes, and talk, until all are satisfied (spec 000)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, Literal, Self

from pydantic import Field

from core.agents import Agent
from core.chance import Chance
from core.errors import IllegalAction, UserError
from core.events import Event, Said
from core.scene import Scene, SceneConfig
from scenes.coloring import actions
from scenes.coloring.actions import Action, Color, Impossible, Message, Move, Pass, Satisfied, Say
from scenes.coloring.bots import ClusterAgent
from scenes.coloring.events import (
    BODIES,
    Addressed,
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
    Refused,
    Reported,
    Requested,
    Stale,
    Unclear,
    Witnessed,
    assign,
    number,
)
from scenes.coloring.exact import best
from scenes.coloring.generate import default_problem, generate_problem, pose
from scenes.coloring.language import Meaning, understand
from scenes.coloring.problem import Coloring, Problem, letter
from scenes.coloring.rules import FLIPS, WINDOW, flips, judge
from scenes.coloring.state import Asked, Heard, Known, Observation, Owner

HUMAN = "H"
NOTHING = Problem(clusters={}, edges=(), colors=(), conflict_penalty=1.0, preferences={})


class ColoringConfig(SceneConfig):
    """Options of the coloring scene."""

    problem: Literal["default", "generate"] = Field("default", description="the built-in graph, or a generated one")
    fixed: int = Field(1, ge=0, le=3, description="locked nodes a cluster, 0 to 3")
    solvable: bool = Field(True, description="false asks for a problem without a valid coloring")
    clusters: int = Field(3, ge=2, le=8, description="owners, 2 to 8 (generate)")
    size: int = Field(5, ge=1, le=30, description="nodes a cluster, 1 to 30 (generate)")
    colors: int = Field(3, ge=2, le=6, description="colors, 2 to 6 (generate)")
    density: float = Field(0.4, ge=0, le=1, description="edges inside a cluster, as a share of all pairs (generate)")
    topology: Literal["chain", "ring", "star", "random"] = Field("chain", description="who touches whom (generate)")
    penalty: float = Field(10.0, gt=0, description="cost of one conflict")
    snap: float = Field(5.0, ge=0, description="exact search replaces greedy above this gain")
    max_turns: int = Field(80, ge=1, le=10_000_000, description="the run ends after so many turns")


class ColoringScene(Scene):
    """See `State` for what is private to whom. Reports are the only way to learn another's colors."""

    name = "coloring"
    summary = "a graph, 3 owners"
    Config = ColoringConfig
    bodies = BODIES
    bots: ClassVar[Mapping[str, Callable[[], Agent]]] = {"rules": ClusterAgent}

    def __init__(self, config: ColoringConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.problem = NOTHING
        self.solvable = True
        self.turn = 0
        self.colors: Coloring = {}
        self.owners = {name: Owner() for name in names}
        self.gave_up = False
        self.messages = 0
        self.false_claims = 0
        self.oscillations = 0
        self._words = ""

    @classmethod
    def seats(cls, config: ColoringConfig) -> tuple[str, ...]:
        if config.problem == "default":
            return ("A", "H", "B")
        return ("A", "H", "B", "C", "D", "E", "F", "G")[: config.clusters]

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
        yield Event.of(Posed(posed.problem, posed.witness is not None, posed.why))
        if posed.witness is not None:
            yield Event.of(Witnessed(posed.witness), audience=())
        for name, nodes in posed.problem.clusters.items():
            fixed = {node: posed.fixed[node] for node in nodes if node in posed.fixed}
            yield Event.of(Locked(fixed), name, (name,))

    def decide(self, name: str, action: Action, chance: Chance) -> Iterator[Event]:
        match action:
            case Color(node, color):
                yield from self._color(name, {node: color})
            case Say(text):
                yield from self._say(name, text)
            case Move():
                yield from self._move(name, action, chance)
            case Impossible():
                yield Event.of(GaveUp(), name)
            case Pass() | Satisfied():
                yield from self._refuse(name)
                yield from self._tell_all(name)
                yield from self._flag(name, isinstance(action, Satisfied), chance)

    def after_turn(self, chance: Chance) -> Iterator[Event]:
        if self.is_complete() != "consensus":
            return
        if clashes := self.problem.conflicts(self.colors):
            yield Event.of(Stale("; ".join(self._why_stale(u, v) for u, v in clashes)))

    def _color(self, name: str, colors: Coloring) -> Iterator[Event]:
        new = {node: color for node, color in colors.items() if self.colors.get(node) != color}
        if new:
            was = {node: self.colors[node] for node in new if node in self.colors}
            yield Event.of(Colored(new, was), name, (name,))

    def _say(self, name: str, text: str) -> Iterator[Event]:
        understood = understand(self.problem, name, text)
        for meaning in understood.meanings:
            to = (meaning.to,) if meaning.to else ()
            yield from self.deliver_message(name, meaning.text, to)
            yield Event.of(Addressed(meaning.to or "", meaning.question), name, self._hearing(name, meaning.to))
            if meaning.report:
                yield from self._report(name, meaning.to or "", meaning.report)
            yield from self._requests(name, meaning)
        if understood.notes:
            yield Event.of(Unclear(understood.notes), name, (name,))

    def _requests(self, name: str, meaning: Meaning) -> Iterator[Event]:
        owner = self.problem.owner
        wanted = (*meaning.request, *meaning.avoid, *meaning.keep)
        for to in self.names:
            if any(owner[node] == to for node in wanted):
                request = Requested(
                    to,
                    {n: c for n, c in meaning.request.items() if owner[n] == to},
                    {n: c for n, c in meaning.avoid.items() if owner[n] == to},
                    tuple(n for n in meaning.keep if owner[n] == to),
                )
                yield Event.of(request, name, self._hearing(name, meaning.to))

    def _move(self, name: str, move: Move, chance: Chance) -> Iterator[Event]:
        own = (name,)
        for body in move.why:
            yield Event.of(body, name, own)
        asked = self.owners[name].asked
        if asked:
            colors = {node: a.color for node, a in asked.items() if a.color is not None}
            avoid = {node: a.avoid for node, a in asked.items() if a.avoid}
            by = tuple(dict.fromkeys(a.by for a in asked.values()))
            yield Event.of(Cleared(colors, avoid, by), name, own)
        yield from self._refuse(name)
        yield from self._color(name, move.colors)
        for message in move.messages:
            yield from self._send(name, message)
        yield from self._flag(name, move.satisfied, chance)

    def _send(self, name: str, message: Message) -> Iterator[Event]:
        pair = self._hearing(name, message.to)
        if text := message.text():
            yield Event.of(Said(text, (message.to,)), name, pair)
        if message.report:
            yield from self._report(name, message.to, message.report)
        if message.request:
            yield Event.of(Requested(message.to, message.request), name, pair)
        if message.options is not None:
            yield Event.of(message.options, name, pair)

    def _refuse(self, name: str) -> Iterator[Event]:
        """Whoever asked for a locked node hears that it is locked."""
        me = self.owners[name]
        for by in self.names:
            mine = {n: me.fixed[n] for n, a in me.asked.items() if a.by == by and n in me.fixed}
            if locked := {n: c for n, c in mine.items() if not _met(me.asked[n], c)}:
                yield Event.of(Refused(by, locked), name, self._hearing(name, by))

    def _tell_all(self, name: str) -> Iterator[Event]:
        """A person's turn ends: each neighbor hears how the boundary stands, aloud if that is news to it."""
        for to in self.problem.neighbors[name]:
            report = self.boundary_report(name, to)
            news = self.owners[name].told.get(to, {}) != report
            yield from self._send(name, Message(to=to, report=report, news=news))

    def boundary_report(self, name: str, to: str) -> Coloring:
        """How an owner's boundary with another stands."""
        return {node: self.colors[node] for node in self.problem.boundary(name, to) if node in self.colors}

    def _report(self, name: str, to: str, colors: Coloring) -> Iterator[Event]:
        yield Event.of(Reported(to, colors), name, self._hearing(name, to))
        for node, color in colors.items():
            if (truth := self.colors.get(node)) != color:
                yield Event.of(FalseClaim(f"{node} is {color}", f"it is {truth or 'not colored'}"), name, ())

    def _flag(self, name: str, claimed: bool, chance: Chance) -> Iterator[Event]:
        """Step 8: one function decides, whatever the agent says of itself."""
        own = (name,)
        observation = self.observe(name)
        verdict = judge(self.problem, name, observation.colors, observation.believed)
        for u, v in verdict.conflicts:
            if (self.problem.owner[u] == name) != (self.problem.owner[v] == name):
                mine, other = (u, v) if self.problem.owner[u] == name else (v, u)
                yield Event.of(Clashed(mine, other, observation.colors[mine]), name, own)
        if verdict.miscounted:
            yield Event.of(Miscounted(verdict.boundary_conflicts, verdict.penalty), name, own)
        optimum = best(self.problem, name, observation.believed, observation.fixed, chance("optimum", name))
        lowest = self.problem.conflict_penalty * optimum.conflicts
        yield Event.of(Judged(verdict.satisfied, verdict.penalty, lowest, verdict.uncolored), name, own)
        satisfied = claimed and verdict.satisfied
        if claimed and not satisfied:
            yield Event.of(FalseClaim("satisfied", f"its penalty is {number(verdict.penalty)}"), name, ())
        yield Event.of(Flagged(satisfied, claimed), name)
        if (count := flips(self.owners[name].history)) >= FLIPS:
            yield Event.of(Oscillated(count, WINDOW), name)

    def _hearing(self, name: str, to: str | None) -> tuple[str, ...] | None:
        return tuple(n for n in self.names if n in (name, to)) if to else None

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
                    if node in colors and not _met(asked, colors[node]):
                        del me.granted[node]
            case Cleared():
                me.granted.update({n: a for n, a in me.asked.items() if n not in me.fixed})
            case Said(text):
                self.messages += 1
                self._words = text
            case Addressed(to, question):
                for other in self._listeners(event.agent, to):
                    self.owners[other].heard += (Heard(event.agent, self._words, question),)
            case Reported(to, colors):
                for other in self._listeners(event.agent, to):
                    me.told[other] = {**me.told.get(other, {}), **colors}
                    known = self.owners[other].known
                    for node in self.problem.boundary(event.agent, other):
                        if node in colors:
                            known[node] = Known(colors[node], event.turn)
            case Requested(to, colors, avoid, keep):
                for node, color in colors.items():
                    wish = assign({node: color})
                    me.requests[wish] = me.requests.get(wish, 0) + 1
                asked = self.owners[to].asked
                asked.update({n: Asked(event.agent, color=c) for n, c in colors.items()})
                asked.update({n: Asked(event.agent, avoid=cs) for n, cs in avoid.items()})
                asked.update({n: Asked(event.agent, color=self.colors[n]) for n in keep if n in self.colors})
            case Refused(to, colors):
                self.owners[to].refused.update(colors)
            case Flagged(satisfied):
                me.asked = {}
                me.satisfied = satisfied
                me.history.append(satisfied)
                me.heard = ()
            case FalseClaim():
                self.false_claims += 1
            case Oscillated():
                self.oscillations += 1
            case GaveUp():
                self.gave_up = True
            case _:
                super().apply(event)

    def _listeners(self, speaker: str, to: str) -> tuple[str, ...]:
        return (to,) if to else self.problem.neighbors[speaker]

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
            "messages": self.messages,
            "score": self.problem.score(self.colors),
            "false_claims": self.false_claims,
            "oscillations": self.oscillations,
        }

    def copy(self) -> Self:
        other = type(self)(self.config, self.names)
        other.__dict__.update(self.__dict__)
        other.colors = dict(self.colors)
        other.owners = {name: owner.copy() for name, owner in self.owners.items()}
        return other

    # -- what is seen

    def observe(self, name: str) -> Observation:
        me = self.owners[name]
        return Observation(
            name=name,
            turn=self.turn,
            problem=self.problem,
            snap=self.config.snap,
            colors={node: self.colors[node] for node in self.problem.clusters[name] if node in self.colors},
            fixed=dict(me.fixed),
            known=dict(me.known),
            asked=dict(me.asked),
            granted=dict(me.granted),
            refused=dict(me.refused),
            requests=dict(me.requests),
            told={to: dict(colors) for to, colors in me.told.items()},
            heard=me.heard,
            flags={other: owner.satisfied for other, owner in self.owners.items()},
        )

    def overview(self) -> Observation:
        owners = self.owners.values()
        return Observation(
            name="",
            turn=self.turn,
            problem=self.problem,
            snap=self.config.snap,
            colors=dict(self.colors),
            fixed={node: color for owner in owners for node, color in owner.fixed.items()},
            known={},
            asked={node: asked for owner in owners for node, asked in owner.asked.items()},
            granted={node: asked for owner in owners for node, asked in owner.granted.items()},
            refused={},
            requests={},
            told={},
            heard=(),
            flags={other: owner.satisfied for other, owner in self.owners.items()},
        )

    def notable(self, event: Event) -> str | None:
        match event.data:
            case Clashed() | FalseClaim() | Oscillated() | Stale() | Miscounted():
                return "bad"
            case Flagged(satisfied=True) if all(owner.satisfied for owner in self.owners.values()):
                return "good"
            case _:
                return None

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
        me = self.owners[name]
        free = [node for node in self.problem.clusters[name] if node not in me.fixed]
        out: list[Action] = [
            Color(node, color) for node in free for color in self.problem.colors if self.colors.get(node) != color
        ]
        out.append(Pass())
        if all(node in self.colors for node in self.problem.clusters[name]):
            out.append(Satisfied())
        if name == HUMAN:
            out.append(Impossible())
        return out

    def check(self, name: str, action: Action) -> None:
        match action:
            case Color(node, color):
                self._check_color(name, node, color)
            case Move():
                for node, color in action.colors.items():
                    self._check_color(name, node, color)
                self._check_messages(name, action)
            case Say(text):
                understood = understand(self.problem, name, text)
                if not understood.meanings:
                    raise IllegalAction("; ".join(understood.notes) or "there is nothing to say")
            case Satisfied():
                if bare := [node for node in self.problem.clusters[name] if node not in self.colors]:
                    raise IllegalAction(f"color {', '.join(bare)} first, then you can be satisfied")
            case Impossible():
                if name != HUMAN:
                    raise IllegalAction(f"only {HUMAN} can declare it impossible; you can pass")
            case Pass():
                pass
            case _:
                raise IllegalAction(f"commands are: {actions.HELP}")

    def _check_color(self, name: str, node: str, color: str) -> None:
        owner = self.problem.owner.get(node)
        if owner is None:
            raise IllegalAction(f"there is no node {node}; yours are {', '.join(self.problem.clusters[name])}")
        if owner != name:
            raise IllegalAction(f'{node} is {owner}\'s; ask for it: "@{owner} make {node} {color}"')
        if color not in self.problem.colors:
            raise IllegalAction(f"{color!r} is not a color here; colors are {', '.join(self.problem.colors)}")
        fixed = self.owners[name].fixed.get(node)
        if fixed is not None and fixed != color:
            raise IllegalAction(f"{node} is locked to {fixed}")

    def _check_messages(self, name: str, move: Move) -> None:
        for message in move.messages:
            if message.to not in self.problem.neighbors[name]:
                raise IllegalAction(f"{message.to or 'nobody'} is no neighbor of {name}")
            if any(self.problem.owner.get(node) != message.to for node in message.request):
                raise IllegalAction(f"{message.to} can only be asked for its own nodes")
            if any(self.problem.owner.get(node) != name for node in message.report):
                raise IllegalAction(f"{name} can only report its own nodes")

    def default(self, name: str) -> Action:
        return Pass()

    def parse(self, name: str, text: str) -> Action:
        return actions.parse(self.problem, text)

    def describe(self, action: Action) -> str:
        return actions.describe(action)


def _met(asked: Asked, color: str) -> bool:
    return color == asked.color if asked.color is not None else color not in asked.avoid
