"""Coup as a scene: windows in which several players answer at once, audiences of events, and exports."""

from pathlib import Path

import msgspec
import pytest

from core.engine.casting import open_run, prepare
from core.engine.events import Defaulted, GroupEnded, Rejected, Said
from core.engine.turn import Pick
from core.llm.routes import Routes
from core.recording.file import Recorder, Recording
from core.recording.verification import branch, verify
from core.testing.games import view
from scenes.coup.events import Answered, Challenged, Passed, Unheard
from scenes.coup.scene import CoupScene
from tests.scenes.coup_table import ANN, BOB, CAT, DAN, Table

THREE = "duk ass, con cap, amb duk"
encode = msgspec.json.encode


# -- windows


def test_those_who_may_answer_are_a_group_and_one_alone_is_none() -> None:
    table = Table(THREE).do("steal Bob")
    assert table.scene.pick() == Pick((BOB, CAT), together=True)
    assert table.answer().scene.pick() == Pick((BOB,), together=False)
    assert Table("duk ass, con cap").do("steal Bob").scene.pick() == Pick((BOB,), together=False)


def test_answers_that_came_too_late_are_known_to_their_givers_only() -> None:
    table = Table("duk ass, con cap, amb duk, con con").do("income").do("steal Ann")
    table.answer(Cat="challenge", Ann="challenge")
    late = [event for event in table.events if isinstance(event.data, Unheard)]
    assert [(event.agent, event.audience, event.data) for event in late] == [
        (DAN, (DAN,), Unheard("pass")),
        (ANN, (ANN,), Unheard("challenge")),
    ]
    assert [event.agent for event in table.events if isinstance(event.data, Challenged)] == [CAT]


def test_how_many_events_there_are_tells_nobody_who_else_had_a_doubt() -> None:
    hands = "duk ass, con cap, amb duk, con con"
    one = Table(hands).do("tax").answer(Cat="challenge")
    two = Table(hands).do("tax").answer(Cat="challenge", Dan="challenge")
    assert one.kinds() == two.kinds()
    assert "passed" not in one.kinds()


def test_answers_are_held_for_their_givers_eyes_until_all_are_in() -> None:
    table = Table("duk ass, con cap, amb duk, con con").do("tax")
    before = len(table.events)
    table.give({CAT: "challenge"})
    assert (table.phase, table.deciding) == ("challenge", (BOB, CAT, DAN))
    table.give({DAN: "challenge"})
    held = table.events[before:]
    assert [(event.data, event.audience) for event in held] == [
        (Answered("challenge"), (CAT,)),
        (Answered("challenge"), (DAN,)),
    ]
    table.give({BOB: "pass"})
    assert [event.agent for event in table.events if isinstance(event.data, Challenged)] == [CAT]
    assert [event.agent for event in table.events if isinstance(event.data, Unheard)] == [BOB, DAN]


@pytest.mark.parametrize("first", ["pass", "challenge"])
def test_a_held_answer_is_seen_by_nobody_else(first: str) -> None:
    table, other = Table(THREE).do("tax"), Table(THREE).do("tax")
    table.give({BOB: first})
    assert encode(table.scene.observe(CAT)) == encode(other.scene.observe(CAT))
    assert encode(table.scene.observe(ANN)) == encode(other.scene.observe(ANN))
    assert table.may(CAT) == other.may(CAT)


def test_an_answer_once_given_is_not_given_again() -> None:
    table = Table(THREE).do("tax").give({BOB: "challenge"})
    count = len(table.events)
    table.give({BOB: "pass"})
    assert len(table.events) == count
    table.give({CAT: "pass"})
    assert table.told(Challenged)


def test_a_copy_holds_answers_of_its_own() -> None:
    table = Table(THREE, talk="open").answer().do("tax")
    state = view(table.scene)
    copy = table.scene.copy()
    table.give({BOB: "challenge"})
    assert view(copy) == state
    for event in copy.resolve({CAT: copy.parse(CAT, "pass")}, table.chance):
        copy.apply(event)
    assert isinstance(copy, CoupScene)
    assert copy.game.phase == "challenge"


# -- a run with a slow player


SCRIPTS = {
    ANN: ["pass", "tax", "lose Duke", "say I never lie", "pass"],
    BOB: ["pass", "challenge", "pass", "pass", "income"],
    CAT: ["pass", "xyzzy", "say hm", "block with Duke", "challenge", "pass", "pass"],
}


async def slow_run(tmp_path: Path) -> Path:
    for name, lines in SCRIPTS.items():
        (tmp_path / name).write_text("\n".join(lines))
    cast = {name: f"script:{tmp_path / name}" for name in SCRIPTS}
    told = {"players": 3, "talk": "open", "starter": "first", "max_turns": 14}
    path = tmp_path / "run.jsonl"
    header = prepare("coup", told, cast, 1)
    recorder = Recorder.create(path, header)
    async for _ in open_run(header, write=recorder.write, routes=Routes()):
        pass
    recorder.close()
    return path


async def test_one_who_errs_or_talks_first_is_asked_again_and_learns_nothing(tmp_path: Path) -> None:
    events = Recording.read(await slow_run(tmp_path)).events
    turn = next(event.turn for event in events if isinstance(event.data, Rejected))
    window = [event for event in events if event.turn == turn]
    opened = next(i for i, event in enumerate(window) if isinstance(event.data, Challenged))
    assert [event.data.waiting for event in window if isinstance(event.data, GroupEnded)] == [
        (CAT,),
        (CAT,),
        (CAT,),
        (),
    ]
    assert [event.agent for event in window[:opened] if isinstance(event.data, Answered)] == [BOB]
    told = [event for event in window[:opened] if event.agent == BOB]
    assert told
    assert all(event.audience == (BOB,) for event in told)
    assert [event.agent for event in window if isinstance(event.data, Said)] == [CAT]
    assert window[opened].agent == BOB
    assert next(event for event in window if isinstance(event.data, Unheard)).agent == CAT


async def test_a_run_cut_at_any_line_is_resumed_to_the_same_end(tmp_path: Path) -> None:
    path = await slow_run(tmp_path)
    whole = Recording.read(path)
    assert await verify(whole) == len(whole.events)
    assert any(isinstance(event.data, Defaulted) for event in whole.events), "the scripts run out"
    lines = path.read_bytes().splitlines(keepends=True)
    for cut in range(1, len(lines), 3):
        path.write_bytes(b"".join(lines[:cut]))
        part = Recording.read(path)
        recorder = Recorder.reopen(part, part.header)
        async for _ in open_run(part.header, past=part.past, write=recorder.write, routes=Routes()):
            pass
        recorder.close()
        assert Recording.read(path).events[-1].data == whole.events[-1].data, f"cut after line {cut}"


def test_between_turns_all_may_talk_and_then_the_turn_goes_on() -> None:
    table = Table(THREE, talk="open")
    assert (table.phase, table.scene.pick()) == ("talk", Pick((BOB, CAT, ANN), together=True))
    assert table.may(BOB) == ["pass"]
    table.give({BOB: "say Ann bluffs", CAT: "pass", ANN: "pass"})
    assert (table.phase, table.told(Said)[-1].text) == ("talk", "Ann bluffs")
    assert encode(table.scene.observe(ANN)).count(b"Ann bluffs") == 1
    table.give({BOB: "pass"})
    assert (table.phase, table.deciding) == ("act", (ANN,))
    assert table.do("income").phase == "talk"
    assert Table(THREE).phase == "act", "unless nobody talks"


# -- a whole game


async def test_a_branch_that_ceases_to_talk_goes_on(tmp_path: Path) -> None:
    recording = Recording.read(await slow_run(tmp_path))
    last = [event.n for event in recording.events if isinstance(event.data, Passed) and event.turn == 1][-1]
    header, past = branch(recording, last + 1, {"talk": "off", "max_turns": 1000}, {"*": "random"}, None, {})
    events = [event async for event in open_run(header, past=past, routes=Routes())]
    assert events[-1].data.reason == "won"  # type: ignore[attr-defined]
