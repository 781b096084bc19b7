import json
from typing import Any

import msgspec
import pytest
from msgspec.structs import fields, replace

from core.engine.audience import may_know
from core.engine.events import Audience, Body, Event, Rejected, Said, Thought
from core.engine.shared_events import SHARED
from core.recording.line_format import Codec, UnknownKind, encode, stable
from tests.core.table import header, play, run_of
from tests.toy import Peeked, ToyConfig, ToyScene

CODEC = Codec(ToyScene.events)
LINE: dict[str, Any] = {
    "n": 3,
    "turn": 1,
    "kind": "peeked",
    "agent": "A",
    "audience": ["A"],
    "data": {"of": "B", "secret": 7},
    "end": "step",
    "t": 0.5,
}


def test_a_line_is_what_the_design_says() -> None:
    event = Event(3, 1, "peeked", "A", ("A",), Peeked("B", 7), "step", 0.5)
    assert encode(event) == json.dumps(LINE, separators=(",", ":")).encode()
    assert CODEC.decode(encode(event)) == event
    assert list(json.loads(encode(replace(event, end="")))) == ["n", "turn", "kind", "agent", "audience", "data", "t"]


@pytest.mark.parametrize("audience", [None, (), ("A",), ("A", "B"), "club"])
@pytest.mark.parametrize("end", ["", "step", "turn"])
def test_round_trip(audience: Audience, end: str) -> None:
    event = Event(1, 0, "said", "A", audience, Said('über "quotes" ✓\n', ("B",)), end, 12.345)
    assert CODEC.decode(encode(event)) == event


async def test_round_trip_of_a_whole_game() -> None:
    events = await play(run_of(header(2)))
    assert [CODEC.decode(encode(event)) for event in events] == events


def test_shared_kinds_are_unique_and_read_as_sentences() -> None:
    assert len({body.kind for body in SHARED}) == len(SHARED)
    words: dict[Any, Any] = {str: "word", tuple[str, ...]: ("A",)}
    for body in SHARED:
        values = {f.name: words.get(f.type, {}) for f in fields(body)}
        assert body(**values).sentence().strip()
        assert "\n" not in body(**values).sentence()


def test_sentences_tell_what_was_whispered_and_rejected() -> None:
    assert Said("hello", ("B", "C")).sentence() == "to B, C: hello"
    assert Rejected("take 9", "no such token").sentence() == "could not take 9: no such token"
    assert Peeked("B", 7).sentence() == "peeked"


@pytest.mark.parametrize(
    "change",
    [
        {"more": 1},
        {"data": {"of": "B", "secret": 7, "more": 1}},
        {"data": {"of": "B"}},
        {"data": {"of": "B", "secret": "7"}},
        {"data": []},
        {"n": "3"},
        {"n": 3.5},
        {"agent": None},
        {"audience": 5},
        {"audience": [1]},
        {"t": None},
    ],
    ids=str,
)
def test_what_does_not_fit_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(msgspec.DecodeError):
        CODEC.decode(json.dumps({**LINE, **change}).encode())


@pytest.mark.parametrize("left_out", ["n", "turn", "kind", "agent", "audience", "data", "t"])
def test_all_of_the_envelope_is_needed(left_out: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        CODEC.decode(json.dumps({key: value for key, value in LINE.items() if key != left_out}).encode())


def test_unknown_kinds_are_refused() -> None:
    with pytest.raises(UnknownKind, match="'danced'"):
        CODEC.decode(json.dumps({**LINE, "kind": "danced"}).encode())
    with pytest.raises(UnknownKind):
        Codec(()).decode(json.dumps(LINE).encode())


def test_a_scene_applies_no_kind_it_does_not_know() -> None:
    class Danced(Body):
        pass

    scene = ToyScene(ToyConfig.model_validate({}), ("A", "B", "C"))
    with pytest.raises(UnknownKind, match="'danced'"):
        scene.apply(Danced().by("A"))


def test_time_is_no_part_of_what_equal_runs_share() -> None:
    tricky = Event(1, 0, "thought", "A", ("A",), Thought('x,"t":1'), "turn", 1.0)
    assert stable(encode(tricky)) == stable(encode(replace(tricky, t=2.0)))
    assert stable(encode(tricky)) != stable(encode(replace(tricky, data=Thought('x,"t":2'))))
    assert stable(encode(tricky)) != stable(encode(replace(tricky, end="")))


@pytest.mark.parametrize(
    ("audience", "who"), [(None, "ABC"), ((), ""), (("B",), "B"), (("A", "C"), "AC"), ("club", "AC")]
)
def test_who_may_know(audience: Audience, who: str) -> None:
    scene = ToyScene(ToyConfig.model_validate({}), ("A", "B", "C"))
    event = Thought("x").by("B", to=audience)
    assert "".join(name for name in scene.names if may_know(event, name, scene)) == who


class FirstBid(Body):
    line = "bids {count} {faces} {{so}}"
    count: int
    faces: tuple[str, ...] = ()


class SecondBid(FirstBid, omit_defaults=True):
    kind = "another"
    more: int = 0


def test_kind_and_sentence_come_from_the_class() -> None:
    assert (FirstBid.kind, SecondBid.kind) == ("first_bid", "another")
    assert FirstBid(3, ("ones", "twos")).sentence() == "bids 3 ones, twos {so}"
    assert SecondBid(3, more=1).sentence() == "bids 3  {so}"
    with pytest.raises(AttributeError):
        FirstBid(3).count = 4  # type: ignore[misc]
