"""A player of tests who joins a hosted game, folds what arrives, and plays random legal moves."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

from core.engine.casting import set_up
from core.engine.events import Event
from core.engine.scene import Scene
from core.engine.session import Session
from core.remote.client import Client
from core.remote.headless import play_hosted
from core.remote.host import Host
from core.remote.projection import PUBLIC
from core.remote.protocol import Waiting


class RemotePlayer:
    """Plays one seat; a spectator's token only watches."""

    def __init__(self, host: Host, name: str, folder: Path | None = None, address: str = "") -> None:
        token = host.token(name)
        self.client = Client(address or host.address, token)
        if folder is not None:
            self.client.record_to(lambda header: folder / f"{name or 'public'}.jsonl")
        self.name = name
        self.events: list[Event] = []
        self.waiting: tuple[str, ...] = ()
        self.scene: Scene | None = None
        self._random = random.Random(name)

    async def play(self, until: Callable[["RemotePlayer"], bool] = lambda player: False) -> None:
        """Play until the game is over or closed, or `until` says so after a batch or a question."""
        self.client.connect()
        try:
            while (arrived := await self.client.next()) is not None:
                if isinstance(arrived, Waiting):
                    self.waiting = arrived.names
                else:
                    self._fold(arrived)
                if until(self):
                    return
                if isinstance(arrived, Waiting) and self.name in self.waiting:
                    self.act()
        finally:
            await self.client.close()

    def _fold(self, events: list[Event]) -> None:
        if self.scene is None:
            assert self.client.header is not None
            self.scene, _ = set_up(self.client.header)
        for event in events:
            self.scene.apply(event)
        self.events += events

    def act(self) -> None:
        """Give a random legal command."""
        assert self.scene is not None
        if legal := self.scene.legal(self.name):
            self.client.act(self.scene.describe(self._random.choice(legal)))


def players(host: Host, folder: Path | None = None) -> list[RemotePlayer]:
    """Return a player for each remote seat, and a spectator if they are admitted."""
    return [RemotePlayer(host, name, folder) for name in host.invitations]


async def play_with(host: Host, session: Session, joining: list[RemotePlayer]) -> list[Event]:
    """Play a hosted game headless, with its players; return its events."""
    events: list[Event] = []
    playing = [asyncio.ensure_future(player.play()) for player in joining]
    try:
        await play_hosted(host, session, events.extend, lambda text: None)
        await asyncio.gather(*playing)
    finally:
        for task in playing:
            task.cancel()
    return events


__all__ = ["PUBLIC", "RemotePlayer", "play_with", "players"]
