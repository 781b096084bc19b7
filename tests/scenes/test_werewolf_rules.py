"""Rules of Werewolf that games seldom reach: poison, the hunter, bids, a peaceful first night, the witch."""

from pathlib import Path

import pytest

import playbill as pb
from core.engine.casting import prepare, set_up
from core.engine.events import Defaulted, Rejected, Said
from core.social.actions import Speak, Yield
from scenes.werewolf import events as e
from scenes.werewolf.actions import Bid
from scenes.werewolf.evidence import Evidence
from scenes.werewolf.record import Record
from scenes.werewolf.scene import WerewolfScene
from scenes.werewolf.sentences import Statement
from tests.scenes.test_werewolf import of, scripted

ROLES = ("werewolf", "witch", "doctor", "hunter")
"""Roles of Ann, Bob, Cat and Dan."""


@pytest.mark.parametrize(
    ("commands", "dead", "shoots"),
    [
        ({"Ann": "kill Eli", "Bob": "poison Fay", "Cat": "protect Fay"}, ("Eli", "Fay"), False),
        ({"Ann": "kill Eli", "Bob": "save"}, (), False),
        ({"Ann": "kill Eli", "Cat": "protect Eli"}, (), False),
        ({"Ann": "kill Dan"}, ("Dan",), True),
        ({"Ann": "kill Eli", "Bob": "poison Dan"}, ("Eli", "Dan"), False),
    ],
)
def test_first_nights(tmp_path: Path, commands: dict[str, str], dead: tuple[str, ...], shoots: bool) -> None:
    game = scripted(tmp_path, ROLES, **commands)
    assert of(game, e.Dawn)[0].data.dead == dead
    assert bool(of(game, e.HunterWoke)) == shoots


def test_the_dead_cannot_be_scheduled() -> None:
    """Not even players shot by a hunter before the day's talk."""
    header = prepare("werewolf", {"players": 7, "roles": ", ".join(ROLES), "deal": "Dan=hunter"}, {}, 1)
    scene, chance = set_up(header)
    assert isinstance(scene, WerewolfScene)
    for event in (*scene.start(chance), e.Dawn(1, ("Dan",)).by(), e.HunterWoke().by("Dan"), e.Shot("Eli").by("Dan")):
        scene.apply(event)
    assert scene.floor is not None
    assert scene.floor.names == ("Ann", "Bob", "Cat", "Fay", "Gus", "Moderator")


class AsksGus(pb.Agent):
    """An agent that bids 2, and names Gus."""

    def act(self, turn: pb.Turn) -> pb.Action:
        if any(isinstance(action, Bid) for action in turn.legal):
            return Bid(2)
        return Speak("Gus, what do you say?") if turn.observation.phase == "talk" else Yield()


def test_of_equal_bids_that_of_who_was_named_last_wins() -> None:
    game = pb.play("werewolf", {"players": 7, "protocol": "bidding", "days": 1}, {"*": AsksGus}, seed=2)
    called = [event.data.names for event in of(game, e.Called)]
    assert len(called) == 14
    assert set(called[1:]) == {("Gus",)}


@pytest.mark.parametrize("policy", ["rules", "random"])
def test_nobody_dies_in_a_peaceful_first_night(policy: str) -> None:
    options = {"first_night": "peace", "players": 7, "roles": ", ".join(ROLES), "days": 1}
    for seed in range(4):
        game = pb.play("werewolf", options, {"*": policy}, seed=seed)
        assert not [event for event in game.events if isinstance(event.data, Rejected | Defaulted)]
        assert of(game, e.Dawn)[0].data.dead == ()


@pytest.mark.parametrize(("victim", "witch"), [("Bob", ""), ("Eli", "save, yield, yield, yield")])
def test_a_witch_that_is_dead_or_has_no_salve_is_not_shown_the_victims(tmp_path: Path, victim: str, witch: str) -> None:
    game = scripted(tmp_path, ROLES, Ann=f"kill {victim}, yield, yield, kill Eli", Bob=witch)
    scene, _ = set_up(game.header)
    assert isinstance(scene, WerewolfScene)
    victims = []
    for event in game.events:
        scene.apply(event)
        if isinstance(event.data, e.Marked | e.NightFell | e.VotingOpened | e.WitchWoke):
            victims.append((scene.night, scene.observe("Bob").victim, scene.observe("").victim))
    assert (2, "", "Eli") in victims
    assert all(not shown for number, shown, _ in victims if number > 1)


def test_a_sealed_vote_is_its_voters_own_until_all_are_counted() -> None:
    scene, _ = set_up(prepare("werewolf", {"players": 7, "vote": "sealed"}, {}, 1))
    scene.apply(e.VotingOpened().by())
    scene.apply(e.Voted("Cat").by("Ann", to=("Ann",)))
    assert [scene.observe(name).votes for name in ("Ann", "Bob", "")] == [{"Ann": "Cat"}, {}, {"Ann": "Cat"}]


def test_evidence_follows_looks_and_votes() -> None:
    """A seer's claim to have seen a werewolf makes that player a suspect; a vote for a known wolf clears the voter."""
    scene, chance = set_up(prepare("werewolf", {"players": 8, "deal": "Ann=werewolf, Cat=villager"}, {}, 1))
    look = Said("I am the seer. I looked at Dan: a werewolf.", ()).by("Bob")
    for event in (*scene.start(chance), e.Dawn(1, ()).by(), look):
        scene.apply(event)
    chances = Evidence(scene.observe("Cat")).chances
    assert chances["Dan"] > 0.5 > chances["Eli"]
    assert sum(chances.values()) == pytest.approx(2)
    votes = {"Eli": "Ann", "Fay": "Bob"}
    for event in (e.VotingOpened().by(), e.VotingClosed(votes, "Ann").by(), e.Buried("werewolf").by("Ann")):
        scene.apply(event)
    evidence = Evidence(scene.observe("Cat"))
    assert (evidence.chances["Ann"], evidence.chances["Cat"]) == (1, 0)
    assert evidence.chances["Eli"] < evidence.chances["Gus"] < evidence.chances["Fay"]
    assert Record(scene.observe("Cat")).reasons_against("Dan") == [Statement("seen_by", "Dan", "Bob")]
    assert Record(scene.observe("Cat")).reasons_for("Eli") == [Statement("voted_wolf", "Eli", "Ann", day=1)]
