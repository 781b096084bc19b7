"""Werewolf on the stage: day and night, the headline, votes, roles by perspective, sizes."""

import pytest

from core.engine.casting import prepare
from core.engine.events import Event, Said
from core.recording.file import Recording
from scenes.werewolf.events import Dawn, Inspected, NightFell, Stalked, Unmasked, VotingClosed
from scenes.werewolf.evidence import Evidence
from tests.tui.conftest import recorded_sample, replaying, row, stage_of, until
from tests.tui.test_snapshots import Compare
from themes.palettes import PALETTES
from tui.panes import time_axis
from tui.panes.kit import line_of
from tui.panes.werewolf.pane import WerewolfPane
from tui.stages import StageApp
from tui.state.opening import live_stage, replay_stage
from tui.styles import plain
from tui.view import View

NAME = "werewolf-sample"
SIZES = [(60, 20), (80, 24), (120, 40), (200, 50)]


@pytest.fixture(scope="module")
def recording() -> Recording:
    return recorded_sample(NAME)


@pytest.fixture(scope="module")
def log(recording: Recording) -> list[Event]:
    return list(recording.events)


@pytest.fixture
def view(recording: Recording) -> View:
    view = View(recording.header)
    view.extend(recording.events)
    return view


def pane_of(view: View) -> WerewolfPane:
    assert isinstance(view.pane, WerewolfPane)
    return view.pane


def first(log: list[Event], kind: type, after: int = 0) -> Event:
    return next(event for event in log if isinstance(event.data, kind) and event.n > after)


def whole(event: Event, log: list[Event]) -> int:
    """Return the number of the last event of an event's step."""
    return next(each.n for each in log[event.n - 1 :] if each.end)


def drawn(view: View, tab: str, width: int = 200) -> str:
    return "\n".join(
        plain(line_of(line)) for each in view.pane.tabs(False) if each.name == tab for line in each.paint(width)
    )


async def test_night_day_and_the_end_differ_without_colors(log: list[Event]) -> None:
    app = replaying(NAME, first(log, NightFell).n, palette=PALETTES["plain"])
    async with app.run_test(size=(80, 24)):
        stage = stage_of(app)
        assert "☾ NIGHT 1" in row(app, "strip")
        assert stage.pane_of("board").ground == "shade"
        stage.view.go(whole(first(log, Dawn), log))
        stage.flush()
        assert "☼ DAY 1" in row(app, "strip")
        assert stage.pane_of("board").ground == "bg"
        stage.view.go(len(log))
        stage.flush()
        screen = [row(app, "board", y) for y in range(10)]
        assert "◆ The village wins" in screen[0]
        assert any("× " in line and "✗" in line for line in screen)


def test_what_happened_is_the_loudest_line_until_somebody_speaks(view: View, log: list[Event]) -> None:
    closed = first(log, VotingClosed)
    spoken = next(e.n for e in log if e.n > closed.n and isinstance(e.data, Said) and e.audience is None)
    for n, loud in ((whole(closed, log), True), (spoken, False)):
        view.go(n)
        line = view.pane.board(80, 12)[0]
        assert closed.data.hanged in plain(line)  # type: ignore[attr-defined]
        assert all("on selected" in style for _, style in line) == loud
    view.go(first(log, Unmasked).n)
    assert "The village wins  the pack: " in plain(view.pane.board(80, 12)[0])


def test_roles_are_for_all_eyes_and_for_who_has_them(view: View, log: list[Event]) -> None:
    view.go(first(log, NightFell).n)
    pane = pane_of(view)

    def roles() -> set[str]:
        return {word for line in pane.board(80, 12)[1:] for word in plain(line).split() if word.islower()} - {"quiet"}

    wolves = pane._facts.seen.pack
    assert {"werewolf", "seer", "villager"} <= roles()
    view.perspective = wolves[0]
    assert roles() == {"werewolf"}
    view.perspective = next(name for name, role in view.scene.observe("").roles.items() if role == "villager")
    assert roles() == {"villager"}
    assert "pack" not in plain(pane.legend(80))


def test_a_vote_is_judged_once_it_is_known_what_its_target_was(view: View, log: list[Event]) -> None:
    closed = first(log, VotingClosed)
    view.perspective = "Ann"
    view.go(closed.n)
    matrix = "\n".join(map(plain, view.pane.board(80, 12)[1:]))
    assert not {"✓", "✗"} & set(matrix)
    view.go(log[-1].n)
    sign = {True: "✓", False: "✗"}
    for name in view.scene.players:  # type: ignore[attr-defined]
        wolf = view.scene.observe("").roles[name] == "werewolf"
        assert f"{name} {sign[not wolf]}" not in drawn(view, "Votes")
    assert {"✓", "✗"} <= set(drawn(view, "Votes"))
    assert "wants to hang Gus" in drawn(view, "Claims")
    assert "asks" not in drawn(view, "Claims")


def test_what_the_pack_says_and_the_seer_sees_is_theirs(view: View, log: list[Event]) -> None:
    stalked, look = first(log, Stalked), first(log, Inspected)
    view.go(whole(look, log))
    for perspective, wolfish, seeing in (("", True, True), (stalked.agent, True, False), (look.agent, False, True)):
        view.perspective = perspective
        talk = drawn(view, "Talk")
        assert (stalked.data.sentence() in talk) == wolfish
        assert (f"{stalked.agent} ▸ " in talk) == wolfish
        assert (look.data.sentence() in talk) == seeing


def test_the_odds_are_those_of_the_eyes(view: View, log: list[Event]) -> None:
    view.perspective = "Ann"
    view.go(first(log, VotingClosed).n - 1)
    assert pane_of(view).press("o") == ""
    chances = Evidence(view.scene.observe("Ann")).chances
    for name in ("Bob", "Cat"):
        line = next(plain(line) for line in view.pane.board(80, 12) if f" {name} " in plain(line)[:12])
        assert f"{100 * chances[name]:.0f}%" in line


def test_the_inspector_passes_over_what_others_decided_in_the_night(view: View, log: list[Event]) -> None:
    stalked = first(log, Stalked, first(log, Dawn).n)
    view.go(stalked.n)
    view.perspective = next(name for name, role in view.scene.observe("").roles.items() if role == "villager")
    assert view.decision is not None
    assert view.decision.turn < stalked.turn
    assert stalked.n not in view.pane.decisions()
    view.perspective = stalked.agent
    decided = [view.events[n - 1] for n in view.pane.decisions()]
    assert [event for event in decided if (event.agent, event.turn) == (stalked.agent, stalked.turn)]
    assert view.decision is not None
    assert (view.decision.agent, view.decision.turn) == (stalked.agent, stalked.turn)
    assert any("is worth most" in plain(line) for line in view.pane.why(80))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [6, 9, 16])
@pytest.mark.few(1)
async def test_everybody_is_in_sight_at_every_size(size: tuple[int, int], players: int) -> None:
    app = StageApp(live_stage(prepare("werewolf", {"players": players}, {}, 3, human=True), None), pace=0.0)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        board = stage_of(app).pane_of("board")
        rows = [row(app, "board", y) for y in range(board.size.height)]
        for name in stage_of(app).view.scene.players:  # type: ignore[attr-defined]
            assert any(f" {name}" in line for line in rows)
        assert stage_of(app).pane_of("dock").size.height >= 2


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize("at", ["night", "talk", "end"])
@pytest.mark.few(1)
def test_pictures(snap_compare: Compare, log: list[Event], at: str, size: tuple[int, int]) -> None:
    second = first(log, NightFell, first(log, Dawn).n)
    n, perspective = {"night": (whole(second, log) + 1, ""), "talk": (second.n + 40, "Ann"), "end": (len(log), "")}[at]
    assert snap_compare(replaying(NAME, n, perspective), terminal_size=size)


@pytest.mark.parametrize("theme", ["light", "plain", "color-blind"])
@pytest.mark.few(1)
def test_themes(snap_compare: Compare, log: list[Event], theme: str) -> None:
    app = replaying(NAME, whole(first(log, VotingClosed), log), palette=PALETTES[theme])
    assert snap_compare(app, terminal_size=(80, 24))


async def test_votes_appear_one_after_the_other_and_a_key_shows_them_all() -> None:
    recording = recorded_sample(NAME)
    closed = next(event for event in recording.events if isinstance(event.data, VotingClosed))
    hanged = closed.data.hanged  # type: ignore[attr-defined]
    app = StageApp(replay_stage(recording, at=closed.n - 1, speed=1.0), pace=1e4)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = stage_of(app)
        stage.state.speed = 1e-2
        await pilot.press("space")
        stage.view.go(closed.n)
        stage.state.beats.start(closed, stage.view, 1e6)
        await until(pilot, lambda: "all vote" in row(app, "strip"))
        assert f"{hanged} is hanged" not in row(app, "board")
        await pilot.press("i")
        assert stage.state.beats.part is None


def test_a_ballot_shown_in_part_hides_its_result(view: View, log: list[Event]) -> None:
    closed = first(log, VotingClosed)
    view.go(closed.n)
    view.pane.room.part = 2
    board = [plain(line) for line in view.pane.board(80, 12)]
    assert "hanged" not in "".join(board)
    votes = [name for name in closed.data.votes if name[:3] in {line[-5:-2] for line in board[1:]}]  # type: ignore[attr-defined]
    assert len(votes) <= 2
    assert all(row.n < closed.n for row in view.pane.transcript(80))  # type: ignore[attr-defined]
    assert closed.n not in [n for n, _ in view.pane.curve().points]
    assert not set("╳◆") & set(plain(time_axis.playhead_line(view, 120)))
    view.pane.room.part = None
    assert closed.n in [n for n, _ in view.pane.curve().points]
    assert set("╳◆") & set(plain(time_axis.playhead_line(view, 120)))
    assert f"{closed.data.hanged} is hanged" in plain(view.pane.board(80, 12)[0])  # type: ignore[attr-defined]


def test_the_notebook_lists_claims_and_votes_of_each_player_by_day(view: View, log: list[Event]) -> None:
    view.go(log[-1].n)
    lines = [
        plain(line_of(line)) for line in next(tab for tab in view.pane.tabs(False) if tab.name == "Notebook").paint(100)
    ]
    ballots = [event.data for event in log if isinstance(event.data, VotingClosed)]
    for day, ballot in enumerate(ballots, 1):
        for target in filter(None, ballot.votes.values()):
            assert any(line.startswith(f"   d{day}") and f"votes {target}" in line for line in lines)


async def test_a_large_terminal_shows_a_portrait_of_each_role_that_the_perspective_knows() -> None:
    async with replaying(NAME, 112, perspective="Cat").run_test(size=(160, 45)) as pilot:
        await pilot.pause()
        board = [row(pilot.app, "board", y) for y in range(29)]  # type: ignore[arg-type]
        wolf = next(y for y, text in enumerate(board) if " 4   Dan" in text)
        assert " werewolf " in board[wolf]
        hidden = next(y for y, text in enumerate(board) if " 5   Eli" in text)
        assert "░" * 12 in board[hidden]
        assert board[hidden + 1].strip() == "░" * 12
        assert not board[hidden + 2].strip()
        dead = next(y for y, text in enumerate(board) if " × Ivy villager" in text)
        assert dead == 2 + 3 * 8
