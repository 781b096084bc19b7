"""Commands that play on the screen: a game, a tour, the lobby."""

from pathlib import Path
from typing import Annotated

import typer

from core.errors import UserError
from tui.cli.arguments import (
    Cast,
    Config,
    Linear,
    MaxTurns,
    Motion,
    NoRecord,
    Option,
    Pace,
    Record,
    Scene,
    Seed,
    save_choices,
)
from tui.cli.game_options import GameOptions
from tui.cli.run import play_headless
from tui.cli.run_files import fresh_path
from tui.cli.terminal import has_terminal, require_terminal, say, show_app, show_stage


def lobby() -> None:
    """Open the lobby. Raises UserError without a terminal."""
    require_terminal("The lobby", "playbill run coloring, or playbill --help.")
    from tui.lobby.app import LobbyApp

    show_app(LobbyApp)


def play(
    scene: Scene,
    option: Option = None,
    cast: Cast = None,
    seed: Seed = None,
    max_turns: MaxTurns = None,
    config: Config = None,
    record: Record = None,
    no_record: NoRecord = False,
    pace: Pace = None,
    motion: Motion = None,
    linear: Linear = False,
) -> None:
    """Play a scene, or watch it live; without a terminal, play headless and print the final board."""
    save_choices(pace=pace, motion=motion)
    options = GameOptions(scene, option, cast, seed, max_turns, config)
    if linear or has_terminal():
        _play_on_screen(options, record, no_record, linear)
        return
    header = options.header(human=False)
    if human := next(iter(header.people), ""):
        raise UserError(f"A human at {human} needs a terminal; seat a bot there: -c {human}=rules")
    say("no terminal: rules plays the human's seat")
    play_headless(header, None if no_record else record or fresh_path(header))


def _play_on_screen(options: GameOptions, record: Path | None, no_record: bool, linear: bool) -> None:
    from tui.screens.opening import MAX_QUICK_SEATS, Progress
    from tui.state.opening import live_stage
    from tui.state.stage import StageState

    def make(progress: Progress) -> StageState:
        header = options.header(human=True, fresh_seed=True)
        return live_stage(header, None if no_record else record or fresh_path(header))

    seats = options.seats()
    show_stage(make, f"setting up {options.scene}, {seats:,} seats" if seats > MAX_QUICK_SEATS else "", linear=linear)


def tour(
    scene: Annotated[str, typer.Argument(metavar="SCENE", help="Scene of the tour.")] = "coloring",
) -> None:
    """Play a guided game of two minutes."""
    require_terminal("A tour", f"playbill run {scene}, or playbill --help.")
    from tui.state.opening import toured

    show_stage(lambda _: toured(scene))
