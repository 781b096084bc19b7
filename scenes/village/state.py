"""State of a village: a fold over its events, without decisions."""

from bisect import bisect_right
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from core.engine.events import Event, Said, Withheld
from core.engine.folding import on
from core.social.events import TurnTaken
from core.social.scene import SocialScene
from scenes.village import events as e
from scenes.village.news import Branch, spread
from scenes.village.planning import DAWN, day_number
from scenes.village.terrain import Ground, Spot, distance, house_of
from scenes.village.villagers import KnownNews, Sighting, Villager

PLENTY, BUSHFUL = 12, 4
"""Maximum goods of a place, and of a berry bush."""
GROWTH = 2
"""Goods that grow back per hour."""
BERRIES = "berries"


class VillageState(SocialScene):
    """State folded from events. Each villager's part contains only facts that this villager may know."""

    def __init__(self, config: Any, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.now = DAWN
        self.up = 0
        """Seat of the villager with the next turn."""
        self.ground = Ground()
        self.folk = dict.fromkeys(names, Villager())
        self.left: dict[str, int] = {}
        """Goods left to gather, by the name of a place or a tile."""
        self.sources: dict[int, list[tuple[str, str, int]]] = {}
        """Hearers of each piece of news, with their sources and times."""
        self.pieces: dict[int, str] = {}
        self.abouts: dict[int, str] = {}
        """Matters of the pieces that are clues or invitations."""
        self.talks = self.gathered = self.collapses = 0
        self.met: set[tuple[int, frozenset[str]]] = set()
        """Pairs of villagers who talked, with the day."""
        self._clock: list[tuple[int, int]] = []
        """Events at which time passed, and the time after each."""

    # -- queries

    def minute_of(self, n: int) -> int:
        """Return the time at which an event happened, in minutes."""
        at = bisect_right(self._clock, (n, 1 << 60))
        return self._clock[at - 1][1] if at else DAWN

    def near(self, name: str, at: Spot | None = None) -> tuple[str, ...]:
        """Return the waking villagers within earshot of somebody, or of a tile that it walks to, without itself."""
        spot = self.folk[name].at if at is None else at
        return tuple(each for each in self.names if each != name and self._hears(each, spot))

    def _hears(self, name: str, spot: Spot) -> bool:
        villager = self.folk[name]
        return not villager.asleep and distance(villager.at, spot) <= self.config.earshot

    def around(self, name: str, radius: int) -> dict[str, Spot]:
        """Return the villagers within a radius of somebody, awake or not, nearest first."""
        here = self.folk[name].at
        others = [(distance(here, self.folk[each].at), seat, each) for seat, each in enumerate(self.names)]
        return {each: self.folk[each].at for far, _, each in sorted(others) if far <= radius and each != name}

    def sleeping(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(name for name in names if self.folk[name].asleep)

    def resource(self, spot: Spot) -> tuple[str, str] | None:
        """Return the goods that can be gathered on a tile, and the name under which they are counted."""
        if spot in self.ground.bushes:
            return BERRIES, f"{spot[0]} {spot[1]}"
        place = self.ground.place_at(spot)
        return (place.gives, place.name) if place is not None and place.gives else None

    def tree(self, piece: int) -> tuple[Branch, ...]:
        """Return the villagers who know a piece of news and their sources, in the order of learning it."""
        return spread(self.sources[piece])

    @property
    def informed_share(self) -> float:
        """Return the mean share of people who know a piece of news."""
        known = sum(map(len, self.sources.values()))
        return round(known / (len(self.names) * len(self.sources)), 3) if self.sources else 0.0

    # -- events

    @on
    def on_founded(self, event: Event, body: e.Founded) -> None:
        self.ground = Ground(body.rows, body.places)
        for seat, name in enumerate(self.names):
            home = self.ground.find(house_of(name))
            assert home is not None
            self.folk[name] = replace(self.folk[name], at=home.spot_of(seat))
        self.left = {place.name: PLENTY for place in body.places if place.gives}
        self.left |= {f"{x} {y}": BUSHFUL for x, y in self.ground.bushes}

    @on
    def on_walked(self, event: Event, body: e.Walked) -> None:
        me = self.folk[event.agent]
        self.folk[event.agent] = replace(me, at=body.path[-1], needs=me.needs.after(0, -body.energy * 60))

    @on
    def on_came(self, event: Event, body: e.Came) -> None:
        self._notice(event, at=body.at, asleep=False)

    @on
    def on_left(self, event: Event, body: e.Left) -> None:
        self._notice(event, near=False)

    @on
    def on_fell_asleep(self, event: Event, body: e.FellAsleep) -> None:
        self.folk[event.agent] = replace(self.folk[event.agent], until=body.until)
        self.collapses += body.collapsed
        self._notice(event, asleep=True)

    @on
    def on_woke(self, event: Event, body: e.Woke) -> None:
        self.folk[event.agent] = replace(self.folk[event.agent], until=0)
        self._notice(event, asleep=False)

    @on
    def on_met(self, event: Event, body: e.Met) -> None:
        self._see(event.agent, body.near, body.asleep, forgets=True)

    @on
    def on_looked_around(self, event: Event, body: e.LookedAround) -> None:
        self._see(event.agent, body.people, body.asleep)

    @on
    def on_gathered(self, event: Event, body: e.Gathered | e.Rested | e.Ate | e.Warned) -> None:
        me = self.folk[event.agent]
        match body:
            case e.Gathered(what, amount, energy):
                _, counted = self.resource(me.at) or ("", "")
                self.left[counted] = self.left.get(counted, 0) - amount
                self.gathered += amount
                pack = {**me.pack, what: me.pack.get(what, 0) + amount} if amount else me.pack
                me = replace(me, pack=pack, needs=me.needs.after(0, -energy * 60))
            case e.Rested(energy):
                me = replace(me, needs=me.needs.after(0, energy * 60))
            case e.Ate(what, hunger, carried):
                left = {**me.pack, what: me.pack.get(what, 0) - carried}
                pack = {each: count for each, count in left.items() if count > 0}
                me = replace(me, pack=pack, needs=me.needs.after(-hunger * 60, 0))
            case e.Warned(need):
                me = replace(me, needs=replace(me.needs, warned=(*me.needs.warned, need)))
        self.folk[event.agent] = me

    @on
    def on_news_heard(self, event: Event, body: e.NewsBegan | e.NewsHeard) -> None:
        me, source = self.folk[event.agent], body.source if isinstance(body, e.NewsHeard) else ""
        known = KnownNews(body.piece, body.text, source, self.now, (), body.about)
        self.sources.setdefault(body.piece, []).append((event.agent, source, self.now))
        self.pieces[body.piece] = body.text
        self.abouts |= {body.piece: body.about} if body.about else {}
        self.folk[event.agent] = replace(me, news={**me.news, body.piece: known})

    @on
    def on_news_told(self, event: Event, body: e.NewsTold) -> None:
        """Let each villager that knows the piece remember all others present as knowing it too."""
        present = (event.agent, *body.to)
        for name in present:
            me = self.folk[name]
            if known := me.news.get(body.piece):
                shared = tuple(dict.fromkeys((*known.shared, *(other for other in present if other != name))))
                self.folk[name] = replace(me, news={**me.news, body.piece: replace(known, shared=shared)})

    @on
    def on_turn_taken(self, event: Event, body: TurnTaken) -> None:
        hours = (self.now + body.minutes) // 60 - self.now // 60
        self.now += body.minutes
        self.up = (self.up + body.minutes // self.config.minutes) % len(self.names)
        self._clock.append((event.n, self.now))
        for name, me in self.folk.items():
            self.folk[name] = replace(me, needs=me.needs.passed(body.minutes, me.asleep))
        if hours:
            self.left = {
                goods: min(PLENTY if self.ground.find(goods) else BUSHFUL, count + GROWTH * hours)
                for goods, count in self.left.items()
            }

    @on
    def on_said(self, event: Event, body: Said | Withheld) -> None:
        super().on_said(event, body)
        if isinstance(body, Said) and isinstance(event.audience, tuple):
            self.talks += 1
            others = (name for name in event.audience if name != event.agent)
            self.met |= {(day_number(self.now), frozenset((event.agent, name))) for name in others}

    def _notice(self, event: Event, **changes: Any) -> None:
        """Update the record of a villager in the memory of all others who see the event."""
        assert isinstance(event.audience, tuple)
        for name in event.audience:
            if name != event.agent:
                last = self.folk[name].sights.get(event.agent, Sighting((0, 0), 0, False))
                sight = replace(last, minute=self.now, **{"near": True, **changes})
                self._keep(name, {event.agent: sight})

    def _see(self, name: str, people: dict[str, Spot], asleep: tuple[str, ...], forgets: bool = False) -> None:
        here = self.folk[name].at
        seen = {
            each: Sighting(at, self.now, distance(here, at) <= self.config.earshot, each in asleep)
            for each, at in people.items()
        }
        gone = {each: replace(sight, near=False) for each, sight in self.folk[name].near.items()} if forgets else {}
        self._keep(name, {**gone, **seen})

    def _keep(self, name: str, sights: dict[str, Sighting]) -> None:
        me = self.folk[name]
        self.folk[name] = replace(me, sights={**me.sights, **sights})
