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


def give(stage: "StageScreen", command: str) -> bool:
    """Hand a command to the run, if the scene takes it as things stand. False: it was refused, and said so."""
    assert stage.live is not None
    scene, seat = stage.view.scene, stage.view.seat
    at_once = stage.my_turn and not stage.live.queued(seat)
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
        if text and asking == "search":
            search(stage, text)
        elif text and asking == "go":
            go_to(stage, text)
        elif text and asking == "intervene":
            intervene(stage, text)
    elif text and give(stage, stage.view.pane.command(text)) and stage.words.value == value:
        stage.words.value = ""


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
        stage.tell(str(why), "bad")
    else:
        stage.live.run.control.intervene(text)
        stage.tell(f"with the next {stage.view.pane.unit}: {text}", "accent")


def search(stage: "StageScreen", text: str) -> None:
    if not stage.view.pane.find(text):
        stage.tell(f"nothing in the log says {text!r}", "bad")
    stage.playing = False


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
    elif event.pane.id == "dock-title":
        stage.tab = max((i for i, x in enumerate(stage.tabs_at) if x <= event.x), default=0)
        stage.set_focus(stage.pane_of("dock"))
