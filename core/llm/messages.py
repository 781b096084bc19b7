"""What goes through the door: messages in, a completion out; and the ways in which a call can fail."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from core.errors import UserError
from core.llm.replies import Reply
from core.memory import Message

Hear = Callable[[str], None]
"""Told each piece of a reply as it arrives."""


class Request(NamedTuple):
    messages: Sequence[Message]
    reply: Reply[Any]
    made: int
    """How many calls this agent has made before, in this run."""


class Completion(NamedTuple):
    """What a model answered. Tokens are 0 where it did not say; `cost` is None where the price is unknown."""

    text: str
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = None


class Unavailable(Exception):
    """No answer this time: worth another try, after `retry_after` seconds if the server named them."""

    def __init__(self, why: str, retry_after: float | None = None) -> None:
        super().__init__(why)
        self.retry_after = retry_after


class Unreachable(Unavailable):
    """Nobody is there to answer."""


class Declined(Exception):
    """The server will not answer this request, however often it is asked."""


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
        """One try. With `hear` the reply is streamed. Raises Unavailable, Declined, Misconfigured."""

    async def close(self) -> None:
        """Let go of connections."""
