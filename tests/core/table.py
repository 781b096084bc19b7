"""Helpers for the tests of the engine: headers, runs and agents for the toy scene."""

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from core.engine.agents import Agent, Human
from core.engine.casting import agent_for, open_run, prepare, set_up
from core.engine.chance import Chance
from core.engine.config import SceneConfig
from core.engine.events import Event, RunEnded
from core.engine.game import Play
from core.engine.ordering import Ordering
from core.engine.simulator import Run, Signal
from core.engine.turn import Turn
from core.llm.model_client import ModelClient
from core.recording.file import Recorder, Recording
from core.recording.header import Header
from core.recording.line_format import LogWriter
from core.trust.grants import NO_GRANTS


def header(seed: int = 1, cast: Mapping[str, str] | None = None, **options: Any) -> Header:
    return prepare("toy", options, cast or {}, seed)


def run_of(
    header: Header,
    agents: Mapping[str, Agent] | None = None,
    ordering: Callable[[Any, Chance], Ordering] | None = None,
    *,
    past: Sequence[Event] = (),
    write: Callable[[bytes], None] | None = None,
    on_signal: Callable[[Signal], None] | None = None,
) -> Run:
    """Return a run in which some agents, or the ordering, differ from the header."""
    scene, chance = set_up(header)
    grants = NO_GRANTS.with_known_header(header)
    seated = {
        name: agent_for(type(scene), policy, name, past, grants=grants) for name, policy in header.cast.items()
    } | dict(agents or {})
    order = (ordering or type(scene).ordering)(scene, chance)
    client = ModelClient({}, {}, SceneConfig())
    play = Play(header, scene, order, seated, chance, client, LogWriter(header.stable(), write))
    return Run(play, past=past, on_signal=on_signal)


async def play(run: Run) -> list[Event]:
    return [event async for event in run]


def ended(events: Sequence[Event]) -> RunEnded:
    last = events[-1].data
    assert isinstance(last, RunEnded)
    return last


def kinds(events: Iterable[Event], *left_out: str) -> list[str]:
    return [event.kind for event in events if event.kind not in left_out]


async def record(path: Path, header: Header, agents: Mapping[str, Agent] | None = None) -> list[Event]:
    """Play to the end and record to a file."""
    recorder = Recorder.create(path, header)
    try:
        return await play(run_of(header, agents, write=recorder.write))
    finally:
        recorder.close()


async def resume(path: Path, header: Header | None = None, agents: Mapping[str, Agent] | None = None) -> Recording:
    """Resume a recording in place, play to the end, and return the whole recording."""
    recording = Recording.read(path)
    now = header or recording.header
    recorder = Recorder.reopen(recording, now)
    try:
        await play(open_run(now, past=recording.past, write=recorder.write, agents=agents))
    finally:
        recorder.close()
    return Recording.read(path)


def change(line: bytes, **changes: Any) -> bytes:
    return json.dumps({**json.loads(line), **changes}, separators=(",", ":"), ensure_ascii=False).encode()


def joined(lines: list[bytes]) -> bytes:
    return b"\n".join(lines) + b"\n"


def submit_all(human: Human, commands: Iterable[str]) -> None:
    for command in commands:
        human.submit(command)


class Does(Agent):
    """Acts from a list, then with default actions; keeps the turns it was given."""

    def __init__(self, *actions: Any, wait: float = 0.0) -> None:
        self.actions = list(actions)
        self.wait = wait
        self.turns: list[Turn] = []

    def _next(self, turn: Turn) -> Any:
        self.turns.append(turn)
        _ = turn.observation, turn.legal
        scene: Any = turn._scene
        action = self.actions.pop(0) if self.actions else scene.default(turn.name)
        return action(turn) if callable(action) else action

    def act(self, turn: Turn) -> Any:
        return self._next(turn)


class Slowly(Does):
    """Like `Does`, but waits `wait` seconds before each action."""

    async def act(self, turn: Turn) -> Any:
        await asyncio.sleep(self.wait)
        return self._next(turn)
