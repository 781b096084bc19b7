"""What a person gives a stage: commands and words, answers to what was asked for, steps between panes, clicks."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.errors import IllegalAction, UserError
from core.events import Event, Intervened
from core.timeline import moment
from tui.lines import Lines
from tui.panes import transport
from tui.screens.base import WIDE

if TYPE_CHECKING:
    from tui.screens.stage import StageScreen

OPENED = "opened all eyes"
"""The intervention, as it stands in the log."""


def begin(stage: "StageScreen", command: str) -> None:
    """Have the person finish a command in the input."""
    stage.words.value = command
    stage.set_focus(stage.words)
    stage.words.cursor_position = len(command)


def give(stage: "StageScreen", command: str) -> bool:
    """Hand a command to the run, if the scene takes it as things stand. False: it was refused, and said so."""
    assert stage.live is not None
    scene, seat = stage.view.scene, stage.view.seat
    at_once = stage.my_turn and not stage.live.queued(seat)
    if not at_once and not stage.view.pane.keeps:
        stage.tell("it is not your turn yet", "accent")
        return False
    try:
        action = scene.parse(seat, command)
        if at_once:  # what waits is judged when its turn comes
            scene.check(seat, action)
    except IllegalAction as why:
        stage.tell(str(why), "bad")
        return False
    stage.live.submit(seat, command)
    if not stage.my_turn:
        stage.tell("kept for your turn", "accent")
    return True


def submit(stage: "StageScreen", value: str) -> None:
    text, asking = value.strip(), stage.asking
    if asking:
        stage.end_asking()
        if asking == "search" and (text or stage.view.pane.finding):
            search(stage, text)
        elif text and asking == "go":
            go_to(stage, text)
        elif text and asking == "intervene":
            intervene(stage, text)
    elif text and give(stage, stage.view.pane.command(text)) and stage.words.value == value:
        stage.words.value = ""
        if not stage.view.pane.keeps:
            stage.set_focus(stage.query_one("#board"))


def answer_eyes(stage: "StageScreen", yes: bool) -> None:
    """Opening all eyes goes into the log first; while others think, that is after their step."""
    stage.asking = ""
    if yes and stage.live is not None:
        stage.opening = True
        stage.live.run.control.intervene(OPENED, stage.view.seat)


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
        stage.tell(f"{why}; x mends it", "bad")
        stage.refused = text
    else:
        stage.refused = ""
        stage.live.run.control.intervene(text)
        stage.tell(f"with the next {stage.view.pane.unit}: {text}", "accent")


def search(stage: "StageScreen", text: str) -> None:
    pane = stage.view.pane
    before = say_focus(stage)
    if not pane.find(text):
        stage.tell(f"nothing is called {text!r}" if pane.finding else f"nothing in the log says {text!r}", "bad")
    elif pane.focus != before:
        go_to_focus(stage)
    stage.playing = stage.playing and bool(pane.finding)


def look(stage: "StageScreen", key: str) -> bool:
    """Whether a key changed what is looked at."""
    pane = stage.view.pane
    before = say_focus(stage)
    if not pane.look(key):
        return False
    if pane.focus != before:
        go_to_focus(stage)
    stage.repaint()
    return True


def say_focus(stage: "StageScreen") -> str:
    """Tell the pane what has the keys."""
    pane, dock = stage.view.pane, stage.pane_of("dock")
    pane.rows = dock.size.height
    tabs = pane.tabs(stage.app.size.width >= WIDE)
    pane.focus = tabs[min(stage.tab, len(tabs) - 1)].name if stage.focused is dock else ""
    return pane.focus


def go_to_focus(stage: "StageScreen") -> None:
    """Where the pane wants the keys to be."""
    pane = stage.view.pane
    names = [tab.name for tab in pane.tabs(stage.app.size.width >= WIDE)]
    if pane.focus in names:
        stage.tab = names.index(pane.focus)
        stage.pane_of("dock").to_top()
    stage.set_focus(stage.pane_of("dock") if pane.focus in names else stage.query_one("#board"))


def go_to(stage: "StageScreen", text: str) -> None:
    try:
        stage.view.go(moment(stage.view.events, text))
    except UserError as error:
        stage.tell(str(error), "bad")
    stage.playing = False


def walk(stage: "StageScreen", direction: int) -> None:
    """Board, each tab of the dock in turn, input; in the open inspector, its parts."""
    if stage.has_class("why") and stage.focused is not stage.words:
        stage.inspector.next_part(direction)
        return
    if stage.asking:
        stage.end_asking()
    count = len(stage.view.pane.tabs(stage.app.size.width >= WIDE))
    stops: list[int | str] = ["board", *range(count), *(["words"] if stage.acting else [])]
    dock = stage.pane_of("dock")
    here: int | str = stage.tab if stage.focused is dock else "words" if stage.focused is stage.words else "board"
    target = stops[(stops.index(here) + direction) % len(stops)]
    if isinstance(target, int):
        stage.tab = target
        stage.set_focus(dock)
    else:
        stage.set_focus(stage.query_one(f"#{target}"))


def click(stage: "StageScreen", event: Lines.Clicked) -> None:
    if event.pane.id == "track":
        column = event.x - transport.LEFT
        cells = transport.track_width(stage.app.size.width)
        if 0 <= column < cells:
            stage.view.go(transport.event_at(stage.view, column, cells))
            stage.playing = False
    elif stage.has_class("why") and event.pane.id in ("side", "inspector") and event.y == 0:
        stage.inspector.click(event.x)
    elif event.pane.id == "side" and not stage.has_class("why"):
        look(stage, f"side {event.y + event.pane.first}")
    elif event.pane.id in ("board", "dock"):
        look(stage, f"row {event.y + event.pane.first}")
    elif event.pane.id == "dock-title":
        stage.tab = max((i for i, x in enumerate(stage.tabs_at) if x <= event.x), default=0)
        stage.set_focus(stage.pane_of("dock"))
