"""Scenes as PettingZoo steps them, held against its own tests."""

import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playbill as pb
from tests.packages import ROOT

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, performance_benchmark, seed_test

SCENES: dict[str, dict[str, Any]] = {
    "hanabi": {"players": 3},
    "coup": {"players": 3},
    "coloring": {"max_turns": 12},
    "werewolf": {"players": 6, "speeches": 1, "days": 2},
}
IGNORED = pytest.mark.filterwarnings("ignore::UserWarning")
"""It would rather have players called player_0, and no dicts."""


def played(env: Any, seed: int) -> dict[str, float]:
    """Play a game at random: what it was worth to each."""
    env.reset(seed=seed)
    draw, worth = random.Random(seed), dict[str, float]()
    for agent in env.agent_iter():
        seen, reward, ended, cut, _ = env.last()
        worth[agent] = worth.get(agent, 0.0) + reward
        env.step(None if ended or cut else draw.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return worth


@IGNORED
@pytest.mark.parametrize("scene", SCENES)
def test_pettingzoos_own_tests(scene: str) -> None:
    api_test(pb.env(scene, **SCENES[scene]), num_cycles=20)
    seed_test(lambda: pb.env(scene, **SCENES[scene]), num_cycles=20)


@IGNORED
@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_pettingzoos_benchmark_and_its_tests_at_length(scene: str) -> None:
    api_test(pb.env(scene), num_cycles=1000)
    seed_test(lambda: pb.env(scene), num_cycles=500)
    performance_benchmark(pb.env(scene))


@pytest.mark.parametrize("scene", SCENES)
def test_a_game_is_recorded_as_it_is_played_and_is_verified(scene: str, tmp_path: Path) -> None:
    env = pb.env(scene, record=tmp_path, **SCENES[scene])
    worth = [played(env, 5), played(env, 5)]
    assert worth[0] == worth[1]
    games = [pb.load(path) for path in sorted(tmp_path.iterdir())]
    assert [game.path.name for game in games if game.path] == [f"{scene}-00001-s5.jsonl", f"{scene}-00002-s5.jsonl"]
    assert pb.verify(games[0]) == len(games[0].events)
    assert games[0].outcome == env.table.outcome._replace(metrics=games[0].outcome.metrics, roles={})


KINDS: list[tuple[str, dict[str, Any]]] = [
    ("werewolf", {"protocol": "round-robin", "roles": "werewolf 2, seer, witch, doctor, hunter"}),
    ("coloring", {"problem": "generate", "clusters": 4, "size": 3, "ordering": "asynchronous", "max_turns": 15}),
    ("coloring", {"max_turns": 30}),
    ("coloring", {"difficulty": "medium", "messages": 2, "max_turns": 15}),
    ("werewolf", {"protocol": "bidding", "days": 2}),
    ("werewolf", {"protocol": "parallel", "vote": "open"}),
    ("werewolf", {"protocol": "random", "players": 16, "first_night": "peace", "days": 1}),
    ("coup", {"talk": "open", "players": 2}),
    ("coup", {"players": 6}),
    ("hanabi", {"variant": "rainbow", "players": 4}),
    ("hanabi", {"variant": "odds-and-evens-dark-null-5", "players": 5}),
]


@pytest.mark.parametrize(("scene", "options"), KINDS)
@pytest.mark.few(1)
def test_games_of_all_kinds_are_stepped_and_verified(scene: str, options: dict[str, Any], tmp_path: Path) -> None:
    env = pb.env(scene, record=tmp_path, **options)
    for seed in (1, 2, 11):
        played(env, seed)
    for path in tmp_path.iterdir():
        assert pb.verify(path) == len(pb.load(path).events), path


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_ends_are_worth(seed: int) -> None:
    coup = pb.env("coup", players=3)
    assert sorted(played(coup, seed).values()) == [-1.0, -1.0, 1.0]
    hanabi = pb.env("hanabi", players=2, bomb="keep")
    assert {*played(hanabi, seed).values()} == {float(str(hanabi.table.outcome.metrics["score"]))}
    werewolf = pb.env("werewolf", **SCENES["werewolf"])
    worth = played(werewolf, seed)
    winners = werewolf.table.outcome.winners
    expected = {name: 1.0 if name in winners else -1.0 if winners else 0.0 for name in worth}
    assert worth == {**expected, "Moderator": 0.0}


def test_a_game_without_end_is_cut_and_not_ended() -> None:
    env = pb.env("hanabi", players=2, max_turns=2)
    played_to = []
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, _, ended, cut, _ = env.last()
        played_to.append((agent, ended, cut))
        env.step(None if cut else int(np.flatnonzero(seen["action_mask"])[0]))
    assert played_to == [("Ann", False, False), ("Bob", False, False), ("Ann", False, True), ("Bob", False, True)]


def test_without_a_seed_the_next_game_is_dealt() -> None:
    env, other = pb.env("hanabi"), pb.env("hanabi")
    env.reset(seed=6)
    env.reset()
    other.reset(seed=7)
    assert env.render() == other.render()


def test_those_who_decide_at_once_do_not_see_each_other() -> None:
    env = pb.env("werewolf", **SCENES["werewolf"])
    env.reset(seed=2)
    agents = list(env.table.waiting)
    assert len(agents) > 1
    last = agents[-1]
    before = env.observe(last)
    for _ in agents[:-1]:
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[-1]))
    assert env.agent_selection == last
    after = env.observe(last)
    assert all(np.array_equal(before[key], after[key]) for key in before)


def test_the_text_is_of_what_a_seat_may_know() -> None:
    env = pb.env("hanabi", players=2, render_mode="ansi")
    env.reset(seed=3)
    own = env.text("Ann").splitlines()
    assert "Ann  ?? ?? ?? ?? ??" in own
    assert env.render() == env.text("Ann") != env.text("Bob")


def test_what_the_docs_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(
        r"^```python\n(.*?)^```", (ROOT / "docs" / "rl.md").read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    (block,) = [each for each in blocks if "pb.env(" in each]
    told: dict[str, Any] = {}
    exec(block, told)
    assert told["env"].table.over


def test_mistakes() -> None:
    env = pb.env("hanabi", players=2)
    with pytest.raises(pb.UserError, match="call reset first"):
        env.observe("Ann")
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"5 is not the number of a legal action: \[0, 1, 2, 3, 4, "):
        env.step(5)  # nothing is discarded while all clues are there
    with pytest.raises(ValueError, match="None is not the number"):
        env.step(None)
    with pytest.raises(pb.UserError, match="feed has no encoding in numbers"):
        pb.env("feed")
    with pytest.raises(pb.UserError, match="no option 'dice'"):
        pb.env("hanabi", dice=3)
    with pytest.raises(pb.UserError, match="render_mode must be None or ansi"):
        pb.env("hanabi", render_mode="human")
