"""Requests of a program to its seat, over plain HTTP or MCP."""

import asyncio
import json
import time
from typing import Any

from core.remote.guests import Guest
from core.remote.remote_seat import MAX_WAIT_SECONDS, RemoteSeat
from core.remote.wire import Conflict

MAX_EVENTS = 200
"""Maximum number of events in one answer."""
_CHECKS = 0.02
"""Seconds between checks for a game that has not begun."""


async def seat_of(guest: Guest, wait: float = 0.0, game: int = 1) -> RemoteSeat:
    """Wait until the game with this number, or a later one, runs, and return the guest's seat.

    Raises Refused if no such game runs within `wait` seconds.
    """
    until = time.monotonic() + min(wait, MAX_WAIT_SECONDS)
    while guest.seat is None or guest.seat.game < game:
        if time.monotonic() >= until:
            raise Conflict("the game has not started, or you have no seat in it")
        await asyncio.sleep(_CHECKS)
    return guest.seat


async def observe(guest: Guest, wait: float) -> dict[str, Any]:
    """Return the seat's observation as soon as it is the seat's turn or the game is over.

    If the program knows already that the game is over, and another game follows, wait for that game.
    """
    began = time.monotonic()
    seat = await seat_of(guest, wait)
    while seat.awaits_next and guest.seat is seat and time.monotonic() - began < min(wait, MAX_WAIT_SECONDS):
        await asyncio.sleep(_CHECKS)
    assert guest.seat is not None
    return await guest.seat.observe(wait - (time.monotonic() - began))


def page_of_events(game: int, known: int, lines: bytes) -> dict[str, Any]:
    """Return the first events after event `known`, for a program that repeats the request for more."""
    events = [json.loads(line) for line in lines.splitlines()]
    new = [event for event in events if event["n"] > known]
    page = new[:MAX_EVENTS]
    return {"game": game, "known": page[-1]["n"] if page else known, "more": len(new) > MAX_EVENTS, "events": page}
