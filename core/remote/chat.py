"""Chat among the people at a hosted table, beside the game: it enters no log, and reaches no bot and no model."""

from collections.abc import Iterator, Sequence

from core.remote.connection import RateLimiter
from core.remote.guests import Guests
from core.remote.projection import PUBLIC
from core.remote.protocol import MAX_CHAT_CHARACTERS, Chat, Said
from core.text import one_line

KEPT = 50
"""Number of lines that are kept and sent to a player who joins again."""
LONGEST_NAME = 60
"""Maximum number of characters of a name."""
RATE, BURST = 1.0, 5
"""Number of lines that one end may send per second, and at once; the host accepts twice as many."""
UNTIL_END = "chat is closed until the game is over"
PLAYERS_ONLY = "only players chat at this table"
NO_CHAT = "there is no chat at this table"
HOST, SPECTATOR = "the host", "a spectator"
"""Names in the chat of people without a seat."""


def about_replacement(seat: str, policy: str) -> str:
    """Write the news that a bot plays for a player, or, without a policy, that the player's seat is open again."""
    return f"a bot ({policy}) now plays for {seat}" if policy else f"{seat}'s seat is open to its player again"


class ChatLog:
    """The newest lines of a chat at one end, and the number of unread ones."""

    def __init__(self, own: str = "") -> None:
        """Start without lines; `own` is the name of the person at this end."""
        self.own = own
        self.lines: tuple[Said, ...] = ()
        self.unread = 0
        self.closed = NO_CHAT
        """Reason why nobody can write at this end now; empty if somebody can."""
        self._allowance = RateLimiter(RATE, BURST)

    def note(self, text: str) -> None:
        """Add a line without an author, such as news of the table."""
        self._add(Said(0, "", text))

    def _add(self, line: Said) -> None:
        """Add a line, cleaned and cut."""
        line = Said(line.n, one_line(line.name)[:LONGEST_NAME], one_line(line.text)[:MAX_CHAT_CHARACTERS])
        self.lines = (*self.lines, line)[-KEPT:]

    def take(self, line: Said) -> None:
        """Add a line by an author."""
        self._add(line)
        self.unread = min(KEPT, self.unread + (line.name != self.own))

    def renew(self, lines: Sequence[Said], closed: str) -> None:
        """Replace the state by the one that the host sends when somebody joins."""
        known, self.closed = {*self.lines}, one_line(closed)[:MAX_CHAT_CHARACTERS]
        for line in lines[-KEPT:]:
            if line not in known:
                (self.take if line.name else self._add)(line)

    def read(self) -> None:
        """Mark all lines as read."""
        self.unread = 0

    def refusal(self, text: str) -> str:
        """Return the reason why a line cannot be sent now; "" if it can, which counts as sending it."""
        if self.closed:
            return self.closed
        if len(text) > MAX_CHAT_CHARACTERS:
            return f"a line has at most {MAX_CHAT_CHARACTERS} characters; this one has {len(text)}"
        return "too many lines at once; wait a few seconds" if self._allowance.is_used_up() else ""


class TableChat(ChatLog):
    """The host's end of the chat, which passes on all lines."""

    def __init__(self, guests: Guests, own: str, *, during: bool, spectators: bool) -> None:
        """Open the chat.

        Args:
            guests: The guests of the table.
            own: Seat of the host; "" if the host only watches.
            during: True if the chat stays open during the game.
            spectators: True if spectators read and write as well.
        """
        super().__init__(own or HOST)
        self.closed = ""
        self._guests, self._during, self._spectators = guests, during, spectators
        self._written = 0
        self._allowances: dict[str, RateLimiter] = {}

    def write(self, text: str) -> str:
        """Send a line of the host. Returns the reason why it cannot be sent; "" if it was sent."""
        text = one_line(text)
        if not text or (why := self.refusal(text)):
            return why if text else ""
        self._pass_on(self.own, text)
        return ""

    def hear(self, name: str, text: str) -> None:
        """Pass on a guest's line; drop a line that comes too early, too late or in a flood."""
        allowance = self._allowances.setdefault(name, RateLimiter(2 * RATE, 2 * BURST))
        text = one_line(text)
        if text and not self.state_for(name).closed and not allowance.is_used_up():
            self._pass_on(name or SPECTATOR, text)

    def _pass_on(self, name: str, text: str) -> None:
        self._written += 1
        line = Said(self._written, name, text)
        self.take(line)
        for each in self._listeners():
            self._guests.send(each, line)

    def _listeners(self) -> Iterator[str]:
        return (guest.name for guest in self._guests if guest.name != PUBLIC or self._spectators)

    def state_for(self, name: str) -> Chat:
        """Return the state of the chat for a guest who joins."""
        if name == PUBLIC and not self._spectators:
            return Chat((), PLAYERS_ONLY)
        return Chat(self.lines, self.closed)

    def game_begins(self) -> None:
        """Close the chat if the game is played without one."""
        if not self._during:
            self._set_closed(UNTIL_END)

    def game_ends(self) -> None:
        """Open the chat again."""
        if self.closed:
            self._set_closed("")

    def _set_closed(self, closed: str) -> None:
        self.closed = closed
        for guest in self._guests:
            self._guests.send(guest.name, self.state_for(guest.name))
