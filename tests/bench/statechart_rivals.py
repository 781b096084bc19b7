"""Other statechart libraries at the chart of the bench, in an environment of their own: they are no dependencies.

`STATECHART_PYTHON` may name a Python that has them; without, they are installed from the package index into a temporary
one. That Python runs this file with ours on its path, so that all are measured in one process and follow one trace.
"""

import json
import os
import subprocess
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from core.statechart import Condition, Statechart
from core.statechart.conditions import READABLE
from tests.bench.statechart_feed import Day, Mood, Person, feed, live, people, timed

NEEDED = ("transitions==0.9.3", "sismic==1.6.14", "python-statemachine==3.2.2")
COUNT, TICKS, WARM = 500, 8, 2

Send = Callable[[int, str], object]
Rival = tuple[Send, Callable[[int], str], Callable[[int], Any]]
"""Sends an agent a trigger; tells its state; the object whose `ticks_in_state` its guards read."""


def measure(python: str) -> dict[str, float]:
    """Microseconds an event, by library, ours among them."""
    root = Path(__file__).parents[2]
    command = [python, "-m", "tests.bench.statechart_rivals"]
    done = subprocess.run(
        command, cwd=root, env={**os.environ, "PYTHONPATH": str(root)}, capture_output=True, text=True
    )
    if done.returncode:
        raise RuntimeError(f"the other libraries failed: {done.stderr[-800:]}")
    told: dict[str, float] = json.loads(done.stdout)
    return told


def guards(chart: Statechart[Any]) -> list[str]:
    return [t.guard.spell(READABLE) if isinstance(t.guard, Condition) else "" for t in chart.transitions]


class Model:
    """An agent's fields, for libraries that ask a model's methods or attributes."""

    def __init__(self, person: Person) -> None:
        self.energy, self.interest = person.energy, person.interest
        self.timeout_threshold, self.ticks_in_state = person.timeout_threshold, 0


def models(chart: Statechart[Any], agents: list[Person]) -> list[Any]:
    """With a method `guard_N` for each guard."""
    named = {"ticks_in_state", "timeout_threshold", "energy", "interest"}
    methods = {}
    for number, text in enumerate(guards(chart)):
        words = " ".join(f"self.{word}" if word in named else word for word in spaced(text))
        methods[f"guard_{number}"] = eval(f"lambda self: {words or 'True'}")
    kind = type("Guarded", (Model,), methods)
    return [kind(person) for person in agents]


def spaced(text: str) -> list[str]:
    return text.replace("(", " ( ").replace(")", " ) ").split()


def with_transitions(chart: Statechart[Any], agents: list[Person]) -> Rival:
    own = models(chart, agents)
    arrows = [
        {"trigger": t.trigger, "source": str(t.source), "dest": str(t.target), "conditions": f"guard_{number}"}
        if t.guard is not None
        else {"trigger": t.trigger, "source": str(t.source), "dest": str(t.target)}
        for number, t in enumerate(chart.transitions)
    ]
    import_module("transitions").Machine(
        model=own, states=[str(s) for s in chart.states], transitions=arrows, initial="idle", auto_transitions=False
    )
    return lambda i, trigger: own[i].trigger(trigger), lambda i: str(own[i].state), lambda i: own[i]


def with_sismic(chart: Statechart[Any], agents: list[Person]) -> Rival:
    """It has no order among transitions and refuses two that are enabled: each guard also denies those before it."""
    lines = ["statechart:", "  name: feed", "  root state:", "    name: root", "    initial: idle", "    states:"]
    texts = guards(chart)
    for state in chart.states:
        lines += [f"      - name: {state}", "        transitions:"]
        before: dict[str, list[str]] = {}
        for t, text in zip(chart.transitions, texts, strict=True):
            if t.source == state:
                denied = before.setdefault(t.trigger, [])
                parts = [f"not ({other})" for other in denied] + [text] * bool(text)
                denied.append(text)
                lines += [f"          - event: {t.trigger}", f"            target: {t.target}"]
                lines += [f'            guard: "{" and ".join(parts)}"'] * bool(parts)
    loaded = import_module("sismic.io").import_from_yaml("\n".join(lines))
    interpreter = import_module("sismic.interpreter").Interpreter
    own = [interpreter(loaded, initial_context=vars(Model(person))) for person in agents]
    for each in own:
        each.execute_once()

    def send(i: int, trigger: str) -> None:
        own[i].queue(trigger)
        own[i].execute_once()

    class Context:
        def __init__(self, i: int) -> None:
            self.__dict__ = own[i].context  # guards read what is set here

    contexts = [Context(i) for i in range(len(own))]
    return send, lambda i: str(own[i].configuration[-1]), lambda i: contexts[i]


def with_statemachine(chart: Statechart[Any], agents: list[Person]) -> Rival:
    library = import_module("statemachine")
    states = {str(s): library.State(initial=s == chart.initial) for s in chart.states}
    events: dict[str, Any] = {}
    for number, t in enumerate(chart.transitions):
        arrow = states[str(t.source)].to(states[str(t.target)], cond=f"guard_{number}" if t.guard is not None else None)
        events[t.trigger] = events[t.trigger] | arrow if t.trigger in events else arrow
    kind: Any = type("Feed", (library.StateMachine,), {**states, **events, "allow_event_without_transition": True})
    own = models(chart, agents)
    machines = [kind(model=model) for model in own]
    return (
        lambda i, trigger: machines[i].send(trigger),
        lambda i: str(own[i].state),
        lambda i: own[i],
    )


def follow(rival: Rival, day: Day, trace: list[list[Mood]]) -> float:
    """Microseconds an event; it must be in the same states as ours after every tick."""
    send, state, fields = rival
    before = ["idle"] * len(day[0])
    times = []
    for triggers, states in zip(day, trace, strict=True):
        start = perf_counter()
        for i, trigger in enumerate(triggers):
            send(i, trigger)
        times.append(perf_counter() - start)
        for i, now in enumerate(states):
            if state(i) != now:
                raise RuntimeError(f"agent {i} is in {state(i)}, and should be in {now} after {triggers[i]}")
            fields(i).ticks_in_state = 1 if now != before[i] else fields(i).ticks_in_state + 1
        before = [str(now) for now in states]
    return 1e6 * median(times[WARM:]) / len(day[0])


def main() -> None:
    chart = feed()
    day, trace = live(chart, people(COUNT), TICKS)
    told = {"ours": median(timed(chart.fire, people(COUNT), day, 0) for _ in range(21))}
    for name, build in (
        ("transitions 0.9.3", with_transitions),
        ("sismic 1.6.14", with_sismic),
        ("python-statemachine 3.2.2", with_statemachine),
    ):
        told[name] = follow(build(chart, people(COUNT)), day, trace)
    print(json.dumps(told))


if __name__ == "__main__":
    main()
