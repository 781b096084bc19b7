"""Requests to models, completions, model clients and their errors."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from core.engine.model_tally import Spent
from core.errors import UserError
from core.llm.replies import Reply


class ParameterRefused(Exception):
    """The server refused a part of the request. It is left out from now on, so ask again at once."""

    def __init__(self, why: str, first: bool) -> None:
        """`first` is False for a call that was already in flight when another call met the same refusal."""
        super().__init__(why)
        self.first = first


class Unavailable(Exception):
    """There was no answer, but another try may succeed, after `retry_after` seconds if the server gave a time."""

    def __init__(self, why: str, retry_after: float | None = None) -> None:
        super().__init__(why)
        self.retry_after = retry_after


class Busy(Unavailable):
    """The server reports too many calls or tokens at a time."""


class Unreachable(Unavailable):
    """The server cannot be reached."""


class Declined(Exception):
    """The server refuses to answer this request; `finish` is the finish reason, if there is one."""

    def __init__(self, why: str, finish: str = "") -> None:
        super().__init__(why)
        self.finish = finish


class Misconfigured(UserError):
    """Calls to this model fail until the user changes something; the text names the change."""


Message = dict[str, str]
"""{"role": "system" | "user" | "assistant", "content": text}, and nothing else."""
OnWords = Callable[[str], None]
"""Function that is called with each piece of a reply as it arrives."""
Tool = Callable[[str], Awaitable[str]]
"""Function that answers a request with clean text of bounded length. Raises Declined."""


BY_HAND = "by hand"
"""Model name of a reply that was written by hand."""


class PartialReply:
    """The part of a reply that has arrived. It remains after the try, so that a cancelled try is counted."""

    def __init__(self) -> None:
        self.taken = False
        """True while the server may be working on the request; False once it refused."""
        self.size = 0
        """Characters of words, thoughts and tool calls."""
        self.spent: Spent | None = None
        """Tokens as counted by the server; None until it has counted them."""
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
    """Number of earlier calls by this agent in this run."""
    min_reply_tokens: int = 0
    """Minimum limit of tokens for the reply, if the user set none; it is raised after a cut reply."""
    arrived: PartialReply = PartialReply()
    """The part of the reply that has arrived; each try has a separate object."""
    submitted: str = ""
    """Batch and line in which an earlier session submitted this request; empty if none did."""
    on_submit: Callable[[str], None] = lambda place: None
    """Called with the batch and line of this request as soon as the provider has accepted the batch."""

    @property
    def prompt_tokens(self) -> int:
        """Estimate of the prompt's tokens."""
        return sum(estimated_tokens(len(message["content"])) for message in self.messages)


class Completion(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Result of one call: the model's words, or the reason why there are none, and the usage."""

    text: str = ""
    spent: Spent = Spent(0.0)
    """Usage: a client sets tokens (0 where the server gave none) and cost; time and tries are added later."""
    failed: str = ""
    """Reason why there is no reply at all; empty if there is one."""
    cut: bool = False
    """True if the reply was too long and its end was dropped."""
    reasoning: str = ""
    """The model's thoughts, if the server sends them."""
    finish: str = ""
    """Finish reason, if it is not "stop"."""
    model: str = ""
    """Name of the model for the log; empty for the agent's own model."""


def estimated_tokens(characters: int) -> int:
    """Estimate the number of tokens."""
    return (characters + 3) // 4


class Model(ABC):
    """A model client. One instance serves all seats and runs of a process."""

    name: str
    """The name after `llm:`."""

    async def ready(self) -> None:
        """Load everything that the client needs, before the time of a call is measured."""

    @abstractmethod
    async def complete(self, request: Request, on_words: OnWords | None) -> Completion:
        """Make one try; with `on_words`, the reply is streamed.

        Raises:
            Unavailable, Declined, Adjusted, Misconfigured: See each class.
        """

    def usage_without_reply(self, request: Request) -> Spent:
        """Return the usage of a try that gave no reply."""
        return Spent(0.0)

    async def close(self) -> None:
        """Close connections."""
