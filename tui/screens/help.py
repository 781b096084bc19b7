"""A page of help: the rules of the scene, then the keys."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import ModalScreen

from tui.lines import Lines
from tui.styles import Line, wrap

KEYS = (
    ("m", "write; Enter sends, Esc leaves the input"),
    ("i", "inspector: the decision at the playhead, its reasons, and what a model was asked and answered"),
    ("", "there: tab part, ← → decision, c C call, enter opens what is cut, y copies"),
    ("v", "whose eyes; while you play this asks first, and is recorded"),
    ("h", "a hint, while you play"),
    (",", "all that happened since your last turn, and touches you"),
    ("[  ]", "a round of turns back, and on; End comes back to now"),
    ("← →", "one event back, and on, in the past"),
    ("space", "play, pause; . plays one turn of a paused run"),
    ("n N", "next, previous notable event"),
    (
        "b",
        "branch at the playhead, in a replay and in your own past: another seat, cast, seed or option; Enter plays on",
    ),
    ("e", "the end of a game that is over: how it came out, what turned it, and what may come next"),
    ("S", "spoiler-free, in a replay: nothing is shown of what comes after the playhead; remembered"),
    ("< >", "speed"),
    (":", "go to an event (188) or a turn (t12)"),
    ("/", "search the log"),
    ("tab", "board, each tab of the dock, input"),
    (
        "esc",
        "one step back: closes what is open, goes to the board, then leaves; asks where a run would stop or be lost",
    ),
    ("ctrl+p", "all commands, and themes"),
    ("ctrl+q", "leave at once; a run is recorded and can be resumed"),
)


class HelpScreen(ModalScreen[None]):
    BINDINGS: ClassVar = [
        Binding("escape,q,question_mark,f1,enter", "dismiss", "Close"),
        Binding("down,j", "scroll(1)", "Down", show=False),
        Binding("up,k", "scroll(-1)", "Up", show=False),
        Binding("pagedown,space", "scroll(10)", "Page down", show=False),
        Binding("pageup", "scroll(-10)", "Page up", show=False),
    ]

    def __init__(self, title: str, paragraphs: Sequence[str], keys: Sequence[tuple[str, str]] = KEYS) -> None:
        super().__init__()
        self._keys = keys
        self._title = title
        self._paragraphs = paragraphs

    def compose(self) -> ComposeResult:
        yield Lines(id="page")

    def on_mount(self) -> None:
        self.query_one("#page", Lines).styles.height = "100%"
        self._show()

    def on_resize(self) -> None:
        self._show()

    def _show(self) -> None:
        width = min(self.app.size.width, 96) - 4
        lines: list[Line] = [((" Playbill  ", "bold accent"), (self._title, "mid"), ("   esc closes", "dim")), ()]
        for paragraph in self._paragraphs:
            lines += [((f"  {row}", "fg"),) for row in wrap(paragraph, width)]
            lines.append(())
        lines += [((f"  {key:<8}", "bold accent"), (what, "mid")) for key, what in self._keys]
        self.query_one("#page", Lines).show(lines)

    def action_scroll(self, rows: int) -> None:
        self.query_one("#page", Lines).scroll_rows(rows)
