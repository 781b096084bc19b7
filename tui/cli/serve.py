"""Serving scenes to programs that step them."""

import asyncio
import os
import secrets
from contextlib import suppress
from pathlib import Path

from core.env.serving import serve as serving
from core.remote.wire import TOKEN


def serve(port: int, record: Path | None, idle: float, sessions: int) -> None:
    """Serve until it is interrupted. Raises UserError for a port that is taken."""
    token = os.environ.get(TOKEN) or secrets.token_urlsafe(12)
    with suppress(KeyboardInterrupt):  # which is how it ends
        asyncio.run(serving(port, token, record, idle, sessions, lambda words: print(words, flush=True)))
