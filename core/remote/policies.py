"""Policies of seats that are played from outside.

`remote` for players who join a hosted game, `http:`, `http:PORT`, `mcp:`, `mcp:PORT`, `mcp:COMMAND`, and `env:` for
stepped environments.
"""

from collections.abc import Mapping

from core.engine.agents import PATIENT
from core.errors import UserError

REMOTE = "remote"
HTTP, MCP, STEPPED = "http:", "mcp:", "env:"
OUTSIDE = (REMOTE, HTTP, MCP, STEPPED)
TRIES = 10
"""Illegal commands in a turn after which the scene's default action is taken."""


def tries_of(policy: str) -> int:
    """Return the number of illegal commands that a policy may give in a turn."""
    return TRIES if policy.startswith(OUTSIDE) else PATIENT


def starts_command(policy: str) -> bool:
    """Return True if a policy starts a command."""
    argument = policy.removeprefix(MCP).strip()
    return policy.startswith(MCP) and bool(argument) and not argument.isdigit()


def check_unattended(cast: Mapping[str, str]) -> None:
    """Raise UserError for a seat whose player has to come to an address, which a batch cannot announce."""
    for name, policy in cast.items():
        if policy == REMOTE:
            raise UserError(f"{name}={policy} waits for a player who joins: playbill host SCENE -c {name}={policy}")
        if policy.startswith((HTTP, MCP)) and not starts_command(policy):
            raise UserError(
                f"{name}={policy} waits for its player at an address, in a single game: "
                "leave out --games, or seat a bot or mcp:COMMAND there."
            )
