"""The app with home screen and lobby. Its first paint shows scene names without loading any scene."""

from importlib.metadata import entry_points

from textual.app import ComposeResult

from tui.app import Playbill
from tui.lines import Lines
from tui.styles import Line


class LobbyApp(Playbill):
    def compose(self) -> ComposeResult:
        yield Lines(id="first-paint")

    def on_mount(self) -> None:
        names = sorted({entry.name for entry in entry_points(group="playbill.scenes")})
        head: Line = ((" Playbill  ", "bold accent"), ("choose a scene", "mid"))
        self.query_one("#first-paint", Lines).show([head, (), *(((f"  {name}", "bold hi"),) for name in names)])
        self.call_after_refresh(self._open)

    def _open(self) -> None:
        from tui.cli.run_files import runs_folder
        from tui.home.screen import HomeScreen
        from tui.lobby.screen import LobbyScreen

        has_played = any(runs_folder().glob("*.jsonl"))
        self.push_screen(HomeScreen() if has_played else LobbyScreen(), lambda _: self.exit())
