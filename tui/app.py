"""The Textual app: palettes, the screens, and how they lead to each other."""

import os
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.events import Event, Key
from textual.screen import Screen
from textual.theme import Theme

import themes
from core.errors import UserError
from core.recording import Header, Recording
from themes.palettes import DARK, PALETTES, PLAIN, Palette
from tui.screens.stage import PACE, SMALLEST, StageScreen
from tui.source import Live
from tui.view import View


def textual_theme(palette: Palette) -> Theme:
    """A palette for Textual's own widgets."""
    return Theme(
        name=palette.name,
        dark=palette.dark,
        primary=palette.accent,
        accent=palette.accent,
        success=palette.good,
        error=palette.bad,
        warning=palette.accent,
        background=palette.bg,
        surface=palette.shade,
        panel=palette.selected,
        foreground=palette.fg,
        variables={"shade": palette.shade, "line": palette.line, "dim": palette.dim, "mid": palette.mid},
    )


class Playbill(App[str]):
    """`palette` is what every widget reads its colors from. The app's result is a parting word for stderr."""

    TITLE = "Playbill"
    CSS_PATH = Path(themes.__file__).parent / "playbill.tcss"
    BINDINGS: ClassVar = [
        Binding("ctrl+t", "next_theme", "Theme", id="theme", tooltip="Dark, light, color-blind, plain")
    ]

    def __init__(self, palette: Palette = DARK, *, pace: float = PACE, motion: bool = True) -> None:
        super().__init__()
        self.palette = PLAIN if "NO_COLOR" in os.environ else palette
        self.pace = pace
        """Seconds a bot's turn takes at speed 1."""
        self.motion = motion
        for each in PALETTES.values():
            self.register_theme(textual_theme(each))
        self.theme = self.palette.name

    def watch_theme(self, theme: str) -> None:
        if theme in PALETTES:
            self.palette = PALETTES[theme]
            for screen in self.screen_stack if self.is_running else ():
                screen.refresh(layout=True)
                for widget in screen.query("*"):
                    widget.refresh()

    def action_next_theme(self) -> None:
        names = list(PALETTES)
        self.theme = names[(names.index(self.theme) + 1) % len(names)]

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        for name in PALETTES:
            if name != self.theme:
                use = partial(setattr, self, "theme", name)
                yield SystemCommand(f"Theme: {name}", f"Use the {name} palette", use)
        if isinstance(screen, StageScreen):
            yield SystemCommand("Help", "The rules and the keys", screen.action_help)
            yield SystemCommand("Why", "The decision at the playhead", screen.inspect)
            yield SystemCommand("Leave", "Leave the game; it is recorded", screen.action_leave)
        yield SystemCommand("Quit", "Leave Playbill", self.exit)

    # -- the way in and out

    async def on_event(self, event: Event) -> None:
        if isinstance(event, Key) and isinstance(self.screen, StageScreen) and self.screen.takes(event):
            return
        await super().on_event(event)

    async def action_quit(self) -> None:
        """ctrl+q: a stage is left cleanly first."""
        if isinstance(self.screen, StageScreen):
            self.screen.action_leave()
        else:
            self.exit()

    def open_stage(self, stage: StageScreen) -> None:
        self.push_screen(stage)

    def leave_stage(self) -> None:
        """Back to the lobby, or out if the stage was opened from the command line."""
        stage = self.screen
        assert isinstance(stage, StageScreen)
        if len(self.screen_stack) > 2:
            self.pop_screen()
        else:
            self.exit(parting(stage))


class StageApp(Playbill):
    """The app with a stage and no lobby."""

    def __init__(self, stage: StageScreen, palette: Palette = DARK, *, pace: float = PACE, motion: bool = True) -> None:
        super().__init__(palette, pace=pace, motion=motion)
        self._stage = stage

    def on_mount(self) -> None:
        self.push_screen(self._stage)


def parting(stage: StageScreen) -> str:
    """What to say when a stage is left: where the run is, and how to go on."""
    live = stage.live
    if live is None or live.path is None:
        return ""
    ended = stage.view.ended
    if ended is not None and ended.reason not in ("stop", "max_turns"):
        return f"{ended.reason}; recorded in {live.path}; watch it: playbill watch {live.path}"
    return f"recorded in {live.path}; go on: playbill resume {live.path}"


def live_stage(header: Header, record: Path | None, past: Recording | None = None) -> StageScreen:
    """A stage for a run. Raises UserError."""
    live = Live(header, record, past)
    people = live.people
    view = View(header, people[0] if people else "")
    view.extend(live.past)
    return StageScreen(view, live)


def _run(app: Playbill) -> None:
    import sys

    width, height = os.get_terminal_size()
    if width < SMALLEST[0] or height < SMALLEST[1]:
        raise UserError(f"Playbill needs a terminal of {SMALLEST[0]}x{SMALLEST[1]}, and this is {width}x{height}.")
    word = app.run()
    if word:
        print(word, file=sys.stderr)


def open_play(header: Header, record: Path | None) -> None:
    _run(StageApp(live_stage(header, record)))


def open_resume(recording: Recording, header: Header) -> None:
    _run(StageApp(live_stage(header, None, recording)))


def replay_stage(
    recording: Recording, *, speed: float = 1.0, at: int | None = None, eyes: str = "", follow: bool = False
) -> StageScreen:
    """A stage for a recording: from its start, or standing at an event, or following a run in progress."""
    view = View(recording.header)
    view.extend(recording.events)
    view.eyes = eyes
    view.go(view.known if follow else at or 0)
    return StageScreen(view, speed=speed, playing=at is None, follow=recording.path if follow else None)


def open_watch(recording: Recording, speed: float, at: int | None, eyes: str, follow: bool) -> None:
    _run(StageApp(replay_stage(recording, speed=speed, at=at, eyes=eyes, follow=follow)))


def open_lobby() -> None:
    from tui.screens.lobby import LobbyScreen

    class LobbyApp(Playbill):
        def on_mount(self) -> None:
            self.push_screen(LobbyScreen())

    _run(LobbyApp())
