"""A throw-away environment for what a bench compares with, and what is no dependency of ours."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def installed(variable: str, *needed: str) -> Iterator[str | None]:
    """A Python that has what is needed, or None after saying why there is none. `variable` may name one."""
    if given := os.environ.get(variable):
        yield given
        return
    with tempfile.TemporaryDirectory() as folder:
        python = f"{folder}/bin/python"
        try:
            subprocess.run([sys.executable, "-m", "venv", folder], check=True, capture_output=True)
            install = [python, "-m", "pip", "install", "-q", *needed]
            subprocess.run(install, check=True, capture_output=True, text=True, timeout=600)
        except (subprocess.SubprocessError, OSError) as error:
            print(f"{', '.join(needed)} could not be installed, so their rows are left out: {error}")
            yield None
        else:
            yield python
