"""Cleaning of foreign text (from models, people, web pages and recordings) where it enters; helpers for text."""

import json
import re
import tomllib
from collections.abc import ItemsView, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

from core.errors import UserError

_ESCAPES = re.compile(
    r"\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)"  # OSC … BEL or ST; an OSC without an end does not swallow the text after it
    r"|\x1b[PX^_][^\x1b\n]*\x1b\\"  # DCS, SOS, PM, APC … ST
    r"|\x1b\[[0-?]*[ -/]*[@-~]?"  # CSI
    r"|\x1b[ -/]*[0-~]?"  # two-character escapes
)
# C0 except tab and newline, DEL, C1, bidirectional and zero-width controls, line separators, tags, lone surrogates
_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]"
    "|[\ud800-\udfff]"
)


def safe_text(text: str) -> str:
    """Return text without terminal escapes, control and bidirectional characters; tabs become spaces."""
    if text.isascii() and text.isprintable():
        return text
    return _CONTROLS.sub("", _ESCAPES.sub("", text)).replace("\t", "    ")


def is_safe(text: str) -> bool:
    """Return True if `safe_text` would change nothing except tabs."""
    return _CONTROLS.search(text) is None


def unsafe(value: Any, where: str = "") -> str | None:
    """Return the path of the first unsafe text in a nested value, such as "personas.Ann"; None if all text is safe."""
    if isinstance(value, str):
        return None if is_safe(value) else where
    if isinstance(value, Mapping):
        if not all(is_safe(key) for key in value if isinstance(key, str)):
            return where
        items: ItemsView[Any, Any] | enumerate[Any] = value.items()
    elif isinstance(value, list | tuple | set | frozenset):
        items = enumerate(value, 1)
    else:
        return None
    inside = (unsafe(item, f"{where}.{key}" if where else str(key)) for key, item in items)
    return next((place for place in inside if place is not None), None)


def one_line(text: str) -> str:
    """Return safe text on one line, with each run of white space as one space."""
    return " ".join(safe_text(text).split())


def quoted(words: str) -> str:
    """Quote an agent's words as data: one line, in quotes that they cannot close."""
    return json.dumps(words, ensure_ascii=False)


def capitalized(text: str) -> str:
    """Return the text with a capital first letter; other letters stay.

    >>> capitalized("refused: known: Ann, Bob")
    'Refused: known: Ann, Bob'
    """
    return text[:1].upper() + text[1:]


def outline(value: Any) -> str:
    """Write any value that msgspec can encode as plain text, one line per field."""
    import msgspec  # imported here, since `--help` does not need it

    plain = msgspec.to_builtins(value)
    if not isinstance(plain, dict):
        return _words(plain)
    return "\n".join(f"{str(key).replace('_', ' ')}: {_words(each)}" for key, each in plain.items())


def _words(plain: Any) -> str:
    if plain is None or plain in ("", [], (), {}):
        return "-"
    if isinstance(plain, bool):
        return "yes" if plain else "no"
    if isinstance(plain, dict):
        return ", ".join(f"{key} {_words(each)}" for key, each in plain.items())
    if isinstance(plain, list | tuple):
        return (", " if any(isinstance(each, dict | list | tuple) for each in plain) else " ").join(map(_words, plain))
    return one_line(f"{plain:g}" if isinstance(plain, float) else str(plain))


def package_toml(package: str, name: str) -> dict[str, Any]:
    """Read a TOML file of a package."""
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))


def read_lines(path: Path) -> list[str]:
    """Read the lines of a user's text file. Raises UserError."""
    try:
        return path.read_text("utf-8").splitlines()
    except OSError as error:
        raise UserError(f"The file {path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise UserError(f"The file {path} is not UTF-8 text (byte {error.start}).") from error
    except ValueError as error:
        raise UserError(f"The file {one_line(str(path))!r} cannot be read: {error}.") from error


class _LazyPattern:
    """Stand-in for a pattern that is compiled on first use."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._pattern = pattern, flags

    def __getattr__(self, name: str) -> object:
        """Compile the pattern and return the attribute."""
        found: object = getattr(re.compile(*self._pattern), name)
        setattr(self, name, found)
        return found


def lazy_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern that is compiled on first use, so that importing a module is fast.

    >>> lazy_pattern(r"(\\d+) cards").search("it holds 12 cards")[1]
    '12'
    """
    return cast("re.Pattern[str]", _LazyPattern(pattern, flags))
