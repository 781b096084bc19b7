"""The chat's bot: it speaks about its topic, in its persona, responds to others, and never repeats itself."""

import asyncio
from collections import Counter

import pytest

from core.engine.agents import Scripted
from core.engine.casting import agent_for, open_run, prepare
from core.engine.events import Event, Said
from core.llm.routes import Routes
from core.social.persona import Portrait
from scenes.chat.persona import as_reason
from scenes.chat.scene import ChatScene
from scenes.chat.subject import phrases


def played(
    seed: int = 3, turns: int = 30, lines: tuple[str, ...] = (), broadcast: str = "", **options: object
) -> list[Event]:
    """Play a chat; `lines` are a human's, `broadcast` is an intervention after turn 8 or soon after."""
    header = prepare("chat", {"max_turns": turns, **options}, {}, seed, human=bool(lines))
    agents = {
        name: Scripted((*lines, *("yield",) * turns)) if policy == "human" else agent_for(ChatScene, policy)
        for name, policy in header.cast.items()
    }
    run = open_run(header, agents=agents, routes=Routes())

    async def play() -> list[Event]:
        out: list[Event] = []
        done: list[int] = []
        async for event in run:
            out.append(event)
            if broadcast and event.turn >= 8 and event.end == "turn" and not done:
                run.control.intervene(f"broadcast {broadcast}")
                done.append(event.turn)
        return out

    return asyncio.run(play())


def words(events: list[Event], after: int = 0) -> list[tuple[str, str]]:
    return [(each.agent, each.data.text) for each in events if isinstance(each.data, Said) and each.turn > after]


def test_noun_phrases_are_taken_from_the_topic() -> None:
    assert phrases("The topic: Is a hot dog a sandwich?") == ("a hot dog", "a sandwich")
    assert phrases("whether a machine can be a friend") == ("a machine", "a friend")
    assert phrases("Should cities ban cars?") == ("cities", "cars")


@pytest.mark.parametrize("topic", ["Is a hot dog a sandwich?", "Should cities ban cars?"])
def test_bots_speak_about_their_topic(topic: str) -> None:
    said = [text for _, text in words(played(topic=topic))]
    about = sum(any(phrase in text.casefold() for phrase in phrases(topic)) for text in said)
    assert about >= len(said) / 3


def test_a_persona_is_given_as_the_reason() -> None:
    said = words(played(personas="Ann=a baker; Bob=a retired nurse"))
    assert any(name == "Ann" and "As a baker" in text for name, text in said)
    assert any(name == "Bob" and "As a retired nurse" in text for name, text in said)
    assert not any("As a baker" in text for name, text in said if name != "Ann")
    assert as_reason(Portrait(profile="You are a smith. You like iron.")) == "As a smith"
    assert as_reason(Portrait()) == ""


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_said_twice_by_the_same_agent(seed: int) -> None:
    counts = Counter(words(played(seed, turns=120)))
    assert max(counts.values()) == 1


def test_news_from_outside_is_answered() -> None:
    said = words(played(broadcast="The bakery has closed"), after=8)
    assert any("bakery" in text for _, text in said[:8])


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (
            "Bob, what do you think about all this?",
            ("yes", "no", "favor", "against", "torn", "undecided", "good and bad", "up my mind", "back and forth"),
        ),
        ("Bob, why do you think so?", ("Because", "As a nurse")),
        ("Bob, can you give me an example?", ("As a nurse", "example", "a case")),
        ("Bob, when was the first one built?", ("don't know", "can't tell")),
        ("Bob, tell us something about yourself", ("nurse",)),
        ("Hello Bob!", ("Hello", "Hi ", "Good to see")),
        ("Thank you, Bob.", ("welcome", "Any time")),
        ("Bob, could we change the subject, please?", ("Fine", "All right", "Gladly")),
    ],
)
def test_each_kind_of_message_gets_an_answer_of_its_kind(asked: str, expected: tuple[str, ...]) -> None:
    events = played(lines=(f"say {asked}", "yield"), turns=2, personas="Bob=a nurse", topic="Should cities ban cars?")
    answers = [text for name, text in words(events) if name == "Bob"]
    assert answers
    assert any(each in answers[0] for each in expected), answers[0]


def test_equal_seeds_give_equal_words() -> None:
    assert words(played(7)) == words(played(7))
