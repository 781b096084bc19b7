"""A village replayed from its log alone, by rules written a second time: positions, hearing and hunger.

It knows the scene's events, and nothing else of the scene.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from core.engine.events import Event, Said, Thought
from core.recording.header import Header
from core.social.events import TurnTaken
from scenes.village.events import (
    Ate,
    Came,
    FellAsleep,
    Founded,
    Gathered,
    Gave,
    Left,
    LookedAround,
    Met,
    NewsBegan,
    NewsHeard,
    NewsTold,
    Rested,
    Walked,
    Warned,
    Woke,
)

STEP = {":": 1, "=": 1, "_": 3, ".": 2, '"': 2, "*": 2, "^": 4}
FOOD = ("bread", "stew", "fish", "berries")
DEEDS = (Walked, Gathered, Rested, Ate, LookedAround, Said, Thought)


class Replay:
    def __init__(self, header: Header) -> None:
        self.config = header.config
        self.names = list(header.cast)
        self.now = 6 * 60
        self.at: dict[str, tuple[int, int]] = {}
        self.was: dict[str, tuple[int, int]] = {}
        self.hunger = dict.fromkeys(self.names, 30 * 60)
        self.energy = dict.fromkeys(self.names, 90 * 60)
        self.until: dict[str, int] = {}
        self.packs = {name: Counter[str]() for name in self.names}
        self.stock: dict[object, int] = {}
        self.knows: dict[int, set[str]] = {}
        self.heard: frozenset[str] = frozenset()
        self.seen = Counter[str]()

    def run(self, events: Sequence[Event]) -> "Replay":
        for event in events:
            self.take(event)
        return self

    def far(self, one: tuple[int, int], other: tuple[int, int]) -> int:
        return abs(one[0] - other[0]) + abs(one[1] - other[1])

    def hearing(self, at: tuple[int, int], but: str) -> set[str]:
        return {
            name
            for name in self.names
            if name != but and name not in self.until and self.far(self.at[name], at) <= self.config["earshot"]
        }

    def place(self, name: str) -> object:
        x, y = self.at[name]
        inside = (p for p in self.places if p.x <= x < p.x + p.width and p.y <= y < p.y + p.height)
        return next(inside, None)

    def take(self, event: Event) -> None:
        body, name = event.data, event.agent
        self.seen[event.kind] += 1
        if isinstance(body, DEEDS):
            assert name not in self.until, f"{event} of somebody asleep"
        audience = set(event.audience) if isinstance(event.audience, tuple) else None
        match body:
            case Founded(rows, places):
                self.rows, self.places = rows, places
                for seat, each in enumerate(self.names):
                    home = next(place for place in places if place.name == f"{each}'s house")
                    self.at[each] = (home.x + seat % home.width, home.y + seat // home.width % home.height)
                self.stock = {place.name: 12 for place in places if place.gives}
                self.stock |= {(x, y): 4 for y, row in enumerate(rows) for x, tile in enumerate(row) if tile == "*"}
            case Walked(path, _, energy):
                assert path[0] == self.at[name]
                assert audience == {name}
                assert all(self.far(a, b) == 1 for a, b in pairwise(path))
                tiles = [self.rows[y][x] for x, y in path]
                assert "~" not in tiles, f"{name} walks on water"
                assert energy == -(-sum(STEP[tile] for tile in tiles[1:]) // 6)
                self.was[name], self.at[name] = path[0], path[-1]
                self.tire(name, energy * 60)
            case Came(at):
                assert at == self.at[name]
                assert audience == self.hearing(at, name)
            case Left():
                assert audience == self.hearing(self.was[name], name) - self.hearing(self.at[name], name)
            case Met(near, asleep):
                around = {each for each in self.names if each != name and self.near(each, name, "earshot")}
                assert set(near) == around
                assert all(self.at[each] == tuple(spot) for each, spot in near.items())
                assert set(asleep) == around & set(self.until)
            case LookedAround(places, people, asleep):
                assert len(places) <= 8
                assert len(people) <= 10
                assert all(self.at[each] == tuple(at) and self.near(each, name, "sight") for each, at in people.items())
                assert set(asleep) == set(people) & set(self.until)
            case Said(_, to):
                hears = self.hearing(self.at[name], name)
                assert audience == (hears & set(to) if to else hears) | {name}
                self.heard = frozenset(audience) - {name}
            case NewsBegan(piece):
                assert piece not in self.knows
                self.knows[piece] = {name}
            case NewsHeard(piece, _, source):
                assert source in self.knows[piece], "told by somebody who does not know it"
                assert name in self.heard
                assert name not in self.knows[piece]
                assert audience == {name}
                self.knows[piece].add(name)
            case NewsTold(piece, to):
                assert set(to) == self.heard <= self.knows[piece]
                assert audience == {name, *to}
            case Gathered(what, amount, energy):
                self.gather(name, what, amount)
                self.tire(name, energy * 60)
            case Gave(to, goods, amount):
                assert 0 < amount <= self.packs[name][goods]
                assert self.far(self.at[name], self.at[to]) <= self.config["earshot"]
                self.packs[name][goods] -= amount
                self.packs[to][goods] += amount
            case Rested(energy):
                assert energy == (30 if getattr(self.place(name), "indoors", False) else 15)
                self.tire(name, -energy * 60)
            case Ate(what, hunger, carried):
                self.eat(name, what, hunger, carried)
            case FellAsleep(until, collapsed):
                assert name not in self.until
                assert until > self.now
                if collapsed:
                    assert self.energy[name] == 0
                else:
                    assert getattr(self.place(name), "name", "") == f"{name}'s house"
                    assert not 6 * 60 <= self.now % 1440 < 20 * 60
                self.until[name] = until
            case Woke():
                assert self.until.pop(name) <= self.now
            case Warned(need):
                value = (self.hunger if need == "hunger" else self.energy)[name] // 60
                assert value >= 70 if need == "hunger" else value <= 30
            case TurnTaken(minutes):
                self.wait(minutes)

    def near(self, one: str, other: str, radius: str) -> bool:
        return self.far(self.at[one], self.at[other]) <= max(int(self.config["earshot"]), int(self.config[radius]))

    def tire(self, name: str, sixtieths: int) -> None:
        self.energy[name] = min(6000, max(0, self.energy[name] - sixtieths))

    def wait(self, minutes: int) -> None:
        assert minutes % self.config["minutes"] == 0
        for name in self.names:
            asleep = name in self.until
            self.hunger[name] = min(6000, self.hunger[name] + (2 if asleep else 5) * minutes)
            self.tire(name, (-11 if asleep else 3) * minutes)
        hours = (self.now + minutes) // 60 - self.now // 60
        self.stock = {
            key: min(12 if isinstance(key, str) else 4, count + 2 * hours) for key, count in self.stock.items()
        }
        self.now += minutes

    def gather(self, name: str, what: str, amount: int) -> None:
        place, at = self.place(name), self.at[name]
        key = at if self.rows[at[1]][at[0]] == "*" else getattr(place, "name", "")
        assert what == ("berries" if key == at else getattr(place, "gives", ""))
        assert amount == min(2, self.stock[key])
        self.stock[key] -= amount
        self.packs[name][what] += amount

    def eat(self, name: str, what: str, hunger: int, carried: bool) -> None:
        place = self.place(name)
        if carried:
            assert what in FOOD
            assert self.packs[name][what] > 0
            self.packs[name][what] -= 1
        else:
            assert getattr(place, "serves", False) or getattr(place, "name", "") == f"{name}'s house"
        assert hunger == (25 if carried else 60)
        self.hunger[name] = max(0, self.hunger[name] - hunger * 60)
