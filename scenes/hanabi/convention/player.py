"""The convention player, and its advice for observations of any seat."""

from core.engine.agents import Agent
from core.engine.chance import Chance, Draw
from core.engine.turn import Turn
from scenes.hanabi.actions import Action, Clue
from scenes.hanabi.convention.clues import forecast, rated_clues
from scenes.hanabi.convention.moves import choose
from scenes.hanabi.convention.table import Table
from scenes.hanabi.observation import Observation


class ConventionPlayer(Agent):
    """A good partner for a person: plays by common human conventions and explains its moves."""

    what = "plays by common conventions"

    def __init__(self) -> None:
        self._table: Table | None = None
        """Cached reading of the table."""

    def act(self, turn: Turn) -> Action:
        self._table = read_table(turn.observation, self._table)
        action, sentence = choose(self._table, deal_source(turn.observation))
        turn.think(sentence)
        return action


def read_table(seen: Observation, before: Table | None = None) -> Table:
    """Return the table for an observation, continuing an earlier reading of the same game."""
    table = before if before is not None and before.follows(seen) else Table(seen)
    table.fold(seen)
    return table


def explain(seen: Observation) -> tuple[Action, str]:
    """Return a convention player's move in this seat, with the reason in a sentence."""
    return choose(read_table(seen), deal_source(seen))


def advised(seen: Observation) -> list[Action]:
    """Return a convention player's move in this seat, and also its best clue if the move is not that clue."""
    table = read_table(seen)
    best = rated_clues(table, forecast(table, table.clues, {}))[:1] if table.clues else []
    return [choose(table, deal_source(seen))[0], *(Clue(offer.to, offer.clue) for offer in best)]


def deal_source(seen: Observation) -> Draw:
    """Return the random source for deals in the last turns.

    It depends only on turn and seat, so that advice matches the move that the bot would make.
    """
    chance = Chance(0)
    chance.at(len(seen.history), 0)
    return chance("deals", seen.names[seen.seat])
