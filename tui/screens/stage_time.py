"""How a stage goes on in time: the pace of bots, signals of the run, seats that change hands, and replay."""

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.events import Event
from tui.app import PACE
from tui.screens.curtain import CurtainScreen
from tui.screens.stage_input import give
from tui.source import Live

if TYPE_CHECKING:
    from tui.screens.stage import StageScreen


LATEST = 1 / 30
"""Seconds by which steps of a replay may be late, and are still made up for."""


async def pause_between(stage: "StageScreen", batch: Sequence[Event]) -> None:
    """Bots play at a pace that can be followed; who looks back does not hold them up."""
    if batch[-1].end != "turn" or not batch[-1].turn or stage.app.pace == 0:
        return
    until = time.monotonic() + stage.app.pace * stage.view.pane.pace / stage.speed
    while time.monotonic() < until and stage.live is not None and not stage.live.run.control.stopping:
        await asyncio.sleep(min(0.05, max(0.0, until - time.monotonic())))


def heed(stage: "StageScreen", live: Live) -> None:
    if not stage.clock.heed(stage.view, live, stage.app.motion):
        return
    if stage.view.seat in live.waiting:
        stage.told = ("", "")
    due = [name for name in live.waiting if name in live.people]
    if due and stage.view.seat not in due and not stage.curtain:
        draw_curtain(stage, due[0])


def draw_curtain(stage: "StageScreen", name: str) -> None:
    """Nothing is shown until this person is there."""
    stage.curtain = True
    stage.app.push_screen(CurtainScreen(name), lambda _: sit(stage, name))


def keep_time(stage: "StageScreen", live: Live) -> None:
    """Time runs for a person who sees the table, may answer, and has not."""
    seen = stage.app.screen is stage and stage.my_turn and not stage.paused and not stage.has_class("why")
    if seen and not live.queued(stage.view.seat) and (command := stage.view.pane.overdue()):
        give(stage, command)
        stage.tell(f"time is over: {command}", "accent")


def sit(stage: "StageScreen", name: str) -> None:
    """Another person takes over; what the first one was writing is not shown."""
    stage.curtain = False
    stage.view.seat = stage.view.eyes = name
    stage.end_asking()
    stage.words.value = stage.draft = ""
    stage.told = ("", "")
    stage.opening = False
    stage.repaint()


def replay(stage: "StageScreen") -> None:
    """The next step, after the time it took in the run, within what an eye can follow; or as many as are due by now."""
    view, now = stage.view, time.monotonic()
    if view.at_now and stage.follow is None:
        stage.playing = False
    least = 0.25 if view.pane.pace == 1 else PACE * view.pane.pace
    due = max(stage.next_at, now - LATEST)
    n = view.n
    while due <= now and n < view.known:
        n += 1
        while n < view.known and not view.events[n - 1].end:
            n += 1
        took = view.events[n].t - view.events[n - 1].t if n < view.known else 0.0
        due += min(2.0, max(least, took)) / stage.speed
    stage.next_at = due
    if n > view.n:
        view.go(n)
