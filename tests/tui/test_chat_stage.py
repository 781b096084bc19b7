"""The chat on the stage: typed text is speech, whispers are marked, an empty line passes."""

import pytest

from core.engine.casting import prepare
from core.engine.events import Event, Said
from tests.tui.conftest import my_turn, recorded_sample, replaying, row, screen_of, type_in, until
from tests.tui.test_snapshots import Compare
from tui.panes.kit import line_of
from tui.screens.stage import StageScreen
from tui.stages import StageApp
from tui.state.opening import live_stage
from tui.styles import plain
from tui.view import View


def chatting(**options: object) -> StageApp:
    header = prepare("chat", {"starter": "none", **options}, {}, 3, human=True)
    return StageApp(live_stage(header, None), pace=0.0, motion=False)


def said_in(stage: StageScreen) -> list[Event]:
    return [event for event in stage.view.events if isinstance(event.data, Said)]


async def test_words_are_speech_with_a_name_a_whisper_and_an_empty_line_passes() -> None:
    async with (app := chatting()).run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        assert "type to speak; Enter on an empty line passes; esc goes to the keys" in row(app, "preview")

        async def give(line: str) -> None:
            await type_in(pilot, line)
            known = stage.view.known
            await pilot.press("enter")
            await until(pilot, lambda: stage.state.my_turn and stage.view.known > known)

        for line in ("@Bob hm", "m/w Bob hm"):
            await type_in(pilot, line)
            assert "only Bob hears it" in row(app, "preview")
            await give("")
            own = [event for event in said_in(stage) if event.agent == "Ann"][-1]
            assert set(own.audience or ()) == {"Ann", "Bob"}
            assert "whispered; " in row(app, "preview")
            assert "enter pass" in row(app, "footer")
        await type_in(pilot, "Hi, all")
        assert "everybody hears it" in row(app, "preview")
        await give("")
        said = next(event for event in said_in(stage) if event.audience is None)
        assert (said.agent, said.data.sentence()) == ("Ann", "Hi, all")
        assert {each.agent for each in said_in(stage)} > {"Ann"}, "the others answer"
        assert "whispered; " not in row(app, "preview")
        turn = stage.view.turn
        await type_in(pilot, "pass")
        assert "understood  pass" in row(app, "preview")
        await give("")
        assert stage.view.turn > turn
        await pilot.press("escape")
        await type_in(pilot, "do it")
        assert stage.words.value == "do it", "on the board a letter without a meaning begins to write"
        await pilot.press("ctrl+u", "escape", "h")
        assert (stage.words.value, "hint, Enter plays it" in row(app, "preview")) == ("", True)


async def test_a_negotiation_shows_aim_and_offers_and_ends_with_a_result_about_the_person() -> None:
    async with (app := chatting(starter="negotiation")).run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        assert "Aim: buy at $" in row(app, "legend")
        await type_in(pilot, "I could pay $1,000, and that's my last word")
        assert "understood  offers $1000, makes a final offer" in row(app, "preview")
        known = stage.view.known
        await pilot.press("enter")
        await until(pilot, lambda: stage.state.my_turn and stage.view.known > known)
        assert "Ann offers $1000 · 8 turns left" in row(app, "legend")
        await type_in(pilot, "walk away")
        await pilot.press("enter")
        await until(pilot, lambda: stage.view.ended is not None)
        await until(pilot, lambda: "gone down to $" in screen_of(app))
        assert "No deal. Your goal was $" in screen_of(app)


async def test_where_there_is_little_room_the_row_names_all_keys() -> None:
    async with (app := chatting()).run_test(size=(60, 20)) as pilot:
        await my_turn(pilot)
        text = " ".join(" ".join(row(app, "preview", y) for y in range(2)).split())
        assert text == "your turn: type to speak; Enter on an empty line passes; esc goes to the keys"


async def test_a_moderator_gives_the_floor() -> None:
    async with (app := chatting(ordering="moderated")).run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        assert "Ann you" in row(app, "strip")
        await pilot.press("enter")
        await until(pilot, lambda: stage.state.my_turn and stage.view.turn > 2)
        board = [row(app, "board", y) for y in range(9)]
        assert any("◇ The topic: " in line for line in board)
        assert any("Moderator gives the floor to " in line for line in board)


def test_whispers_are_marked_and_only_for_those_who_hear_them() -> None:
    recording = recorded_sample("chat-sample")
    view = View(recording.header)
    view.extend(recording.events)
    whispered = next(event for event in view.events if isinstance(event.data, Said) and event.data.to == ("Cat",))
    for perspective, hears in (("", True), ("Cat", True), (whispered.agent, True), ("Dan", False)):
        view.perspective = perspective
        talk = [plain(line_of(line)) for line in view.pane.board(80, 40)]
        assert any(f"{whispered.agent} ▸ Cat " in line for line in talk) == hears


async def test_a_plan_is_for_its_agent_and_in_the_inspector() -> None:
    async with (app := chatting()).run_test(size=(120, 40)) as pilot:
        stage = await my_turn(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: stage.state.my_turn and stage.view.turn > 2)
        assert stage.live is not None
        for name in ("Ann", "Bob"):
            stage.live.control.intervene(f"plan {name} strategy ask {name} twice")
        await pilot.press("h", "i", "enter")
        await until(pilot, lambda: sum(event.kind == "plan_changed" for event in stage.view.events) == 2)
        stage.view.go(next(event.n for event in stage.view.events if event.kind == "plan_changed"))
        await pilot.press("escape", "i")
        assert any("strategy   ask Ann twice" in row(app, "side", y) for y in range(20))
        stage.view.go(stage.view.known)
        await pilot.press("i")
        side = [row(app, "side", y) for y in range(32)]
        assert any("strategy   ask Ann twice" in line for line in side)
        assert not any("ask Bob twice" in line for line in side)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.few(1)
def test_picture(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert snap_compare(replaying("chat-sample", 60, "Ann"), terminal_size=size)
