"""Events of a village. Villagers receive those that they see or hear at that moment."""

from core.engine.events import Body, events_in
from core.social.aims import AimSettled
from scenes.village.aim_texts import announced
from scenes.village.aims import Aim, Occasion
from scenes.village.opinions import WORDS
from scenes.village.terrain import Place, Spot
from scenes.village.villagers import Need


class Founded(Body):
    """The map. Each villager begins in its own house."""

    rows: tuple[str, ...]
    places: tuple[Place, ...]

    def sentence(self) -> str:
        return f"a village of {len(self.places)} places: {', '.join(place.name for place in self.places)}"


class Walked(Body):
    """A walk, seen by the walker: the path with both ends, and its cost in points of energy."""

    line = "walks to {to}"
    path: tuple[Spot, ...]
    to: str
    energy: int


class Came(Body):
    """An arrival, seen by villagers near the destination."""

    line = "comes to {to}"
    at: Spot
    to: str


class Left(Body):
    """A departure, seen by villagers near the start."""

    line = "goes away"


class Met(Body):
    """The villagers nearby and the sleepers among them, after an arrival or on waking up."""

    near: dict[str, Spot]
    asleep: tuple[str, ...] = ()

    def sentence(self) -> str:
        return f"is near {', '.join(self.near)}" if self.near else "is near nobody"


class LookedAround(Body):
    """A villager's view: places with distances, and people with positions."""

    places: dict[str, int]
    people: dict[str, Spot]
    asleep: tuple[str, ...] = ()

    def sentence(self) -> str:
        places = ", ".join(f"{name} ({far})" for name, far in self.places.items())
        people = ", ".join(f"{name} at {x} {y}" for name, (x, y) in self.people.items())
        return f"looks around: {places or 'no places'}; {people or 'nobody'}"


class Gathered(Body):
    """Goods were gathered; `amount` is 0 if nothing is left, `energy` is in points."""

    what: str
    amount: int
    energy: int

    def sentence(self) -> str:
        return f"gathers {self.amount} {self.what}" if self.amount else f"finds no {self.what} left"


class Rested(Body):
    """A rest; `energy` is in points."""

    line = "rests"
    energy: int


class Ate(Body):
    """A meal, or one item that was carried (`carried`); `hunger` is in points."""

    line = "eats {what}"
    what: str
    hunger: int
    carried: bool


class FellAsleep(Body, omit_defaults=True):
    """A villager falls asleep until this minute after the first midnight; `collapsed` if it had no energy left."""

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


class NewsBegan(Body, omit_defaults=True):
    """Somebody learns a piece of news first hand; `about` names the matter on which it is a clue, or a table."""

    line = "knows first hand: {text}"
    piece: int
    text: str
    about: str = ""


class NewsHeard(Body, omit_defaults=True):
    """A piece of news and its source, seen by its new hearer; `about` as in NewsBegan."""

    understood = True
    line = "hears from {source}: {text}"
    piece: int
    text: str
    source: str
    about: str = ""


class NewsTold(Body):
    """A piece of news was told; seen by the teller and all hearers."""

    line = "tells {to} a piece of news"
    understood = True
    piece: int
    to: tuple[str, ...]


class MatterBegan(Body):
    """A deed becomes known, but not who did it; `about` names the matter in talk."""

    line = "somebody {deed}"
    about: str
    deed: str


class AimSet(Body):
    """A villager has a new aim; only this villager sees it."""

    aim: Aim

    def sentence(self) -> str:
        return "has a new aim"


class OccasionSet(Body):
    """The event of a new day, known to everybody."""

    occasion: Occasion

    def sentence(self) -> str:
        return f"today: {announced(self.occasion)}"


class Gave(Body):
    line = "gives {to} {amount} {goods}"
    to: str
    goods: str
    amount: int


class Accused(Body):
    """A villager names the culprit of a matter aloud; all within earshot learn if that is true."""

    suspect: str
    deed: str
    right: bool

    def sentence(self) -> str:
        end = "rightly" if self.right else "wrongly"
        return f"{end} says that {self.suspect} {self.deed}"


class Promised(Body):
    """A villager promises another one, on request, to say nothing about a matter."""

    understood = True
    line = "promises {to} to say nothing about the {about}"
    to: str
    about: str


class OpinionMoved(Body):
    """A villager's opinion of another one changes; both see it. `why` is a key of opinions.CHANGES."""

    of: str
    why: str
    change: int

    def sentence(self) -> str:
        better = "better" if self.change > 0 else "worse"
        return f"thinks {better} of {self.of}: {WORDS['why'][self.why]}"


class DayEnded(Body):
    """The end of a day: for its villager, subjects of news that it has not heard, with the number who know each."""

    day: int
    unheard: dict[str, int]

    def sentence(self) -> str:
        return f"day {self.day} is over"


BODIES: tuple[type[Body], ...] = (*events_in(__name__), AimSettled)
