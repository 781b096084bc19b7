"""The feed as a scene: runs, rankings, interventions, networks, mixes, newcomers, and the rule-based oracle."""

import re
from collections.abc import Callable
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.capabilities import check_intervention
from core.engine.casting import open_run, prepare
from core.engine.chance import Chance
from core.engine.events import Event
from core.errors import IllegalAction, UserError
from core.recording.file import Recorder, Recording
from core.recording.verification import verify
from scenes.feed.account import Profile, SocialAgent
from scenes.feed.behavior import COMPOSING, EVALUATING, IDLE, LIKE, REPLY, RESHARE, SCROLLING, AgentState
from scenes.feed.events import Injected, NewPost
from scenes.feed.posts import Posts, Weights
from scenes.feed.scene import FeedScene
from scenes.feed.society import LIVELY as ARCHETYPES
from scenes.feed.society import MIXES
from scenes.feed.ticking import SCORE_BY_RANKING, next_item, tick
from scenes.feed.wording import TOPICS
from tests.examples import examples
from tests.scenes.test_feed_behavior import world
from tests.scenes.test_feed_exports import BUSY, Reading, play

SMALL: dict[str, Any] = {
    "agents": 8,
    "network": "small-world",
    "links": 4,
    "mutual": 1.0,
    "world": "lively",
    "mix": "lively",
}
"""Options by which everybody follows everybody."""
FOOD = TOPICS.index("food")


def told(scene: FeedScene, chance: Chance, text: str) -> list[Event]:
    """Apply an intervention and return its events."""
    events = []
    for event in scene.intervene(text, chance):
        scene.apply(event)
        events.append(event)
    return events


def pushed(scene: FeedScene, author: int, words: str, topic: int = FOOD) -> int:
    scene.apply(Injected(NewPost(author, topic, 2.0, words)).by())
    return len(scene.posts.items) - 1


def decide(scene: FeedScene, chance: Chance, number: int, item: int, command: str) -> None:
    """Give an account an item to evaluate, and apply its command."""
    agent, name = scene.agents[number], scene.names[number]
    agent.state, agent.item, agent.ticks_in_state = EVALUATING, item, 1
    for event in scene.resolve({name: scene.parse(name, command)}, chance):
        scene.apply(event)


def test_a_hundred_accounts_finish_ten_ticks_in_valid_states() -> None:
    run = play(agents=100, ticks=10, newcomers=0)
    assert [event.turn for event in run.events if event.kind == "ticked"] == list(range(1, 11))
    assert run.end.reason == "finished"
    assert all(agent.state in AgentState for agent in run.scene.agents)
    assert len(active := {account for _, account, *_ in Reading(run.lines).moves}) > 50
    assert all(bool(agent.state_history) == (agent.number in active) for agent in run.scene.agents)


def test_a_seed_is_a_run() -> None:
    digests = [play(seed=seed, agents=30, ticks=20).end.digest for seed in (1, 1, 2)]
    assert digests[0] == digests[1] != digests[2]


@pytest.mark.parametrize("state", [EVALUATING, COMPOSING, LIKE, REPLY, RESHARE, SCROLLING])
def test_a_stuck_account_recovers(state: AgentState) -> None:
    scene, chance = world(**SMALL)
    crowd = scene.agents[:7]  # the eighth account is a visitor, which is more patient
    for agent in crowd:
        agent.state, agent.ticks_in_state = state, 10
    assert not any(map(scene.legal, scene.names))  # the oracle is not asked any more
    scene.apply(Event(1, 1, "ticked", "", None, tick(scene, 1, chance)))
    target = IDLE if state is SCROLLING else SCROLLING
    assert {(agent.state, agent.ticks_in_state, *agent.history[-1][:4]) for agent in crowd} == {
        (target, 1, state, target, "timeout", 1)
    }
    assert scene.tallies["timeouts"] == 7


def test_a_decision_concerns_the_post_that_was_evaluated() -> None:
    scene, chance = world(**SMALL)
    first, _ = pushed(scene, 0, "one"), pushed(scene, 0, "two")
    decide(scene, chance, 1, first, "reshare")
    shared = len(scene.posts.items) - 1
    decide(scene, chance, 2, shared, "like")
    decide(scene, chance, 3, shared, "reply so true")
    posts, agents = scene.posts, scene.agents
    assert list(map(list, (posts.likes, posts.replies, posts.reshares))) == [[1, 0, 1, 0], [1, 0, 1, 0], [1, 0, 0, 0]]
    assert (posts.items[-1][5:], agents[3].history[-1].context) == (("so true", shared, 0, 1), shared)
    assert [shared in agent.inbox for agent in agents[:4]] == [False, False, True, True]  # 0 and 1 already know it


def test_a_milestone_is_marked_whatever_else_is_reshared_in_the_tick() -> None:
    scene, chance = world(**SMALL)
    for number, size in ((0, 9), (1, 1)):
        scene.posts.levels[scene.posts.items[pushed(scene, number, "one")].thread] = (size,)
        agent = scene.agents[number + 2]
        agent.state, agent.item = EVALUATING, number
    (event,) = scene.resolve({name: scene.parse(name, "reshare") for name in scene.names[2:4]}, chance)
    scene.apply(event)
    assert scene.notable(event) == "good"


def test_a_post_in_somebodys_name_leaves_what_they_are_writing() -> None:
    scene, chance = world(**SMALL)
    decide(scene, chance, 7, pushed(scene, 0, "one"), "post my own words")
    told(scene, chance, "inject guest food: soup")
    assert scene.agents[7].draft == "my own words"


POST = st.tuples(*(st.integers(*ends) for ends in ((1, 9), (0, 2), (0, 9), (0, 3), (1, 3))))
SCORES = {
    "chronological": lambda age, interest, earned: 1 / (1 + age),
    "interest": lambda age, interest, earned: interest,
    "popularity": lambda age, interest, earned: (1 + earned) / (4 + age),
    "mixture": lambda age, interest, earned: (0.2 + interest) * sqrt(1 + earned) / (4 + age),
}


@pytest.mark.parametrize("ranking", SCORES)
@given(posts=st.lists(POST, min_size=1, max_size=8), muted=st.sets(st.integers(0, 2)), boosted=st.integers(1, 3))
@examples(60)
def test_the_highest_is_shown_and_of_equals_the_newest(
    ranking: str, posts: list[tuple[int, ...]], muted: set[int], boosted: int
) -> None:
    agent, held, interests = SocialAgent(9, 50, 20), Posts(), (0.1, 0.5, 0.5, *[0.0] * 5)
    agent.profile = Profile("casual", interests, 1.0, 5, 0.5)
    ranked = []
    for at, topic, likes, reshares, author in sorted(posts):
        number = held.post(author, at, topic, 1.0, "")
        for _ in range(likes):
            held.like(number)
        for _ in range(reshares):
            held.reshare(number, 9, at)
        agent.inbox.append(number)
        score = SCORES[ranking](10 - at, interests[topic], likes + 2 * reshares)
        if topic not in muted:
            ranked.append((score * (3.0 if author == boosted else 1.0), number))
    weights = Weights()
    weights.topics, weights.authors = dict.fromkeys(muted, 0.0), {boosted: 3.0}
    best = max(ranked)[1] if ranked else None
    assert next_item(agent, SCORE_BY_RANKING[ranking], weights, held, 10) == best


def test_the_four_rankings_differ() -> None:
    assert len({tuple(Reading(play(**BUSY, ranking=each).lines).shown) for each in SCORE_BY_RANKING}) == 4


def test_what_is_muted_is_not_shown_until_it_counts_again() -> None:
    run = play(**BUSY, plan="10 mute food; 40 boost food 50")
    shown = [(now, run.scene.posts.items[item].topic) for now, _, item in Reading(run.lines).shown]
    when = {now for now, topic in shown if topic == FOOD}
    assert not {now for now in when if 10 <= now < 40}
    assert min(when) < 10
    assert max(when) >= 40
    assert sum(10 <= now < 40 for now, _ in shown) > 50


def test_who_is_muted_is_not_shown_by_way_of_others() -> None:
    scene, chance = world(**SMALL)
    decide(scene, chance, 1, pushed(scene, 0, "one"), "reshare")
    told(scene, chance, "mute mira")
    assert next_item(scene.agents[2], SCORE_BY_RANKING["interest"], scene.weights, scene.posts, 2) is None


DONE: dict[str, Callable[[Any, FeedScene], Any]] = {
    "inject mira food: so good": lambda e, _: (e.post.author, e.post.topic, e.post.text) == (0, FOOD, "so good"),
    "inject @mira so: good": lambda e, _: (e.post.author, e.post.text) == (0, "so: good"),
    "boost mira 2.5": lambda e, scene: (scene.weights.authors, scene.weights.topics) == ({0: 2.5}, {}),
    "mute Food": lambda e, scene: (scene.weights.authors, scene.weights.topics) == ({}, {FOOD: 0.0}),
    "threshold mira 1.5": lambda e, scene: scene.agents[0].profile.engagement_threshold == 1.5,
    "timeout mira 9": lambda e, scene: scene.agents[0].timeout_threshold == 9,
    "add": lambda e, scene: scene.archetypes[8] == "casual" and scene.agents[8].joined and e.follows,
    "add creator": lambda e, scene: scene.archetypes[8:] == ["creator", ""],
}
REFUSED = """boost|boost mira|boost mira x|boost mira 0|boost mira nan|boost mira 1e9|boost nobody 2|mute|mute no body
inject|inject mira|inject nobody hi|threshold mira|threshold food 2|threshold mira -1|timeout mira 0|mute newcomer1
timeout newcomer1 3|inject newcomer1 hi|add lurker twice|add me"""


@pytest.mark.parametrize("text", DONE)
def test_an_intervention_happens(text: str) -> None:
    scene, chance = world(**SMALL)
    check_intervention(scene, text)
    assert DONE[text](told(scene, chance, text)[0].data, scene)


@pytest.mark.parametrize("text", [*REFUSED.replace("\n", "|").split("|"), f"inject mira {'x' * 281}"])
def test_what_cannot_be_done_is_rejected_with_a_reason(text: str) -> None:
    scene, chance = world(**SMALL)
    with pytest.raises(IllegalAction) as why:
        check_intervention(scene, text)
    with pytest.raises(IllegalAction, match=re.escape(str(why.value))):
        told(scene, chance, text)
    assert (scene.weights.topics, scene.weights.authors, len(scene.posts.items), scene.follows[8]) == ({}, {}, 0, ())


def test_a_plan_is_carried_out_at_its_ticks() -> None:
    plan = "3 mute food; 5 add visitor; t5 mute nobody; 7 add; 8 add; 99 mute music"
    run = play(**SMALL, ticks=40, plan=plan)
    done = [(e.turn, e.kind) for e in run.events if e.kind in ("weighed", "joined", "rejected")]
    assert done == [(3, "weighed"), (5, "joined"), (5, "rejected"), (7, "joined"), (8, "rejected")]
    assert [sum(counts) for counts in run.scene.series] == [8] * 4 + [9] * 2 + [10] * 34
    first = {account: now for now, account, *_ in reversed(Reading(run.lines).moves)}
    assert first[8] == 5  # a visitor is active at once
    assert first[9] >= 7
    for text in ("mute food", "0 mute food", "5 dance", "x mute food"):
        with pytest.raises(UserError):
            prepare("feed", {"plan": text}, {}, 1)


@given(st.lists(st.integers(0, 40), min_size=5, max_size=5).filter(any), st.integers(2, 90), st.integers(0, 2))
@examples(30)
def test_a_mix_is_kept_to_within_one_account(shares: list[int], agents: int, visitors: int) -> None:
    mixes = {" ".join(f"{kind}={n}" for kind, n in zip(ARCHETYPES, shares, strict=False)): shares}
    mixes |= {name: [mix[kind] for kind in list(ARCHETYPES)[:5]] for name, mix in MIXES.items()}
    for mix, wanted in mixes.items():
        kinds = world(agents=agents, visitors=visitors, world="lively", mix=mix, newcomers=0, links=1)[0].archetypes
        assert kinds[agents - visitors :] == ["visitor"] * visitors
        for kind, share in zip(ARCHETYPES, wanted, strict=False):
            exact = (agents - visitors) * share / sum(wanted)
            assert exact - 1 < kinds.count(kind) < exact + 1


def test_each_network_is_played_at_any_size() -> None:
    sizes = (2, 100, 0), (2, 1, 2), (3, 2, 1), (40, 5, 8)
    for network, (agents, links, visitors) in product(("scale-free", "small-world", "communities"), sizes):
        assert play(network=network, agents=agents, links=links, visitors=visitors, ticks=5).end.reason == "finished"


async def test_a_network_from_a_file_needs_it_only_once(tmp_path: Path) -> None:
    edges, path = tmp_path / "edges", tmp_path / "run.jsonl"
    edges.write_text("guest mira # a comment\n0 2\n\nguest mira\n")
    header = prepare("feed", {"agents": 4, "network": "file", "edges": str(edges), "ticks": 9, "plan": "1 add"}, {}, 1)
    edges.unlink()
    recorder = Recorder.create(path, header)
    events = [event async for event in open_run(header, write=recorder.write)]
    recorder.close()
    opened: Any = events[1].data
    assert opened.follows[:4] == ((2,), (), (), (0,))
    assert await verify(Recording.read(path)) == len(events)
