"""The chat bot's sentences, by the point that they make and by its manner of talking."""

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files

Wordings = Mapping[str, Sequence[str]]
"""Sentences by manner; those with the key "all" suit every manner."""
PHRASES: Mapping[str, Wordings] = tomllib.loads(
    files(__package__).joinpath("sentences.toml").read_text(encoding="utf-8")
)
