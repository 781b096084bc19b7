"""The chat bot's sentences, by the point that they make and by its manner of talking."""

from collections.abc import Mapping, Sequence

from core.text import package_toml

Wordings = Mapping[str, Sequence[str]]
"""Sentences by manner; those with the key "all" suit every manner."""
PHRASES: Mapping[str, Wordings] = package_toml(__package__, "sentences.toml")
