"""Opening stages: on a run, on a recording, from the command line or from the lobby."""

from pathlib import Path

from core.header import Header
from core.recording import Recording
from themes.palettes import DARK, Palette
from tui.app import PACE, Playbill
from tui.screens.stage import StageScreen
from tui.source import Live
from tui.view import View


class StageApp(Playbill):
    """The app with a stage and no lobby. Its result says where the run is, and how to go on."""

    def __init__(self, stage: StageScreen, palette: Palette = DARK, *, pace: float = PACE, motion: bool = True) -> None:
        super().__init__(palette, pace=pace, motion=motion)
        self._stage = stage

    def on_mount(self) -> None:
        self.push_screen(self._stage, lambda _: self.exit(parting(self._stage)))


def parting(stage: StageScreen) -> str:
    """What to say when a stage is left."""
    live = stage.live
    if live is None or live.path is None:
        return ""
    ended = stage.view.ended
    if ended is not None and ended.reason not in ("stop", "max_turns"):
        return f"{ended.reason}; recorded in {live.path}; watch it: playbill watch {live.path}"
    return f"recorded in {live.path}; go on: playbill resume {live.path}"


def live_stage(header: Header, record: Path | None, past: Recording | None = None) -> StageScreen:
    """A stage for a run, new or continued. Raises UserError."""
    live = Live(header, record, past)
    people = live.people
    view = View(header, people[0] if people else "")
    view.extend(live.past)
    return StageScreen(view, live)


def replay_stage(
    recording: Recording, *, speed: float = 1.0, at: int | None = None, eyes: str = "", follow: bool = False
) -> StageScreen:
    """A stage for a recording: from its start, or standing at an event, or following a run in progress."""
    view = View(recording.header)
    view.extend(recording.events)
    view.eyes = eyes
    view.go(view.known if follow else at or 0)
    return StageScreen(view, speed=speed, playing=at is None, follow=recording.path if follow else None)
