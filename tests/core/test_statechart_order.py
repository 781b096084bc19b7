"""The order of exits, actions and entries, beside the algorithm of the SCXML recommendation (appendix D)."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from core.statechart import Choice, Composite, Condition, Context, Statechart, Transition
from core.statechart.conditions import OBJECT
from tests.core.statecharts import Actor, charts, say


class Interpreter:
    """Configurations as sets, as the recommendation's pseudocode has them; no tables."""

    def __init__(self, chart: Statechart[str]) -> None:
        self.chart = chart
        self.parent = {child: composite.name for composite in chart.composites for child in composite.children}
        self.initial = {composite.name: composite.initial for composite in chart.composites}
        self.configuration: set[str] = set()
        self.told: list[str] = []
        self.enter(chart.start, None)

    def proper_ancestors(self, state: str, upto: str | None = None) -> list[str]:
        found = []
        while state in self.parent and self.parent[state] != upto:
            state = self.parent[state]
            found.append(state)
        return found

    def atomic(self) -> str:
        return next(state for state in self.configuration if state not in self.initial)

    def enter(self, target: str, domain: str | None) -> None:
        to_enter = [*reversed(self.proper_ancestors(target, domain)), target]
        while to_enter[-1] in self.initial:
            to_enter.append(self.initial[to_enter[-1]])
        for state in to_enter:
            self.configuration.add(state)
            if state in self.chart.entry:
                self.told.append(f"enter_{state}")

    def find_lcca(self, source: str, target: str) -> str | None:
        return next((a for a in self.proper_ancestors(source) if a in self.proper_ancestors(target)), None)

    def take(self, transition: Transition) -> None:
        domain = self.find_lcca(transition.source, transition.target)
        inside = [s for s in self.configuration if domain is None or domain in self.proper_ancestors(s)]
        for state in sorted(inside, key=lambda s: -len(self.proper_ancestors(s))):
            self.configuration.remove(state)
            if state in self.chart.exit:
                self.told.append(f"exit_{state}")
        if transition.action is not None:
            self.told.append(getattr(transition.action, "__name__", ""))
        self.enter(transition.target, domain)

    def select(self, event: str, agent: Actor, context: Context) -> list[Transition]:
        """The first that is enabled; of an oracle's, all of its set that are."""
        for state in (self.atomic(), *self.proper_ancestors(self.atomic())):
            enabled = [
                transition
                for number, transition in enumerate(self.chart.transitions)
                if transition.source == state and transition.trigger == event and holds(transition, agent)
            ]
            if enabled:
                return [t for t in enabled if t.oracle] if enabled[0].oracle else enabled[:1]
        return []


def holds(transition: Transition, agent: Actor) -> bool:
    if transition.guard is None:
        return True
    assert isinstance(transition.guard, Condition)
    return bool(eval(transition.guard.spell(OBJECT), {"agent": agent}))


@given(charts(acting=True, chancy=False), st.integers(0, 2**32))
def test_same_states_and_same_order_as_the_recommendation(chart: Statechart[str], seed: int) -> None:
    random = Random(seed)
    agent = Actor("")
    chart.enter(agent, Context(-1))
    peer = Interpreter(chart)
    assert (agent.state, agent.told) == (peer.atomic(), peer.told)
    for now in range(20):
        agent.shake(random)
        agent.ticks_in_state = random.randrange(3)
        trigger = random.choice(chart.triggers)
        context = Context(now)
        enabled = peer.select(trigger, agent, context)
        found = chart.fire(agent, trigger, context)
        if isinstance(found, Choice):
            assert found.options == tuple(chart.tree.leaf(transition.target) for transition in enabled)
            place = random.randrange(len(enabled))
            chart.choose(agent, found, found.options[place], context)
            peer.take(enabled[place])
        elif enabled:
            peer.take(enabled[0])
        assert (agent.state, agent.told) == (peer.atomic(), peer.told)


def test_exits_go_outwards_then_the_action_then_entries_inwards() -> None:
    names = ("a", "b", "inner", "outer", "right")
    chart = Statechart(
        ("a", "b"),
        (Transition("go", "a", "right", action=say("act")), Transition("again", "outer", "a", action=say("act"))),
        "outer",
        (Composite("inner", ("a",), "a"), Composite("outer", ("inner",), "inner"), Composite("right", ("b",), "b")),
        {name: say(f"enter {name}") for name in names},
        {name: say(f"exit {name}") for name in names},
    )
    agent = Actor("")
    assert chart.enter(agent, Context(-1)) == "a"
    assert agent.told == ["enter outer", "enter inner", "enter a"]
    agent.told.clear()
    chart.fire(agent, "again", Context(0))
    assert agent.told == ["exit a", "exit inner", "exit outer", "act", "enter outer", "enter inner", "enter a"]
    agent.told.clear()
    chart.fire(agent, "go", Context(1))
    assert agent.told == ["exit a", "exit inner", "exit outer", "act", "enter right", "enter b"]


def test_actions_see_the_old_state_until_states_are_entered() -> None:
    def note(agent: Actor, context: Context) -> None:
        agent.told.append(agent.state)

    chart = Statechart(("a", "b"), (Transition("go", "a", "b", action=note),), "a", (), {"b": note}, {"a": note})
    agent = Actor("a")
    chart.fire(agent, "go", Context(0))
    assert agent.told == ["a", "a", "b"]
