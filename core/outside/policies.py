"""Seats for somebody outside, by policy: `http:`, `http:PORT`, `mcp:`, `mcp:PORT`, `mcp:COMMAND`."""

from core.agents import PATIENT, Agent
from core.errors import UserError

HTTP, MCP = "http:", "mcp:"
OUTSIDE = (HTTP, MCP)
TRIES = 10
"""Illegal commands in a turn after which the scene's default is taken for whoever is outside."""


def seat_outside(policy: str) -> Agent:
    """Make the seat that a policy asks for. Raises UserError."""
    told = policy.partition(":")[2].strip()
    if policy.startswith(HTTP):
        from core.outside.http import HttpSeat

        return HttpSeat(_port(policy, told))
    try:
        from core.outside.mcp import McpSeat
    except ModuleNotFoundError as error:
        raise UserError(f"{policy} needs the official SDK of MCP: pip install 'playbill[mcp]'.") from error
    return McpSeat(port=_port(policy, told)) if not told or told.isdigit() else McpSeat(told)


def _port(policy: str, told: str) -> int:
    if told and not (told.isascii() and told.isdigit() and 0 < int(told) < 2**16):
        raise UserError(f"{policy}: a port is a whole number below 65536, such as http:8470.")
    return int(told or 0)


def tries_of(policy: str) -> int:
    """Tell how many illegal commands whoever gives commands has in a turn."""
    return TRIES if policy.startswith(OUTSIDE) else PATIENT


def starts_command(policy: str) -> bool:
    """Tell whether a policy names a command that would be started."""
    told = policy.removeprefix(MCP).strip()
    return policy.startswith(MCP) and bool(told) and not told.isdigit()
