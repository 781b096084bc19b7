"""Changes that the host makes during a game: a bot in place of a remote player, and pauses."""

from core.engine.casting import agent_for
from core.engine.scene import Scene
from core.remote.guests import Guest, Guests
from core.remote.protocol import Closed, Paused, Replaced
from core.remote.remote_seat import RemoteSeat

SUBSTITUTE = "rules"
"""Policy of the bot that plays in place of a player."""
REPLACED = "the host has put a bot into your seat; once the seat is yours again, join with the same line"


class SeatControl:
    """Assigns remote seats to players or bots, and runs their time limits."""

    def __init__(self, guests: Guests, kind: type[Scene]) -> None:
        """Leave all remote seats to their players."""
        self._guests, self._kind = guests, kind
        self.is_paused = False

    def replace(self, guest: Guest) -> None:
        """Let a bot play in place of a player, or give the seat back. All players and spectators are notified.

        The recording has the bot's actions as commands of the seat, so verification needs no bot.
        """
        guest.bot = "" if guest.bot else SUBSTITUTE
        if guest.bot:
            self._guests.send(guest.name, Closed(REPLACED))
        if guest.seat is not None:
            self._put_bot(guest, guest.seat)
        for _, connection in self._guests.connections():
            connection.send(Replaced(guest.name, guest.bot))

    def begin(self, guest: Guest, seat: RemoteSeat) -> None:
        """Give a seat of the run to its player, or to the bot that plays there."""
        guest.seat = seat
        self._put_bot(guest, seat)

    def _put_bot(self, guest: Guest, seat: RemoteSeat) -> None:
        seat.substitute(agent_for(self._kind, guest.bot) if guest.bot else None)

    def pause(self, paused: bool) -> None:
        """Stop or resume the time limits of remote players, and notify all players and spectators."""
        self.is_paused = paused
        for guest in self._guests:
            if guest.seat is not None:
                guest.seat.pause(paused)
            self._guests.send(guest.name, Paused(paused))

    def left(self, name: str) -> float:
        """Return the seconds until the default action of a remote player; 0 if there is no limit."""
        guest = self._guests.get(name)
        return 0.0 if guest is None or guest.seat is None or guest.bot else guest.seat.left
