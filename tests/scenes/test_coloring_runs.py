"""Whole runs of rule-based, random and unruly owners: invariants at each event, and endings."""

import asyncio
from collections.abc import Sequence
from itertools import product
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.agents import Agent
from core.engine.casting import prepare, set_up
from core.engine.chance import Draw
from core.engine.events import Event
from core.engine.turn import Turn
from core.lab.playing import Job, play_job
from core.recording.header import Header
from core.testing.conformance import Conformance
from scenes.coloring.actions import Action, Impossible, Message, Move, Say
from scenes.coloring.bots.decision import Chances
from scenes.coloring.bots.rule_based import ClusterAgent
from scenes.coloring.events import Cleared, Colored, Flagged, Judged, Knows, Posed
from scenes.coloring.negotiation.offers import Honored, OfferChanged, Proposed
from scenes.coloring.problem.graph import Coloring
from scenes.coloring.rules.observation import Asked, Known, Observation
from scenes.coloring.scene import ColoringScene
from scenes.coloring.talk.speech import Deal, Gathered, Meant, Reported, Requested
from tests.core.table import ended, play, run_of
from tests.examples import examples


class Unruly(Agent):
    """A random owner: random colors, lies, requests for anything, and unfounded claims."""

    def act(self, turn: Turn) -> Action:
        seen: Observation = turn.observation
        draw: Draw = turn.chance("whim")
        match draw.below(3):
            case 0:
                legal: list[Action] = [
                    action for action in cast(Sequence[Action], turn.legal) if not isinstance(action, Impossible)
                ]
                return draw.choice(legal)
            case 1:
                return Say(self._words(seen, draw))
        messages = tuple(self._message(seen, to, draw) for to in seen.problem.neighbors[seen.name] if draw.below(3))
        free = [node for node in seen.problem.clusters[seen.name] if node not in seen.fixed]
        return Move(colors=self._colors(seen, free, draw), satisfied=draw.below(2) == 0, messages=messages)

    def _words(self, seen: Observation, draw: Draw) -> str:
        node, color = draw.choice(seen.problem.nodes), draw.choice(seen.problem.colors)
        to = draw.choice(["", *(f"@{name} " for name in seen.problem.neighbors[seen.name])])
        forms = ("{0} is {1}", "{0} {1} please", "{0} not {1}", "keep {0}", "why is {0} {1}?", "hello")
        return to + draw.choice(forms).format(node, color)

    def _message(self, seen: Observation, to: str, draw: Draw) -> Message:
        mine, theirs = seen.problem.boundary(seen.name, to), seen.problem.clusters[to]
        spoken = draw.below(3) == 0
        words = " ".join(self._words(seen, draw) for _ in range(2)).replace("@", "") if spoken else ""
        report, request = self._colors(seen, mine, draw), self._colors(seen, theirs, draw)
        return Message(to=to, report=report, request=request, words=words, spoken=spoken)

    def _colors(self, seen: Observation, nodes: Sequence[str], draw: Draw) -> Coloring:
        return {node: draw.choice(seen.problem.colors) for node in nodes if draw.below(3) == 0}


class Fold:
    """The state of a run by this test's own rules; `see` compares it with the scene's after each event."""

    def __init__(self, header: Header, ruled: set[str]) -> None:
        scene, _ = set_up(header)
        assert isinstance(scene, ColoringScene)
        self.scene = scene
        self.ruled = ruled
        self.known: dict[str, dict[str, Known]] = {name: {} for name in scene.names}
        self.asked: dict[str, dict[str, Asked]] = {name: {} for name in scene.names}
        self.cleared: dict[str, Cleared] = {}
        self.colors: Coloring = {}
        self.offers: dict[int, tuple[str, str, Coloring, Coloring]] = {}

    def see(self, event: Event) -> None:
        self.scene.apply(event)
        me = event.agent
        match event.data:
            case Posed(problem):
                self.edges, self.owner = problem.edges, problem.owner
            case Reported(to, colors):
                self._report(event, to, colors)
            case Requested(to, colors, avoid, keep):
                self.asked[to] |= {node: Asked(me, color) for node, color in colors.items()}
                self.asked[to] |= {node: Asked(me, avoid=given) for node, given in avoid.items()}
                self.asked[to] |= {node: Asked(me, self.colors[node]) for node in keep if node in self.colors}
            case Gathered(speaker, meant):
                self._gathered(event, speaker, meant)
            case Proposed(number, to, give, want):
                self.offers[number] = (me, to, give, want)
            case OfferChanged(number, "accepted"):
                by, _, _, want = self.offers[number]
                self.asked[me] |= {node: Asked(by, color) for node, color in want.items()}
            case Honored(number):
                _, to, give, _ = self.offers[number]
                self.asked[me] |= {node: Asked(to, color) for node, color in give.items()}
            case Cleared() as cleared:
                self._cleared(me, cleared)
            case Colored(colors, was):
                assert was == {node: self.colors[node] for node in colors if node in self.colors}
                self.colors |= colors
            case Knows(colors):
                assert colors == {node: known.color for node, known in self.known[me].items()}
            case Judged() as judged:
                assert judged.penalty == self.scene.config.penalty * len(self._conflicts(me))
                assert judged.uncolored == self._bare(me)
                assert judged.optimum <= judged.penalty or judged.uncolored
                assert judged.satisfied == (judged.penalty == 0 and not judged.uncolored)
            case Flagged() as flagged:
                self._flagged(me, flagged)
        if event.kind == "locked":
            self.colors |= self.scene.observe(me).fixed
        for name in self.scene.names:
            seen = self.scene.observe(name)
            assert seen.known == self.known[name]
            assert seen.asked == self.asked[name]
            assert set(seen.known).isdisjoint(seen.colors)

    def _report(self, event: Event, to: str, colors: Coloring) -> None:
        for node, color in colors.items():
            near = {u if v == node else v for u, v in self.edges if node in (u, v)}
            for name in {self.owner[other] for other in near} - {event.agent}:
                if to in ("", name):
                    self.known[name][node] = Known(color, event.turn)

    def _gathered(self, event: Event, speaker: str, meant: Meant) -> None:
        """Apply a reading of words to its reader, as if the words had been a report and requests."""
        me, edges = event.agent, {frozenset(edge) for edge in self.edges}
        assert event.audience == (me,) != (speaker,)
        mine = [node for node, owner in self.owner.items() if owner == me]
        for node, color in meant.report.items():
            if self.owner[node] == speaker and any(frozenset((node, own)) in edges for own in mine):
                self.known[me][node] = Known(color, event.turn)
        assert {self.owner[node] for node in (*meant.request, *meant.avoid, *meant.keep)} <= {me}
        self.asked[me] |= {node: Asked(speaker, avoid=given) for node, given in meant.avoid.items()}
        self.asked[me] |= {node: Asked(speaker, color) for node, color in meant.request.items()}
        self.asked[me] |= {node: Asked(speaker, self.colors[node]) for node in meant.keep if node in self.colors}

    def _cleared(self, me: str, cleared: Cleared) -> None:
        """Check that an owner clears its requests once a turn, and all of them."""
        assert me not in self.cleared
        self.cleared[me] = cleared
        assert cleared.colors == {n: a.color for n, a in self.asked[me].items() if a.color is not None}
        assert cleared.avoid == {n: a.avoid for n, a in self.asked[me].items() if a.color is None}
        assert set(cleared.requesters) == {a.by for a in self.asked[me].values()} != set()

    def _flagged(self, me: str, flagged: Flagged) -> None:
        if flagged.satisfied:
            assert flagged.claimed
            assert (self._conflicts(me), self._bare(me)) == ([], 0)
        cleared, self.asked[me] = self.cleared.pop(me, None), {}
        if cleared and me in self.ruled:
            seen = self.scene.observe(me)  # a repeated request may be declined
            new = {n: c for n, c in cleared.colors.items() if seen.answered[Asked("", c).wish(n)] == 1}
            assert {**new, **seen.fixed}.items() <= seen.colors.items()
            for node, avoid in cleared.avoid.items():
                once = seen.answered[Asked("", avoid=avoid).wish(node)] == 1
                free = once and node not in seen.fixed and set(avoid) < set(seen.problem.colors)
                assert self.colors[node] not in avoid or not free

    def _conflicts(self, me: str) -> list[tuple[str, str]]:
        mine = {node: color for node, color in self.colors.items() if self.owner[node] == me}
        view = {node: known.color for node, known in self.known[me].items()} | mine
        touching = [(u, v) for u, v in self.edges if me in (self.owner[u], self.owner[v])]
        return [(u, v) for u, v in touching if u in view and v in view and view[u] == view[v]]

    def _bare(self, me: str) -> int:
        return sum(owner == me and node not in self.colors for node, owner in self.owner.items())


def fold(options: dict[str, Any], cast: dict[str, str], seed: int) -> list[Event]:
    """Play and check each event. In the cast, "unruly" is this test's own policy."""
    policies = {name: "rules" if policy == "unruly" else policy for name, policy in cast.items()}
    header = prepare("coloring", options, policies, seed)
    unruly: dict[str, Agent] = {name: Unruly() for name, policy in cast.items() if policy == "unruly"}
    events = asyncio.run(play(run_of(header, unruly)))
    state = Fold(header, {name for name in header.cast if name not in unruly})
    for event in events:
        state.see(event)
    assert {**state.scene.outcome().metrics, "turns": events[-1].turn, "calls": 0, "tokens": 0} == ended(events).result
    if ended(events).reason == "consensus" and set(policies.values()) == {"rules"} and not unruly:
        assert ended(events).result["solved"]
    return events


POLICIES = st.fixed_dictionaries({name: st.sampled_from(["rules", "chatty", "unruly"]) for name in "AHB"})
DEFAULTS = st.fixed_dictionaries(
    {
        "mode": st.sampled_from(["llm_u", "llm_c", "llm_f"]),
        "fixed": st.integers(0, 3),
        "snap": st.sampled_from([0.0, 5.0, 20.0]),
        "penalty": st.sampled_from([1.0, 10.0]),
        "ordering": st.sampled_from(["sequential", "random"]),
        "max_turns": st.just(20),
    }
)
GENERATED = st.fixed_dictionaries(
    {
        "problem": st.just("generate"),
        "fixed": st.integers(0, 2),
        "clusters": st.just(3),
        "size": st.integers(2, 5),
        "topology": st.sampled_from(["chain", "ring", "star", "random"]),
        "max_turns": st.just(15),
    }
)


@examples(60)
@given(st.one_of(DEFAULTS, GENERATED), POLICIES, st.integers(0, 2**32))
def test_every_event_of_every_run_fits_the_state(options: dict[str, Any], cast: dict[str, str], seed: int) -> None:
    fold(options, cast, seed)


def test_the_unruly_reach_all_that_is_checked() -> None:
    """The runs of the property above do exercise everything it checks."""
    events = fold({"fixed": 1, "max_turns": 40}, {"A": "unruly", "B": "unruly"}, 2)
    assert {"cleared", "reported", "requested", "false_claim", "clashed", "gathered"} <= {
        event.kind for event in events
    }
    assert {True, False} == {event.data.satisfied for event in events if isinstance(event.data, Flagged)}


OPTIONS: list[dict[str, object]] = [
    {"fixed": fixed, "alg": alg, "ordering": ordering}
    for fixed, alg, ordering in product(range(4), ("greedy", "maxsum"), ("sequential", "random", "asynchronous"))
]
LARGE = [
    {"problem": "generate", "clusters": 8, "size": size, "topology": topology, "ordering": "asynchronous"}
    for size, topology in ((5, "ring"), (12, "random"))
]
SLOW = pytest.mark.slow
SMALL = [{"penalty": penalty, "fixed": 0} for penalty in (5, 1)]


@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 15), marks=SLOW)], ids=str)
@pytest.mark.parametrize("options", [*OPTIONS, *SMALL, LARGE[0], pytest.param(LARGE[1], marks=SLOW)], ids=str)
@pytest.mark.few(2)
async def test_all_games_end_by_a_valid_consensus(options: dict[str, object], seeds: range) -> None:
    large = options in LARGE
    chosen = seeds[::4] if large else seeds
    games = [await play_job(Job(prepare("coloring", options, {}, seed))) for seed in chosen]
    ends = {
        game.seed: (game.error or game.reason, game.metrics.get("solved"), game.metrics.get("conflicts"))
        for game in games
    }
    unlike = {seed: end for seed, end in ends.items() if end != ("consensus", True, 0)}
    assert len(unlike) <= large, unlike
    assert all(reason == "max_turns" for reason, *_ in unlike.values())
    assert all(0 < game.turns <= 80 for game in games)
    assert not any(game.metrics["false_claims"] for game in games)


@pytest.mark.few(1)
class TestPrivatePoints(Conformance):
    scene = ColoringScene
    options = {
        "difficulty": "medium",
        "clusters": 2,
        "size": 3,
        "max_turns": 12,
        "messages": 2,
        "temper": "A=stubborn; *=accommodating",
    }
    seeds, cuts, looks = (1,), 1, 6


class Watched(ClusterAgent):
    """An owner that keeps its observations and moves."""

    def __init__(self) -> None:
        self.moves: list[tuple[Observation, Move]] = []

    def decide(self, seen: Observation, chance: Chances) -> Move:
        move = super().decide(seen, chance)
        self.moves.append((seen, move))
        return move


@pytest.mark.parametrize("difficulty", ["easy", "hard"])
@pytest.mark.parametrize("seed", range(1, 7))
@pytest.mark.few(2)
async def test_a_message_makes_one_proposal_that_fits_its_hearer(seed: int, difficulty: str) -> None:
    agents = {name: Watched() for name in "AHB"}
    await play(run_of(prepare("coloring", {"difficulty": difficulty}, {}, seed), agents))
    for seen, move in [each for agent in agents.values() for each in agent.moves]:
        for message in move.messages:
            deal = message.deal or Deal({}, {})
            wanted = message.request | deal.want
            assert not (message.request and message.deal)
            assert not (wanted and "could reach" in message.reply)
            after = {**seen.believed, **seen.refused, **wanted}
            clashes = seen.problem.conflicts(after)
            assert not [
                pair
                for pair in clashes
                if {*pair} & {*wanted} and {seen.problem.owner[n] for n in pair} == {message.to}
            ]
            assert not seen.problem.conflicts(deal.give | deal.want)


@pytest.mark.slow
async def test_bots_agree_on_offers_where_bounds_are_not_enough() -> None:
    """Measured: 2 % of 200 hard games before owners offered deals for what they want, and about half since."""
    accepted = 0
    for seed in range(1, 11):
        events = await play(run_of(prepare("coloring", {"difficulty": "hard"}, {}, seed)))
        assert ended(events).result["solved"]
        accepted += bool(ended(events).result["offers_accepted"])
    assert accepted >= 3
