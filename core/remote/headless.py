"""Play a hosted game without a screen: wait for the players, play, and keep the end visible for a while."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from core.engine.control import Control, ThinkingCancelled
from core.engine.events import Event
from core.engine.session import Session
from core.remote.host import Host

LINGER = 600.0
"""Seconds for which pages in browsers stay available after the end of a headless game."""
AWAY = 60.0
"""Seconds that a headless game waits at its end for players who are not connected."""


async def play_hosted(
    host: Host, session: Session, take: Callable[[Sequence[Event]], None], tell: Callable[[str], None]
) -> None:
    """Wait for the players, and play the run to its end without a screen.

    Args:
        host: The table, which listens.
        session: The run; its signals go to `host.hear`.
        take: Receives the events of each step.
        tell: Receives lines for the user: how to join.
    """

    def pass_on(batch: Sequence[Event]) -> None:
        take(batch)
        host.take(batch)

    control = session.run.control
    await host.open()
    for name, line in host.invitations.items():
        link = f"   or {host.links[name]}" if host.links else ""
        tell(f"{name or 'spectators'}: {line}{link}")
    try:
        with suppress(ThinkingCancelled):  # a run that is stopped before all players have joined ends at once
            await control.race(host.gather(), restartable=False)
        host.start(session.run.agents, session.past)
        await session.play_to_end(pass_on)
        if not control.stopping:
            await _see_off(host, control)
    finally:
        await host.close("the host has left")


async def _see_off(host: Host, control: Control) -> None:
    """Wait while visitors in browsers look at the end, and for a time for players who are not connected."""
    began = time.monotonic()
    while not control.stopping and (past := time.monotonic() - began) < LINGER:
        if not host.visitors() and (host.all_ready or past > AWAY):
            return
        await asyncio.sleep(0.2)
