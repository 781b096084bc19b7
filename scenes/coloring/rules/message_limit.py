"""Messages that an owner may send: whatever says more than a report of colors is one."""

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from scenes.coloring.actions import Message

Budget = Literal["any"] | int
"""Messages of each owner in the whole game; 0 allows only reports."""


def left(budget: Budget, sent: int) -> int | None:
    """Return how many messages an owner may still send; None is no limit."""
    return None if budget == "any" else max(0, budget - sent)


def within(messages: Sequence[Message], left: int | None) -> list[Message]:
    """Keep messages up to the limit, and only reports of colors beyond it; reports do not count."""
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
