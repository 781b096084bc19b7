"""A human at a Werewolf seat: keys, howls, speech, and the preview of claims."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from core.engine.casting import prepare
from core.engine.control import OPENED_ALL_EYES
from core.engine.events import Intervened, Said
from core.recording.file import Recording
from core.recording.verification import verify
from scenes.werewolf.events import Inspected, Stalked, Voted
from tests.tui.conftest import my_turn, row, stage_of, type_in, until
from tui.screens.stage import StageScreen
from tui.stages import StageApp
from tui.state.opening import live_stage


@asynccontextmanager
async def seated(role: str, **options: object) -> AsyncIterator[tuple[Pilot[str], StageScreen]]:
    header = prepare("werewolf", {"deal": f"Ann={role}", **options}, {}, 4, human=True)
    app = StageApp(live_stage(header, None), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        yield pilot, await my_turn(pilot)


async def to_phase(pilot: Pilot[str], stage: StageScreen, phase: str) -> None:
    """Pass until the human is asked in a phase."""
    while stage.view.scene.phase != phase:  # type: ignore[attr-defined]
        known = stage.view.known
        await pilot.press("p")
        await until(pilot, lambda known=known: stage.state.my_turn and stage.view.known > known)  # type: ignore[misc]


def shown(pilot: Pilot[str], name: str) -> str:
    assert isinstance(pilot.app, StageApp)
    return row(pilot.app, name)


async def test_a_wolf_howls_to_the_pack_and_picks_a_victim_by_keys() -> None:
    async with seated("werewolf", first_night="kill") as (pilot, stage):
        assert "whom does the pack kill?" in shown(pilot, "preview")
        await pilot.press("m")
        await type_in(pilot, "not Bob")
        assert "only the pack hears it" in shown(pilot, "preview")
        await pilot.press("enter")
        await until(pilot, lambda: any(e.agent == "Ann" and isinstance(e.data, Said) for e in stage.view.events))
        said = next(event for event in stage.view.events if event.agent == "Ann" and isinstance(event.data, Said))
        assert set(said.audience or ()) == set(stage.view.scene.pack)  # type: ignore[attr-defined]
        await until(pilot, lambda: stage.state.my_turn)
        await pilot.press("escape", "3", "down", "up", "escape", "enter")
        assert stage.state.my_turn, "nothing is chosen any more"
        await pilot.press("3", "down")
        assert "kill Dan" in shown(pilot, "preview")
        await pilot.press("enter")
        await until(pilot, lambda: any(event.data == Stalked("Dan") for event in stage.view.events))


async def test_words_are_previewed_as_claims_and_said() -> None:
    async with seated("seer") as (pilot, stage):
        await pilot.press("2", "enter")
        await until(pilot, lambda: any(isinstance(event.data, Inspected) for event in stage.view.events))
        await until(pilot, lambda: stage.state.my_turn)
        await pilot.press("m")
        await type_in(pilot, "if Bob is bad")
        assert "no claim, only words" in shown(pilot, "preview")
        await pilot.press("ctrl+u")
        await type_in(pilot, "I am seer. Cat, your role?")
        assert "understood  the seer, asks Cat for its role" in shown(pilot, "preview")
        await pilot.press("enter")
        await until(pilot, lambda: "Ann" in stage.view.pane._facts.roles)  # type: ignore[attr-defined]


async def test_a_vote_is_given_by_a_key_and_a_slip_of_the_pen_is_no_speech() -> None:
    async with seated("villager") as (pilot, stage):
        await to_phase(pilot, stage, "voting")
        await pilot.press("m")
        await type_in(pilot, "vote Nobod")
        assert "nobody is called 'Nobod'" in shown(pilot, "preview")
        await pilot.press("escape")
        target = next(iter(stage.view.pane._seat().targets))  # type: ignore[attr-defined]
        await pilot.press("down")
        assert f"vote {target}" in shown(pilot, "footer")
        await pilot.press("enter")
        await until(pilot, lambda: any(e.agent == "Ann" and e.data == Voted(target) for e in stage.view.events))


async def test_yesterdays_choice_is_no_vote_today() -> None:
    async with seated("villager") as (pilot, stage):
        for _ in range(2):
            await to_phase(pilot, stage, "talk")
            await to_phase(pilot, stage, "voting")
            assert "Enter" not in shown(pilot, "preview")
            await pilot.press("down")
            assert "Enter" in shown(pilot, "preview")
            await pilot.press("enter")
            await until(pilot, lambda: stage.view.scene.phase != "voting")  # type: ignore[attr-defined]
            await until(pilot, lambda: stage.state.my_turn)


async def test_bids_are_digits() -> None:
    async with seated("villager", protocol="bidding") as (pilot, stage):
        assert "0 1 2 3 4" in shown(pilot, "preview")
        known = stage.view.known
        await pilot.press("4")
        await until(pilot, lambda: stage.view.known > known)
        assert any(event.kind == "bade" and event.agent == "Ann" for event in stage.view.events)


async def test_a_person_moderates() -> None:
    header = prepare("werewolf", {}, {"Moderator": "human"}, 4)
    app = StageApp(live_stage(header, None), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        await pilot.press("enter")
        await type_in(pilot, "Dan, Moderator")
        await pilot.press("enter")
        await until(pilot, lambda: stage.state.my_turn and stage.view.scene.floor.queue == ("Moderator",))  # type: ignore[attr-defined]
        await pilot.press("enter")
        await until(pilot, lambda: stage.state.my_turn and stage.view.scene.phase == "counting")  # type: ignore[attr-defined]
        assert "close voting" in row(app, "preview")
        assert stage_of(app) is stage


async def test_who_is_out_is_told_and_may_watch_with_all_roles_shown(tmp_path: Path) -> None:
    (tmp_path / "wolf").write_text("kill Ann\n")
    options = {"players": 6, "roles": "werewolf, seer", "deal": "Ann=villager, Bob=werewolf", "first_night": "kill"}
    header = prepare("werewolf", options, {"Ann": "human", "Bob": f"script:{tmp_path / 'wolf'}"}, 4)
    app = StageApp(live_stage(header, None), pace=0.3, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = stage_of(app)
        await until(pilot, lambda: "You are out. v: show all roles" in row(app, "preview"))
        assert stage.view.perspective == "Ann"
        await pilot.press("v", "y")
        await until(pilot, lambda: stage.view.perspective == "")
        await until(pilot, lambda: "You are out, and see everything" in row(app, "preview"))
        assert any(event.data == Intervened(OPENED_ALL_EYES) for event in stage.view.events)


@pytest.mark.parametrize(
    ("options", "cast", "human", "first_night"),
    [
        ({}, {}, True, "peace"),
        ({}, {"Cat": "human"}, False, "peace"),
        ({}, {}, False, "kill"),
        ({"first_night": "kill"}, {}, True, "kill"),
    ],
)
def test_nobody_dies_before_the_first_talk_when_a_human_plays(
    options: dict[str, str], cast: dict[str, str], human: bool, first_night: str
) -> None:
    assert prepare("werewolf", options, cast, 4, human=human).config["first_night"] == first_night


async def test_who_is_out_plays_on_in_a_bots_seat_and_the_branch_verifies(tmp_path: Path) -> None:
    options = {"first_night": "kill", "protocol": "round-robin", "speeches": 1}
    header = prepare("werewolf", options, {}, 4, human=True)
    app = StageApp(live_stage(header, tmp_path / "run.jsonl"), pace=30.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = stage_of(app)
        await until(pilot, lambda: stage.view.n > 9 and "Ann" not in stage.view.head.alive)  # type: ignore[attr-defined]
        assert "O: play on in a bot's seat" in row(app, "preview")
        await pilot.press("O", "enter")
        await until(pilot, lambda: stage_of(app) is not stage)
        branch = stage_of(app).view
        taken = next(name for name, policy in branch.header.cast.items() if policy == "human")
        assert taken in stage.view.head.alive  # type: ignore[attr-defined]
        assert branch.header.cast["Ann"] == "rules"
        assert branch.seat == taken
        stage_of(app).state.live.control.stop()  # type: ignore[union-attr]
        await until(pilot, lambda: branch.ended is not None)
        assert branch.path is not None
        assert await verify(Recording.read(branch.path))
