"""Models on the stage: cost, thoughts and false claims."""

import re
import threading
from pathlib import Path

import pytest

from core.engine.casting import prepare
from core.engine.model_tally import Tally, Usage
from core.engine.simulator import Waiting
from core.llm.model_client import CallRetried
from playbill.played import Played
from tests.model_behaviors import held, no_such_model, server_error, stall_midway
from tests.model_server import ModelServer
from tests.tui.conftest import row, stage_of, until, watching
from tests.tui.models import PERSON, end_of, played
from themes.palettes import DARK
from tui.model_log import count, failure_texts, usage_texts
from tui.panes.drawing import short_policy
from tui.panes.kit import line_of
from tui.source import LiveRun
from tui.stages import StageApp
from tui.state.clock import Clock
from tui.state.opening import live_stage
from tui.styles import fold, plain
from tui.testing import standing
from tui.view import View

WORDS = "b2 stays as it is. I looked at every option, and none of them would serve the two of us better than this."


def texts(view: View, tab: str) -> str:
    """Return the text of a tab of the dock."""
    view.pane.room.palette = DARK
    return "\n".join(
        plain(line_of(line)) for each in view.pane.tabs(False) if each.name == tab for line in each.paint(80)
    )


async def test_the_header_sums_up_to_the_playhead(model_game: Played) -> None:
    events = model_game.events
    first, *_ = tokens = [event.spent.tokens_in + event.spent.tokens_out for event in events if event.spent]
    app = standing(model_game, len(events))
    async with app.run_test(size=(120, 24)) as pilot:
        await pilot.pause()
        assert f"3 calls {count(sum(tokens))} tok $0.006" in row(app, "header")
        view = stage_of(app).view
        view.go(next(event.n for event in events if event.kind == "asked"))
        await pilot.pause()
        assert f"1 call {first} tok $0.002" in row(app, "header")
        view.go(1)
        await pilot.pause()
        assert "0 calls 0 tok" in row(app, "header")
        await pilot.resize_terminal(80, 24)
        view.go(view.known)
        await pilot.pause()
        assert f"{count(sum(tokens))} tok $0.006" in row(app, "header")
        assert "coloring · seed 1" in row(app, "header")


@pytest.mark.parametrize("size", [(80, 24), (120, 24)])
async def test_the_header_tells_what_went_wrong_with_models(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """After the first reply, which is asked for again, no more arrive; the policy mostly falls back."""
    header, events = await played(tmp_path, monkeypatch, replies=("<think>hm</think>",), max_failures=0)
    app = standing(Played(header, events), len(events))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        wide = "fell back, 1 asked again" in row(app, "header")
        assert wide or re.search(r"\d+ unusable|✗\d+", row(app, "header"))
        assert wide == (size[0] > 80)
        view = stage_of(app).view
        view.go(next(event.n for event in events if event.kind == "asked"))
        await pilot.pause()
        assert "asked again" in row(app, "header") or size[0] == 80
        view.go(1)
        await pilot.pause()
        assert "again" not in row(app, "header")


def test_troubles_are_told_by_policy_in_all_and_as_a_number() -> None:
    one, two = Tally(questions=4, fallbacks=3, again=2), Tally(questions=9, refused=1, cut=1)
    assert failure_texts({"llm:openai/a": one, "llm:b": two}) == [
        "a: 3 fell back, 2 asked again; b: 1 refused, 1 cut",
        "3 fell back, 2 asked again, 1 refused, 1 cut",
        "5 unusable",
        "✗5",
    ]
    assert failure_texts({"llm:b": Tally(questions=9, mended=4)}) == []


def test_an_unknown_price_is_no_money() -> None:
    assert usage_texts(Usage(2, 8000, 123, unpriced=2))[0] == "2 calls 8.1k tok"
    assert usage_texts(Usage(2, 8000, 123, cost=0.5, unpriced=1))[0] == "2 calls 8.1k tok $0.500+"
    assert usage_texts(Usage(1, 2_000_000, cost=0.00004))[0] == "1 call 2.0M tok $0.00004"


async def test_bots_cost_nothing_and_say_nothing_of_it() -> None:
    async with watching("coloring-bots", at=150, size=(120, 24)) as (app, pilot, _):
        await pilot.pause()
        assert "tok" not in row(app, "header")


@pytest.mark.parametrize("perspective", ["", "H"])
async def test_false_words_are_marked(model_game: Played, perspective: str) -> None:
    view = View(model_game.header)
    view.extend(model_game.events)
    view.perspective = perspective
    chat = texts(view, "Chat").splitlines()
    assert any("change b2 to green please" in line for line in chat)
    assert any("B  ✗ claim " in line and "I changed b2 to blue" in line for line in chat)
    assert ("no conflicts" in texts(view, "B log")) == (not perspective)
    kinds = {view.events[mark.n - 1].kind: mark.mark for mark in view.marks}
    assert kinds["caught"] == "lost"
    assert kinds["false_claim"] == "bad"
    view.perspective = "A"
    assert "change b2" not in texts(view, "Chat")


async def test_a_false_claim_stands_at_the_name_until_the_next_decision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    header, events = await played(tmp_path, monkeypatch, person=(*PERSON, "satisfied"), turns=6)
    view = View(header)
    view.extend(events)
    view.pane.room.palette = DARK
    view.go(end_of(events, "B", 3))
    assert " says b2 is blue, is green" in plain(view.pane.strip(120))
    view.perspective = "A"
    assert "is blue" not in plain(view.pane.strip(120))
    view.perspective = ""
    view.go(end_of(events, "B", 6))
    assert "is blue" not in plain(view.pane.strip(120))


async def test_a_model_that_fails_is_seen_at_its_name_and_on_the_track(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    header, events = await played(tmp_path, monkeypatch, replies=())
    view = View(header)
    view.extend(events)
    view.pane.room.palette = DARK
    n = end_of(events, "B", 3)
    view.go(n)
    assert " ! default taken" in plain(view.pane.strip(80))
    assert "! default words to H" in texts(view, "B log")
    lost = [view.events[mark.n - 1].kind for mark in view.marks if mark.mark == "lost"]
    assert {"asked", "unworded"} <= set(lost)
    view.perspective = "H"
    assert "default words" not in texts(view, "B log")


async def test_constraints_are_in_what_if(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    header, events = await played(tmp_path, monkeypatch, mode="llm_c", replies=["ok"] * 9)
    view = View(header)
    view.extend(events)
    view.go(end_of(events, "B", 3))
    assert "B has a clash; fine if H has  h2 " in texts(view, "What if")


def test_how_long_a_name_thinks_and_at_which_try(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("tui.state.clock.time.monotonic", lambda: now[0])
    header = prepare("coloring", {}, {}, 1)
    view, live, clock = View(header), LiveRun(header, None), Clock()
    live.waiting = Waiting(("B",))
    assert clock.update(view, live, True)
    assert view.thinking == {"B": ""}
    now[0] += 1.25
    assert not clock.update(view, live, True)
    assert view.thinking == {"B": "⠋ 1.2 s"}
    live.tries = {"B": CallRetried("B", 2, 3, "no answer")}
    now[0] += 12.75
    clock.update(view, live, True)
    assert view.thinking["B"].endswith(" 14 s · try 2 of 3")
    clock.update(view, live, False)
    assert view.thinking == {"B": "14 s · try 2 of 3"}
    live.waiting = Waiting(("A", "B"))
    clock.update(view, live, False)
    assert view.thinking == {"A": "", "B": "14 s · try 2 of 3"}


def served(server: ModelServer, human: bool) -> StageApp:
    models = {"openai/x": {"base": server.base}}
    header = prepare("coloring", {}, {"A": "llm:openai/x"}, 7, human=human, models=models)
    return StageApp(live_stage(header, None), pace=0.0, motion=True)


async def test_a_reply_grows_on_the_screen_before_its_turn_ends() -> None:
    go = threading.Event()
    with ModelServer(server_error(), then=held(go, WORDS)) as server:
        app = served(server, human=False)
        async with app.run_test(size=(80, 24)) as pilot:
            stage = stage_of(app)
            await pilot.press("tab", "tab", "tab", "tab")
            await until(pilot, lambda: "try 2 of" in row(app, "strip"))
            await until(pilot, lambda: "b2 stays as it is. I looked at every" in log(app))
            assert "thinking" in log(app)
            assert "better than this" not in log(app)
            assert not any(event.kind == "asked" for event in stage.view.events)
            go.set()
            await until(pilot, lambda: any(event.kind == "asked" for event in stage.view.events))
            assert "A  @H b2 stays as it is." in texts(stage.view, "Chat")


async def test_a_player_sees_that_a_model_thinks_and_not_what() -> None:
    with ModelServer(then=stall_midway(WORDS)) as server:
        app = served(server, human=True)
        async with app.run_test(size=(80, 24)) as pilot:
            stage = stage_of(app)
            await pilot.press("tab", "tab", "tab", "tab")
            await until(pilot, lambda: len(stage.view.replies.get("A", "")) > 40)
            await until(pilot, lambda: " s" in row(app, "strip"))
            assert "b2 stays" not in log(app)
            assert "A decides" in row(app, "preview")


@pytest.mark.parametrize("human", [False, True])
async def test_the_inspector_shows_the_call_that_is_running(human: bool) -> None:
    with ModelServer(then=stall_midway(WORDS)) as server:
        app = served(server, human=human)
        async with app.run_test(size=(80, 24)) as pilot:
            stage = stage_of(app)
            await pilot.press("i")
            await until(pilot, lambda: len(stage.view.replies.get("A", "")) > 40)
            await until(pilot, lambda: "thinking" in row(app, "inspector", 1))
            running = row(app, "inspector", 1)
            assert "A " in running
            assert ("b2 stays" in running) is not human


async def test_a_model_that_cannot_be_reached_ends_with_the_remedy_in_full() -> None:
    with ModelServer(then=no_such_model()) as server:
        app = served(server, human=False)
        async with app.run_test(size=(80, 24)) as pilot:
            stage = stage_of(app)
            await until(pilot, lambda: bool(stage.state.failed))
            shown = " ".join(row(app, "dock", y).strip() for y in range(6))
            assert "has no such model or address" in shown
            assert not stage.state.acting
            await pilot.press("escape")
            await until(pilot, lambda: app.return_code == 1)
    assert "has no such model or address" in str(app.return_value)


def test_a_models_own_name_is_what_is_shown() -> None:
    assert short_policy("llm:openai/gpt-4o-mini") == "gpt-4o-mini"
    assert short_policy("llm:mock") == "llm:mock"
    assert short_policy("script:/some/where/else.txt") == "script:/som…"


def log(app: StageApp) -> str:
    return "\n".join(row(app, "dock", y) for y in range(app.screen.query_one("#dock").size.height))


@pytest.mark.parametrize(
    "text", ["", "word", "a b" * 99, "  indented " + "y" * 99, "日本語 テキスト" * 30, "\n\n x \n"]
)
@pytest.mark.parametrize("width", [1, 2, 7, 54])
def test_folding_keeps_all_but_spaces(text: str, width: int) -> None:
    rows = fold(text, width)
    assert "".join("".join(rows).split()) == "".join(text.split())
    assert all(len(row) <= width for row in rows)
