"""Interventions in a running feed: they and their effects are events, and the recording verifies."""

from pathlib import Path

from core.engine.casting import open_run, prepare
from core.engine.events import Event, Intervened, Rejected
from core.recording.checked_reader import read_run
from core.recording.file import Recorder
from core.recording.verification import verify
from scenes.feed.events import Injected, Joined, Profiled, Tuned, Weighed
from scenes.feed.scene import FeedScene

DEEDS = {
    3: "inject mira space: A comet, tonight, low in the west",
    5: "boost garden 4",
    6: "mute @mira",
    7: "threshold kofi 0.5",
    8: "timeout kofi 9",
    9: "add creator",
    10: "add amplifier",
    11: "opened all eyes",
    12: "mute nobody_there",
}


async def intervened(path: Path) -> tuple[FeedScene, list[Event]]:
    header = prepare("feed", {"agents": 40, "ticks": 20, "newcomers": 1}, {"*": "rules"}, 5)
    recorder = Recorder.create(path, header)
    run = open_run(header, write=recorder.write)
    events = []
    async for event in run:
        events.append(event)
        if event.end == "turn" and event.turn in DEEDS:
            run.control.intervene(DEEDS[event.turn])
    recorder.close()
    assert isinstance(run.scene, FeedScene)
    return run.scene, events


async def test_each_is_in_the_log_with_what_follows_and_the_recording_verifies(tmp_path: Path) -> None:
    scene, events = await intervened(tmp_path / "run.jsonl")
    assert [event.data.what for event in events if isinstance(event.data, Intervened)] == list(DEEDS.values())
    followed = {
        deed: [type(e.data) for e in events if e.turn == turn + 1 and isinstance(e.data, FACTS)]
        for turn, deed in DEEDS.items()
    }
    assert list(followed.values()) == [
        [Injected],
        [Weighed],
        [Weighed],
        [Tuned],
        [Tuned],
        [Joined, Profiled],
        [Rejected],
        [],
        [Rejected],
    ]
    injected = next(event for event in events if isinstance(event.data, Injected))
    assert injected.agent == "mira"
    assert injected.turn == 4
    assert {event.audience for event in events if isinstance(event.data, Tuned)} == {("kofi",)}
    kofi = scene.agents[scene.numbers["kofi"]]
    assert (kofi.profile.engagement_threshold, kofi.timeout_threshold) == (0.5, 9)
    newcomer = scene.agents[scene.numbers["newcomer1"]]
    assert newcomer.joined
    assert newcomer.profile.archetype == "creator"
    assert all(newcomer.number in scene.followers[other] for other in scene.follows[newcomer.number])
    assert len(scene.follows[newcomer.number]) >= 1
    assert await verify(read_run(tmp_path / "run.jsonl")) == len(events)


FACTS = (Injected, Weighed, Tuned, Joined, Profiled, Rejected)
