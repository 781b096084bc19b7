"""The header, the first line of a recording: everything needed to play the run again."""

from typing import Any

import msgspec
from msgspec.structs import replace

from core.errors import UserError, did_you_mean

FORMAT, VERSION = "playbill", 1


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Scene, seed, options and policies of a run, fully resolved."""

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
    """Version of Playbill that created the run."""
    created: str
    """UTC time of creation, in ISO 8601."""
    models: dict[str, dict[str, Any]] = {}
    """Settings of the cast's models that differ from the defaults. API keys are named here, never stored.

    They describe the run only: `core.trust.grants` decides which settings may be used to contact a model.
    """
    prompts: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    """Name, version and hash of each model's prompts, by policy; unset for a run without models."""
    parent: "Parent | None" = None
    """Origin of a branch; None for other runs."""
    partial: "Partial | msgspec.UnsetType" = msgspec.UNSET
    """Origin of a partial recording; unset for a whole one."""

    @property
    def is_partial(self) -> bool:
        """True if the recording holds only what one seat may know, so it cannot be simulated again."""
        return self.partial is not msgspec.UNSET

    @property
    def origin(self) -> str:
        """The seed as text, or "joined" in a game hosted elsewhere, whose seed the player does not know."""
        return "joined" if self.is_partial else f"seed {self.seed}"

    @property
    def people(self) -> tuple[str, ...]:
        """Seats that a human plays."""
        return tuple(name for name, policy in self.cast.items() if policy == "human")

    def encode(self) -> bytes:
        """Encode as one line of JSON, without the newline."""
        return msgspec.json.encode(self)

    def check_perspective(self, name: str) -> None:
        """Raise UserError for a perspective that is not a name of the cast; "" is the director's perspective."""
        if name and name not in self.cast:
            raise UserError(f"{name}: nobody has that name; {did_you_mean(name, self.cast)}.")

    def stable(self) -> bytes:
        """Encode without the fields that differ between equal runs."""
        return replace(self, created="").encode()


class Parent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Origin of a branch: event `n` of the run with this header. `digest` covers the header and events 1 to n."""

    digest: str
    n: int
    header: Header


class Partial(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Origin of a partial recording: a run that another Playbill hosts."""

    seat: str
    """Seat whose knowledge the recording holds; "" for a spectator."""
    commitment: str
    """SHA-256 of a nonce and the whole header.

    It was sent before the game, and proves that a log released later belongs to this game.
    """
    everything: bool = False
    """True for a spectator who may see all events, with a delay of some turns."""
