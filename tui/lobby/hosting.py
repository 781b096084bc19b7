"""Host a game with remote players from the lobby."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.errors import UserError
from tui.cli.run_files import fresh_path
from tui.screens.opening import Lister

if TYPE_CHECKING:
    from core.recording.header import Header
    from tui.state.stage import StageState


def open_table(lister: Lister, make: "Callable[[], Header]") -> None:
    """Show the table where remote players join, and then the game's stage. Leaving closes the port."""
    from core.remote.host import Host
    from core.remote.host_settings import HostSettings
    from tui.screens.host_table import HostTable
    from tui.screens.stage import push_stage
    from tui.state.opening import hosted_stage

    try:
        header = make()
        host = Host(header, HostSettings.fresh())
        host.listen()
    except UserError as error:
        lister.tell(str(error), "bad")
        return

    def close(_: object = None) -> None:
        lister.run_worker(host.close("the host has left"))

    def begun(made: "StageState | UserError | None") -> None:
        if made is None or isinstance(made, UserError):
            close()
        else:
            push_stage(lister.app, made, close)

    lister.app.push_screen(HostTable(host, lambda: hosted_stage(host, fresh_path(header))), begun)
