"""Commands about the player: results over all games, and the daily deals."""

import json
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from core.files import creation_errors
from tui.cli.arguments import complete_scene
from tui.cli.run_files import runs_folder
from tui.cli.terminal import print_row, require_terminal, say, show_stage

if TYPE_CHECKING:
    from tui.you.games import Game

WIDTH = 100
"""Width of the page in cells."""


def you(
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write results and games to a new JSON file.")
    ] = None,
    delete: Annotated[bool, typer.Option("--delete", help="Delete all recordings of your games.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Delete without asking.")] = False,
) -> None:
    """Print your results in all games that you finished: by scene, seat and opponents, with ratings and streaks."""
    from tui.styles import plain
    from tui.you.daily import Dailies, today
    from tui.you.games import read_games
    from tui.you.page import report
    from tui.you.statistics import player_record

    games = read_games(runs_folder())
    if delete:
        _delete(games, yes)
    elif json_file:
        day, found = today(), Dailies(games)
        record = player_record(games)
        data = {
            "day": day.isoformat(),
            "daily": {"done": [str(deal.stem) for deal in found.first if found.is_done(deal)]},
            "daily_streak": found.streak(day),
            **{key: value for key, value in record._asdict().items() if key != "scenes"},
            "scenes": [each.to_json() for each in record.scenes],
        }
        with creation_errors(json_file, "name another file"), json_file.open("x", encoding="utf-8") as file:
            file.write(f"{json.dumps(data, indent=1, ensure_ascii=False)}\n")
        say(f"written to {json_file}")
    else:
        for line in report(player_record(games), Dailies(games).words(today()), WIDTH):
            print_row(plain(line).rstrip())


def _delete(games: "list[Game]", yes: bool) -> None:
    """Delete recordings, and the files that belong to them, after a confirmation."""
    from tui import bookmarks
    from tui.cli.lab import confirm
    from tui.you.games import RELEASED_SUFFIX

    if not games:
        say("there is no recording of a game of yours")
        return
    number = f"{len(games)} recording{'s' * (len(games) > 1)}"
    if not yes:
        confirm(f"Delete {number} of your games in {runs_folder()}?", "Nothing was deleted.")
    for game in games:
        path, folder = game.path, game.path.parent
        beside = folder.glob(f"{escape(path.name)}.*")  # journals of models, and a host's settings
        for each in (path, *beside, folder / f"{path.stem}{RELEASED_SUFFIX}", bookmarks.path_of(game.header)):
            each.unlink(missing_ok=True)
    say(f"{number} deleted")


def daily(
    scene: Annotated[
        str | None,
        typer.Argument(
            metavar="[SCENE]",
            help="Scene of the deal (default: the first that you have not finished today).",
            autocompletion=complete_scene,
        ),
    ] = None,
) -> None:
    """Play the deal of the day, which is the same for everybody; an unfinished one goes on."""
    from tui.state.opening import daily_stage
    from tui.you.daily import Dailies, today
    from tui.you.games import read_games

    require_terminal("A daily deal", "playbill you")
    day, found = today(), Dailies(read_games(runs_folder()))
    deal = found.choose(day, scene or "")
    others = ", ".join(each.scene for each in found.remaining(day) if each != deal)
    say(f"{day}: {deal.scene}; {found.words(day)}{f'; left: {others}' if others else ''}")
    show_stage(lambda _: daily_stage(day, deal.scene))
