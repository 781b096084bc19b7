"""Preferences of the screen: pace and motion, and choices that are stored beside the recordings."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from core.errors import UserError
from core.trust.visitor import is_visitor
from core.user_config import read_own
from tui.cli.run_files import runs_folder

PACE = 0.7
"""Seconds for which a bot's turn stays on the screen at normal speed."""


@dataclass
class Tempo:
    """The app's settings of time, shared by all stages."""

    pace: float = PACE
    """Seconds for which a bot's turn stays on the screen; 0 shows everything at once."""
    motion: bool = True
    """True if animations and a blinking cursor are shown."""
    speed: float = 1.0
    """Speed of bots in a game with a person; 2 is twice as fast as normal."""


class Choices(msgspec.Struct, frozen=True):
    """The user's last choices on the screen, which are stored."""

    spoiler_free: bool = False
    """True if replays hide the events after the playhead."""
    pace: float = 1.0
    """Speed of bots in a game with a person; 2 is twice as fast as normal."""
    motion: bool = True
    """True if animations and a blinking cursor are shown."""
    theme: str = ""
    """Name of the colors; "" for the app's own."""
    keymap: Literal["", "vim"] = ""
    """Ready-made key map, unless the user's config names one."""


def _choices_file() -> Path:
    return runs_folder().parent / "choices.json"


def load_choices() -> Choices:
    """Return the stored choices; the defaults if the file is missing or unreadable."""
    try:
        return msgspec.json.decode(_choices_file().read_bytes(), type=Choices)
    except (OSError, msgspec.DecodeError):
        return Choices()


def save_choices(**changes: object) -> Choices:
    """Store choices for the next start, and return them all. Raises UserError if they cannot be written.

    A visitor's choices are not stored: the data folder is the host's.
    """
    choices = msgspec.structs.replace(load_choices(), **changes)
    if not is_visitor():
        write_json(_choices_file(), choices, "the setting lasts until you leave; it cannot be saved")
    return choices


def write_json(path: Path, value: object, failure: str) -> None:
    """Write a value into a file in the user's data folder. Raises UserError with a text that begins with `failure`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.encode(value))
    except OSError as error:
        raise UserError(f"{failure}: {path}: {error.strerror}") from error


def motion_is_on() -> bool:
    """Return True if animations are on: by the environment, else the user's config, else the last choice.

    Raises UserError.
    """
    setting = os.environ.get("PLAYBILL_MOTION", "")
    if setting not in ("", "on", "off"):
        raise UserError(f"PLAYBILL_MOTION must be on or off, not {setting!r}")
    own = read_own().get("motion")
    return setting == "on" if setting else load_choices().motion if own is None else bool(own)
