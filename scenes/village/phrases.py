"""Sentences of villagers, by the point that they make and by temperament."""

from collections.abc import Mapping

from core.text import package_toml
from scenes.village.temperament import Wordings

PHRASES: Mapping[str, Wordings] = package_toml(__package__, "sentences.toml")
