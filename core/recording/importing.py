"""Import of games from elsewhere: every move is checked, and the result is a recording like any other."""

from collections.abc import Callable

from core.engine.agents import Agent, Scripted
from core.engine.capabilities import Imported
from core.engine.casting import open_run, prepare
from core.engine.events import Acted, Rejected, RunEnded
from core.errors import UserError
from core.recording.header import Header
from core.recording.line_format import Write


async def replay(scene: str, game: Imported, begin: Callable[[Header], Write]) -> str:
    """Play the commands with a human at every seat; return the reason for the end.

    `begin` gets the header before the first write.

    Raises:
        UserError: The rules forbid a move.
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
