"""What goes through the door: messages in, a completion out; and the ways in which a call can fail."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from core.engine.events import Spent
from core.errors import UserError
from core.llm.replies import Reply

Message = dict[str, str]
"""{"role": "system" | "user" | "assistant", "content": text}, and nothing else."""
Hear = Callable[[str], None]
"""Told each piece of a reply as it arrives."""
Tool = Callable[[str], Awaitable[str]]
"""Brings what it is asked for from the world outside, clean and no longer than is kept. Raises Declined."""


BY_HAND = "by hand"
"""The model of a reply that somebody wrote."""


class Arrived:
    """The part of a reply that has arrived. It outlives the try, so that a stopped try is counted."""

    def __init__(self) -> None:
        self.taken = False
        """True while the server may be working on the request; False once it refused."""
        self.size = 0
        """Characters of words, thoughts and tool calls."""
        self.spent: Spent | None = None
        """Tokens as the server counted them; None until it did."""
        self.on_piece: Callable[[], None] = lambda: None
        """Called for each piece."""

    def add(self, size: int) -> None:
        """Count a piece of the reply."""
        self.size += size
        self.on_piece()


class Request(NamedTuple):
    messages: Sequence[Message]
    reply: Reply[Any]
    made: int
    """How many calls this agent has made before, in this run."""
    room: int = 0
    """Tokens that a reply may have at least, where the settings set no limit: the last one was cut."""
    arrived: Arrived = Arrived()
    """Filled in by the model while it answers; each try has its own."""

    @property
    def prompt_tokens(self) -> int:
        """Estimate of the prompt's tokens."""
        return sum(estimated_tokens(len(message["content"])) for message in self.messages)


class Completion(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What came of one call, from the socket to the log: the model's words, or why there are none, and what it took."""

    text: str = ""
    spent: Spent = Spent(0.0)
    """A socket says tokens (0 where its server did not) and money; time and tries are added where they are known."""
    failed: str = ""
    """Why there is no reply at all."""
    cut: bool = False
    """Whether the reply was longer than is kept."""
    reasoning: str = ""
    """What the model thought beside its words, where its server tells."""
    finish: str = ""
    """Why the reply ended, in the server's word, where it is not "stop"."""
    model: str = ""
    """Whose words they are, as it stands in the log; empty for the agent's own."""


def estimated_tokens(characters: int) -> int:
    """About as many tokens as a real tokenizer would find."""
    return (characters + 3) // 4


class Adjusted(Exception):
    """The server refused a part of the request, which is left out from now on: ask again at once."""

    def __init__(self, why: str, first: bool) -> None:
        """`first` is False for calls that were in flight when another one met the same refusal."""
        super().__init__(why)
        self.first = first


class Unavailable(Exception):
    """No answer this time: worth another try, after `retry_after` seconds if the server named them."""

    def __init__(self, why: str, retry_after: float | None = None) -> None:
        super().__init__(why)
        self.retry_after = retry_after


class Busy(Unavailable):
    """There were too many calls at once, or too many tokens."""


class Unreachable(Unavailable):
    """Nobody is there to answer."""


class Declined(Exception):
    """The server will not answer this request, however often it is asked; `finish` is how the reply ended, if there was
    one."""

    def __init__(self, why: str, finish: str = "") -> None:
        super().__init__(why)
        self.finish = finish


class Misconfigured(UserError):
    """No call to this model can succeed until the user mends something: the text says what."""


class Model(ABC):
    """A model that can be asked. One instance serves all seats and runs of a process that use it."""

    name: str
    """As in `llm:NAME`."""

    async def ready(self) -> None:
        """Load what it takes: before the clock of a call runs."""

    @abstractmethod
    async def complete(self, request: Request, hear: Hear | None) -> Completion:
        """Make one try. With `hear` the reply is streamed. Raises Unavailable, Declined, Adjusted, Misconfigured."""

    def lost(self, request: Request) -> Spent:
        """Return what a try took that gave no reply."""
        return Spent(0.0)

    async def close(self) -> None:
        """Let go of connections."""
