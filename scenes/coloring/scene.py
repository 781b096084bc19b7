"""Human-agent graph coloring: owners of clusters color their nodes, and talk, until all are satisfied (spec 000)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Self

from core.engine.agents import Agent
from core.engine.capabilities import Judged, Language, Large, Mark, Portable, Reviewed, Talk, Told, Touched, Verdict
from core.engine.chance import Chance
from core.engine.events import Event, Metric, Said, Withheld
from core.engine.scene import Outcome
from core.engine.turn import Pick
from core.env.encoding import Learned
from core.intents.second_reading import Utterance
from core.llm.judge import Case
from core.llm.prompts import Prompts
from scenes.coloring import actions
from scenes.coloring import events as e
from scenes.coloring.actions import Action
from scenes.coloring.bots.model import ModelOwner
from scenes.coloring.bots.rule_based import LARGE_CLUSTER, Chatty, ClusterAgent
from scenes.coloring.changes import EventHandlers
from scenes.coloring.config import TEMPERS, ColoringConfig, make_problem, read_tempers
from scenes.coloring.encoding import ColoringEncoding
from scenes.coloring.measures import MEASURES
from scenes.coloring.problem.graph import SEATS, color_letters, letter, without_points
from scenes.coloring.reports import review
from scenes.coloring.reports.review import weigh
from scenes.coloring.reports.tables import EXPORTS, TABLES
from scenes.coloring.rules import legality, messages, outcomes
from scenes.coloring.rules.metrics import optimality_gap
from scenes.coloring.rules.observation import Observation, sentence_about
from scenes.coloring.rules.state import ColoringState
from scenes.coloring.talk.speech import Caught, Misread, Unworded


class ColoringScene(EventHandlers, Told, Reviewed, Judged, Touched, Talk, Portable, Large, Language, Learned):
    """The coloring scene: `outcomes` yields events, `changes` folds them into `state`, `legality` checks actions."""

    name = "coloring"
    summary = "color a graph together"
    Config = ColoringConfig
    events = e.BODIES
    actions = actions.KINDS
    bots: ClassVar[Mapping[str, Callable[[], Agent]]] = {"rules": ClusterAgent, "chatty": Chatty}
    exports = EXPORTS
    tables = TABLES
    figures = "points of the best colors for what you knew, by exact search, minus those of yours"
    marks = {"good": "good", "bad": "bad"}
    measures = MEASURES
    player = ModelOwner
    free_chat = False
    prompts = Prompts(Path(__file__).parent / "bots" / "prompts")
    encoding = ColoringEncoding

    def __init__(self, config: ColoringConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.state = ColoringState(config, names, config.human_seat)

    # -- events

    def start(self, chance: Chance) -> Iterator[Event]:
        posed = make_problem(self.config, chance.seed)
        public = without_points(posed.problem) if posed.private else posed.problem
        yield e.Posed(public, posed.witness is not None).by()
        yield e.Proved(posed.why, posed.witness or {}).by(to=())
        if posed.grade:
            yield e.Graded(posed.grade).by(to=())
        for name, nodes in posed.problem.clusters.items():
            fixed = {node: posed.fixed[node] for node in nodes if node in posed.fixed}
            yield e.Locked(fixed).by(name, to=(name,))
            if posed.private:
                yield e.Valued({node: posed.problem.preferences[node] for node in nodes}).by(name, to=(name,))
        for name, temper in read_tempers(self.config.temper, SEATS).items():
            if temper == "mixed" and name in self.names and name != self.state.human:
                yield e.Tempered(chance("temper", name).choice(TEMPERS)).by(name, to=(name,))

    def decide(self, name: str, action: Action, chance: Chance) -> Iterator[Event]:
        return outcomes.decide(self.state, name, action, chance)

    def resolve(self, actions: Mapping[str, Action], chance: Chance) -> Iterator[Event]:
        return outcomes.resolve(self.state, actions, chance)

    def after_turn(self, pick: Pick, chance: Chance) -> Iterator[Event]:
        return outcomes.after_turn(self.state)

    def change(self, what: str) -> Iterator[Event]:
        """Color a node on behalf of its owner: "h3=red"."""
        return outcomes.recolor(self.state, what)

    def utterances(self, name: str, action: Action) -> Iterable[Utterance]:
        return messages.utterances_in(self.state, name, action)

    def unheard(self, event: Event, said: Event) -> Event | None:
        return messages.without_hearing(event, said)

    # -- state

    @property
    def is_slow(self) -> bool:
        return any(len(nodes) >= LARGE_CLUSTER for nodes in self.state.problem.clusters.values())

    def apply(self, event: Event) -> None:
        state = self.state
        state.turn = event.turn
        for name in self.names if event.audience is None else event.audience:
            if name in state.owners:
                state.owners[name].turn = event.turn
        super().apply(event)
        state.metrics.take(event, state.problem, state.colors, self.is_fallback(event))

    def is_complete(self) -> str | None:
        return self.state.end_reason()

    def outcome(self) -> Outcome:
        state, problem, colors = self.state, self.state.problem, self.state.colors
        conflicts = len(problem.conflicts(colors))
        complete = len(colors) == len(problem.nodes)
        metrics: dict[str, Metric] = {
            "solvable": state.solvable,
            "solved": complete and not conflicts,
            "consensus": state.end_reason() == "consensus",
            "conflicts": conflicts,
            "uncolored": len(problem.nodes) - len(colors),
            "score": problem.score(colors),
            "gap": optimality_gap(problem, self.state.overview().fixed, colors),
            **state.metrics.result(),
        }
        return Outcome(scores=state.points() if state.private else {}, metrics=metrics)

    def copy(self) -> Self:
        other = type(self)(self.config, self.names)
        other.state, other._fell_back = self.state.copy(), self._fell_back
        return other

    # -- observations

    def observe(self, name: str) -> Observation:
        return self.state.observe(name) if name else self.state.overview()

    def remember(self, event: Event, name: str) -> str:
        """Return a message as an owner remembers it. The owner's observation contains everything else that it knows."""
        match event.data:
            case Said(text) | Withheld(text) if event.agent == name:
                return text
            case Said(text, to):
                return f"{event.agent} to {', '.join(to) or 'all'}: {text}"
        return ""

    def notable(self, event: Event) -> Mark | None:
        match event.data:
            case e.Clashed() | e.FalseClaim() | e.Oscillated() | e.Stale() | e.Miscounted():
                return "bad"
            case Misread(mistaken=mistaken) if mistaken:
                return "lost"
            case Caught() | Unworded() | e.Hopeless():
                return "lost"
            case e.Flagged(satisfied=True) if self.state.agreed:
                return "good"
            case _:
                return None

    def cases(self, events: Sequence[Event]) -> Iterable[Case]:
        return review.cases(self.state.overview(), self.observe, events)

    def concerns(self, event: Event, name: str) -> str:
        return sentence_about(event, name, self.observe)

    def weigh(self, name: str, action: Action) -> Verdict | None:
        """Judge an owner's colors at the end of its turn by exact search."""
        return weigh(self.observe(name)) if isinstance(action, actions.Pass | actions.Satisfied) else None

    def weigh_step(self, name: str, step: Sequence[Event]) -> tuple[str, Verdict] | None:
        """Judge an owner's colors at the end of its turn, by what it knew before the step."""
        if not any(event.agent == name and isinstance(event.data, e.Judged) for event in step):
            return None  # the owner's turn goes on, or another owner's ends
        after = self.copy()
        for event in step:
            if event.agent == name and isinstance(event.data, e.Colored):
                after.apply(event)
        seen = after.observe(name)
        verdict = weigh(seen)
        return (color_letters(seen.colors), verdict) if verdict else None

    def admits(self, event: Event) -> None:
        legality.admit(self.state.problem, event.data)

    def board(self, perspective: str = "") -> str:
        seen = self.observe(perspective)
        believed = seen.around
        lines = []
        for name, nodes in self.state.problem.clusters.items():
            unknown = "?" if perspective and name != perspective else "·"
            letters = {n: letter(believed[n]) if n in believed else unknown for n in nodes}
            cells = [f"[{n} {letters[n]}]" if n in seen.fixed else f" {n} {letters[n]} " for n in nodes]
            lines.append(f"{'✓' if seen.flags[name] else '✗'} {name}  {' '.join(cells)}")
        clashes = self.state.problem.conflicts(believed)
        lines.append(f"clashes: {', '.join(f'{u}–{v}' for u, v in clashes) or 'none'}")
        return "\n".join(lines)

    # -- commands

    def legal(self, name: str) -> Sequence[Action]:
        return legality.legal(self.observe(name), name == self.state.human)

    def check(self, name: str, action: Action) -> None:
        legality.check(self.observe(name), name == self.state.human, action)

    def parse(self, name: str, text: str) -> Action:
        return actions.parse(self.state.problem, text)

    def describe(self, action: Action) -> str:
        return actions.describe(action)
