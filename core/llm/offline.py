"""Models without key and network, which make the whole path playable and testable."""

import asyncio
import json
from pathlib import Path

from core.engine.model_tally import Spent
from core.errors import UserError
from core.llm.call_errors import Declined
from core.llm.messages import Completion, Model, OnWords, Request, estimated_tokens
from core.text import read_lines


class Mock(Model):
    """Answers with the example in the request: valid, deterministic, free."""

    name = "mock"

    async def complete(self, request: Request, on_words: OnWords | None) -> Completion:
        return await _reply(request, request.reply.example, on_words)


class Script(Model):
    """Canned replies, one per line; a line in double quotes is a JSON string, for replies with several lines."""

    def __init__(self, name: str, replies: list[str]) -> None:
        self.name = name
        self._replies = replies

    @classmethod
    def read(cls, name: str) -> "Script":
        """Read the file of "script:FILE". Raises UserError."""
        path = Path(name.removeprefix("script:"))
        if not path.name:
            raise UserError("llm:script: needs a file with one reply per line: llm:script:replies.txt.")
        replies = []
        for i, line in enumerate(read_lines(path), 1):
            try:
                replies += [json.loads(line) if line.startswith('"') else line] if line.strip() else []
            except json.JSONDecodeError as error:
                raise UserError(f"{path}: line {i} begins with a quote and is not a JSON string.") from error
        return cls(name, replies)

    async def complete(self, request: Request, on_words: OnWords | None) -> Completion:
        if request.number >= len(self._replies):
            raise Declined("the script has no more replies")
        return await _reply(request, self._replies[request.number], on_words)


async def _reply(request: Request, text: str, on_words: OnWords | None) -> Completion:
    if on_words is not None:
        for word in text.split(" "):
            on_words(f"{word} ")
            await asyncio.sleep(0)
    return Completion(text, Spent(0.0, request.prompt_tokens, estimated_tokens(len(text))))
