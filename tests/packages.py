"""Packages that somebody else writes, in a folder of their own: installed without pip, for this interpreter."""

import os
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

from tests.api.conftest import bring

ROOT = Path(__file__).parents[1]


def environment(folder: Path, project: Path) -> dict[str, str]:
    """With this interpreter's commands, this checkout, and `project` importable; what is installed goes to `folder`."""
    paths = [str(path) for path in (folder, project, ROOT)]
    return {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYTHONPATH": ":".join(paths),
        "PYTHONUNBUFFERED": "1",
        "PLAYBILL_DATA": str(folder),
    }


def installing(folder: Path) -> Callable[[Path], None]:
    """What `pip install -e` does of a project's entry points, once `folder` is on the path."""

    def install(project: Path) -> None:
        told = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]
        bring(folder, **{group.rpartition(".")[2]: entries for group, entries in told["entry-points"].items()})

    return install
