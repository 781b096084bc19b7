"""Result of a model call: a parsed value, or the error that the model is shown before its next try."""

from typing import Any, NamedTuple

from core.llm.messages import Completion
from core.llm.replies import Refusal, Reply, Unreadable

CUT = ("length", "max_tokens", "MAX_TOKENS")
"""Finish reasons of replies that were cut."""
REFUSED = "refusal"
AFTER = " .`*\n"
"""Characters allowed after an answer at the end of thoughts; words after it mean it was only a thought."""
TRIES = 3
"""Unusable replies before an agent gets none."""


class Outcome(NamedTuple):
    """Result of reading a reply."""

    value: Any
    """The parsed value; None if nothing was usable."""
    repairs: tuple[str, ...]
    error: str
    """Error that the model is shown; empty for a usable reply."""
    finish: str
    """Finish reason, if it is not the usual one."""

    @property
    def cut(self) -> bool:
        return self.finish in CUT


def read(reply: Reply[Any], completion: Completion) -> Outcome:
    """Read a completion: its words, or its thoughts where a server puts the whole reply there.

    A cut reply is used only if it shows that the answer is complete.
    """
    finish = completion.finish
    cut = finish in CUT
    if completion.failed or (cut and not reply.closes):
        return Outcome(None, (), "" if completion.failed else _too_long(completion), finish)
    only_thoughts = reply.closes and bool(completion.reasoning) and not completion.text
    text = completion.reasoning if only_thoughts else completion.text
    try:
        if only_thoughts and not text.rstrip(AFTER).endswith("}"):
            raise Unreadable("The reply is empty: there are thoughts, and no answer.")
        value, repairs = reply.understand(text)
        if cut and "layout" in repairs:  # words, which show no end
            raise Unreadable(_too_long(completion))
    except Refusal as why:
        return Outcome(None, (), str(why), REFUSED)
    except Unreadable as why:
        return Outcome(None, (), _too_long(completion) if cut else str(why), finish)
    return Outcome(value, (*(("from the reasoning",) if only_thoughts else ()), *repairs), "", finish)


def _too_long(completion: Completion) -> str:
    tokens = completion.spent.tokens_out - completion.spent.lost
    return (
        f"Your reply was cut off{f' after {tokens} tokens' if tokens else ''}, before its answer was whole. Think "
        "less, be brief, and write the whole answer."
    )
