"""Daily deals: one game per day and scene, the same for everybody. Independent of Textual."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from core.engine.casting import configure, prepare, recorded_config
from core.engine.registry import find_scene
from core.errors import UserError, did_you_mean
from core.recording.header import Header
from tui.cli.run_files import runs_folder
from tui.you.games import Game

SERIES = 1
"""Version of the deals. A change of a scene's usual options or bots begins another series."""
SCENES = ("coup", "hanabi", "coloring", "werewolf", "council", "village", "feed", "chat")
"""Scenes with a daily deal, in the order in which they are offered."""
NAME_PATTERN = re.compile(r"daily-(\d{4}-\d\d-\d\d)-")
BAR_WIDTH = 5
"""Width in cells of the bar in the shared line."""


def today() -> date:
    """Return the local date, which selects the daily deals."""
    return date.today()


class Deal(NamedTuple):
    """A scene's deal of one day."""

    day: date
    scene: str

    @property
    def seed(self) -> int:
        text = f"playbill daily {SERIES} {self.day.isoformat()} {self.scene}"
        return int.from_bytes(sha256(text.encode()).digest()[:6])

    @property
    def stem(self) -> str:
        """Beginning of the file names of the deal's recordings."""
        return f"daily-{self.day.isoformat()}-{self.scene}"

    @property
    def title(self) -> str:
        """Day and number of the deal, such as "daily 2026-11-28, 1 of 8"."""
        return f"daily {self.day}, {1 + SCENES.index(self.scene)} of {len(SCENES)}"

    def header(self) -> Header:
        """Make the header of the game: usual options and bots, and the person in the usual seat. Raises UserError."""
        return prepare(self.scene, {}, {}, self.seed, human=True)

    def fresh_path(self) -> Path:
        """Return the path of the next recording; the names of all but the first say "again"."""
        names = (f"{self.stem}{f'-again-{i}' if i else ''}.jsonl" for i in range(1000))
        return next(path for name in names if not (path := runs_folder() / name).exists())

    def share_text(self, game: Game, again: bool) -> str:
        """Write the result on one line to share, which reveals nothing of the deal."""
        bar = "" if game.value is None else f"  {bar_of(game.value)}"
        return f"Playbill daily {self.day} · {self.scene}{' (again)' * again} · {game.words}{bar}"


def bar_of(value: float) -> str:
    """Draw a share from 0 to 1 as filled and empty cells."""
    full = round(BAR_WIDTH * value)
    return "▰" * full + "▱" * (BAR_WIDTH - full)


def deal_of(path: Path, header: Header) -> Deal | None:
    """Return a recording's daily deal, by its name and header; None for any other game."""
    named = NAME_PATTERN.match(path.name)
    if named is None or header.scene not in SCENES or header.parent is not None or header.is_partial:
        return None
    try:
        deal = Deal(date.fromisoformat(named[1]), header.scene)
    except ValueError:
        return None
    config, cast = _usual(deal.scene)
    same = header.cast == cast and recorded_config(header.scene, header.config) == config
    return deal if same and header.seed == deal.seed else None


@cache
def _usual(scene: str) -> tuple[Any, dict[str, str]]:
    """Return the options and the cast of a scene's deals."""
    config = configure(find_scene(scene), {}).settled(True)
    return config, {name: "human" if name == config.human_seat else "rules" for name in config.seats}


class Dailies:
    """The player's games of daily deals. Only the first game of a deal counts."""

    def __init__(self, games: Sequence[Game]) -> None:
        """Find the daily deals among games, which are in the order in which they began."""
        self.first: dict[Deal, Game] = {}
        """The first game of each deal."""
        for game in games:
            if deal := deal_of(game.path, game.header):
                self.first.setdefault(deal, game)

    def is_done(self, deal: Deal) -> bool:
        """Return True if the first game of a deal is over."""
        return deal in self.first and self.first[deal].is_over

    def remaining(self, day: date) -> list[Deal]:
        """List a day's deals that are not done, in order."""
        return [deal for scene in SCENES if not self.is_done(deal := Deal(day, scene))]

    def status(self, deal: Deal) -> str:
        """Write the result of a deal's first game, or that it is not over."""
        game = self.first.get(deal)
        if game is None:
            return "not played yet"
        return f"✓ {game.words}" if game.is_over else "begun; goes on"

    def choose(self, day: date, scene: str = "") -> Deal:
        """Return the day's deal of a scene, or the first that is not done. Raises UserError if there is none."""
        if scene and scene not in SCENES:
            raise UserError(f"There is no daily {scene}; {did_you_mean(scene, SCENES)}.")
        if scene:
            return Deal(day, scene)
        if left := self.remaining(day):
            return left[0]
        raise UserError(f"All {len(SCENES)} daily deals of {day} are done. Play one again: playbill daily {SCENES[0]}")

    def streak(self, day: date) -> int:
        """Count the days in a row with a finished deal, up to a day or to the day before."""
        days = {deal.day for deal in self.first if self.is_done(deal)}
        last = day if day in days else day - timedelta(1)
        return next(i for i in range(len(days) + 1) if last - timedelta(i) not in days)

    def words(self, day: date) -> str:
        """Write how many of a day's deals are done, and the streak of days."""
        streak = self.streak(day)
        done = len(SCENES) - len(self.remaining(day))
        return f"daily {done} of {len(SCENES)} done{f' · streak {streak}' if streak > 1 else ''}"

    def unfinished(self, deal: Deal) -> Path | None:
        """Return the recording of a deal's first game if it can be continued."""
        game = self.first.get(deal)
        return game.path if game and not game.is_over else None
