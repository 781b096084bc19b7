import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from core.engine.agents import Agent, Human, Scripted
from core.engine.events import Acted, Intervened
from core.engine.simulator import Signal, Waiting
from core.errors import UserError
from core.recording.file import Recorder, Recording
from core.recording.verification import Mismatch, verify
from tests.core.table import change, header, joined, record, run_of, submit_all

PLAYED = ["peek B", "fly", "take 0", "pass", "peek C", "leave"]


async def found_out(path: Path) -> bool:
    """Return True if a recording is rejected with a printable message."""
    try:
        await verify(Recording.read(path))
    except (Mismatch, UserError) as error:
        return str(error).isprintable()
    return False


def human() -> dict[str, Agent]:
    person = Human()
    submit_all(person, PLAYED)
    return {"A": person}


# -- recordings that verify


@pytest.mark.parametrize("ordering", ["sequential", "random", "asynchronous"])
@pytest.mark.parametrize("policy", ["rules", "random"])
@pytest.mark.parametrize("max_turns", [3, 1000])
async def test_bots(tmp_path: Path, ordering: str, policy: str, max_turns: int) -> None:
    path = tmp_path / "run.jsonl"
    events = await record(path, header(5, {"*": policy}, ordering=ordering, max_turns=max_turns))
    assert await verify(Recording.read(path)) == len(events)


async def test_a_script_whose_file_is_gone(tmp_path: Path) -> None:
    script = tmp_path / "a.txt"
    script.write_text("# a script\npeek B\n\nnonsense\npass\n")
    path = tmp_path / "run.jsonl"
    events = await record(path, header(5, {"A": f"script:{script}"}))
    assert {"acted", "rejected", "defaulted"} <= {event.kind for event in events}
    script.unlink()
    assert await verify(Recording.read(path)) == len(events)


@pytest.mark.parametrize("ordering", ["sequential", "random", "asynchronous"])
async def test_unfinished_at_any_step(tmp_path: Path, ordering: str) -> None:
    path = tmp_path / "run.jsonl"
    events = await record(path, header(5, {"A": "human"}, ordering=ordering, max_turns=2), human())
    lines = path.read_bytes().splitlines()
    for n in (event.n for event in events if event.end):
        path.write_bytes(joined(lines[: n + 1]))
        assert await verify(Recording.read(path)) == n


async def interfered(path: Path, at: Mapping[int, list[str]], stop_at: int = -1, **options: Any) -> Recording:
    """Record a run with interventions after given events, and a stop at one."""
    recorder = Recorder.create(path, header(5, {"A": "human"}, **options))
    run = run_of(header(5, {"A": "human"}, **options), human(), write=recorder.write)
    async for event in run:
        for what in at.get(event.n, ()):
            run.control.intervene(what, "A")
        if event.n == stop_at:
            run.control.stop()
    recorder.close()
    return Recording.read(path)


async def test_stopped_anywhere(tmp_path: Path) -> None:
    whole = await interfered(tmp_path / "whole.jsonl", {})
    for event in whole.events[:-1]:
        stopped = await interfered(tmp_path / f"{event.n}.jsonl", {}, event.n)
        assert stopped.ended is not None
        assert await verify(stopped) == len(stopped.events)


async def test_stopped_while_a_person_is_awaited(tmp_path: Path) -> None:
    game = header(5, {"C": "human"})
    recorder = Recorder.create(tmp_path / "run.jsonl", game)
    run = run_of(game, write=recorder.write, on_signal=lambda signal: run.control.stop())
    async for _ in run:
        pass
    recorder.close()
    recording = Recording.read(tmp_path / "run.jsonl")
    assert recording.resumable
    assert await verify(recording) == len(recording.events)


async def test_stopped_in_the_last_turn_that_was_allowed(tmp_path: Path) -> None:
    """The turn was not played, so its limit did not end the run."""
    game = header(5, {"C": "human"}, max_turns=3, max_calls=9)
    recorder = Recorder.create(tmp_path / "run.jsonl", game)
    run = run_of(game, write=recorder.write, on_signal=lambda signal: run.control.stop("max_calls"))
    async for _ in run:
        pass
    recorder.close()
    recording = Recording.read(tmp_path / "run.jsonl")
    assert recording.ended is not None
    assert (recording.ended.reason, recording.past[-1].turn) == ("max_calls", 2)
    assert await verify(recording) == len(recording.events)


async def test_an_intervention_costs_no_script_its_line(tmp_path: Path) -> None:
    """A group of a script and a human, who is awaited when an intervention arrives and is then asked again."""
    game = header(5, {"A": "human", "B": "human"}, players=2, ordering="asynchronous", max_turns=2)
    recorder = Recorder.create(tmp_path / "run.jsonl", game)
    person = Human()
    met: list[Signal] = []

    def meddle(signal: Signal) -> None:
        if signal == Waiting(("B",)) and not met:
            met.append(signal)
            run.control.intervene("all eyes opened", "B")
        elif signal == Waiting(("B",)):
            person.submit("leave")

    run = run_of(game, {"A": Scripted(["pass", "leave"]), "B": person}, write=recorder.write, on_signal=meddle)
    async for _ in run:
        pass
    recorder.close()
    recording = Recording.read(tmp_path / "run.jsonl")
    commands = [e.data.command for e in recording.events if isinstance(e.data, Acted) and e.agent == "A"]
    assert commands == ["pass", "leave"]
    assert await verify(recording) == len(recording.events)


async def test_interventions_anywhere(tmp_path: Path) -> None:
    whole = await interfered(tmp_path / "whole.jsonl", {})
    for n in range(1, len(whole.events) - 2):
        recording = await interfered(tmp_path / f"{n}.jsonl", {n: ["all eyes opened", "and closed"]})
        assert sum(isinstance(event.data, Intervened) for event in recording.events) == 2, f"after event {n}"
        assert await verify(recording) == len(recording.events)


async def test_nothing_to_verify(tmp_path: Path) -> None:
    Recorder.create(tmp_path / "run.jsonl", header()).close()
    with pytest.raises(UserError, match="no events"):
        await verify(Recording.read(tmp_path / "run.jsonl"))


# -- rejected recordings


def other(value: Any) -> Any:
    """Return a different value of the same type; None if there is none."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return value + "x"
        case [first, *rest] if (changed := other(first)) is not None:
            return [changed, *rest]
        case dict():
            for key, item in value.items():
                if (changed := other(item)) is not None:
                    return {**value, key: changed}
    return None


@pytest.fixture
async def played(tmp_path: Path) -> Path:
    path = tmp_path / "played.jsonl"
    await record(path, header(5, {"A": "human"}), human())
    return path


async def tampered(path: Path, i: int, **changes: Any) -> bool:
    lines = path.read_bytes().splitlines()
    assert lines[i] != change(lines[i], **changes)
    path.write_bytes(joined([*lines[:i], change(lines[i], **changes), *lines[i + 1 :]]))
    out = await found_out(path)
    path.write_bytes(joined(lines))
    return out


async def test_any_changed_event_is_found(played: Path) -> None:
    lines = [json.loads(line) for line in played.read_bytes().splitlines()]
    assert len(lines) > 20
    for i, line in enumerate(lines[1:], 1):
        for field in ("n", "turn", "kind", "agent"):
            assert await tampered(played, i, **{field: other(line[field])}), (field, line)
        assert await tampered(played, i, audience=["B"] if line["audience"] is None else None), line
        if line is not lines[-1]:  # without an end, the file would look like one whose last line was cut
            assert await tampered(played, i, end="" if line.get("end") == "turn" else "turn"), line
        for key, value in line["data"].items():
            changed = other(value) if other(value) is not None else "x"
            assert await tampered(played, i, data={**line["data"], key: changed}), (key, line)
    assert not await tampered(played, 5, t=99.5)


@pytest.mark.parametrize("copies", [0, 2])
async def test_a_removed_or_added_event_is_found(played: Path, copies: int) -> None:
    lines = [json.loads(line) for line in played.read_bytes().splitlines()]
    for i in range(1, len(lines)):
        rest = [*lines[1:i], *[lines[i]] * copies, *lines[i + 1 :]]
        renumbered = ({**line, "n": n} for n, line in enumerate(rest, 1))
        played.write_bytes(joined([json.dumps(line).encode() for line in (lines[0], *renumbered)]))
        cut_at_the_end = copies == 0 and i == len(lines) - 1
        assert await found_out(played) != cut_at_the_end, lines[i]


HEADERS: dict[str, dict[str, Any]] = {
    "seed": {"seed": 6},
    "scene": {"scene": "coloring"},
    "policy": {"cast": {"A": "human", "B": "rules", "C": "random"}},
    "unknown policy": {"cast": {"A": "human", "B": "rules", "C": "rulez"}},
    "human": {"cast": {"A": "rules", "B": "rules", "C": "rules"}},
    "seat order": {"cast": {"A": "human", "C": "rules", "B": "rules"}},
    "name": {"cast": {"A": "human", "B": "rules", "D": "rules"}},
    "one less": {"cast": {"A": "human", "B": "rules"}},
    "nobody": {"cast": {}},
    "playbill": {"playbill": "9.9"},
    "models": {"models": {"mock": {"temperature": 0.5}}},
    "parent": {"parent": {"digest": "x", "n": 1}},
    "no config": {"config": {}},
}


async def test_a_changed_header_is_found(played: Path) -> None:
    for name, changes in HEADERS.items():
        assert await tampered(played, 0, **changes), name


CONFIG = {"max_turns": 999, "max_steps_per_turn": 99, "tokens": 5, "refills": 2, "players": 4, "more": 1}


async def test_a_changed_config_is_found(played: Path) -> None:
    config = json.loads(played.read_bytes().splitlines()[0])["config"]
    for key, value in [*CONFIG.items(), ("ordering", "random"), ("ordering", "none"), ("tokens", 0)]:
        assert await tampered(played, 0, config={**config, key: value}), (key, value)


async def test_when_it_was_made_may_differ(played: Path) -> None:
    assert not await tampered(played, 0, created="yesterday")
