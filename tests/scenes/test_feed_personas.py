"""Personas of accounts: their effect on profiles, on prompts and on the other accounts' draws."""

from pathlib import Path
from typing import Any

import pytest

import playbill as pb
from core.engine.events import Prompted
from core.errors import UserError
from scenes.feed.events import Profiled
from scenes.feed.network_setup import set_up
from scenes.feed.scene import FeedScene
from scenes.feed.society import VISITOR
from scenes.feed.wording import TOPICS

CSV = """\
name,profile,style,archetype,food,energy,beliefs
mira,a retired baker,short and warm,lurker,1,0,wind turbines are ugly
kofi,an engineer,,,,0.95,
*,a student,,enthusiast,,,
"""
OPTIONS: dict[str, Any] = {"agents": 12, "links": 3, "ticks": 12, "newcomers": 0, "world": "lively"}
FOOD, ENERGY = TOPICS.index("food"), TOPICS.index("energy")


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "people.csv"
    path.write_text(CSV, "utf-8")
    return str(path)


def profiles(game: pb.Played) -> dict[str, Any]:
    return {event.agent: event.data.profile for event in game.events if isinstance(event.data, Profiled)}


def test_given_values_replace_drawn_ones_and_nothing_else_changes(file: str, tmp_path: Path) -> None:
    game = pb.play("feed", {**OPTIONS, "personas": file}, seed=4, record=tmp_path / "game.jsonl")
    found, drawn = profiles(game), profiles(pb.play("feed", OPTIONS, seed=4))
    mira, kofi, guest = found["mira"], found["kofi"], found["guest"]
    assert (mira.archetype, mira.interests[FOOD], mira.interests[ENERGY]) == ("lurker", 1.0, 0.0)
    assert (kofi.archetype, kofi.interests[ENERGY]) == (drawn["kofi"].archetype, 0.95)
    assert (guest.archetype, guest.portrait.profile) == (VISITOR, "a student")
    assert {found[name].archetype for name in found} - {VISITOR, kofi.archetype} == {"lurker", "enthusiast"}
    for name in ("guest", "oona", "rosa"):
        assert (found[name].interests, found[name].peak) == (drawn[name].interests, drawn[name].peak)
    Path(file).unlink()
    assert pb.verify(tmp_path / "game.jsonl") == len(game.events)


def test_a_model_reads_its_own_persona_and_no_other(file: str) -> None:
    game = pb.play(
        "feed", {**OPTIONS, "personas": file, "ticks": 60}, {"mira": "llm:mock", "guest": "llm:mock"}, seed=4
    )
    read: dict[str, str] = {"mira": "", "guest": ""}
    for event in game.events:
        if isinstance(event.data, Prompted):
            read[event.agent] += "".join(message["content"] for message in event.data.messages.values())
    assert "a retired baker" in read["mira"]
    assert "How it writes: short and warm" in read["mira"]
    assert "Its beliefs: wind turbines are ugly" in read["mira"]
    assert "a student" in read["guest"]
    assert "baker" not in read["guest"]
    assert "student" not in read["mira"]


def test_profiles_with_personas_are_private(file: str) -> None:
    game = pb.play("feed", {**OPTIONS, "personas": file}, seed=4)
    assert all(event.audience == (event.agent,) for event in game.events if isinstance(event.data, Profiled))


def test_a_crowd_takes_personas_too(file: str) -> None:
    config = FeedScene.Config(**FeedScene.Config.taken_in({"agents": 60, "crowd": 50, "personas": file}))
    assert config.is_crowd
    founding = set_up(config, 4)
    assert founding.kinds[:2] == ["lurker", set_up(config.model_copy(update={"personas": {}}), 4).kinds[1]]
    assert founding.profile(0, config.society).interests[FOOD] == 1.0
    assert founding.profile(59, config.society).archetype == VISITOR


@pytest.mark.parametrize(
    ("personas", "why"),
    [
        ({"nobody": {"profile": "x"}}, "no account is called 'nobody'; did you mean noor"),
        ({"mira": {"properties": {"food": "much"}}}, "the interest in food is 'much'; write a number from 0 to 1"),
        ({"mira": {"properties": {"food": "nan"}}}, "write a number from 0 to 1"),
        ({"mira": {"properties": {"food": "1.01"}}}, "write a number from 0 to 1"),
        ({"mira": {"properties": {"archetype": "lurkr"}}}, "did you mean lurker"),
        ({"mira": {"properties": {"archetype": "visitor"}}}, "is not an archetype"),
        ({"guest": {"properties": {"archetype": "lurker"}}}, "guest is a visitor, whose archetype cannot be set"),
        ({"mira": {"actions": ("like",)}}, "an account's actions cannot be limited"),
        ({"newcomer1": {"profile": "x"}}, "no account is called 'newcomer1'"),
    ],
)
def test_what_does_not_fit_is_refused(personas: Any, why: str) -> None:
    with pytest.raises(UserError, match=why):
        pb.play("feed", {"agents": 20, "ticks": 1, "personas": personas})
