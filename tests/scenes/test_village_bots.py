"""How villagers that need no model live: by their plans, and with words for who asks."""

import asyncio

import pytest

from core.engine.agents import Scripted
from core.engine.casting import agent_for, open_run, prepare
from core.engine.chance import Draw
from core.engine.events import Event, Said
from core.llm.routes import Routes
from scenes.village.bots import addressee, answer, is_question
from scenes.village.events import Walked
from scenes.village.planning import DAY, clock, current, entries, plan
from scenes.village.scene import VillageScene
from scenes.village.terrain import at
from scenes.village.villagers import NAMES
from tests.scenes.village_table import Table


def test_a_plan_is_written_so_that_it_can_be_read() -> None:
    table = Table({"players": 12})
    for name in NAMES:
        for day in range(5):
            milestones = plan(name, day * DAY + 300, Draw(day)).milestones or ()
            read = entries(milestones, table.scene.ground)
            assert [f"{clock(each.minute)} {each.doing} {at(each.place.name)}" for each in read] == list(milestones)
            assert read[-1].doing == "sleep"


def test_what_is_due_is_the_last_milestone_that_has_begun() -> None:
    ground = Table().scene.ground
    milestones = ("8:00 work at the mill", "nonsense", "9:00 dance at the ball", "12:30 eat at the inn")
    due = [current(milestones, ground, minute) for minute in (8 * 60 - 1, 8 * 60, 12 * 60, DAY + 13 * 60)]
    assert [each and each.place.name for each in due] == ["inn", "mill", "mill", "inn"]
    assert current((), ground, 600) is None


def test_a_plan_that_is_changed_from_outside_is_followed() -> None:
    run = open_run(prepare("village", {"players": 4, "days": 1}, {}, 2), routes=Routes())

    async def play() -> list[Event]:
        out = []
        async for event in run:
            out.append(event)
            if event.turn == 20 and event.end == "turn":
                run.control.intervene("plan Kai milestones 6:00 gather at the woods")
        return out

    walked = [event for event in asyncio.run(play()) if event.agent == "Kai" and isinstance(event.data, Walked)]
    later = [event.data.to for event in walked if event.turn > 20]  # type: ignore[attr-defined]
    assert later[0] == "the woods"
    assert "the square" not in later


@pytest.mark.parametrize(
    ("words", "to"),
    [
        ("Ida, what is new?", "Ida"),
        ("What is new, ida?", "Ida"),
        ("Hello Kai!", "Kai"),
        ("Where is Ida?", ""),
        ("I saw Kai at the mill", ""),
    ],
)
def test_words_are_addressed_by_name(words: str, to: str) -> None:
    assert addressee(words, ("Ida", "Kai", "Jon", "Mia")) == to


def test_what_is_asked() -> None:
    assert is_question("where is Ida")
    assert is_question("Everything well?")
    assert not is_question("Good morning, Ida.")


def test_answers_say_what_one_knows_and_no_more() -> None:
    table = Table({"news": "Ida: the mill is under water; Mia: a comet was seen", "earshot": 3})
    scene = table.scene
    table.do("Ida", "go square")
    table.do("Kai", "go square")
    table.do("Mia", "go square")
    table.do("Mia", "tell Ida a comet was seen")
    table.wait(60)
    table.do("Mia", "go woods")

    def ida(words: str, asker: str = "Kai") -> str:
        return answer(words, asker, scene.observe("Ida"))

    assert ida("Where is Kai?") == "Kai is right there, at the square."
    assert ida("where is mia?") == f"I saw Mia at the square at {clock(scene.now)}. By day Mia works at the farm."
    assert "I have not seen Jon yet" in ida("Have you seen Jon?") or "I saw Jon" in ida("Have you seen Jon?")
    assert ida("Where are you, Ida?") == "I am here, at the square."
    assert ida("What is new?") == "Mia says a comet was seen."
    assert ida("any news?", "Mia") == "the mill is under water; I know it first hand."
    assert ida("Who told you that?").startswith("Mia did, at ")
    assert "in your own house" in ida("Where can I eat?")
    assert "steps from here, to the" in ida("Where is the mill?")
    assert ida("where is the square?") == "you have found it: we are at the square."
    assert ida("Where can I get fish?").startswith("there is fish at the jetty")
    assert ida("What time is it?") == f"it is {clock(scene.now)}."
    assert ida("Who are you?") == "I am Ida, the baker. I work at the bakery, and live in Ida's house."
    assert ida("How are you?") == "I am well, thank you."
    assert ida("What is the meaning of life?") == "I do not know about that."
    assert answer("What is new?", "Ida", scene.observe("Jon")) == "I have heard nothing."


def test_a_person_is_answered_aloud_or_in_private_as_it_asked() -> None:
    header = prepare("village", {"players": 4, "days": 1, "earshot": 80}, {}, 2, human=True)
    lines = ("say Kai, what time is it?", "tell Mia who are you?", "yield", "yield", "yield")
    agents = {
        name: Scripted(lines) if policy == "human" else agent_for(VillageScene, policy)
        for name, policy in header.cast.items()
    }
    run = open_run(header, agents=agents, routes=Routes())

    async def play() -> list[Event]:
        return [event async for event in run if event.turn < 9]

    said = [(event.agent, event.data) for event in asyncio.run(play()) if isinstance(event.data, Said)]
    private = [words.text for name, words in said if name == "Mia" and words.to == ("Ida",)]
    assert any(name == "Kai" and words.text == "Ida, it is 6:03." and not words.to for name, words in said)
    assert private == ["I am Mia, the farmer. I work at the farm, and live in Mia's house."]
    assert not any(name == "Jon" and "6:0" in words.text for name, words in said)
