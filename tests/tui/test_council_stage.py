"""The council on the stage: true to the state, nothing hidden from a perspective is painted, and a human can play."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

import playbill as pb
from core.engine.casting import prepare
from core.engine.events import Said
from core.recording.file import Recording
from core.recording.verification import verify
from scenes.council.events import Argued, Balloted, Offered, Positioned
from scenes.council.observation import CHAIR, CouncilSeen
from tests.tui.conftest import my_turn, replaying, row, screen_of, stage_of, type_in, until
from tests.tui.test_replay import shown
from tests.tui.test_snapshots import Compare
from themes.palettes import PALETTES
from tui.panes.council import hall, lists, seat
from tui.panes.kit import Room, line_of
from tui.stages import StageApp
from tui.state.opening import live_stage
from tui.state.stage import StageState
from tui.styles import plain, width_of
from tui.view import View

SIZES = [(60, 20), (80, 24), (120, 40), (200, 50)]


@cache
def game(**options: Any) -> pb.Played:
    with ThreadPoolExecutor(1) as aside:  # a test may already run an event loop
        return aside.submit(pb.play, "council", options, seed=80).result()


def view_of(at: int, perspective: str = "", **options: Any) -> View:
    view = View(game(**options).header)
    view.extend(game(**options).events)
    view.perspective = perspective
    view.go(at)
    return view


def ring(view: View, width: int, rows: int) -> list[str]:
    """Paint the seats without what is inside the ring, which may name any member."""
    seen: CouncilSeen = view.scene.observe(view.perspective)
    return [plain(line) for line in hall.paint(seen, hall.Look((), "", {}, None), width, rows)]


# -- contents of the screen


@pytest.mark.parametrize("members", [4, 7, 10, 11])
@pytest.mark.parametrize(("width", "per_tier"), [(60, 1), (77, 2), (157, 4)])
@pytest.mark.few(2)
def test_everybody_has_a_place_and_the_sign_of_its_position(members: int, width: int, per_tier: int) -> None:
    rows = hall.tiers(members) * per_tier
    for n in range(20, len(game(members=members).events), 59):
        view = view_of(n, members=members)
        seen: CouncilSeen = view.scene.observe("")
        painted = ring(view, width, rows)
        assert len(painted) == rows
        for name in seen.members:
            [y] = [i for i, line in enumerate(painted) if name in line]
            x = painted[y].index(name)
            label = painted[y][x : x + 10] if per_tier == 1 else painted[y + 1][max(0, x - 4) : x + 7]
            if name in seen.positions and name not in seen.ballots:
                assert hall.position_sign(seen.positions[name].now)[0] in label.split()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("members", [4, 11])
@pytest.mark.few(1)
async def test_it_fits_every_terminal(size: tuple[int, int], members: int) -> None:
    view = view_of(0, members=members)
    app = StageApp(StageState(view, playing=False), PALETTES["plain"], pace=0.0, motion=False)
    async with app.run_test(size=size) as pilot:
        for n in (0, 1, 12, view.known // 2, view.known):
            view.go(n)
            await pilot.pause()
            screen = screen_of(app)
            assert "╳ against" in screen or n < 10
            assert "…" not in row(app, "header")
            for tab in view.pane.tabs(size[0] >= 100):
                assert all(
                    width_of(line_of(line)) <= size[0] for line in tab.paint(stage_of(app).state.space.room.cells)
                ), tab.name
        assert "The agenda is done" in screen


def test_what_was_whispered_is_shown_to_those_who_heard_it() -> None:
    header, events = game().header, game().events
    whispers = [event for event in events if isinstance(event.data, Said) and event.data.to]
    assert whispers
    public = " ".join(e.data.text for e in events if isinstance(e.data, Said) and not e.data.to)
    for name in header.cast:
        view = view_of(len(events), name)
        view.pane.room = Room(120, 40, 77)
        text = " ".join(" ".join(shown(view)).split())
        for whisper in whispers:
            assert isinstance(whisper.data, Said)
            heard = name in (whisper.audience or ())
            assert (f"{whisper.agent} ▸ {whisper.data.to[0]}" in text) >= heard
            if not heard and whisper.data.text not in public:
                assert whisper.data.text not in text


def test_the_inspector_opens_a_mind_to_its_own_eyes_alone() -> None:
    spoken = next(e.n for e in game().events if isinstance(e.data, Positioned) and e.data.was)
    name = game().events[spoken - 1].agent
    for perspective, opened in (("", True), (name, True), (CHAIR, False)):
        view = view_of(spoken, perspective)
        [knows] = [tab.paint(80) for tab in view.pane.tabs(False) if tab.name == "Knows"]
        text = "\n".join(plain(line_of(line)) for line in knows)
        for each, own in view.scene.observe("").interests.items():
            dearest = f" {each}".ljust(10) + f"cares about {next(iter(own.values))} ●●●"
            assert (dearest in text) == (perspective in ("", each))
        text = "\n".join(plain(line) for line in view.pane.why(80))
        assert ("leaning" in text, "cares about" in text, "thoughts are closed" in text) == (opened, opened, not opened)


# -- a human's seat


def seated(name: str, record: Path | None = None, **options: Any) -> StageApp:
    header = prepare("council", options, {"Ann": "rules", name: "human"}, 3)
    return StageApp(live_stage(header, record), PALETTES["dark"], pace=0.0, motion=False)


async def give(pilot: Pilot[str], words: str) -> None:
    await pilot.press("m")
    await type_in(pilot, words)


async def test_a_person_speaks_and_votes(tmp_path: Path) -> None:
    app = seated("Ann", tmp_path / "run.jsonl", members=4, agenda="Plant trees", rounds=1)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        await give(pilot, "I oppose it: it costs")
        await pilot.pause()
        assert "you are against, against it: thrift" in row(app, "preview")
        await pilot.press("enter")
        await until(pilot, lambda: stage.view.head.pick() is not None and "Ann" in stage.view.waiting)
        assert "THE VOTE IS OPEN" in screen_of(app)
        await pilot.press("p")
        assert "the vote is open; you could write vote" in row(app, "preview")
        await pilot.press("n")
        await until(pilot, lambda: stage.view.ended is not None)
        own = [event.data for event in stage.view.events if event.agent == "Ann"]
        assert [e for e in own if isinstance(e, Argued | Balloted)] == [Argued("against", "thrift"), Balloted("no")]
    recording = Recording.read(tmp_path / "run.jsonl")
    assert await verify(recording) == len(recording.events)


async def test_a_person_puts_a_motion_of_its_own_on_the_agenda(tmp_path: Path) -> None:
    app = seated("Ann", tmp_path / "run.jsonl", members=4, agenda="Ban fireworks", rounds=1, proposals=1)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        assert "propose … adds a motion" in screen_of(app)
        await give(pilot, "I propose that we plant trees, but it costs too much.")
        await pilot.pause()
        assert "motion 2: serves nature; hurts thrift" in row(app, "preview")
        await pilot.press("enter")
        await until(pilot, lambda: "Ann puts a motion on the agenda" in screen_of(app))
        assert "propose …" not in screen_of(app), "one is the limit"
        await pilot.press("p")
        for _ in range(2):
            await until(pilot, lambda: stage.view.head.pick() is not None and "Ann" in stage.view.waiting)
            await pilot.press("y")
            await until(pilot, lambda: "Ann" in stage.view.waiting or stage.view.ended is not None)
            if stage.view.ended is None:
                await pilot.press("p")
        await until(pilot, lambda: stage.view.ended is not None)
        assert "motions went your way, your own " in screen_of(app)
    recording = Recording.read(tmp_path / "run.jsonl")
    assert await verify(recording) == len(recording.events)


def tab(view: View, name: str) -> str:
    [rows] = [tab.paint(80) for tab in view.pane.tabs(False) if tab.name == name]
    return "\n".join(plain(line_of(line)) for line in rows)


def test_members_and_deals_are_what_the_perspective_saw() -> None:
    header, events = game().header, game().events
    secret = [event for event in events if isinstance(event.data, Offered)]
    assert secret
    for name in header.cast:
        view = view_of(len(events), name)
        for offered in secret:
            pair = (offered.agent, offered.data.to)  # type: ignore[attr-defined]
            row = " → ".join("you" if each == name else each for each in pair)
            assert (row in tab(view, "Deals")) == (name in pair)
    ended = view_of(len(events)).ended
    assert ended is not None
    scores = {name: int(score) for name, score in ended.scores.items() if score}
    assert scores
    points = tab(view_of(len(events), "Ann"), "Members").splitlines()[0]
    assert all(f"{'you' if name == 'Ann' else name} {score}" in points for name, score in scores.items())


async def test_a_person_in_the_chair_leads_the_meeting() -> None:
    app = seated(CHAIR, members=4, agenda="Plant trees")
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        await pilot.press("b")
        assert "nobody has had the floor" in row(app, "preview")
        await pilot.press("r")
        await until(pilot, lambda: "brief" in screen_of(app))
        await pilot.press("g")
        await until(pilot, lambda: CHAIR in stage.view.waiting and stage.view.turn > 4)
        await pilot.press("b", "o")
        assert stage.state.my_turn, "a b in words that were meant to be written ends no debate"
        await pilot.press("b", "y")
        await until(pilot, lambda: "The agenda is done" in screen_of(app))
        await my_turn(pilot)
        await pilot.press("f")
        await until(pilot, lambda: stage.view.ended is not None)
        assert stage.view.ended is not None
        assert stage.view.ended.reason == "adjourned"


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("I am for it", "say I am for it"),
        ("say I am for it", "say I am for it"),
        ("tell bob hello", "tell bob hello"),
        ("tell Zoe our secret", "tell Zoe our secret"),
        ("offer Bob my house", "offer Bob my house"),
        ("yield", "yield"),
        ("yield to reason", "say yield to reason"),
        ("voting status", "voting status"),
        ("I move to amend: only on Sundays", "amend only on Sundays"),
        ("I propose an amendment, that it costs nothing", "amend it costs nothing"),
        ("I second the amendment.", "second amendment"),
        ("Second, it costs too much", "say Second, it costs too much"),
        ("I move that we wait", "say I move that we wait"),
        ("", ""),
    ],
)
def test_words_are_said_unless_they_begin_like_what_others_should_not_hear(typed: str, command: str) -> None:
    assert seat.command(typed, view_of(20).scene, "Ann") == command  # type: ignore[arg-type]


# -- pictures


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
@pytest.mark.few(1)
def test_a_debate(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert snap_compare(replaying("council-sample", at=388), terminal_size=size)


@pytest.mark.parametrize("theme", ["plain", "light"])
@pytest.mark.few(1)
def test_a_vote(snap_compare: Compare, theme: str) -> None:
    app = replaying("council-sample", at=266, perspective="Ann", palette=PALETTES[theme])
    assert snap_compare(app, terminal_size=(80, 24))


def test_why_a_member_leans_as_it_does(snap_compare: Compare) -> None:
    async def press(pilot: Pilot[str]) -> None:
        await pilot.press("i")

    assert snap_compare(replaying("council-sample", at=236), terminal_size=(120, 40), run_before=press)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_agenda_cuts_no_motion(width: int) -> None:
    view = view_of(0)
    for n in range(0, view.known + 1, 40):
        view.go(n)
        seen = view.scene.observe("")
        if seen.agenda:
            text = plain(lists.track(seen, width))
            assert len(text) <= width
            assert "…" not in text
            words = [stop[2:].removesuffix(" ") for stop in text.strip().split(" ━ ")]
            assert all(word[0].isdigit() or any(word.startswith(text) for text in seen.agenda) for word in words)
