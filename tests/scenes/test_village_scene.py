"""Actions of villagers and their effects."""

import asyncio
import re
from typing import Any

import pytest

from core.engine.audience import ShortTermMemory
from core.engine.casting import open_run, prepare
from core.engine.events import Event
from core.errors import UserError
from core.llm.routes import Routes
from scenes.village.planning import clock
from scenes.village.scene import VillageScene
from scenes.village.terrain import WATER
from tests.scenes.village_table import Table, heard


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


@pytest.mark.parametrize("words", ["go inn", "GO  Inn", "go the inn", "go The  INN"])
def test_a_place_is_found_by_its_name(words: str) -> None:
    table = Table()
    table.do("Ida", words)
    place = table.scene.ground.place_at(table.scene.folk["Ida"].at)
    assert place is not None
    assert place.name == "inn"


def test_unknown_places_are_refused_with_those_that_are_known() -> None:
    table = Table()
    assert "did you mean mill?" in table.refused("Ida", "go mil")
    assert "Kai's house" in table.refused("Ida", "go the moon")
    assert "you are in Ida's house already" in table.refused("Ida", "go ida's house")
    assert "Sam's house" not in table.refused("Ida", "go Sam's house").partition("Known")[2]


def test_nobody_walks_on_water_or_off_the_map() -> None:
    table = Table()
    rows = table.scene.ground.rows
    x, y = next((row.index(WATER), y) for y, row in enumerate(rows) if WATER in row)
    assert "nobody walks on water" in table.refused("Ida", f"walk {x} {y}")
    for far in ("walk 20 0", "walk -1 3", "walk 3 999999999999"):
        assert "x and y go from 0 to 19" in table.refused("Ida", far)
    here = table.scene.folk["Ida"].at
    assert "already" in table.refused("Ida", f"walk {here[0]} {here[1]}")


def test_walking_costs_energy_by_the_way() -> None:
    table = Table()
    before = table.points("Ida")[1]
    walked = table.do("Ida", "go woods")[0].data
    assert table.points("Ida")[1] == before - walked.energy  # type: ignore[attr-defined]
    assert walked.energy >= 2  # type: ignore[attr-defined]


def test_words_are_heard_within_earshot_and_whispers_by_one() -> None:
    table = Table({"earshot": 4})
    for name in ("Ida", "Kai", "Jon"):
        table.do(name, "go square")
    table.do("Mia", "go woods")
    assert heard(table.do("Ida", "say Hello")) == {"Ida", "Kai", "Jon"}
    assert heard(table.do("Ida", "tell Kai a secret")) == {"Ida", "Kai"}
    assert re.search(
        "Mia is too far away to hear you; you could tell (Kai, Jon|Jon, Kai)", table.refused("Ida", "tell Mia hello")
    )
    assert "yourself" in table.refused("Ida", "tell Ida hello")
    assert heard(table.do("Mia", "say Anybody?")) == {"Mia"}


def test_who_sleeps_hears_nothing_and_has_no_turn() -> None:
    table = Table({"earshot": 80})
    table.wait(15 * 60)
    assert table.scene.now >= 21 * 60
    slept = table.do("Kai", "rest")
    assert kinds(slept) == ["fell_asleep"]
    assert clock(table.scene.folk["Kai"].until) == "7:00"
    assert heard(table.do("Ida", "say Good night")) == {"Ida", "Jon", "Mia"}
    assert "asleep" in table.refused("Ida", "tell Kai hello")
    assert "asleep until 7:00" in table.refused("Kai", "say hello")
    assert table.scene.legal("Kai") == ()
    assert not table.scene.legal("Kai")
    assert table.scene.observe("Ida").me.near["Kai"].asleep


def test_a_rest_after_getting_up_is_no_sleep_until_the_next_morning() -> None:
    table = Table()
    table.wait(15 * 60)
    assert kinds(table.do("Mia", "rest")) == ["fell_asleep"]
    while table.scene.folk["Mia"].asleep:
        table.wait(1)
    assert clock(table.scene.now) < "6:00"
    assert kinds(table.do("Mia", "rest")) == ["rested"]


def test_when_all_sleep_the_night_is_one_event() -> None:
    table = Table()
    table.wait(16 * 60)
    for name in table.scene.names:
        if not table.scene.folk[name].asleep:
            table.do(name, f"go {name}'s house") if table.scene.ground.place_at(
                table.scene.folk[name].at
            ) is None else 0
            table.do(name, "rest")
    before = table.scene.now
    woken = table.wait(1)
    assert table.scene.now - before > 5 * 60
    assert "woke" in kinds(woken)
    assert table.scene.legal(table.scene.pick().names[0])


def test_without_energy_one_collapses_and_wakes_again() -> None:
    table = Table()
    collapsed = [event for event in table.wait(40 * 60) if event.kind == "fell_asleep"]
    assert {event.agent for event in collapsed} == set(table.scene.names)
    assert all(event.data.collapsed for event in collapsed)  # type: ignore[attr-defined]
    table.wait(5 * 60)
    assert any(not villager.asleep for villager in table.scene.folk.values())


def test_warnings_come_once_for_each_time() -> None:
    table = Table()
    warned = [event for event in table.wait(10 * 60) if event.kind == "warned" and event.agent == "Ida"]
    assert [event.data.need for event in warned] == ["hunger"]  # type: ignore[attr-defined]
    assert warned[0].audience == ("Ida",)
    table.do("Ida", "eat")
    assert "hunger" not in table.scene.folk["Ida"].needs.warned


def test_what_is_gathered_runs_short_and_grows_back() -> None:
    table = Table()
    table.do("Ida", "go bakery")
    amounts = [table.do("Ida", "gather")[0].data.amount for _ in range(7)]  # type: ignore[attr-defined]
    assert amounts == [2, 2, 2, 2, 2, 2, 0]
    assert table.scene.folk["Ida"].pack == {"bread": 12}
    table.wait(61)
    assert table.do("Ida", "gather")[0].data.amount == 2  # type: ignore[attr-defined]


def test_a_bush_comes_before_the_place_and_can_be_eaten_from_the_pack() -> None:
    table = Table()
    x, y = next(spot for spot in table.scene.ground.bushes if spot in table.scene.ground.land)
    table.do("Ida", f"walk {x} {y}")
    assert table.do("Ida", "gather")[0].data.what == "berries"  # type: ignore[attr-defined]
    table.wait(6 * 60)
    hunger = table.points("Ida")[0]
    ate = table.do("Ida", "eat")[0].data
    assert (ate.what, ate.carried) == ("berries", True)  # type: ignore[attr-defined]
    assert table.points("Ida")[0] == hunger - 25


def test_nothing_to_gather_or_eat_is_refused() -> None:
    table = Table()
    assert "cannot be done" in table.refused("Ida", "gather")
    table.do("Ida", "go square")
    assert "cannot be done" in table.refused("Ida", "eat")


def test_rest_is_better_in_a_building() -> None:
    table = Table()
    table.wait(16 * 60 - 121)
    before = table.points("Ida")[1]
    table.do("Ida", "go inn")
    walked = before - table.points("Ida")[1]
    table.do("Ida", "rest")
    assert table.points("Ida")[1] == before - walked + 30
    table.do("Kai", "go square")
    before = table.points("Kai")[1]
    table.do("Kai", "rest")
    assert table.points("Kai")[1] == before + 15


def test_a_look_around_tells_a_few_places_and_people() -> None:
    table = Table({"players": 12, "sight": 80})
    looked = table.do("Ida", "look")[0]
    assert looked.audience == ("Ida",)
    assert len(looked.data.places) == 8  # type: ignore[attr-defined]
    assert len(looked.data.people) == 10  # type: ignore[attr-defined]
    assert set(table.scene.folk["Ida"].sights) >= set(looked.data.people)  # type: ignore[attr-defined]


# -- news


def test_news_from_an_option_goes_by_words_that_tell_it() -> None:
    table = Table({"news": "Ida: the mill is under water; Kai: a comet was seen at dawn", "earshot": 80})
    assert set(table.scene.folk["Ida"].news) == {1}
    assert "news_heard" not in kinds(table.do("Ida", "say Good morning, Kai"))
    told = table.do("Ida", "tell Kai You know what? Our MILL is now under the water.")
    assert kinds(told) == ["said", "news_heard", "news_told"]
    assert [event.audience for event in told[1:]] == [("Kai",), ("Kai", "Ida")]
    assert table.scene.folk["Kai"].news[1].source == "Ida"
    assert table.scene.folk["Ida"].news[1].shared == ("Kai",)
    assert table.scene.folk["Kai"].news[1].shared == ("Ida",)
    table.do("Kai", "say the mill is under water")
    assert [(each.name, each.source, each.hops) for each in table.scene.tree(1)] == [
        ("Ida", "", 0),
        ("Kai", "Ida", 1),
        ("Jon", "Kai", 2),
        ("Mia", "Kai", 2),
    ]
    assert table.scene.outcome().metrics["hops"] == 2
    assert table.scene.outcome().metrics["informed"] == (4 + 1) / 8


def test_who_does_not_know_a_piece_cannot_tell_it() -> None:
    table = Table({"news": "Ida: the mill is under water", "earshot": 80})
    assert kinds(table.do("Jon", "say the mill is under water")) == ["said"]


def test_an_intervention_brings_news_and_the_others_still_work() -> None:
    table = Table()
    (began,) = table.intervene("news Kai there is a bear in the woods")
    assert (began.agent, began.audience) == ("Kai", ("Kai",))
    assert table.scene.folk["Kai"].news[4].text == "there is a bear in the woods"
    table.intervene("plan Kai milestones 8:00 meet at the square")
    assert table.scene.plans["Kai"].milestones == ("8:00 meet at the square",)
    table.intervene("broadcast The market is open")
    assert table.scene.observe("Mia").heard[-1].text == "The market is open"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"news": "Zed: something"}, "nobody is called 'Zed'"),
        ({"news": "no name"}, "is no news; write Ida"),
        ({"players": 13}, "players"),
        ({"size": 12}, "size"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, Any], told: str) -> None:
    with pytest.raises(UserError, match=told):
        Table(options)


# -- knowledge


def test_others_are_known_only_where_they_were_seen() -> None:
    table = Table({"earshot": 3})
    table.do("Ida", "go square")
    table.do("Kai", "go square")
    seen = table.scene.observe("Ida")
    assert list(seen.people) == ["Ida"]
    assert "Kai" in seen.me.near
    table.wait(30)
    left = table.do("Kai", "go woods")
    assert "Ida" in next(event.audience or () for event in left if event.kind == "left")
    sight = table.scene.observe("Ida").me.sights["Kai"]
    assert not sight.near
    assert table.scene.ground.place_at(sight.at) == table.scene.ground.find("square")
    assert not seen.left
    assert set(table.scene.observe("").people) == set(table.scene.names)


def test_what_is_remembered_begins_with_the_time_of_day() -> None:
    header = prepare("village", {"players": 4, "minutes": 20, "days": 1, "earshot": 80}, {}, 2)
    run = open_run(header, routes=Routes())

    async def play() -> list[Event]:
        return [event async for event in run]

    events = asyncio.run(play())
    assert isinstance(run.scene, VillageScene)
    memory = ShortTermMemory("Kai", run.scene)
    for event in events:
        memory.take(event)
    told = [message["content"] for message in memory.serialize() if message["role"] == "user"]
    assert told
    assert all(line.startswith("[") for line in told)
    said = next(event for event in events if event.kind == "said" and event.agent == "Ida")
    assert f"[{clock(run.scene.minute_of(said.n))}] Ida: {said.data.sentence()}" in told


def test_news_that_is_brought_to_one_is_not_remembered_by_others() -> None:
    run = open_run(prepare("village", {"players": 4, "max_turns": 3}, {"*": "llm:mock"}, 2), routes=Routes())

    async def play() -> list[Event]:
        run.control.intervene("news Kai there is a bear in the woods")
        return [event async for event in run]

    events = asyncio.run(play())
    memories = {name: ShortTermMemory(name, run.scene) for name in run.scene.names}
    for memory in memories.values():
        for event in events:
            memory.take(event)
    knows = {name for name, memory in memories.items() if "bear" in str(memory.serialize())}
    assert knows == {"Kai"}
