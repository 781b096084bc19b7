"""Effects of speech: positions, arguments, questions, changes of mind, deals; and the responses of rule members."""

from pathlib import Path

import pytest

import playbill as pb
from core.engine.casting import prepare
from core.engine.events import Said
from core.errors import IllegalAction
from scenes.council.events import Argued, Briefed, Positioned, PromiseJudged, Questioned, StatusTold
from scenes.council.mind import Mind
from scenes.council.observation import CHAIR
from scenes.council.tables import TABLES
from scenes.council.votes import Position
from tests.scenes.council_table import Table, played

FOR, OPEN, AGAINST = Position("for", "clear"), Position("open", "mild"), Position("against", "clear")


def test_a_change_of_position_is_told_with_whose_speech_it_follows() -> None:
    table = Table(members=4).give("Ann", "Bob", "Cat", "Ann", "Ann", "Ann")
    table.turn("say I am for it.").turn("say I am against it. It costs too much.").turn("say I am undecided.")
    table.turn("say Bob is right. I am undecided. What do you think, Cat?")
    table.turn("say I am undecided.").turn("position against clear", "yield")
    stated = [(e.agent, e.data) for e in table.events if isinstance(e.data, Positioned)]
    assert stated == [
        ("Ann", Positioned(FOR)),
        ("Bob", Positioned(AGAINST)),
        ("Cat", Positioned(OPEN)),
        ("Ann", Positioned(OPEN, FOR, "Bob")),
        ("Ann", Positioned(AGAINST, OPEN, "")),
    ]
    outcome = table.scene.outcome()
    assert outcome.metrics["moved"] == 4
    assert outcome.scores == {"Ann": 0, "Bob": 2, "Cat": 0, "Dan": 0}


def test_whispers_argue_to_those_who_hear_them_alone() -> None:
    table = Table(members=4).give("Ann").turn("tell Bob it is dangerous for our children", "yield")
    [argued] = [event for event in table.events if isinstance(event.data, Argued)]
    assert argued.audience == ("Ann", "Bob")
    for name, hears in (("Ann", True), ("Bob", True), ("Cat", False), (CHAIR, False), ("", True)):
        seen = table.scene.observe(name)
        assert (len(seen.arguments), len(seen.heard)) == (hears, hears)


def test_the_chair_takes_no_side() -> None:
    table = Table(members=4).turn("announce I am against it: it costs too much. Ann, why?", "schedule Ann")
    assert not table.bodies(Argued)
    assert not table.bodies(Positioned)
    assert not table.bodies(Questioned)


def test_the_brief_is_for_the_chair_alone_and_tells_what_is_so() -> None:
    table = Table().do(CHAIR, "request brief")
    [brief] = [event for event in table.events if isinstance(event.data, Briefed)]
    assert brief.audience == (CHAIR,)
    assert "safety" in brief.data.sentence()
    assert [bool(table.scene.observe(name).brief) for name in ("Ann", CHAIR)] == [False, True]


def test_the_status_is_told_to_who_asks() -> None:
    table = Table(members=4).open_vote().do("Ann", "vote yes").do("Bob", "voting status")
    [status] = [event for event in table.events if isinstance(event.data, StatusTold)]
    assert status.audience == ("Bob",)
    assert status.data.sentence().endswith("The vote is open.")


def test_promises_are_judged_by_the_votes() -> None:
    table = Table(members=4).give("Ann", "Bob")
    table.turn("offer Bob yes on 2 for no on 1", "yield").turn("accept Ann", "yield").turn("start voting")
    assert [event.audience for event in table.events if event.kind in ("offered", "accepted")] == [("Ann", "Bob")] * 2
    table.vote({"Bob": "no"}).open_vote().vote({"Ann": "abstain"})
    judged = [event for event in table.events if isinstance(event.data, PromiseJudged)]
    assert [(event.agent, event.data) for event in judged] == [
        ("Bob", PromiseJudged("Ann", 1, True)),
        ("Ann", PromiseJudged("Bob", 2, False)),
    ]
    promises = TABLES["promises"].rows(prepare("council", {"members": 4}, {}, 1), table.events)
    assert [(each["member"], each["to"], each["motion"], each["vote"], each["kept"]) for each in promises] == [
        ("Ann", "Bob", 2, "yes", False),
        ("Bob", "Ann", 1, "no", True),
    ]


def test_an_amendment_is_part_of_the_motion_once_another_member_seconds_it() -> None:
    table = Table(members=5, agenda="Plant trees; Cut trees").give("Ann", "Bob", "Cat")
    table.do("Ann", "amend provided that it costs nothing")
    with pytest.raises(IllegalAction, match="somebody else has to second"):
        table.do("Ann", "second amendment")
    table.turn("yield")
    with pytest.raises(IllegalAction, match="already moved"):
        table.do("Bob", "amend and everybody is free")
    assert table.scene.observe("").amended is None
    before = {name: Mind(table.scene.observe(name)).leaning for name in table.scene.voters}
    table.turn("second amendment", "yield")
    for name, leaning in before.items():
        mind = Mind(table.scene.observe(name))
        cares = mind.own.values.get("thrift", 0)
        assert mind.leaning == pytest.approx(min(1, leaning + 0.32 * cares / 3))
    with pytest.raises(IllegalAction, match="amended already"):
        table.do("Cat", "amend even cheaper")
    table.turn("yield").turn("start voting").vote({}, "yes")
    seen = table.scene.observe("Dan")
    assert (seen.text, seen.moved, seen.amended) == ("Cut trees", None, None)


def test_an_argument_moves_who_cares_and_trusts() -> None:
    table = Table(agenda="Plant trees", grounds="1 for thrift").give("Gus")
    before = {name: Mind(table.scene.observe(name)).leaning for name in table.scene.voters}
    table.turn("say It costs too much.")
    for name in table.scene.voters[:-1]:
        mind = Mind(table.scene.observe(name))
        [influence] = mind.influences
        by = (0.06 + 0.12 * mind.own.values.get("thrift", 0)) * mind.own.trust["Gus"]
        by *= 0.5 if mind.bearing.get("thrift", 0) > 0 else 1
        by *= 1 - 0.6 * max(0, before[name])
        assert influence.by == pytest.approx(-by)
        assert mind.leaning == pytest.approx(max(-1, before[name] - by))


def test_a_person_who_asks_and_argues_is_answered(tmp_path: Path) -> None:
    """The member whom Ann asks speaks next, and names her."""
    words = ["say Bob, what does it mean for safety? I am against it: it costs too much.", "say Dan, why?"]
    (tmp_path / "ann").write_text("\n".join(words))
    events = pb.play("council", {"members": 4}, {"Ann": f"script:{tmp_path / 'ann'}"}, seed=4).events
    assert [e.data for e in events if e.agent == "Ann" and isinstance(e.data, Argued)] == [Argued("against", "thrift")]
    asked = [e.data for e in events if e.agent == "Ann" and isinstance(e.data, Questioned)]
    assert asked == [Questioned("Bob", "safety"), Questioned("Dan")]
    for name, question in (("Bob", 0), ("Dan", 1)):
        when = [e.n for e in events if e.agent == "Ann" and isinstance(e.data, Questioned)][question]
        answer = next(e.data for e in events if e.n > when and e.agent == name and isinstance(e.data, Said))
        assert "Ann" in answer.text


def test_positions_do_move_and_are_named() -> None:
    changes = [e.data for seed in range(4) for e in played(seed) if isinstance(e.data, Positioned) and e.data.was]
    assert len(changes) > 12
    assert sum(bool(change.after) for change in changes) > 0.9 * len(changes)
