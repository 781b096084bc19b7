"""Paths of recordings: new runs, samples, and folders to search for a branch's parent."""

from pathlib import Path
from typing import TYPE_CHECKING

from core.user_config import data_folder

if TYPE_CHECKING:
    from core.recording.header import Header


def runs_folder() -> Path:
    """Return the folder of recorded runs."""
    return data_folder() / "runs"


def folders_for(path: Path | None) -> list[Path]:
    """List the folders to search for the parent of a recording.

    They are the recording's folder and the one above, the working directory, and the folders of recorded and shipped
    runs.
    """
    near = [path.parent, path.parent.parent] if path else []
    return [*near, Path(), runs_folder(), sample_path().parent]


TOUR = "tour-"
"""Beginning of the names of recorded tours, which are in no result."""


def fresh_path(header: "Header", prefix: str = "") -> Path:
    """Return the path of a new recording in the user's data folder; its name begins with `prefix`."""
    stamp = header.created.replace("-", "").replace(":", "").partition("+")[0]
    folder = runs_folder()
    stem = f"{prefix}{header.scene}-{stamp}-{header.origin.replace(' ', '')}"
    names = (f"{stem}{f'-{i}' if i else ''}.jsonl" for i in range(1000))
    return next(path for name in names if not (path := folder / name).exists())


def sample_path(scene: str = "coloring") -> Path:
    """Return the path of a scene's sample recording, which need not exist."""
    from importlib.resources import files

    return Path(str(files("recordings").joinpath(f"{scene}-sample.jsonl")))
