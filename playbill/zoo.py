"""A scene as a PettingZoo environment, in which agents act one after the other."""

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from core.engine.capabilities import Told, capability
from core.env.encoding import MAX_VALUE
from core.env.table import Choices, SteppedGame, SteppedGameFactory, choices
from core.errors import UserError
from core.recording.file import Recorder


class PlaybillEnv(AECEnv):  # type: ignore[misc]  # it has no annotations
    """A PettingZoo environment (AEC) of a scene. All agents stay until the end of the game.

    Agents of a group that decides at once act one after the other; none sees another's action until all have acted.
    """

    def __init__(self, seating: SteppedGameFactory, record: Path | None = None, render_mode: str | None = None) -> None:
        """Make the environment, as `pb.env` does. Raises UserError for a scene without an encoding."""
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise UserError(f"render_mode must be None or ansi, not {render_mode!r}.")
        self.metadata = {"name": f"playbill_{seating.kind.name}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = list(seating.stepped)
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self.infos: dict[str, dict[str, Any]] = {}
        self._seating = seating
        self._encoding = encoding = seating.encoding()
        self._record = record
        self._recorder: Recorder | None = None
        self._table: SteppedGame | None = None
        self._seed = seating.header.seed - 1
        self._count = len(encoding.labels)
        self._choices: Choices | None = None
        """Choices of the selected agent; None until they are needed."""
        box = Box(0, MAX_VALUE, (encoding.size,), np.uint8)
        bits = Box(0, 1, (self._count,), np.int8)
        self.action_spaces = {name: Discrete(self._count) for name in self.possible_agents}
        self.observation_spaces = {
            name: Dict({"observation": box, "action_mask": bits}) for name in self.possible_agents
        }

    @property
    def labels(self) -> tuple[str, ...]:
        """Text of each action number."""
        return tuple(self._encoding.labels)

    @property
    def table(self) -> SteppedGame:
        """The current game. Raises UserError before the first reset."""
        if self._table is None:
            raise UserError("There is no game yet: call reset first.")
        return self._table

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the game of a seed (default: the seed after the last one)."""
        self._seed = self._seed + 1 if seed is None else seed
        self._choices = None
        self.close()
        if self._record is None:
            self._table = self._seating.new_game(self._seed)
        else:
            taken = sum(1 for _ in self._record.glob("*.jsonl")) if self._record.is_dir() else 0
            path = self._record / f"{self._seating.kind.name}-{taken + 1:05}-s{self._seed}.jsonl"
            self._table, self._recorder = self._seating.record(self._seed, path)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._settle()

    def step(self, action: int | None) -> None:
        """Act for the selected agent. Raises ValueError for a number that its mask does not allow."""
        agent, table = self.agent_selection, self.table
        if table.over:
            self._was_dead_step(action)
            return
        found = choices(table, self._encoding, agent) if self._choices is None else self._choices
        chosen = found.action(action)
        self._choices = None
        table.act(agent, chosen)
        self._cumulative_rewards[agent] = 0.0
        if table.over:
            self._settle()
        else:
            self.agent_selection = table.waiting[0]

    def _settle(self) -> None:
        """Select the next agent, or set the rewards at the end of the game."""
        table = self.table
        if not table.over:
            self.agent_selection = table.waiting[0]
            return
        worth = self._encoding.rewards(*table.outcome[:3])
        ended = self.truncations if table.over == "max_turns" else self.terminations
        for agent in self.agents:
            self.rewards[agent] = worth[agent]
            ended[agent] = True
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]
        self.close()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation and its mask of legal actions, which is empty while the agent may not act."""
        table = self.table
        if agent == self.agent_selection:
            if self._choices is None:
                self._choices = choices(table, self._encoding, agent)
            found = self._choices
        else:
            found = choices(table, self._encoding, agent)
        seen = self._encoding.encode(table.scene.observe(agent))
        return {
            "observation": np.frombuffer(seen, np.uint8),
            "action_mask": np.frombuffer(found.mask(self._count), np.int8),
        }

    def text(self, agent: str) -> str:
        """Write everything that an agent knows as text, for models: its board and its status."""
        scene = self.table.scene
        return "\n".join(filter(None, [scene.board(agent), capability(scene, Told).status_prompt(agent)]))

    def render(self) -> str:
        """Write everything that the selected agent knows as text."""
        return self.text(self.agent_selection)

    def close(self) -> None:
        """Close the recording of the current game."""
        if self._recorder is not None:
            self._recorder.close()
            self._recorder = None
