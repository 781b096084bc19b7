"""Aims and opinions of villagers: who knows them, what moves them, and when they are met."""

import asyncio

import pytest

from core.engine.casting import open_run, prepare, recorded_config, scene_after
from core.engine.events import Event
from core.llm.routes import Routes
from core.recording.header import Header
from core.social.aims import AimSettled
from scenes.village.aim_texts import suspects
from scenes.village.answers import reply_points
from scenes.village.consequences import subject
from scenes.village.events import AimSet, OpinionMoved
from scenes.village.news import names_in
from scenes.village.opinions import asks_for_silence, moved_by_words
from scenes.village.pursuits import TELLING, on_matter
from scenes.village.scene import VillageScene
from scenes.village.understanding import understand
from tests.examples import counts
from tests.scenes.village_table import Table


def lively(seed: int = 3) -> Table:
    """Return a village with aims in which everybody hears everybody."""
    return Table({"players": 8, "aims": "on", "earshot": 80}, seed)


def owner(table: Table, what: str) -> str:
    return next(name for name, own in table.scene.pursuits.items() if own.aim.what == what)


def settled(events: list[Event]) -> dict[str, bool]:
    return {event.agent: event.data.met for event in events if isinstance(event.data, AimSettled)}


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("players", [4, 5, 8, 12])
def test_clues_clear_everybody_but_the_culprit(players: int, seed: int) -> None:
    table = Table({"players": players, "aims": "on"}, seed)
    scene = table.scene
    assert set(scene.pursuits) == set(scene.names)
    seeker, culprit = owner(table, "find"), owner(table, "keep")
    about = scene.pursuits[seeker].aim.about
    texts = [scene.pieces[piece] for piece, each in scene.abouts.items() if each == about]
    assert len(texts) == scene.pursuits[seeker].aim.count
    cleared = {name for text in texts for name in names_in(text, scene.names)}
    assert cleared == set(scene.names) - {seeker, culprit}
    assert not {seeker, culprit} & {
        name for name in scene.names if any(n.about == about for n in scene.folk[name].news.values())
    }


def test_only_its_owner_sees_an_aim() -> None:
    table = lively()
    for name in table.scene.names:
        assert set(table.scene.observe(name).pursuits) == {name}
        assert "secret aim" in table.scene.status_prompt(name)
    culprit, seeker = owner(table, "keep"), owner(table, "find")
    assert "keep secret" not in table.scene.status_prompt(seeker)
    assert "keep secret" in table.scene.status_prompt(culprit)


def test_a_clue_is_for_those_who_are_not_disliked_and_promised_silence_holds() -> None:
    table = lively()
    scene, seeker = table.scene, owner(table, "find")
    about = scene.pursuits[seeker].aim.about
    holders = [n for n in scene.names if any(k.about == about for k in scene.folk[n].news.values())]
    question = f"Do you know anything about the {about}?"
    for holder in holders:
        point = on_matter(question, seeker, scene.observe(holder))
        assert point is not None
        assert point.phrase == ("clue_cold" if scene.opinions[holder, seeker] < TELLING else "clue")
    friend = next(n for n in holders if scene.opinions[n, seeker] >= 0)
    table.do(friend, f"tell {seeker} {next(k.text for k in scene.folk[friend].news.values() if k.about == about)}")
    assert len(suspects(scene.pursuits[seeker].aim, scene.observe(seeker))) < len(scene.names) - 1
    asker, holder = next((a, h) for a in scene.names for h in holders if a != h and scene.opinions[h, a] > 0)
    (promised,) = (
        each for each in table.do(asker, f"tell {holder} say nothing about the {about}") if each.kind == "promised"
    )
    assert promised.audience == (holder, asker)
    point = on_matter(question, seeker, scene.observe(holder))
    assert point is not None
    assert point.phrase == "clue_cold"


def test_kind_words_count_once_a_day() -> None:
    table = lively()
    before = table.scene.opinions["Kai", "Ida"]
    table.do("Ida", "tell Kai I am sorry, Kai")
    events = table.do("Ida", "tell Kai I am so sorry, Kai")
    assert table.scene.opinions["Kai", "Ida"] == before + 1
    assert not any(isinstance(event.data, OpinionMoved) for event in events)
    table.do("Ida", "say Kai, you are a fool")
    assert table.scene.opinions["Kai", "Ida"] == before


@pytest.mark.parametrize("right", [True, False])
def test_an_accusation_settles_the_aims(right: bool) -> None:
    table = lively()
    seeker, culprit = owner(table, "find"), owner(table, "keep")
    other = next(name for name in table.scene.names if name not in (seeker, culprit))
    assert "your aim is another one" in table.refused(culprit, f"accuse {seeker}")
    events = table.do(seeker, f"accuse {culprit if right else other}")
    assert settled(events) == ({seeker: True, culprit: False} if right else {seeker: False})
    assert "your aim is another one" in table.refused(seeker, f"accuse {culprit}")


def test_a_debt_is_paid_with_goods() -> None:
    table = lively()
    name = owner(table, "debt")
    own = table.scene.pursuits[name].aim
    assert "you carry no" in table.refused(name, f"give {own.other} {own.goods}")
    place = next(each for each in table.scene.ground.places if each.gives == own.goods)
    table.do(name, f"go {place.name}")
    for _ in range(own.count):
        table.do(name, "gather")
        table.wait(20)  # goods grow back
    table.do(name, f"give {own.other} {own.goods}")
    assert table.scene.folk[own.other].pack == {own.goods: own.count}
    assert settled(table.wait(3)) == {name: True}


def test_at_the_feast_every_aim_is_decided_and_a_new_one_follows() -> None:
    table = Table({"players": 4, "aims": "on", "days": 4}, 2)
    events = table.wait(36 * 60 + 3)
    assert {name: own.met is not None for name, own in table.scene.pursuits.items()} == dict.fromkeys(
        table.scene.names, True
    )
    assert settled(events)[owner(table, "keep")]
    later = table.wait(14 * 60)
    assert {event.agent for event in later if isinstance(event.data, AimSet)} == set(table.scene.names)
    assert all(own.met is None for own in table.scene.pursuits.values())
    assert table.scene.outcome().scores.keys() == set(table.scene.names)


def played(options: dict[str, object], seed: int) -> tuple[Header, list[Event], VillageScene]:
    header = prepare("village", options, {}, seed)

    async def run() -> list[Event]:
        return [event async for event in open_run(header, routes=Routes())]

    events = asyncio.run(run())
    scene = scene_after(header, events)
    assert isinstance(scene, VillageScene)
    return header, events, scene


@counts(1, 4)
def test_news_reaches_some_and_not_all(count: int) -> None:
    """Mean shares of 30 to 80 %, as over many more seeds; without aims, all know all."""
    shares = []
    for seed in range(1, count + 1):
        scene = played({}, seed)[2]
        shares += [len(scene.sources[each]) / 8 for each in scene.pieces if each not in scene.abouts]
    assert 0.3 < sum(shares) / len(shares) < 0.8
    assert min(shares) < 0.6


def test_a_header_without_the_option_means_no_aims() -> None:
    config = recorded_config("village", {"players": 4})
    assert not VillageScene(config, config.seats).lively
    assert prepare("village", {"players": 4}, {}, 1).config["aims"] == "on"


def test_words() -> None:
    names = ("Ida", "Kai", "Jon")
    assert moved_by_words("Thank you, Kai.", (), ("Kai", "Jon"), names) == ("kind", "Kai")
    assert moved_by_words("Thank you.", (), ("Kai", "Jon"), names) == ("", "")
    assert moved_by_words("You fool!", ("Jon",), ("Jon",), names) == ("rude", "Jon")
    assert asks_for_silence("Please don't tell anybody about the goats")
    assert [subject(text) for text in ("wolves were heard", "somebody found an old coin in the field")] == [
        "wolves",
        "an old coin",
    ]


@pytest.mark.parametrize(("opinion", "phrase"), [(5, "table_gladly"), (3, "table_yes"), (2, "table_no")])
def test_an_invitation_is_accepted_by_opinion_and_news_from_others(opinion: int, phrase: str) -> None:
    table = lively()
    scene, host = table.scene, owner(table, "table")
    guest, other = [name for name in scene.names if name != host][:2]
    invitation = "I keep a table for friends at the feast"
    table.do(host, f"tell {guest} {invitation}")
    scene.opinions[guest, host] = opinion
    assert answered(table, guest, host, invitation) == [phrase]
    table.do(guest, f"tell {other} {host} keeps a table for friends at the feast")
    assert answered(table, other, guest, f"{host} keeps a table for friends at the feast") == ["table_news"]


def test_a_villager_speaks_for_itself_about_a_rumor_on_it() -> None:
    table = lively()
    rumor = "the smith has been offered work in the city"
    table.intervene(f"news Kai {rumor}")
    table.do("Kai", f"tell Leo {rumor}")
    table.do("Kai", f"tell Ida {rumor}")
    for words in (rumor, f"Is it true that {rumor}?", f"What do you think, {rumor}?"):
        assert answered(table, "Leo", "Kai", words)[0].startswith("about_me")
        assert not answered(table, "Ida", "Kai", words)[0].startswith("about_me")


def test_a_question_where_two_are_is_answered_for_both() -> None:
    assert answered(lively(), "Kai", "Ida", "Kai, where are Jon and Tom?")[-2:] == ["where_near"] * 2


def answered(table: Table, name: str, asker: str, words: str) -> list[str]:
    """Return the phrases of a villager's answer."""
    seen = table.scene.observe(name)
    return [point.phrase for point in reply_points(understand(words, seen), asker, seen)]
