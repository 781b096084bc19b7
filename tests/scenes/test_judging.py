"""A model as judge of talk: its verdict is added to the rules' verdict and never replaces it."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.engine.casting import prepare
from core.engine.events import Asked, Event, Prompted, RunEnded, Said
from core.engine.reading_events import Ruled
from core.engine.session import Session
from core.errors import UserError
from core.recording.checked_reader import read_run
from core.recording.file import Recording
from core.recording.header import Header
from core.recording.verification import verify
from scenes.hanabi.events import Advised, Hid
from tests.model_behaviors import good, server_error
from tests.model_server import ModelServer
from tests.model_wire import Body

LEAK = {"stance": "support", "words": "Your slot a is the red 5!", "action": ""}


async def play(header: Header, path: Path) -> list[Event]:
    """Play a whole game, read it back, and verify it without any model."""
    events = [event async for event in Session(header, path)]
    assert await verify(read_run(path)) == len(events)
    return events


def of(events: list[Event], kind: type[Any]) -> list[Any]:
    return [event.data for event in events if isinstance(event.data, kind)]


def talk(folder: Path, **options: Any) -> Header:
    """Return a game: Ann proposes, Bob names a card of hers twice, Cat says nothing wrong."""
    (folder / "ann").write_text("propose play a: it may fit\nplay b\n")
    (folder / "bob").write_text(f"{json.dumps(LEAK)}\n{json.dumps(LEAK)}\n")
    cast = {"Ann": f"script:{folder}/ann", "Bob": f"llm:script:{folder}/bob", "Cat": "llm:mock"}
    return prepare("hanabi", {"players": 3, "max_turns": 3, **options}, cast, 1)


async def test_words_at_hanabi_are_judged_as_they_were_said(tmp_path: Path) -> None:
    def judged(body: Body) -> str:
        return json.dumps({"why": "so", "found": "red 5" in body["messages"][-1]["content"].partition(" said: ")[2]})

    with ModelServer(then=good(judged)) as server:
        header = talk(tmp_path)
        models = {"openai/test": {"base": server.base}}
        header = prepare("hanabi", {**header.config, "judge": "llm:openai/test"}, header.cast, 1, models=models)
        events = await play(header, tmp_path / "run.jsonl")
        assert server.count == 3
    (end,) = of(events, RunEnded)
    said = {event.n: event.data for event in events if isinstance(event.data, Advised)}
    found = [(said[each.of].words, each.found, each.rules) for each in of(events, Ruled) if each.of in said]
    assert found == [
        ("Your slot a is the [2 words hidden: named a card]!", True, True),
        ("I see nothing better.", False, False),
    ]
    assert (end.result["judged"], end.result["judge_found"], end.result["judge_agreement"]) == (3, 1, 1.0)
    assert end.result["leaks"] == len(of(events, Hid)) == 1
    assert end.models["llm:openai/test"].questions == 3
    judging = [event for event in events if event.agent == "" and isinstance(event.data, Asked | Prompted | Ruled)]
    assert len(judging) == 9
    assert all(event.audience == () for event in judging), "nobody at the table learns what the judge is told"


@pytest.mark.parametrize("verdict", [True, False])
async def test_a_judge_never_replaces_the_rules(tmp_path: Path, verdict: bool) -> None:
    """Whatever the judge says, the game stays the same."""
    with ModelServer(then=good(json.dumps({"why": "so", "found": verdict}))) as server:
        models = {"openai/test": {"base": server.base}}
        plain = await play(talk(tmp_path), tmp_path / "plain.jsonl")
        header = talk(tmp_path)
        header = prepare("hanabi", {**header.config, "judge": "llm:openai/test"}, header.cast, 1, models=models)
        judged = await play(header, tmp_path / "judged.jsonl")
    ours = [(e.agent, e.audience, e.data) for e in judged if e.agent and not isinstance(e.data, RunEnded)]
    assert ours == [(e.agent, e.audience, e.data) for e in plain if e.agent and not isinstance(e.data, RunEnded)]
    (end,) = of(judged, RunEnded)
    assert end.result["judge_agreement"] == pytest.approx(1 / 3 if verdict else 2 / 3, abs=0.001)
    assert end.result["leaks"] == 1


async def test_a_judge_that_fails_leaves_the_words_to_the_rules(tmp_path: Path) -> None:
    with ModelServer(then=server_error()) as server:
        models = {"openai/test": {"base": server.base, "retries": 0}}
        header = talk(tmp_path)
        header = prepare("hanabi", {**header.config, "judge": "llm:openai/test"}, header.cast, 1, models=models)
        events = await play(header, tmp_path / "run.jsonl")
    (end,) = of(events, RunEnded)
    assert of(events, Ruled) == []
    assert "judged" not in end.result
    assert (end.result["leaks"], end.fell_back) == (1, ("llm:openai/test",))


async def test_a_judged_run_that_was_cut_goes_on_with_the_rulings_that_were_paid_for(tmp_path: Path) -> None:
    options = {"players": 3, "judge": "llm:mock", "max_turns": 12}
    header = prepare("hanabi", options, {"*": "llm:mock"}, 2)
    whole = await play(header, tmp_path / "whole.jsonl")
    limited = prepare("hanabi", {**options, "max_calls": 17}, {"*": "llm:mock"}, 2)
    path = tmp_path / "cut.jsonl"
    events = [event async for event in Session(limited, path)]
    assert of(events, RunEnded)[0].reason == "max_calls"
    async for _ in Session(header, None, Recording.read(path)):
        pass
    again = Recording.read(path).events
    assert [(e.agent, e.data) for e in again[:-1]] == [(e.agent, e.data) for e in whole[:-1]]


async def test_an_owners_words_are_judged_by_the_state(tmp_path: Path) -> None:
    (tmp_path / "person").write_text("say @A h1 is mine to color, and I have not.\npass\n")
    cast = {"H": f"script:{tmp_path}/person", "*": "rules"}
    header = prepare("coloring", {"judge": "llm:mock", "max_turns": 6}, cast, 1)
    events = await play(header, tmp_path / "run.jsonl")
    said = [event for event in events if isinstance(event.data, Said)]
    rulings = of(events, Ruled)
    assert [each.of for each in rulings] == [event.n for event in said]
    assert len(rulings) > 1
    (end,) = of(events, RunEnded)
    assert (end.result["judged"], end.result["judge_agreement"]) == (len(rulings), 1.0)
    (told, *_) = (next(iter(each.messages.values())) for each in of(events, Prompted)[1:])
    assert told["role"] in ("system", "user")


@pytest.mark.parametrize("judge", ["mock", "llm:", "rules", "llm: "])
def test_a_judge_is_a_model(judge: str) -> None:
    with pytest.raises(UserError, match="a judge is a model, such as llm:"):
        prepare("hanabi", {"judge": judge}, {}, 1)


def test_a_judge_whose_key_is_missing_is_told_before_the_game() -> None:
    with pytest.raises(UserError, match="OPENAI_API_KEY"):
        prepare("hanabi", {"judge": "llm:openai/gpt-4o-mini"}, {}, 1)
