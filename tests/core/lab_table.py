"""Experiment files and helpers to run them."""

from pathlib import Path
from typing import Any

from core.lab.design import read_experiment
from core.lab.experiment import ExperimentFolder

COUP = """
name = "coup-bots"
scene = "coup"
games = 3
[options]
players = 3
[cast]
design = "round-robin"
policies = ["random", "honest", "bluffer"]
"""
TOY = """
name = "toys"
scene = "toy"
games = 6
[factors]
tokens = [3, 5]
ordering = ["sequential", "asynchronous"]
[cast]
design = "self-play"
policies = ["rules", "random"]
"""


def written(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "experiment-file.toml"
    path.write_text(text)
    return path


def lab_of(folder: Path, text: str) -> ExperimentFolder:
    return ExperimentFolder(read_experiment(written(folder, text)), folder / "out", {})


def played(folder: Path, text: str, workers: int = 1, **options: Any) -> ExperimentFolder:
    lab = lab_of(folder, text)
    lab.run(folder / "experiment-file.toml", workers, **options)
    return lab
