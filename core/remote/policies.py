"""What seats somebody outside, by policy: `http:`, `http:PORT`, `mcp:`, `mcp:PORT`, `mcp:COMMAND`; and `env:`, whoever
steps a game as an environment."""

from collections.abc import Mapping

from core.engine.agents import PATIENT
from core.errors import UserError

HTTP, MCP, STEPPED = "http:", "mcp:", "env:"
OUTSIDE = (HTTP, MCP, STEPPED)
TRIES = 10
"""Illegal commands in a turn after which the scene's default is taken for whoever is outside."""


def tries_of(policy: str) -> int:
    """Tell how many illegal commands whoever gives commands has in a turn."""
    return TRIES if policy.startswith(OUTSIDE) else PATIENT


def starts_command(policy: str) -> bool:
    """Tell whether a policy names a command that would be started."""
    told = policy.removeprefix(MCP).strip()
    return policy.startswith(MCP) and bool(told) and not told.isdigit()


def check_unattended(cast: Mapping[str, str]) -> None:
    """Raises UserError for a seat whose player has to come to an address: many games played at once tell nobody it."""
    for name, policy in cast.items():
        if policy.startswith((HTTP, MCP)) and not starts_command(policy):
            raise UserError(
                f"{name}={policy} waits for its player at an address, in a single game: "
                "leave out --games, or seat a bot or mcp:COMMAND there."
            )
