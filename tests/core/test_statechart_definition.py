"""Invalid statechart definitions, and their errors."""

from typing import Any

import pytest

from core.statechart import Composite, DefinitionError, Field, Statechart, Transition
from tests.core.statecharts import say

T = Transition
TIRED = Field("energy") < 0.2


def named(agent: Any, context: Any) -> bool:
    return True


def define(
    *transitions: Transition,
    states: tuple[str, ...] = ("a", "b"),
    initial: str = "a",
    composites: tuple[Composite, ...] = (),
    **more: Any,
) -> Statechart[str]:
    return Statechart(states, transitions, initial, composites, **more)


GO = T("go", "a", "b")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"states": ("a", "b", "a")}, "states defined twice: a"),
        ({"states": ("a", "b", "two words")}, "names that are no identifiers: two words"),
        ({"initial": "z"}, "an unknown initial state: z"),
        ({"entry": {"q": say("x")}}, "entry or exit actions of unknown states: q"),
        ({"states": ("a", "b", "c", "d")}, "states that cannot be reached from a: c, d"),
        ({"composites": (Composite("p", ("a", "x"), "a"),)}, "unknown children: x of p"),
        ({"composites": (Composite("p", (), ""),)}, "composites without children: p"),
        (
            {"composites": (Composite("p", ("a",), "b"),)},
            "composites whose initial state is no child of theirs: p ('b')",
        ),
        ({"composites": (Composite("p", ("a",), ""),)}, "composites whose initial state is no child of theirs: p ('')"),
        (
            {"composites": (Composite("p", ("a",), "a"), Composite("q", ("a", "b"), "a"))},
            "states with two parents: a of p",
        ),
        (
            {"composites": (Composite("p", ("q",), "q"), Composite("q", ("p",), "p"))},
            "composites inside themselves: p, q",
        ),
    ],
)
def test_impossible_states_are_rejected(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(DefinitionError) as error:
        define(GO, **arguments)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("transitions", "message"),
    [
        ((T("go", "a", "z"),), "transitions to unknown states: a --go--> z"),
        ((GO, T("go", "z", "a")), "transitions from unknown states: z --go--> a"),
        ((GO, T("stop it", "a", "b")), "triggers that are no identifiers: a --stop it--> b"),
        ((GO, T("x", "a", "b", rate=1.5)), "rates that are not between 0 and 1: a --x--> b (1.5)"),
        ((GO, T("x", "a", "b", rate=0)), "rates that are not between 0 and 1: a --x--> b (0)"),
        ((GO, T("go", "a", "a")), "shadowed transitions: a --go--> a never wins against a --go--> b"),
        (
            (GO, T("x", "a", "b", Field("energy") < 0.2), T("x", "a", "a", TIRED)),
            "shadowed transitions: a --x--> a (guarded) never wins against a --x--> b",
        ),
        (
            (GO, T("x", "a", "b", named), T("x", "a", "a", named, rate=0.5)),
            "shadowed transitions: a --x--> a (guarded) never wins against a --x--> b",
        ),
        ((GO, T("x", "a", "b", oracle=True)), "oracle sets with a single option: a --x--> b"),
        (
            (GO, T("x", "a", "b", oracle=True), T("x", "a", "a", rate=0.5, oracle=True)),
            "oracle's options with a rate: a --x--> a",
        ),
        (
            (GO, T("x", "a", "b", oracle=True), T("x", "a", "b", TIRED, oracle=True)),
            "oracle's options that end in the same state: a --x--> b and a --x--> b",
        ),
        (
            (GO, T("x", "a", "b", TIRED, oracle=True), T("x", "a", "a", TIRED, oracle=True), T("x", "a", "a")),
            "oracle sets mixed with a transition that leaves nothing to ask: a --x--> a",
        ),
    ],
)
def test_impossible_transitions_are_rejected(transitions: tuple[Transition, ...], message: str) -> None:
    with pytest.raises(DefinitionError) as error:
        define(*transitions)
    assert str(error.value) == message


def test_a_composites_transition_is_shadowed_only_if_each_state_has_its_own() -> None:
    around = (Composite("p", ("a", "b"), "a"),)
    inherited = (GO, T("x", "p", "a"), T("x", "a", "b"))
    assert define(*inherited, composites=around).valid_triggers("b") == ("x",)
    with pytest.raises(DefinitionError, match="shadowed transitions: p --x--> a never wins"):
        define(*inherited, T("x", "b", "b"), composites=around)


def test_a_rate_or_another_guard_shadows_nothing() -> None:
    define(GO, T("x", "a", "b", TIRED, rate=0.5), T("x", "a", "a", TIRED), T("x", "a", "b", ~TIRED), T("x", "a", "a"))


def test_conditions_have_no_truth_value() -> None:
    with pytest.raises(TypeError, match="join conditions with &, \\| and ~"):
        assert bool(TIRED)
    with pytest.raises(TypeError, match="join conditions"):
        assert 0.1 < Field("energy") < 0.5


def test_names_are_attributes_and_constants_finite() -> None:
    for name in ("", "two words", "class", "a.b", "x)"):
        with pytest.raises(ValueError, match="a field's name must be a Python attribute"):
            Field(name)
    with pytest.raises(ValueError, match="energy is compared with nan, which is not a finite number"):
        assert isinstance(Field("energy") < float("nan"), object)
