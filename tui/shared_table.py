"""A table over a network as one of its people sees it: seats, delays, pauses, and the chat beside the game."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from core.remote.chat import ChatLog, about_replacement
from core.remote.client import Client
from core.remote.host import Host
from core.remote.projection import PUBLIC
from core.remote.protocol import Place
from tui.glyphs import cells
from tui.styles import Line, wrap, wrap_line

MAX_LISTED_SEATS = 12
"""Largest number of seats that a screen lists one by one."""


class SharedTable(ABC):
    """The people at a table, and what they say to each other."""

    def __init__(self, chat: ChatLog) -> None:
        self.chat = chat

    @property
    @abstractmethod
    def own(self) -> str:
        """Seat of the person at this screen; "" for none."""

    @property
    @abstractmethod
    def places(self) -> Sequence[Place]:
        """The seats with their players."""

    @property
    def is_paused(self) -> bool:
        """True while a host elsewhere has paused the game."""
        return False

    @property
    def is_host(self) -> bool:
        """True if the game is hosted here."""
        return False

    @property
    def replaceable_seats(self) -> Mapping[str, bool]:
        """Seats in which this person may put a bot; True for a seat in which a bot plays now."""
        return {}

    def replace(self, name: str) -> str:
        """Put a bot into a remote seat, or give the seat back. Returns what happened."""
        raise NotImplementedError

    @abstractmethod
    def write(self, text: str) -> str:
        """Send a line of chat. Returns the reason if it cannot be sent, else ""."""

    @abstractmethod
    def left(self, name: str) -> float:
        """Return the seconds until the default action of a deciding seat; 0 if they are unknown or unlimited."""

    @property
    def shown(self) -> Sequence[Place]:
        """The seats that a screen lists: all, or in a large game only those of people."""
        places = self.places
        return places if len(places) <= MAX_LISTED_SEATS else [place for place in places if place.kind != "bot"]

    # -- in words

    def rows(self, waiting: Sequence[str], width: int) -> list[Line]:
        """Draw the chat, and the seats below it."""
        return [*self.chat_rows(width), *self._seat_rows(waiting, width)]

    def chat_rows(self, width: int) -> list[Line]:
        """Draw the lines of the chat, the newest last, and the reason if nobody can write."""
        rows: list[Line] = []
        for line in self.chat.lines:
            if not line.name:
                rows += [((f" {row}", "dim"),) for row in wrap(line.text, width - 2)]
                continue
            name = "you" if line.name == self.chat.own else line.name
            first, *rest = wrap(line.text, max(10, width - cells(name) - 4))
            rows.append(((f" {name}  ", "bold hi"), (first, "fg")))
            rows += [((f" {' ' * cells(name)}  {row}", "fg"),) for row in rest]
        if self.chat.closed:
            rows.append(((f" {self.chat.closed}", "dim"),))
        return rows

    def _seat_rows(self, waiting: Sequence[str], width: int) -> list[Line]:
        """Draw each seat with its connection's delay or absence, and the time left to answer."""
        row: list[tuple[str, str]] = [(" ", "")]
        for place in self.shown:
            words = [self._kind(place)]
            words += ["away"] if not place.here else [f"{place.delay} ms"] if place.delay is not None else []
            words += [default_action_text(self.left(place.name))] if place.name in waiting else []
            row += [
                (f"{place.name} ", "bold mid"),
                (" · ".join(filter(None, words)), "dim" if place.here else "accent"),
            ]
            row.append(("   ", ""))
        return wrap_line(tuple(row), width, gaps=True)

    def _kind(self, place: Place) -> str:
        return "you" if place.name == self.own else "" if place.kind == "remote" else place.kind

    def clock(self, waiting: Sequence[str]) -> str:
        """Write the time that this person has left to answer, else the delay of their connection."""
        own = None if self.is_host else next((place for place in self.places if place.name == self.own), None)
        if own is None:
            return ""
        left = default_action_text(self.left(own.name)) if own.name in waiting else ""
        return left or (f"{own.delay} ms" if own.delay is not None else "")

    def default_in(self, names: Sequence[str]) -> str:
        """Write the time until the first default action of one of these seats; "" without a limit."""
        return default_action_text(min((left for name in names if (left := self.left(name))), default=0.0))

    def seconds(self, waiting: Sequence[str]) -> tuple[int, ...]:
        """Return the whole seconds that each deciding seat has left."""
        return tuple(int(self.left(name)) for name in waiting)


class HostSide(SharedTable):
    """The table of the host."""

    def __init__(self, host: Host) -> None:
        super().__init__(host.chat)
        self._host = host

    @property
    def is_host(self) -> bool:
        return True

    @property
    def own(self) -> str:
        return self._host.own_seat

    @property
    def places(self) -> Sequence[Place]:
        return self._host.places()

    @property
    def replaceable_seats(self) -> Mapping[str, bool]:
        kinds = {place.name: place.kind for place in self.places}
        return {name: kinds[name] == "bot" for name in self._host.invitations if name != PUBLIC}

    def replace(self, name: str) -> str:
        self._host.reseat(name)
        if self.replaceable_seats[name]:
            return about_replacement(name, self._host.policy(name))
        return f"{name} can join again: {self._host.invitations[name]}"

    def write(self, text: str) -> str:
        return self._host.chat.write(text)

    def left(self, name: str) -> float:
        return self._host.seats.left(name)


class GuestSide(SharedTable):
    """The table of somebody who has joined."""

    def __init__(self, client: Client) -> None:
        super().__init__(client.chat)
        self._client = client

    @property
    def own(self) -> str:
        return self._client.table.seat if self._client.table else ""

    @property
    def places(self) -> Sequence[Place]:
        return self._client.table.places if self._client.table else ()

    @property
    def is_paused(self) -> bool:
        return self._client.paused

    def write(self, text: str) -> str:
        return self._client.say(text)

    def left(self, name: str) -> float:
        return self._client.left if name == self.own else 0.0


def default_action_text(seconds: float) -> str:
    """Write the time until the default action is taken; "" without a limit."""
    return f"default in {int(seconds) // 60}:{int(seconds) % 60:02}" if seconds else ""
