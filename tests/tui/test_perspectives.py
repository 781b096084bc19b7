"""Perspectives opened during play: never before the log records it."""

import threading
from collections.abc import Sequence

from core.engine.casting import prepare
from core.engine.control import OPENED_ALL_EYES
from core.engine.events import Event, Intervened
from tests.model_behaviors import held
from tests.model_server import ModelServer
from tests.tui.conftest import my_turn, playing, row, seated, stage_of, until
from tui.stages import StageApp
from tui.state.opening import live_stage

WORDS = "b2 stays as it is, and so do b1, b3, b4 and b5. Nothing would serve the two of us better than this."


def opened(events: Sequence[Event]) -> list[int]:
    return [event.n for event in events if isinstance(event.data, Intervened)]


async def test_while_a_model_thinks_in_a_group_eyes_open_after_its_step() -> None:
    go = threading.Event()
    with ModelServer(then=held(go, WORDS)) as server:
        models = {"openai/x": {"base": server.base}}
        cast = {"A": "llm:openai/x"}
        header = prepare("coloring", {"ordering": "asynchronous"}, cast, 7, human=True, models=models)
        app = StageApp(live_stage(header, None), pace=0.0, motion=False)
        async with app.run_test(size=(80, 24)) as pilot:
            stage = await my_turn(pilot)
            await until(pilot, lambda: bool(stage.view.replies.get("A")))
            await pilot.press("v", "y", "v")
            assert "A" in stage.view.waiting
            assert stage.view.perspective == "H"
            assert "everything is shown after this step" in row(app, "preview")
            await pilot.press("end", "p")
            await until(pilot, lambda: stage.view.waiting == ("A",))
            assert stage.view.perspective == "H"
            assert "everything is shown after this step" in row(app, "preview")
            go.set()
            await until(pilot, lambda: stage.view.perspective == "")
            assert not stage.state.failed
            (n,) = opened(stage.view.events)
            step = next(event.n for event in stage.view.events if event.kind == "group_ended")
            assert n > step
            await pilot.pause()
            assert "perspective open" not in row(app, "preview")


async def test_what_another_opened_does_not_open_the_eyes_of_whoever_has_the_seat_now() -> None:
    async with seated() as (_, _, stage):
        for body, agent in ((Intervened(OPENED_ALL_EYES), "A"), (Intervened("something else"), "H")):
            stage.state.seat.open_perspective([body.by(agent)])
            assert stage.view.perspective == "H"
        stage.state.seat.open_perspective([Intervened(OPENED_ALL_EYES).by("H")])
        assert stage.view.perspective == ""


async def test_who_is_awake_at_night_is_for_their_own_eyes() -> None:
    go = threading.Event()
    with ModelServer(then=held(go, WORDS)) as server:
        models = {"openai/x": {"base": server.base}}
        options = {"players": 6, "roles": "werewolf, seer", "deal": "Ann=villager, Bob=werewolf"}
        header = prepare("werewolf", options, {"Bob": "llm:openai/x"}, 7, human=True, models=models)
        app = StageApp(live_stage(header, None), pace=0.0, motion=False)
        async with app.run_test(size=(80, 24)) as pilot:
            stage = stage_of(app)
            view = stage.view
            await until(pilot, lambda: "Bob" in view.deciding.names)
            for key in ("i", "escape"):
                await pilot.press(key)
                assert (view.waiting, view.thinking, view.replies) == ((), {}, {})
                assert not any(
                    "Bob decides" in told or "Bob thinking" in told or "● Bob" in told for told in shown(app)
                )
            assert view.decision is None
            view.perspective = ""
            await pilot.pause()
            assert view.waiting == ("Bob",)
            assert any("Bob" in told and "decides" in told for told in shown(app))
            go.set()


def shown(app: StageApp) -> list[str]:
    return ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]


async def test_while_the_run_is_held_eyes_open_with_the_next_step() -> None:
    app = playing(A="human")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        stage = stage_of(app)
        assert stage.live is not None
        await until(pilot, lambda: stage.view.seat == "A")
        stage.live.control.pause()
        await pilot.press("p")
        await until(pilot, lambda: stage.view.waiting == () and stage.view.turn == 1)
        await pilot.press("v", "y")
        assert stage.view.perspective == "A"
        assert "everything is shown with the next step" in row(app, "preview")
        stage.live.control.resume()
        await until(pilot, lambda: bool(opened(stage.view.events)))
        assert (stage.view.seat, stage.view.perspective) == ("A", "")
