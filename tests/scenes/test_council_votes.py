"""Votes in a council: every vote and result recounted from the log alone; phases, ties, quorum, secrecy."""

from collections import Counter
from itertools import product

import msgspec
import pytest

from core.engine.events import Event
from core.errors import IllegalAction
from core.social.events import Scheduled
from core.testing.conformance import Conformance
from scenes.council import events as e
from scenes.council.observation import CHAIR
from scenes.council.scene import CouncilScene
from scenes.council.votes import Choice, Majority, count_votes
from tests.corpora import corpus
from tests.examples import counts
from tests.scenes.council_table import Table, played

YES, NO, ABSTAIN = "yes", "no", "abstain"


def recounted(yes: int, no: int, members: int, majority: str) -> bool:
    """Decide a vote by the rules, computed in another way."""
    counted = yes + no
    if counted * 2 < members or not yes:
        return False
    return {"simple": yes / counted > 0.5, "two-thirds": 3 * yes >= 2 * counted, "unanimity": yes == counted}[majority]


def check(events: tuple[Event, ...], members: int, majority: str, sealed: bool) -> Counter[str]:
    """Check a meeting by its log alone; return how often each check applied."""
    seen = Counter[str]()
    agenda: tuple[str, ...] = ()
    motion, open_, results, ballots = 0, False, 0, dict[str, str]()
    moved_by = ""
    positions, moved, deals = dict[str, int](), 0, list[tuple[str, e.Offered, bool]]()
    for event in events:
        match event.data:
            case e.Tabled(motions):
                agenda = motions
            case e.MotionOpened(number, text):
                assert (number, text) == (motion + 1, agenda[number - 1])
                assert results == motion
                motion, ballots, positions, moved_by = number, {}, {}, ""
            case Scheduled(order):
                assert not open_
                assert CHAIR not in order
            case e.VotingOpened(number):
                assert number == motion
                assert not open_
                open_ = True
            case e.Balloted(choice):
                assert open_
                assert event.agent not in ballots
                assert event.audience == (event.agent,)
                ballots[event.agent] = choice
                seen["ballots"] += 1
            case e.Positioned(position, was):
                assert (was.score if was else None) == positions.get(event.agent)
                moved += abs(position.score - was.score) if was else 0
                positions[event.agent] = position.score
            case e.AmendmentMoved(text):
                assert not moved_by
                moved_by = event.agent
            case e.Amended():
                assert moved_by
                assert event.agent != moved_by
                seen["amended"] += 1
            case e.Offered() as offer:
                deals = [deal for deal in deals if deal[2] or (deal[0], deal[1].to) != (event.agent, offer.to)]
                deals.append((event.agent, offer, False))
            case e.Accepted(whose):
                deals = [(by, o, done or (by, o.to) == (whose, event.agent)) for by, o, done in deals]
            case e.PromiseJudged(to, number, kept):
                due = {(by, o.to, o.motion): o.mine for by, o, done in deals if done}
                due |= {(o.to, by, o.other): o.yours for by, o, done in deals if done}
                assert kept == (due[event.agent, to, number] == ballots[event.agent])
                assert (event.audience == ()) == sealed
                seen["promises"] += 1
            case e.Resolved(number, yes, no, abstain, passed, _, votes):
                assert open_
                assert (number, len(ballots)) == (motion, members)
                assert Counter(ballots.values()) == Counter({YES: yes, NO: no, ABSTAIN: abstain})
                assert votes == ({} if sealed else ballots)
                assert passed == recounted(yes, no, members, majority)
                open_, results = False, results + 1
                seen["passed"] += passed
            case e.MeetingFinished():
                assert results == len(agenda)
                seen["finished"] += 1
    metrics = events[-1].data.result  # type: ignore[attr-defined]
    assert (metrics["motions"], metrics["motions_passed"], metrics["moved"]) == (results, seen["passed"], moved)
    return seen + Counter(motions=results, moved=moved)


@pytest.mark.parametrize("majority", ["simple", "two-thirds", "unanimity"])
@pytest.mark.parametrize("vote", ["open", "sealed"])
@counts(6, 10)
@pytest.mark.few(2)
def test_every_result_is_what_the_votes_say(majority: str, vote: str, count: int) -> None:
    total = Counter[str]()
    for seed in range(count):
        total += check(played(seed, majority=majority, vote=vote), 7, majority, vote == "sealed")
    assert total["finished"] == count
    assert total["ballots"] == 7 * total["motions"] == 7 * 3 * count
    assert total["promises"]
    assert count / 2 < total["amended"] < 3 * count
    assert total["moved"] > count


@pytest.mark.parametrize("members", [4, 5, 11])
def test_councils_of_all_sizes_at_random(members: int) -> None:
    for seed in range(3):
        options = {"members": members, "agenda": "Plant trees; Sell the forest", "rounds": 2}
        assert check(played(seed, "random", **options), members, "simple", False)["motions"] == 2


@pytest.mark.slow
def test_the_harder_the_majority_the_rarer_it_is_reached() -> None:
    """This holds over the same debates, and neither side always wins."""
    motions, passed = 0, Counter[str]()
    for seed in range(60):
        for event in played(seed):
            if isinstance(event.data, e.Resolved):
                motions += 1
                ballots = list(event.data.votes.values())
                majorities: tuple[Majority, ...] = ("simple", "two-thirds", "unanimity")
                passed += Counter(each for each in majorities if count_votes(ballots, each).passed)
    assert 0.35 * motions < passed["simple"] < 0.65 * motions
    assert 0 < passed["unanimity"] < passed["two-thirds"] < passed["simple"]


@pytest.mark.parametrize("majority", ["simple", "two-thirds", "unanimity"])
def test_every_way_to_vote_is_counted_by_the_rules(majority: Majority) -> None:
    choices: tuple[Choice, ...] = ("yes", "no", "abstain")
    for ballots in product(choices, repeat=6):
        tally = count_votes(ballots, majority)
        assert tally[:3] == (ballots.count("yes"), ballots.count("no"), ballots.count("abstain"))
        assert tally.passed == recounted(tally.yes, tally.no, 6, majority)
        assert tally.why


@pytest.mark.parametrize(
    ("members", "yes", "no", "passed", "why"),
    [
        *((4, 1, 0, False, "no quorum"), (4, 2, 0, True, "more yes than no")),
        *((5, 2, 0, False, "no quorum"), (5, 3, 0, True, "more yes than no")),
        *((6, 2, 2, False, "a tie"), (6, 2, 0, False, "no quorum"), (6, 2, 1, True, "more yes than no")),
    ],
)
def test_ties_and_quorum(members: int, yes: int, no: int, passed: bool, why: str) -> None:
    names = ("Ann", "Bob", "Cat", "Dan")
    ballots = dict.fromkeys(names[:yes], YES) | dict.fromkeys(names[yes : yes + no], NO)
    [result] = Table(members=members).open_vote().vote(ballots).bodies(e.Resolved)
    assert (result.passed, result.why) == (passed, why)


@pytest.mark.parametrize(
    ("before", "name", "command", "why"),
    corpus("refusals")["council"],
)
def test_each_phase_refuses_in_words_what_does_not_belong_to_it(before: str, name: str, command: str, why: str) -> None:
    table = Table(members=4, agenda="Plant trees" if before in ("done", "over") else "Plant trees; Cut trees")
    if before == "brief":
        table.do(CHAIR, "request brief")
    elif before in ("vote", "voted", "done", "over"):
        table.open_vote()
    elif before:
        table.give("Ann")
    if before == "voted":
        table.do("Ann", "vote yes")
    if before in ("done", "over"):
        table.vote({}, YES)
    if before == "over":
        table.turn("finish meeting")
    with pytest.raises(IllegalAction, match=why.replace("(", r"\(")):
        table.do(name, command)


def test_the_vote_opens_by_itself_when_everybody_had_the_floor_often_enough() -> None:
    table = Table(members=4, rounds=2)
    for _ in range(2):
        table.give("Ann", "Bob", "Cat", "Dan")
        assert table.scene.state.phase == "debate"
        table.turn("yield").turn("yield").turn("yield").turn("yield")
    assert table.scene.state.phase == "vote"
    assert table.scene.floor.queue == ()


def test_nobody_sees_a_vote_before_all_are_in() -> None:
    """With sealed votes, nobody ever sees them."""
    shown = []
    for choice in (YES, NO):
        table = Table(members=4, vote="sealed").open_vote().do("Ann", f"vote {choice} I must")
        shown.append([msgspec.json.encode(table.scene.observe(name)) for name in ("Bob", "Cat", "Dan", CHAIR)])
        assert [event.audience for event in table.events if isinstance(event.data, e.Balloted)] == [("Ann",)]
    assert shown[0] == shown[1]
    table.vote({"Bob": YES})
    [result] = table.bodies(e.Resolved)
    assert (result.yes, result.no, result.votes, result.comments) == (1, 1, {}, {})


def test_an_open_vote_tells_who_voted_how_and_why() -> None:
    table = Table(members=4).open_vote().vote({"Ann": "no It is late."}, YES)
    [result] = table.bodies(e.Resolved)
    assert result.votes == {"Ann": NO, "Bob": YES, "Cat": YES, "Dan": YES}
    assert result.comments == {"Ann": "It is late."}


# -- conformance with non-default rules


@pytest.mark.slow
class TestSealed(Conformance):
    scene, options = CouncilScene, {"members": 4, "vote": "sealed", "majority": "two-thirds", "agenda": "Plant trees"}
    seeds, cuts, looks = (1,), 1, 6


@pytest.mark.slow
class TestUnanimous(Conformance):
    scene, options = CouncilScene, {"members": 5, "majority": "unanimity", "rounds": 1}
    seeds, cuts, looks = (2,), 2, 15


@pytest.mark.slow
class TestLarge(Conformance):
    scene, options = CouncilScene, {"members": 11, "vote": "sealed", "majority": "unanimity", "rounds": 1}
    seeds, cuts, looks = (1,), 2, 15
