"""The command that serves scenes to programs that step them."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Loopback port to listen on; 0 finds a free one.")] = 0,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="DIR", help="Folder for recordings of all games (default: none).")
    ] = None,
    idle: Annotated[float, typer.Option(min=1, help="Seconds after which an unused session ends.")] = 900,
    sessions: Annotated[int, typer.Option(min=1, max=100_000, help="Most sessions at once.")] = 256,
) -> None:
    """Serve scenes as environments: reset and step over HTTP, on loopback, with a token."""
    import asyncio
    import secrets

    from core.env.serving import serve
    from core.remote.wire import TOKEN

    token = os.environ.get(TOKEN) or secrets.token_urlsafe(12)
    with suppress(KeyboardInterrupt):  # the usual end
        asyncio.run(serve(port, token, record, idle, sessions, lambda line: print(line, flush=True)))
