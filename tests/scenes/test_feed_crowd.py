"""A crowd against individual accounts: the same states, tick by tick; and features that only a crowd has."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import networkx as nx
import numpy as np
import pytest

from core.engine.casting import open_run, prepare
from core.engine.chance import Chance, Draw
from core.engine.chance_arrays import Streams, randoms
from core.engine.events import Body
from core.engine.session import Session
from core.errors import UserError
from core.recording.checked_reader import read_run
from core.recording.verification import verify
from scenes.feed.account import make_profile
from scenes.feed.config import FeedConfig
from scenes.feed.crowd import SeenPairs
from scenes.feed.events import Decided, Founded, Injected, Profiled, Ticked, Weighed
from scenes.feed.network import followers
from scenes.feed.network_setup import links_of, preferential_attachment, set_up
from scenes.feed.scene import FeedScene

HERDS = '={"base": "lively", "archetypes": {"casual": {"herd": 3}, "enthusiast": {"herd": 9}}}'
"""A world in which some archetypes do not take all likes and reshares of a post as proof."""
FORCED = {"crowd": 2, "newcomers": 0}
WORLDS: list[tuple[int, dict[str, Any]]] = [
    (1, {"agents": 1000, "ticks": 25}),
    (2, {"agents": 200, "ticks": 70, "world": "lively"}),
    (
        3,
        {
            "agents": 60,
            "ticks": 60,
            "world": "lively",
            "inbox": 3,
            "history": 0,
            "ranking": "popularity",
            "visitors": 3,
        },
    ),
    (4, {"agents": 80, "ticks": 60, "world": HERDS, "network": "communities", "ranking": "interest", "timeout": 1}),
    (5, {"agents": 2, "ticks": 60, "ranking": "chronological"}),
    (
        6,
        {
            "world": "measured",
            "agents": 90,
            "ticks": 40,
            "plan": "9 mute food; 12 boost mira 4; 15 boost books 3; 20 inject mira food: soup",
        },
    ),
]


def play(options: Mapping[str, Any], seed: int) -> tuple[FeedScene, list[Body], list[list[object]]]:
    """Return the final scene, its events, and the state of all accounts at every tenth turn."""
    run = open_run(prepare("feed", options, {}, seed))
    bodies: list[Body] = []
    standing: list[list[object]] = []
    scene = run.scene
    assert isinstance(scene, FeedScene)

    async def go() -> None:
        async for event in run:
            if isinstance(event.data, Decided | Ticked | Injected | Weighed):
                bodies.append(event.data)
            if isinstance(event.data, Ticked) and event.turn % 10 == 0:
                standing.append([stands(scene, number) for number in range(len(scene.handles))])

    asyncio.run(go())
    return scene, bodies, standing


def stands(scene: FeedScene, number: int) -> object:
    """Return an account's state, with as many past moves as a crowd remembers."""
    agent = scene.agents[number]
    return (
        (agent.number, agent.state, agent.ticks_in_state, agent.spent, agent.spree, agent.run, agent.item, agent.draft),
        (agent.profile, agent.kind, agent.joined, agent.overdue, agent.state_history.last),
        (list(agent.inbox), list(agent.page), agent.history[-8:]),
        (scene.archetypes[number], scene.follows[number], scene.followers[number]),
    )


@pytest.mark.parametrize(("seed", "options"), WORLDS)
@pytest.mark.few(1)
def test_a_crowd_does_what_its_accounts_do(seed: int, options: dict[str, Any]) -> None:
    one, each, how = play({**options, "newcomers": 0}, seed)
    crowd, same, likewise = play({**options, **FORCED}, seed)
    assert one.crowd is None
    assert crowd.crowd is not None
    assert same == each
    assert likewise == how
    assert crowd.outcome() == one.outcome()
    assert crowd.posts.items == one.posts.items
    assert crowd.series == one.series


def test_some_of_everything_happens() -> None:
    """It ensures that the comparison above covers every kind of event."""
    scene, bodies, _ = play({**WORLDS[1][1], **FORCED}, 2)
    assert all(map(sum, zip(*scene.series, strict=True)))
    assert {item.kind for item in scene.posts.items} == {"post", "reply", "reshare"}
    assert any(isinstance(body, Decided) and body.words for body in bodies)
    assert scene.tallies["timeouts"]


def test_a_crowd_is_recorded_resumed_and_verified(tmp_path: Path) -> None:
    """Its header names the visitor alone, no event is about anybody else, and its network is not written down."""
    header = prepare("feed", {"agents": 120, "ticks": 20, **FORCED}, {}, 3)
    path = tmp_path / "crowd.jsonl"

    async def go() -> None:
        async for _ in Session(header, path):
            pass

    asyncio.run(go())
    recording = read_run(path)
    assert list(header.cast) == ["guest"]
    assert [type(event.data) for event in recording.events[1:2]] == [Founded]
    assert not any(isinstance(event.data, Profiled) for event in recording.events)
    assert {event.agent for event in recording.events} <= {"", "guest"}
    assert asyncio.run(verify(recording)) == len(recording.events)


def test_a_copy_of_a_crowd_goes_its_own_way() -> None:
    scene, _, _ = play({"agents": 90, "ticks": 12, "world": "lively", **FORCED}, 4)
    before = [stands(scene, number) for number in range(90)]
    other = scene.copy()
    assert [stands(other, number) for number in range(90)] == before
    other.apply(Decided("." * 90).by())
    other.apply(msgspec.structs.replace(Ticked("." * 90, ()).by(), turn=13))
    assert other.crowd is not None
    other.crowd.population.columns["run"][:] = 77
    other.crowd.inbox[:] = -1
    assert [stands(scene, number) for number in range(90)] == before
    assert [stands(other, number) for number in range(90)] != before


@pytest.mark.parametrize(
    ("moves", "shown", "says"),
    [
        ("." * 89, (), "does not fit the accounts"),
        ("!" + "." * 89, (), "does not fit the accounts"),
        ("," + "." * 89, (), "as many items are shown"),
        ("," + "." * 89, (0,), "what is not in its feed"),
        ("L" + "." * 89, (), "cannot leave"),
    ],
)
def test_what_no_run_of_a_crowd_can_hold(moves: str, shown: tuple[int, ...], says: str) -> None:
    scene, _, _ = play({"agents": 90, "ticks": 1, **FORCED}, 4)
    with pytest.raises(ValueError, match=says):
        scene.apply(msgspec.structs.replace(Ticked(moves, shown).by(), turn=2))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"visitors": 0}, "a crowd needs a visitor"),
        ({"ordering": "random"}, "a crowd decides at once"),
    ],
)
def test_what_cannot_be_a_crowd(options: dict[str, Any], says: str) -> None:
    with pytest.raises(UserError, match=says):
        prepare("feed", {"agents": 90, **FORCED, **options}, {}, 1)


@pytest.mark.parametrize("what", ["add", "threshold mira 2", "timeout mira 3"])
def test_what_a_crowd_cannot_have_done_to_it(what: str) -> None:
    scene, bodies, _ = play({"agents": 90, "ticks": 2, "plan": f"1 {what}; 1 threshold guest 2.5", **FORCED}, 1)
    assert len(bodies) >= 2
    assert scene.agents[89].profile.engagement_threshold == 2.5
    assert scene.agents[0].profile.engagement_threshold != 2


@pytest.mark.parametrize(("count", "new", "seed"), [(2, 1, 1), (12, 11, 2), (300, 3, 3), (50, 70, 4)])
def test_the_graph_is_that_of_networkx(count: int, new: int, seed: int) -> None:
    drawn = preferential_attachment(count, new, 1.0, Draw(seed))
    graph = nx.barabasi_albert_graph(count, min(new, count - 1), seed=Draw(seed).below(2**32))
    assert list(drawn) == [tuple(sorted(graph[number])) for number in range(count)]
    assert list(drawn.reversed()) == list(followers(tuple(drawn)))
    assert list(links_of(tuple(drawn))) == list(drawn)


def test_profiles_are_those_that_are_made_one_by_one() -> None:
    config = FeedConfig(agents=3000, visitors=2)
    founding = set_up(config, 11)
    for number in range(0, 3000, 7):
        draw = Chance(11)("profile", config.handles[number])
        assert founding.profile(number, config.society) == make_profile(
            config.society, founding.kinds[number], config.timeout, draw
        )


def test_draws_in_columns_are_those_of_chance() -> None:
    draw, other = Draw(5), Draw(5)
    assert randoms(draw, 9).tolist() == [other.random() for _ in range(9)]
    assert draw.bits() == other.bits()
    chance, again, names = Chance(3), Chance(3), ("ann", "Zoë")
    chance.at(4, 1)
    again.at(4, 1)
    streams, draws = Streams(chance, "what", names), [again("what", name) for name in names]
    for n in (1, 3, 2**32 - 1):
        assert streams.below(n).tolist() == [each.below(n) for each in draws]
        assert streams.random().tolist() == [each.random() for each in draws]


def test_what_was_seen_is_remembered() -> None:
    seen, pairs = SeenPairs(), np.array([[n * 7919 % 101, n * 104729 % 97] for n in range(400)], np.int32)
    for n in range(0, 400, 9):
        seen.add(*pairs[n : n + 9].T)
    assert seen.has(*pairs.T).all()
    assert not seen.has(pairs[:, 0], pairs[:, 1] + 97).any()
