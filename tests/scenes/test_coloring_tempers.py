"""Tempers that are drawn, an owner that repays answers, and characters that answers show."""

from msgspec.structs import replace

import playbill as pb
from scenes.coloring.events import Tempered
from scenes.coloring.negotiation.bargaining import temper_towards
from scenes.coloring.negotiation.offers import Offer, OfferChanged, OfferState, Proposed
from scenes.coloring.problem.graph import assign
from scenes.coloring.reports.conduct import Answer, answers, character
from scenes.coloring.rules.observation import Temper
from scenes.coloring.talk.speech import Refused, Reported, Requested
from tests.scenes.coloring_games import sees, tiny


def test_mixed_tempers_are_drawn_by_the_seed_for_all_but_the_person() -> None:
    def drawn(seed: int) -> dict[str, Temper]:
        events = pb.play("coloring", {"temper": "mixed", "max_turns": 1}, {"*": "rules"}, seed).events
        assert all(event.audience == (event.agent,) for event in events if isinstance(event.data, Tempered))
        return {event.agent: event.data.temper for event in events if isinstance(event.data, Tempered)}

    games = [drawn(seed) for seed in range(8)]
    assert all({*game} == {"A", "B"} for game in games)
    assert len({temper for game in games for temper in game.values()}) > 2
    assert games[:2] == [drawn(seed) for seed in range(2)]


def test_a_tit_for_tat_owner_repays_the_last_answer() -> None:
    seen = sees(tiny("a1-b1 a1-h1"), temper="tit-for-tat", known={"h1": "red"})
    offer = Offer(1, "A", "H", {"a1": "red"}, {"h1": "blue"}, {}, lasting=False, turn=3)
    states: tuple[tuple[OfferState, bool, str, Temper], ...] = (
        ("open", False, "", "fair"),
        ("refused", False, "", "stubborn"),
        ("kept", True, "", "accommodating"),
        ("broken", True, "H", "stubborn"),
    )
    for state, agreed, broken_by, expected in states:
        offers = (replace(offer, state=state, agreed=agreed, broken_by=broken_by),)
        assert temper_towards(replace(seen, offers=offers), "H") == expected
    for color, repaid in (("red", "accommodating"), ("blue", "stubborn")):
        asked = replace(seen, requests={assign({"h1": color}): 1})
        assert temper_towards(asked, "H") == repaid
        assert temper_towards(replace(asked, awaits=frozenset("H")), "H") == "fair"
        assert temper_towards(asked, "B") == "fair"


def test_characters_are_shown_by_answers_alone() -> None:
    yes, no = (Answer("A", "H", agrees) for agrees in (True, False))
    repaid = [Answer("H", "A", True), yes, Answer("H", "A", False), no]
    assert not character("A", [yes] * 3)
    assert character("A", [yes] * 4) == "generous"
    assert character("A", [yes, no] * 2) == character("A", [no] * 4) == "stubborn"
    assert not character("A", [yes, yes, yes, no, no])
    assert character("A", repaid * 2) == "tit-for-tat"


def test_answers_are_reports_after_requests_and_decisions_on_offers() -> None:
    events = [
        Requested("A", {"a1": "red", "a3": "red"}, {"a2": ("blue",)}).by("H"),
        Reported("H", {"a1": "green", "a2": "red", "a3": "blue"}).by("A"),
        Refused("H", {"a3": "blue"}).by("A"),
        Reported("H", {"a1": "red"}).by("A"),
        Proposed(1, "H", {"a1": "red"}, {"h1": "blue"}).by("A"),
        OfferChanged(1, "accepted").by("H"),
        OfferChanged(1, "broken").by("A"),
    ]
    found = [Answer("A", "H", False), Answer("A", "H", True), Answer("H", "A", True), Answer("A", "H", False)]
    assert answers(events) == found
