"""Import of games from other programs: every move is checked, and the result is an ordinary recording."""

from collections.abc import Callable

from core.engine.agents import Agent, Scripted
from core.engine.capabilities import Imported
from core.engine.casting import open_run, prepare
from core.engine.events import Acted, Rejected, RunEnded
from core.errors import UserError
from core.recording.header import Header
from core.recording.line_format import Write


async def replay(scene: str, game: Imported, begin: Callable[[Header], Write]) -> str:
    """Play a game's commands with a human at every seat. Returns the reason for the end.

    `begin` receives the header before the first write.

    Raises:
        UserError: A move is against the rules.
    """
    header = prepare(scene, game.options, {"*": "human"}, 0)
    agents: dict[str, Agent] = {
        name: Scripted([command for who, command in game.commands if who == name]) for name in header.cast
    }
    run = open_run(header, agents=agents, write=begin(header))
    done, ended = 0, ""
    if not game.commands:
        run.control.stop()
    async for event in run:
        match event.data:
            case Acted():
                done += 1
            case RunEnded(reason):
                ended = reason
            case Rejected(command, why):
                raise UserError(f"move {done} ({event.agent}: {command}) is against the rules: {why}.")
        if event.end == "turn" and done == len(game.commands):
            run.control.stop()
    if done < len(game.commands):
        raise UserError(f"the game is over after move {done}, and there are {len(game.commands)} moves.")
    return ended
