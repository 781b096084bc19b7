"""Daily deals on the stage: the run of a deal, and its end."""

from typing import NamedTuple

from core.recording.checked_reader import read_run
from tui.cli.run_files import runs_folder
from tui.source import LiveRun
from tui.state.loading import live_run
from tui.view import View
from tui.you.daily import Dailies, Deal, deal_of
from tui.you.games import Game, read_games


def daily_run(deal: Deal, found: Dailies) -> tuple[View, LiveRun]:
    """Make view and source for a deal: its unfinished first game, or a new one. Raises UserError."""
    if path := found.unfinished(deal):
        recording = read_run(path)
        return live_run(recording.header, None, recording)
    return live_run(deal.header(), deal.fresh_path())


class DailyEnd(NamedTuple):
    """The end of a game of a daily deal."""

    text: str
    """The result on one line, to share."""
    again: bool
    """True if the deal was played before, so that the game does not count."""
    progress: str
    """Text of how many of the day's deals are done."""
    following: Deal | None
    """The next deal of that day; None once all are done."""
    found: Dailies


def daily_end(view: View) -> DailyEnd | None:
    """Return the end of a daily deal; None for another game."""
    deal = deal_of(view.path, view.header) if view.path else None
    if deal is None or view.path is None or view.ended is None:
        return None
    found = Dailies(read_games(runs_folder()))
    again = deal in found.first and found.first[deal].path != view.path
    game = Game(view.path, view.header, view.last_turn, view.ended)
    following = next((each for each in found.remaining(deal.day) if each != deal), None)
    return DailyEnd(deal.share_text(game, again), again, found.words(deal.day), following, found)
