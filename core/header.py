"""The first line of a recording: all that a run is made from."""

from typing import Any

import msgspec
from msgspec.structs import replace

FORMAT, VERSION = "playbill", 1


class Parent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a branch left its parent."""

    digest: str
    n: int


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All that a run is made from, fully resolved; `cast` is in seat order."""

    format: str = FORMAT
    version: int = VERSION
    scene: str
    seed: int
    config: dict[str, Any]
    cast: dict[str, str]
    playbill: str
    created: str
    parent: Parent | None = None

    def encode(self) -> bytes:
        return msgspec.json.encode(self)

    def stable(self) -> bytes:
        """The header without what may differ between equal runs."""
        return replace(self, created="").encode()
