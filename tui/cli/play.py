"""Playing on the screen: the lobby, or a game at once."""

from pathlib import Path

from core.errors import UserError
from tui.cli.run import play_headless
from tui.cli.terminal import has_terminal, say, show_app
from tui.cli.wishes import Wishes, fresh_path


def lobby() -> None:
    if not has_terminal():
        raise UserError("The lobby needs a terminal; without one: playbill run coloring, or playbill --help.")
    from tui.lobby_app import LobbyApp

    show_app(LobbyApp)


def tour(scene: str) -> None:
    if not has_terminal():
        raise UserError(f"A tour needs a terminal; without one: playbill run {scene}, or playbill --help.")
    from tui.stages import StageApp
    from tui.state.opening import toured

    stage = toured(scene)
    show_app(lambda: StageApp(stage))


def play(wishes: Wishes, record: Path | None, no_record: bool) -> None:
    if has_terminal():
        from tui.screens.opening import CROWD, Opening, Progress
        from tui.stages import StageApp
        from tui.state.opening import live_stage
        from tui.state.stage import StageState

        def make(progress: Progress) -> StageState:
            header = wishes.header(human=True, fresh_seed=True)
            return live_stage(header, None if no_record else record or fresh_path(header))

        seats = wishes.seats()
        stage = Opening(f"setting up {wishes.scene}, {seats:,} seats", make) if seats > CROWD else make(Progress())
        show_app(lambda: StageApp(stage))
        return
    header = wishes.header(human=False)
    people = [name for name, policy in header.cast.items() if policy == "human"]
    if people:
        raise UserError(f"A human at {people[0]} needs a terminal; seat a bot there: -c {people[0]}=rules")
    say("no terminal: rules plays the human's seat")
    play_headless(header, None if no_record else record or fresh_path(header))
