import random

import msgspec

from core.casting import set_up
from core.events import Event
from core.scene import Scene
from core.timeline import SPACING, Timeline
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


async def test_start_of_a_turn() -> None:
    events = await play(run_of(header()))
    timeline = Timeline(set_up(header())[0])
    timeline.extend(events)
    last = events[-1].turn
    assert timeline.start_of(0) == 0
    for turn in range(1, last + 1):
        n = timeline.start_of(turn)
        assert events[n - 1].turn < turn <= events[n].turn
    assert timeline.start_of(last + 1) == len(events)
