"""Games with the same options and cast, one after the other, each with its own seed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from core.engine.agents import Agent
from core.engine.casting import agent_for, configure, prepare
from core.engine.registry import find_scene
from core.env.encoding import Encoding, encoding_of
from core.env.table import Table
from core.errors import UserError
from core.llm.routes import thinkers
from core.recording.file import Recorder
from core.recording.line_format import Write
from core.remote.policies import OUTSIDE, STEPPED
from core.trust.grants import NOTHING


class Seating:
    """Creates the games of an environment. Seats without a policy are stepped; bots play the others."""

    def __init__(self, scene: str, options: Mapping[str, Any], cast: Mapping[str, str], seed: int = 1) -> None:
        """Check options and cast. Raises UserError for policies that are not played in this process."""
        self.kind = find_scene(scene)
        self.header = prepare(scene, options, {"*": STEPPED, **cast}, seed)
        self._grants = NOTHING.knowing(self.header)
        self.config = configure(self.kind, options)
        self.names = tuple(self.header.cast)
        self.stepped = tuple(name for name, policy in self.header.cast.items() if policy == STEPPED)
        """Names of the stepped seats, in seat order."""
        if not self.stepped:
            raise UserError(f"No seat is left to step: leave one of {', '.join(self.names)} out of the cast.")
        if thinkers(self.header):
            raise UserError("A stepped game cannot wait for a model: seat bots, or leave the seat out.")
        waiting = [policy for policy in self.header.cast.values() if policy == "human" or policy.startswith(OUTSIDE)]
        if other := next((policy for policy in waiting if policy != STEPPED), ""):
            raise UserError(f"A stepped game cannot wait for {other}: seat bots, or leave the seat out.")

    def encoding(self) -> Encoding:
        """Build the scene's encoding for these options. Raises UserError if it has none."""
        kind = encoding_of(self.kind)
        if kind is None:
            raise UserError(f"{self.kind.name} writes nothing as numbers; it is stepped by commands: playbill serve.")
        return kind(self.config, self.names)

    def deal(self, seed: int, *, log: bool = False, write: Write | None = None) -> Table:
        """Begin a game. Raises UserError if the options make no valid world."""
        header = replace(self.header, seed=seed)
        return Table(header, self.kind(self.config, self.names), self._bots(), log=log, write=write)

    def record(self, seed: int, path: Path) -> "tuple[Table, Recorder]":
        """Begin a recorded game. Raises UserError if the file exists or cannot be created."""
        recorder = Recorder.create(path, replace(self.header, seed=seed))
        return self.deal(seed, log=True, write=recorder.write), recorder

    def _bots(self) -> dict[str, Agent]:
        return {
            name: agent_for(self.kind, policy, name, grants=self._grants)
            for name, policy in self.header.cast.items()
            if policy != STEPPED
        }
