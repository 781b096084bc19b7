"""The player, and what can be asked of it without a seat."""

from core.engine.agents import Agent
from core.engine.chance import Chance, Draw
from core.engine.turn import Turn
from scenes.hanabi.actions import Action, Clue
from scenes.hanabi.convention.clues import forecast, offers
from scenes.hanabi.convention.moves import choose
from scenes.hanabi.convention.table import Table
from scenes.hanabi.convention.words import Inference, believed
from scenes.hanabi.observation import Observation


class ConventionPlayer(Agent):
    """A good partner for a person: plays by the conventions that people use, and says why."""

    what = "plays by common conventions"

    def __init__(self) -> None:
        self._table: Table | None = None
        """Reading so far, kept only for speed."""

    def act(self, turn: Turn) -> Action:
        self._table = read_table(turn.observation, self._table)
        action, sentence = choose(self._table, dice(turn.observation))
        turn.think(sentence)
        return action


def read_table(seen: Observation, before: Table | None = None) -> Table:
    """Read the table, going on from an earlier reading of the same game."""
    table = before if before is not None and before.follows(seen) else Table(seen)
    table.fold(seen)
    return table


def explain(seen: Observation) -> tuple[Action, str]:
    """Return a convention player's move in this seat, with the reason in a sentence."""
    return choose(read_table(seen), dice(seen))


def advised(seen: Observation) -> list[Action]:
    """Return a convention player's move in this seat, and the clue it would give instead."""
    table = read_table(seen)
    best = offers(table, forecast(table, table.clues, {}))[:1] if table.clues else []
    return [choose(table, dice(seen))[0], *(Clue(offer.to, offer.clue) for offer in best)]


def dice(seen: Observation) -> Draw:
    """Give the draws for the deals of the last turns.

    By the turn and the seat alone, so that who asks for advice is told what would be played.
    """
    chance = Chance(0)
    chance.at(len(seen.history), 0)
    return chance("deals", seen.names[seen.seat])


def inferences(seen: Observation) -> tuple[Inference, ...]:
    """Return the observer's beliefs about its own cards, newest first, with reasons."""
    return believed(read_table(seen))
