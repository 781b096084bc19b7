import random

import msgspec
import pytest

from core.casting import set_up
from core.errors import UserError
from core.events import Event
from core.scene import Scene
from core.timeline import SPACING, Timeline, moment
from tests.core.table import header, play, run_of


def encoded(scene: Scene) -> bytes:
    return msgspec.json.encode([scene.overview(), *map(scene.observe, scene.names)])


async def long_game() -> tuple[list[Event], list[bytes]]:
    """A game of more than 3000 events, and the state before the first and after each."""
    events = await play(run_of(header(max_turns=2900, refills=10_000)))
    scene, _ = set_up(header(refills=10_000))
    states = [encoded(scene)]
    for event in events:
        scene.apply(event)
        states.append(encoded(scene))
    assert len(events) > 3 * SPACING
    return events, states


async def test_at_is_a_fresh_fold() -> None:
    events, states = await long_game()
    timeline = Timeline(set_up(header(refills=10_000))[0])
    timeline.extend(events)
    assert len(timeline) == len(events)
    order = list(range(len(states)))
    random.Random(1).shuffle(order)
    for n in order:
        assert encoded(timeline.at(n)) == states[n], f"event {n}"
    for n in (*range(980, 1020), *range(1020, 980, -1), len(events), 0, len(events)):
        assert encoded(timeline.at(n)) == states[n], f"event {n}"
    assert encoded(timeline.head) == states[-1]


async def test_seeking_while_events_come() -> None:
    events, states = await long_game()
    timeline = Timeline(set_up(header(refills=10_000))[0])
    draw = random.Random(2)
    while len(timeline) < len(events):
        known = len(timeline)
        timeline.extend(events[known : known + draw.randint(1, 40)])
        n = draw.randint(0, len(timeline))
        assert encoded(timeline.at(n)) == states[n], f"event {n} of {len(timeline)}"
        assert encoded(timeline.at(len(timeline))) == states[len(timeline)]


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
