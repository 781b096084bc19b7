"""Invariants of every village, checked by an independent replay of its log."""

import asyncio
from typing import Any

import pytest

from core.engine.casting import open_run, prepare
from core.engine.events import Event, RunEnded
from core.llm.routes import Routes
from core.recording.header import Header
from scenes.village.scene import VillageScene
from tests.examples import counts, few_of
from tests.scenes.village_replay import Replay


def play(cast: str, seed: int, options: dict[str, Any]) -> tuple[Header, list[Event], VillageScene]:
    header = prepare("village", options, {"*": cast}, seed)
    run = open_run(header, routes=Routes())

    async def events() -> list[Event]:
        return [event async for event in run]

    played = asyncio.run(events())
    assert isinstance(run.scene, VillageScene)
    return header, played, run.scene


def options_of(seed: int) -> dict[str, Any]:
    return {
        "players": 4 + seed % 9,
        "size": 20 + seed % 3 * 7,
        "minutes": (5, 7, 12, 30)[seed % 4],
        "days": 1 + seed % 2,
        "earshot": (5, 0, 2, 9, 40)[seed % 5],
        "sight": (10, 3)[seed % 2],
    }


@pytest.mark.parametrize("seed", few_of(range(24), 6))
@pytest.mark.few(2)
def test_positions_earshot_and_needs_add_up(seed: int) -> None:
    """Nobody hears a speaker out of earshot, nobody walks on water, and needs follow from the log."""
    header, events, scene = play(("rules", "rules", "random")[seed % 3], seed, options_of(seed))
    replay = Replay(header).run(events)
    seen = scene.observe("")
    assert seen.now == replay.now
    for name, villager in seen.people.items():
        assert villager.at == replay.at[name]
        assert (villager.needs.hunger, villager.needs.energy) == (replay.hunger[name], replay.energy[name])
        assert villager.until == replay.until.get(name, 0)
        assert villager.pack == +replay.packs[name]
        assert set(villager.news) == {piece for piece, names in replay.knows.items() if name in names}
        if not villager.asleep:
            near = {each for each in replay.names if each != name and replay.near(each, name, "earshot")}
            assert set(villager.near) == near
            assert all(sight.at == replay.at[each] for each, sight in villager.near.items())
            assert {each for each, sight in villager.near.items() if sight.asleep} == near & set(replay.until)


@pytest.mark.slow
def test_the_replay_meets_everything_that_can_happen() -> None:
    """Otherwise the replay would prove little."""
    kinds = set[str]()
    for cast, seed in (("rules", 1), ("random", 1), ("random", 2)):
        header, events, _ = play(cast, seed, {"days": 2})
        kinds |= set(Replay(header).run(events).seen)
    assert kinds >= {body.kind for body in VillageScene.events} - {"scheduled", "announced", "property_changed"}


@counts(1, 3)
def test_a_day_of_villagers_is_one_that_could_be_lived(count: int) -> None:
    """They eat, work, talk and sleep at home; nobody collapses, and most learn most of the news."""
    for seed in range(1, count + 1):
        header, events, scene = play("rules", seed, {"days": 2})
        last = events[-1].data
        assert isinstance(last, RunEnded)
        assert last.reason == "days_over"
        told = last.result
        assert told["days"] == 2
        assert told["collapses"] == 0
        assert told["informed"] > 0.5  # type: ignore[operator]
        assert told["hops"] >= 2  # type: ignore[operator]
        assert told["gathered"] > 50  # type: ignore[operator]
        for name in header.cast:
            kinds = [event.kind for event in events if event.agent == name]
            assert kinds.count("fell_asleep") >= 1
            assert kinds.count("ate") >= 2
            assert kinds.count("plan_changed") == 2
            assert scene.folk[name].needs.energy > 0
