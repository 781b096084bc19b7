"""The end screen of a game: the outcome, the turning points, and the next choices."""

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

import playbill as pb
from core.engine.casting import prepare
from core.recording.file import Recording
from scenes.coloring.config import ColoringConfig
from scenes.coup.claims import Claim
from scenes.coup.moves import Verb
from scenes.coup.scene import CoupScene
from scenes.coup.strong.belief import all_odds
from scenes.werewolf.record import is_against
from tests.tui.conftest import playing, replaying, row, screen_of, stage_of, until, watching
from tui.panes.coup.claims import most_telling
from tui.screens.stage import StageScreen
from tui.stages import StageApp
from tui.state.ending import BAD_FIRST, turning_points
from tui.state.opening import live_stage
from tui.styles import plain
from tui.view import View


async def opened(pilot: Pilot[str], before: StageScreen) -> StageScreen:
    """Wait for another stage to replace this one, and return it."""
    await until(pilot, lambda: isinstance(pilot.app.screen, StageScreen) and pilot.app.screen is not before)
    stage = pilot.app.screen
    assert isinstance(stage, StageScreen)
    return stage


async def test_a_played_game_ends_on_its_end_screen_with_everything_revealed() -> None:
    app = playing(H="rules")
    async with app.run_test(size=(80, 24)) as pilot:
        stage = stage_of(app)
        await until(pilot, lambda: stage.has_class("over"))
        text = screen_of(app)
        assert "consensus" in text
        assert "solved" in text
        assert "possible points" in text
        assert "Turning points" in text
        assert "rematch" in text
        await pilot.press("escape")
        assert not stage.has_class("over")
        assert "YOUR" not in screen_of(app)
        await pilot.press("e")
        assert stage.has_class("over")
        await pilot.press("left")
        assert not stage.has_class("over"), "whoever looks back sees the board"
        await pilot.press("e")
        assert stage.has_class("over"), "from the middle of the game it goes to the end"


@pytest.mark.slow
async def test_enter_plays_on_from_a_turning_point_and_g_looks() -> None:
    async with watching("coup-sample") as (app, pilot, stage):
        await pilot.press("G", "e")
        points = turning_points(stage.view)
        assert len(points) == 3
        assert [point.mark for point in points] == sorted((point.mark for point in points), key=BAD_FIRST.index)
        await pilot.press("down", "g")
        assert stage.view.turn == stage.view.events[points[1].n - 1].turn
        assert not stage.has_class("over")
        await pilot.press("G", "e", "down", "enter")
        assert "y yes" in row(app, "footer")
        await pilot.press("n")
        assert app.screen is stage
        await pilot.press("enter", "y")
        branch = await opened(pilot, stage)
        parent = branch.view.header.parent
        assert parent is not None
        assert parent.n <= points[1].n
        assert branch.view.seat == "Ann"
        await pilot.press("ctrl+q")


@pytest.mark.parametrize(("key", "seed", "seat"), [("r", 8, "H"), ("s", 7, "H"), ("o", 7, "B")])
@pytest.mark.few(1)
async def test_the_next_game_takes_the_place_of_this_one(key: str, seed: int, seat: str, tmp_path: Path) -> None:
    async with watching("coloring-sample") as (app, pilot, _):
        before = stage_of(app)
        await pilot.press("G", "e", key)
        stage = await opened(pilot, before)
        assert (stage.view.header.seed, stage.view.seat) == (seed, seat)
        assert stage.view.header.config == before.view.header.config
        assert list(app.screen_stack).count(before) == 0
        assert stage.live is not None
        assert stage.live.path is not None
        await pilot.press("ctrl+q")
    assert Recording.read(stage.live.path).header.seed == seed


async def test_the_end_is_watched_from_the_start_and_left() -> None:
    app = playing(H="rules")
    async with app.run_test(size=(80, 24)) as pilot:
        stage = stage_of(app)
        await until(pilot, lambda: stage.has_class("over"))
        y = next(i for i, line in enumerate(screen_of(app).splitlines()) if "watch it" in line)
        await pilot.click(offset=(6, y))
        assert stage.state.playing
        assert stage.view.n < stage.view.known
        await pilot.press("G", "e", "l", "y")
        await until(pilot, lambda: not app.is_running)
    assert app.return_code == 0


async def test_what_is_typed_as_the_game_ends_starts_nothing() -> None:
    app = playing(H="rules")
    async with app.run_test(size=(80, 24)) as pilot:
        stage = stage_of(app)
        await until(pilot, lambda: stage.has_class("over"))
        app.tempo.pace = 1000.0
        await pilot.press("r", "enter", "s")
        assert app.screen is stage
        assert stage.has_class("over")
        await pilot.press("escape")
        assert not stage.has_class("over"), "a way out is always open"


async def test_a_game_that_can_go_on_reveals_nothing(tmp_path: Path) -> None:
    header = prepare("coup", {"max_turns": 2, "timer": 1}, {"Ann": "human"}, 5)
    app = StageApp(live_stage(header, tmp_path / "run.jsonl"), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = stage_of(app)
        assert stage.live is not None
        for _ in range(20):  # commands that wait for their turn
            stage.live.submit("Ann", "income")
        await until(pilot, lambda: stage.has_class("over"))
        assert stage.view.perspective == "Ann"
        assert "hidden information stays hidden" in screen_of(app)
        assert "-o max_turns=" in screen_of(app)


@pytest.mark.few(1)
async def test_every_scene_has_an_end_that_fits(scene_run: tuple[object, View]) -> None:
    name = scene_run[1].header.scene
    for size in ((60, 20), (80, 24), (200, 50)):
        app = replaying(f"{name}-sample")
        async with app.run_test(size=size) as pilot:
            await pilot.press("G", "e")
            text = screen_of(app)
            assert "leave" in text
            assert "watch it" in text
            result = " ".join(plain(line) for line in stage_of(app).view.pane.ending(size[0]))
            assert name == "feed" or "PgDn" in text or not {*result.split()} - {*text.split()}, "nothing is cut"


async def test_the_end_of_coup_lists_claims_with_their_odds_as_the_person_saw_them() -> None:
    async with watching("coup-sample", size=(120, 40)) as (app, pilot, stage):
        stage.view.seat = "Dan"
        await pilot.press("G", "e")
        text = screen_of(app)
        scene = stage.view.scene
        assert isinstance(scene, CoupScene)
        for name in scene.names:
            own = [claim for claim in scene.claims if claim.agent == name]
            lies = sum(not claim.true for claim in own)
            claimed = (
                f"lied {lies} of {len(own)} times" if lies else f"made {len(own)} claim{'s' * (len(own) != 1)}, no lies"
            )
            assert (claimed if own else "claimed nothing") in text
        first = most_telling(scene.claims, "Dan")[0]
        assert (first.agent, first.true, first.challenger) == ("Bob", False, "")
        at = stage.view.scene_at(first.n).observe("Dan")
        by_cards, by_play = (1 - getattr(all_odds(at)["Bob"]["Duke"], each) for each in ("counted", "believed"))
        rows = [line for line in text.splitlines() if "Duke, tax" in line and "Bob" in line]
        assert f"{by_cards:.0%}"[:-1] + f"→{by_play:.0%}" in rows[0]
        assert "you passed: +3 coins" in rows[0]
        await pilot.press("escape")
        assert "Claims" in [tab.name for tab in stage.view.pane.tabs(True)]


def test_the_most_telling_claims_are_lies_that_stood() -> None:
    def claim(n: int, verb: Verb, true: bool, challenger: str = "", against: str = "") -> Claim:
        return Claim(n, n, n, "Ann", "Duke", verb, False, against, true, challenger)

    claims = [
        claim(1, "tax", True),
        claim(2, "assassinate", False, challenger="Bob"),
        claim(3, "exchange", False),
        claim(4, "tax", False),
        claim(5, "steal", False, against="Bob"),
    ]
    assert [each.n for each in most_telling(claims, "")] == [4, 5, 3, 2, 1]
    assert most_telling(claims, "Bob")[0].n == 5


HEADLINES = {
    "coup": (r"You won with \d cards?|You lost: \w+ won with \d cards?; you were out on turn \d+, .+"),
    "hanabi": r"You, \w+ and \w+: (all 25|\d+ of 25) points(, because the last fuse burnt)?",
    "werewolf": r"(You won with the|You lost: the) (village|wolves)( won)?[,;] .*you .+",
    "coloring": r"You, \w and \w agreed: \d+ of \d+ points, \d+ of them yours",
    "council": r"[0-3] of 3 motions went your way; you are \d\w\w of 7, \d+ points?",
    "village": r"You (did not )?(find|found|kept|were found|pay|paid|make peace|made peace|filled|had too few).*",
    "feed": r"Your .+ earned .+|You posted nothing and passed nothing on",
    "chat": r"The chat is over: \d+ messages, \d+ of them yours",
}


@pytest.mark.parametrize("name", HEADLINES)
@pytest.mark.few(1)
def test_the_first_line_of_an_end_is_about_the_person(name: str) -> None:
    options = {"village": {"days": 1}, "feed": {"agents": 60, "ticks": 30}, "hanabi": {"players": 3}}.get(name, {})
    game = pb.play(name, options, {"*": "rules"}, seed=2)
    view = View(game.header)
    view.extend(game.events)
    seats = [seat for seat in view.header.cast if seat not in ("Chair", "Moderator")]
    for view.seat in (seats[0], seats[-1]):
        assert view.pane.traits.headline is not None
        assert re.fullmatch(HEADLINES[name], view.pane.traits.headline(view))


def test_werewolves_are_named_with_their_first_accuser() -> None:
    game = pb.play("werewolf", {}, {"*": "rules"}, seed=2)
    view = View(game.header)
    view.extend(game.events)
    seen = view.observe("")
    ballot = seen.ballots[0]
    view.seat = next(name for name in ballot.votes if ballot.votes[name] and seen.roles[name] != "werewolf")
    text = "\n".join(plain(line) for line in view.pane.ending(200))
    for wolf in (name for name in seen.players if seen.roles[name] == "werewolf"):
        found = [
            (each.day, each.name)
            for each in seen.claims
            if is_against(each.claim) and each.claim.target == wolf and seen.roles[each.name] != "werewolf"
        ]
        day, who = min(found, key=lambda each: each[0]) if found else (0, "")
        first = f"by {'you' if who == view.seat else who}, day {day}" if found else "by nobody"
        assert f"{wolf} {first}" in text
    target = ballot.votes[view.seat]
    assert f"day {ballot.day} {target} {'✓ wolf' if seen.roles[target] == 'werewolf' else '✗ no wolf'}" in text


@pytest.mark.slow
async def test_a_harder_one_is_a_level_up() -> None:
    app = playing(H="rules")
    async with app.run_test(size=(80, 24)) as pilot:
        before = stage_of(app)
        await until(pilot, lambda: before.has_class("over"))
        assert "difficulty medium, seed 8" in screen_of(app)
        await pilot.press("h")
        assert not before.state.leaving, "what was a hint all along begins no other game"
        await pilot.press("+")
        stage = await opened(pilot, before)
        assert (stage.view.header.config["difficulty"], stage.view.header.seed) == ("medium", 8)


def test_the_hardest_has_none_above_it() -> None:
    assert ColoringConfig(difficulty="hard").harder == {"difficulty": "expert", "problem": "default"}
    assert ColoringConfig(difficulty="expert").harder == {}


def test_the_end_of_hanabi_says_where_points_are_missing() -> None:
    game = pb.play("hanabi", {"players": 4}, {"*": "rules"}, seed=5)
    view = View(game.header)
    view.extend(game.events)
    told = [plain(line).strip() for line in view.pane.ending(80)]
    assert "−1  turn 58  too few turns were left for all cards: B5 at the end missing" in told


async def test_where_there_is_little_room_a_click_on_what_comes_next_does_it() -> None:
    async with watching("hanabi-sample", size=(60, 20)) as (app, pilot, _):
        await pilot.press("G", "e", "up")
        assert "▸l leave" in screen_of(app)
        assert "back to where you came from" in screen_of(app)
        stage = stage_of(app)
        y = next(y for y in range(15) if "w watch it" in row(app, "ending", y))
        await pilot.click("#ending", offset=(row(app, "ending", y).index("watch"), y))
        assert stage.state.playing
        assert not stage.has_class("over")
