"""Games that a client steps over HTTP, one after the other, with plain data in and out."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from core.engine.capabilities import Told, capability
from core.env.encoding import Encoding, default_rewards, encoding_of
from core.env.table import Choices, SteppedGame, SteppedGameFactory, choices
from core.errors import IllegalAction, UserError, did_you_mean
from core.recording.file import Recorder


class Session:
    """A scene with options and cast, and its current game."""

    def __init__(self, name: str, seating: SteppedGameFactory, record: Path | None = None) -> None:
        """Make a session. With `record`, games are recorded in that folder."""
        self.name = name
        self.seating = seating
        self._record = record
        self._recorder: Recorder | None = None
        self._games = 0
        self._encoding: Encoding | None = seating.encoding() if encoding_of(seating.kind) else None
        self._table: SteppedGame | None = None
        self._seed = 0
        self._steps = Counter[str]()
        """Number of actions taken, by name."""

    def reset(self, seed: int) -> dict[str, Any]:
        """Begin the game of a seed and return its state. Raises UserError."""
        self.close()
        self._games += 1
        self._seed, self._steps = seed, Counter()
        if self._record is None:
            self._table = self.seating.new_game(seed, log=True)
        else:
            path = self._record / f"{self.seating.kind.name}-{self.name}-{self._games:05}-s{seed}.jsonl"
            self._table, self._recorder = self.seating.record(seed, path)
        return self.state()

    @property
    def table(self) -> SteppedGame:
        """The current game. Raises UserError if there is none."""
        if self._table is None:
            raise UserError("there is no game in this session: POST /reset begins one")
        return self._table

    def step(self, action: int | str, name: str = "") -> dict[str, Any]:
        """Take an action, given by number or command, and return the new state.

        `name` is the acting agent (default: the first agent whose turn it is).

        Raises UserError, and IllegalAction with the alternatives.
        """
        table = self.table
        if table.over:
            raise UserError("the game is over; POST /reset begins another")
        name = name or table.waiting[0]
        if name not in table.waiting:
            raise IllegalAction(f"it is not the turn of {name}; {did_you_mean(name, table.waiting)}")
        if isinstance(action, str):
            table.command(name, action)
        else:
            try:
                found = self._choices(name).action(action)
            except ValueError as why:
                raise IllegalAction(str(why)) from why
            table.act(name, found)
        self._steps[name] += 1
        if table.over:
            self.close()
        return self.state() | {"reward": self._rewards().get(name, 0.0)}

    def state(self, name: str = "") -> dict[str, Any]:
        """Return the game as one stepped agent sees it (default: the agent whose turn it is).

        Raises UserError for an agent that is not stepped.
        """
        table, stepped = self.table, self.seating.stepped
        if name and name not in stepped:
            raise UserError(f"{name} is not a seat that you step; {did_you_mean(name, stepped)}")
        name = name or (table.waiting[0] if table.waiting else stepped[0])
        winners, scores, metrics, _ = table.outcome
        return {
            "session": self.name,
            "scene": self.seating.kind.name,
            "seed": self._seed,
            "step": self._steps[name],
            "turn": table.turn(name),
            "name": name,
            "waiting": [each for each in table.waiting if each == name or not table.secret],
            "observation": self._seen(name),
            "reward": self._rewards().get(name, 0.0),
            "rewards": self._rewards(),
            "done": bool(table.over),
            "reason": table.over,
            "outcome": {"winners": winners, "scores": scores, "metrics": metrics} if table.over else None,
            "digest": table.digest,
        }

    def _seen(self, name: str) -> dict[str, Any]:
        table, scene = self.table, self.table.scene
        seen = scene.observe(name)
        acts = name in table.waiting
        observation = {
            "text": scene.board(name),
            "status": capability(scene, Told).status_prompt(name) if acts else "",
            "legal": [scene.describe(action) for action in scene.legal(name)] if acts else [],
            "seen": msgspec.to_builtins(seen),
        }
        if self._encoding is None:
            return observation
        return observation | {
            "numbers": list(self._encoding.encode(seen)),
            "legal_numbers": self._choices(name).known,
            "actions": len(self._encoding.labels),
        }

    def _choices(self, name: str) -> Choices:
        if self._encoding is None:
            raise IllegalAction(f"{self.seating.kind.name} has no numbers for actions: send commands instead")
        return choices(self.table, self._encoding, name)

    def _rewards(self) -> Mapping[str, float]:
        """Return the rewards of the stepped agents; all 0 before the end."""
        table = self.table
        if not table.over:
            return dict.fromkeys(self.seating.stepped, 0.0)
        winners, scores, metrics, _ = table.outcome
        own = self._encoding.rewards(winners, scores, metrics) if self._encoding else None
        rewards = own or default_rewards(self.seating.names, winners, scores)
        return {name: rewards[name] for name in self.seating.stepped}

    def close(self) -> None:
        """Close the game's recording."""
        if self._recorder is not None:
            self._recorder.close()
            self._recorder = None
