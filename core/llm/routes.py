"""From the policies of a cast to the models behind them."""

from collections.abc import Mapping
from typing import Any

from core.errors import UserError
from core.header import Header
from core.llm.direct import Direct
from core.llm.lite import Lite
from core.llm.messages import Model
from core.llm.offline import Mock, Script
from core.llm.retries import Route
from core.llm.settings import ModelSettings, direct_base, find_key, read_settings, server_name
from core.text import one_line, unsafe

PREFIX = "llm:"


def model_of(policy: str) -> str | None:
    """NAME of `llm:NAME`; None for a policy that uses no model."""
    return policy.removeprefix(PREFIX) if policy.startswith(PREFIX) else None


def models_of(cast: Mapping[str, str]) -> dict[str, str]:
    """Agents that think with a model, and its name."""
    return {agent: name for agent, policy in cast.items() if (name := model_of(policy)) is not None}


def settings_for(cast: Mapping[str, str], told: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """What the header keeps of the settings: of the models in the cast, what is not as usual. Raises UserError."""
    names = dict.fromkeys(models_of(cast).values())
    kept = {n: read_settings(n, told[n]).model_dump(exclude_defaults=True) for n in names if n in told}
    if (place := unsafe(kept)) is not None:
        raise UserError(f"[models] {one_line(place)} holds characters that no recording may hold.")
    return kept


class Routes:
    """The models that runs of a process use, each made once."""

    def __init__(self) -> None:
        self._made: dict[str, Route] = {}

    def of(self, header: Header) -> dict[str, Route]:
        """Agent to the way to its model. Raises UserError for one that cannot be reached as things stand."""
        return {agent: self._route(name, header.models.get(name, {})) for agent, name in models_of(header.cast).items()}

    def _route(self, name: str, told: Mapping[str, Any]) -> Route:
        if name not in self._made:
            settings = read_settings(name, told)
            self._made[name] = Route(make_model(name, settings), settings)
        return self._made[name]

    async def close(self) -> None:
        for route in self._made.values():
            await route.close()


def make_model(name: str, settings: ModelSettings) -> Model:
    """Raises UserError for a script that cannot be read, and for a key that is known to be missing."""
    known = settings.model or name
    if known == "mock":
        return Mock()
    if known.startswith("script:"):
        return Script.read(known)
    base = direct_base(name, settings)
    if base is None:
        return Lite(name, settings)
    return Direct(name, server_name(name, settings), base, find_key(name, settings), settings)
