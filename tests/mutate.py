"""Damage the product in a copy, one mutation at a time, and list the damages that no quick test notices.

python -m tests.mutate            all of tests/mutations.toml
python -m tests.mutate log cli    those of some kinds, or whose names contain a word
"""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
HELD = shutil.ignore_patterns(".git", ".venv", ".bench", ".hypothesis", "__pycache__", ".*_cache")


def outcome(copy: Path, mutation: dict[str, str], tests: str) -> str:
    """Run the tests against one mutation: "killed", "survived", or "moved" if its text is no longer there once."""
    path = copy / mutation["file"]
    text = path.read_text("utf-8") if path.exists() else ""
    if text.count(mutation["old"]) != 1:
        return "moved"
    path.write_text(text.replace(mutation["old"], mutation["new"]), "utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-m", "not slow", "-p", "no:cacheprovider", *tests.split()]
    try:
        run = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False, timeout=1200)
    except subprocess.TimeoutExpired:
        return "killed"
    finally:
        path.write_text(text, "utf-8")
    return {0: "survived", 1: "killed"}.get(run.returncode, f"error: {run.stdout[-500:]}")


def main(words: list[str]) -> None:
    table = tomllib.loads((ROOT / "tests" / "mutations.toml").read_text("utf-8"))
    counts: dict[str, int] = {}
    with TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(ROOT, Path(folder) / "copy", ignore=HELD))
        os.environ["PYTHONPATH"] = str(copy)
        for mutation in table["mutations"]:
            if words and not any(word == mutation["kind"] or word in mutation["name"] for word in words):
                continue
            found = outcome(copy, mutation, mutation.get("tests", table["tests"][mutation["kind"]]))
            counts[found] = counts.get(found, 0) + 1
            print(f"{found:9} {mutation['kind']:9} {mutation['name']}", flush=True)
    print(", ".join(f"{count} {found}" for found, count in counts.items()))


if __name__ == "__main__":
    main(sys.argv[1:])
