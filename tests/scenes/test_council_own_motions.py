"""Motions in a person's own words: read effects, members' leanings, limits; impressions and deals learned in play."""

import pytest

import playbill as pb
from core.errors import IllegalAction, UserError
from scenes.council import events as e
from scenes.council.bargains import bargains, own_view
from scenes.council.impressions import Move, impressions
from scenes.council.own_motions import read_effects
from tests.scenes.council_table import Table, played

MOTION = "Plant trees along Mill Road; it costs too much"
VALUES = {"Ann": ("nature",), "Bob": ("thrift",), "Cat": ("growth",), "Dan": ("thrift",)}


@pytest.mark.parametrize(
    ("motion", "served", "hurt"),
    [
        (MOTION, ["nature"], ["thrift"]),
        ("Put cameras on the square so that it is safe", ["safety"], []),
        ("Weekly dinner for all, to bring us together, but it is a waste of money", ["community"], ["thrift"]),
        ("Ban fireworks", [], []),
    ],
)
def test_effects_are_read_from_the_words(motion: str, served: list[str], hurt: list[str]) -> None:
    assert {side: [*values] for side, values in read_effects(motion).items()} == {"for": served, "against": hurt}


def test_members_lean_on_an_own_motion_by_its_words() -> None:
    options = Table(members=4, agenda="Ban fireworks", motion=MOTION, values=VALUES)
    proposed = (
        Table(members=4, agenda="Ban fireworks", proposals=1, values=VALUES).give("Ann").turn(f"propose {MOTION}")
    )
    for table in (options, proposed):
        assert table.scene.state.agenda == ("Ban fireworks", MOTION)
        own = table.scene.state.interests
        assert own["Ann"].leanings[1] > 0
        assert own["Bob"].leanings[1] < 0
        assert own["Cat"].bearings[1] == {}
        views = [event for event in table.events if isinstance(event.data, e.Interested)]
        assert all(event.audience == (event.agent,) for event in views), "nobody sees another one's view"


def test_a_motion_that_is_proposed_in_the_last_debate_is_voted_on() -> None:
    table = Table(members=4, agenda="Ban fireworks", proposals=1).give("Ann").turn(f"propose {MOTION}", "yield")
    table.turn("start voting").vote({})
    assert table.scene.state.motion == 2
    table.open_vote().vote({}, "yes")
    assert [result.motion for result in table.bodies(e.Resolved)] == [1, 2]
    assert table.scene.state.phase == "done"


def test_members_argue_on_an_own_motion_by_what_it_serves_and_hurts() -> None:
    events = played(3, members=5, agenda=MOTION, motion="Plant roses by the river; it costs too much")
    opened = [event.n for event in events if isinstance(event.data, e.MotionOpened)]
    argued = [event.data for event in events if isinstance(event.data, e.Argued) and event.n > opened[1]]
    assert e.Argued("against", "thrift") in argued
    assert e.Argued("for", "nature") in argued


@pytest.mark.parametrize(
    ("proposal", "why"),
    [("Ban fireworks", "on the agenda already"), ("x" * 121, "at most 120 characters")],
)
def test_a_motion_that_cannot_be_proposed(proposal: str, why: str) -> None:
    table = Table(members=4, agenda="Ban fireworks", proposals=1).give("Ann")
    with pytest.raises(IllegalAction, match=why):
        table.turn(f"propose {proposal}")


def test_motions_are_proposed_only_as_often_as_the_options_say() -> None:
    with pytest.raises(IllegalAction, match="can add no more motions"):
        Table(members=4, proposals=1).give("Ann").turn("propose Plant trees", "propose Plant roses")
    with pytest.raises(IllegalAction):
        Table(members=4).give("Ann").turn("propose Plant trees")
    with pytest.raises(UserError, match="on the agenda already"):
        pb.play("council", {"agenda": "Plant trees", "motion": "Plant trees."}, {"*": "rules"}, seed=1)


def test_what_moves_a_member_is_learned_from_what_was_seen() -> None:
    table = Table(members=4, agenda="Ban fireworks").give("Bob", "Ann", "Cat")
    table.turn("say I am for it.").turn("say I am against it. It costs too much.")
    table.turn("tell Bob It is a danger to live there.", "yield").give("Bob", "Ann")
    table.turn("say Ann has a point. I am against it.")
    seen = impressions(table.events, table.scene.voters)
    assert seen["Bob"].moves == [Move(1, "Ann", -4, ("thrift",))]
    assert seen["Ann"].raised["thrift"] == 1
    assert seen["Ann"].resisted == []
    for name, knows in (("Cat", 1), ("Dan", 0)):
        events = [event for event in table.events if event.audience is None or name in event.audience]
        assert sum(impressions(events, table.scene.voters)["Cat"].raised.values()) == knows


def test_an_offer_is_followed_from_open_to_kept_and_broken() -> None:
    table = Table(members=4, agenda="Plant trees; Sell the forest; Ban fireworks").give("Ann", "Bob")
    table.turn("offer Bob yes on 2 for no on 1", "offer Cat yes on 3 for no on 1", "yield")
    assert [each.state for each in bargains(table.events)] == ["open", "open"]
    table.turn("accept Ann", "yield").turn("start voting").vote({"Bob": "yes"})
    assert [each.state for each in bargains(table.events)] == ["agreed", "lapsed"]
    table.open_vote().vote({"Ann": "yes"})
    assert bargains(table.events)[0].kept == {"Bob": False, "Ann": True}
    seen = table.scene.observe("Ann")
    assert own_view(seen, 3).score * seen.interests["Ann"].leanings[2] >= 0
