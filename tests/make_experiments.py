"""Plays the shipped experiments again, and writes their rows and pages: `make experiments`. Their recordings are not
shipped; the pages say how each game is played again."""

import shutil
from pathlib import Path

from core.lab.design import read_experiment
from core.lab.experiment import ExperimentFolder
from core.lab.page import page
from core.lab.report import Report

FOLDER = Path(__file__).parents[1] / "docs" / "experiments"


def main() -> None:
    for file in sorted(FOLDER.glob("*/experiment.toml")):
        folder = file.parent
        (folder / "rows.jsonl").unlink(missing_ok=True)
        lab = ExperimentFolder(read_experiment(file), folder, {})
        lab.run(file, 1)
        shutil.rmtree(folder / "recordings")
        (folder / ".lock").unlink()
        (folder / "report.html").write_text(page(Report(lab)), "utf-8")
        print(folder.name, len(lab.rows), "games")


if __name__ == "__main__":
    main()
