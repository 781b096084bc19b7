"""An SCXML interpreter that runs real ECMAScript, where node and npm's @scion-scxml/scxml are to be had.

`npm install --no-save @scion-scxml/scxml` in the checkout, or a folder with it in NODE_PATH.
"""

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parent / "scion.js"
Run = tuple[str, list[tuple[str, dict[str, Any]]]]
"""A document, and events with their data."""


def scion(runs: Sequence[Run]) -> list[list[list[str]]]:
    """For each run the innermost states, at first and after each event; one process for all. Skips without SCION."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    if subprocess.run(
        [node, "-e", "require.resolve('@scion-scxml/scxml')"], cwd=SCRIPT.parent, capture_output=True
    ).returncode:
        pytest.skip("there is no @scion-scxml/scxml")
    told = json.dumps([{"document": document, "events": events} for document, events in runs])
    out = subprocess.run([node, str(SCRIPT)], input=told, check=True, capture_output=True, text=True).stdout
    states: list[list[list[str]]] = json.loads(out.splitlines()[-1])  # what its log elements print comes before
    return states
