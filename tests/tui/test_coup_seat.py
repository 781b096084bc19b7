"""A human at a Coup seat: keys and text lead to moves, time runs out, and hidden cards stay hidden."""

import re
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from core.engine.casting import prepare
from core.engine.events import Acted
from core.recording.checked_reader import read_run
from scenes.coup.events import Lost
from tests.tui.conftest import my_turn, row, screen_of, until
from tests.tui.test_coup_stage import NAMES, count_only, pane_of, scene_of
from tests.tui.test_snapshots import Compare
from tui.cli.run_files import sample_path
from tui.screens.stage import StageScreen
from tui.stages import StageApp
from tui.state.opening import live_stage
from tui.styles import plain
from tui.view import View

PASS = ["pass"] * 20


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in a temporary folder, since the screen shows the names of scripts."""
    monkeypatch.chdir(tmp_path)


def playing(*others: list[str], seed: int = 5, **options: Any) -> StageApp:
    """Return the app with a human at Ann's seat, who begins; scripts play the others."""
    cast = {}
    for name, lines in zip(NAMES[1:], others, strict=False):
        Path(name).write_text("\n".join(lines), encoding="utf-8")
        cast[name] = f"script:{name}"
    options = {"players": len(cast) + 1, "starter": "first", "timer": 0, **options}
    return StageApp(live_stage(prepare("coup", options, cast, seed, human=True), None), pace=0.0, motion=False)


def acts(stage: StageScreen) -> list[str]:
    """Return the human's commands."""
    return [e.data.command for e in stage.view.events if isinstance(e.data, Acted) and e.agent == "Ann"]


async def answer(pilot: Pilot[str], *keys: str) -> StageScreen:
    """Press keys that complete an action, and wait until the human is asked again."""
    stage = await my_turn(pilot)
    known = stage.view.known
    await pilot.press(*keys)
    await until(pilot, lambda: stage.view.known > known)
    await my_turn(pilot)
    return stage


# -- in the human's own turn


async def test_keys_choose_and_enter_does_it() -> None:
    app = playing(["income", *PASS], ["income", *PASS], ["income", *PASS])
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        await pilot.press("s", "right", "right", "2")
        assert "▸2 Cat" in screen_of(app)
        assert "from Cat" in row(app, "preview")
        assert re.search(r"true|bluff", row(app, "preview"))
        await pilot.click("#board", offset=(5, 6))
        assert "▸3 Dan" in screen_of(app)
        assert not acts(stage)
        await pilot.press("escape")
        assert "whom?" not in screen_of(app)
        await pilot.press("enter", "x", "7", "9")
        assert not acts(stage)
        await pilot.press("s", "2", "enter")
        await until(pilot, lambda: acts(stage) == ["steal Cat"])


@pytest.mark.parametrize(("key", "command"), [("2", "foreign aid"), ("e", "exchange")])
async def test_letters_and_digits_are_actions(key: str, command: str) -> None:
    app = playing(["pass", "income"])
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        await pilot.press(key, "enter")
        await until(pilot, lambda: acts(stage) == [command])


async def test_who_has_ten_coins_is_told_to_coup() -> None:
    app = playing(["income", *PASS])
    async with app.run_test(size=(120, 40)) as pilot:
        stage = await my_turn(pilot)
        scene_of(stage.view).game.coins[0] = 10
        pane_of(app).view._kept = (None, {})
        scene_of(stage.view)._legal = {}
        stage.state.touch()
        await pilot.pause()
        text = screen_of(app)
        assert "you must coup" in text
        assert not re.search(r"\bn income\b", text)


# -- in the windows for challenges and blocks


async def test_a_claim_is_challenged_at_once() -> None:
    app = playing(["tax", *PASS])
    async with app.run_test(size=(120, 40)) as pilot:
        stage = await answer(pilot, "n", "enter")
        text = screen_of(app)
        assert "Bob claims Duke" in text
        assert re.search(r"1 challenge +Ann \?", text)
        assert re.search(r"c challenge +right: Bob loses a card +wrong: you lose a card", text)
        assert re.search(r"p pass +the claim stands", text)
        await pilot.press("c")
        await until(pilot, lambda: acts(stage) == ["income", "challenge"])


async def test_of_two_blocks_one_is_chosen() -> None:
    for keys, command in ((("b", "c"), "Captain"), (("b", "b", "enter"), ""), (("b", "a"), "Ambassador")):
        app = playing(["steal Ann", *PASS])
        async with app.run_test(size=(80, 24)) as pilot:
            await answer(pilot, "n", "enter")
            assert "then you may block with Captain or Ambassador" in screen_of(app)
            stage = await answer(pilot, "p")
            await pilot.press("b")
            assert len(acts(stage)) == 2
            assert "block with" in row(app, "preview")
            await pilot.press(*keys[1:])
            await until(pilot, lambda stage=stage: len(acts(stage)) == 3)  # type: ignore[misc]
            assert acts(stage)[2].startswith(f"block with {command}")


async def test_what_a_block_and_a_pass_cost_is_said() -> None:
    app = playing(["income", "assassinate Ann", *PASS])
    async with app.run_test(size=(120, 40)) as pilot:
        await answer(pilot, "n", "enter")
        await answer(pilot, "n", "enter")
        assert "you may lose both" in screen_of(app)
        stage = await answer(pilot, "p")
        text, has = screen_of(app), "Contessa" in scene_of(stage.view).game.hands[0]
        told = r"true claim +the 3 coins stay spent" if has else r"a bluff +caught: you are out"
        assert re.search(rf"b block with Contessa +{told}", text)
        assert re.search(r"p pass +you lose a card", text)
        assert re.search(r"1 challenge +nobody", text)
        await pilot.press("p")
        await until(pilot, lambda: scene_of(stage.view).game.phase == "lose")
        await my_turn(pilot)
        assert "Bob's assassination" in screen_of(app)
        first = scene_of(stage.view).legal("Ann")[0]
        await pilot.press("1")
        assert "turns up your" in row(app, "preview")
        await pilot.press("enter")
        await until(pilot, lambda: acts(stage)[-1] == scene_of(stage.view).describe(first))


async def test_who_is_in_is_shown_and_not_with_what() -> None:
    app = playing(["tax", *PASS], ["challenge", *PASS], ["pass", *PASS])
    async with app.run_test(size=(120, 40)) as pilot:
        await answer(pilot, "n", "enter")
        text = screen_of(app)
        assert re.search(r"1 challenge +Ann \? +answered: Cat Dan", text)
        assert "Cat challenged" not in text


@pytest.mark.parametrize("size", [(60, 20), (120, 40)])
@pytest.mark.few(1)
async def test_of_an_exchange_cards_are_chosen_by_digits(size: tuple[int, int]) -> None:
    app = playing(["pass", "income", *PASS])
    async with app.run_test(size=size) as pilot:
        stage = await answer(pilot, "e", "enter")
        hand = scene_of(stage.view).game.hands[0]
        assert len(hand) == 4
        assert all(f"{i} " in screen_of(app) and str(card) in screen_of(app) for i, card in enumerate(hand, 1))
        await pilot.press("1", "2")
        assert "2 more" in row(app, "preview")
        await pilot.press("enter")
        await pilot.press("3", "4")
        assert "keeps" in row(app, "preview")
        kept = set(map(str, hand[2:]))
        await pilot.press("enter")
        await until(pilot, lambda: len(acts(stage)) == 2)
        assert set(acts(stage)[1].split()[1:]) == kept


async def test_the_hint_of_an_exchange_ticks_the_cards_it_keeps() -> None:
    app = playing(["pass", "income", *PASS])
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await answer(pilot, "e", "enter")
        await pilot.press("h")
        told = stage.state.hint_shown
        assert told.startswith("keep ")
        assert screen_of(app).count("✓") >= 2
        await pilot.press("h")
        await until(pilot, lambda: acts(stage)[-1] == told)


# -- hidden cards


@pytest.mark.parametrize("size", [(120, 40)])
async def test_others_cards_are_never_painted(size: tuple[int, int]) -> None:
    """Two games that differ only in what Ann may not know are painted the same, cell by cell."""
    app = playing(["tax", *PASS], ["pass", *PASS])
    async with app.run_test(size=size) as pilot:
        stage = await answer(pilot, "n", "enter")
        await pilot.press("o")

        async def again(perspective: str) -> str:
            pane_of(app).view._kept = (None, {})
            stage.view.perspective = perspective
            stage.state.touch()
            await pilot.pause()
            return screen_of(app)

        text = await again("Ann")
        open_text = await again("")
        game = scene_of(stage.view).game
        hidden = [*game.hands[1], *game.hands[2], *game.deck]
        hidden = hidden[3:] + hidden[:3]
        game.hands[1], game.hands[2], game.deck = hidden[:2], hidden[2:4], hidden[4:]
        assert await again("Ann") == text
        assert await again("") != open_text


# -- pictures


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
@pytest.mark.few(1)
def test_a_claim_to_answer(snap_compare: Compare, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]) -> None:
    count_only(monkeypatch)

    async def press(pilot: Pilot[str]) -> None:
        await answer(pilot, "n", "enter")
        await answer(pilot, "n", "enter")
        await pilot.press("o")

    others = (["income", "assassinate Ann", *PASS], ["income", *PASS], ["income", *PASS])
    assert snap_compare(playing(*others), terminal_size=size, run_before=press)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
@pytest.mark.few(1)
def test_a_target_to_choose(snap_compare: Compare, size: tuple[int, int]) -> None:
    async def press(pilot: Pilot[str]) -> None:
        await my_turn(pilot)
        await pilot.press("s", "2")

    assert snap_compare(playing(*[PASS] * 5), terminal_size=size, run_before=press)


def test_a_player_who_is_out_is_told_the_key_for_speed() -> None:
    recording = read_run(sample_path("coup"))
    lost = [event for event in recording.events if isinstance(event.data, Lost)]
    out = next(event for i, event in enumerate(lost) if event.agent in [each.agent for each in lost[:i]])
    view = View(recording.header, out.agent)
    view.extend(recording.events[: out.n])
    assert plain(view.pane.idle()) == "You are out.   >: faster"
    view.extend(recording.events[out.n :])
    view.go(out.n - 1)
    assert not view.pane.idle()
