"""A page of help: the keys of the scene, its rules, then the keys that are the same everywhere."""

from collections.abc import Sequence
from itertools import chain
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding

from tui.keymap import with_keys
from tui.lines import Lines
from tui.screens.overlay import Overlay
from tui.styles import Line, pad, width_of, wrap

KEYS = (
    ("{write}", "write; Enter sends, Esc leaves the input"),
    ("{why}", "inspector: the decision at the playhead, its reasons, and what a model was asked and answered"),
    ("", "there: tab part, ← → decision, c C call, enter opens what is cut, y copies"),
    ("{eyes}", "whose eyes; while you play this asks first, and is recorded"),
    ("{hint}", "a hint, while you play: shown on the board; press again to play it"),
    ("{meanwhile}", "all that happened since your last turn, and touches you"),
    ("{look-back}  {look-on}", "a round of turns back, and on; {now} comes back to now"),
    ("{previous-event} {next-event}", "one event back, and on, in the past"),
    ("{play}", "play, pause; {step} plays one turn of a paused run"),
    ("{next-mark} {previous-mark}", "next, previous notable event"),
    (
        "{branch}",
        "branch at the playhead, in a replay and in your own past: another seat, cast, seed or option; Enter plays on",
    ),
    (
        "{beside} {difference}",
        "a branch beside the run that it left; there, the other one on the board, and the first difference",
    ),
    ("{ending}", "the end of a game that is over: how it came out, what turned it, and what may come next; there:"),
    ("", "v compares your moves with the best, Enter plays on from a turning point, g looks at it"),
    ("{spoilers}", "spoiler-free, in a replay: nothing is shown of what comes after the playhead; remembered"),
    (
        "{guess}",
        "guess, in a replay with somebody's eyes: before each of its moves you are asked for yours, and keep a score",
    ),
    (
        "{note} {notes}",
        "a note for yourself at the playhead, not in the log; and the list of them",
    ),
    (
        "{bookmark}",
        "a bookmark at the playhead, not in the log; {previous-bookmark} {next-bookmark} go to them",
    ),
    ("{export}", "this frame as SVG or text, or the game as text, to a file in the current folder"),
    ("{slower} {faster}", "speed of a replay, and the pace at which bots play; the pace is remembered"),
    ("{go-to}", "go to an event (188) or a turn (t12)"),
    ("{search}", "search the log"),
    ("{next-part}", "board, each tab of the dock, input"),
    (
        "{back}",
        "one step back: closes what is open, goes to the board, then leaves; asks where a run would stop or be lost",
    ),
    ("{palette}", "all commands, and themes"),
    ("{quit}", "leave at once; a run is recorded and can be resumed"),
)
ALL = 10_000
"""Rows: more than a page has."""


def besides(own: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The keys of a scene, each once, without those that are the same everywhere."""
    general = {with_keys(key) for key, _ in KEYS}
    return list({key: (key, what) for key, what in own if key not in general}.values())


class HelpScreen(Overlay[None]):
    BINDINGS: ClassVar = [
        Binding("escape,q,question_mark,f1,enter", "dismiss", "Close"),
        Binding("down,j", "scroll(1)", "Down", show=False),
        Binding("up,k", "scroll(-1)", "Up", show=False),
        Binding("pagedown,space", "scroll(10)", "Page down", show=False),
        Binding("pageup", "scroll(-10)", "Page up", show=False),
        Binding("end", f"scroll({ALL})", "End", show=False),
        Binding("home", f"scroll(-{ALL})", "Beginning", show=False),
    ]

    def __init__(
        self,
        title: str,
        paragraphs: Sequence[str],
        keys: Sequence[tuple[str, str]] = (),
        general: Sequence[tuple[str, str]] = (),
    ) -> None:
        super().__init__()
        self._title = title
        self._paragraphs = paragraphs
        self._keys, self._general = keys, general

    def compose(self) -> ComposeResult:
        yield Lines(id="page")

    def on_mount(self) -> None:
        self.query_one("#page", Lines).styles.height = "100%"
        self._show()

    def on_resize(self) -> None:
        self._show()

    def _show(self) -> None:
        width = min(self.app.size.width, 96) - 4
        lines: list[Line] = [
            ((" Playbill  ", "bold accent"), (self._title, "mid"), ("   esc", "accent"), (" closes", "dim")),
            (),
        ]
        every = [(with_keys(key), with_keys(what)) for key, what in (*self._keys, *self._general)]
        room = max((width_of(((key, ""),)) for key, _ in every), default=0) + 2
        rows = [_row(key, what, room, width) for key, what in every]
        lines += chain.from_iterable(rows[: len(self._keys)])
        for paragraph in self._paragraphs:
            lines += [(), *(((f"  {row}", "fg"),) for row in wrap(with_keys(paragraph), width))]
        if self._general:
            lines += [(), (("  Keys in every scene", "bold hi"),), *chain.from_iterable(rows[len(self._keys) :])]
        self.query_one("#page", Lines).show(lines, head=2)

    def action_scroll(self, rows: int) -> None:
        self.query_one("#page", Lines).scroll_rows(rows)


def _row(key: str, what: str, room: int, width: int) -> list[Line]:
    """What a key does, in as many lines as that takes."""
    first, *rest = wrap(what, width - room)
    lead: Line = ((f"  {pad(key, room)}", "bold accent"), (first, "mid"))
    return [lead, *(((" " * (room + 2), ""), (row, "mid")) for row in rest)]
