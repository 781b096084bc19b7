"""Guessing the moves of a recording: a guess is entered as in play and scored, and only then is the move shown."""

from types import SimpleNamespace

import pytest

from core.actions.menu import command_taken
from core.engine.casting import set_up
from tests.tui.conftest import recorded_sample, row, stage_of, until, watching
from tests.tui.test_ending import opened
from tui.source import GuessingReplay


async def test_a_guess_is_asked_for_and_scored_before_the_move_is_shown() -> None:
    async with watching("hanabi-sample", at=0, perspective="Bob") as (app, pilot, _):
        before = stage_of(app)
        await pilot.press("P")
        stage = await opened(pilot, before)
        source = stage.live
        assert isinstance(source, GuessingReplay)
        await until(pilot, lambda: stage.state.my_turn)
        at = stage.view.known
        assert stage.view.seat == "Bob"
        assert str(before.view.known) not in row(app, "place"), "no length is shown"
        step = [event for event in before.view.events[at:] if event.turn == stage.view.turn + 1]
        did = command_taken(before.view.scene_at(at).copy(), "Bob", step)
        source.submit("Bob", did)
        await until(pilot, lambda: bool(source.guesses) and stage.state.my_turn and stage.view.known > at)
        assert source.guesses[0].grade == "same"
        assert "Bob did the same   of 1: 1 same, 0 as good, 0 different" in row(app, "preview")
        source.submit("Bob", "play a")
        await until(pilot, lambda: len(source.guesses) == 2 and stage.state.my_turn)
        assert "of 2: " in row(app, "preview")
        seen = stage.view.known
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is before)
        assert before.view.n == seen, "back where the guessing came to"
        assert "of 2: " in row(app, "place")


async def test_whose_moves_has_to_be_chosen() -> None:
    async with watching("hanabi-sample", at=20) as (app, pilot, _):
        await pilot.press("P")
        assert "choose a player's view with v" in row(app, "place")


@pytest.mark.parametrize("name", ["hanabi", "coup", "werewolf", "coloring"])
def test_what_was_done_is_found_as_a_command(name: str) -> None:
    recording = recorded_sample(f"{name}-sample")
    scene, _ = set_up(recording.header)
    step, found, able = [], 0, 0
    for event in recording.events:
        step.append(event)
        if event.end:
            for who in {each.agent for each in step if each.turn and each.agent in scene.names}:
                able += len(scene.legal(who)) > 1
                if command := command_taken(scene, who, step):
                    scene.check(who, scene.parse(who, command))
                    found += 1
            for each in step:
                scene.apply(each)
            step = []
    assert found > able / 4


@pytest.mark.parametrize(("guess", "grade"), [("play a", "same"), ("play b", "as good"), ("play c", "different")])
def test_a_guess_is_graded_by_what_it_loses(guess: str, grade: str, monkeypatch: pytest.MonkeyPatch) -> None:
    recording = recorded_sample("hanabi-sample")
    scene, _ = set_up(recording.header)
    for event in recording.events[:60]:
        scene.apply(event)
    losses = {"play a": 1.0, "play b": 1.0, "play c": 2.0}
    judge = SimpleNamespace(weigh=lambda seat, action: SimpleNamespace(loss=losses[scene.describe(action)]))
    monkeypatch.setattr("tui.source.capability", lambda scene, kind: judge)
    source = GuessingReplay(recording.header, recording.events, scene, 60, "Bob")
    assert source._grade(guess, "play a") == grade
