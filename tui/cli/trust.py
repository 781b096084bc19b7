"""A recording says where its models were asked and which key was used. Going on with one that somebody else made must
not send this user's keys and words there unseen."""

from collections.abc import Mapping
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from core.errors import UserError

if TYPE_CHECKING:
    from core.header import Header

Settings = Mapping[str, Mapping[str, Any]]


def with_own_models(header: "Header", own: Settings) -> "Header":
    """The header with the user's own settings of its models over the recorded ones. Raises UserError."""
    from msgspec.structs import replace

    from core.llm.routes import settings_for

    check_models(header, header.models, own)
    return replace(header, models=settings_for(header.cast, {**header.models, **own}))


def check_models(header: "Header", recorded: Settings, own: Settings) -> None:
    """Raises UserError for a model in the cast that was asked elsewhere, or with a key, in a way that the user's own
    settings do not know."""
    from core.llm.routes import thinkers
    from core.llm.settings import read_settings

    for name in thinkers(header).values():
        told = read_settings(name, recorded.get(name, {}))
        base, named = told.base, [value[1:] for value in told.headers.values() if value.startswith("$")]
        key = " and ".join(filter(None, [told.key, *named]))
        if name not in own and (key or (base and not _is_loopback(base))):
            how = " ".join([f"at {base}" if base else "", f"with the key in {key}" if key else ""]).strip()
            raise UserError(
                f"This recording asked llm:{name} {how}, and your settings do not know of that: "
                f"if you trust it, say so in [models.{name!r}] of a file, and name it with --config FILE."
            )


def _is_loopback(base: str) -> bool:
    host = urlsplit(base).hostname or ""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
