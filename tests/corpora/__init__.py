"""Sentences and their readings, kept as data: one TOML file per subject."""

import tomllib
from pathlib import Path
from typing import Any


def corpus(name: str) -> dict[str, Any]:
    """Read the tables of a subject."""
    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text("utf-8"))
