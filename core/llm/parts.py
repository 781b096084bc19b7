"""A model's message as servers write it, whole or in pieces: words, thoughts, refusal, tool calls."""

import json
from typing import Any

from core.engine.model_tally import Spent
from core.llm.messages import Completion, Declined, OnWords, PartialReply, Unavailable
from core.text import one_line

NO_SHAPE = "the server's answer has not the shape of a completion"
THOUGHTS = ("reasoning_content", "reasoning", "thinking")
"""Keys under which servers send thoughts; the first key that is present is used."""


class MessageParts:
    """The parts of a message that have arrived."""

    def __init__(self) -> None:
        self.size = 0
        """Number of characters."""
        self._words: list[str] = []
        self._thoughts: list[str] = []
        self._refusal: list[str] = []
        self._calls: dict[int, list[str]] = {}
        self._is_empty = True

    def add(self, message: Any) -> str:
        """Add a whole message or a piece; return its new words. Raises Unavailable if it has another form."""
        if not isinstance(message, dict):
            raise Unavailable(NO_SHAPE)
        self._is_empty = False
        words, thoughts = _content(message.get("content"))
        thoughts = thoughts or next((text for name in THOUGHTS if (text := _text(message.get(name)))), "")
        self._words.append(words)
        self._thoughts.append(thoughts)
        self._refusal.append(_text(message.get("refusal")))
        calls = message.get("tool_calls")
        called = sum(self._call(i, each) for i, each in enumerate(calls if isinstance(calls, list) else []))
        self.size += len(words) + len(thoughts) + called
        return words

    def add_piece(self, piece: Any, arrived: PartialReply, on_words: OnWords) -> None:
        """Add a piece, count it as arrived, and pass on its new words."""
        before = self.size
        words = self.add(piece)
        arrived.add(self.size - before)
        if words:
            on_words(words)

    def _call(self, place: int, call: Any) -> int:
        function = call.get("function") if isinstance(call, dict) else None
        arguments = function.get("arguments") if isinstance(function, dict) else None
        piece = arguments if isinstance(arguments, str) else json.dumps(arguments) if arguments else ""
        index = call.get("index") if isinstance(call, dict) else None
        self._calls.setdefault(index if isinstance(index, int) else place, []).append(piece)
        return len(piece)

    def completion(self, finish: str, usage: Any) -> Completion:
        """Return the completion; without words, its text is that of the tool calls.

        Raises:
            Declined: The message is a refusal.
            Unavailable: No message was added.
        """
        if self._is_empty:
            raise Unavailable(NO_SHAPE)
        if refusal := "".join(self._refusal):
            raise Declined(f"the model refused: {one_line(refusal)[:200]}", "refusal")
        words = "".join(self._words)
        if not words.strip() and self._calls:
            words = "\n".join(f'{{"name": "answer", "arguments": {"".join(each)}}}' for each in self._calls.values())
        ended = "" if finish in ("stop", "tool_calls") else finish
        return Completion(words, token_counts(usage), reasoning="".join(self._thoughts).strip(), finish=ended)


def _content(content: Any) -> tuple[str, str]:
    """Return the words and thoughts of a content, which is a text or a list of parts of several types."""
    if not isinstance(content, list):
        return _text(content), ""
    parts = [part for part in content if isinstance(part, dict)]
    words = [_text(part.get("text")) for part in parts if part.get("type") in ("text", "output_text")]
    thoughts = [
        part.get("thinking") or part.get("text") for part in parts if part.get("type") in ("thinking", "reasoning")
    ]
    return "".join(words), "".join(_text(each) or _content(each)[0] for each in thoughts)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def error_details(error: Any) -> str:
    """Return the parameter and the code that a server's error names, in brackets."""
    parts = error if isinstance(error, dict) else {}
    parameter = f" ['{parts['param']}']" if isinstance(parts.get("param"), str) else ""
    return f"{parameter} [{parts['code']}]" if isinstance(parts.get("code"), str) else parameter


def token_counts(usage: Any) -> Spent:
    """Return the server's counts of tokens; 0 for a missing count.

    `prompt_tokens` includes cached tokens in all dialects read here. Anthropic's own fields count them separately.
    """
    counts = usage if isinstance(usage, dict) else {}
    read, written = _inside(counts, "prompt_tokens_details"), _inside(counts, "completion_tokens_details")
    cached = _first(
        read.get("cached_tokens"), counts.get("cache_read_input_tokens"), counts.get("prompt_cache_hit_tokens")
    )
    thinking = _first(written.get("reasoning_tokens"), counts.get("reasoning_tokens"))
    prompt, completion = _count(counts.get("prompt_tokens")), _count(counts.get("completion_tokens"))
    if "prompt_tokens" not in counts and "input_tokens" in counts:
        prompt = _count(counts["input_tokens"]) + cached + _count(counts.get("cache_creation_input_tokens"))
        completion = _count(counts.get("output_tokens"))
    return Spent(0.0, prompt, completion, thinking=min(thinking, completion), cached=min(cached, prompt))


def _inside(counts: dict[str, Any], key: str) -> dict[str, Any]:
    return inner if isinstance(inner := counts.get(key), dict) else {}


def _first(*values: Any) -> int:
    return next((count for count in map(_count, values) if count), 0)


def _count(value: Any) -> int:
    return value if type(value) is int and 0 <= value < 2**31 else 0
