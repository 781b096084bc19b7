"""Messages that an owner may send: whatever says more than a report of colors is one."""

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from scenes.coloring.actions import Message

Budget = Literal["any"] | int
"""For the whole game and each owner; 0 leaves reports alone."""


def left(budget: Budget, sent: int) -> int | None:
    """Return how many messages an owner may still send; None is no limit."""
    return None if budget == "any" else max(0, budget - sent)


def within(messages: Sequence[Message], left: int | None) -> list[Message]:
    """The same messages as far as the budget goes, and reports for the rest: those are heard, and count for nothing."""
    if left is None:
        return list(messages)
    out = []
    for message in messages:
        if left and _says_more(message):
            left -= 1
            out.append(replace(message, news=True))
        else:
            out.append(Message(to=message.to, report=message.report, news=False))
    return out


def is_report(message: Message) -> bool:
    """Tell whether nothing but colors is told."""
    return message == Message(to=message.to, report=message.report, news=False)


def _says_more(message: Message) -> bool:
    hints = message.options is not None and message.options.helpful and message.news
    return bool(message.reply or message.request or message.deal or message.bounded or hints)
