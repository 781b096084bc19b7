"""Aims of agents: the newest aim of each, its result, and the event that decides it."""

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

import msgspec

from core.engine.events import Body, Event
from core.engine.folding import on
from core.engine.scene import Scene

A = TypeVar("A")
P = TypeVar("P", bound="Pursuit[Any]")


class Pursuit(msgspec.Struct, Generic[A], frozen=True):
    """An aim and its standing."""

    aim: A
    met: bool | None = None
    """None while the aim is open."""


class AimSettled(Body):
    """An agent's aim is met or missed; only this agent sees it."""

    met: bool

    def sentence(self) -> str:
        return "has met the aim" if self.met else "has missed the aim"


class Aims(Scene, Generic[P]):
    """State of aims, a fold over events. A scene puts a new aim into `pursuits`, and tells when one is decided."""

    def __init__(self, config: Any, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.pursuits: dict[str, P] = {}
        """Newest aim of each agent that has one."""
        self.settled: list[tuple[str, P]] = []
        """Settled aims with their owners, oldest first."""

    @on
    def on_aim_settled(self, event: Event, body: AimSettled) -> None:
        own = self.pursuits.get(event.agent)
        if own is None or own.met is not None:
            raise ValueError("there is no aim to settle, or it was settled before")
        self.pursuits[event.agent] = msgspec.structs.replace(own, met=body.met)
        self.settled.append((event.agent, self.pursuits[event.agent]))

    def verdict(self, name: str) -> bool | None:
        """Return True if an agent's aim is met now, False if it is missed; None while it is open."""
        raise NotImplementedError

    def settle(self) -> Iterator[Event]:
        """Yield the result of each open aim that is decided now."""
        for name, own in self.pursuits.items():
            if own.met is None and (met := self.verdict(name)) is not None:
                yield AimSettled(met).by(name, to=(name,))
