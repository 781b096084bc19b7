"""The chart of the statechart bench, and a bare function to measure it by. Needs nothing but the standard library."""

from collections import deque
from collections.abc import Callable
from enum import StrEnum, auto
from random import Random
from time import perf_counter
from typing import Any

from core.statechart import Condition, Context, Field, Statechart, Stateful, Transition, tick, timeouts
from core.statechart.agent import DEPTH
from core.statechart.conditions import OBJECT


class Mood(StrEnum):
    IDLE = auto()
    SCROLLING = auto()
    EVALUATING = auto()
    COMPOSING = auto()
    ENGAGING_LIKE = auto()
    ENGAGING_REPLY = auto()
    ENGAGING_RESHARE = auto()
    RESTING = auto()


IDLE, SCROLLING, EVALUATING, COMPOSING, LIKE, REPLY, RESHARE, RESTING = Mood
ENERGY, INTEREST = Field("energy"), Field("interest")


def feed(rates: bool = False) -> Statechart[Mood]:
    """8 states, 25 transitions, 15 of them guarded; `rates` leaves four to chance instead."""

    def go(trigger: str, source: Mood, target: Mood, guard: Condition | None = None, rate: float = 1) -> Transition:
        chancy = rates and rate < 1
        return Transition(trigger, source, target, None if chancy else guard, rate=rate if chancy else None)

    return Statechart(
        Mood,
        (
            go("start_browsing", IDLE, SCROLLING, ENERGY > 0.2, rate=0.8),
            go("start_browsing", IDLE, RESTING),
            go("inspired", IDLE, COMPOSING, ENERGY > 0.6),
            go("sees_post", SCROLLING, EVALUATING, INTEREST > 0.3, rate=0.7),
            go("feed_empty", SCROLLING, IDLE),
            go("inspired", SCROLLING, COMPOSING, ENERGY > 0.6),
            go("tired", SCROLLING, RESTING, ENERGY < 0.2),
            go("decides", EVALUATING, RESHARE, (INTEREST > 0.9) & (ENERGY > 0.5), rate=0.05),
            go("decides", EVALUATING, REPLY, INTEREST > 0.8, rate=0.1),
            go("decides", EVALUATING, LIKE, INTEREST > 0.5),
            go("decides", EVALUATING, COMPOSING, (INTEREST > 0.45) & (ENERGY > 0.8)),
            go("decides", EVALUATING, SCROLLING),
            go("finishes_composing", COMPOSING, SCROLLING, ENERGY > 0.3),
            go("finishes_composing", COMPOSING, RESTING),
            go("finishes_engaging", LIKE, SCROLLING),
            go("finishes_engaging", REPLY, SCROLLING),
            go("finishes_engaging", RESHARE, SCROLLING),
            go("rested", RESTING, IDLE),
            *timeouts((EVALUATING, COMPOSING, LIKE, REPLY, RESHARE, RESTING), SCROLLING),
            *timeouts((SCROLLING,), IDLE),
        ),
        IDLE,
    )


class Person(Stateful[Mood]):
    __slots__ = ("energy", "interest")

    def __init__(self, number: int, random: Random) -> None:
        super().__init__(IDLE, number)
        self.energy = random.random()
        self.interest = random.random()


Day = list[list[str]]
"""Each tick's trigger for each agent."""
Trace = list[list[Mood]]
"""Each agent's state after each tick."""


def people(count: int) -> list[Person]:
    """New agents, but with a full history."""
    random = Random(1)
    made = [Person(number, random) for number in range(count)]
    for person in made:
        person.state_history.records.extend([((IDLE, IDLE, "born"), 0, None)] * DEPTH)
    return made


def live(chart: Statechart[Mood], agents: list[Person], ticks: int) -> tuple[Day, Trace]:
    """Each tick, each agent hears one of the triggers its state listens to."""
    random, day, trace = Random(2), [], []
    for now in range(ticks):
        context = Context(now)
        day.append([random.choice(chart.valid_triggers(agent.state)) for agent in agents])
        for agent, trigger in zip(agents, day[-1], strict=True):
            context.note = agent.number + 1000 * now
            chart.fire(agent, trigger, context)
            tick(agent)
        trace.append([agent.state for agent in agents])
    return day, trace


def timed(fire: Callable[[Person, str, Any], object], agents: list[Person], day: Day, first: int) -> float:
    """Microseconds an event, without what keeps the ticks."""
    spent = 0.0
    for now, triggers in enumerate(day, first):
        context = Context(now)
        start = perf_counter()
        for agent, trigger in zip(agents, triggers, strict=True):
            fire(agent, trigger, context)
        spent += perf_counter() - start
        for agent in agents:
            tick(agent)
    return 1e6 * spent / sum(map(len, day))


def bare(chart: Statechart[Mood]) -> Callable[[Person, str, object], Mood | None]:
    """What cannot be less: one dict, no guards, no history, no time."""
    table: dict[tuple[Mood, str], Mood] = {}
    for t in chart.transitions:
        table.setdefault((Mood(t.source), t.trigger), Mood(t.target))

    def fire(agent: Person, trigger: str, context: object) -> Mood | None:
        target = table.get((agent.state, trigger))
        if target is not None:
            agent.state = target
        return target

    return fire


def written(chart: Statechart[Mood], count: int) -> Callable[[Person, str, Context], Mood | None]:
    """What one would write by hand with the same guards and a history of 50: no checks, one agent may move twice."""
    table: dict[tuple[Mood, str], list[tuple[Callable[[Any], bool] | None, Mood]]] = {}
    for t in chart.transitions:
        guard = eval(f"lambda agent: {t.guard.spell(OBJECT)}") if isinstance(t.guard, Condition) else None
        table.setdefault((Mood(t.source), t.trigger), []).append((guard, Mood(t.target)))
    histories: list[deque[tuple[Mood, Mood, str, int, None]]] = [deque(maxlen=50) for _ in range(count)]

    def fire(agent: Person, trigger: str, context: Context) -> Mood | None:
        for guard, target in table.get((agent.state, trigger), ()):
            if guard is None or guard(agent):
                histories[agent.number].append((agent.state, target, trigger, context.tick, None))
                agent.state = target
                agent.ticks_in_state = 0
                return target
        return None

    return fire
