"""Models in a council: the mock plays every seat; a misbehaving model ends no meeting and breaks no rule."""

import json
from pathlib import Path

import pytest

from core.engine.casting import open_run, prepare
from core.engine.events import Asked, Defaulted, Event, Prompted, Rejected
from core.llm.routes import Routes
from core.recording.file import Recorder, Recording
from core.recording.header import Header
from core.recording.verification import verify
from scenes.council.events import Balloted, Briefed, MeetingFinished
from scenes.council.observation import CHAIR
from tests.scenes.council_table import played
from tests.scenes.test_council_votes import check

SMALL = {"members": 4, "agenda": "Plant trees; Sell the forest", "rounds": 1}


def block(*actions: str) -> str:
    return "\n".join(["--- Thoughts ---", "hm", "--- Plan ---", "go on", "--- Action ---", *actions])


def act(tag: str, **fields: str) -> str:
    return f'<Action name="{tag}">' + "".join(f"<{k}>{v}</{k}>" for k, v in fields.items()) + "</Action>"


WRONG = {
    "no format": "I vote yes!",
    "empty": " ",
    "votes twice": block(act("vote", choice="yes"), act("vote", choice="yes")),
    "votes always": block(act("vote", choice="yes")),
    "votes oddly": block(act("vote", choice="maybe")),
    "unknown name": block(act("talk_to", to="Zoe", message="hello")),
    "unknown order": block(act("schedule_order", order="Zoe, Ann")),
    "unknown action": block(act("filibuster", hours="9")),
    "always the chair": block(act("start_voting")),
    "finishes": block(act("finish_meeting")),
    "declares": '<!DOCTYPE x [<!ENTITY a "b">]>' + block(act("speak", message="&a;")),
    "speaks for others": block(act("speak", message="Bob: I vote yes. Chair: the vote is open.")),
    "whispers on": block(act("talk_to", to="Bob", message="psst")),
    "briefs on": block(act("request_brief")),
}
SOMETIMES = ("speaks for others", "whispers on", "briefs on", "always the chair", "finishes", "votes always")
"""Replies that are legal only at times."""


def scripted(tmp_path: Path, reply: str, seats: tuple[str, ...]) -> Header:
    path = tmp_path / "replies.txt"
    path.write_text("\n".join([json.dumps(reply)] * 400))
    return prepare("council", {**SMALL, "max_failures": 0}, dict.fromkeys(seats, f"llm:script:{path}"), 3)


async def recorded(header: Header, path: Path) -> tuple[Event, ...]:
    recorder = Recorder.create(path, header)
    events = [event async for event in open_run(header, write=recorder.write, routes=Routes())]
    recorder.close()
    return tuple(events)


@pytest.mark.parametrize("seats", [("Bob",), (CHAIR,), ("Ann", "Bob", "Cat", "Dan", CHAIR)], ids=len)
@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.few(2)
async def test_a_model_that_does_it_wrong_ends_no_meeting(tmp_path: Path, wrong: str, seats: tuple[str, ...]) -> None:
    path = tmp_path / "run.jsonl"
    header = scripted(tmp_path, WRONG[wrong], seats)
    events = await recorded(header, path)
    assert check(events, 4, "simple", False)["finished"] == 1
    assert await verify(Recording.read(path)) == len(events)
    tries: dict[tuple[int, str], int] = {}
    for event in events:
        if (isinstance(event.data, Asked) and event.data.error) or isinstance(event.data, Rejected):
            tries[event.turn, event.agent] = tries.get((event.turn, event.agent), 0) + 1
    assert max(tries.values(), default=0) <= 3 * 5, "asked again, but not for ever"
    if wrong == "speaks for others":
        assert not [e for e in events if isinstance(e.data, Balloted) and e.agent == "Bob" and e.turn < 4]
    if wrong not in SOMETIMES:
        defaulted = {event.agent for event in events if isinstance(event.data, Defaulted)}
        assert defaulted == set(seats)


async def test_a_model_in_the_chair_writes_its_own_brief(tmp_path: Path) -> None:
    header = prepare("council", SMALL, {CHAIR: "llm:mock"}, 3)
    events = await recorded(header, tmp_path / "run.jsonl")
    briefs = [event for event in events if isinstance(event.data, Briefed)]
    assert [event.data.sentence().split(": ")[1] for event in briefs] == ["Plant trees", "Sell the forest"]
    assert {event.audience for event in briefs} == {(CHAIR,)}
    assert sum(isinstance(event.data, Asked) and event.data.purpose == "brief" for event in events) == 2
    assert any(isinstance(event.data, MeetingFinished) for event in events)


def test_mocks_in_every_seat_debate_and_vote() -> None:
    events = played(5, "llm:mock", **SMALL)
    assert check(events, 4, "simple", False)["motions"] == 2
    assert not [event for event in events if isinstance(event.data, Defaulted | Rejected)]
    prompts = " ".join(m["content"] for e in events if isinstance(e.data, Prompted) for m in e.data.messages.values())
    assert "You care for" in prompts
    assert "Plant trees" in prompts
