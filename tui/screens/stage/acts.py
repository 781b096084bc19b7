"""What is done to a stage: a person's commands, answers and clicks; signals of the run; and time, which bots are paced
by, replays go on in, and seats change hands in."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual.widget import Widget

from core.engine.events import Event, Intervened
from core.errors import IllegalAction, UserError
from tui.app import PACE
from tui.beside import Beside
from tui.lines import Lines
from tui.panes import transport
from tui.panes.generic import ScenePane
from tui.panes.kit import Click, Place
from tui.screens.base import WIDE
from tui.screens.curtain import CurtainScreen
from tui.screens.help import HelpScreen
from tui.screens.stage import meanwhile
from tui.screens.stage.beside import turn
from tui.screens.stage.keeping import note
from tui.source import Source
from tui.styles import clip

if TYPE_CHECKING:
    from tui.screens.stage.screen import StageScreen

PLACES: dict[str, Place] = {"board": "board", "legend": "legend", "dock": "dock", "side": "side"}
"""Parts of the stage whose clicks are the pane's."""
TIME = ("track", "curve", "beside")
"""Parts whose columns are moments."""
FOUND = 200
"""Characters of an event that was searched for."""
OPENED = "opened all eyes"
"""The intervention, as it stands in the log."""
LATEST = 1 / 30
"""Seconds by which steps of a replay may be late, and are still made up for."""


# -- the person


def home(stage: "StageScreen") -> Widget:
    """What has the keys at first, and after words were sent: the board, or the input of a person who mostly writes."""
    writes = stage.live is not None and stage.view.seat and stage.view.pane.writes_first
    return stage.words if writes else stage.board


def begin(stage: "StageScreen", command: str) -> None:
    """Have the person finish a command in the input."""
    stage.words.value = command
    stage.set_focus(stage.words)
    stage.words.cursor_position = len(command)


def give(stage: "StageScreen", command: str, *, sure: bool = False, typed: bool = False, due: bool = False) -> bool:
    """Hand a command to the run, if the scene takes it as things stand, and whoever gives it is `sure`. What is early
    is kept, if it is for the turn that goes on or was `typed`; what was kept is `due` when its turn comes. False: it
    was refused, and said so, or is asked about first."""
    assert stage.live is not None
    if stage.view.ended is not None or stage.failed:
        stage.tell("the run is over", "accent")
        return False
    scene, seat, early = stage.view.head, stage.view.seat, stage.early
    at_once = seat in stage.live.waiting.names and seat not in early.given and (due or not early.of(seat))
    if not at_once and not (stage.view.pane.keeps_input and (typed or seat in early.going)):
        stage.tell("it is not your turn yet", "accent")
        return False
    try:
        action = scene.parse(seat, command)
        if at_once:  # what waits is judged when its turn comes
            scene.check(seat, action)
    except IllegalAction as why:
        stage.tell(str(why), "bad")
        return False
    if not sure and (question := stage.view.pane.doubt(command)):
        stage.doubted = command
        stage.asking = "sure"
        stage.words.value = ""
        stage.set_focus(stage.board)
        stage.tell(f"{question} y yes, any other key no", "accent")
        return False
    if at_once:
        early.hand_over(seat)
        stage.live.submit(seat, command)
        if then := stage.view.pane.follows(command):
            early.keep(seat, then, typed=False)
    else:
        early.keep(seat, command, typed=typed)
    stage.repaint()
    return True


def give_kept(stage: "StageScreen", live: Source) -> None:
    """When the run waits for the person, hand it what was given early. Words that are refused then go back into the
    input."""
    early, seat = stage.early, stage.view.seat
    if seat not in live.waiting.names or seat in early.given or stage.asking or not (kept := early.next(seat)):
        return
    if not give(stage, kept.command, due=True) and kept.typed and not stage.asking and not stage.words.value:
        stage.words.value = kept.command


def submit(stage: "StageScreen", value: str) -> None:
    text, asking, pane = value.strip(), stage.asking, stage.view.pane
    if asking:
        stage.end_asking()
        if asking == "search" and (text or pane.search_hint):
            search(stage, text)
        elif text and asking == "note":
            note(stage, text)
        elif text and asking == "go":
            go_to(stage, text)
        elif text and asking == "intervene":
            intervene(stage, text)
        return
    if stage.live is None or not stage.view.seat:
        return  # a search that was entered twice, faster than it was found: who watches commands nothing
    command = pane.command(text) if text else pane.silence()
    if command and give(stage, command, typed=bool(text)) and stage.words.value == value:
        stage.words.value = ""
        stage.set_focus(home(stage))


def ask_to_leave(stage: "StageScreen") -> None:
    """Leave, but ask first where a run would be stopped or lost."""
    live = stage.live
    if live is None or live.replayed or stage.failed or (live.path is not None and stage.view.ended is not None):
        stage.leave()
        return
    kept = "recorded, and can be resumed" if live.path else "not recorded, and will be lost"
    stage.asking = "leave"
    stage.tell(f"leave? it is {kept}. y leaves, any other key stays", "accent")


def answer(stage: "StageScreen", yes: bool) -> None:
    """Opening all eyes goes into the log first; while others think, that is after their step."""
    asked, stage.asking = stage.asking, ""
    if yes and asked == "leave":
        stage.leave()
    elif asked == "sure":
        if yes:
            give(stage, stage.doubted, sure=True)
    elif yes and stage.live is not None:
        stage.opening = True
        stage.live.control.intervene(OPENED, stage.view.seat)


def open_eyes(stage: "StageScreen", batch: Sequence[Event]) -> None:
    """Open all eyes once the log says so of whoever has the seat."""
    if any(event.data == Intervened(OPENED) and event.agent == stage.view.seat for event in batch):
        stage.view.eyes = ""
        stage.opening = False


def intervene(stage: "StageScreen", text: str) -> None:
    """Into the log with the next step, if the world as it is takes it."""
    assert stage.live is not None
    try:
        stage.view.head.check_intervention(text)
    except IllegalAction as why:
        stage.tell(f"{why}; {{intervene}} mends it", "bad")
        stage.refused = text
    else:
        stage.refused = ""
        stage.live.control.intervene(text)
        stage.tell(f"with the next {stage.view.pane.unit}: {text}", "accent")


def search(stage: "StageScreen", text: str) -> None:
    pane = stage.view.pane
    before, n = say_focus(stage), stage.view.n
    if not pane.find(text):
        so_far = " so far; the rest is still read" if stage.view.expected else ""
        told = f"nothing is called {text!r}" if pane.search_hint else f"nothing in the log says {text!r}"
        stage.tell(f"{told}{so_far}", "bad")
    elif pane.focus != before:
        go_to_focus(stage)
    elif not pane.search_hint:
        _tell_found(stage, n)
    stage.playing = stage.playing and bool(pane.search_hint)


def _tell_found(stage: "StageScreen", before: int) -> None:
    """The event that was found, and whether the search went round."""
    event = stage.view.events[stage.view.n - 1]
    how = "found" if event.n > before else "the only one" if event.n == before else "found from the beginning"
    stage.tell(clip(f"{how}: {' '.join((event.agent, event.data.sentence())).strip()}", FOUND), "fg")


def looked(stage: "StageScreen", how: Callable[[ScenePane], bool]) -> bool:
    """Whether a key or a click changed what is looked at."""
    pane = stage.view.pane
    before = say_focus(stage)
    if not how(pane):
        return False
    if pane.focus != before:
        go_to_focus(stage)
    command, pane.begun = pane.begun, ""
    if command.endswith(" "):
        begin(stage, command)
    elif command:
        give(stage, command)
    stage.repaint()
    return True


def say_focus(stage: "StageScreen") -> str:
    """Tell the pane what has the keys, and what room there is."""
    pane, dock = stage.view.pane, stage.pane_of("dock")
    pane.room = stage.room
    pane.on_board = stage.focused is stage.board
    tabs = pane.tabs(stage.app.size.width >= WIDE)
    pane.focus = tabs[min(stage.tab, len(tabs) - 1)].name if stage.focused is dock else ""
    return pane.focus


def go_to_focus(stage: "StageScreen") -> None:
    """Where the pane wants the keys to be."""
    pane = stage.view.pane
    names = [tab.name for tab in pane.tabs(stage.app.size.width >= WIDE)]
    if pane.focus in names:
        if stage.focused is not stage.pane_of("dock"):
            stage.tab_before = stage.tab
        stage.tab = names.index(pane.focus)
        stage.pane_of("dock").to_top()
    stage.set_focus(stage.pane_of("dock") if pane.focus in names else stage.board)


def tell_meanwhile(stage: "StageScreen") -> None:
    """All that happened since the person's last turn, on a page."""
    if not stage.view.seat:
        stage.tell("this is for whoever plays: what happened since its last turn", "dim")
    elif page := meanwhile.page(stage.view):
        stage.app.push_screen(HelpScreen(meanwhile.NAME.casefold(), page))
    else:
        stage.tell("nothing that touches you happened since your last turn", "dim")


def go_to(stage: "StageScreen", text: str) -> None:
    try:
        stage.view.seek(text)
    except UserError as error:
        stage.tell(str(error), "bad")
    stage.playing = False


def walk(stage: "StageScreen", direction: int) -> None:
    """Board, each tab of the dock in turn, input; in the open inspector, its parts."""
    if stage.has_class("why") and stage.focused is not stage.words:
        stage.inspector.next_part(direction)
        stage.repaint()
        return
    if stage.asking:
        stage.end_asking()
    count = len(stage.view.pane.tabs(stage.app.size.width >= WIDE))
    dock = stage.pane_of("dock")
    here: int | str = stage.tab if stage.focused is dock else "words" if stage.focused is stage.words else "board"
    stops: list[int | str] = ["board", *range(count), *(["words"] if stage.acting or here == "words" else [])]
    target = stops[(stops.index(here) + direction) % len(stops)]
    if isinstance(target, int):
        stage.tab, stage.tab_before = target, None
        stage.set_focus(dock)
    else:
        stage.set_focus(stage.words if target == "words" else stage.board)


def click(stage: "StageScreen", event: Lines.Clicked) -> None:
    """What a click means where it was; else the key that is named there is struck, which is no text for the input."""
    if _clicked(stage, event):
        event.stop()
    elif event.key and len(event.key) == 1 and stage.focused is stage.words:
        if stage.asking:
            stage.end_asking()
        stage.set_focus(stage.board)


def _clicked(stage: "StageScreen", event: Lines.Clicked) -> bool:
    """Whether a cell means something beside the key that it names."""
    inspected = stage.has_class("why")
    if stage.beside is not None and _turned(stage, stage.beside, event):
        return True
    if event.pane.id in TIME:
        column = event.x - transport.LEFT
        cells = transport.track_width(stage.app.size.width)
        if within := 0 <= column < cells:
            stage.view.go(transport.event_at(stage.view, column, cells))
            stage.playing = False
        return within
    if inspected and event.pane.id in ("side", "inspector"):
        if title := event.y == 0:
            stage.inspector.click(event.x)
            stage.repaint()
        return title
    if event.pane.id == "dock" and event.key:  # a row that names what can be done with it
        return False
    place = "board" if event.pane is stage.board else event.pane.id
    if place in PLACES:
        at = Click(PLACES[place], event.x, event.y + event.pane.first)
        return looked(stage, lambda pane: pane.click(at))
    if event.pane.id == "ending":
        return stage.ending.click(event.y)
    if event.pane.id == "dock-title":
        stage.tab = max((i for i, x in enumerate(stage.tabs_at) if x <= event.x), default=0)
        stage.set_focus(stage.pane_of("dock"))
    return event.pane.id == "dock-title"


def _turned(stage: "StageScreen", beside: Beside, event: Lines.Clicked) -> bool:
    """Whether a click was on the board of the run that is not looked at: it is from then on. A click on its track turns
    to it as well, and goes where it was."""
    upper, lower = beside.views
    parts = {"track": upper, "curve": upper, "beside": lower, "board": upper, "other-board": lower}
    if parts.get((event.pane.id or "").removesuffix("-name"), stage.view) is stage.view:
        return False
    turn(stage)
    return event.pane.id not in TIME


# -- time


async def pause_between(stage: "StageScreen", batch: Sequence[Event]) -> None:
    """Bots play at a pace that can be followed; who looks back does not hold them up."""
    if batch[-1].end != "turn" or not batch[-1].turn or stage.app.pace == 0:
        return
    until = time.monotonic() + stage.app.pace * stage.view.pane.pace / stage.speed
    while time.monotonic() < until and stage.live is not None and not stage.live.control.stopping:
        await asyncio.sleep(min(0.05, max(0.0, until - time.monotonic())))


def heed(stage: "StageScreen", live: Source) -> None:
    if live.told and (live.replayed or not stage.news[0]):
        stage.tell(live.told.pop(0), "accent")
    give_kept(stage, live)
    if not stage.clock.heed(stage.view, live, stage.app.motion):
        return
    if stage.view.seat in live.waiting.names and not live.replayed:
        stage.news = ("", "")
    due = [name for name in live.waiting.names if name in live.people]
    if due and stage.view.seat not in due and not stage.curtain:
        draw_curtain(stage, due[0])


def draw_curtain(stage: "StageScreen", name: str) -> None:
    """Nothing is shown until this person is there."""
    stage.curtain = True
    stage.app.push_screen(CurtainScreen(name), lambda _: sit(stage, name))


def keep_time(stage: "StageScreen", live: Source) -> None:
    """Time runs for a person who sees the table, may answer, and has not."""
    seen = (
        not live.replayed
        and stage.app.screen is stage
        and stage.my_turn
        and not stage.paused
        and not stage.has_class("why")
        and stage.guide.step is None  # who reads what a tour says has time
    )
    if seen and stage.view.seat not in stage.early.given and (command := stage.view.pane.overdue()):
        give(stage, command)
        stage.tell(f"time is over: {command}", "accent")


def sit(stage: "StageScreen", name: str) -> None:
    """Another person takes over; what the first one was writing is not shown."""
    stage.curtain = False
    stage.view.seat = stage.view.eyes = name
    stage.end_asking()
    stage.set_focus(home(stage))
    stage.words.value = stage.draft = ""
    stage.news = ("", "")
    stage.opening = False
    stage.repaint()


def replay(stage: "StageScreen") -> None:
    """The next step, after the time it took in the run, within what an eye can follow; or as many as are due by now. A
    beat is a step of its own."""
    view, now = stage.view, time.monotonic()
    if view.at_now and stage.follow is None and not view.expected:
        stage.playing = False
    least = 0.25 if view.pane.pace == 1 else PACE * view.pane.pace
    due = max(stage.next_at, now - LATEST)
    stage.reached.take(now, due - stage.next_at)
    n = view.n
    while due <= now and n < view.known:
        n += 1
        while n < view.known and not view.events[n - 1].end and not stage.beats.seconds(view.events[n - 1]):
            n += 1
        took = view.events[n].t - view.events[n - 1].t if n < view.known else 0.0
        due += max(min(2.0, max(least, took)) / stage.speed, stage.beats.seconds(view.events[n - 1]))
    stage.next_at = due
    if n > view.n:
        view.go(n)
        stage.beats.put(view.events[n - 1])
