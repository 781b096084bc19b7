"""Human-agent graph coloring: owners of clusters color their nodes, and talk, until all are satisfied (spec 000)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Self

from core.agents import Agent
from core.chance import Chance
from core.events import Event, Metric, Said, Withheld
from core.llm.judge import Case
from core.review import Verdict
from core.scene import Mark, Outcome, Scene
from core.turn import Pick
from scenes.coloring import actions, hearing, judging, legality, outcomes, questionnaire
from scenes.coloring.actions import Action
from scenes.coloring.bots import Chatty, ClusterAgent
from scenes.coloring.budget import left
from scenes.coloring.changes import change
from scenes.coloring.concerns import concerning
from scenes.coloring.config import ColoringConfig, make_problem
from scenes.coloring.difficulty import LEVELS
from scenes.coloring.encoding import ColoringEncoding
from scenes.coloring.events import (
    BODIES,
    Clashed,
    FalseClaim,
    Flagged,
    Graded,
    Hopeless,
    Locked,
    Miscounted,
    Oscillated,
    Posed,
    Proved,
    Stale,
    Valued,
)
from scenes.coloring.exports import EXPORTS
from scenes.coloring.formats.stated import Stated
from scenes.coloring.hearing import Misread
from scenes.coloring.metrics import Metrics, gap
from scenes.coloring.offers import Offer
from scenes.coloring.players import ModelOwner
from scenes.coloring.problem import SEATS, Coloring, Problem, letter, without_points
from scenes.coloring.questionnaire import QUESTIONS
from scenes.coloring.review import weigh
from scenes.coloring.rules import WINDOW, judge
from scenes.coloring.speech import Caught, Unworded
from scenes.coloring.state import Observation, Owner
from scenes.coloring.tempers import read_tempers

HUMAN = "H"


class ColoringScene(Scene):
    """See `State` for what is private to whom. Reports are the only way to learn another's colors."""

    name = "coloring"
    summary = "color a graph together"
    Config = ColoringConfig
    bodies = (*BODIES, *hearing.BODIES)
    bots: ClassVar[Mapping[str, Callable[[], Agent]]] = {"rules": ClusterAgent, "chatty": Chatty}
    exports = EXPORTS
    first = True
    marks = {"good": "good", "bad": "bad"}
    player = ModelOwner
    encoding = ColoringEncoding

    def __init__(self, config: ColoringConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.problem = Problem(dict.fromkeys(names, ()), (), (), config.penalty, {})
        self.views = dict.fromkeys(names, self.problem)
        """The problem as each owner knows it: where points are private, others' are 0."""
        self.private = False
        self.solvable = True
        self.turn = 0
        self.colors: Coloring = {}
        self.owners = {name: Owner() for name in names}
        self.tempers = read_tempers(config.temper, SEATS)
        self.gave_up = False
        self.question, self.questioned = 0, False
        """The number of the open question, and whether all have been asked."""
        self.offers: dict[int, Offer] = {}
        self.metrics = Metrics()
        self.words = ("", 0)
        """What was said last, and the event that said it."""

    @classmethod
    def seats(cls, config: ColoringConfig) -> tuple[str, ...]:
        if isinstance(config.problem, Stated):
            return tuple(config.problem.owners)
        if config.problem == "default" and config.difficulty == "easy":
            return SEATS[:3]
        return SEATS[: config.clusters]

    @property
    def person(self) -> str:
        """The seat that may declare the problem impossible, and is asked in the end."""
        return self.human_seat(self.config)

    @classmethod
    def human_seat(cls, config: ColoringConfig) -> str:
        seats = cls.seats(config)
        return HUMAN if HUMAN in seats else seats[0]

    @classmethod
    def harder(cls, config: ColoringConfig) -> Mapping[str, str]:
        level = LEVELS.index(config.difficulty) + 1
        return {"difficulty": LEVELS[level], "problem": "default"} if level < len(LEVELS) else {}

    # -- what happens

    def start(self, chance: Chance) -> Iterator[Event]:
        posed = make_problem(self.config, chance.seed)
        public = without_points(posed.problem) if posed.private else posed.problem
        yield Event.of(Posed(public, posed.witness is not None))
        yield Event.of(Proved(posed.why, posed.witness or {}), audience=())
        if posed.grade:
            yield Event.of(Graded(posed.grade), audience=())
        for name, nodes in posed.problem.clusters.items():
            fixed = {node: posed.fixed[node] for node in nodes if node in posed.fixed}
            yield Event.of(Locked(fixed), name, (name,))
            if posed.private:
                yield Event.of(Valued({node: posed.problem.preferences[node] for node in nodes}), name, (name,))

    def decide(self, name: str, action: Action, chance: Chance) -> Iterator[Event]:
        return outcomes.decide(self, name, action, chance)

    def resolve(self, actions: Mapping[str, Action], chance: Chance) -> Iterator[Event]:
        return outcomes.resolve(self, actions, chance)

    def after_turn(self, pick: Pick, chance: Chance) -> Iterator[Event]:
        return outcomes.after_turn(self)

    def change(self, what: str) -> Iterator[Event]:
        """Color a node in its owner's place: "h3=red"."""
        return outcomes.recolor(self, what)

    def unheard(self, event: Event, said: Event) -> Event | None:
        return hearing.unheard(event, said)

    # -- state

    def apply(self, event: Event) -> None:
        self.turn = event.turn
        if not change(self, event):
            super().apply(event)
        self.metrics.take(event, self.problem, self.colors)

    def boundary_report(self, name: str, to: str) -> Coloring:
        """How an owner's boundary with another stands."""
        return {node: self.colors[node] for node in self.problem.boundary(name, to) if node in self.colors}

    def _asked(self, name: str) -> int:
        """The number of the question that is open to somebody; 0 for none."""
        return self.question if name == self.person else 0

    def pick(self) -> Pick | None:
        return Pick((self.person,)) if self.question else None

    def is_complete(self) -> str | None:
        return None if self.config.questionnaire and not self.questioned else self.decided()

    def decided(self) -> str | None:
        """Why the game is over, whether or not there are questions left."""
        if self.gave_up:
            return "impossible"
        if all(owner.satisfied for owner in self.owners.values()) and not any(map(self._doubts, self.names)):
            return "consensus"
        return None

    def _doubts(self, name: str) -> bool:
        """Whether news since its last turn takes an owner's satisfaction away."""
        observation = self.observe(name)
        return not judge(self.problem, name, observation.colors, observation.believed).satisfied

    def outcome(self) -> Outcome:
        conflicts = len(self.problem.conflicts(self.colors))
        complete = len(self.colors) == len(self.problem.nodes)
        metrics: dict[str, Metric] = {
            "solvable": self.solvable,
            "solved": complete and not conflicts,
            "consensus": self.decided() == "consensus",
            "conflicts": conflicts,
            "uncolored": len(self.problem.nodes) - len(self.colors),
            "score": self.problem.score(self.colors),
            "gap": gap(self.problem, self.overview().fixed, self.colors),
            **self.metrics.result(),
        }
        return Outcome(scores=self._points() if self.private else {}, metrics=metrics)

    def _points(self) -> dict[str, float]:
        """What each owner has of its private points, as its nodes stand."""
        clusters = self.problem.clusters.items()
        own = {name: {node: self.colors[node] for node in nodes if node in self.colors} for name, nodes in clusters}
        return {name: self.problem.score(colors) for name, colors in own.items()}

    def copy(self) -> Self:
        other = type(self)(self.config, self.names)
        other.__dict__.update(self.__dict__)
        other.colors = dict(self.colors)
        other.offers = dict(self.offers)
        other.metrics = self.metrics.copy()
        other.owners = {name: owner.copy() for name, owner in self.owners.items()}
        return other

    # -- what is seen

    def observe(self, name: str) -> Observation:
        me = self.owners[name]
        return Observation(
            name=name,
            turn=self.turn,
            problem=self.views[name],
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
            awaits=me.awaits,
            offers=tuple(offer for offer in self.offers.values() if name in (offer.by, offer.to)),
            history=tuple(me.history[-WINDOW:]),
            settled=me.settled,
            bounds=dict(me.bounds),
            past=tuple(me.past),
            bounded=dict(me.bounded),
            left=left(self.config.messages, me.sent),
            temper=self.tempers[name],
            question=QUESTIONS[asked - 1] if (asked := self._asked(name)) else "",
            moved=me.moved,
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
            offers=tuple(self.offers.values()),
            settled=None,
            flags={other: owner.satisfied for other, owner in self.owners.items()},
        )

    def remember(self, event: Event, name: str) -> str:
        """A conversation: who said what to whom. The rest of what an owner knows stands in its observation."""
        match event.data:
            case Said(text) | Withheld(text) if event.agent == name:
                return text
            case Said(text, to):
                return f"{event.agent} to {', '.join(to) or 'all'}: {text}"
        return ""

    def notable(self, event: Event) -> Mark | None:
        match event.data:
            case Clashed() | FalseClaim() | Oscillated() | Stale() | Miscounted():
                return "bad"
            case Misread(mistaken=mistaken) if mistaken:
                return "lost"
            case Caught() | Unworded() | Hopeless():
                return "lost"
            case Flagged(satisfied=True) if all(owner.satisfied for owner in self.owners.values()):
                return "good"
            case _:
                return None

    def cases(self, events: Sequence[Event]) -> Iterable[Case]:
        return judging.cases(self.overview(), self.observe, events)

    def concerns(self, event: Event, name: str) -> str:
        return concerning(event, name, self.observe)

    def weigh(self, name: str, action: Action) -> Verdict | None:
        """Colors are judged as the turn ends with them, by exact search."""
        return weigh(self.observe(name)) if isinstance(action, actions.Pass | actions.Satisfied) else None

    def finding(self, event: Event) -> str | None:
        return event.data.sentence() if isinstance(event.data, FalseClaim | Caught) else None

    def admits(self, event: Event) -> None:
        legality.admit(self.problem, event.data)

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
        if asked := self._asked(name):
            return questionnaire.legal(asked)
        return legality.legal(self.observe(name), name == self.person)

    def check(self, name: str, action: Action) -> None:
        asked = self._asked(name)
        questionnaire.check(asked, action)
        if not asked:
            legality.check(self.observe(name), name == self.person, action)

    def parse(self, name: str, text: str) -> Action:
        return questionnaire.parse(self._asked(name), text) or actions.parse(self.problem, text)

    def describe(self, action: Action) -> str:
        return actions.describe(action)
