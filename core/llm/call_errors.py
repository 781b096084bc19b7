"""Errors of a model call."""

from core.errors import UserError


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
