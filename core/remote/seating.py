"""Construct the agent of a seat that is played from outside."""

from importlib.util import find_spec

from core.engine.agents import Agent
from core.engine.turn import Turn
from core.errors import UserError
from core.remote.command_seat import CommandSeat
from core.remote.policies import MCP, STEPPED, port_of, starts_command
from core.remote.remote_seat import RemoteSeat


class SteppedSeat(Agent):
    """Agent of a seat that the program of a stepped environment plays; no run can have such a seat."""

    what = "the program that steps the game"

    def act(self, turn: Turn) -> str:
        raise UserError(
            f"{turn.name} is for a program that steps the game (pb.env, playbill serve): name another policy."
        )


def seat_outside(policy: str) -> Agent:
    """Construct the agent for a policy from outside. Raises UserError."""
    if policy == STEPPED:
        return SteppedSeat()
    if policy.startswith(MCP) and find_spec("mcp") is None:
        raise UserError(f"{policy} needs the official SDK of MCP: pip install 'playbill[mcp]'.")
    port_of(policy)
    return CommandSeat(policy.removeprefix(MCP).strip()) if starts_command(policy) else RemoteSeat()
