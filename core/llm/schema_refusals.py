"""Who refused to take a schema, kept in the user's cache: what is refused once is not asked for at each start."""

import os
from contextlib import suppress
from pathlib import Path

import msgspec


class SchemaRefusals:
    """A file of addresses, one in a line of JSON. It is a help and nothing more: without it all is only slower."""

    def __init__(self) -> None:
        """Read what is there; a file that cannot be read, or holds what is none, counts as empty."""
        self._path = cache_path() / "schema-refusers.json"
        try:
            self._known = msgspec.json.decode(self._path.read_bytes(), type=set[str])
        except (OSError, msgspec.DecodeError):
            self._known = set()

    def __contains__(self, address: str) -> bool:
        return address in self._known

    def add(self, address: str) -> None:
        """Remember one more, beside what other processes have added meanwhile."""
        self._keep(SchemaRefusals()._known | {address})

    def forget(self, address: str) -> None:
        """Ask it again from now on."""
        if address in self._known:
            self._keep(SchemaRefusals()._known - {address})

    def _keep(self, known: set[str]) -> None:
        """A folder that cannot be written costs a question at the next start."""
        self._known = known
        beside = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(msgspec.json.encode(sorted(known)))
            beside.replace(self._path)


def cache_path() -> Path:
    """Where the user's cache is; it need not exist."""
    from platformdirs import user_cache_path

    return Path(os.environ.get("PLAYBILL_CACHE") or user_cache_path("playbill", False))
