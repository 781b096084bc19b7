"""Experiments in the lobby: their progress and results, their games, and opening one of the games."""

import asyncio
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual import work

from core.engine.casting import policies, recorded_config, resolve
from core.engine.registry import find_scene
from core.errors import UserError
from core.lab.report import Progress, folders_in, progress
from core.lab.rows import Row
from core.text import one_line
from core.user_config import own_models
from tui.cli.run_files import runs_folder
from tui.glyphs import cells
from tui.pick_list import Pick, do
from tui.screens.opening import Lister, attempt, open_recording, show
from tui.screens.picker import Picker
from tui.styles import Line, pad

if TYPE_CHECKING:
    from tui.state.stage import StageState


def experiment_folders() -> list[Path]:
    """Return the folders with experiments: the working folder, the data folder, and the shipped ones."""
    return [Path(), runs_folder().parent / "experiments", Path(__file__).parents[2] / "docs" / "experiments"]


@work(group="open", exclusive=True)
async def list_experiments(lister: Lister) -> None:
    """List experiments as soon as they have been read; selecting one lists its games."""
    lister.tell("reading experiments", "dim")
    picks = await asyncio.to_thread(_picks, lister)
    lister.tell("", "")
    if not picks:
        lister.tell("no experiments here yet; playbill experiment FILE.toml plays one (docs/experiments.md)", "dim")
    elif lister.is_current and not lister.leaving:
        lister.app.push_screen(Picker("experiments with their progress and leaders", picks), do)


def _picks(lister: Lister) -> list[Pick]:
    out, models = [], own_models()
    for folder in folders_in(experiment_folders()):
        try:
            made = progress(folder, models)
        except UserError as error:
            why = partial(lister.tell, one_line(str(error)), "bad")
            out.append(Pick(one_line(folder.name), f"! {one_line(str(error))}", why))
        else:
            out.append(Pick(made.name, standing(made), partial(_list_games, lister, made)))
    return out


def standing(experiment: Progress) -> str:
    """Describe an experiment's progress, and who leads."""
    leaders = "; ".join(f"{one_line(name)} {figure}" for name, figure in experiment.leaders)
    count = f"{experiment.scene} {len(experiment.rows)} of {experiment.planned}"
    return f"{count}   {experiment.measure}: {leaders}" if leaders else "nothing played yet"


def _list_games(lister: Lister, experiment: Progress) -> None:
    picks = [
        Pick(f"seed {row.seed}, {one_line(row.cell)}", _result(row), partial(_open, lister, experiment, row))
        for row in experiment.rows
    ]
    title = f"{experiment.name}   {experiment.scene} {len(experiment.rows)} of {experiment.planned}"
    lister.app.push_screen(Picker(title, picks, standings(experiment)), do)


def standings(experiment: Progress) -> list[Line]:
    """Draw the ranking, one row each."""
    wide = max((cells(one_line(name)) for name, _ in experiment.leaders), default=0)
    rows: list[Line] = [
        ((f"   {pad(one_line(name), wide)}  ", "fg"), (f"{figure:>6}", "bold hi"))
        for name, figure in experiment.leaders
    ]
    return [((f" {experiment.measure}", "bold mid"),), *rows, ()] if rows else []


def _result(row: Row) -> str:
    """Describe how a game ended, who won, and after how many turns."""
    won = f" by {' and '.join(f'{name} ({row.cast[name]})' for name in row.winners)}" if row.winners else ""
    state = f"{row.status}: {row.error or row.reason}" if row.status != "done" else row.reason
    return one_line(f"{state.replace('_', ' ')}{won}, turn {row.turns}")


def _open(lister: Lister, experiment: Progress, row: Row) -> None:
    """Open a game's recording; if it is missing and only bots of the scene played, play the same game again."""
    from tui.state.opening import live_stage

    path = experiment.folder / row.recording
    own = policies(find_scene(experiment.scene))
    if path.is_file():
        open_recording(lister, path)
    elif all(policy in own and policy != "human" for policy in row.cast.values()):

        def make() -> "StageState":
            recorded_config(experiment.scene, row.options)
            return live_stage(resolve(experiment.scene, row.options, row.cast, row.seed), None)

        show(lister, attempt(make))
    else:
        lister.tell(f"{one_line(row.recording)} is missing; a game with models cannot be replayed without it", "accent")
