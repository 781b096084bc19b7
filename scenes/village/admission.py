"""Admission of foreign recordings: events of this ground and these people, in a possible order."""

from collections.abc import Iterable

from core.engine.events import Event
from core.social.events import TurnTaken
from scenes.village.clock import DAY
from scenes.village.events import Came, FellAsleep, Founded, LookedAround, Met, NewsBegan, NewsHeard, NewsTold, Walked
from scenes.village.terrain import COSTS, WATER, Spot
from scenes.village.world import World


def admit(world: World, event: Event) -> None:
    """Raise ValueError for an impossible event, after it was applied."""
    match event.data:
        case Founded(rows):
            _check_ground(world, rows)
        case Walked(path):
            _check_spots(world, path)
        case Came(at):
            _check_spots(world, (at,))
        case Met(near, asleep) | LookedAround(_, near, asleep):
            _check_spots(world, near.values())
            _check_names(world, (*near, *asleep))
        case FellAsleep(until) if not world.now < until <= world.now + 2 * DAY:
            raise ValueError("nobody sleeps that long")
        case TurnTaken(minutes) if not 0 < minutes <= DAY or minutes % world.config.minutes:
            raise ValueError("time does not pass like this")
        case NewsBegan(piece) if len(world.sources[piece]) > 1:
            raise ValueError("this piece of news was there before")
        case NewsHeard(piece, _, source):
            _check_source(world, piece, source, event.agent)
        case NewsTold(_, to):
            _check_names(world, to)


def _check_ground(world: World, rows: tuple[str, ...]) -> None:
    size = world.config.size
    if len(rows) != size or any(len(row) != size or set(row) - {*COSTS, WATER} for row in rows):
        raise ValueError("that is no map of this village")
    spots = [spot for place in world.ground.places for spot in (*place.spots, (place.x, place.y))]
    _check_spots(world, spots)
    if not all(villager.at in world.ground.land for villager in world.folk.values()):
        raise ValueError("a house stands where nobody can walk")


def _check_spots(world: World, spots: Iterable[Spot]) -> None:
    if not all(world.ground.tile(spot) in COSTS for spot in spots):
        raise ValueError("nobody can stand there")


def _check_names(world: World, names: Iterable[str]) -> None:
    if odd := next((name for name in names if name not in world.names), None):
        raise ValueError(f"nobody is called {odd[:40]!r}")


def _check_source(world: World, piece: int, source: str, name: str) -> None:
    knew = [each for each, _, _ in world.sources[piece]]
    if source not in knew[:-1] or name in knew[:-1]:
        raise ValueError("that is not from whom it was heard")
