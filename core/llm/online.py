"""What all models behind a network have in common: a key that nobody may see, and a schema that may be refused."""

import re
from abc import abstractmethod
from typing import Any

from msgspec.structs import replace

from core.llm.messages import Completion, Declined, Hear, Model, Request
from core.llm.settings import ModelSettings

MAX_TEXT = 2**18
"""Characters of a reply that are read; a server may send without end."""
SHORTEST_KEY = 12
"""A shorter one, such as "none" for a server of one's own, guards nothing and may be a word."""
_MASKED = re.compile(r"\b((sk|pk|rk|key|gsk|xai)[-_]|AIza)[-_A-Za-z0-9*.…]{8,}|Bearer\s+\S+")


class Refused(Declined):
    """The server does not take the request as it is."""


class Online(Model):
    def __init__(self, name: str, settings: ModelSettings, key: str | None) -> None:
        self.name = name
        self.settings = settings
        self.key = key
        self._takes_schema = True

    async def complete(self, request: Request, hear: Hear | None) -> Completion:
        schema = request.reply.schema if self._takes_schema else None
        hear = self._hushed(hear) if hear else None
        try:
            completion = await self._send(request, schema, hear)
        except Refused:
            if schema is None:
                raise
            completion = await self._send(request, None, hear)
            self._takes_schema = False
        return replace(completion, text=self.hidden(completion.text))

    @abstractmethod
    async def _send(self, request: Request, schema: dict[str, Any] | None, hear: Hear | None) -> Completion:
        """One request. Raises Refused, and what `complete` raises."""

    def _hushed(self, hear: Hear) -> Hear:
        """Streams without the key: what may be the beginning of one is held back until it is clear."""
        key, held = self.key or "", ""

        def take(piece: str) -> None:
            nonlocal held
            text = self.hidden(held + piece)
            loose = next((n for n in range(min(len(key) - 1, len(text)), 0, -1) if text.endswith(key[:n])), 0)
            held = text[len(text) - loose :]
            hear(text[: len(text) - loose])

        return take if len(key) >= SHORTEST_KEY else hear

    def hidden(self, text: str) -> str:
        """What a server says, without the key: some repeat it."""
        return text.replace(self.key, "…") if self.key and len(self.key) >= SHORTEST_KEY else text

    def masked(self, text: str) -> str:
        """An error's text, also without what only looks like a key."""
        return _MASKED.sub("…", self.hidden(text))


def json_schema(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """A reply schema as the OpenAI protocol wants it."""
    clean = "".join(c if c.isalnum() else "_" for c in name)[:60]
    return {"type": "json_schema", "json_schema": {"name": clean, "schema": schema, "strict": True}}


def seconds(retry_after: str | None) -> float | None:
    """A Retry-After header that gives seconds; a date is left to our own patience."""
    try:
        return max(0.0, float(retry_after)) if retry_after else None
    except ValueError:
        return None
