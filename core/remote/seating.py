"""Construct the seat for a policy that is played from outside."""

from importlib.util import find_spec

from core.engine.agents import Agent
from core.engine.turn import Turn
from core.errors import UserError
from core.remote.command_seat import CommandSeat
from core.remote.policies import MCP, STEPPED, port_of, starts_command
from core.remote.remote_seat import RemoteSeat


class Stepped(Agent):
    """A seat that a stepped environment plays; a run cannot play it."""

    what = "the program that steps the game"

    def act(self, turn: Turn) -> str:
        raise UserError(
            f"{turn.name} is for a program that steps the game (pb.env, playbill serve): name another policy."
        )


def seat_outside(policy: str) -> Agent:
    """Construct the seat of a policy. Raises UserError."""
    if policy == STEPPED:
        return Stepped()
    if policy.startswith(MCP) and find_spec("mcp") is None:
        raise UserError(f"{policy} needs the official SDK of MCP: pip install 'playbill[mcp]'.")
    port_of(policy)
    return CommandSeat(policy.removeprefix(MCP).strip()) if starts_command(policy) else RemoteSeat()
