"""A person's choices on the screen, remembered in a small file beside the recordings."""

import os

import msgspec

from core.errors import UserError
from core.user_config import read_own
from tui.cli.run_files import runs_folder


class Choices(msgspec.Struct, frozen=True):
    """Holds them, as they are until somebody chooses."""

    spoiler_free: bool = False
    """True if replays hide the events after the playhead."""
    pace: float = 1.0
    """Speed of bots beside a person, as a multiple of the usual one."""
    motion: bool = True
    """True if spinners, animations and a blinking cursor are shown."""


def remembered() -> Choices:
    """Return the remembered choices; the defaults if the file is unreadable."""
    try:
        return msgspec.json.decode((runs_folder().parent / "choices.json").read_bytes(), type=Choices)
    except (OSError, msgspec.DecodeError):
        return Choices()


def moves() -> bool:
    """Return True if animations are on, by the environment, else the user's config, else the last choice.

    Raises UserError.
    """
    told = os.environ.get("PLAYBILL_MOTION", "")
    if told not in ("", "on", "off"):
        raise UserError(f"PLAYBILL_MOTION is on or off, not {told!r}")
    own = read_own().get("motion")
    return told == "on" if told else remembered().motion if own is None else bool(own)


def remember(**changes: bool | float) -> None:
    """For the next time. Raises UserError if it cannot be written."""
    choices = msgspec.structs.replace(remembered(), **changes)
    path = runs_folder().parent / "choices.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.encode(choices))
    except OSError as error:
        raise UserError(f"the choice holds for now, and cannot be kept: {path}: {error.strerror}") from error
