"""The state of the lobby, without Textual: what is chosen, and where the cursor is."""

from collections.abc import Sequence
from pathlib import Path

from core.engine.casting import MAX_SEED, draw_seed
from core.engine.registry import BrokenScene, look_up, scene_names
from core.recording.header import Header
from tui.lobby.recordings import RecordingRow, trees
from tui.lobby.setup import ADD, Option, Setup, value_text
from tui.you.games import Game

FIRST = "coloring"
"""Scene that a new player sees first."""
FEW_OPTIONS, MORE_OPTIONS = 4, 14
"""Number of options that are listed at first, in a small and in a large terminal."""


class LobbyState:
    """State of five panes with a cursor each; one pane has the focus."""

    def __init__(self, seed: int | None = None) -> None:
        found = {name: look_up(name) for name in scene_names()}
        whole = [scene for scene in found.values() if not isinstance(scene, BrokenScene)]
        self.setups = [Setup(scene) for scene in sorted(whole, key=lambda scene: scene.name != FIRST)]
        self.broken = {name: scene.reason for name, scene in found.items() if isinstance(scene, BrokenScene)}
        """Installed scenes that cannot be used, with the reasons."""
        self.seed = draw_seed() if seed is None else seed
        self.keeps_seed = seed is not None
        """True if the user chose the seed; otherwise each game gets a new one."""
        self.runs: Sequence[RecordingRow] | None = None
        """Recordings, newest first; None until they have been read."""
        self.samples: Sequence[RecordingRow] = ()
        """Recordings that are shipped with the app."""
        self.unfolded: set[Path] = set()
        """Files of runs whose branches are all listed."""
        self.games: Sequence[Game] = ()
        """The player's own games, in the order in which they began."""
        self.daily = ""
        """Text of how many daily deals are done today; "" until it is known."""
        self.total = 0
        """Number of all recordings in the folder."""
        self.has_sample = False
        """True if there is a sample to watch."""
        self.few = 5
        """Number of recordings that are listed at first."""
        self.few_options = FEW_OPTIONS
        """Number of options that are listed at first."""
        self.all_options = False
        self.all_runs = False
        self.at_home = False
        """True while the home screen is shown, which has no form."""
        self.pane = "scenes"
        self._at: dict[str, int] = {}

    # -- the cursor

    @property
    def setup(self) -> Setup:
        return self.setups[self.index("scenes")]

    @property
    def options(self) -> tuple[Option, ...]:
        """Options that are listed."""
        every = self.setup.all_options
        return every if self.all_options else every[: self.few_options]

    @property
    def listed(self) -> Sequence[RecordingRow]:
        """Listed recordings, with branches below their parents: the newest and the scene's samples, or all."""
        runs = self.runs or ()
        if self.all_runs:
            return [*trees(runs, self.unfolded), *self.samples]
        recent = trees([run for run in runs if not run.practice], self.unfolded)[: self.few]
        return [*recent, *(run for run in self.samples if run.scene == self.setup.kind.name)]

    @property
    def run(self) -> RecordingRow | None:
        """The highlighted recording."""
        return self.listed[self.index("recent")] if self.listed else None

    @property
    def panes(self) -> tuple[str, ...]:
        if self.at_home or self.all_runs:
            return ("scenes", "recent")
        return ("scenes", "options", "cast", "play", "recent")

    def items(self, pane: str) -> tuple[str, ...]:
        """Return the names of a pane's rows."""
        match pane:
            case "scenes":
                return tuple(setup.kind.name for setup in self.setups)
            case "options":
                return (*(option.key for option in self.options), "seed")
            case "cast":
                return self.setup.rows
            case "play":
                return ("play",)
            case _:
                return tuple(run.path.name for run in self.listed)

    def index(self, pane: str) -> int:
        return max(0, min(self._at.get(pane, 0), len(self.items(pane)) - 1))

    @property
    def item(self) -> str:
        """Name of the row under the cursor."""
        return self.items(self.pane)[self.index(self.pane)]

    def is_at(self, pane: str, index: int) -> bool:
        """Return True if the cursor is on a row of a pane."""
        return self.pane == pane and self.index(pane) == index

    def go(self, pane: str, index: int | None = None) -> None:
        self.pane = pane
        if index is not None:
            self._at[pane] = index

    def move(self, by: int) -> None:
        """Move the cursor up or down, also into the next pane, but not between the columns of the lobby."""
        index = self.index(self.pane) + by
        if 0 <= index < len(self.items(self.pane)):
            self.go(self.pane, index)
        elif self.at_home or self.pane != "scenes":
            ring = [pane for pane in self.panes if self.at_home or pane != "scenes" if self.items(pane)]
            beside = ring[max(0, min(len(ring) - 1, ring.index(self.pane) + (1 if by > 0 else -1)))]
            if beside == "scenes":
                self.go(beside)
            elif beside != self.pane:
                self.go(beside, 0 if by > 0 else len(self.items(beside)) - 1)

    def walk(self, by: int) -> None:
        """Focus the next pane that has rows."""
        ring = [pane for pane in self.panes if self.items(pane)]
        self.go(ring[(ring.index(self.pane) + by) % len(ring)])

    def go_to_error(self) -> bool:
        """Go to the first row with an error. Returns False if there is none."""
        if not self.setup.errors:
            return False
        pane, item = next(iter(self.setup.errors))
        self.all_runs = False
        if pane == "options" and item not in self.items(pane):
            self.all_options = True
        items = self.items(pane)
        self.go(pane, items.index(item) if item in items else 0)
        return True

    def show_all_options(self, every: bool) -> None:
        self.all_options = every
        if self.pane == "recent" and self.all_runs:
            self.all_runs = False
            self.go("options")

    def show_all_runs(self, every: bool) -> None:
        self.all_runs = every
        if self.items("recent"):
            self.go("recent")
        elif self.pane not in self.panes:
            self.go("scenes")

    # -- the row under the cursor

    def change(self, by: int) -> None:
        """Set the row under the cursor to its next or previous value."""
        if self.pane == "cast" and self.item != ADD:
            self.setup.cycle_policy(self.item, by)
        elif self.pane == "options" and self.item == "seed":
            self.seed = min(max(0, self.seed + by), MAX_SEED)
            self.keeps_seed = True
        elif self.pane == "options":
            self.setup.cycle_option(self.item, by)

    def draw_seed(self) -> None:
        self.seed = draw_seed()
        self.keeps_seed = False

    @property
    def has_choices(self) -> bool:
        """True if the row under the cursor has choices to cycle through."""
        return (self.pane == "cast" and self.item != ADD) or (
            self.pane == "options" and self.item != "seed" and bool(self.setup.option(self.item).choices)
        )

    @property
    def accepted_letters(self) -> str | None:
        """Characters that the row under the cursor accepts: "" for all, None for a row that is not typed into."""
        if self.pane == "cast":
            return ""
        if self.pane != "options":
            return None
        typed = int if self.item == "seed" else self.setup.option(self.item).typed
        if typed is int:
            return "0123456789"
        if typed is float:
            return "0123456789."
        return "" if typed else None

    def starts_editing(self, text: str) -> bool:
        """Return True if a typed character starts editing the row under the cursor."""
        return bool(self.accepted_letters) and text in (self.accepted_letters or "")

    def text(self, item: str) -> str:
        """Return the value of a row of options or cast, as text."""
        if self.pane == "cast":
            return "" if item == ADD else self.setup.policy(item)
        return str(self.seed) if item == "seed" else value_text(self.setup.value(item))

    def write(self, text: str) -> None:
        """Set the row under the cursor to a typed text. An invalid text is kept and marked."""
        text = text.strip()
        if self.pane == "cast" and self.item == ADD:
            self.setup.add(text)
        elif self.pane == "cast":
            self.setup.write_policy(self.item, text)
        elif self.item != "seed":
            self.setup.write_option(self.item, text)
        elif text:
            self.seed = min(int(text[:20]), MAX_SEED)
            self.keeps_seed = True

    def header(self, *, bots_only: bool = False) -> Header:
        """Make the header of the chosen run. Raises UserError."""
        return self.setup.header(self.seed, bots_only=bots_only)
