"""Cache of servers that refuse reply schemas, so that later starts need no failed request."""

import os
from contextlib import suppress
from pathlib import Path

import msgspec


class SchemaRefusals:
    """A file of addresses, one per line of JSON. Losing it costs only time."""

    def __init__(self) -> None:
        """Read the file; an unreadable one counts as empty."""
        self._path = cache_path() / "schema-refusers.json"
        try:
            self._known = msgspec.json.decode(self._path.read_bytes(), type=set[str])
        except (OSError, msgspec.DecodeError):
            self._known = set()

    def __contains__(self, address: str) -> bool:
        return address in self._known

    def add(self, address: str) -> None:
        """Add an address, keeping what other processes added meanwhile."""
        self._keep(SchemaRefusals()._known | {address})

    def forget(self, address: str) -> None:
        """Remove an address, so that it is asked again."""
        if address in self._known:
            self._keep(SchemaRefusals()._known - {address})

    def _keep(self, known: set[str]) -> None:
        """Write the file; an unwritable folder costs one request at the next start."""
        self._known = known
        beside = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(msgspec.json.encode(sorted(known)))
            beside.replace(self._path)


def cache_path() -> Path:
    """Return the path of the cache; it need not exist."""
    from platformdirs import user_cache_path

    return Path(os.environ.get("PLAYBILL_CACHE") or user_cache_path("playbill", False))
