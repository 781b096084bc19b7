"""The command that plays puzzles, and lists them."""

from typing import Annotated

import typer

from tui.cli.arguments import complete_scene
from tui.cli.terminal import print_row, require_terminal, say, show_stage


def puzzle(
    scene: Annotated[
        str,
        typer.Argument(metavar="[SCENE]", help="Scene of the puzzle (default: all).", autocompletion=complete_scene),
    ] = "",
    number: Annotated[
        int | None, typer.Argument(metavar="[NUMBER]", help="Number of the puzzle (default: the easiest unsolved one).")
    ] = None,
    listed: Annotated[
        bool, typer.Option("--list", help="List puzzles with their level, and whether you have solved them.")
    ] = False,
) -> None:
    """Solve a puzzle: a position in which one action is clearly best.

    It opens as a live game with you in the seat. After your first action the answer is shown, and you can go on to the
    next puzzle, try again or play on. Attempts are recorded like any other game.
    """
    from core.puzzles.puzzle import find_puzzle, puzzles_of

    puzzles_of(scene)
    if listed:
        _list(scene)
        return
    found = find_puzzle(scene, number) if number is not None else None
    require_terminal("A puzzle", f"playbill puzzle {scene or 'hanabi'} --list.")
    from tui.state.opening import puzzle_stage
    from tui.state.puzzle import unsolved

    words = f"setting up {found.id}" if found else "setting up a puzzle"
    show_stage(lambda _: puzzle_stage(found or unsolved(scene)), words)


def _list(scene: str) -> None:
    from core.puzzles.attempts import attempts, first_tries, solved
    from core.puzzles.puzzle import puzzles_of
    from tui.cli.run_files import runs_folder

    tried = attempts(runs_folder())
    first, done = first_tries(tried), solved(tried)
    found = puzzles_of(scene)
    for each in found:
        state = (
            "solved"
            if first.get(each.id)
            else "solved later"
            if each.id in done
            else "missed"
            if each.id in first
            else ""
        )
        print_row(f"{each.id:<14}level {each.level}  {state:<13} {each.theme}")
    count = sum(each.id in done for each in found)
    say(f"{count} of {len(found)} solved; play one: playbill puzzle {found[0].id}")
