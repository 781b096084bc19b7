"""Rules of Werewolf that games seldom show: poison, the hunter, bids, a peaceful first night, the witch."""

from pathlib import Path
from typing import Any

import playbill as pb
from core.engine.casting import prepare, set_up
from core.engine.events import Defaulted, Rejected
from core.social.actions import Speak, Yield
from scenes.werewolf.actions import Bid
from scenes.werewolf.events import Called, Dawn, HunterWoke, Marked, NightFell, Voted, VotingOpened
from scenes.werewolf.scene import WerewolfScene
from tests.scenes.test_werewolf import of, plain
from tests.scenes.werewolf_checker import judge

ROLES = {"Ann": "werewolf", "Bob": "witch", "Cat": "doctor", "Dan": "hunter"}
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eli", "Fay", "Gus")


def night(tmp_path: Path, **commands: str) -> pb.Played:
    """A game whose players have one command each, for the first night."""
    for name in NAMES:
        (tmp_path / name).write_text(commands.get(name, ""))
    options = {"players": 7, "roles": ", ".join(ROLES.values()), "protocol": "round-robin", "speeches": 1, "days": 2}
    deal = ", ".join(f"{name}={role}" for name, role in ROLES.items())
    game = pb.play("werewolf", {**options, "deal": deal}, {name: f"script:{tmp_path / name}" for name in NAMES}, seed=1)
    judge(*plain(game))
    return game


def test_a_doctor_does_not_protect_from_poison(tmp_path: Path) -> None:
    game = night(tmp_path, Ann="kill Eli", Bob="poison Fay", Cat="protect Fay")
    assert of(game, Dawn)[0].data.dead == ("Eli", "Fay")


def test_a_hunter_shoots_unless_it_was_poisoned(tmp_path: Path) -> None:
    assert of(night(tmp_path, Ann="kill Dan"), HunterWoke)
    game = night(tmp_path, Ann="kill Eli", Bob="poison Dan")
    assert of(game, Dawn)[0].data.dead == ("Eli", "Dan")
    assert not of(game, HunterWoke)


class AsksGus(pb.Agent):
    """Bids as much as everybody else, and names Gus."""

    def act(self, turn: pb.Turn) -> pb.Action:
        if any(isinstance(action, Bid) for action in turn.legal):
            return Bid(2)
        return Speak("Gus, what do you say?") if turn.observation.phase == "talk" else Yield()


def test_of_equal_bids_that_of_who_was_named_last_wins() -> None:
    cast: Any = dict.fromkeys(NAMES, AsksGus)
    game = pb.play("werewolf", {"players": 7, "protocol": "bidding", "days": 1}, cast, seed=2)
    called = [event.data.names for event in of(game, Called)]
    assert len(called) == 14
    assert set(called[1:]) == {("Gus",)}


def test_wolves_keep_still_in_a_peaceful_first_night() -> None:
    for seed in range(8):
        game = pb.play("werewolf", {"first_night": "peace", "players": 9}, {"*": "rules"}, seed=seed)
        assert not [event for event in game.events if isinstance(event.data, Rejected | Defaulted)]
        assert of(game, Dawn)[0].data.dead == ()


def test_a_witch_poisons_nobody_in_a_peaceful_first_night() -> None:
    options = {"first_night": "peace", "players": 7, "roles": ", ".join(ROLES.values())}
    for seed in range(12):
        game = pb.play("werewolf", options, {"*": "random"}, seed=seed)
        assert of(game, Dawn)[0].data.dead == ()


def test_a_dead_witch_is_not_shown_the_victims(tmp_path: Path) -> None:
    game = night(tmp_path, Ann="kill Bob\nyield\nyield\nkill Eli")
    scene, _ = set_up(game.header)
    assert isinstance(scene, WerewolfScene)
    victims = []
    for event in game.events:
        scene.apply(event)
        if isinstance(event.data, Marked | NightFell | VotingOpened):
            victims.append((scene.night, scene.observe("Bob").victim, scene.observe("").victim))
    assert (2, "", "Eli") in victims
    assert all(not shown for number, shown, _ in victims if number > 1)


def test_a_sealed_vote_is_its_voters_own_until_all_are_counted() -> None:
    scene, _ = set_up(prepare("werewolf", {"players": 7, "vote": "sealed"}, {}, 1))
    scene.apply(VotingOpened().by())
    scene.apply(Voted("Cat").by("Ann", to=("Ann",)))
    assert [scene.observe(name).votes for name in ("Ann", "Bob", "")] == [{"Ann": "Cat"}, {}, {"Ann": "Cat"}]
