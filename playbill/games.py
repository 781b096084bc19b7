"""Playing games and reading them, from Python. Each function puts together what the engine has."""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from core.engine.agents import Agent
from core.engine.bot_references import refer
from core.engine.casting import default_seed, prepare, set_up
from core.engine.events import Event, RunEnded
from core.engine.registry import register
from core.engine.scene import Outcome, Scene
from core.engine.session import Session, run_sync
from core.errors import UserError
from core.lab.batch import play_batch
from core.lab.rows import Row
from core.recording.checked_reader import read_run
from core.recording.header import Header
from core.recording.timeline import moment
from core.recording.verification import verify as compare
from core.trust.grants import Grants
from core.user_config import own_models

Player = str | type[Agent] | Agent | Callable[[], Agent]
"""A player of a seat: a policy as on the command line ("rules", "llm:mock", "py:mybots:Greedy"), or an agent.

An agent is a class, instance or factory. An instance is copied for each game and keeps nothing between games.
"""


class Played:
    """Holds a game that was played, whole or up to where it stands: its header and its events, and what follows from
    them.

    >>> import playbill as pb
    >>> game = pb.play("coup", {"players": 2}, {"Ann": "honest", "Bob": "random"}, seed=7)
    >>> game.header.cast
    {'Ann': 'honest', 'Bob': 'random'}
    >>> game.events[0].kind, game.events[-1].kind
    ('run_started', 'run_ended')
    >>> game.reason, game.outcome.winners == game.scene.outcome().winners
    ('won', True)
    """

    def __init__(self, header: Header, events: list[Event], path: Path | None = None) -> None:
        """Put a game together; `play`, `load` and their kin do."""
        self.header = header
        """Scene, seed, options and cast, fully resolved."""
        self.events = events
        """Numbered from 1 without gaps: `events[n - 1]` is event n."""
        self.path = path
        """The recording it is in, if it was recorded."""

    def __repr__(self) -> str:
        how = self.reason or "not finished"
        return f"<{self.header.scene}, seed {self.header.seed}: {len(self.events)} events, {how}>"

    @cached_property
    def scene(self) -> Scene:
        """The scene after the last event. Ask it (`observe`, `legal`, `board`), and leave it as it is."""
        scene, _ = set_up(self.header)
        for event in self.events:
            scene.apply(event)
        return scene

    @property
    def reason(self) -> str:
        """Why the game was over, in a word; empty while it is not."""
        last = self.events[-1].data if self.events else None
        return last.reason if isinstance(last, RunEnded) else ""

    @property
    def outcome(self) -> Outcome:
        """Return winners, scores and metrics for the present state; at the end with turns and model usage."""
        last = self.events[-1].data if self.events else None
        return Outcome(last.winners, last.scores, last.result) if isinstance(last, RunEnded) else self.scene.outcome()

    def board(self, eyes: str = "") -> str:
        """Draw the state as lines of plain text: as the agent called `eyes` knows it, or in full.

        Raises UserError for a name that nobody has.

        >>> import playbill as pb
        >>> print(pb.play("coup", cast={"*": "random"}).board())  # doctest: +ELLIPSIS
        treasury ...
        """
        self.header.check_eyes(eyes)
        return self.scene.board(eyes)


def play(
    scene: str | type[Scene],
    options: Mapping[str, Any] = {},
    cast: Mapping[str, Player] = {},
    seed: int | None = None,
    *,
    record: str | Path | None = None,
    models: Mapping[str, Mapping[str, Any]] = {},
) -> Played:
    """Play one game to its end, and give it back.

    `scene` is a name or a Scene class; `options` are the scene's (`playbill scenes` lists them); `cast` says who plays
    which name, with "*" for all it does not list, who otherwise play by the scene's rules. The same seed, options and
    cast are the same game; without a seed it is 1, or drawn if a player comes from outside (`http:`, `mcp:`). With
    `record` it is written there, event by event, in a file that must not exist yet. `models` are settings of models by
    name, as in the tables `[models.NAME]` of a config file; they go over those of the user's own.

    Raises UserError for what cannot be played, AgentError where an agent's own code fails, and SceneError where a
    scene gives what it should not: what was played until then is in the recording, and can be resumed. In a running
    event loop (a notebook) it plays in a thread of its own, and waits for that; `aplay` does not block the loop.

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
    """Play one game as `play` does, in the event loop that is running: `game = await pb.aplay("coup")`."""
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
    models: Mapping[str, Mapping[str, Any]] = {},
) -> list[Row]:
    """Play many games, with the seeds seed, seed + 1 and so on, and give a row for each, in that order.

    With `rotate`, each seed is played by every rotation of the cast that differs before the next begins. `record` is
    a folder for the recordings. More than one of `workers` (processes) takes a scene and agents that another process
    can import, and in a script the guard `if __name__ == "__main__":`. A game that fails is a row with its error.
    Raises UserError for what cannot be played at all.

    >>> import playbill as pb
    >>> rows = pb.batch("hanabi", 3, cast={"*": "random"}, seed=10)
    >>> [row.seed for row in rows]
    [10, 11, 12]
    >>> all(0 <= row.outcome.metrics["score"] <= 25 for row in rows)
    True
    """
    header = _header(scene, options, _cast(cast), seed, models)
    folder = Path(record) if record else None
    return run_sync(lambda: play_batch(header, games, workers, folder, rotate=rotate)).games


def load(path: str | Path) -> Played:
    """Read a recording, finished or not. Runs no code that it names. Raises UserError for one that is damaged.

    >>> import playbill as pb, tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "game.jsonl"
    >>> pb.play("coup", cast={"*": "random"}, seed=7, record=file)  # doctest: +ELLIPSIS
    <coup, seed 7: ... events, won>
    >>> pb.load(file).board() == pb.play("coup", cast={"*": "random"}, seed=7).board()
    True
    """
    recording = read_run(Path(path))
    return Played(recording.header, recording.events, recording.path)


def verify(game: str | Path | Played, *, allow: Collection[str] = ()) -> int:
    """Play a game again from its header and from what came from outside, and count the events that were compared.

    Raises Mismatch at the first event that differs, and UserError for a recording that cannot be read. Bots that it
    names by module are imported only where you name them too: `allow=["py:mybots"]`. Agents that this process was given
    as objects are known to it; in another process, those of a script or a notebook are not.

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
    """Leave a game after its last whole step up to event `at` ("t12": at the start of turn 12), and play on from there,
    after `interventions`: what is done to the world first, in the words of its scene ("broadcast It rains").

    Or with one thing changed and the rest held, as `playbill branch` does it: another `reply` to the first call to a
    model from there on, or that reply from the model `ask`; the message of event `withhold` reaches nobody; the note,
    thought or plan of event `forget` was never made (these two say themselves where the branch leaves); or a card or
    color by `change` ("h3=red"). Replies to prompts that stay the same are the game's own. With `model`, all later
    ones are from that model.

    What is not given is as it was; `allow` is as in `verify`. Raises UserError, also for options that would have made
    another world, and for what the game's header would import, start, read or contact unless that is granted by
    `allow`, by your own settings of models, or because you have started it here before.

    >>> import playbill as pb
    >>> game = pb.play("coup", cast={"*": "random"}, seed=5)
    >>> other = pb.branch(game, "t3", seed=6)
    >>> other.events[:10] == game.events[:10]
    True
    """
    from tui.cli.branching import Change, branches
    from tui.cli.game_options import GameSettings

    told = Change(reply, ask, withhold, forget, change, model)
    given = _cast(cast)
    own = {name: dict(settings) for name, settings in {**own_models(), **models}.items()}
    wishes = GameSettings(dict(options), given, seed, own)
    parent = _read(game)
    named = [*given.values(), f"llm:{model.removeprefix('llm:')}"]
    grants = Grants.of(allow, own).naming(named).knowing(parent.header)
    with TemporaryDirectory() as folder:
        path = Path(record or Path(folder) / "branch.jsonl")
        made = branches(parent, str(at), wishes, told, [path], grants, interventions)[0]
        session = Session(made.header, None, made, grants=grants, interventions=interventions)
        played = run_sync(lambda: asyncio.run(_finish(session)))
    return played if record else Played(played.header, played.events)


def watch(game: str | Path | Played, *, speed: float = 1.0, at: int | str = "", eyes: str = "") -> None:
    """Show a game on the terminal, until it is left: at `speed` times its pace, from the moment `at`, by the `eyes` of
    one name or of all. Raises UserError where there is no terminal, as in a notebook, and for what the game does not
    have.
    """
    from tui.cli.terminal import has_terminal, show_app

    if not has_terminal():
        raise UserError("watch needs a terminal; elsewhere: print(game.board()).")
    from tui.stages import StageApp
    from tui.state.opening import replay_stage

    played = _read(game)
    start = moment(played.events, str(at)) if at != "" else None
    show_app(lambda: StageApp(replay_stage(played, speed=speed, at=start, eyes=eyes)))


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
