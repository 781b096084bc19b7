"""A model's message as servers write it, whole or in pieces: words, thoughts, refusal, tool calls."""

import json
from typing import Any

from core.engine.events import Spent
from core.llm.messages import Completion, Declined, Unavailable
from core.text import one_line

NO_SHAPE = "the server's answer has not the shape of a completion"
THOUGHTS = ("reasoning_content", "reasoning", "thinking")
"""Keys under which servers send thoughts; if several are there, the first counts."""


class Message:
    """The parts of a message so far."""

    def __init__(self) -> None:
        self.size = 0
        """Number of characters."""
        self._words: list[str] = []
        self._thoughts: list[str] = []
        self._refusal: list[str] = []
        self._calls: dict[int, list[str]] = {}
        self._came = False

    def add(self, told: Any) -> str:
        """Add a message or a piece; return its new words. Raises Unavailable if it is neither."""
        if not isinstance(told, dict):
            raise Unavailable(NO_SHAPE)
        self._came = True
        words, thoughts = _content(told.get("content"))
        thoughts = thoughts or next((text for name in THOUGHTS if (text := _text(told.get(name)))), "")
        self._words.append(words)
        self._thoughts.append(thoughts)
        self._refusal.append(_text(told.get("refusal")))
        calls = told.get("tool_calls")
        called = sum(self._call(i, each) for i, each in enumerate(calls if isinstance(calls, list) else []))
        self.size += len(words) + len(thoughts) + called
        return words

    def _call(self, place: int, told: Any) -> int:
        function = told.get("function") if isinstance(told, dict) else None
        arguments = function.get("arguments") if isinstance(function, dict) else None
        piece = arguments if isinstance(arguments, str) else json.dumps(arguments) if arguments else ""
        index = told.get("index") if isinstance(told, dict) else None
        self._calls.setdefault(index if isinstance(index, int) else place, []).append(piece)
        return len(piece)

    def completion(self, finish: str, usage: Any) -> Completion:
        """Return the completion; tool calls are its words if there are no others.

        Raises:
            Declined: The message is a refusal.
            Unavailable: Nothing came at all.
        """
        if not self._came:
            raise Unavailable(NO_SHAPE)
        if refusal := "".join(self._refusal):
            raise Declined(f"the model refused: {one_line(refusal)[:200]}", "refusal")
        words = "".join(self._words)
        if not words.strip() and self._calls:
            words = "\n".join(f'{{"name": "answer", "arguments": {"".join(each)}}}' for each in self._calls.values())
        ended = "" if finish in ("stop", "tool_calls") else finish
        return Completion(words, spent(usage), reasoning="".join(self._thoughts).strip(), finish=ended)


def _content(told: Any) -> tuple[str, str]:
    """Return words and thoughts of a content: a text, or parts of several types."""
    if not isinstance(told, list):
        return _text(told), ""
    parts = [part for part in told if isinstance(part, dict)]
    words = [_text(part.get("text")) for part in parts if part.get("type") in ("text", "output_text")]
    thoughts = [
        part.get("thinking") or part.get("text") for part in parts if part.get("type") in ("thinking", "reasoning")
    ]
    return "".join(words), "".join(_text(each) or _content(each)[0] for each in thoughts)


def _text(told: Any) -> str:
    return told if isinstance(told, str) else ""


def spent(usage: Any) -> Spent:
    """Return the server's count of tokens; 0 where it gives none.

    `prompt_tokens` includes cached ones in all dialects read here. Anthropic's own names count them apart.
    """
    told = usage if isinstance(usage, dict) else {}
    read, written = _inside(told, "prompt_tokens_details"), _inside(told, "completion_tokens_details")
    cached = _first(read.get("cached_tokens"), told.get("cache_read_input_tokens"), told.get("prompt_cache_hit_tokens"))
    thinking = _first(written.get("reasoning_tokens"), told.get("reasoning_tokens"))
    prompt, completion = _count(told.get("prompt_tokens")), _count(told.get("completion_tokens"))
    if "prompt_tokens" not in told and "input_tokens" in told:
        prompt = _count(told["input_tokens"]) + cached + _count(told.get("cache_creation_input_tokens"))
        completion = _count(told.get("output_tokens"))
    return Spent(0.0, prompt, completion, thinking=min(thinking, completion), cached=min(cached, prompt))


def _inside(told: dict[str, Any], key: str) -> dict[str, Any]:
    return inner if isinstance(inner := told.get(key), dict) else {}


def _first(*told: Any) -> int:
    return next((count for count in map(_count, told) if count), 0)


def _count(told: Any) -> int:
    return told if type(told) is int and 0 <= told < 2**31 else 0
