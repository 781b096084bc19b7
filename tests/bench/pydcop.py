"""pyDCOP 0.1.1 in an environment of its own, for comparison: it is no dependency of ours.

`PYDCOP_PYTHON` may name a Python that has it; without, it is installed from the package index into a temporary one.
"""

import csv
import json
import subprocess
import tempfile
from math import inf
from pathlib import Path
from typing import NamedTuple

from scenes.coloring.solvers.weighted import Weighted

NEEDED = "pydcop==0.1.1"
RUNNER = """
import collections, collections.abc, pathlib, runpy, sys
for name in collections.abc.__all__:  # they moved in Python 3.10
    setattr(collections, name, getattr(collections.abc, name))
import pulp, yaml
sys.modules["pulp.solvers"] = pulp  # merged in pulp 2
load = yaml.load
yaml.load = lambda text, Loader=yaml.FullLoader: load(text, Loader=Loader)  # has no default since PyYAML 6
script = pathlib.Path(sys.executable).parent / "dcop.py"
sys.argv[0] = str(script)
runpy.run_path(str(script), run_name="__main__")
"""
"""Starts its command line with what newer versions of Python and its dependencies took away."""


class Run(NamedTuple):
    """What one run ended with: the best cost it ever held (infinite if it never held a whole assignment), when it first
    held it, and its messages."""

    cost: float
    seconds: float
    messages: int
    wall: float


def solve(python: str, problem: Weighted, algorithm: str, seconds: int) -> Run:
    """One run in threads, as its command line does by default, for so many seconds."""
    with tempfile.TemporaryDirectory() as folder:
        task, steps = Path(folder, "task.yaml"), Path(folder, "metrics", "steps.csv")
        task.write_text(spell(problem))
        command = [python, "-c", RUNNER, "-t", str(seconds), "solve", "-a", algorithm, "--run_metrics", str(steps)]
        done = subprocess.run([*command, str(task)], capture_output=True, text=True, timeout=60 + 10 * seconds)
        if "{" not in done.stdout:
            raise RuntimeError(f"pyDCOP failed: {done.stderr[-500:]}")
        told = json.loads(done.stdout[done.stdout.index("{") :])
        with steps.open() as file:
            held = [(float(row["cost"]), float(row["time"])) for row in csv.DictReader(file) if row["cost"] != "None"]
    never = inf if told["cost"] is None else told["cost"]
    cost, when = min(held, default=(never, told["time"]))
    return Run(cost, when, told["msg_count"], told["time"])


def spell(problem: Weighted) -> str:
    """The problem in its file format: an agent for each computation, unary costs as constraints of one variable.

    Its DSA leaves costs of variables out of account, and weighs constraints.
    """
    colors = len(problem.unary[0])
    lines = ["name: coloring", "objective: min", "domains:", f"  colors: {{values: {[*range(colors)]}, type: color}}"]
    lines += ["variables:", *(f"  v{node}: {{domain: colors}}" for node in range(len(problem.unary)))]
    lines.append("constraints:")
    for u, v in problem.edges:
        lines.append(f"  e{u}_{v}: {{type: intention, function: {problem.penalty} if v{u} == v{v} else 0}}")
    for node, costs in enumerate(problem.unary):
        lines.append(f"  u{node}: {{type: intention, function: '{[*costs]}[v{node}]'}}")
    agents = 2 * len(problem.unary) + len(problem.edges)
    lines += ["agents:", *(f"  a{number}: {{capacity: 1000}}" for number in range(agents))]
    return "\n".join(lines)
