"""Settings of a hosted run, kept beside its recording: a resumed run accepts the same tokens at the same address."""

import secrets
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from core.errors import UserError
from core.remote.wire import LOOPBACK
from core.user_config import data_folder

PATIENCE = 300.0
"""Default number of seconds that a remote player has for each answer."""


class HostSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Address, tokens and limits of a hosted game."""

    secret: str
    """Secret text from which tokens are derived."""
    address: str = LOOPBACK
    port: int = 0
    """Port; 0 is any free one."""
    patience: float = PATIENCE
    """Seconds for each answer of a remote player; 0 is no limit."""
    spectators: int | None = None
    """Number of turns by which spectators see events later; None admits none."""
    spectators_see_all: bool = False
    """True if spectators see all events; otherwise only public ones."""
    chat: bool | None = None
    """True if people may chat during the game; None leaves it to the scene (`Scene.free_chat`)."""
    spectators_chat: bool = False
    """True if spectators read and write in the chat."""

    web: bool = False
    """True if players may join with a browser."""

    release: bool = True
    """True if all players and spectators get the whole log after the game."""

    @staticmethod
    def fresh(**options: Any) -> "HostSettings":
        """Make settings with a new secret."""
        return HostSettings(secrets.token_hex(16), **options)

    @staticmethod
    def path(recording: Path) -> Path:
        """Return the settings file of a recording."""
        return recording.with_name(f"{recording.name}.host")

    def save(self, recording: Path) -> None:
        """Write the settings beside a recording; only the user can read the file."""
        path = self.path(recording)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_bytes(msgspec.json.encode(self))

    @staticmethod
    def of(recording: Path) -> "HostSettings":
        """Read the settings beside a recording; make new ones if there are none.

        Outside the user's data folder the file may come from somebody else; then only this machine can join. Raises
        UserError.
        """
        path = HostSettings.path(recording)
        try:
            settings = msgspec.json.decode(path.read_bytes(), type=HostSettings)
        except FileNotFoundError:
            return HostSettings.fresh()
        except (OSError, msgspec.DecodeError) as error:
            raise UserError(f"{path} is not a file of a hosted game ({error}); remove it for new tokens.") from error
        own = path.resolve().is_relative_to(data_folder().resolve())
        return settings if own else replace(settings, address=LOOPBACK)
