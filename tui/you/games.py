"""The player's own games, read from their recordings: the only store of results. Independent of Textual."""

import os
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from core.engine.casting import recorded_config
from core.engine.config import RESUMABLE
from core.engine.events import RunEnded
from core.errors import UserError
from core.recording.ends import read_ends
from core.recording.header import Header
from tui.cli.run_files import TOUR
from tui.outcome import person_of

RELEASED_SUFFIX = "-whole.jsonl"
"""End of the file name of the whole game, which its host released: a second recording of a game."""


class Game(NamedTuple):
    """A recording of a game that a human played here."""

    path: Path
    header: Header
    turn: int
    ended: RunEnded | None

    @property
    def seat(self) -> str:
        """The only human seat; "" if several people played here."""
        return person_of(self.header.cast)

    @property
    def is_over(self) -> bool:
        """True if the game has ended. The turn limit is an end too, because a chat may have no other."""
        return self.ended is not None and (self.ended.reason == "max_turns" or self.ended.reason not in RESUMABLE)

    @property
    def counts(self) -> bool:
        """True for a finished game with one person that is neither a branch nor a tour."""
        return bool(self.seat) and self.is_over and self.header.parent is None and not self.is_tour

    @property
    def is_tour(self) -> bool:
        """True for a recorded tour."""
        return self.path.name.startswith(TOUR)

    @property
    def deal(self) -> object:
        """Key shared by all games of a deal. A joined game has a unique one, as its seed is unknown."""
        return self.path if self.header.is_partial else (self.header.scene, self.header.seed)

    @property
    def config(self) -> Any:
        """The scene's options."""
        return _config(self.header.scene, msgspec.json.encode(self.header.config))

    @property
    def competitors(self) -> tuple[str, ...]:
        """The competing seats, in seat order."""
        return tuple(self.config.competitors)

    @property
    def opponents(self) -> tuple[str, ...]:
        """Policies of the other competing seats, sorted."""
        return tuple(sorted(self.header.cast[name] for name in self.competitors if name != self.seat))

    @property
    def won(self) -> bool | None:
        """True or False in a game with winners; None in others."""
        winners = self.ended.winners if self.ended else ()
        return self.seat in winners if winners else None

    @property
    def by_sides(self) -> bool:
        """True if a side won: several players, or a reason such as "village_won"."""
        return self.ended is not None and (len(self.ended.winners) > 1 or self.ended.reason.endswith("_won"))

    @property
    def points(self) -> tuple[float, float] | None:
        """Points reached by all players together, and possible points; None without a common aim."""
        if self.ended is None:
            return None
        try:
            found: tuple[float, float] | None = self.config.team_points(self.ended.result)
        except (KeyError, TypeError):  # another version of the scene may have had other metrics
            return None
        return found if found and found[1] > 0 else None

    @property
    def place(self) -> tuple[int, int] | None:
        """The person's rank by score, and the number of players with a score; None without scores."""
        scores = self.ended.scores if self.ended else {}
        if self.seat not in scores or len(scores) < 2:
            return None
        return 1 + sum(score > scores[self.seat] for score in scores.values()), len(scores)

    @property
    def value(self) -> float | None:
        """Result from 0 to 1: share of possible points, 1 for a win, or share of other players outscored."""
        if points := self.points:
            return min(1.0, max(0.0, points[0] / points[1]))
        if self.won is not None:
            return float(self.won)
        if self.place is None or self.ended is None:
            return None
        own, others = self.ended.scores[self.seat], [*self.ended.scores.values()]
        beaten = sum(score < own for score in others) + (others.count(own) - 1) / 2
        return beaten / (len(others) - 1)

    @property
    def words(self) -> str:
        """The result in a few words, which reveal nothing of the deal."""
        turns = f"{self.turn} turn{'s' * (self.turn != 1)}"
        if points := self.points:
            return f"{points[0]:g} of {points[1]:g} points in {turns}"
        if self.won is not None:
            return f"{'won' if self.won else 'lost'} in {turns}"
        if self.place is not None:
            return f"place {self.place[0]} of {self.place[1]} in {turns}"
        return f"finished in {turns}"


@lru_cache(256)
def _config(scene: str, options: bytes) -> Any:
    """Parse a header's options, which most games of a scene share."""
    return recorded_config(scene, msgspec.json.decode(options))


def read_games(folder: Path) -> list[Game]:
    """Read all games of a folder with a human seat, in the order in which they began.

    Recordings of others are left out, and so are unreadable and packed ones. Unchanged files are read once.
    """
    games = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".jsonl") and not entry.name.endswith(RELEASED_SUFFIX):
                with suppress(FileNotFoundError):
                    stat = entry.stat()
                    game = _read(Path(entry.path), stat.st_mtime_ns, stat.st_size)
                    games += [game] if game else []
    return sorted(games, key=lambda game: (game.header.created, game.path.stem))


@lru_cache(20_000)
def _read(path: Path, changed: int, size: int) -> Game | None:
    """Read a game; None if no human played in it. `changed` and `size` identify the file's version."""
    try:
        header, last = read_ends(path)
        if not header.people:
            return None
        _config(header.scene, msgspec.json.encode(header.config))
        over = last is not None and last.kind == "run_ended"
        ended = msgspec.convert(last.data, RunEnded) if last and over else None
    except (UserError, msgspec.ValidationError):
        return None
    return Game(path, header, last.turn if last else 0, ended)
