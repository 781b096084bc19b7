"""Streams that clean all output, so that foreign text cannot control the terminal."""

import sys
from io import TextIOWrapper

from core.text import safe_text


class CleanStream(TextIOWrapper):
    """Writes text without terminal escapes and controls."""

    def write(self, text: str, /) -> int:
        super().write(safe_text(text))
        return len(text)


def clean_streams() -> None:
    """Clean all output on stdout and stderr, also of libraries and tracebacks.

    Letters that the terminal lacks become "?". The app draws on the terminal itself.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper):
            clean = CleanStream(
                stream.buffer,
                stream.encoding,
                "replace",
                line_buffering=stream.line_buffering,
                write_through=stream.write_through,
            )
            setattr(sys, name, clean)
