"""What came of a call, as the door takes it: a value, or the words for a model that is asked again."""

from typing import Any, NamedTuple

from core.llm.messages import Completion
from core.llm.replies import Refusal, Reply, Unreadable

CUT = ("length", "max_tokens", "MAX_TOKENS")
"""How servers say that a reply came to no end of its own."""
REFUSED = "refusal"
AFTER = " .`*\n"
"""What may stand after an answer at the end of thoughts; with words after it, it was only a thought."""
TRIES = 3
"""Replies that may be unusable before an agent is told that there is none."""


class Outcome(NamedTuple):
    """What a reply was good for."""

    value: Any
    """None where nothing could be used."""
    mended: tuple[str, ...]
    error: str
    """What the model is told, where nothing could be used of what it said."""
    finish: str
    """Why the reply ended, where it is not the usual end."""

    @property
    def cut(self) -> bool:
        return self.finish in CUT


def read(reply: Reply[Any], completion: Completion) -> Outcome:
    """Read a completion: its words, or its thoughts, where a server takes all of a reply for thoughts. A reply that was
    cut is only used if it shows that the answer is whole."""
    finish = completion.finish
    cut = finish in CUT
    if completion.failed or (cut and not reply.closes):
        return Outcome(None, (), "" if completion.failed else _too_long(completion), finish)
    aside = reply.closes and bool(completion.reasoning) and not completion.text
    text = completion.reasoning if aside else completion.text
    try:
        if aside and not text.rstrip(AFTER).endswith("}"):
            raise Unreadable("The reply is empty: there are thoughts, and no answer.")
        value, mended = reply.understand(text)
        if cut and "layout" in mended:  # words, which show no end
            raise Unreadable(_too_long(completion))
    except Refusal as why:
        return Outcome(None, (), str(why), REFUSED)
    except Unreadable as why:
        return Outcome(None, (), _too_long(completion) if cut else str(why), finish)
    return Outcome(value, (*(("from the reasoning",) if aside else ()), *mended), "", finish)


def _too_long(completion: Completion) -> str:
    tokens = completion.spent.tokens_out - completion.spent.lost
    return (
        f"Your reply was cut off{f' after {tokens} tokens' if tokens else ''}, before its answer was whole. Think "
        "less, be brief, and write the whole answer."
    )
