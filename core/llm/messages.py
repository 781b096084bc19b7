"""Requests to models, completions, model clients and their errors."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from core.engine.model_tally import Spent
from core.errors import UserError
from core.llm.replies import Reply


class Adjusted(Exception):
    """The server refused a part of the request, which is left out from now on; ask again at once."""

    def __init__(self, why: str, first: bool) -> None:
        """`first` is False for calls in flight when another call met the same refusal."""
        super().__init__(why)
        self.first = first


class Unavailable(Exception):
    """No answer this time; worth another try, after `retry_after` seconds if the server said so."""

    def __init__(self, why: str, retry_after: float | None = None) -> None:
        super().__init__(why)
        self.retry_after = retry_after


class Busy(Unavailable):
    """Too many calls or tokens at once."""


class Unreachable(Unavailable):
    """The server cannot be reached."""


class Declined(Exception):
    """The server will not answer this request; `finish` is the finish reason, if there was one."""

    def __init__(self, why: str, finish: str = "") -> None:
        super().__init__(why)
        self.finish = finish


class Misconfigured(UserError):
    """Calls to this model fail until the user changes something; the text says what."""


Message = dict[str, str]
"""{"role": "system" | "user" | "assistant", "content": text}, and nothing else."""
OnWords = Callable[[str], None]
"""Called with each piece of a reply as it arrives."""
Tool = Callable[[str], Awaitable[str]]
"""Fetches what it is asked for, as clean text of bounded length. Raises Declined."""


BY_HAND = "by hand"
"""Model name of a reply that was written by hand."""


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
    number: int
    """Calls that this agent made before, in this run."""
    room: int = 0
    """Least tokens for a reply where no limit is set, because the last one was cut."""
    arrived: Arrived = Arrived()
    """Filled in while the model answers; each try has its own."""

    @property
    def prompt_tokens(self) -> int:
        """Estimate of the prompt's tokens."""
        return sum(estimated_tokens(len(message["content"])) for message in self.messages)


class Completion(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Result of one call: the model's words or the reason for none, and its usage."""

    text: str = ""
    spent: Spent = Spent(0.0)
    """Usage: a client sets tokens (0 where the server gave none) and cost; time and tries are added later."""
    failed: str = ""
    """Why there is no reply at all."""
    cut: bool = False
    """True if the reply was longer than is kept."""
    reasoning: str = ""
    """The model's thoughts, where the server sends them."""
    finish: str = ""
    """Finish reason, if it is not "stop"."""
    model: str = ""
    """Model named in the log; empty for the agent's own."""


def estimated_tokens(characters: int) -> int:
    """Estimate the number of tokens."""
    return (characters + 3) // 4


class Model(ABC):
    """A model client. One instance serves all seats and runs of a process."""

    name: str
    """The name after `llm:`."""

    async def ready(self) -> None:
        """Load what it needs, before the clock of a call runs."""

    @abstractmethod
    async def complete(self, request: Request, on_words: OnWords | None) -> Completion:
        """Make one try; with `on_words` the reply is streamed.

        Raises:
            Unavailable, Declined, Adjusted, Misconfigured: See each class.
        """

    def usage_without_reply(self, request: Request) -> Spent:
        """Return the usage of a try that gave no reply."""
        return Spent(0.0)

    async def close(self) -> None:
        """Close connections."""
