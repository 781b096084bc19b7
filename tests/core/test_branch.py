"""A branch leaves a recorded run, and is an ordinary run from there on."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from core.engine.events import Event, RunEnded
from core.errors import UserError
from core.recording.file import Recorder, Recording
from core.recording.header import Header, Parent
from core.recording.line_format import encode
from core.recording.verification import Mismatch, branch, digest, verify
from core.trust.grants import Grants
from core.trust.remembered import remember
from core.trust.wishes import header_wishes
from tests.core.llm_table import CHOSEN, LLM, asked, chosen, game, of_kind, play, resume
from tests.core.table import change, ended, header, joined, record
from tests.model_behaviors import good
from tests.model_server import ModelServer


async def leave(
    parent: Path,
    path: Path,
    n: int,
    cast: Mapping[str, str] | None = None,
    seed: int | None = None,
    models: Mapping[str, Mapping[str, Any]] | None = None,
    **options: Any,
) -> Recording:
    """Branch after event n, play to the end, and return the recording."""
    left = Recording.read(parent)
    grants = Grants.of(own=models)
    made, past = branch(left, n, options, cast or {}, seed, {**left.header.models, **(models or {})}, grants)
    remember(header_wishes(made))
    start(path, made, past)
    return await resume(path)


def start(path: Path, made: Header, past: list[Event]) -> None:
    path.unlink(missing_ok=True)
    recorder = Recorder.create(path, made)
    recorder.write(b"".join(encode(event) + b"\n" for event in past))
    recorder.close()


def bodies(events: list[Event]) -> list[Any]:
    return [(e.n, e.turn, e.agent, e.audience, e.data) for e in events if not isinstance(e.data, RunEnded)]


def steps(recording: Recording) -> list[int]:
    """Return the events after which a recording can be branched."""
    return [event.n for event in recording.events if event.end and not isinstance(event.data, RunEnded)]


@pytest.fixture
async def parent(tmp_path: Path) -> Path:
    await record(tmp_path / "parent.jsonl", header(5, tokens=12, max_turns=12))
    return tmp_path / "parent.jsonl"


@pytest.mark.parametrize("ordering", ["sequential", "random", "asynchronous"])
async def test_a_branch_that_changes_nothing_comes_to_the_same_end(tmp_path: Path, ordering: str) -> None:
    parent = tmp_path / "parent.jsonl"
    whole = await record(parent, header(5, ordering=ordering))
    for n in steps(Recording.read(parent)):
        made = await leave(parent, tmp_path / "branch.jsonl", n)
        assert bodies(made.events) == bodies(whole), f"left after event {n}"
        assert await verify(made) == len(made.events)
        assert made.header.parent is not None
        assert made.header.parent.n == n


async def test_it_leaves_after_the_last_whole_step(parent: Path) -> None:
    recording = Recording.read(parent)
    can = steps(recording)
    for n in range(1, len(recording.events) + 2):
        before = [step for step in can if step <= n]
        if before:
            made, past = branch(recording, n, {}, {}, None, {})
            assert past == recording.events[: before[-1]]
            assert made.parent == Parent(digest(recording.header, past), before[-1], recording.header)
        else:
            with pytest.raises(UserError, match="no complete step before that"):
                branch(recording, n, {}, {}, None, {})


CHANGES: dict[str, dict[str, Any]] = {
    "cast": {"cast": {"B": "random"}},
    "all": {"cast": {"*": "random"}},
    "seed": {"seed": 77},
    "turns": {"max_turns": 3000},
    "steps": {"max_steps_per_turn": 1},
    "refills": {"refills": 0},
    "ordering": {"ordering": "asynchronous"},
    "model": {"cast": {"C": "llm:mock"}},
}


@pytest.mark.parametrize("name", CHANGES)
async def test_with_something_else(tmp_path: Path, parent: Path, name: str) -> None:
    recording = Recording.read(parent)
    differ = 0
    for n in steps(recording)[::2]:
        made = await leave(parent, tmp_path / "branch.jsonl", n, **CHANGES[name])
        assert bodies(made.events[:n]) == bodies(recording.events[:n])
        differ += bodies(made.events) != bodies(recording.events)
        assert await verify(made) == len(made.events)
    assert differ


@pytest.mark.parametrize("options", [{"tokens": 5}, {"players": 4}], ids=str)
async def test_another_world_is_refused(parent: Path, options: dict[str, Any]) -> None:
    recording = Recording.read(parent)
    with pytest.raises(UserError, match=f"A branch keeps its starting state, and {next(iter(options))} would have led"):
        branch(recording, steps(recording)[2], options, {}, None, {})


async def test_a_seat_that_is_gone_is_refused(parent: Path) -> None:
    with pytest.raises(UserError, match="Nobody is called 'C'"):
        branch(Recording.read(parent), 15, {"players": 2}, {}, None, {})


async def test_branches_of_branches(tmp_path: Path, parent: Path) -> None:
    first = await leave(parent, tmp_path / "1.jsonl", 14, {"A": "random"}, seed=8, max_turns=14)
    second = await leave(first.path, tmp_path / "2.jsonl", steps(first)[-6], {"B": "random"})
    third = await leave(second.path, tmp_path / "3.jsonl", steps(second)[-2], seed=11, refills=0)
    grown = [each.header.parent.n for each in (first, second, third) if each.header.parent]
    assert grown == sorted(set(grown))
    for made in (first, second, third):
        assert await verify(made) == len(made.events)
    assert third.header.cast == {"A": "random", "B": "random", "C": "rules"}
    assert third.header.seed == 11
    assert third.header.parent
    assert third.header.parent.header == second.header


async def test_earlier_than_where_its_parent_left(tmp_path: Path, parent: Path) -> None:
    """All its past comes from the grandparent; cast, seed and options come from the parent."""
    first = await leave(parent, tmp_path / "1.jsonl", 20, {"A": "random"}, seed=8, max_turns=14)
    early = await leave(first.path, tmp_path / "2.jsonl", 12)
    assert early.header.parent
    assert early.header.parent.header == Recording.read(parent).header
    assert early.header.parent.n <= 12
    assert (early.header.cast["A"], early.header.seed, early.header.config["max_turns"]) == ("random", 8, 14)
    assert await verify(early) == len(early.events)


async def test_killed_at_any_line_it_goes_on_and_verifies(tmp_path: Path, parent: Path) -> None:
    made = await leave(parent, tmp_path / "branch.jsonl", 15, {"A": "random"}, seed=8)
    lines = made.path.read_bytes().splitlines()
    assert made.header.parent
    for cut in range(made.header.parent.n + 1, len(lines)):
        made.path.write_bytes(joined(lines[:cut]))
        assert ended((await resume(made.path)).events) == ended(made.events)
    made.path.write_bytes(joined(lines[: made.header.parent.n]))
    with pytest.raises(Mismatch, match="says that it branched after event"):
        await verify(Recording.read(made.path))


async def test_a_changed_past_is_found(tmp_path: Path, parent: Path) -> None:
    made = await leave(parent, tmp_path / "branch.jsonl", 15, {"A": "random"})
    lines = made.path.read_bytes().splitlines()
    at = [i for i, line in enumerate(lines[:15]) if b'"kind":"took"' in line or b'"kind":"peeked"' in line]
    assert at
    for i in at:
        made.path.write_bytes(joined([*lines[:i], change(lines[i], agent="C", audience=["C"]), *lines[i + 1 :]]))
        with pytest.raises(Mismatch):
            await verify(Recording.read(made.path))


# -- with models


async def test_replies_before_the_point_are_kept_and_after_it_the_model_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "parent.jsonl"
    with ModelServer(then=CHOSEN) as server:
        whole = await play(game(server), path)
        calls = server.count
        n = next(event.n for event in whole if event.turn == 3 and event.end == "turn")
        made = await leave(path, tmp_path / "branch.jsonl", n)
        assert server.count == calls + len(asked(whole)) - 3
        assert bodies(made.events) == bodies(whole)
        assert ended(made.events).result == ended(whole).result
    assert await verify(made) == len(made.events)


async def test_another_model_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "parent.jsonl"
    with ModelServer(then=CHOSEN) as server, ModelServer(then=good(chosen)) as other:
        whole = await play(game(server, cast={"A": LLM}), path)
        n = next(event.n for event in whole if event.turn == 3 and event.end == "turn")
        calls = server.count
        told_models = {"openai/other": {"base": other.base, "temperature": 0.5}}
        made = await leave(path, tmp_path / "1.jsonl", n, {"*": "llm:openai/other"}, models=told_models)
        mocked = await leave(path, tmp_path / "2.jsonl", n, {"*": "llm:mock"})
        assert server.count == calls
        assert other.count == len(asked(made.events)) - len(asked(whole[:n]))
    assert asked(made.events)[0].model == "openai/test"
    assert {call.model for call in asked(made.events[n:])} == {"openai/other"}
    assert list(made.header.models) == ["openai/other"]
    assert not mocked.header.models
    for each in (made, mocked):
        assert of_kind(each.events, "took")
        assert await verify(each) == len(each.events)


async def test_a_person_takes_over(tmp_path: Path, parent: Path) -> None:
    made, past = branch(Recording.read(parent), 15, {}, {"A": "human"}, None, {})
    start(tmp_path / "branch.jsonl", made, past)
    assert made.cast["A"] == "human"
    assert await verify(Recording.read(tmp_path / "branch.jsonl")) == len(past)
