"""A problem from a file, by its suffix."""

from collections.abc import Callable, Mapping
from pathlib import Path

from core.errors import UserError
from scenes.coloring.files.dimacs import read_dimacs
from scenes.coloring.files.json_file import read_json
from scenes.coloring.files.pydcop import read_pydcop
from scenes.coloring.files.stated import Stated

MAX_BYTES = 2**19
_FORMS = ".json (our own), .col (DIMACS), .yaml or .yml (pyDCOP)"


def is_file(name: str) -> bool:
    """Tell whether a name ends as such a file does."""
    return Path(name).suffix.lower() in _READERS


def read_problem(path: Path, owners: int, colors: int) -> Stated:
    """Read the problem in a file; `owners` and `colors` are for formats that lack them. Raises UserError."""
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
        text = data.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        if isinstance(error, UnicodeDecodeError):
            raise UserError(f"it is not UTF-8 text (byte {error.start})") from error
        why = error.strerror if isinstance(error, OSError) else "its name holds characters that no file may have"
        raise UserError(f"it cannot be read: {why}") from error
    if len(data) > MAX_BYTES:
        raise UserError(f"it is larger than {MAX_BYTES // 2**10} KiB, as no problem is")
    if not text.strip():
        raise UserError(f"it is empty; a problem is {_FORMS}")
    return _READERS[path.suffix.lower()](text, owners, colors)


_READERS: Mapping[str, Callable[[str, int, int], Stated]] = {
    ".json": lambda text, *_: read_json(text),
    ".col": read_dimacs,
    ".yaml": lambda text, owners, _: read_pydcop(text, owners),
    ".yml": lambda text, owners, _: read_pydcop(text, owners),
}
