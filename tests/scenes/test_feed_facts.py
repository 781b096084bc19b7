"""The feed against published figures, the `lively` world against earlier results, and worlds from a file."""

import asyncio
import csv
import io
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from msgspec.structs import replace

from core.engine.agents import Agent
from core.engine.casting import open_run, prepare
from core.engine.events import Event, Prompted
from core.engine.turn import Turn
from core.errors import UserError
from core.recording.file import Recorder, Recording
from core.recording.line_format import encode, stable
from core.recording.verification import verify
from scenes.feed.actions import SCROLL_ON, Decide
from scenes.feed.behavior import COMPOSING
from scenes.feed.exports import EXPORTS
from scenes.feed.facts import FACTS, count_activity, measure_facts
from scenes.feed.oracle import RuleOracle
from scenes.feed.scene import FeedScene
from scenes.feed.society import CALIBRATED, LIVELY
from scenes.feed.wording import WORDS
from tests.scenes.test_feed_behavior import world
from tests.scenes.test_feed_exports import BUSY, Played, play
from tests.scenes.test_feed_models import _contents as contents

LIVE: dict[str, Any] = {"world": "lively"}
KINDS = ("opened", "profiled", "decided", "ticked", "joined", "weighed", "asked", "prompted")


def digest(events: list[Event]) -> str:
    out = sha256()
    for event in events:
        if event.kind in KINDS:
            out.update(stable(encode(event)))
    return out.hexdigest()[:16]


def test_a_lively_world_is_event_for_event_what_every_world_once_was() -> None:
    """Both digests are from before the option `world` existed; the header has had one more option since."""
    plan = "20 add creator; 30 mute food"
    one = play(agents=40, ticks=120, network="communities", ranking="interest", plan=plan, world="lively", mix="lively")
    two = play("llm:mock", **{**BUSY, "agents": 30})
    assert (digest(one.events), digest(two.events)) == ("2425c9fc41b89564", "4845667a89a0715f")


@pytest.mark.parametrize(
    ("world", "expected"), [("measured", "3aab8f3e3a9ec789"), ('={"spread": 1.0}', "50e69eb3e20c456c")]
)
def test_recordings_keep_the_world_that_was_the_default(world: str, expected: str) -> None:
    """Both digests are from before the mix was calibrated; recorded files without a base mean `measured`."""
    run = play(agents=60, ticks=80, world=world, plan="20 add creator; 30 mute food", aim="reach")
    assert digest(run.events) == expected


@pytest.mark.parametrize("agents", [8, 20])
def test_a_small_network_has_somebody_who_writes(agents: int) -> None:
    assert set(play(agents=agents, ticks=1).scene.archetypes) >= CALIBRATED.keys()
    assert all(play(agents=agents, ticks=100, seed=seed).scene.posts.threads for seed in range(4))


def within(run: Played) -> dict[str, bool | None]:
    found = measure_facts(run.scene, count_activity(len(run.scene.handles), (event.data for event in run.events)))
    return {fact.name: None if (value := found[fact.name]) is None else fact.holds(value) for fact in FACTS}


def test_a_run_without_options_lies_within_the_published_bands() -> None:
    """Three times the accounts, as a crowd, and half of the time; a slow test and a bench cover the usual size."""
    assert set(within(play(agents=1500, crowd=2, newcomers=0, ticks=150, seed=21)).values()) == {True}
    lively = within(play(agents=200, ticks=60, seed=11, **LIVE))
    assert {name for name, held in lively.items() if held} <= {"originals", "reshares"}


@pytest.mark.slow
def test_the_mix_is_as_published_in_runs_that_nothing_was_tuned_on() -> None:
    mixes = [
        measure_facts(run.scene, count_activity(len(run.scene.handles), (event.data for event in run.events)))
        for run in (play(seed=seed) for seed in range(31, 35))
    ]
    for name, published in (("originals", 0.24), ("replies", 0.30), ("reshares", 0.46), ("quotes", 0.04)):
        assert mean(mix[name] or 0 for mix in mixes) == pytest.approx(published, abs=0.04 if published > 0.1 else 0.01)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [11])
def test_a_whole_run_lies_within_the_published_bands_and_every_state_is_alive(seed: int) -> None:
    run = play(seed=seed)
    assert False not in within(run).values()
    assert all(any(counts[i] for counts in run.scene.series) for i in range(8))


class Talker(Agent):
    """An agent that writes at every sixth post that it sees, and scrolls past the others."""

    def __init__(self) -> None:
        self.seen: list[int] = []

    def act(self, turn: Turn) -> Decide:
        if turn.observation.options:
            self.seen.append(turn.observation.tick)
        writes = turn.observation.options and len(self.seen) % 6 == 0
        return Decide(COMPOSING, "food: hello all") if writes else SCROLL_ON


@pytest.mark.slow
async def test_whoever_sits_there_sees_posts_and_is_answered_now_and_then() -> None:
    header, talker = prepare("feed", {"ticks": 150}, {}, 3), Talker()
    agents: dict[str, Agent] = {name: RuleOracle() for name in header.cast} | {"guest": talker}
    run = open_run(header, agents=agents)
    assert [event async for event in run][-1].kind == "run_ended"
    assert isinstance(run.scene, FeedScene)
    posts, guest = run.scene.posts, run.scene.numbers["guest"]
    mine = [n for n, item in enumerate(posts.items) if (item.kind, item.author) == ("post", guest)]
    assert max(then - now for now, then in pairwise([0, *talker.seen, 150])) < 20
    assert len(mine) > 5
    assert 1 <= sum(posts.replies[n] for n in mine) <= 3 * len(mine)


# -- worlds from a file

FILE = """
base = "lively"
spread = 0.5

[mix]
casual = 3
critic = 1

[archetypes.critic]
as = "creator"
reply = 5.0
manner = "a critic: it has something to say about everything."

[topics.chess]
posts = ["{Knight|Bishop} takes {day}.", "Is {topic} a sport?"]
replies = ["check"]

[topics.food]
"""


def options(tmp_path: Path, text: str = FILE) -> dict[str, Any]:
    path = tmp_path / "world.toml"
    path.write_text(text, "utf-8")
    return {"agents": 40, "ticks": 50, "world": str(path)}


def test_a_world_is_read_from_a_file_that_a_recording_does_not_need(tmp_path: Path) -> None:
    told = options(tmp_path)
    run = play(**told)
    (tmp_path / "world.toml").unlink()
    scene = run.scene
    assert [scene.archetypes.count(kind) for kind in ("casual", "critic", "visitor")] == [29, 10, 1]
    assert scene.society.topics == ("chess", "food")
    assert scene.society.archetypes["critic"] == replace(
        LIVELY["creator"], name="critic", reply=5.0, manner="a critic: it has something to say about everything."
    )
    assert len({agent.profile.zeal for agent in scene.agents}) > 20
    about = {item.text for item in scene.posts.items if item.kind == "post" and item.topic == 0}
    assert about <= {
        *(f"{who} takes {day}." for who in ("Knight", "Bishop") for day in WORDS["day"]),
        "Is chess a sport?",
    }
    assert {item.text for item in scene.posts.items if item.kind == "reply" and item.topic == 0} & {"check"}
    recorder = Recorder.create(path := tmp_path / "run.jsonl", run.header)
    recorder.write(b"".join(encode(event) + b"\n" for event in run.events))
    recorder.close()
    assert asyncio.run(verify(Recording.read(path))) == len(run.events)


def test_interventions_know_the_topics_and_archetypes_of_the_world(tmp_path: Path) -> None:
    run = play(**options(tmp_path), plan="3 mute chess; 4 add critic; 5 inject mira chess: mate")
    assert run.scene.weights.topics == {0: 0.0}
    assert run.scene.archetypes[40] == "critic"
    assert ("mate", 0) in {(item.text, item.topic) for item in run.scene.posts.items}


def test_models_are_told_who_they_are_in_a_world_of_their_own(tmp_path: Path) -> None:
    run = play("llm:mock", **options(tmp_path, FILE + "\n[archetypes.mute]\nas = 'lurker'\n"), mix="critic=2 mute=1")
    told = {text for event in run.events if isinstance(event.data, Prompted) for text in contents(event.data)}
    assert any("is a critic: it has something to say" in text for text in told)
    assert any("It cares about" in text and "chess" in text for text in told)


WRONG = {
    'base = "dull"': "did you mean|measured, lively",
    "spread = -1": "spread",
    "noise = 3": "noise",
    "[mix]\ncritic = 1": "define \\[archetypes.critic\\]",
    "[mix]\ncasual = 0": "lurker = 60",
    "[archetypes.critic]\nreply = 1.0": "as = ",
    "[archetypes.casual]\nreply = -1.0": "archetypes.casual.*reply",
    "[archetypes.casual]\nappetite = 1.0": "appetite",
    "[archetypes.Loud]\nas = 'casual'": "small letters",
    "[topics.chess]": "name 2 to 40",
    "[topics.chess]\nposts = ['{rook} moves']\n[topics.food]": "rook",
    "[topics.chess]\nreplies = ['']\n[topics.food]": "empty sentence",
    "spread = ": "not valid TOML",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_file_that_is_no_world_says_what_is_wrong(text: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=WRONG[text]):
        prepare("feed", options(tmp_path, text), {}, 1)


def test_a_world_that_is_not_there_says_what_there_is() -> None:
    with pytest.raises(UserError, match=r"measured.*FILE\.toml"):
        prepare("feed", {"world": "measurd"}, {}, 1)
    with pytest.raises(UserError):
        prepare("feed", {"world": '={"base":"dull"}'}, {}, 1)


def test_facts_are_exported_with_their_sources() -> None:
    run = play(agents=60, ticks=40)
    told = list(csv.DictReader(io.StringIO(EXPORTS["facts"](run.header, run.events))))
    assert [row["fact"] for row in told] == [fact.name for fact in FACTS]
    assert all(row["published"] and row["source"] for row in told)
    assert {row["within"] for row in told} <= {"True", "False", ""}


def test_who_writes_more_is_followed_more() -> None:
    scene, _ = world(agents=300)
    crowd = {
        kind: [len(scene.followers[n]) for n, each in enumerate(scene.archetypes) if each == kind]
        for kind in CALIBRATED
    }
    assert mean(crowd["creator"]) > 2 * mean(crowd["lurker"])
    guest = scene.numbers["guest"]
    assert all(guest in scene.follows[other] for other in scene.follows[guest])
