"""A human on the stage: keys, chat, rejected input, looking back, leaving."""

from pathlib import Path

from core.engine.casting import prepare
from core.engine.events import Intervened
from core.recording.file import Recording
from tests.tui.conftest import my_turn, playing, row, screen_of, seated, stage_of, type_in, until
from tui.panes.kit import line_of
from tui.screens.stage import StageScreen
from tui.stages import StageApp
from tui.state.opening import live_stage


async def test_a_letter_colors_the_selected_node_at_once() -> None:
    async with seated() as (app, pilot, stage):
        await pilot.press("r", "right", "2")
        await until(pilot, lambda: stage.view.scene.observe("").colors.get("h2") == "green")
        assert stage.view.scene.observe("").colors["h1"] == "red"
        assert stage.view.turn == 2
        assert "penalty 10" in row(app, "header")


async def test_a_whole_game_by_hand_ends_by_consensus(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    async with seated(record=path) as (app, pilot, stage):
        for command in ("h1 blue", "h2 green", "h3 blue", "h4 green"):
            await pilot.press("m")
            await type_in(pilot, f"/{command}")
            await pilot.press("enter", "escape")
        await pilot.press("m")
        await type_in(pilot, "@A please make a4 red")
        assert "ask A: a4 =" in row(app, "preview")
        await pilot.press("enter", "escape")
        await until(pilot, lambda: stage.view.scene.observe("").asked.keys() == {"a4"})
        await pilot.press("p")
        await until(pilot, lambda: stage.view.turn == 4 and "H" in stage.view.waiting)
        assert stage.view.scene.observe("").colors["a4"] == "red"
        await pilot.press("s")
        await until(pilot, lambda: stage.view.ended is not None)
        await until(pilot, lambda: stage.has_class("over"))
        assert "You, A and B agreed: 29 of 32 points" in row(app, "ending")
        assert "■ over" in row(app, "header")
        await pilot.press("escape")
        assert "consensus" in row(app, "preview")
    recording = Recording.read(path)
    assert recording.ended is not None
    assert recording.ended.reason == "consensus"
    assert recording.ended.result["solved"] is True


async def test_what_the_scene_refuses_is_said_and_changes_nothing() -> None:
    async with seated() as (app, pilot, stage):
        known = stage.view.known
        await pilot.press("s")
        assert "color h1" in row(app, "preview")
        await pilot.press("m")
        await type_in(pilot, "/b2 red")
        await pilot.press("enter")
        assert "b2 is B's" in row(app, "preview")
        await pilot.press("ctrl+u")
        await type_in(pilot, "rgb ps iv")
        assert stage.words.value == "rgb ps iv", "the input takes every letter"
        assert stage.view.known == known
        await pilot.press("escape")
        assert stage.focused is stage.board


async def test_a_false_report_is_shown_before_it_is_sent() -> None:
    async with seated() as (app, pilot, _):
        await pilot.press("r", "m")
        await type_in(pilot, "@A h1 is blue")
        assert "but h1 is red" in row(app, "preview")


async def test_looking_back_and_coming_to_now() -> None:
    async with seated() as (app, pilot, stage):
        size = stage.board.size
        await pilot.press("r")
        await until(pilot, lambda: stage.view.known > 16)
        await pilot.press("left_square_bracket")
        assert not stage.view.at_now
        assert stage.board.size == size, "no node moves"
        here = stage.view.n
        await pilot.press("r")
        assert "◄ past" in row(app, "header")
        assert stage.view.n == here, "letters do not act in the past"
        suggester = stage.words.suggester
        assert suggester is not None
        await pilot.press("left_square_bracket")
        assert stage.view.n == 0
        assert "".join(row(app, "board", y) for y in range(10)).strip() == ""
        assert await suggester.get_suggestion("/off") is None
        await pilot.press("end")
        assert stage.view.at_now
        assert await suggester.get_suggestion("/off")
        await pilot.press("g")
        await until(pilot, lambda: stage.view.scene.observe("").colors["h1"] == "green")


async def test_nobody_peeks_unasked_and_peeking_is_recorded() -> None:
    async with seated(size=(120, 40)) as (app, pilot, stage):
        assert "told you" in row(app, "side", 1)
        assert "snap" not in screen_of(app)
        assert "a1 ?" in "\n".join(row(app, "board", y) for y in range(20))
        await pilot.press("v", "n")
        assert stage.view.perspective == "H"
        await pilot.press("v", "y")
        await until(pilot, lambda: any(isinstance(event.data, Intervened) for event in stage.view.events))
        assert stage.view.perspective == ""
        assert "a1 ?" not in "\n".join(row(app, "board", y) for y in range(20))
        await until(pilot, lambda: "H" in stage.view.waiting)
        await pilot.press("i")
        assert not stage.query_one("#inspector").display, "a wide screen has it in its side column"
        assert "Why" in row(app, "side")
        await pilot.press("escape", "v", "r")
        await until(pilot, lambda: stage.view.scene.observe("").colors.get("h1") == "red")


async def test_leaving_stops_the_run_and_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "left.jsonl"
    async with seated(record=path) as (app, pilot, _):
        await pilot.press("r", "ctrl+q")
        await until(pilot, lambda: not app.is_running or app.return_value is not None)
    assert app.return_value is not None
    assert f"playbill resume {path}" in app.return_value
    recording = Recording.read(path)
    assert recording.ended is not None
    assert recording.ended.reason == "stop"


async def test_two_people_get_a_curtain_between_their_turns() -> None:
    app = playing(A="human", H="human")
    async with app.run_test(size=(80, 24)) as pilot:
        stage = next(screen for screen in app.screen_stack if isinstance(screen, StageScreen))
        await until(pilot, lambda: app.screen is not stage)
        assert "A is to move" in "".join(row(app, "curtain", y) for y in range(24))
        await pilot.press("enter")
        await until(pilot, lambda: "A" in stage.view.waiting and app.screen is stage)
        assert stage.view.seat == "A"
        await pilot.press("p")
        await until(pilot, lambda: app.screen is not stage)
        assert "H" in "".join(row(app, "curtain", y) for y in range(24))
        assert "a1" not in "".join(row(app, "curtain", y) for y in range(24))
        await pilot.press("enter")
        await until(pilot, lambda: stage.view.seat == "H" and app.screen is stage)
        assert stage.view.perspective == "H"


async def test_hostile_words_are_only_text() -> None:
    app = playing()
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        stage = await my_turn(pilot)
        stage.live.submit("H", "say [bold]x[/nope] \x1b]52;c;aGk=\x07\x1b[31m\u202eevil")  # type: ignore[union-attr]
        await until(pilot, lambda: "[bold]x[/nope] evil" in row(app, "dock", 1))
        assert "\x1b" not in "".join(row(app, "dock", y) for y in range(4))
        assert "\u202e" not in "".join(row(app, "dock", y) for y in range(4))


async def test_peeking_is_asked_about_and_recorded_from_the_past_too() -> None:
    async with seated() as (app, pilot, stage):
        await pilot.press("r", "left_square_bracket", "v")
        assert stage.view.perspective == "H"
        assert "show everything?" in row(app, "preview")
        await pilot.press("y", "end")
        await until(pilot, lambda: any(isinstance(event.data, Intervened) for event in stage.view.events))
        assert stage.view.perspective == ""


async def test_peeking_is_recorded_while_a_group_waits_for_the_person() -> None:
    header = prepare("coloring", {"ordering": "asynchronous"}, {}, 7, human=True)
    app = StageApp(live_stage(header, None), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        await pilot.press("v", "y")
        await until(pilot, lambda: any(isinstance(event.data, Intervened) for event in stage.view.events))
        await pilot.press("v", "p")
        await until(pilot, lambda: stage.view.turn == 1 and stage.view.events[-1].end == "turn")


async def test_two_people_who_decide_at_once_take_turns_at_the_terminal() -> None:
    header = prepare("coloring", {"ordering": "asynchronous"}, {"A": "human", "H": "human"}, 7)
    app = StageApp(live_stage(header, None), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        stage = stage_of(app)
        await until(pilot, lambda: stage.view.waiting == ("A", "H"))
        await pilot.press("m")
        await type_in(pilot, "a secret")
        await pilot.press("escape", "p")
        await until(pilot, lambda: app.screen is not stage)
        await pilot.press("enter")
        await until(pilot, lambda: stage.view.seat == "H" and app.screen is stage)
        assert stage.words.value == ""
        await pilot.press("p")
        await until(pilot, lambda: stage.view.turn == 1)


async def test_what_is_typed_while_others_act_waits_and_is_judged_then() -> None:
    header = prepare("coloring", {"fixed": 0}, {}, 7, human=True)
    app = StageApp(live_stage(header, None), pace=2.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = stage_of(app)
        await until(pilot, lambda: stage.view.turn == 1)
        assert stage.view.waiting == ()
        for command in ("h1 blue", "h2 red", "h3 blue", "h4 red", "h5 green", "satisfied"):
            await pilot.press("m")
            await type_in(pilot, f"/{command}")
            await pilot.press("enter")
        await until(pilot, lambda: stage.view.turn > 2)
        own = stage.view.scene.observe("H").colors
        assert own == {"h1": "blue", "h2": "red", "h3": "blue", "h4": "red", "h5": "green"}


async def test_words_after_a_search_are_words() -> None:
    async with seated() as (app, pilot, stage):
        await pilot.press("slash", "z", "tab", "m")
        await type_in(pilot, "@B hello")
        await pilot.press("enter")
        await until(pilot, lambda: "you  @B hello" in row(app, "dock", 1))
        assert stage.words.placeholder == ""


async def test_closing_why_gives_the_keys_back_to_the_board() -> None:
    async with seated() as (app, pilot, stage):
        await pilot.press("i")
        assert "decision" in row(app, "footer")
        await pilot.press("escape")
        assert "color" in row(app, "footer")
        await pilot.press("b")
        await until(pilot, lambda: stage.view.scene.observe("H").colors.get("h1") == "blue")


async def test_an_offer_is_made_listed_and_withdrawn() -> None:
    async with seated() as (_, pilot, stage):
        await pilot.press("m")
        await type_in(pilot, "/offer b2=red for h2=green")
        await pilot.press("enter", "escape", "tab", "tab")
        await until(pilot, lambda: len(stage.view.scene.observe("").offers) == 1)
        tab = next(tab for tab in stage.view.pane.tabs(wide=False) if tab.name == "Offers")
        assert tab.badge == "1"
        assert "1  you offer B  h2 = " in "".join(text for text, _ in line_of(tab.paint(80)[0]))
        assert stage.view.pane.press("enter") is None
        assert stage.view.pane.press("x") == "withdraw 1"
        assert stage.view.pane.complete("/query h") == "/query h1"
        assert stage.view.pane.complete("/wi") == "/withdraw 1"
