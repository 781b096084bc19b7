"""Damaged recordings: each is a user error, in one line, with the number of the bad line."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from core.engine.config import LIMITS
from core.engine.events import Said
from core.errors import UserError
from core.recording.checked_reader import read_run
from core.recording.file import Recording
from core.recording.line_format import MAX_LINE
from core.recording.verification import Mismatch, verify
from tests.core.table import change, header, joined, record

Tamper = Callable[[list[bytes]], bytes]
ESC = b"\\u001b[31m"


def replaced(i: int, line: Callable[[bytes], bytes]) -> Tamper:
    return lambda lines: joined([*lines[:i], line(lines[i]), *lines[i + 1 :]])


def text(i: int, raw: bytes) -> Tamper:
    """Put foreign text into an event's agent, as raw JSON."""
    return replaced(i, lambda line: line.replace(b'"agent":"', b'"agent":"' + raw, 1))


SPENT = {"latency": 1, "tokens_in": 1, "tokens_out": 1, "cost": 1}


def spent(key: str, value: float) -> Tamper:
    return replaced(3, lambda line: change(line, spent={**SPENT, key: value}))


BAD: dict[str, tuple[Tamper, str]] = {
    "empty": (lambda lines: b"", "line 1: the file is empty"),
    "truncated header": (lambda lines: lines[0][:50], "line 1: no whole header line"),
    "no header": (lambda lines: joined(lines[1:]), "line 1: is not the header"),
    "header is no object": (lambda lines: joined([b"[]", *lines[1:]]), "line 1: is not the header"),
    "header is no JSON": (lambda lines: joined([b"playbill", *lines[1:]]), "line 1: is not the header"),
    "other format": (replaced(0, lambda line: change(line, format="chess")), "line 1: is not the header"),
    "other version": (replaced(0, lambda line: change(line, version=2)), "line 1: is a recording of version 2"),
    "header field of wrong type": (replaced(0, lambda line: change(line, seed="1")), "line 1: is not the header"),
    "header field unknown": (replaced(0, lambda line: change(line, more=1)), "line 1: is not the header"),
    "header with an escape": (replaced(0, lambda line: change(line, playbill="\x1b[2J")), "line 1: holds terminal"),
    "header nested": (replaced(0, lambda line: b'{"format":' + b"[" * 100_000), "line 1: is nested more than 64"),
    "scene unknown": (replaced(0, lambda line: change(line, scene="tor")), "toy"),
    "reordered": (
        lambda lines: joined([*lines[:3], lines[4], lines[3], *lines[5:]]),
        "line 4: expected event 3, found event 4",
    ),
    "duplicated": (lambda lines: joined([*lines[:4], *lines[3:]]), "line 5: expected event 4, found event 3"),
    "missing": (lambda lines: joined([*lines[:4], *lines[5:]]), "line 5: expected event 4, found event 5"),
    "turns go back": (replaced(-2, lambda line: change(line, turn=0)), "turn 0 comes after turn"),
    "bad JSON": (replaced(3, lambda line: line[:-1]), "line 4: is not an event"),
    "cut in the middle": (lambda lines: joined([*lines[:3], lines[3][:20] + lines[4], *lines[5:]]), "line 4: is not"),
    "two in one": (lambda lines: joined([*lines[:4], *lines]), "line 5: another recording begins here"),
    "blank line": (lambda lines: joined([*lines[:3], b"", *lines[3:]]), "line 4: is not an event"),
    "nested a little too deep": (
        replaced(3, lambda line: b"[" * 65 + b"]" * 65),
        "line 4: is nested more than 64 levels",
    ),
    "nested": (replaced(3, lambda line: b"[" * 100_000 + b"]" * 100_000), "line 4: is nested more than 64 levels"),
    "nested data": (
        replaced(3, lambda line: line.replace(b'"data":{', b'"data":{"x":' + b'{"x":' * 100_000, 1)),
        "line 4: is nested",
    ),
    "long": (text(3, b"x" * MAX_LINE), "line 4: is longer than 16 MiB"),
    "long without an end": (lambda lines: joined(lines[:3]) + b"x" * (MAX_LINE + 1), "line 4: is longer than 16 MiB"),
    "not UTF-8": (text(3, b"\xff"), "line 4: is not UTF-8"),
    "half a character": (text(3, b"\xe2\x82"), "line 4: is not UTF-8"),
    "raw escape": (text(3, b"\x1b[31m"), "line 4: "),
    "raw C1 escape": (text(3, b"\xc2\x9b31m"), "line 4: holds terminal escapes"),
    "raw bidi": (text(3, "\u202e".encode()), "line 4: holds terminal escapes"),
    "escaped escape": (text(3, ESC), "line 4: holds terminal escapes"),
    "escaped bidi": (text(3, b"\\u202E"), "line 4: holds terminal escapes"),
    "escaped surrogate": (text(3, b"\\ud800"), "line 4: "),
    "escaped backspace": (text(3, b"\\b\\b"), "line 4: holds terminal escapes"),
    "escaped carriage return": (text(3, b"\\r"), "line 4: holds terminal escapes"),
    "escaped form feed": (text(3, b"\\f"), "line 4: holds terminal escapes"),
    "escape in a key": (
        replaced(-1, lambda line: line.replace(b'"result":{', b'"result":{"' + ESC + b'":1,', 1)),
        "holds terminal escapes",
    ),
    "unknown kind": (replaced(3, lambda line: change(line, kind="danced")), "line 4: .*no event kind 'danced'"),
    "unknown field": (replaced(3, lambda line: change(line, more=1)), "line 4: is not an event"),
    "unknown field in data": (replaced(3, lambda line: change(line, data={"code": 1, "more": 1})), "line 4: is not"),
    "unknown end": (replaced(3, lambda line: change(line, end="game")), "line 4: \"end\" is 'game'"),
    "time below zero": (replaced(3, lambda line: change(line, t=-1.0)), "line 4: its time is -1 s"),
    "time without end": (replaced(3, lambda line: change(line, t=1e308)), r"line 4: its time is 1e\+308 s"),
    "time is infinite": (replaced(3, lambda line: line[: line.rindex(b":")] + b":1e999}"), "line 4: is not an event"),
    "time is no number": (replaced(3, lambda line: line[: line.rindex(b":")] + b":NaN}"), "line 4: is not an event"),
    **{f"{key} is {value}": (spent(key, value), "line 4: a call has") for key in SPENT for value in (-1, 10**15)},
    "n is enormous": (replaced(3, lambda line: change(line, n=10**400)), "line 4: "),
    "events after the end": (
        lambda lines: joined([*lines, change(lines[-2], n=len(lines), turn=99)]),
        "follows the end of the run",
    ),
}


@pytest.mark.parametrize("name", BAD)
async def test_bad_input_is_named_with_its_line(small: Path, name: str) -> None:
    tamper, complaint = BAD[name]
    small.write_bytes(tamper(small.read_bytes().splitlines()))
    with pytest.raises(UserError, match=complaint) as caught:
        Recording.read(small)
    said = str(caught.value)
    assert said.isprintable()
    assert len(said) < 500


async def test_what_only_looks_bad_is_read(small: Path) -> None:
    """The text has brackets, escapes and backslashes."""
    words = "[{" * 100 + "ü\\u001b \\n"
    lines = small.read_bytes().splitlines()
    lines[2] = change(lines[2], kind="said", agent="", data={"text": words, "to": []})
    small.write_bytes(joined(lines))
    told = Recording.read(small).events[1].data
    assert isinstance(told, Said)
    assert told.text == words


async def test_a_packed_file_that_is_cut_or_none(small: Path) -> None:
    packed = small.with_suffix(".jsonl.gz")
    whole = gzip.compress(small.read_bytes())
    for data in (whole[:-20], whole[:10], b"plain text", whole[:30] + b"\0\0\0" + whole[33:]):
        packed.write_bytes(data)
        with pytest.raises(UserError, match="not a whole gzip file"):
            Recording.read(packed)


def test_a_folder(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is not a file"):
        Recording.read(tmp_path)


async def test_a_missing_file_with_a_near_name(small: Path) -> None:
    with pytest.raises(UserError, match=r"There is no file .*smal\.jsonl; did you mean small\.jsonl"):
        Recording.read(small.with_name("smal.jsonl"))
    with pytest.raises(UserError, match="There is no file"):
        Recording.read(small.parent / "no" / "folder.jsonl")


@pytest.mark.parametrize("limit", [limit for limit in LIMITS if limit != "max_turns"])
async def test_a_limit_that_was_not_set_ended_no_run(tmp_path: Path, limit: str) -> None:
    path = tmp_path / "run.jsonl"
    await record(path, header(9, max_turns=2))
    lines = path.read_bytes().splitlines()
    ended = Recording.read(path).ended
    assert ended is not None
    data = {"reason": limit, "result": ended.result, "digest": ended.digest}
    path.write_bytes(joined([*lines[:-1], change(lines[-1], data=data)]))
    with pytest.raises(Mismatch, match=r"should be .*max_turns"):
        await verify(Recording.read(path))


@pytest.mark.parametrize(("kind", "data"), [("thought", {"text": "x"}), ("defaulted", {"command": "x", "why": "y"})])
def test_a_thought_is_somebodys(small: Path, kind: str, data: dict[str, str]) -> None:
    lines = small.read_bytes().splitlines()
    small.write_bytes(joined([*lines[:2], change(lines[2], kind=kind, agent="", data=data), *lines[3:]]))
    with pytest.raises(UserError, match=r"event 2 does not fit the game .*must name an agent"):
        read_run(small)


def test_options_are_as_they_are_written(small: Path) -> None:
    lines = small.read_bytes().splitlines()
    config = Recording.read(small).header.config
    small.write_bytes(joined([change(lines[0], config={**config, "tokens": "2"}), *lines[1:]]))
    with pytest.raises(UserError, match="line 1: option tokens is not as Playbill writes it, 2"):
        read_run(small)
