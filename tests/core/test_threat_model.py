"""Claims of docs/threat-model.md: it names tests that exist, and no code loads objects from files."""

import ast
import re
from collections.abc import Iterator

from tests.packages import ROOT

NAMED = re.findall(r"`((?:tests|core)/[\w/]+\.py)::(\w+)`", (ROOT / "docs" / "threat-model.md").read_text("utf-8"))
LOADERS = {"pickle", "cPickle", "shelve", "marshal", "dill", "cloudpickle", "joblib"}
SUSPICIOUS = "|".join([*LOADERS, "allow_pickle", "unsafe_load", "full_load", "UnsafeLoader"])
"""Words of which at least one occurs in any file that loads objects."""


def test_the_page_names_tests() -> None:
    rows = [line for line in (ROOT / "docs" / "threat-model.md").read_text("utf-8").splitlines() if "| `tests/" in line]
    assert len(NAMED) > len(rows) > 30
    assert len(set(NAMED)) == len(NAMED)


def test_a_guarantee_has_its_test() -> None:
    texts = {file: (ROOT / file).read_text("utf-8") for file, _ in NAMED}
    assert not [each for each in NAMED if not re.search(rf"^ *(async )?def {each[1]}\(", texts[each[0]], re.MULTILINE)]


def _imported() -> Iterator[tuple[str, str]]:
    for folder in ("core", "scenes", "tui", "playbill", "themes"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = path.read_text("utf-8")
            for node in ast.walk(ast.parse(text)) if re.search(SUSPICIOUS, text) else ():
                if isinstance(node, ast.Import):
                    yield from ((str(path), alias.name.partition(".")[0]) for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and node.module:
                    yield str(path), node.module.partition(".")[0]
                elif isinstance(node, ast.keyword) and node.arg == "allow_pickle":
                    yield str(path), "pickle" if not _is_false(node.value) else ""
                elif isinstance(node, ast.Attribute) and node.attr in ("unsafe_load", "full_load", "UnsafeLoader"):
                    yield str(path), "pickle"


def _is_false(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is False


def test_nothing_is_unpickled() -> None:
    assert not [(path, module) for path, module in _imported() if module in LOADERS]
