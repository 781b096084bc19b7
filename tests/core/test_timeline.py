import asyncio
import random
from collections import deque
from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar, Self
from weakref import WeakSet

import msgspec
import pytest

from core.engine.capabilities import Large
from core.engine.casting import set_up
from core.engine.events import Event
from core.engine.scene import Scene
from core.errors import UserError
from core.recording.timeline import (
    MAX_KEYFRAME_BYTES,
    MAX_SPACING,
    MIN_KEYFRAMES,
    SEEK_SECONDS,
    Timeline,
    bytes_apart,
    moment,
)
from tests.core.table import header, play, run_of
from tests.toy import ToyConfig, ToyScene


class SlowScene(ToyScene, Large):
    """A slow scene with a simulated clock, which the timeline reads, so that no test waits or depends on timing."""

    clock = applying = copying = 0.0
    copies = 0
    alive: ClassVar[WeakSet["SlowScene"]] = WeakSet()

    def apply(self, event: Event) -> None:
        SlowScene.clock += SlowScene.applying
        super().apply(event)

    def copy(self) -> Self:
        SlowScene.clock += SlowScene.copying
        SlowScene.copies += 1
        other = super().copy()
        SlowScene.alive.add(other)
        return other


SEEKS = 600
"""Number of random seeks in a long game."""

Slow = Callable[[float, float], SlowScene]


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    """Return a function that makes a scene with these costs in seconds of applying an event and of copying."""
    monkeypatch.setattr("core.recording.timeline.perf_counter", lambda: SlowScene.clock)

    def make(applying: float, copying: float) -> SlowScene:
        SlowScene.applying, SlowScene.copying, SlowScene.copies = applying, copying, 0
        SlowScene.alive.clear()
        config = ToyConfig(refills=10_000)
        return SlowScene(config, config.seats)

    return make


def seek_time(timeline: Timeline, n: int) -> float:
    began = SlowScene.clock
    timeline.at(n)
    return SlowScene.clock - began


def encoded(scene: Scene) -> bytes:
    return msgspec.json.encode([scene.observe(""), *map(scene.observe, scene.names)])


@cache
def long_game() -> tuple[list[Event], list[bytes]]:
    """Play a game of more than 3000 events; return the events, and the state before the first and after each."""
    events = asyncio.run(play(run_of(header(max_turns=2900, refills=10_000))))
    scene, _ = set_up(header(refills=10_000))
    states = [encoded(scene)]
    for event in events:
        scene.apply(event)
        states.append(encoded(scene))
    assert len(events) > 3 * MAX_SPACING
    return events, states


def test_at_is_a_fresh_fold() -> None:
    events, states = long_game()
    timeline = Timeline(set_up(header(refills=10_000))[0])
    timeline.extend(events)
    assert len(timeline) == len(events)
    for n in random.Random(1).sample(range(len(states)), SEEKS):
        assert encoded(timeline.at(n)) == states[n], f"event {n}"
    for n in (*range(980, 1020), *range(1020, 980, -1), len(events), 0, len(events)):
        assert encoded(timeline.at(n)) == states[n], f"event {n}"
    assert encoded(timeline.head) == states[-1]


def test_seeking_while_events_come() -> None:
    events, states = long_game()
    timeline = Timeline(set_up(header(refills=10_000))[0])
    draw = random.Random(2)
    while len(timeline) < len(events):
        known = len(timeline)
        timeline.extend(events[known : known + draw.randint(1, 40)])
        n = draw.randint(0, len(timeline))
        assert encoded(timeline.at(n)) == states[n], f"event {n} of {len(timeline)}"
        assert encoded(timeline.at(len(timeline))) == states[len(timeline)]


@pytest.mark.parametrize(("applying", "copying"), [(0.001, 0.0), (0.001, 0.003), (0.0003, 0.005), (0.01, 0.0005)])
@pytest.mark.few(1)
def test_slow_scenes_have_keyframes_where_a_seek_needs_them(slow: Slow, applying: float, copying: float) -> None:
    events, states = long_game()
    timeline = Timeline(slow(applying, copying))
    timeline.extend(events)
    assert SlowScene.copies <= 3 + len(events) * max(2 * applying / SEEK_SECONDS, 1 / MAX_SPACING), "and no more"
    for n in random.Random(3).sample(range(len(states)), SEEKS):
        assert seek_time(timeline, n) <= SEEK_SECONDS + applying + copying
        assert encoded(timeline.at(n)) == states[n], f"event {n}"


def test_keyframes_that_take_long_to_copy_are_few(slow: Slow) -> None:
    events, states = long_game()
    timeline = Timeline(slow(0.05, 0.3))
    timeline.extend(events)
    assert SlowScene.copies * 0.3 < 0.11 * len(events) * 0.05
    for n in random.Random(4).sample(range(len(states)), 50):
        assert encoded(timeline.at(n)) == states[n], f"event {n}"


def test_keyframes_thin_out_before_they_fill_the_memory(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    events, states = long_game()
    monkeypatch.setattr("core.recording.timeline.bytes_apart", lambda one, other: MAX_KEYFRAME_BYTES // 20)
    timeline = Timeline(slow(0.02, 0.005))
    timeline.extend(events)
    assert 10 <= len(SlowScene.alive) <= 23, "of all copies, those that are kept; the first one, the head and a cursor"
    assert SlowScene.copies > 3 * len(SlowScene.alive)
    for n in random.Random(5).sample(range(len(states)), SEEKS):
        assert encoded(timeline.at(n)) == states[n], f"event {n}"


def test_a_few_keyframes_are_kept_however_large(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    events, _ = long_game()
    monkeypatch.setattr("core.recording.timeline.bytes_apart", lambda one, other: 2 * MAX_KEYFRAME_BYTES)
    timeline = Timeline(slow(0.02, 0.005))
    timeline.extend(events)
    assert MIN_KEYFRAMES // 2 <= len(SlowScene.alive) <= MIN_KEYFRAMES + 3


def test_what_only_a_keyframe_holds_is_counted() -> None:
    """It includes data once shared with the game that the game has replaced since."""
    game: dict[str, Any] = {
        "board": bytearray(10**6),
        "last": deque(bytes([n]) * 1000 for n in range(100)),
        "name": "x" * 5000,
    }
    keyframe = {**game, "last": game["last"].copy()}
    assert bytes_apart(keyframe, game) < 3000
    for n in range(100):
        game["last"].popleft()
        game["last"].append(bytes([n]) * 1001)
    assert 100_000 < bytes_apart(keyframe, game) < 110_000
    game["board"] = game["board"].copy()
    assert 1_100_000 < bytes_apart(keyframe, game) < 1_110_000
    keyframe["itself"] = keyframe
    assert 1_100_000 < bytes_apart(keyframe, game) < 1_110_000


async def test_a_moment_is_an_event_or_the_start_of_a_turn() -> None:
    events = await play(run_of(header()))
    assert moment(events, "0") == moment(events, "t0") == 0
    assert moment(events, str(len(events))) == len(events)
    for turn in range(1, events[-1].turn + 1):
        n = moment(events, f"t{turn}")
        assert events[n - 1].turn < turn <= events[n].turn
    for wrong in ("", "x", "-1", "²", "t", str(len(events) + 1), f"t{events[-1].turn + 1}"):
        with pytest.raises(UserError):
            moment(events, wrong)
