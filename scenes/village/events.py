"""Events of a village. Villagers receive those that they see or hear, judged at that moment."""

from core.engine.events import Body, events_in
from scenes.village.terrain import Place, Spot
from scenes.village.villagers import Need


class Founded(Body):
    """The map, and with it where everybody lives: their own house is where they begin."""

    rows: tuple[str, ...]
    places: tuple[Place, ...]

    def sentence(self) -> str:
        return f"a village of {len(self.places)} places: {', '.join(place.name for place in self.places)}"


class Walked(Body):
    """A walk, for the walker: the way with both ends, and its cost in points of energy."""

    line = "walks to {to}"
    path: tuple[Spot, ...]
    to: str
    energy: int


class Came(Body):
    """An arrival, for villagers near the stop."""

    line = "comes to {to}"
    at: Spot
    to: str


class Left(Body):
    """A departure, for villagers near the start."""

    line = "goes away"


class Met(Body):
    """The villagers nearby and the sleepers among them, after an arrival or awakening."""

    near: dict[str, Spot]
    asleep: tuple[str, ...] = ()

    def sentence(self) -> str:
        return f"is near {', '.join(self.near)}" if self.near else "is near nobody"


class LookedAround(Body):
    """The view of a villager: places with distances, and people with positions."""

    places: dict[str, int]
    people: dict[str, Spot]
    asleep: tuple[str, ...] = ()

    def sentence(self) -> str:
        places = ", ".join(f"{name} ({far})" for name, far in self.places.items())
        people = ", ".join(f"{name} at {x} {y}" for name, (x, y) in self.people.items())
        return f"looks around: {places or 'no places'}; {people or 'nobody'}"


class Gathered(Body):
    """`amount` is 0 where nothing is left; `energy` in points."""

    what: str
    amount: int
    energy: int

    def sentence(self) -> str:
        return f"gathers {self.amount} {self.what}" if self.amount else f"finds no {self.what} left"


class Rested(Body):
    """`energy` in points."""

    line = "rests"
    energy: int


class Ate(Body):
    """A meal, or one of what is carried (`carried`); `hunger` in points."""

    line = "eats {what}"
    what: str
    hunger: int
    carried: bool


class FellAsleep(Body, omit_defaults=True):
    """Until so many minutes after the first midnight; `collapsed`, having had no energy left."""

    until: int
    collapsed: bool = False

    def sentence(self) -> str:
        return "collapses, and sleeps" if self.collapsed else "falls asleep"


class Woke(Body):
    line = "wakes up"


class Warned(Body):
    need: Need

    def sentence(self) -> str:
        return "is hungry" if self.need == "hunger" else "is tired"


class NewsBegan(Body):
    """Somebody knows something first hand."""

    line = "knows first hand: {text}"
    piece: int
    text: str


class NewsHeard(Body):
    """A piece of news and its source, for its new hearer."""

    understood = True
    line = "hears from {source}: {text}"
    piece: int
    text: str
    source: str


class NewsTold(Body):
    """A piece of news told, for the teller and all hearers."""

    line = "tells {to} a piece of news"
    understood = True
    piece: int
    to: tuple[str, ...]


BODIES = events_in(__name__)
