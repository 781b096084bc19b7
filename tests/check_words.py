"""Check names, docstrings and commit subjects for the words that this project does not use.

`python -m tests.check_words` prints one line per finding and exits 1 if there is any. It is a floor: it finds the
common patterns, and a sentence that passes may still be hard to read.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FOLDERS = ("core", "scenes", "tui", "playbill")
CLAUSE = re.compile(r"(What|Who|Whom|Whose|Whether|Whoever|Where|Those|These|How|Of|By how)\b")
"""First word of a summary that is a clause or has no subject."""
NAMES = frozenset(["told", "heed", "misgiven", "knife", "breathless", "astray", "reaching", "brought", "whose", "whom"])
"""Identifiers that say nothing about their value."""
SUBJECT = 72
"""Characters of a commit's subject."""
COMMITS = 30
"""Number of newest commits that are checked."""


class Finding(NamedTuple):
    """A place and its mistake."""

    place: str
    mistake: str


def docstrings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and text of all docstrings, those of attributes included."""
    for node in ast.walk(tree):
        for statement in getattr(node, "body", ()) if isinstance(getattr(node, "body", ()), list) else ():
            match statement:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield statement.lineno, text


def bound_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and name of everything that is assigned, passed or defined."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name
            case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield node.lineno, name


def in_source(source: str, place: str) -> Iterator[Finding]:
    """Find mistakes in one module."""
    tree = ast.parse(source)
    for line, text in docstrings(tree):
        if CLAUSE.match(text):
            yield Finding(f"{place}:{line}", f"the summary is a clause: {text.splitlines()[0][:60]!r}")
    for line, name in bound_names(tree):
        if name.strip("_").lower() in NAMES:
            yield Finding(f"{place}:{line}", f"the name {name!r} does not say what it holds")


def in_subjects(subjects: list[str]) -> Iterator[Finding]:
    """Find commit subjects that are too long."""
    for subject in subjects:
        if len(subject) > SUBJECT:
            yield Finding("commit", f"the subject has {len(subject)} characters, at most {SUBJECT}: {subject[:40]!r}")


def findings(root: Path) -> Iterator[Finding]:
    """Find all mistakes below a checkout."""
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            yield from in_source(path.read_text(encoding="utf-8"), str(path.relative_to(root)))
    log = subprocess.run(
        ["git", "log", f"-{COMMITS}", "--no-merges", "--format=%s"], cwd=root, capture_output=True, text=True
    )
    yield from in_subjects(log.stdout.splitlines())


def main() -> int:
    """Print the findings. Returns the exit code."""
    found = list(findings(Path(__file__).parents[1]))
    for each in found:
        print(f"{each.place}: {each.mistake}")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
