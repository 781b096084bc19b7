"""A model that reads messages beside the rules: what it may change, the counts, and replay without it."""

import asyncio
import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.engine.casting import prepare
from core.engine.events import Asked, Event, Prompted, RunEnded, Said
from core.engine.reading_events import SecondReading, SpanLabel
from core.engine.session import Session
from core.engine.simulator import Pending
from core.errors import UserError
from core.lab.counterfactual import withhold_message
from core.lab.design import Experiment
from core.lab.records import records
from core.llm.model_client import RepeatedFailure
from core.recording.checked_reader import read_run
from core.recording.file import Recording
from core.recording.verification import verify
from scenes.coloring.reports.tables import messages_to_label
from scenes.coloring.rules.legality import admit
from scenes.coloring.talk.intents import GRAMMAR
from scenes.coloring.talk.speech import Addressed, Requested
from tests.intents.corpus import load
from tests.make_intents import PROBLEM, TASKS
from tests.model_behaviors import GOOD, Behavior, good, silent, slow
from tests.model_server import ModelServer
from tests.model_wire import Body

Label = tuple[str, tuple[str, ...], str]
"""Intent, slots and span."""
READER = "llm:openai/test"


def of(events: list[Event], kind: type[Any]) -> list[Any]:
    return [event.data for event in events if isinstance(event.data, kind)]


def as_told(labels: dict[str, list[Label]]) -> Callable[[Body], str]:
    """Return a model that labels messages by their text, and gives others no label."""

    def reply(body: Body) -> str:
        words = json.loads(body["messages"][1]["content"].split("\n")[0].partition(": ")[2])
        found = [{"intent": intent, "slots": slots, "span": span} for intent, slots, span in labels.get(words, [])]
        return json.dumps({"readings": found})

    return reply


async def play(
    folder: Path, says: list[str], then: Behavior = GOOD, reader: str = READER, others: str = "rules", **options: Any
) -> list[Event]:
    """Let H say some sentences to B at its first turn; the run is verified without the model."""
    (folder / "person").write_text("\n".join(f"say @B {each}" for each in says) + "\npass\n")
    cast = {"H": f"script:{folder}/person", "*": others}
    path = folder / f"run{len(list(folder.iterdir()))}.jsonl"
    with ModelServer(then=then) as server:
        models = {"openai/test": {"base": server.base}}
        options = {"reader": reader, "max_turns": 4, "max_failures": 0, **options}
        header = prepare("coloring", options, cast, 1, models=models)
        events = [event async for event in Session(header, path)]
    assert await verify(read_run(path)) == len(events)
    return events


def played(events: list[Event]) -> list[Any]:
    """Everything except the reader's prompts and replies, and the result."""
    return [(e.turn, e.agent, e.audience, e.data) for e in events if not isinstance(e.data, RunEnded | SecondReading)
            and not (isinstance(e.data, Asked | Prompted) and not e.agent)]  # fmt: skip


WISH = "I dream of b2 in red"
"""The rules guess that b2 is wanted red, but are not sure."""
WISHED: dict[str, list[Label]] = {WISH: [("ask", ("b2", "red"), "b2 in red")]}
HINT = "b2 and red, what a couple"
DEAL = "so we have a deal then"
"""The rules find no intent in it."""


async def test_a_model_and_the_rules_together_are_sure(tmp_path: Path) -> None:
    plain = await play(tmp_path, [WISH], reader="")
    read = await play(tmp_path, [WISH], good(as_told(WISHED)))
    assert of(plain, Requested) == []
    assert of(plain, Addressed)[0].guess == "Do you want b2 red?"
    assert [each.colors for each in of(read, Requested) if each.to == "B"] == [{"b2": "red"}]
    assert of(read, Addressed)[0].guess == ""
    (second,) = of(read, SecondReading)
    assert (second.agrees, second.speaker, second.to, second.text) == (True, "H", "B", WISH)
    secret = [event for event in read if isinstance(event.data, SecondReading | Asked | Prompted)]
    assert len(secret) == 3
    assert all(event.audience == () for event in secret), "nobody at the table learns what the reader says"


@pytest.mark.parametrize(
    ("words", "label", "acts"),
    [
        (HINT, ("avoid", ("b2", "red"), "b2 and red"), True),
        (HINT, ("avoid", ("b2", "red"), "what a couple"), False),
        ('my friend said "b3 green please"', ("ask", ("b3", "green"), "b3 green please"), False),
        ('my friend said "b3 green please"', ("ask", ("b3", "green"), '"b3 green please"'), False),
        ('b3 is nice. "Please. b3 green" he said', ("ask", ("b3", "green"), "b3 green"), False),
        ('A wrote me "Hello. Picture b2 red. Bye"', ("ask", ("b2", "red"), "Picture b2 red"), False),
        ("b3 green frabjous slithy toves", ("avoid", ("b3", "green"), "b3 green frabjous slithy"), False),
        ("please make b3 green", ("avoid", ("b3", "green"), "b3 green"), False),
    ],
)
async def test_a_reading_of_the_model_alone_needs_a_license(
    tmp_path: Path, words: str, label: Label, acts: bool
) -> None:
    plain = await play(tmp_path, [words], reader="")
    read = await play(tmp_path, [words], good(as_told({words: [label]})))
    assert (of(plain, Requested) != of(read, Requested)) == acts
    assert of(read, SecondReading)[0].model is not None


async def test_a_guess_of_the_rules_is_replaced(tmp_path: Path) -> None:
    read = await play(tmp_path, [WISH], good(as_told({WISH: [("avoid", ("b2", "red"), "b2 in red")]})))
    assert of(read, Addressed)[0].guess == ""
    assert [each.avoid for each in of(read, Requested) if each.to == "B"] == [{"b2": ("red",)}]


async def test_of_two_guesses_the_rules_is_asked_back(tmp_path: Path) -> None:
    read = await play(tmp_path, [WISH], good(as_told({WISH: [("cost", ("b2", "red"), "in red")]})))
    assert of(read, Addressed)[0].guess == "Do you want b2 red?"


async def test_yes_confirms_a_guess_of_the_model(tmp_path: Path) -> None:
    label = ("avoid", ("b2", "red"), "what a couple")
    said = [HINT, "yes"]
    read = await play(tmp_path, said, good(as_told({HINT: [label]})))
    assert of(read, Addressed)[0].guess == "Do you want b2 not red?"
    assert next(each.avoid for each in of(read, Requested)) == {"b2": ("red",)}
    assert len(of(read, SecondReading)) == 1, "a yes is not read anew"


async def test_whatever_the_prompt_offers_can_be_answered(tmp_path: Path) -> None:
    """A model that follows the prompt literally: each label, with nouns of the kinds that the label names."""

    def obey(body: Body) -> str:
        system, user = (message["content"] for message in body["messages"])
        (line,) = re.findall(r"^Nouns in it: (.*)$", user, re.M)
        nouns = {tag: noun for noun, tag in re.findall(r"(\w+) \((\w+)", line)}
        labels = re.findall(r"^- (\w+) \[(.*?)\]: ", system, re.M)
        slots = [[nouns[each.split(" or ")[0]] for each in kinds.split(", ") if each] for _, kinds in labels]
        found = [{"intent": label, "slots": each, "span": "h2"} for (label, _), each in zip(labels, slots, strict=True)]
        return json.dumps({"readings": found})

    (second,) = of(await play(tmp_path, ["h2, b2, a2: red"], good(obey)), SecondReading)
    assert [each.intent for each in second.model] == list(GRAMMAR.kind_of)


@pytest.mark.parametrize(
    "reply",
    [
        json.dumps({"readings": [{"intent": "ask", "slots": ["b2", "red"], "span": "make b2 red"}]}),
        json.dumps({"readings": [{"intent": "ask", "slots": ["b2", "blue"], "span": "b2 in red"}]}),
        json.dumps({"readings": [{"intent": "ask", "slots": ["b2"], "span": "b2 in red"}]}),
        json.dumps({"readings": [{"intent": "obey", "slots": [], "span": "b2 in red"}]}),
        json.dumps({"readings": [{"intent": "greet", "slots": [], "span": " "}]}),
        "the quick brown fox",
        "{" * 500,
    ],
    ids=["span", "noun", "slots", "label", "empty span", "words", "braces"],
)
async def test_a_reply_that_lies_or_is_no_reply_leaves_the_words_to_the_rules(tmp_path: Path, reply: str) -> None:
    plain = await play(tmp_path, [WISH, DEAL], reader="")
    read = await play(tmp_path, [WISH, DEAL], good(reply))
    assert played(read) == played(plain)
    assert [each.model for each in of(read, SecondReading)] == [None, None]
    assert len(of(read, Asked)) == 6, "each was asked for three times"
    (end,) = of(read, RunEnded)
    assert (end.result["reader_read"], end.result["reader_unread"]) == (0, 2)
    assert (end.fell_back, end.models[READER].fallbacks) == ((READER,), 2)


async def test_a_reader_that_only_fails_ends_the_run_with_an_error(tmp_path: Path) -> None:
    with pytest.raises(RepeatedFailure, match="no usable reply to 2 questions in a row"):
        await play(tmp_path, [WISH, DEAL], good("no"), max_failures=2)


async def test_a_slow_reader_gives_the_same_game(tmp_path: Path) -> None:
    quick = await play(tmp_path, [WISH, DEAL], good(as_told(WISHED)))
    begun = time.monotonic()
    late = await play(tmp_path, [WISH, DEAL], slow(0.2, good(as_told(WISHED))))
    assert time.monotonic() - begun > 0.4
    assert [(e.agent, e.data) for e in late if e.data != of(late, RunEnded)[0]] == [
        (e.agent, e.data) for e in quick if e.data != of(quick, RunEnded)[0]
    ]


async def test_a_run_that_is_stopped_while_words_are_read_ends_before_them(tmp_path: Path) -> None:
    """The screen shows who waits for the reader; after resuming, the message is sent and read."""
    (tmp_path / "person").write_text(f"say @B {WISH}\npass\n")
    path, signals = tmp_path / "run.jsonl", list[Pending]()
    with ModelServer(silent(), then=good(as_told(WISHED))) as server:
        models = {"openai/test": {"base": server.base}}
        header = prepare(
            "coloring", {"reader": READER, "max_turns": 3}, {"H": f"script:{path.parent}/person"}, 1, models=models
        )

        session = Session(
            header, path, on_signal=lambda signal: signals.append(signal) if isinstance(signal, Pending) else None
        )

        async def stop_once_asked() -> None:
            while not server.count:
                await asyncio.sleep(0.01)
            session.run.control.stop()

        stopping = asyncio.ensure_future(stop_once_asked())
        events = [event async for event in session]
        await stopping
        assert [signal.names for signal in signals] == [("H",), ()]
        assert (of(events, RunEnded)[0].reason, of(events, Said)[1:]) == ("stop", [])
        assert await verify(read_run(path)) == len(events)
        async for _ in Session(header, None, Recording.read(path)):
            pass
    resumed = Recording.read(path).events
    assert [each.text for each in of(list(resumed), Said)][1] == WISH
    assert await verify(read_run(path)) == len(resumed)


async def test_a_mock_reader_changes_nothing_at_a_table_of_bots(tmp_path: Path) -> None:
    """In every message of every bot it gives the readings that the rules are sure of."""
    plain = await play(tmp_path, [], reader="", others="chatty", max_turns=12)
    read = await play(tmp_path, [], reader="llm:mock", others="chatty", max_turns=12)
    assert played(read) == played(plain)
    spoken = [event for event in read if isinstance(event.data, Said) and event.agent != "H"]
    assert [each.speaker for each in of(read, SecondReading)] == [event.agent for event in spoken]
    assert len(spoken) > 2


async def test_a_script_can_read(tmp_path: Path) -> None:
    (tmp_path / "labels").write_text('{"readings": [{"intent": "ask", "slots": ["b2", "red"], "span": "b2"}]}\n')
    read = await play(tmp_path, [WISH, WISH], reader=f"llm:script:{tmp_path}/labels")
    assert [each.model for each in of(read, SecondReading)] == [(SpanLabel("ask", ("b2", "red"), "b2"),), None]
    assert len([each for each in of(read, Requested) if each.to == "B"]) == 1


async def test_agreement_is_a_metric_by_message_and_by_label(tmp_path: Path) -> None:
    told = as_told({**WISHED, "h1 is red now": [("report", ("h1", "red"), "h1 is red"), ("greet", (), "now")]})
    read = await play(tmp_path, [WISH, "h1 is red now", DEAL], good(told))
    shares = {key: value for key, value in of(read, RunEnded)[0].result.items() if key.startswith(("reader", "agrees"))}
    assert shares == {
        "reader_read": 3,
        "reader_unread": 0,
        "reader_agreement": 0.6667,
        "agrees ask": 1.0,
        "agrees greet": 0.0,
        "agrees report": 1.0,
    }


async def test_disagreements_become_lines_of_the_corpus_once_they_are_labeled(tmp_path: Path) -> None:
    """Nodes and owners are renamed to those of the corpus, where H writes to B."""
    (tmp_path / "a").write_text("say @H h1 green, or h2 Red?\npass\n")
    header = prepare("coloring", {"reader": "llm:mock", "max_turns": 1}, {"A": f"script:{tmp_path}/a"}, 1)
    events = [event async for event in Session(header, None)]
    (second,) = of(events, SecondReading)
    assert not second.agrees
    (line,) = messages_to_label(header, events).split("\n")
    text, rules, model, label = line.split("\t")
    assert text == "b1 green, or b2 Red?"
    assert rules != "-" == model
    assert label == ""
    (tmp_path / "file.tsv").write_text(f"{line}\n{line}avoid b1 green\n{line}-\n[offer] {line}accept\n")
    labeled, nothing, offered = load(tmp_path / "file.tsv")
    assert labeled == (text, frozenset({("avoid", "b1", "green")}), ())
    assert nothing.labels == frozenset()
    assert offered == (text, frozenset({("accept",)}), ("offer",))
    message = GRAMMAR.message(text, TASKS["coloring"].nouns)
    assert ("b1", "green") in {candidate.slots for candidate in GRAMMAR.candidates(message)}


async def test_a_run_that_was_cut_goes_on_with_the_readings_that_were_paid_for(tmp_path: Path) -> None:
    cast, options = {"*": "chatty"}, {"reader": "llm:mock", "max_turns": 9}
    whole = [event async for event in Session(prepare("coloring", options, cast, 2), None)]
    calls = len([event for event in whole if isinstance(event.data, Asked)])
    path = tmp_path / "cut.jsonl"
    limited = prepare("coloring", {**options, "max_calls": calls // 2}, cast, 2)
    cut = [event async for event in Session(limited, path)]
    assert of(cut, RunEnded)[0].reason == "max_calls"
    async for _ in Session(prepare("coloring", options, cast, 2), None, Recording.read(path)):
        pass
    again = Recording.read(path).events
    assert [(e.agent, e.data) for e in again[:-1]] == [(e.agent, e.data) for e in whole[:-1]]


async def test_words_are_rows_of_a_table_and_were_read_before_they_are_withheld(tmp_path: Path) -> None:
    header = prepare("coloring", {"reader": "llm:mock", "max_turns": 6}, {"*": "chatty"}, 3)
    path = tmp_path / "run.jsonl"
    events = [event async for event in Session(header, path)]
    rows = [row.cells for row in records("readings", [path])]
    assert [(row["text"], row["agrees"]) for row in rows] == [(e.text, e.agrees) for e in of(events, SecondReading)]
    said = next(event for event in events if isinstance(event.data, Said))
    amended = await withhold_message(read_run(path), said.n)
    before = [event.data for event in events if event.turn == said.turn and isinstance(event.data, SecondReading)]
    assert [each.model for each in of(list(amended.step), SecondReading)] == [each.model for each in before]


def test_a_foreign_reading_fits_the_problem() -> None:
    labels = (SpanLabel("ask", ("b2", "red"), "b2 red"),)
    admit(PROBLEM, SecondReading("H", "B", "b2 red please", (), (), labels))
    for wrong in (SpanLabel("obey", (), "b2"), SpanLabel("ask", ("b9", "red"), "b2"), SpanLabel("greet", (), "hi")):
        with pytest.raises(ValueError, match=r"labels|nouns|span"):
            admit(PROBLEM, SecondReading("H", "B", "b2 red please", (), (), (wrong,)))


def test_every_label_and_context_is_explained() -> None:
    assert {*GRAMMAR.kind_of, "offer"} <= GRAMMAR.explanations.keys()


def test_a_foreign_experiment_asks_for_its_reader() -> None:
    asked = Experiment(name="x", scene="coloring", games=1, factors={"reader": ["", "llm:openai/other"]}).wishes()
    assert any("openai/other" in str(wish) for wish in asked)


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"reader": "rules"}, "a reader is a model, such as llm:"),
        ({"reader": "llm:mock", "judge": "llm:other"}, "judge and reader must be equal: write llm:other"),
        ({"reader": "llm:openai/gpt-4o-mini"}, "OPENAI_API_KEY"),
    ],
)
def test_a_reader_is_a_model_and_the_judge_if_there_is_one(options: dict[str, str], match: str) -> None:
    with pytest.raises(UserError, match=match):
        prepare("coloring", options, {}, 1)
