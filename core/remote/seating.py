"""Construct the seat for a policy that is played from outside."""

from core.engine.agents import Agent
from core.engine.turn import Turn
from core.errors import UserError
from core.remote.policies import HTTP, STEPPED


class Stepped(Agent):
    """A seat that a stepped environment plays; a run cannot play it."""

    what = "whoever steps the game"

    def act(self, turn: Turn) -> str:
        raise UserError(f"{turn.name} is for whoever steps the game (pb.env, playbill serve): name another policy.")


def seat_outside(policy: str) -> Agent:
    """Construct the seat of a policy. Raises UserError."""
    told = policy.partition(":")[2].strip()
    if policy == STEPPED:
        return Stepped()
    if policy.startswith(HTTP):
        from core.remote.http import HttpSeat

        return HttpSeat(_port(policy, told))
    try:
        from core.remote.mcp import McpSeat
    except ModuleNotFoundError as error:
        raise UserError(f"{policy} needs the official SDK of MCP: pip install 'playbill[mcp]'.") from error
    return McpSeat(port=_port(policy, told)) if not told or told.isdigit() else McpSeat(told)


def _port(policy: str, told: str) -> int:
    if told and not (told.isascii() and told.isdigit() and 0 < int(told) < 2**16):
        raise UserError(f"{policy}: a port is a whole number below 65536, such as http:8470.")
    return int(told or 0)
