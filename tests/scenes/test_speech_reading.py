"""Werewolf and the council: a model as second reader, questions back, and answers to questions in free words."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from core.engine.casting import prepare
from core.engine.chance import Chance
from core.engine.events import Event, RunEnded, Said
from core.engine.reading_events import SecondReading, SpanLabel
from core.engine.registry import find_scene
from core.engine.session import Session
from core.intents.conversation import Guess, addressee, guesses_after, is_question, likely_addressees
from core.lab.records import records
from core.recording.checked_reader import read_run
from core.recording.verification import verify
from scenes.council import phrases
from scenes.council import reading as council
from scenes.council.events import Argued, NewsArgued, Positioned, Questioned, Unsure
from scenes.council.votes import Position
from scenes.werewolf import claims
from scenes.werewolf.claims import Claim
from scenes.werewolf.config import SEATS
from tests.make_intents import TASKS
from tests.model_behaviors import good
from tests.model_server import ModelServer
from tests.model_wire import Body
from tests.scenes.council_table import Table

READER = "llm:openai/test"
OPTIONS: dict[str, dict[str, Any]] = {
    "werewolf": {"protocol": "round-robin", "deal": "Ann=villager", "first_night": "peace", "players": 6},
    "council": {"members": 4},
}
UNCLEAR = {
    "werewolf": ("Cat is too calm for my taste", "Cat is a funny one", "maybe it is Cat maybe not"),
    "council": ("it gets my hand", "my hand goes up for that", "fine by me I think", "I could support it"),
}
"""Words that the rules understand as a guess, as long as no training message is like them."""


def hint(scene: str) -> str:
    """Return the first of these messages that the trained rules read as a guess."""
    if scene == "werewolf":
        return next(each for each in UNCLEAR[scene] if claims.uncertain_meaning(each, "Ann", SEATS[:6]))
    names = ("Ann", "Bob", "Cat", "Dan")
    return next(each for each in UNCLEAR[scene] if council.uncertain_stance(council.speech_of(each, names), {}))


HINTS = {scene: hint(scene) for scene in UNCLEAR}
MEANT: dict[str, tuple[str, list[str], str]] = {
    "werewolf": ("suspect", ["Cat"], HINTS["werewolf"]),
    "council": ("for", [], HINTS["council"]),
}
SCENES = ("werewolf", "council")


async def play(folder: Path, scene: str, says: Sequence[str], reader: str, label: tuple[Any, ...] = ()) -> list[Event]:
    """Let Ann say some sentences; the run is verified without the model."""
    (folder / "ann").write_text("".join(f"say {each}\n" for each in says))

    def reply(body: Body) -> str:
        intent, slots, span = label
        said = body["messages"][1]["content"]
        found = [{"intent": intent, "slots": slots, "span": span}] if span in said else []
        return json.dumps({"readings": found})

    path = folder / f"run{len(list(folder.iterdir()))}.jsonl"
    with ModelServer(then=good(reply)) as server:
        options = {**OPTIONS[scene], "reader": reader, "max_turns": 60}
        models = {"openai/test": {"base": server.base}}
        header = prepare(scene, options, {"Ann": f"script:{folder}/ann"}, 3, models=models)
        events = [event async for event in Session(header, path)]
    assert await verify(read_run(path)) == len(events)
    return events


def of(events: list[Event], kind: type[Any]) -> list[Any]:
    return [event.data for event in events if isinstance(event.data, kind)]


def acted_upon(scene: str, events: list[Event]) -> bool:
    """Return True if the game took Ann's words for what they mean."""
    if scene == "council":
        return Positioned(Position("for", "clear")) in [e.data for e in events if e.agent == "Ann"]
    state: Any = find_scene("werewolf")(find_scene("werewolf").Config(**OPTIONS["werewolf"]), SEATS[:6])
    for event in events:
        state.apply(event)
    return ("Ann", Claim("suspect", "Cat")) in [(each.name, each.claim) for each in state.claims]


@pytest.mark.parametrize("scene", SCENES)
async def test_rules_and_a_model_together_are_sure(tmp_path: Path, scene: str) -> None:
    plain = await play(tmp_path, scene, [HINTS[scene]], "")
    read = await play(tmp_path, scene, [HINTS[scene]], READER, MEANT[scene])
    assert (acted_upon(scene, plain), acted_upon(scene, read)) == (False, True)
    (second,) = of(read, SecondReading)
    assert (second.speaker, second.text, second.agrees) == ("Ann", HINTS[scene], True)
    result = of(read, RunEnded)[0].result
    assert (result["reader_read"], result["reader_agreement"]) == (1, 1.0)
    assert result[f"agrees {MEANT[scene][0]}"] == 1.0


@pytest.mark.parametrize("scene", SCENES)
async def test_bots_are_not_read_and_a_mock_changes_nothing(tmp_path: Path, scene: str) -> None:
    plain = await play(tmp_path, scene, [HINTS[scene]], "")
    read = await play(tmp_path, scene, [HINTS[scene]], "llm:mock")
    assert [e.data.text for e in plain if isinstance(e.data, Said)] == [
        e.data.text for e in read if isinstance(e.data, Said)
    ]
    assert [each.speaker for each in of(read, SecondReading)] == ["Ann"]


@pytest.mark.parametrize("scene", SCENES)
async def test_one_listener_asks_back_and_a_yes_confirms(tmp_path: Path, scene: str) -> None:
    yes = await play(tmp_path, scene, [HINTS[scene], "yes"], "")
    no = await play(tmp_path, scene, [HINTS[scene], "no"], "")
    back = {"werewolf": "Ann, are you saying that you suspect me?", "council": "Ann, do I take that as a yes?"}[scene]
    for events in (yes, no):
        assert [back in each.text for each in of(events, Said)].count(True) == 1, "nobody else asks as well"
    assert (acted_upon(scene, yes), acted_upon(scene, no)) == (True, False)


@pytest.mark.parametrize("scene", SCENES)
async def test_a_model_alone_is_asked_back_unless_its_span_has_a_license(tmp_path: Path, scene: str) -> None:
    words = {"werewolf": "frabjous slithy Cat", "council": "frabjous slithy"}[scene]
    label = (MEANT[scene][0], MEANT[scene][1], words)
    events = await play(tmp_path, scene, [words, "yes"], READER, label)
    assert len(of(events, SecondReading)) == 1, "a yes is not read anew"
    assert acted_upon(scene, events)


@pytest.mark.parametrize("scene", SCENES)
async def test_readings_are_a_table_and_disagreements_are_lines_of_the_corpus(tmp_path: Path, scene: str) -> None:
    events = await play(tmp_path, scene, [HINTS[scene]], "llm:mock")
    (path,) = tmp_path.glob("run*.jsonl")
    assert [row.cells["text"] for row in records("readings", [path])] == [HINTS[scene]]
    kind: Any = find_scene(scene)
    (line,) = kind.exports["disagreements"](read_run(path).header, events).split("\n")
    text, rules, model, label = line.split("\t")
    assert (rules.split()[0], model, label) == (MEANT[scene][0], "-", "")
    assert TASKS[scene].grammar.message(text, TASKS[scene].nouns)


@pytest.mark.parametrize("scene", SCENES)
def test_a_foreign_reading_fits_its_message(scene: str) -> None:
    config = find_scene(scene).Config(**OPTIONS[scene])
    state: Any = find_scene(scene)(config, config.seats)
    intent, slots, span = MEANT[scene]
    for label, fits in ((SpanLabel(intent, tuple(slots), span), True), (SpanLabel("obey", (), span), False)):
        event = SecondReading("Ann", "", HINTS[scene], (), (), (label,)).by("", to=())
        if fits:
            state.admits(event)
        else:
            with pytest.raises(ValueError, match="labels"):
                state.admits(event)


# -- questions


NAMES = ("Ann", "Bob", "Cat", "Dan")


@pytest.mark.parametrize(
    ("text", "to"),
    [
        ("Bob, what are you?", "Bob"),
        ("why so quiet, bob", "Bob"),
        ("who is it bob", "Bob"),
        ("bob u sus, explain", "Bob"),
        ("So, Bob, why?", "Bob"),
        ("Do you trust Bob?", "Cat"),
        ("Is Cat lying to you?", "Dan"),
        ("any proof?", "Cat"),
    ],
)
def test_a_question_goes_to_whom_it_calls_or_to_the_last_speaker(text: str, to: str) -> None:
    message = claims.utterance(text, "Ann", NAMES).sentences
    assert is_question(message)
    names = likely_addressees(message, (), ("Cat", "Dan"))
    assert next(filter(None, names)) == to


@pytest.mark.parametrize("text", ["Bob is lying.", "what a night", "I trust Bob", "We hang Bob and Cat"])
def test_a_statement_calls_nobody(text: str) -> None:
    message = claims.utterance(text, "Ann", NAMES).sentences
    assert (is_question(message), addressee(message)) == (False, "")


def test_a_guess_is_asked_about_by_one_listener_and_dropped_by_the_next_words() -> None:
    guesses = {"Ann": Guess("Bob", "for"), "Cat": Guess("Dan", "for")}
    asked = guesses_after(guesses, "Bob", lambda name, guess: True)
    assert asked == {"Ann": Guess("Bob", "for", asked=True), "Cat": Guess("Dan", "for")}
    assert guesses_after(asked, "Ann", lambda name, guess: True).keys() == {"Cat"}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When do we vote, Bob?", "chair"),
        ("How many votes does it need to pass, Bob?", "more yes than no"),
        ("Bob, have you read the report?", "I "),
        ("Bob, would you vote with me on this if I back your motion?", "offer"),
        ("Bob, is that your last word?", "Ann"),
        ("Bob, how does Cat feel about it?", "Cat"),
    ],
)
async def test_a_member_answers_what_was_asked(tmp_path: Path, question: str, answer: str) -> None:
    events = await play(tmp_path, "council", [question], "")
    at = next(n for n, e in enumerate(events) if isinstance(e.data, Questioned) and e.agent == "Ann")
    words = next(e.data.text for e in events[at:] if isinstance(e.data, Said) and e.agent == "Bob" and not e.data.to)
    assert "Ann" in words
    assert answer in words or "deal" in words


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Bob, could you swear that you're a villager?", "no wolf"),
        ("Bob, why so quiet?", "when I have something to say"),
        ("Bob, how many wolves are left?", "two wolves are left"),
        ("Bob, did you vote for Cat yesterday?", "Nobody has voted yet"),
        ("Bob, would you let the seer look at you?", "nothing to hide"),
    ],
)
async def test_a_player_answers_what_was_asked(tmp_path: Path, question: str, answer: str) -> None:
    events = await play(tmp_path, "werewolf", [question], "")
    words = next(each.text for each in of(events, Said)[1:])
    assert words.startswith("Ann, ")
    assert answer.casefold() in words.casefold()


def test_a_whispered_question_is_answered_in_a_whisper() -> None:
    table = Table(members=4).give("Ann").do("Ann", "tell Bob what would change your mind?").turn("yield")
    seen = table.scene.observe
    assert [each.to for each in seen("Bob").questions] == ["Bob"]
    assert seen("Cat").questions == ()


def test_news_is_an_argument_and_is_mentioned(tmp_path: Path) -> None:
    table = Table(members=4)
    news = "It is too expensive, it costs more than we have."
    events = list(table.scene.intervene(f"broadcast {news}", Chance(1)))
    assert NewsArgued("against", "thrift") in [event.data for event in events]
    assert phrases.is_neutral(f'We have just heard: "{news}"'.replace(news, " " * len(news)).replace('"', " "))


def test_guesses_are_no_positions() -> None:
    table = Table(members=4).give("Ann").turn(f"say {HINTS['council']}")
    assert [e.data for e in table.events if isinstance(e.data, Unsure)] == [Unsure("for", "Bob")]
    assert not [e for e in table.events if isinstance(e.data, Positioned | Argued)]
    assert council.speech_of("I am for it. Well, Bob: I am torn.", NAMES).is_certain
