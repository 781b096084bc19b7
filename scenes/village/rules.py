"""Legal actions of villagers, reasons why others are illegal, and checks of foreign recordings."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from core.engine.events import Event
from core.engine.turn import Action
from core.errors import IllegalAction, did_you_mean, listed
from core.social.actions import Yield
from core.social.events import TurnTaken
from scenes.village.actions import Accuse, Eat, Gather, Give, GoTo, LookAround, Rest, Speak, WalkTo
from scenes.village.events import (
    Came,
    FellAsleep,
    Founded,
    LookedAround,
    Met,
    NewsBegan,
    NewsHeard,
    NewsTold,
    Walked,
)
from scenes.village.planning import DAY, clock
from scenes.village.society import Society, admit_lively
from scenes.village.state import VillageState
from scenes.village.terrain import COSTS, WATER, Spot, at, distance, house_of, with_article

FOOD = ("bread", "stew", "fish", "berries")
"""Food that can be carried and eaten."""
BUSHES = 3
"""Maximum bushes among the listed actions, the nearest first."""
GREETINGS = ("Good day!", "What is new?")


class Rules(Society):
    """Legality of actions, judged by the villager's own knowledge."""

    def legal(self, name: str) -> Sequence[Action]:
        """List the legal actions without free speech; the only tiles to walk to are the nearest bushes."""
        me = self.folk[name]
        if not self.ground.rows or me.asleep:
            return () if me.asleep else (Yield(),)
        actions: list[Action] = [Yield(), LookAround(), Rest()]
        actions += [Eat()] if self.meal(name) else []
        actions += [Gather()] if self.resource(me.at) else []
        actions += [GoTo(place.name) for place in self.ground.places if not place.has(me.at)]
        bushes = sorted(self.ground.bushes, key=lambda spot: (distance(me.at, spot), spot))[:BUSHES]
        actions += [WalkTo(*spot) for spot in bushes if spot != me.at and spot in self.ground.land]
        actions += map(Speak, GREETINGS)
        actions += self._gifts_and_accusations(name) if self.lively else ()
        allowed = self.space(name)
        return tuple(action for action in actions if type(action) in allowed)

    def _gifts_and_accusations(self, name: str) -> Iterator[Action]:
        me = self.folk[name]
        for to, other in me.near.items():
            yield from (Give(to, goods) for goods in me.pack if not other.asleep)
        if self._seeks(name):
            yield from (Accuse(each) for each in self.names if each != name)

    def check(self, name: str, action: Any) -> None:
        if self.folk[name].asleep:
            raise IllegalAction(f"{name} is asleep until {clock(self.folk[name].until)}")
        if type(action) not in self.space(name):
            super().check(name, action)
        elif isinstance(action, GoTo | WalkTo):
            self.goal(name, action)
        elif isinstance(action, Give):
            self._check_gift(name, action)
        elif isinstance(action, Accuse):
            self._check_accusation(name, action)
        else:
            super().check(name, action)

    def check_talk(self, name: str, to: str) -> None:
        super().check_talk(name, to)
        near = self.folk[name].near
        if to not in near:
            others = f"you could tell {listed(list(near))}" if near else "nobody else is near either"
            raise IllegalAction(f"{to} is too far away to hear you; {others}")
        if near[to].asleep:
            raise IllegalAction(f"{to} is asleep, and hears nothing")

    def space(self, name: str) -> tuple[type[Action], ...]:
        """Leave out gifts and accusations in a village without aims."""
        return tuple(kind for kind in super().space(name) if self.lively or kind not in (Give, Accuse))

    def _check_gift(self, name: str, action: Give) -> None:
        self.check_talk(name, action.to)
        pack = self.folk[name].pack
        if action.goods not in pack:
            raise IllegalAction(f"you carry no {action.goods[:40]}; you carry {', '.join(pack) or 'nothing'}")

    def _seeks(self, name: str) -> bool:
        own = self.pursuits.get(name)
        return own is not None and own.aim.what == "find" and own.met is None

    def _check_accusation(self, name: str, action: Accuse) -> None:
        if not self._seeks(name):
            raise IllegalAction("you have no culprit to find; your aim is another one")
        if action.suspect == name:
            raise IllegalAction("you did not do it yourself; accuse somebody else")

    def goal(self, name: str, action: GoTo | WalkTo) -> tuple[Spot, str]:
        """Return the tile that an action leads to, and its name. Raises IllegalAction."""
        here = self.folk[name].at
        if isinstance(action, WalkTo):
            goal, called = (action.x, action.y), f"{action.x} {action.y}"
            if not self.ground.tile(goal):
                raise IllegalAction(f"{called} is not on the map; x and y go from 0 to {len(self.ground.rows) - 1}")
        else:
            place = self.ground.find(action.location)
            if place is None:
                known = [each.name for each in self.ground.places]
                raise IllegalAction(
                    f"there is no place {action.location[:40]!r}; {did_you_mean(action.location, known)}"
                )
            goal, called = place.spot_of(self.names.index(name)), with_article(place.name)
            if place.has(here):
                raise IllegalAction(f"you are {at(place.name)} already")
        if goal == here:
            raise IllegalAction("you stand there already")
        if goal not in self.ground.land:
            raise IllegalAction(f"no way leads to {called}; nobody walks on water")
        return goal, called

    def meal(self, name: str) -> str:
        """Return the food that somebody can eat at its position; empty if none."""
        me = self.folk[name]
        place = self.ground.place_at(me.at)
        if place is not None and (place.serves or place.name == house_of(name)):
            return "a meal"
        return next((food for food in FOOD if me.pack.get(food)), "")


def admit(world: Society, event: Event) -> None:
    """Raise ValueError if an event is impossible; it has been applied already."""
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
        case _:
            admit_lively(world, event)


def _check_ground(world: VillageState, rows: tuple[str, ...]) -> None:
    size = world.config.size
    if len(rows) != size or any(len(row) != size or set(row) - {*COSTS, WATER} for row in rows):
        raise ValueError("that is no map of this village")
    spots = [spot for place in world.ground.places for spot in (*place.spots, (place.x, place.y))]
    _check_spots(world, spots)
    if not all(villager.at in world.ground.land for villager in world.folk.values()):
        raise ValueError("a house stands where nobody can walk")


def _check_spots(world: VillageState, spots: Iterable[Spot]) -> None:
    if not all(world.ground.tile(spot) in COSTS for spot in spots):
        raise ValueError("nobody can stand there")


def _check_names(world: VillageState, names: Iterable[str]) -> None:
    if odd := next((name for name in names if name not in world.names), None):
        raise ValueError(f"nobody is called {odd[:40]!r}")


def _check_source(world: VillageState, piece: int, source: str, name: str) -> None:
    knew = [each for each, _, _ in world.sources[piece]]
    if source not in knew[:-1] or name in knew[:-1]:
        raise ValueError("that is not from whom it was heard")
