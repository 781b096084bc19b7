"""Commands that play over a network: host a game, and join one."""

import atexit
import os
import secrets
import shutil
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from core.errors import UserError
from core.trust.visitor import VISITOR, is_visitor
from tui.cli.arguments import (
    Cast,
    Config,
    Json,
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
from tui.cli.run_files import fresh_path
from tui.cli.terminal import has_terminal, require_terminal, say, show_app

if TYPE_CHECKING:
    from types import ModuleType

    from core.recording.file import Recording
    from core.remote.host import Host
    from core.trust.grants import Grants

TOKEN_VARIABLE = "PLAYBILL_JOIN_TOKEN"
"""Environment variable for the token of a seat, which lists of processes do not show."""
EXPOSURE_WARNING = """Everybody who reaches this address can try tokens, and what is said is not encrypted.
Over ssh instead: leave out --listen, and each player types: ssh -N -L {port}:127.0.0.1:{port} USER@THIS-MACHINE
Behind a web server with TLS: leave out --listen, let it pass https://NAME/join on to http://127.0.0.1:{port}/join \
with WebSockets and the Host header, and players join wss://NAME/join"""


def host(
    scene: Scene,
    option: Option = None,
    cast: Cast = None,
    seed: Seed = None,
    max_turns: MaxTurns = None,
    config: Config = None,
    record: Record = None,
    no_record: NoRecord = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 chooses a free one.")] = 0,
    listen: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to listen at; by default only this machine can join.")
    ] = "127.0.0.1",
    patience: Annotated[
        float,
        typer.Option(min=0, metavar="SECONDS", help="Seconds that a remote player has for an answer; 0 for no limit."),
    ] = 300.0,
    spectators: Annotated[
        int | None,
        typer.Option(min=0, metavar="TURNS", help="Let spectators see public events, this many turns late."),
    ] = None,
    spectators_see_all: Annotated[
        bool,
        typer.Option("--spectators-see-all", help="Let spectators see hidden events as well; at least 1 turn late."),
    ] = False,
    chat: Annotated[
        bool | None,
        typer.Option(
            "--chat/--no-chat",
            help="Let people chat during the game, as they do before and after it (default: not where the scene's "
            "rules limit talk, as in hanabi).",
            show_default=False,
        ),
    ] = None,
    spectators_chat: Annotated[
        bool, typer.Option("--spectators-chat", help="Let spectators read and write in the chat.")
    ] = False,
    web: Annotated[bool, typer.Option("--web", help="Let players join with a browser as well, by a link.")] = False,
    keep_secret: Annotated[
        bool, typer.Option("--keep-secret", help="Do not give players the whole log after the game.")
    ] = False,
    headless: Annotated[
        bool, typer.Option("--headless", help="Host without a screen and without a seat here.")
    ] = False,
    as_json: Json = False,
    pace: Pace = None,
    motion: Motion = None,
) -> None:
    """Host a game that others join: seat them with -c NAME=remote."""
    from core.remote.host import Host
    from core.remote.host_settings import HostSettings
    from core.remote.policies import awaited_seat, port_of

    save_choices(pace=pace, motion=motion)
    headless = headless or not has_terminal()
    header = GameOptions(scene, option, cast, seed, max_turns, config).header(human=not headless, fresh_seed=True)
    if headless and header.people:
        raise UserError("A headless host seats no human here; seat a bot or a remote player there.")
    if not awaited_seat(header.cast) and spectators is None:
        seat = [*header.cast][-1]
        raise UserError(f"This game has no seat for a remote player. Add one: playbill host {scene} -c {seat}=remote")
    if spectators_see_all and not spectators:
        raise UserError("Spectators who see everything could tell the players: add --spectators 1, or more turns.")
    port = port or next(filter(None, map(port_of, header.cast.values())), 0)
    table = Host(
        header,
        HostSettings.fresh(
            address=listen,
            port=port,
            patience=patience,
            spectators=spectators,
            spectators_see_all=spectators_see_all,
            chat=chat,
            spectators_chat=spectators_chat,
            web=web,
            release=not keep_secret,
        ),
    )
    host_game(table, None if no_record else record or fresh_path(header), headless=headless, as_json=as_json)


def host_game(
    table: "Host",
    path: Path | None,
    past: "Recording | None" = None,
    grants: "Grants | None" = None,
    *,
    headless: bool,
    as_json: bool = False,
) -> None:
    """Host a game, new or continued, on the screen or headless. Raises UserError."""
    from core.trust.grants import NO_GRANTS
    from tui.cli.run import play_headless

    table.listen()
    if table.settings.web:
        serve_browsers(table)
    if table.settings.address not in ("127.0.0.1", "::1", "localhost"):
        for line in EXPOSURE_WARNING.format(port=table.settings.port).splitlines():
            say(line)
    if headless:
        table.is_saved = path is not None or past is not None
        if table.is_saved:
            table.settings.save(path or past.path)  # type: ignore[union-attr]
        play_headless(table.header, path, past, grants=grants, as_json=as_json, host=table)
        return
    from tui.screens.host_table import HostTable
    from tui.stages import StageApp
    from tui.state.opening import hosted_stage

    screen = HostTable(table, lambda: hosted_stage(table, path, past, grants or NO_GRANTS))
    show_app(lambda: StageApp(screen, closing=lambda: table.close("the host has left")))


def serve_browsers(table: "Host") -> None:
    """Add the pages for browsers to a host's port. Raises UserError if textual-serve is not installed."""
    own = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(table.settings.address, table.settings.address)
    address = f"[{own}]:{table.settings.port}" if ":" in own else f"{own}:{table.settings.port}"
    folder = tempfile.mkdtemp(prefix="playbill-visitors-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    browsers = _browser("--web").Browsers(
        ["join", address, "--no-record"],
        table.admits,
        lambda token: {TOKEN_VARIABLE: token, VISITOR: "1", "PLAYBILL_DATA": folder},
    )
    table.routes, table.visitors = browsers.routes, lambda: browsers.visitors


def web(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 chooses a free one.")] = 0,
    listen: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to listen at; by default only this machine can connect.")
    ] = "127.0.0.1",
) -> None:
    """Serve the lobby to browsers. Anybody with the link plays here, with your models and recordings."""
    import asyncio
    from socket import gethostname

    from core.remote import wire
    from core.remote.host import ANYWHERE

    browser = _browser("web")
    listening = wire.listen(port, "Cannot serve", listen)
    token = secrets.token_urlsafe(12)
    name = gethostname() if listen in ANYWHERE else listen
    say(f"open http://{name}:{listening.getsockname()[1]}/#{token}   Ctrl-C ends it")
    with suppress(KeyboardInterrupt):
        asyncio.run(browser.serve_lobby(listening, token))


def _browser(command: str) -> "ModuleType":
    """Import the module for browsers. Raises UserError if textual-serve is not installed."""
    try:
        from tui import browser
    except ModuleNotFoundError as error:
        raise UserError(f"{command} needs textual-serve: pip install 'playbill[web]'.") from error
    return browser


def _end_with_parent(parent: int) -> None:
    """End this visitor's process once the host's process has ended."""
    while os.getppid() == parent:
        time.sleep(2.0)
    os._exit(1)


def join(
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="HOST:PORT, or wss://NAME/join.")],
    token: Annotated[
        str, typer.Argument(metavar="TOKEN", envvar=TOKEN_VARIABLE, help="Token of your seat, from the host.")
    ],
    record: Record = None,
    no_record: NoRecord = False,
) -> None:
    """Join a game that somebody hosts."""
    require_terminal("Joining a game", "an agent joins with the protocol in docs/protocol.md")
    if is_visitor():
        threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()
    from core.remote.client import Client
    from tui.screens.guest_table import GuestTable
    from tui.stages import StageApp
    from tui.state.opening import joined_stage

    client = Client(address, token)
    if not no_record:
        client.record_to(lambda header: record or fresh_path(header))
    screen = GuestTable(client, lambda: joined_stage(client))
    show_app(lambda: StageApp(screen, closing=client.close))
