"""What a person has chosen on the screen, and the app remembers: one small file beside the recordings."""

import msgspec

from core.errors import UserError
from tui.cli.wishes import runs_folder


class Choices(msgspec.Struct, frozen=True):
    """Holds them, as they are until somebody chooses."""

    spoiler_free: bool = False
    """Whether replays hide what comes after the playhead."""


def remembered() -> Choices:
    """What was chosen; of a file that is no such file, nothing was."""
    try:
        return msgspec.json.decode((runs_folder().parent / "choices.json").read_bytes(), type=Choices)
    except (OSError, msgspec.DecodeError):
        return Choices()


def remember(choices: Choices) -> None:
    """For the next time. Raises UserError if it cannot be written."""
    path = runs_folder().parent / "choices.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.encode(choices))
    except OSError as error:
        raise UserError(f"the choice holds for now, and cannot be kept: {path}: {error.strerror}") from error
