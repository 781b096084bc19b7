"""The chat's bot: it speaks about its topic, in its persona, responds to others, and never repeats itself."""

import asyncio
import re
from collections import Counter

import pytest

from core.engine.agents import Scripted
from core.engine.casting import agent_for, open_run, prepare
from core.engine.events import Event, Said
from core.llm.routes import Routes
from core.social.persona import Portrait
from scenes.chat.debate import debate, view_after
from scenes.chat.persona import introduction
from scenes.chat.scene import ChatScene
from scenes.chat.subject import phrases, statement, subject


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
    assert phrases("Is a hot dog a sandwich?") == ("a hot dog", "a sandwich")
    assert phrases("the price of bread") == ("the price of bread",)
    assert phrases("whether a machine can be a friend") == ("a machine", "a friend")
    assert phrases("Should cities ban cars?") == ("cities", "cars")


@pytest.mark.parametrize(
    ("topic", "expected"),
    [
        ("Should cities ban cars?", "cities should ban cars"),
        ("Is it wrong to eat meat?", "it is wrong to eat meat"),
        ("Are ghosts real?", "ghosts are real"),
        ("Do ghosts exist?", "ghosts exist"),
        ("Is working from home better than an office?", "working from home is better than an office"),
        ("Pineapple belongs on pizza", "pineapple belongs on pizza"),
        ("the price of bread", ""),
    ],
)
def test_a_topic_gives_a_statement_to_argue_about(topic: str, expected: str) -> None:
    assert statement(topic) == expected


@pytest.mark.parametrize("topic", ["Is a hot dog a sandwich?", "Should cities ban cars?", "the price of bread"])
def test_bots_argue_about_their_topic(topic: str) -> None:
    said = [text for _, text in words(played(topic=topic, turns=16))]
    talk = debate("", subject(topic))
    parts = [part for each in (*talk.mine, *talk.others) for part in each]
    about = [text for text in said if any(part.casefold() in text.casefold() for part in (*phrases(topic), *parts))]
    assert len(about) >= len(said) / 2
    assert sum(phrases(topic)[0] in text for text in said) >= 4


def test_bots_refer_to_what_others_said() -> None:
    said = words(played(topic="Should cities ban cars?"))
    talk = debate("", subject("Should cities ban cars?"))
    arguments = (*talk.mine, *talk.others)
    taken_up = 0
    for at, (name, text) in enumerate(said):
        for argument in arguments:
            before = [other for other, earlier in said[:at] if argument.claim in earlier.lower() and other != name]
            taken_up += bool(before) and argument.gist in text.lower() and before[0] in text
    assert taken_up >= 4


def test_a_persona_is_given_as_the_reason() -> None:
    lines = ("say Bob, what do you do for a living?", "yield", "say Bob, how many people live in Rome?", "yield")
    said = words(played(lines=lines, personas="Bob=a retired nurse; Cat=a baker", turns=8))
    answers = [text for name, text in said if name == "Bob" and "Ann" in text]
    assert sum("a retired nurse" in text for text in answers) >= 1, answers
    assert not any("a retired nurse" in text for name, text in said if name != "Bob")
    assert introduction(Portrait(profile="You are a smith. You like iron.")) == "a smith"
    assert introduction(Portrait()) == ""


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.few(1)
def test_nothing_is_said_twice_by_the_same_agent(seed: int) -> None:
    counts = Counter(words(played(seed, turns=120)))
    assert max(counts.values()) == 1


def test_news_from_outside_is_answered() -> None:
    said = words(played(broadcast="The bakery has closed"), after=8)
    assert any("bakery" in text for _, text in said[:8])


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("Bob, what do you think about all this?", "cities should ban cars"),
        ("wait which side are you on Bob", "cities should ban cars"),
        ("Bob, do you think dogs should wear shoes?", "dogs should wear shoes"),
        ("Bob, would you rather live by the sea or in the hills?", "by the sea|in the hills"),
        ("Bob, can you give me an example?", "My neighbor|Our street"),
        ("Bob, what about ambulances?", "[Aa]mbulances"),
        ("Bob, how many people live in Rome?", "Rome.*(?:don't know|I'm a nurse)|No idea about Rome|guess about Rome"),
        ("Bob, tell us something about yourself", "a nurse"),
        ("Bob, do you have a pet?", "dog"),
        ("Bob, are you a bot?", "bot"),
        ("Bob, what are we talking about?", "whether cities should ban cars"),
        ("Bob, what did Zoe say about trams?", "Zoe"),
        ("Bob, what is the best argument against your own view?", "argument|pause|mind"),
        ("Hello Bob!", "Hello|Hi|Good to see"),
        ("Thank you, Bob.", "welcome|Any time|Sure"),
        ("Bob, could we talk about music instead?", "music"),
    ],
)
def test_each_kind_of_message_gets_an_answer_of_its_kind(asked: str, expected: str) -> None:
    events = played(lines=(f"say {asked}", "yield"), turns=2, personas="Bob=a nurse", topic="Should cities ban cars?")
    answers = [text for name, text in words(events) if name == "Bob"]
    assert answers
    assert re.search(expected, answers[0]), answers[0]


def test_what_somebody_said_is_quoted() -> None:
    lines = ("yield", "say Bob, what did Cat say?", "yield")
    said = words(played(lines=lines, turns=8, topic="Should cities ban cars?"))
    before = [text for name, text in said[:6] if name == "Cat"]
    assert any(name == "Bob" and before[0] in text for name, text in said), said


def test_a_mood_changes_what_is_said() -> None:
    def angry(mood: str) -> str:
        events = played(
            lines=("say Bob, how are you?", "yield"), turns=2, personas={"Bob": {"properties": {"mood": mood}}}
        )
        return next(text for name, text in words(events) if name == "Bob")

    assert "furious" in angry("furious")
    assert "worn out" in angry("worn out")


def test_news_about_the_topic_changes_a_view() -> None:
    topic = subject("whether a machine can be a friend")
    assert view_after("for", topic, "A machine hurt a child today") == "unsure"
    assert view_after("unsure", topic, "A machine hurt a child today") == "against"
    assert view_after("for", topic, "It rained") == "for"


def test_equal_seeds_give_equal_words() -> None:
    assert words(played(7)) == words(played(7))
