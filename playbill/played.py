"""Played games, and the recordings that hold them."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from core.engine.agents import Agent
from core.engine.casting import scene_after
from core.engine.events import Event, RunEnded
from core.engine.scene import Outcome, Scene
from core.recording.checked_reader import read_run
from core.recording.header import Header

Player = str | type[Agent] | Agent | Callable[[], Agent]
"""A player of a seat: a policy as on the command line ("rules", "llm:mock", "py:mybots:Greedy"), or an agent.

An agent is given as a class, an instance or a factory. An instance is copied for each game, so it remembers no earlier
games.
"""


class Played:
    """A game, finished or not: its header, its events, and everything that follows from them.

    >>> import playbill as pb
    >>> game = pb.play("coup", {"players": 2}, {"Ann": "honest", "Bob": "random"}, seed=7)
    >>> game.header.cast
    {'Ann': 'honest', 'Bob': 'random'}
    >>> game.events[0].kind, game.events[-1].kind
    ('run_started', 'run_ended')
    >>> game.reason, game.outcome.winners == game.scene.outcome().winners
    ('won', True)
    """

    def __init__(self, header: Header, events: list[Event], path: Path | None = None) -> None:
        """Make a game from its parts, as `play` and `load` do.

        Args:
            header: Scene, seed, options and cast.
            events: Its events, starting with number 1.
            path: File of its recording, if there is one.
        """
        self.header = header
        """Scene, seed, options and cast, fully resolved."""
        self.events = events
        """Events, numbered from 1 without gaps: `events[n - 1]` is event n."""
        self.path = path
        """File of its recording; None if it was not recorded."""

    def __repr__(self) -> str:
        how = self.reason or "not finished"
        return f"<{self.header.scene}, seed {self.header.seed}: {len(self.events)} events, {how}>"

    @cached_property
    def scene(self) -> Scene:
        """The scene in its state after the last event.

        Read it with `observe`, `legal` and `board`; do not change it.
        """
        return scene_after(self.header, self.events)

    @property
    def reason(self) -> str:
        """Reason for the end in one word; "" for an unfinished game."""
        last = self.events[-1].data if self.events else None
        return last.reason if isinstance(last, RunEnded) else ""

    @property
    def outcome(self) -> Outcome:
        """Winners, scores and metrics of the last state. A finished game also has turns and model usage as metrics."""
        last = self.events[-1].data if self.events else None
        return Outcome(last.winners, last.scores, last.result) if isinstance(last, RunEnded) else self.scene.outcome()

    def board(self, perspective: str = "") -> str:
        """Write the state as lines of plain text.

        Args:
            perspective: Name of the agent from whose perspective to write it; "" writes everything.

        Returns:
            The text.

        Raises:
            UserError: No agent has this name.

        >>> import playbill as pb
        >>> print(pb.play("coup", cast={"*": "random"}).board())  # doctest: +ELLIPSIS
        treasury ...
        """
        self.header.check_perspective(perspective)
        return self.scene.board(perspective)


def load(path: str | Path) -> Played:
    """Read a recording, finished or not, without running any code that it names.

    Args:
        path: File of the recording, `.jsonl` or `.jsonl.gz`.

    Returns:
        The game.

    Raises:
        UserError: The file is not a recording, or is damaged; the text names the line.

    >>> import playbill as pb, tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "game.jsonl"
    >>> pb.play("coup", cast={"*": "random"}, seed=7, record=file)  # doctest: +ELLIPSIS
    <coup, seed 7: ... events, won>
    >>> pb.load(file).board() == pb.play("coup", cast={"*": "random"}, seed=7).board()
    True
    """
    recording = read_run(Path(path))
    return Played(recording.header, recording.events, recording.path)
