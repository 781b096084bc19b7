"""Find the part of a request that a server refuses, so that the next request leaves it out."""

import re
from collections.abc import Collection, Sequence

from core.llm.messages import Message

_REFUSES = re.compile(
    r"unsupported|(not|n't) (be )?(support(ed)?|permitted|allowed|accept(ed)?|enabled|available|compatible|used|set)\b"
    r"|unrecogni[sz]ed|unknown|unexpected|extra inputs|only the default|invalid|deprecated|must be"
    r"|only \S+ is supported|drop these",
    re.IGNORECASE,
)
_NO_SYSTEM = re.compile(
    r"system\W{0,3}(role|message|instruction|prompt)s?\b.{0,40}(not|n't|un)\W?(supported|enabled|allowed|permitted)"
    r"|(not|n't) support.{0,40}\bsystem\b|unsupported.{0,40}\bsystem\b.{0,20}role|developer instruction is not enabled"
    r"|roles must alternate|only \W?user\W?(,| and) \W?assistant\W? roles",
    re.IGNORECASE,
)


def refused_parameter(text: str, offered: Collection[str]) -> str:
    """Find the parameter that an error refuses, among those that were sent; empty if there is none.

    >>> refused_parameter("Unsupported value: 'temperature' does not support 0.2", ["seed", "temperature"])
    'temperature'
    >>> refused_parameter("The engine will stop now: not supported", ["stop"])
    ''
    """
    if not _REFUSES.search(text):
        return ""
    return next((name for name in offered if _named(text, name)), "")


def refuses_system(text: str) -> bool:
    """Return True for an error that refuses a message of the system, or two messages of one role in a row.

    >>> refuses_system("System role not supported"), refuses_system("The system is not supported at night")
    (True, False)
    """
    return _NO_SYSTEM.search(text) is not None


def folded(messages: Sequence[Message]) -> list[Message]:
    """Put the system's words into the user's message that follows, and join messages of one role in a row."""
    out: list[Message] = []
    for message in messages:
        role = "user" if message["role"] == "system" else message["role"]
        if out and out[-1]["role"] == role:
            out[-1] = {"role": role, "content": f"{out[-1]['content']}\n\n{message['content']}"}
        else:
            out.append({"role": role, "content": message["content"]})
    return out


def _named(text: str, name: str) -> bool:
    """Return True if an error names a parameter; an ordinary word must be quoted or called a parameter."""
    word = re.escape(name)
    if "_" in name or name == "temperature":
        return re.search(rf"(?<!\w){word}(?!\w)", text) is not None
    return re.search(rf"['\"`]{word}['\"`]|\b(parameter|argument|field)s?\b[^.]{{0,20}}[\s:]{word}\b", text) is not None
