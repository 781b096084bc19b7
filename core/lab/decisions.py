"""Decisions of recorded games, compared with the best action: a table, and the regret of each policy."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from core.actions.menu import command_taken
from core.engine.capabilities import Reviewed, Verdict
from core.engine.casting import PARTIAL, set_up
from core.engine.events import Defaulted, Event, Metric
from core.engine.registry import find_scene
from core.errors import IllegalAction, UserError
from core.recording.header import Header

REGRET_OF, DECISIONS_OF = "regret of ", "decisions of "
"""Prefixes of the metrics of each policy."""


class Decision(NamedTuple):
    """An action that an agent chose among several, and its verdict."""

    event: Event
    """First event of the step."""
    agent: str
    action: str
    verdict: Verdict


class Decisions:
    """Judges a game's decisions as its events come. Equal games get equal verdicts."""

    def __init__(self, header: Header) -> None:
        """Set up the game. Raises UserError if its scene judges no actions, or if a recording is partial."""
        check_regret(header.scene)
        if header.is_partial:
            raise UserError(PARTIAL)
        self._cast = header.cast
        self._scene, _ = set_up(header)
        self._step: list[Event] = []
        self._losses: dict[str, list[float]] = defaultdict(list)

    def take(self, events: Iterable[Event]) -> Iterator[Decision]:
        """Yield the judged decisions in the next events, step by step."""
        for event in events:
            self._step.append(event)
            if event.end:
                for agent in dict.fromkeys(each.agent for each in self._step if each.agent in self._cast):
                    if found := self._verdict(agent):
                        self._losses[self._cast[agent]].append(found.verdict.regret)
                        yield found
                for each in self._step:
                    self._scene.apply(each)
                self._step = []

    def _verdict(self, agent: str) -> Decision | None:
        """Judge an agent's action in this step; None if it had no choice, or if its action was illegal or a default."""
        first = self._step[0]
        if not first.turn or any(isinstance(each.data, Defaulted) and each.agent == agent for each in self._step):
            return None
        scene: Any = self._scene.copy()
        found = scene.weigh_step(agent, self._step) or self._weigh_command(scene, agent)
        return Decision(first, agent, *found) if found else None

    def _weigh_command(self, scene: Any, agent: str) -> tuple[str, Verdict] | None:
        if not (command := command_taken(self._scene, agent, self._step)):
            return None
        try:
            action = scene.parse(agent, command)
            scene.check(agent, action)
        except IllegalAction:
            return None
        verdict: Verdict | None = scene.weigh(agent, action)
        return (scene.describe(action), verdict) if verdict else None

    def judge(self, events: Iterable[Event]) -> None:
        """Judge the decisions in the next events, for the metrics."""
        for _ in self.take(events):
            pass

    def metrics(self) -> dict[str, Metric]:
        """Return the mean regret of all decisions so far, and the regret and the number of decisions by policy."""
        every = [loss for losses in self._losses.values() for loss in losses]
        out: dict[str, Metric] = {"regret": _mean(every)} if every else {}
        for policy, losses in self._losses.items():
            out |= {f"{REGRET_OF}{policy}": _mean(losses), f"{DECISIONS_OF}{policy}": len(losses)}
        return out


def _mean(losses: list[float]) -> float:
    return round(sum(losses) / len(losses), 6)


def check_regret(scene: str) -> None:
    """Raise UserError if a scene judges no actions."""
    if not issubclass(find_scene(scene), Reviewed):
        raise UserError(f"{scene} does not compare actions with the best one, so it has no regret.")
