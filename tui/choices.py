"""What a person has chosen on the screen, and the app remembers: one small file beside the recordings."""

import os

import msgspec

from core.errors import UserError
from core.user_config import read_own
from tui.cli.run_files import runs_folder


class Choices(msgspec.Struct, frozen=True):
    """Holds them, as they are until somebody chooses."""

    spoiler_free: bool = False
    """Whether replays hide what comes after the playhead."""
    pace: float = 1.0
    """How many times as fast as usual bots play beside a person."""
    motion: bool = True
    """Whether anything moves that is no event: spinners, beats, a blinking cursor."""


def remembered() -> Choices:
    """What was chosen; of a file that is no such file, nothing was."""
    try:
        return msgspec.json.decode((runs_folder().parent / "choices.json").read_bytes(), type=Choices)
    except (OSError, msgspec.DecodeError):
        return Choices()


def moves() -> bool:
    """Whether anything moves: as the environment says, else the user's own config, else what was chosen last.

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
