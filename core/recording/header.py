"""The first line of a recording: everything a run is made from."""

from typing import Any

import msgspec
from msgspec.structs import replace

from core.errors import UserError, did_you_mean

FORMAT, VERSION = "playbill", 1


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything a run is made from, fully resolved: the first line of a recording."""

    format: str = FORMAT
    version: int = VERSION
    """Format version."""
    scene: str
    seed: int
    config: dict[str, Any]
    """All options of the scene, including defaults."""
    cast: dict[str, str]
    """Policies by name, in seat order."""
    playbill: str
    """Version of Playbill that played it."""
    created: str
    """UTC time of creation, in ISO 8601."""
    models: dict[str, dict[str, Any]] = {}
    """Settings of the cast's models that are not defaults; keys are named, never stored.

    They only describe the run: `core.trust.grants` decides with which settings a model may be contacted.
    """
    parent: "Parent | None" = None
    """The run that a branch left, and where."""
    partial: "Partial | msgspec.UnsetType" = msgspec.UNSET
    """The audience of a partial recording; unset for a whole one."""

    @property
    def is_partial(self) -> bool:
        """True if the recording holds only what one audience may know, so that it cannot be simulated again."""
        return self.partial is not msgspec.UNSET

    @property
    def origin(self) -> str:
        """The seed, in words; players of a game that is hosted elsewhere do not know it."""
        return "joined" if self.is_partial else f"seed {self.seed}"

    def encode(self) -> bytes:
        """Encode as one line of JSON, without the newline."""
        return msgspec.json.encode(self)

    def check_eyes(self, name: str) -> None:
        """Raise UserError for a perspective that is no name of the cast; "" is all perspectives."""
        if name and name not in self.cast:
            raise UserError(f"{name}: nobody has that name; {did_you_mean(name, self.cast)}.")

    def stable(self) -> bytes:
        """Encode without what may differ between equal runs."""
        return replace(self, created="").encode()


class Parent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Origin of a branch: event `n` of a run with this header. `digest` covers its header and events up to there."""

    digest: str
    n: int
    header: Header


class Partial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Origin of a partial recording: a run that another Playbill hosts."""

    seat: str
    """Seat whose knowledge it holds; "" for a spectator's."""
    commitment: str
    """SHA-256 of a nonce and the whole header. Made before play, it ties a log that is released later to this one."""
