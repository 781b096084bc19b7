"""Tests of the jury."""

import pytest
from jury import Counted, Jury, Vote

import playbill as pb
from playbill.social import Speak, Yield
from playbill.testing import Conformance


class TestJury(Conformance):
    scene, options, cuts = Jury, {"players": 4, "rounds": 2}, 5


class Hanger(pb.Agent):
    """Says nothing, and votes guilty."""

    def act(self, turn: pb.Turn) -> pb.Action:
        return Vote("guilty") if turn.observation.voting else Yield()


class Doubter(pb.Agent):
    """Says nothing, and votes innocent."""

    def act(self, turn: pb.Turn) -> pb.Action:
        return Vote("innocent") if turn.observation.voting else Yield()


class Talker(pb.Agent):
    """Speaks when it should vote, once."""

    def act(self, turn: pb.Turn) -> pb.Action:
        return Vote("guilty") if turn.refused or not turn.observation.voting else Speak("Wait!")


@pytest.mark.parametrize(("player", "verdict"), [(Hanger, "guilty"), (Doubter, "innocent")])
def test_a_jury_that_agrees_is_done_after_one_ballot(player: type[pb.Agent], verdict: str) -> None:
    game = pb.play(Jury, cast={"*": player})
    assert game.reason == game.outcome.metrics["verdict"] == verdict
    assert game.outcome.metrics["ballots"] == 1


def test_one_doubter_hangs_the_jury() -> None:
    game = pb.play(Jury, {"rounds": 3}, {"*": Hanger, "Bob": Doubter})
    assert game.reason == "hung"
    assert [event.data for event in game.events if isinstance(event.data, Counted)] == [Counted(5, 1)] * 3


def test_votes_are_secret() -> None:
    game = pb.play(Jury, {"players": 3}, {"*": Hanger})
    assert {event.audience for event in game.events if event.kind == "voted"} == {("Ann",), ("Bob",), ("Cat",)}


def test_nobody_speaks_during_a_ballot() -> None:
    game = pb.play(Jury, {"rounds": 1}, {"Ann": Talker, "*": Hanger})
    why = [event.data for event in game.events if event.kind == "rejected" and event.agent == "Ann"]
    assert any("votes now" in body.sentence() for body in why)


def test_some_juries_agree_and_some_are_hung() -> None:
    verdicts = {row.metrics["verdict"] for row in pb.batch(Jury, 40)}
    assert verdicts == {"guilty", "innocent", "hung"}


def test_models_deliberate() -> None:
    game = pb.play(Jury, {"players": 3}, {"*": "llm:mock"})
    assert any(event.kind == "said" for event in game.events)
    assert all(event.kind != "defaulted" for event in game.events)
