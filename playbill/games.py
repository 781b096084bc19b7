"""Functions to play, verify, branch and watch games from Python."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from core.engine.bot_references import refer
from core.engine.casting import default_seed, prepare
from core.engine.registry import register
from core.engine.scene import Scene
from core.engine.session import Session, run_sync
from core.errors import UserError
from core.lab.batch import play_batch
from core.lab.rows import Row
from core.recording.header import Header
from core.recording.timeline import moment
from core.recording.verification import verify as compare
from core.trust.grants import Grants
from core.user_config import own_models
from playbill.played import Played, Player, load


def play(
    scene: str | type[Scene],
    options: Mapping[str, Any] = {},
    cast: Mapping[str, Player] = {},
    seed: int | None = None,
    *,
    record: str | Path | None = None,
    models: Mapping[str, Mapping[str, Any]] = {},
) -> Played:
    """Play one game to its end. The same scene, options, cast and seed give the same game.

    In a running event loop (as in a notebook) the game is played in another thread, and `play` waits for it; `aplay`
    does not block the loop.

    Args:
        scene: Name of a scene, or a Scene class.
        options: The scene's options by name (`playbill scenes` lists them).
        cast: Players by seat; "*" stands for all other seats (default: the scene's bot `rules`).
        seed: Seed of the game (default: 1; a random one with remote players, `http:` or `mcp:`).
        record: File to record the game in; it must not exist yet.
        models: Settings of models by name, as in the tables `[models.NAME]` of a config file; they take precedence over
            the user's own.

    Returns:
        The finished game.

    Raises:
        UserError: The game cannot be played.
        AgentError: An agent's code failed. The recording holds the game so far and can be resumed.
        SceneError: A scene returned something wrong. The recording is kept in this case too.

    >>> import playbill as pb
    >>> class First(pb.Agent):
    ...     def act(self, turn: pb.Turn) -> pb.Action:
    ...         return turn.legal[0]
    >>> game = pb.play("coup", {"players": 2}, {"Ann": First, "Bob": "random"}, seed=5)
    >>> game.outcome.winners in (("Ann",), ("Bob",))
    True
    """
    return run_sync(lambda: asyncio.run(aplay(scene, options, cast, seed, record=record, models=models)))


async def aplay(
    scene: str | type[Scene],
    options: Mapping[str, Any] = {},
    cast: Mapping[str, Player] = {},
    seed: int | None = None,
    *,
    record: str | Path | None = None,
    models: Mapping[str, Mapping[str, Any]] = {},
) -> Played:
    """Play one game in the running event loop: `game = await pb.aplay("coup")`.

    Args, returns and errors are those of `play`.

    >>> import asyncio, playbill as pb
    >>> asyncio.run(pb.aplay("coup", cast={"*": "random"}, seed=7))  # doctest: +ELLIPSIS
    <coup, seed 7: ... events, won>
    """
    policies = _cast(cast)
    header = _header(scene, options, policies, default_seed(policies) if seed is None else seed, models)
    return await _finish(Session(header, Path(record) if record else None))


def batch(
    scene: str | type[Scene],
    games: int,
    options: Mapping[str, Any] = {},
    cast: Mapping[str, Player] = {},
    seed: int = 1,
    *,
    workers: int = 1,
    rotate: bool = False,
    record: str | Path | None = None,
    regret: bool = False,
    models: Mapping[str, Mapping[str, Any]] = {},
) -> list[Row]:
    """Play many games, with the seeds `seed`, `seed + 1` and so on.

    Args:
        scene: Name of a scene, or a Scene class.
        games: Number of seeds to play.
        options: The scene's options by name.
        cast: Players by seat, as in `play`.
        seed: First seed.
        workers: Number of processes. With more than one, other processes must be able to import the scene and the
            agents, and a script needs the guard `if __name__ == "__main__":`.
        rotate: True to play each seed once for every different rotation of the cast over the seats.
        record: Folder for the recordings.
        regret: True to compare every decision with the best one (`regret of POLICY` in the metrics); it takes CPU time.
        models: Settings of models by name, as in `play`.

    Returns:
        One row per game, in the order of the seeds. The row of a game that failed holds the error.

    Raises:
        UserError: The games cannot be played with these arguments.

    >>> import playbill as pb
    >>> rows = pb.batch("hanabi", 3, cast={"*": "random"}, seed=10)
    >>> [row.seed for row in rows]
    [10, 11, 12]
    >>> all(0 <= row.outcome.metrics["score"] <= 25 for row in rows)
    True
    """
    header = _header(scene, options, _cast(cast), seed, models)
    folder = Path(record) if record else None
    return run_sync(lambda: play_batch(header, games, workers, folder, rotate=rotate, regret=regret)).games


def verify(game: str | Path | Played, *, allow: Collection[str] = ()) -> int:
    """Play a game again from its header and its outside events, and compare every event.

    Args:
        game: A game, or the file of its recording.
        allow: Modules of bots that may be imported: `["py:mybots"]`. Bots that were passed to this process as
        objects need no permission;
            bots defined in a script or a notebook cannot be found by other processes.

    Returns:
        Number of events that were compared.

    Raises:
        Mismatch: An event differs; the text names the first one.
        UserError: The recording cannot be read, or it names a bot that may not be imported.

    >>> import playbill as pb
    >>> game = pb.play("coup", cast={"*": "random"}, seed=5)
    >>> pb.verify(game) == len(game.events)
    True
    """
    played = _read(game)
    return run_sync(lambda: asyncio.run(compare(played, Grants.of(allow))))


def branch(
    game: str | Path | Played,
    at: int | str = "",
    options: Mapping[str, Any] = {},
    cast: Mapping[str, Player] = {},
    seed: int | None = None,
    *,
    record: str | Path | None = None,
    models: Mapping[str, Mapping[str, Any]] = {},
    allow: Collection[str] = (),
    interventions: Sequence[str] = (),
    reply: str | None = None,
    ask: str = "",
    withhold: int = 0,
    forget: int = 0,
    change: str = "",
    model: str = "",
) -> Played:
    """Leave a game after a whole step, and play on from there with other options or one change.

    Args:
        game: A game, or the file of a recording.
        at: Point at which to leave the game: the number of an event (the branch begins after the last whole step up
        to it), or "t12" for the start of turn 12.
        options: Options to change.
        cast: Players to change, by seat.
        seed: Seed of the rest of the game (default: unchanged).
        record: File to record the branch in; it must not exist yet.
        models: Settings of models by name, as in `play`.
        allow: Modules of bots that may be imported, as in `verify`.
        interventions: Interventions before the first step, as the scene writes them ("broadcast It rains").
        reply: Text that replaces the model's reply to the first call after `at`.
        ask: Model that gives this reply instead.
        withhold: Number of an event whose message is withheld from everyone; the branch starts there.
        forget: Number of an event whose note, thought or plan is removed from its agent's log; the branch starts there.
        change: A card or color to set, such as "h3=red".
        model: Model that writes all later replies. By default, prompts that stay the same get the recorded replies.

    Returns:
        The branch, including the events before it.

    Raises:
        UserError: Options would have changed the starting state; more than one thing is changed; or the game's
        header would
            import, start, read or contact something that neither `allow` nor your settings of models grant, and that
            you have not started here before.

    >>> import playbill as pb
    >>> game = pb.play("coup", cast={"*": "random"}, seed=5)
    >>> other = pb.branch(game, "t3", seed=6)
    >>> other.events[:10] == game.events[:10]
    True
    """
    from tui.cli.branching import Change, branches
    from tui.cli.game_options import GameSettings

    difference = Change(reply, ask, withhold, forget, change, model)
    policies = _cast(cast)
    own = {name: dict(settings) for name, settings in {**own_models(), **models}.items()}
    wishes = GameSettings(dict(options), policies, seed, own)
    parent = _read(game)
    named = [*policies.values(), f"llm:{model.removeprefix('llm:')}"]
    grants = Grants.of(allow, own).with_policies(named).with_known_header(parent.header)
    with TemporaryDirectory() as folder:
        path = Path(record or Path(folder) / "branch.jsonl")
        made = branches(parent, str(at), wishes, difference, [path], grants, interventions)[0]
        session = Session(made.header, None, made, grants=grants, interventions=interventions)
        played = run_sync(lambda: asyncio.run(_finish(session)))
    return played if record else Played(played.header, played.events)


def watch(game: str | Path | Played, *, speed: float = 1.0, at: int | str = "", perspective: str = "") -> None:
    """Show a game in the terminal until the user leaves.

    Args:
        game: A game, or the file of a recording.
        speed: Playback speed: 2 is twice as fast as normal.
        at: Where to begin: the number of an event, or "t12" for the start of turn 12.
        perspective: Name of the agent from whose perspective to show it; "" shows everything.

    Raises:
        UserError: There is no terminal, as in a notebook; or the game has no such moment or name.

    >>> import playbill as pb
    >>> pb.watch(pb.play("coup", cast={"*": "random"}))  # doctest: +SKIP
    """
    from tui.cli.terminal import has_terminal, show_app

    if not has_terminal():
        raise UserError("watch needs a terminal; elsewhere: print(game.board()).")
    from tui.stages import StageApp
    from tui.state.opening import replay_stage

    played = _read(game)
    start = moment(played.events, str(at)) if at != "" else None
    show_app(lambda: StageApp(replay_stage(played, speed=speed, at=start, perspective=perspective)))


def _header(
    scene: str | type[Scene],
    options: Mapping[str, Any],
    cast: Mapping[str, str],
    seed: int,
    models: Mapping[str, Mapping[str, Any]],
) -> Header:
    name = scene if isinstance(scene, str) else register(scene).name
    header = prepare(name, options, cast, seed, models={**own_models(), **models})
    if person := next((seat for seat, policy in header.cast.items() if policy == "human"), ""):
        raise UserError(f"A human at {person} needs the screen: playbill play {name}.")
    return header


def _cast(cast: Mapping[str, Player]) -> dict[str, str]:
    classes = {player for player in cast.values() if isinstance(player, type)}
    named = {refer(kind): kind for kind in classes}
    if len(named) < len(classes):
        raise UserError("Two classes in the cast have the same name; rename one, or pass instances.")
    return {name: player if isinstance(player, str) else refer(player) for name, player in cast.items()}


def _read(game: str | Path | Played) -> Played:
    return game if isinstance(game, Played) else load(game)


async def _finish(session: Session) -> Played:
    """Play a run to its end."""
    events = [event async for event in session]
    return Played(session.header, session.past + events, session.path)
