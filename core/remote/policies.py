"""Policies of seats that are played from outside.

`remote`, `http:`, `http:PORT`, `mcp:` and `mcp:PORT` are for players who connect to a host, `mcp:COMMAND` is for a
command that connects, and `env:` is for stepped environments.
"""

from collections.abc import Mapping

from core.engine.agents import UNLIMITED_TRIES
from core.errors import UserError

REMOTE = "remote"
HTTP, MCP, STEPPED = "http:", "mcp:", "env:"
OUTSIDE = (REMOTE, HTTP, MCP, STEPPED)
TOKEN = "PLAYBILL_TOKEN"
"""Environment variable with a token; without it, a token is drawn."""
TRIES = 10
"""Illegal commands in a turn after which the scene's default action is taken."""


def tries_of(policy: str) -> int:
    """Return the number of illegal commands that a policy may give in a turn."""
    return TRIES if policy.startswith(OUTSIDE) else UNLIMITED_TRIES


def starts_command(policy: str) -> bool:
    """Return True if a policy starts a command."""
    argument = policy.removeprefix(MCP).strip()
    return policy.startswith(MCP) and bool(argument) and not argument.isdigit()


def is_awaited(policy: str) -> bool:
    """Return True if the player of a seat has to connect to a host."""
    return policy.startswith((REMOTE, HTTP, MCP)) and not starts_command(policy)


def port_of(policy: str) -> int:
    """Return the port that a policy names; 0 for any free one. Raises UserError."""
    port = policy.partition(":")[2].strip() if is_awaited(policy) else ""
    if port and not (port.isascii() and port.isdigit() and 0 < int(port) < 2**16):
        raise UserError(f"{policy}: a port is a whole number below 65536, such as http:8470.")
    return int(port or 0)


def awaited_seat(cast: Mapping[str, str]) -> str:
    """Return the first seat whose player has to connect, as NAME=POLICY; empty if there is none."""
    return next((f"{name}={policy}" for name, policy in cast.items() if is_awaited(policy)), "")
