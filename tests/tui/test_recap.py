"""The recap on a human's turn: the stage shows what concerns the player, a page shows everything."""

import pytest

from core.engine.capabilities import Told, capability
from core.engine.casting import prepare, set_up
from core.engine.events import Event, Said
from core.engine.recap import sentence
from core.engine.registry import scene_names
from scenes.werewolf.events import VotingClosed
from tests.tui.conftest import my_turn, recorded_sample, row, screen_of, seated, until
from tui.stages import StageApp
from tui.state.opening import live_stage
from tui.styles import plain
from tui.widgets import recap


async def test_what_changed_next_to_mine_stands_there_until_the_turn_ends() -> None:
    async with seated() as (app, pilot, stage):
        assert row(app, "curve").startswith(" meanwhile A has a2 G, a4 G, a5 B")
        await pilot.press("g")
        assert "A has a2 G" in row(app, "curve"), "the first step does not end the turn"
        await pilot.press("comma")
        page = screen_of(app)
        assert "since your last turn" in page
        assert "turn 1: A has a2 G, a4 G, a5 B" in page
        await pilot.press("escape", "p")
        await until(pilot, lambda: stage.state.view.turn >= 4 and stage.state.my_turn)
        assert "B has b2" in row(app, "curve")
        assert "A has a2 R" in row(app, "curve")
        await pilot.press("left_square_bracket")
        assert "meanwhile" not in row(app, "curve"), "in the past, the curve"


async def test_a_clue_is_told_with_what_it_means() -> None:
    header = prepare("hanabi", {}, {"Bob": "convention", "Cat": "convention", "Dan": "convention"}, 7, human=True)
    app = StageApp(live_stage(header, None), pace=0.0, motion=False)
    async with app.run_test(size=(120, 40)) as pilot:
        stage = await my_turn(pilot)
        assert stage.state.live is not None
        for _ in range(3):
            n, scene = stage.state.view.known, stage.state.view.scene
            stage.state.live.submit("Ann", scene.describe(scene.default("Ann")))
            await until(pilot, lambda n=n: stage.state.my_turn and stage.state.view.known > n)  # type: ignore[misc]
        assert "Cat clues you yellow (1 card): play d (yellow 1)" in screen_of(app)


@pytest.mark.parametrize("name", scene_names())
def test_every_scene_tells_of_what_others_did(name: str) -> None:
    recording = recorded_sample(f"{name}-sample")
    scene, _ = set_up(recording.header)
    told: list[tuple[str, Event, str]] = []
    for event in recording.events:
        scene.apply(event)
        for name in scene.names[:60] if event.turn else ():
            if (event.audience is None or name in event.audience) and (
                text := capability(scene, Told).concerns(event, name)
            ):
                told.append((name, event, text))
    assert told
    assert not [text for name, event, text in told if isinstance(event.data, Said) and event.agent == name]


def test_coup_tells_what_a_claim_brought() -> None:
    recording = recorded_sample("coup-sample")
    scene, _ = set_up(recording.header)
    told: list[str] = []
    for event in recording.events:
        scene.apply(event)
        if event.audience is None and event.turn:
            told.append(capability(scene, Told).concerns(event, scene.names[0]))
    later = told[told.index(next(text for text in told if text.endswith("claims Duke to take tax"))) :]
    assert next(text for text in later if "takes" in text and "claims" not in text).endswith(("takes 3", "takes 2"))
    assert not any(text.endswith("takes 1") for text in told), "income is told by its name"


def test_what_befalls_a_person_is_told_to_you() -> None:
    """In an announcement about the player, the moderator's name is left out."""
    told = (("Ann is hanged", "you are hanged"), ("Bob is hanged", "Moderator Bob is hanged"))
    for words, expected in told:
        event = VotingClosed({"Ann": "Bob"}, words.partition(" ")[0]).by("Moderator")
        assert sentence(event, "Ann") == expected


async def test_the_key_of_the_recap_stands_in_a_sentence() -> None:
    header = prepare("coup", {"timer": 0, "talk": "off"}, {}, 5, human=True)
    app = StageApp(live_stage(header, None), pace=0.0, motion=False)
    async with app.run_test(size=(80, 40)) as pilot:
        stage = await my_turn(pilot)
        assert stage.state.live is not None
        while len(stage.state.view.recap.since("Ann")) < 2:
            n, scene = stage.state.view.known, stage.state.view.scene
            stage.state.live.submit("Ann", scene.describe(scene.default("Ann")))
            await until(pilot, lambda n=n: stage.state.my_turn and stage.state.view.known > n)  # type: ignore[misc]
        assert "press , for all" in row(app, "curve-title")
        (line,) = recap.rows(stage.state.view, 60, 1)
        assert "press , for 2 earlier · " in plain(line)
