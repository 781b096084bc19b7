"""Run by CI outside the checkout: whoever has the wheel can write scenes. BIN is where its commands are."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.tutorial import Reader

CHECKS = ("pytest -q", "ruff check .", "ruff format --check .", "mypy .")


def main() -> None:
    env = {
        **os.environ,
        "PATH": f"{os.environ['BIN']}:{os.environ['PATH']}",
        "PYTHONUNBUFFERED": "1",
        "MYPY_CACHE_DIR": f"{Path.cwd()}/.mypy_cache",  # one for all packages, which import the same libraries
    }
    tutorial, new, social = (Reader(Path.cwd(), env) for _ in range(3))
    tutorial.follow()
    for command in ("playbill new odd_sums", "cd odd_sums", "pip install -e '.[test]'"):
        new.run(command)
    new.run("playbill play odd_sums", "▸ 1 raise 1")
    new.run("playbill run odd_sums -c '*=llm:mock'")
    for command in ("playbill new tavern --social", "cd tavern", "pip install -e '.[test]'"):
        social.run(command)
    social.run("playbill run tavern -c '*=llm:mock'")
    for reader in (tutorial, new, social):
        for command in CHECKS:
            reader.run(command)
    print("the tutorial was followed, and what `playbill new` writes was installed and tested")


if __name__ == "__main__":
    main()
