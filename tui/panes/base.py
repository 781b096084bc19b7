"""What a scene brings to the stage. All of it is plain data but the board, which is a widget."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from textual.widget import Widget

from core.events import Event
from core.llm.routes import models_of
from core.scene import Scene
from themes.palettes import Palette
from tui.styles import Line, clip
from tui.view import View


def seated(policy: str, width: int = 12) -> str:
    """A policy's name beside an agent's: of a model, the part that tells it from others."""
    return clip(policy.rpartition("/")[2] if policy.startswith("llm:") else policy, width)


class Tab(NamedTuple):
    """A tab of the dock. `paint` makes its lines for a width; it is scrolled to its end if it `follows`."""

    name: str
    badge: str
    paint: Callable[[int], Sequence[Line]]
    follows: bool = True


class Key(NamedTuple):
    """A key of the scene, as the footer shows it while the person is to move."""

    shown: str
    label: str


class ScenePane(ABC):
    """The picture of one scene: a fold over the events (`take`), and functions of the view that make lines."""

    palette: Palette
    """Set by the app, before anything is painted."""
    unit = "turn"
    """What a turn is called."""
    pace = 1.0
    """How long a turn of bots stays on the screen, beside a turn that is a single move."""
    marks: Sequence[tuple[str, str]] = (("good", "good"), ("bad", "bad"))
    """What the marks on the track are called, and their kinds."""
    interventions = ""
    """What can be done to the world from outside, as a hint; empty if nothing."""
    finding = ""
    """What / asks for, as a hint, where that is not words of the log; then nothing is an answer, too."""
    keeps = True
    """Whether a command that is given early waits for its turn; and whether who has sent words goes on writing."""
    curve_unit = ""
    """What the curve's value counts, where less is not better."""
    focus = ""
    """The tab of the dock that has the keys; empty while the board has them. The stage says so before it asks `look`
    and `find`, and goes where they leave it."""
    on_board = True
    """Whether the board has the focus, as the stage found it."""
    rows = 4
    """Rows of the dock, as the stage found them."""

    def __init__(self, view: View) -> None:
        self.view = view

    @cached_property
    def has_models(self) -> bool:
        """Whether anybody in the cast thinks with a model."""
        return bool(models_of(self.view.header.cast))

    @abstractmethod
    def take(self, event: Event, scene: Scene) -> None:
        """Every event once, with the scene after it."""

    # -- pictures

    @abstractmethod
    def make_board(self) -> Widget:
        """The board's widget, made once."""

    @abstractmethod
    def paint_board(self) -> None:
        """Bring the board to the playhead."""

    def board_rows(self, width: int, height: int) -> int:
        """Rows that the board wants in a terminal of this size, the dock has the rest; 0 if it takes all it gets."""
        return 0

    def last_turn(self) -> int:
        """The turn at which the run will be over at the latest."""
        limit: int = self.view.scene.config.max_turns
        return limit

    @abstractmethod
    def title(self) -> str:
        """What the header says of the game."""

    @abstractmethod
    def standing(self) -> Line:
        """How the game stands, for the header."""

    @abstractmethod
    def strip(self, width: int) -> Line:
        """The agents, with what stands beside their names."""

    @abstractmethod
    def legend(self, width: int) -> Line:
        """Below the board: what is selected, what the signs mean."""

    @abstractmethod
    def tabs(self, wide: bool) -> Sequence[Tab]:
        """The dock's tabs. On a wide screen the logs are in the side column."""

    @abstractmethod
    def side(self, width: int, height: int) -> Sequence[Line]:
        """The side column of a wide screen."""

    @abstractmethod
    def why(self, width: int) -> Sequence[Line]:
        """The inspector's first part: the decision at the playhead, and its reasons."""

    @abstractmethod
    def decisions(self) -> Sequence[int]:
        """Events that are decisions, for the inspector to go through."""

    def mark(self, event: Event) -> str:
        """What happened at a mark on the track."""
        return f"{event.agent} {event.data.sentence()}"

    curve_name: str
    """What the curve over the track shows."""

    @abstractmethod
    def curve(self) -> Sequence[tuple[int, float]]:
        """(event, value) wherever the value changed, as the eyes know it."""

    # -- looking

    def look(self, key: str) -> bool:
        """Whether the key changed what is looked at: what is selected, sorted, opened. Nobody needs a seat for it."""
        return False

    def look_keys(self) -> Sequence[Key]:
        """Those keys, for the footer."""
        return ()

    def find(self, words: str) -> bool:
        """Go to what the words say, or show only that; False if there is nothing."""
        return self.view.find(words)

    # -- the person's seat

    @abstractmethod
    def own_keys(self) -> Sequence[Key]:
        """Keys of the scene, for the footer."""

    @abstractmethod
    def press(self, key: str) -> str | None:
        """The command a key stands for now, "" if it did something on the board, None if it is not the scene's. One
        that ends in a space is to be finished in the input."""

    def overdue(self) -> str:
        """Asked with each frame while the person is awaited and may answer: the command that is given because the
        person's time is over, or ""."""
        return ""

    @abstractmethod
    def idle(self) -> Line:
        """What to do while nothing is typed, and what ending the turn will tell."""

    @abstractmethod
    def preview(self, text: str, width: int) -> Line:
        """What will be understood of the words in the input."""

    @abstractmethod
    def command(self, text: str) -> str:
        """The command that the words in the input stand for."""

    @abstractmethod
    def hint(self) -> str:
        """What a good player would do in the person's seat."""

    @abstractmethod
    def help(self) -> Sequence[str]:
        """The rules, in a page of plain paragraphs."""
