"""The parts of a stage's state: each changes the shared fields for one subject. Independent of Textual."""

from tui.state.clock import Clock
from tui.state.ending import Ending
from tui.state.highlights import Highlights
from tui.state.leaving import Leaving
from tui.state.navigation import Navigation
from tui.state.playback import Playback
from tui.state.runs import Runs
from tui.state.seat import Seat
from tui.state.shown import StageFields
from tui.state.table_talk import TableTalk
from tui.tour import Tour


class StageParts(StageFields):
    """The shared fields, and the parts that change them."""

    def __post_init__(self, tour: Tour | None) -> None:
        super().__post_init__(tour)
        self.clock = Clock()
        self.leaver = Leaving(self)
        self.playback = Playback(self)
        self.talk = TableTalk(self)
        self.seat = Seat(self, self.playback, self.talk)
        self.runs = Runs(self, self.leaver)
        self.ending = Ending(self, self.playback, self.runs, self.leaver)
        self.highlights = Highlights(self, self.ending)
        self.navigation = Navigation(self, self.seat, self.ending, self.leaver)
