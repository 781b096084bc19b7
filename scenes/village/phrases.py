"""Sentences of villagers, by the point that they make and by temperament."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files

from scenes.village.temperament import Wordings

PHRASES: Mapping[str, Wordings] = tomllib.loads(
    files(__package__).joinpath("sentences.toml").read_text(encoding="utf-8")
)
