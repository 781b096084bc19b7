"""Construct the seat for a policy that is played from outside."""

from core.engine.agents import Agent
from core.engine.turn import Turn
from core.errors import UserError
from core.remote.policies import HTTP, REMOTE, STEPPED


class Stepped(Agent):
    """A seat that a stepped environment plays; a run cannot play it."""

    what = "the program that steps the game"

    def act(self, turn: Turn) -> str:
        raise UserError(
            f"{turn.name} is for a program that steps the game (pb.env, playbill serve): name another policy."
        )


def seat_outside(policy: str) -> Agent:
    """Construct the seat of a policy. Raises UserError."""
    if policy == REMOTE:
        from core.remote.remote_seat import RemoteSeat  # an engine without remote players loads no HTTP

        return RemoteSeat()
    argument = policy.partition(":")[2].strip()
    if policy == STEPPED:
        return Stepped()
    if policy.startswith(HTTP):
        from core.remote.http import HttpSeat

        return HttpSeat(_port(policy, argument))
    try:
        from core.remote.mcp import McpSeat
    except ModuleNotFoundError as error:
        raise UserError(f"{policy} needs the official SDK of MCP: pip install 'playbill[mcp]'.") from error
    return McpSeat(port=_port(policy, argument)) if not argument or argument.isdigit() else McpSeat(argument)


def _port(policy: str, port: str) -> int:
    if port and not (port.isascii() and port.isdigit() and 0 < int(port) < 2**16):
        raise UserError(f"{policy}: a port is a whole number below 65536, such as http:8470.")
    return int(port or 0)
