"""Sources of statements about a motion: given, authored, or a member's own view; nothing is invented."""

import re
from typing import Any

import pytest

import playbill as pb
from core.engine.events import Prompted, Said
from core.errors import UserError
from scenes.council import wording
from scenes.council.events import Argued, Briefed, Grounded, Interested
from scenes.council.phrases import is_neutral
from scenes.council.values import VALUES
from scenes.council.votes import ALL_POSITIONS
from tests.examples import few_of
from tests.scenes.council_table import Table, played

UNKNOWN = "Plant trees along Mill Road; Ban fireworks"
GROUNDS = "1 for nature: It cools the street in summer; 1 against thrift: The saplings are 4,000 a year; 1 for safety"
READINGS = ("argues for it", "argues against it", ", was ", "asks Ann", " after Ann")
"""Phrases of events guessed from speech, which prompts do not repeat."""
FACTS = ("it serves", "it is hard on", "Grounds")


def prompts(**options: Any) -> str:
    game = pb.play("council", {"members": 4, "rounds": 1, **options}, {"*": "llm:mock"}, seed=3)
    sent = (event.data.messages.values() for event in game.events if isinstance(event.data, Prompted))
    return "\n".join(message["content"] for messages in sent for message in messages)


def opinions() -> list[str]:
    """Return the sentences of bots about an unknown motion: stances, values, and words about other members."""
    stances = [text for position in ALL_POSITIONS for text in wording.position_sentences(position)]
    return [
        *stances,
        *wording.APPEAL_SENTENCES,
        *wording.QUESTIONS,
        *wording.OPENING_WORDS,
        *wording.CALLS_TO_VOTE,
        *wording.CLOSING_WORDS,
    ]


@pytest.mark.parametrize("seed", few_of(range(6), 2))
def test_of_an_unknown_motion_members_say_only_what_they_think(seed: int) -> None:
    events = played(seed, agenda=UNKNOWN)
    names = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus")
    ways = [
        text.format(name=name, value=value, i=i, text=motion)
        for text in opinions()
        for name in (names if "{name}" in text else names[:1])
        for value in (VALUES if "{value}" in text else VALUES[:1])
        for i, motion in (enumerate(UNKNOWN.split("; "), 1) if "{i}" in text else [(0, "")])
    ]
    speeches = [event.data.text for event in events if isinstance(event.data, Said)]
    assert len(speeches) > 15
    assert sum(isinstance(event.data, Argued) for event in events) > 5, "there is a debate"
    for speech in speeches:
        left = speech
        for way in sorted(ways, key=len, reverse=True):
            left = left.replace(way, "")
        sentences = re.split(r"(?<=[.!?:;]) ", re.sub('"[^"]*"', "", left))
        assert all(is_neutral(each) for each in sentences if each.strip(" .")), speech


def test_prompts_of_an_unknown_motion_hold_no_facts_and_no_readings() -> None:
    text = prompts(agenda=UNKNOWN)
    assert "You care for" in text
    assert not [fact for fact in (*FACTS, *READINGS) if fact in text]
    [grounded] = [event.data for event in played(1, agenda=UNKNOWN) if isinstance(event.data, Grounded)]
    assert grounded.grounds == ({}, {})
    assert {e.data.text for e in played(1, agenda=UNKNOWN) if isinstance(e.data, Briefed)} == {
        f"{motion}: no grounds are given." for motion in UNKNOWN.split("; ")
    }


def test_grounds_that_are_given_are_told_and_said() -> None:
    options = {"agenda": "Plant trees along Mill Road", "grounds": GROUNDS, "values": "Ann=nature"}
    events = played(3, **options)
    said = " ".join(event.data.text for event in events if isinstance(event.data, Said))
    assert "It cools the street in summer" in said
    text = prompts(**options)
    assert "Grounds for it: It cools the street in summer" in text
    assert "Grounds against it: The saplings are 4,000 a year" in text


@pytest.mark.parametrize(("side", "sign"), [("for", 1), ("against", -1)])
def test_members_lean_by_the_grounds_of_their_values(side: str, sign: int) -> None:
    values = dict.fromkeys(("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus"), ("nature",))
    table = Table(agenda="Plant trees", grounds=f"1 {side} nature", values=values)
    leanings = [own.leanings[0] * sign for own in table.scene.state.interests.values()]
    assert min(leanings) > -0.1
    assert sum(leanings) > 0.7


def test_a_ground_that_is_quoted_is_its_argument() -> None:
    table = Table(members=4, agenda="Plant trees along Mill Road", grounds=GROUNDS).give("Ann")
    table.turn("say The saplings are 4,000 a year, and it COOLS THE STREET IN SUMMER!")
    assert table.bodies(Argued) == [Argued("for", "nature"), Argued("against", "thrift")]


def test_nothing_is_drawn_that_may_contradict_a_persona() -> None:
    personas = {"Ann": {"profile": "a miser"}, "Bob": {"profile": "a gardener"}}
    table = Table(members=4, personas=personas, values="Bob=nature, growth")
    own = table.scene.state.interests
    assert own["Ann"].values == {}
    assert own["Bob"].values == {"nature": 3, "growth": 2}
    assert len(own["Cat"].values) == 3
    assert {*own["Ann"].trust.values()} == {0.5}
    assert table.bodies(Interested)[0].sentence() == "cares for what its persona says"
    text = prompts(personas={"*": {"profile": "a miser"}})
    assert "You care for" not in text
    assert "You trust" not in text


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"grounds": "it is nice"}, "is not an argument; write 1 for nature"),
        ({"grounds": "1 for beauty"}, "no value 'beauty'; .*nature"),
        ({"grounds": "9 for nature"}, "no motion 9; the agenda has 3"),
        ({"grounds": "1 for nature; 1 against nature: It is not"}, "nature is on both sides of motion 1"),
        ({"values": "Ann"}, "is not NAME=VALUE"),
        ({"values": "Ann=beauty"}, "no value 'beauty'"),
        ({"values": "Zoe=nature"}, "no member is called 'Zoe'"),
        ({"values": "Ann=nature, growth, thrift, safety"}, "values"),
    ],
)
def test_what_is_no_ground_and_no_value_is_refused(options: dict[str, Any], why: str) -> None:
    with pytest.raises(UserError, match=why):
        pb.play("council", options, {"*": "rules"}, seed=1)
