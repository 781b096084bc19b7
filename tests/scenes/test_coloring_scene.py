"""The coloring scene played through the engine: steps, endings, delivery of messages, and checks of claims."""

from typing import Any

import pytest

from core.engine.casting import prepare
from core.engine.chance import Draw
from core.engine.events import Said
from core.engine.scene import Scene
from scenes.coloring.actions import Message, Move
from scenes.coloring.events import (
    Clashed,
    Cleared,
    Colored,
    FalseClaim,
    Flagged,
    Judged,
    Locked,
    Miscounted,
    Oscillated,
    Posed,
    Proved,
    Stale,
)
from scenes.coloring.problem.graph import Coloring
from scenes.coloring.rules.observation import Known
from scenes.coloring.solvers.backtracking import solve
from scenes.coloring.talk.speech import Refused, Reported, Requested
from tests.core.table import Does, ended, play, run_of
from tests.scenes.coloring_games import DEFAULT, VALID, game, lines, of, own, scene_of, whole

# -- endings


async def test_consensus_ends_the_run_with_a_valid_coloring() -> None:
    run = game({name: Does(whole(name)) for name in "AHB"})
    events = await play(run)
    assert ended(events).reason == "consensus"
    assert ended(events).result == {
        "solvable": True,
        "solved": True,
        "consensus": True,
        "conflicts": 0,
        "uncolored": 0,
        "turns": 3,
        "messages": 4,
        "words": 20,
        "score": DEFAULT.score(VALID),
        "gap": 1.0,
        "first_valid_turn": 3,
        "first_valid_messages": 3,
        "conflict_area": 0,
        "requests": 0,
        "compliance": None,
        "false_claims": 0,
        "false_claim_rate": 0.0,
        "caught_claims": 0,
        "oscillations": 0,
        "statements": 0,
        "missed": 0,
        "mistaken": 0,
        "offers": 0,
        "offers_accepted": 0,
        "offers_kept": 0,
        "offers_broken": 0,
        "calls": 0,
        "tokens": 0,
    }
    assert of(events, Stale) == []


async def test_consensus_over_what_nobody_was_told_is_stale() -> None:
    clashing = {**VALID, **{node: own("A")[f"a{node[1:]}"] for node in own("H")}}
    run = game({name: Does(whole(name, report=False, colors=clashing)) for name in "AHB"})
    events = await play(run)
    result = ended(events).result
    assert (ended(events).reason, result["consensus"], result["solved"]) == ("consensus", True, False)
    clashes = DEFAULT.conflicts(clashing)
    assert result["conflicts"] == len(clashes) > 0
    (stale,) = of(events, Stale)
    for u, v in clashes:
        assert f"{u} and {v} are both {clashing[u]}: {DEFAULT.owner[u]} was never told about {v}" in stale.why
    assert next(e for e in events if isinstance(e.data, Stale)).audience is None


IDLE = Move(colors={}, satisfied=False)
TURNED = {"a1": "green", "a2": "red", "a3": "green", "a4": "red"}
"""Colors A may change to without a request: a2 and a4 then clash with H's nodes."""


async def test_consensus_over_an_old_report_names_it() -> None:
    agents = {
        "A": Does(whole("A"), Move(colors=TURNED, satisfied=True)),
        "H": Does(IDLE, whole("H", report=False)),
        "B": Does(IDLE, whole("B")),
    }
    events = await play(game(agents))
    assert (ended(events).reason, ended(events).result["solved"]) == ("consensus", False)
    (stale,) = of(events, Stale)
    assert "h4 and a4 are both red: H was told a4 is green in turn 1 and A was never told about h4" in stale.why


async def test_news_that_clashes_holds_a_consensus_up() -> None:
    """A is the last to be satisfied, and its report takes H's satisfaction away."""
    turn = Move(colors=TURNED, satisfied=True, messages=(Message(to="H", report={"a2": "red"}),))
    agents = {"A": Does(whole("A", satisfied=False), turn), "H": Does(whole("H", report=False)), "B": Does(whole("B"))}
    run = game(agents, max_turns=4)
    events = await play(run)
    assert set(run.scene.observe("").flags.values()) == {True}
    assert (ended(events).reason, ended(events).result["consensus"]) == ("max_turns", False)


async def test_the_human_ends_the_run_as_impossible() -> None:
    events = await play(game({"H": lines("impossible")}))
    assert (ended(events).reason, ended(events).result["turns"]) == ("impossible", 2)
    assert not ended(events).result["consensus"]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"fixed": 1}, "touch, and both are locked to"),
        ({"problem": "generate"}, "all touch each other, and there are 3 colors"),
    ],
)
async def test_an_unsolvable_problem_says_so(options: dict[str, Any], why: str) -> None:
    events = await play(game(solvable=False, max_turns=1, **options))
    (posed,) = of(events, Posed)
    assert not posed.solvable
    (proved,) = [event for event in events if isinstance(event.data, Proved)]
    assert proved.audience == ()
    assert why in proved.data.sentence()
    assert ended(events).result["solvable"] is False
    locked = {node: color for event in of(events, Locked) for node, color in event.colors.items()}
    assert solve(posed.problem, locked, Draw(1)) is None


# -- steps


async def test_coloring_and_saying_are_steps_of_one_turn() -> None:
    commands = ("color h1 red", "h2=g", "say hello", "h2 to blue", "pass")
    events = await play(game({"H": lines(*commands)}, max_turns=2))
    mine = [event for event in events if event.agent == "H" and event.turn == 2]
    assert [event.data.sentence().removeprefix("did: ") for event in mine if event.kind == "acted"] == list(commands)
    assert [event.end for event in mine if event.end] == ["step"] * 4 + ["turn"]
    assert of(mine, Colored) == [
        Colored({"h1": "red"}, {}),
        Colored({"h2": "green"}, {}),
        Colored({"h2": "blue"}, {"h2": "green"}),
    ]
    assert isinstance(mine[-1].data, Flagged)
    assert len(of(events, Flagged, "H")) == 1


@pytest.mark.parametrize("last", ["pass", "satisfied"])
async def test_the_end_of_a_turn_reports_to_each_neighbor(last: str) -> None:
    script = [f"color {node} {color}" for node, color in own("H").items()]
    run = game({"H": lines(*script, last)}, max_turns=2)
    events = await play(run)
    assert of(events, Reported, "H") == [
        Reported("A", {node: VALID[node] for node in ("h1", "h4")}),
        Reported("B", {node: VALID[node] for node in ("h2", "h5")}),
    ]
    assert [e.audience for e in events if isinstance(e.data, Reported)] == [("A", "H"), ("H", "B")]
    assert of(events, Flagged, "H") == [Flagged(last == "satisfied", last == "satisfied")]
    assert scene_of(run).observe("A").known == {"h1": Known("red", 2), "h4": Known("red", 2)}


@pytest.mark.parametrize(
    ("words", "said"),
    [((), ["Now h1 red.", "Now h2 green."]), (("say h1 is red and h2 is green",), ["h1 is red and h2 is green"])],
)
async def test_a_report_that_is_no_news_is_not_said_aloud(words: tuple[str, ...], said: list[str]) -> None:
    events = await play(game({"H": lines("h1 red", "h2 green", *words, "pass")}))
    assert [each.text for each in of(events, Said)] == said
    assert len(of(events, Reported, "H")) == 6 + len(words)


async def test_words_without_a_name_go_to_the_open_thread() -> None:
    events = await play(game({"H": lines("say h2 is red", "say @B b2 green please", "pass")}, max_turns=2))
    said = [event for event in events if isinstance(event.data, Said)]
    assert [(e.data, e.audience) for e in said] == [
        (Said("h2 is red"), None),
        (Said("b2 green please", ("B",)), ("H", "B")),
    ]
    assert [e.audience for e in events if isinstance(e.data, Requested)] == [("H", "B")]


async def test_a_request_forces_once() -> None:
    """B is forced to a color that clashes, and is free again in its next turn."""
    h2 = [f"color {node} {color}" for node, color in own("H").items()]
    human = lines(*h2, "pass", "say @B b2 green please", "pass", "pass")
    header = prepare("coloring", {"fixed": 0, "max_turns": 9}, {"A": "rules", "B": "rules"}, 1)
    events = await play(run_of(header, {"H": human}))
    assert of(events, Cleared, "B") == [Cleared({"b2": "green"}, {}, ("H",))]
    colors: Coloring = {}
    after: dict[int, str] = {}
    for event in events:
        if isinstance(event.data, Colored) and event.agent == "B":
            colors |= event.data.colors
        if isinstance(event.data, Flagged) and event.agent == "B":
            after[event.turn] = colors["b2"]
    assert after == {3: "red", 6: "green", 9: "red"}
    assert any("I went back on b2 green: it is red now" in s.text for s in of([e for e in events if e.turn == 9], Said))


async def test_what_reaches_a_group_after_it_decided_waits_for_the_next_turn() -> None:
    """All decide at once: H could not take A's request and words into account in the turn in which they are made."""
    ask = Move(colors={}, satisfied=False, messages=(Message(to="H", request={"h1": "blue"}),))
    header = prepare("coloring", {"fixed": 0, "ordering": "asynchronous", "max_turns": 1}, {}, 1)
    run = run_of(header, {"A": Does(ask)})
    events = await play(run)
    assert of(events, Cleared, "H") == []
    assert list(run.scene.observe("H").asked) == ["h1"]


async def test_a_person_who_is_no_neighbor_is_answered_too() -> None:
    header = prepare("coloring", {"problem": "generate", "clusters": 4, "max_turns": 4}, {}, 1)
    events = await play(run_of(header, {"H": lines("say @C why?", "pass")}))
    assert [e.data for e in events if isinstance(e.data, Said) and e.agent == "C" and e.audience == ("H", "C")]


# -- locked nodes


def locked_of(scene: Scene, name: str) -> tuple[str, str]:
    ((node, color),) = scene.observe(name).fixed.items()
    return node, color


@pytest.mark.parametrize("policy", ["rules", "passes"])
async def test_a_request_for_a_locked_node_is_refused(policy: str) -> None:
    node, color = locked_of(await _begun(), "B")
    other = next(c for c in DEFAULT.colors if c != color)
    human = lines(f"say @B {node} = {other}", "pass", "say keep it, then", "pass")
    header = prepare("coloring", {"fixed": 1, "max_turns": 6}, {}, 1)
    run = run_of(header, {"H": human, **({"B": Does()} if policy == "passes" else {})})
    events = await play(run)
    assert of(events, Refused) == [Refused("H", {node: color})]
    assert next(e for e in events if isinstance(e.data, Refused)).audience == ("H", "B")
    assert scene_of(run).observe("H").refused == {node: color}
    assert node not in {n for body in of(events, Colored, "B") for n in body.colors}
    if policy == "rules":
        assert f"{node} is locked to {color}: I can't change it." in " ".join(s.text for s in of(events, Said, "B"))


async def test_a_request_for_the_color_of_the_lock_is_not_refused() -> None:
    node, color = locked_of(await _begun(), "B")
    header = prepare("coloring", {"fixed": 1, "max_turns": 3}, {}, 1)
    events = await play(run_of(header, {"H": lines(f"say @B {node} = {color}", "pass")}))
    assert of(events, Cleared, "B") == [Cleared({node: color}, {}, ("H",))]
    assert of(events, Refused) == []


async def _begun() -> Scene:
    run = game(fixed=1, max_turns=1)
    await play(run)
    return run.scene


# -- knowledge comes only from reports


async def test_locks_and_the_witness_are_hidden() -> None:
    run = game(fixed=2, max_turns=1)
    events = await play(run)
    assert [e.audience for e in events if isinstance(e.data, Proved)] == [()]
    assert [e.audience for e in events if isinstance(e.data, Locked)] == [("A",), ("H",), ("B",)]
    assert {node[0] for node in run.scene.observe("H").fixed} == {"h"}
    assert {node[0] for node in run.scene.observe("H").colors} == {"h"}
    assert len(run.scene.observe("").fixed) == 6


# -- claims


async def test_a_false_report_is_flagged_for_nobody_and_counted() -> None:
    lie = Move(colors={"a2": "red"}, satisfied=False, messages=(Message(to="H", report={"a2": "blue", "a4": "red"}),))
    events = await play(game({"A": Does(lie)}, max_turns=2))
    claims = [event for event in events if isinstance(event.data, FalseClaim)]
    assert [claim.data for claim in claims] == [
        FalseClaim("a2 is blue", "it is red"),
        FalseClaim("a4 is red", "it is not colored"),
    ]
    assert {(claim.agent, claim.audience) for claim in claims} == {("A", ())}
    assert ended(events).result["false_claims"] == 2


@pytest.mark.parametrize(
    ("colors", "truth"),
    [({**own("A"), "a1": "green"}, "its penalty is 10"), ({"a1": "red"}, "4 of its nodes have no color")],
)
async def test_satisfaction_that_the_state_denies_is_a_false_claim_and_no_flag(colors: Coloring, truth: str) -> None:
    events = await play(game({"A": Does(Move(colors=colors, satisfied=True))}, max_turns=1))
    assert of(events, FalseClaim) == [FalseClaim("satisfied", truth)]
    assert of(events, Flagged) == [Flagged(satisfied=False, claimed=True)]


async def test_clashes_with_what_was_reported_are_named() -> None:
    tell = Move(colors={"a2": "red"}, satisfied=False, messages=(Message(to="H", report={"a2": "red"}),))
    events = await play(game({"A": Does(tell), "H": lines("h1 red", "h2 red", "pass")}, max_turns=2))
    assert of(events, Clashed) == [Clashed("h1", "a2", "red")]
    assert of(events, Judged, "H") == [Judged(False, 20, 0, 3)]


async def test_a_miscount_is_an_event_and_never_satisfies() -> None:
    """No report that passes `check` can cause this any more, so the state is set by hand."""
    run = game({"H": Does(whole("H", report=False))}, max_turns=2)
    events = []
    async for event in run:
        events.append(event)
        if event.turn == 1 and event.end == "turn":
            run.scene.apply(Reported("H", {"a2": "RED"}).by("A"))
    assert of(events, Miscounted) == [Miscounted(1, 0)]
    assert of(events, Flagged, "H") == [Flagged(satisfied=False, claimed=True)]


# -- oscillation


@pytest.mark.parametrize(
    ("flags", "turns"), [("TFTFTF", [5]), ("TFTFTT", [5]), ("TFTFFF", []), ("TFTTTF", []), ("TTFFTT", [])]
)
async def test_oscillation_begins_at_four_flips_in_six_own_turns(flags: str, turns: list[int]) -> None:
    moves = [whole("A", satisfied=flag == "T") for flag in flags]
    events = await play(game({"A": Does(*moves)}, max_turns=16))
    assert [1 + event.turn // 3 for event in events if isinstance(event.data, Oscillated)] == turns
    assert ended(events).result["oscillations"] == len(turns)
