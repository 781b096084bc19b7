"""Import cycles: modules have none, even with imports for types; and modules that start fast load no heavy ones."""

import ast
import subprocess
import sys
from collections.abc import Collection, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OURS = ("playbill", "core", "scenes", "tui", "themes")
Graph = dict[str, set[str]]


@cache
def graph(root: Path, *folders: str) -> Graph:
    """Map each module of these folders to the others among them that it imports, anywhere in the file."""
    files = {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path
        for folder in folders
        for path in (root / folder).rglob("*.py")
    }
    return {name: {*_imported(path, files)} - {name} for name, path in files.items()}


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all statements below a node; expressions hold no imports."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for child in getattr(node, name, ()):
            yield child
            yield from _statements(child)


def _imported(path: Path, files: Collection[str]) -> Iterator[str]:
    for node in _statements(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in files)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inside = f"{node.module}.{alias.name}"
                yield from [name for name in (inside, node.module) if name in files][:1]


def circle(modules: Graph) -> list[str]:
    """Return the modules of an import cycle, in order; none if there is no cycle."""
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


CORE = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for folder in (
        "core",
        *(f"core/{package}" for package in ("engine", "recording", "actions", "trust", "llm", "lab")),
    )
    for path in (ROOT / folder).glob("[a-z]*.py")
    if path.stem not in ("chance_arrays", "pack_language")  # need numpy and jinja2
)
SCENES = sorted(f"scenes.{path.parent.name}.scene" for path in (ROOT / "scenes").glob("*/scene.py"))


@pytest.mark.parametrize(
    ("modules", "heavy"),
    [
        (
            [*CORE, *SCENES],
            {"textual", "rich", "typer", "litellm", "openai", "aiohttp", "jinja2", "numpy", "tui", "themes"},
        ),
        (["tui.cli.app"], {"textual", "pydantic", "msgspec", "litellm", "asyncio"}),
        (["playbill", "playbill.__main__"], {"textual", "pydantic", "msgspec", "litellm", "asyncio"}),
        (
            ["playbill.games", "playbill.testing"],
            {"textual", "rich", "typer", "litellm", "openai", "aiohttp", "tui", "themes"},
        ),
    ],
    ids=["engine", "command line", "playbill", "the names of playbill"],
)
@pytest.mark.few(2)
def test_importing_loads_nothing_heavy(modules: list[str], heavy: set[str]) -> None:
    assert {"core.engine.simulator", "core.llm.model_client"} <= set(CORE)
    assert "scenes.coloring.scene" in SCENES
    code = f"import sys, {', '.join(modules)}; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert heavy & {name.partition(".")[0] for name in told.stdout.split()} == set()
