"""List every text that users, models or bots' listeners can read, with its place.

`python -m tests.make_strings [FOLDER ...]` prints `path:line<TAB>text`: string literals of two words or more outside
docstrings, patterns and annotations, and the lines of prompt templates and help pages. Read the list as a stranger
would.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

FOLDERS = ("core", "scenes", "tui", "playbill")
WORDS = re.compile(r"[A-Za-z]{2,}\W+[A-Za-z]{2,}")
"""A text of two words."""
PATTERN = re.compile(r"\(\?[:!=<P]|\\[bswdW]|\[\^")
"""Syntax that only a regular expression has."""


def _text(node: ast.expr) -> str | None:
    """Return a literal's text, with {…} for the values of an f-string; None for any other expression."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_text(part) or "{…}" for part in parts)
        case _:
            return None


def in_source(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each literal that reads as words."""
    tree = ast.parse(source)
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()):
                skipped.add(node.value)
            case ast.JoinedStr(values=parts):
                skipped.update(each for part in parts for each in ast.walk(part))
            case ast.AnnAssign(annotation=hint) | ast.arg(annotation=ast.expr() as hint):
                skipped.update(ast.walk(hint))
    for node in (each for each in ast.walk(tree) if isinstance(each, ast.expr) and each not in skipped):
        text = _text(node)
        if text and WORDS.search(text) and not PATTERN.search(text):
            yield node.lineno, text


def _is_sentences(place: Path) -> bool:
    """Return True for a file of bots' sentences."""
    return place.parts[0] == "scenes" and place.suffix in (".txt", ".toml")


def strings(root: Path, folders: tuple[str, ...]) -> Iterator[str]:
    """Yield one line per text below some folders of a checkout."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            place = path.relative_to(root)
            if path.suffix == ".py":
                found = in_source(path.read_text(encoding="utf-8"))
            elif path.is_file() and ("prompts" in path.parts or path.name == "help.md" or _is_sentences(place)):
                lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
                found = ((number, line) for number, line in lines if WORDS.search(line))
            else:
                continue
            yield from (f"{place}:{line}\t{' '.join(text.split())}" for line, text in found)


def main() -> None:
    """Print the list for the given folders, or for all."""
    for line in strings(Path(__file__).parents[1], tuple(sys.argv[1:]) or FOLDERS):
        print(line)


if __name__ == "__main__":
    main()
