"""What must stay out, so that the command line is quick and the engine knows no screen."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CORE = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for folder in (
        "core",
        *(f"core/{package}" for package in ("engine", "recording", "actions", "trust", "llm", "lab")),
    )
    for path in (ROOT / folder).glob("[a-z]*.py")
    if path.stem != "chance_arrays"  # needs numpy
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
