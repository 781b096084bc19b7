"""Packages that somebody else writes, in a folder of their own: installed without pip, for this interpreter."""

import os
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

from core.engine.registry import forget_installed, installed_scene

ROOT = Path(__file__).parents[1]


def forget() -> None:
    """Search for installed packages again."""
    forget_installed()
    installed_scene.cache_clear()


def bring(folder: Path, **groups: dict[str, str]) -> None:
    """Make `folder` a package that brings these entry points, by the last word of their group."""
    info = folder / "somebody_elses-1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: somebody-elses\nVersion: 1.0\n")
    lines = [
        line
        for group, entries in groups.items()
        for line in (f"[playbill.{group}]", *(f"{name} = {target}" for name, target in entries.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join([*lines, ""]))
    forget()


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
