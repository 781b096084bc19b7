"""Scenes as environments for reinforcement learning."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.engine.bot_references import refer
from core.engine.registry import register
from core.engine.scene import Scene
from core.env.table import SteppedGameFactory
from core.errors import UserError
from playbill.played import Player

if TYPE_CHECKING:
    from playbill.zoo import PlaybillEnv


def env(
    scene: str | type[Scene],
    *,
    cast: Mapping[str, Player] = {},
    record: str | Path | None = None,
    render_mode: str | None = None,
    **options: Any,
) -> "PlaybillEnv":
    """Make a PettingZoo environment (AEC) of a scene that has an encoding: coloring, coup, hanabi, werewolf.

    An observation is a dict of `observation` (numbers from 0 to 255) and `action_mask` (1 for each legal action). Both
    hold only what the seat may know. Rewards come at the end, from the scene's `Outcome`. `reset(seed=…)` starts the
    game of that seed; without a seed, `reset` starts the game of the next seed.

    Args:
        scene: Name of a scene, or a Scene class.
        cast: Bots by seat. You step all other seats.
        record: Folder for the recordings of the games.
        render_mode: "ansi" to get text from `render`, or None.
        **options: The scene's options.

    Returns:
        The environment.

    Raises:
        UserError: PettingZoo is not installed (`pip install 'playbill[rl]'`), or the scene has no encoding.

    >>> import playbill as pb
    >>> hanabi = pb.env("hanabi", players=2)
    >>> hanabi.reset(seed=1)
    >>> hanabi.agent_selection, hanabi.labels[0], hanabi.action_space("Ann").n
    ('Ann', 'play a', np.int64(20))
    """
    try:
        from playbill.zoo import PlaybillEnv
    except ModuleNotFoundError as error:
        raise UserError("pb.env needs PettingZoo: pip install 'playbill[rl]'.") from error
    name = scene if isinstance(scene, str) else register(scene).name
    played = {seat: player if isinstance(player, str) else refer(player) for seat, player in cast.items()}
    return PlaybillEnv(SteppedGameFactory(name, options, played), Path(record) if record else None, render_mode)
