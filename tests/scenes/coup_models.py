"""Helpers for the tests of Coup's model players: one decision at a prepared table, and whole recorded games."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import replace

from core.engine.casting import granted_models, prepare
from core.engine.chance import Chance
from core.engine.config import SceneConfig
from core.engine.events import Asked, Body, Event, Prompted
from core.engine.session import Session
from core.engine.turn import Turn
from core.llm.messages import Message
from core.llm.model_client import ModelClient
from core.llm.replies import Reply
from core.llm.routes import Routes, thinkers
from core.recording.file import Recording
from core.recording.verification import verify
from scenes.coup.players import ModelPlayer
from tests.scenes.coup_table import ALL_MINDS, Table

T = TypeVar("T")
Replies = Sequence[object]
"""Replies, each as text or as data to encode as JSON."""
NO_CHANGE: dict[str, Any] = {"delete": [], "add": []}


def thought(command: str, plan: str = "Win.") -> str:
    """Return a reply of the reasoner."""
    return f"Review: It is early.\nReasoning: I like it.\nPlan: {plan}\nDecision: {command}"


def verdict(command: str, why: str = "fine") -> dict[str, str]:
    return {"why": why, "action": command}


def decided(command: str, **more: str) -> list[object]:
    """Return replies of the three roles, who agree."""
    return [thought(command), verdict(command), {"action": command, **more}]


def suspicion(suspect: str, card: str = "Duke", **more: Any) -> dict[str, Any]:
    return {"suspect": suspect, "holds": True, "card": card, "confidence": "low", "reason": "looks like it", **more}


def script(path: Path, replies: Replies) -> str:
    """Return the policy of a model that gives these replies."""
    lines = [json.dumps(reply) for reply in replies]
    path.write_text("\n".join(lines) + "\n")
    return f"llm:script:{path}"


class Seat(Turn):
    """A turn that records the requests to its model."""

    def __init__(self, table: Table, name: str, model: str, number: int, seed: int) -> None:
        chance = Chance(seed)
        chance.at(number, 0)
        header = prepare("coup", {"players": len(table.scene.names)}, {name: model}, seed)
        client = ModelClient(
            {name: model.removeprefix("llm:")}, Routes().of(thinkers(header), granted_models(header)), SceneConfig()
        )
        super().__init__(table.scene, name, number, chance, client)
        self.replies: list[Reply[Any]] = []
        self.asked: list[tuple[str, str, str]] = []
        """Purpose, system message, and all the rest."""

    async def ask(self, messages: Sequence[Message], reply: Reply[T]) -> T:
        self.replies.append(reply)
        system, *rest = [message["content"] for message in messages]
        self.asked.append((reply.purpose, system, "\n".join(rest)))
        return await super().ask(messages, reply)

    @property
    def purposes(self) -> list[str]:
        return [purpose for purpose, _, _ in self.asked]

    def user(self, purpose: str) -> str:
        return next(user for asked, _, user in self.asked if asked == purpose)

    def system(self, purpose: str) -> str:
        return next(system for asked, system, _ in self.asked if asked == purpose)

    def reply(self, purpose: str) -> Reply[Any]:
        return next(reply for reply in self.replies if reply.purpose == purpose)

    def of(self, kind: type[Body]) -> list[Any]:
        """Return what the turn logged of a kind."""
        return [event.data for event in self.private if isinstance(event.data, kind)]


def seat(table: Table, name: str, model: str = "llm:mock", number: int = 9, seed: int = 1) -> tuple[str, Seat]:
    """Let a model player decide now; its log is applied, its action is not."""
    turn = Seat(table, name, model, number, seed)
    action = asyncio.run(ModelPlayer().act(turn))
    for event in turn.private:
        table.scene.apply(replace(event, turn=number))
    return table.scene.describe(action), turn


class Game:
    """A game that is recorded and verified."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "run.jsonl"
        self.events: list[Event] = []

    async def play(self, cast: dict[str, str], seed: int = 1, **options: Any) -> "Game":
        self.path.unlink(missing_ok=True)
        header = prepare("coup", {"starter": "first", **ALL_MINDS, **options}, cast, seed)
        self.events = [event async for event in Session(header, self.path)]
        assert await verify(Recording.read(self.path)) == len(self.events)
        return self

    @property
    def result(self) -> dict[str, Any]:
        """Return the result, with the reason for the end."""
        (ended,) = self.of_kind("run_ended")
        return {**ended.result, "reason": ended.reason}

    def of_kind(self, kind: str, name: str = "") -> list[Any]:
        return [e.data for e in self.events if e.kind == kind and name in ("", e.agent)]

    def asked(self, purpose: str = "") -> list[tuple[str, list[Message]]]:
        """Return the agent and messages of each model call."""
        stored = {d: m for e in self.events if isinstance(e.data, Prompted) for d, m in e.data.messages.items()}
        return [
            (e.agent, [stored[digest] for digest in e.data.prompt])
            for e in self.events
            if isinstance(e.data, Asked) and purpose in ("", e.data.purpose)
        ]
