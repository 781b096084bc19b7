"""The example packages in docs/examples use public names only, and few of them. Their own tests are beside them."""

import ast
from collections.abc import Iterator
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
FILES = [path for path in EXAMPLES.rglob("*.py") if path.name != "conftest.py"]
OWN = {path.stem for path in EXAMPLES.glob("*/*")}
"""Modules of the examples."""
LIBRARIES = {"collections", "math", "msgspec", "pydantic", "pytest", "typing"}


def public_names(path: Path) -> Iterator[str]:
    """Yield the public names that a file uses: imported from `playbill`, or attributes of `pb`."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                root = module.split(".")[0]
                assert root in {"playbill", *OWN, *LIBRARIES}, f"{path.name} imports {module}"
                yield from (f"{module}.{alias.name}" for alias in names if root == "playbill")
            case ast.Import(names=names):
                roots = {alias.name.split(".")[0] for alias in names}
                assert roots <= {"playbill", *LIBRARIES}, f"{path.name} imports {roots}"
            case ast.Attribute(value=ast.Name(id="pb"), attr=attr):
                yield f"playbill.{attr}"
            case ast.Attribute(attr=attr):
                assert attr == "__init__" or not attr.startswith("_"), f"{path.name} uses {attr}"


def test_the_examples_need_few_public_names() -> None:
    used = {name for path in FILES for name in public_names(path)}
    assert {"playbill.Scene", "playbill.social.SocialScene", "playbill.panes.ScenePane"} <= used
    assert len(used) <= 45, sorted(used)
