"""The inspector: why, prompt, reply, action, memory; hidden content stays hidden, foreign text stays plain text."""

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from core.engine.events import Asked, Event, Prompted
from core.engine.model_tally import Spent
from playbill.played import Played
from tests.tui.conftest import row, seated, stage_of, until, watching
from tests.tui.models import end_of
from tui.panes import model_calls
from tui.stages import StageApp
from tui.testing import standing

SECRETS = ("no conflicts", "not json", "Facts, after your move", "You are B.", "requests")


def page(app: StageApp, name: str = "inspector") -> str:
    return "\n".join(row(app, name, y) for y in range(app.screen.query_one(f"#{name}").size.height))


async def opened(pilot: Pilot[str], *keys: str) -> str:
    assert isinstance(pilot.app, StageApp)
    await pilot.press(*keys)
    return page(pilot.app)


async def test_the_parts_of_a_decision(model_game: Played) -> None:
    app = standing(model_game, end_of(model_game.events, "B", 3))
    async with app.run_test(size=(80, 99)) as pilot:
        await pilot.pause()
        why = await opened(pilot, "i")
        assert "B set b1" in why
        assert "asked 3×   words to H 3×" in why
        assert "1st not usable: The reply is empty" in why
        assert "latency 5.4 s    cost $0.006" in why
        assert "✗ draft to H not sent: b2 is red, but it is green; no conflicts" in why
        assert "✗ says b2 is blue, but it is green" in why
        assert "reply  I changed b2 to blue and everything is fine." in why
        prompt = await opened(pilot, "tab")
        assert "▸3 words to H" in prompt
        assert prompt.index("system 1 of 4") < prompt.index("user 2 of 4") < prompt.index("assistant 3 of 4")
        assert "Facts, after your move in turn 3:" in prompt
        assert "Never claim a change" not in prompt
        assert "Never claim a change" in await opened(pilot, "enter")
        assert "H has just written to you:" in await opened(pilot, "c")
        reply = await opened(pilot, "tab")
        assert "▸1 words to H" in reply
        assert "not usable: The reply is empty" in reply
        assert "<think>hm</think>" in reply
        action = await opened(pilot, "tab", "c")
        assert "I changed b2 to green as you asked" in action
        assert "meant to tell H: b2 is green" in action
        assert "H missed h2 red with h5 blue costs me a conflict" in action
        memory = await opened(pilot, "tab")
        assert "user      H to B: change b2 to green please" in memory
        assert "assistant I changed b2 to blue" in memory
        assert "set b1" in await opened(pilot, "tab")


async def test_it_follows_the_playhead_from_decision_to_decision(model_game: Played) -> None:
    app = standing(model_game, end_of(model_game.events, "B", 3))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "H set h1" in await opened(pilot, "i", "left")
        assert "turn 2  H" in row(app, "header")
        assert "H (script:person.txt) does not use a model" in await opened(pilot, "tab")
        assert "A (rules) does not use a model" in await opened(pilot, "right", "right")
        await pilot.press("escape")
        assert not stage_of(app).has_class("why")


async def test_in_the_middle_of_a_decision_the_call_at_the_playhead_is_selected(model_game: Played) -> None:
    first = next(event.n for event in model_game.events if isinstance(event.data, Asked))
    app = standing(model_game, first)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "▸1 words to H" in await opened(pilot, "i", "tab", "tab")


async def test_long_parts_scroll_and_begin_at_their_top(model_game: Played) -> None:
    app = standing(model_game, end_of(model_game.events, "B", 3))
    async with app.run_test(size=(60, 20)) as pilot:
        top = await opened(pilot, "i", "tab")
        assert "more lines" in top.splitlines()[-1]
        down = await opened(pilot, *["pagedown"] * 9, "down")
        assert "Why   Prompt" in down
        assert "1 words to H" not in down
        assert "Write it again, and keep to the facts." in down
        assert (await opened(pilot, "tab", "shift+tab")) == top
        n = stage_of(app).view.n
        assert stage_of(app).pane_of("inspector").below
        await pilot.press("end")
        assert (stage_of(app).pane_of("inspector").below, stage_of(app).view.n) == (0, n)


async def test_a_title_is_clicked_and_a_wide_screen_keeps_its_board(model_game: Played) -> None:
    app = standing(model_game, end_of(model_game.events, "B", 3))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("i")
        await pilot.click("#side", offset=(16, 0))
        assert "I changed b2 to blue" in page(app, "side")
        assert app.screen.query_one("#board").size.height > 10


async def test_what_an_agent_keeps_to_itself_is_closed_to_others(model_game: Played) -> None:
    app = standing(model_game, end_of(model_game.events, "B", 3), perspective="H")
    async with app.run_test(size=(80, 50)) as pilot:
        pages = [await opened(pilot, "i")]
        pages += [await opened(pilot, "tab") for _ in range(4)]
        for text in pages:
            assert not any(secret in text for secret in SECRETS)
        assert all("closed to you; v opens" in pages[i] for i in (0, 1, 2, 4))
        assert "to H: I changed b2 to blue" in pages[3]
        stage_of(app).view.perspective = "B"
        assert "H to B: change b2" in await opened(pilot, "i", "i")


@pytest.mark.slow
async def test_a_player_looks_at_a_model_opposite_and_sees_nothing() -> None:
    async with seated(A="llm:mock", B="llm:mock") as (_, pilot, stage):
        assert any(isinstance(event.data, Asked) for event in stage.view.events)
        for _ in range(5):
            assert "You are A." not in await opened(pilot, "i", "tab", "i")
        await pilot.press("tab", "v", "y")
        await until(pilot, lambda: stage.view.perspective == "")
        assert "You are A." in await opened(pilot, "i", *["shift+tab"] * 4)


async def test_bots_have_no_model_and_no_section() -> None:
    async with watching("coloring-bots", at=150) as (_, pilot, _):
        assert "Model" not in await opened(pilot, "i")
        assert "does not use a model" in await opened(pilot, "tab")
        assert "What" in await opened(pilot, "tab", "tab")
        await opened(pilot, "c", "enter", "y", "up", "down", "tab")
        await pilot.press("home")
        assert "Nothing decided here" in await opened(pilot, "tab", "tab")


def hostile(events: list[Event], reply: str, told: str) -> list[Event]:
    """Return the run up to B's turn, in which B's model gets one of these texts and replies with the other."""
    start = next(event.n for event in events if event.agent == "B" and event.turn == 3) - 1
    asked = Asked("[red]x", "words [b]", ("d",), reply, {"a": [reply]}, error=reply[:500], cut=True)
    asked = replace(asked, mended=(reply[:500],), reasoning=reply, finish=reply[:500])
    return [
        *events[:start],
        Event(start + 1, 3, "prompted", "B", ("B",), Prompted({"d": {"role": "user", "content": told}})),
        Event(start + 2, 3, "asked", "B", ("B",), asked, "step", spent=Spent(1.0, 1, 1, retries=(reply[:500],) * 9)),
    ]


@pytest.mark.parametrize(
    "text",
    ["[bold]x[/] [@click=app.quit]y[/] \x1b[31mred\x1b]0;title\x07 \u202e" * 2000, "日本語 " * 40_000, "x" * 200_000],
    ids=["markup", "wide", "one word"],
)
@pytest.mark.slow
async def test_foreign_text_of_any_size_is_only_text(model_game: Played, text: str) -> None:
    events = hostile(model_game.events, text, "line of a prompt\n" * 10_000 + text)
    app = standing(Played(model_game.header, events), len(events))
    async with app.run_test(size=(80, 24)) as pilot:
        for keys in (("i",), ("tab",), ("enter",), ("pagedown",), ("tab",), ("tab",), ("tab",)):
            shown = await opened(pilot, *keys)
            assert "\x1b" not in shown
            assert "\u202e" not in shown
        stage = stage_of(app)
        inspector = stage.state.inspector
        made = inspector._page
        inspector.lines(stage.view, 80)
        assert inspector._page is made  # painting reads a text of any size only once
        assert text[:10] in await opened(pilot, "shift+tab", "shift+tab")


async def test_what_was_mended_and_what_the_model_thought_stand_by_the_reply(model_game: Played) -> None:
    events = hostile(model_game.events, "x", "a prompt")
    told = replace(events[-1].data, reasoning="I thought of red.", mended=("syntax", "null"), finish="length", error="")
    app = standing(Played(model_game.header, [*events[:-1], replace(events[-1], data=told)]), len(events))
    async with app.run_test(size=(80, 24)) as pilot:
        shown = await opened(pilot, "i", "tab", "tab")
        assert "repaired: syntax, null" in shown
        assert "it ended by: length" in shown
        assert "I thought of red." in shown
        await pilot.press("v")
        assert "I thought of red." not in await opened(pilot, "v")


def test_a_value_of_any_shape_is_printed() -> None:
    deep: list[object] = []
    for _ in range(5000):
        deep = [deep]
    assert model_calls.pretty_json(deep) == "(nested too deeply to show)"
    assert model_calls.pretty_json({"ü": 1}) == '{\n  "ü": 1\n}'
    assert model_calls.pretty_json("words") == "words"
