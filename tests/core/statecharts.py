"""Charts and agents for the statechart tests: a small feed, and random ones."""

from collections.abc import Sequence
from itertools import count
from random import Random

from hypothesis import strategies as st

from core.statechart import Composite, Condition, Context, DefinitionError, Field, Statechart, Stateful, Transition
from core.statechart.definition import Action

FIELDS = ("energy", "mood", "likes", "keen", "urge")
TRIGGERS = ("poke", "call", "rest")


class Actor(Stateful[str]):
    """An agent with fields of each type that guards compare. `log` collects the words of actions."""

    __slots__ = ("energy", "keen", "likes", "log", "mood", "urge")

    def __init__(self, state: str, number: int = 0) -> None:
        super().__init__(state, number)
        self.energy = 0.5
        self.mood = 0.5
        self.likes = 0
        self.keen = False
        self.urge = 0.5
        self.log: list[str] = []

    def shake(self, random: Random) -> None:
        """Draw new values, many of them equal to each other and to the constants of random guards."""
        self.energy = random.choice((0.0, 0.25, 0.5, 0.75, random.random()))
        self.mood = random.choice((0.0, 0.25, 0.5, 0.75, random.random()))
        self.likes = random.randrange(4)
        self.keen = random.random() < 0.5
        self.urge = random.choice((0.0, 0.5, 1.0, random.random()))


def say(word: str) -> Action:
    """Return an action that logs a word with the agent."""

    def action(agent: Actor, context: Context) -> None:
        agent.log.append(word)

    action.__name__ = word
    return action


def comparisons() -> st.SearchStrategy[Condition]:
    operators = ("__lt__", "__le__", "__gt__", "__ge__", "equals", "differs")

    def build(name: str, operator: str, other: Field | float) -> Condition:
        condition: Condition = getattr(Field(name), operator)(other)
        return condition

    names = st.sampled_from((*FIELDS, "ticks_in_state"))
    others = st.one_of(names.map(Field), st.sampled_from((0.25, 0.5, 0.75)), st.integers(0, 3), st.booleans())
    return st.builds(build, names, st.sampled_from(operators), others)


def conditions() -> st.SearchStrategy[Condition]:
    return st.recursive(
        comparisons(),
        lambda inner: st.one_of(
            st.builds(lambda a, b: a & b, inner, inner),
            st.builds(lambda a, b: a | b, inner, inner),
            st.builds(lambda a: ~a, inner),
        ),
        max_leaves=4,
    )


@st.composite
def charts(draw: st.DrawFn, acting: bool = False, chancy: bool = True) -> Statechart[str]:
    """Draw valid charts of 2-7 states in up to three levels, without transitions that would make them invalid."""
    leaves = [f"s{number}" for number in range(draw(st.integers(2, 7)))]
    composites: list[Composite] = []
    loose, fresh = [*leaves], count()
    for _ in range(draw(st.integers(0, 3))):
        children = draw(st.lists(st.sampled_from(loose), min_size=1, max_size=3, unique=True))
        composites.append(Composite(f"c{next(fresh)}", tuple(children), draw(st.sampled_from(children))))
        loose = [name for name in loose if name not in children] + [composites[-1].name]
    names = [*leaves, *(composite.name for composite in composites)]
    initial = draw(st.sampled_from([name for name in names if name in loose]))
    entry = {name: say(f"enter_{name}") for name in names if acting and draw(st.booleans())}
    exit = {name: say(f"exit_{name}") for name in names if acting and draw(st.booleans())}
    transitions = [Transition(f"to_{leaf}", top, leaf) for leaf in leaves for top in loose]
    guards = st.one_of(st.none(), conditions())
    rates = st.one_of(st.none(), st.sampled_from((0.1, 0.5, 0.9)), st.just(Field("urge"))) if chancy else st.none()
    for number in range(draw(st.integers(0, 14))):
        trigger, source = draw(st.sampled_from(TRIGGERS)), draw(st.sampled_from(names))
        action = say(f"do_{number}") if acting and draw(st.booleans()) else None
        targets = st.sampled_from(names)
        if draw(st.integers(0, 3)) == 0:
            ends = draw(st.lists(targets, min_size=2, max_size=3, unique=True))
            new = [Transition(trigger, source, end, draw(guards), action, oracle=True) for end in ends]
        else:
            new = [Transition(trigger, source, draw(targets), draw(guards), action, draw(rates))]
        transitions = accepted(leaves, transitions, new, initial, composites)
    return Statechart(leaves, transitions, initial, composites, entry, exit)


def accepted(
    leaves: Sequence[str],
    transitions: list[Transition],
    new: list[Transition],
    initial: str,
    composites: Sequence[Composite],
) -> list[Transition]:
    """Return the transitions with the new ones, if the chart is still valid."""
    try:
        Statechart(leaves, [*transitions, *new], initial, composites)
    except DefinitionError:
        return transitions
    return [*transitions, *new]
