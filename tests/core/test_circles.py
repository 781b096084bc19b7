"""Modules import each other in no circle. Imports for types alone count as well."""

import ast
from collections.abc import Collection, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[2]
OURS = ("playbill", "core", "scenes", "tui", "themes")
Graph = dict[str, set[str]]


@cache
def graph(root: Path, *folders: str) -> Graph:
    """Each module of these folders, and those among them that it imports, wherever in the file it does."""
    files = {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path
        for folder in folders
        for path in (root / folder).rglob("*.py")
    }
    return {name: {*_imported(path, files)} - {name} for name, path in files.items()}


def _imported(path: Path, files: Collection[str]) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in files)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inside = f"{node.module}.{alias.name}"
                yield from [name for name in (inside, node.module) if name in files][:1]


def circle(modules: Graph) -> list[str]:
    """The modules of a circle, in order; none if there is no circle."""
    try:
        TopologicalSorter(modules).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_a_circle_is_found_even_where_only_types_close_it(tmp_path: Path) -> None:
    for folder, three in (("open", "import json\n"), ("closed", "if TYPE_CHECKING:\n    import closed.one\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "one.py").write_text(f"def f():\n    from {folder} import two\n")
        (tmp_path / folder / "two.py").write_text(f"from {folder}.three import x\n")
        (tmp_path / folder / "three.py").write_text(three)
    assert not circle(graph(tmp_path, "open"))
    assert {*circle(graph(tmp_path, "closed"))} == {"closed.one", "closed.two", "closed.three"}


def test_core_has_no_circle() -> None:
    modules = graph(ROOT, *OURS)
    core = {name: known for name, known in modules.items() if name.startswith("core.")}
    assert "core.engine.scene" in core["core.engine.registry"]
    assert not circle(core)


def test_nothing_else_has_a_circle() -> None:
    assert not circle(graph(ROOT, *OURS))
