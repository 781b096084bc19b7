"""The first line of a recording: all that a run is made from."""

from typing import Any

import msgspec
from msgspec.structs import replace

from core.errors import UserError, did_you_mean

FORMAT, VERSION = "playbill", 1


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Holds all that a run is made from, fully resolved: the first line of a recording."""

    format: str = FORMAT
    version: int = VERSION
    """Of the format."""
    scene: str
    seed: int
    config: dict[str, Any]
    """All options of the scene, those that nobody set included."""
    cast: dict[str, str]
    """Policies by name, in seat order."""
    playbill: str
    """The version that played it."""
    created: str
    """When, in UTC, as ISO 8601 writes it."""
    models: dict[str, dict[str, Any]] = {}
    """Settings of the models in the cast, where they are not the usual ones; keys are named, never held. They describe
    the run: with which settings a model may be contacted is decided by `core.trust.grants`."""
    parent: "Parent | None" = None
    """The run that a branch has left, and where."""

    def encode(self) -> bytes:
        """Write it as one line of JSON, without the newline."""
        return msgspec.json.encode(self)

    def check_eyes(self, name: str) -> None:
        """Refuse a name that nobody in the cast has: raises UserError. All eyes are "", and pass."""
        if name and name not in self.cast:
            raise UserError(f"{name}: nobody has that name; {did_you_mean(name, self.cast)}.")

    def stable(self) -> bytes:
        """Write it without what may differ between equal runs."""
        return replace(self, created="").encode()


class Parent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Says where a branch left its parent: after event `n` of a run with this header. `digest` covers header and events
    up to there."""

    digest: str
    n: int
    header: Header
