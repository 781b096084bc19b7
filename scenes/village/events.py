"""What happens in a village. Others' events are for those who see or hear them: names, judged as they happen."""

from typing import ClassVar

from core.engine.events import Body
from scenes.village.needs import Need
from scenes.village.terrain import Place, Spot


class Founded(Body, frozen=True):
    """The map, and with it where everybody lives: their own house is where they begin."""

    kind: ClassVar[str] = "founded"
    rows: tuple[str, ...]
    places: tuple[Place, ...]

    def sentence(self) -> str:
        return f"a village of {len(self.places)} places: {', '.join(place.name for place in self.places)}"


class Walked(Body, frozen=True):
    """For whoever walks: the way, both ends included, and what it cost in points of energy."""

    kind: ClassVar[str] = "walked"
    path: tuple[Spot, ...]
    to: str
    energy: int

    def sentence(self) -> str:
        return f"walks to {self.to}"


class Came(Body, frozen=True):
    """For those who are near where somebody stops."""

    kind: ClassVar[str] = "came"
    at: Spot
    to: str

    def sentence(self) -> str:
        return f"comes to {self.to}"


class Left(Body, frozen=True):
    """For those who are near where somebody was."""

    kind: ClassVar[str] = "left"

    def sentence(self) -> str:
        return "goes away"


class Met(Body, frozen=True):
    """For whoever has come, or has woken up: who is near, and which of them sleep."""

    kind: ClassVar[str] = "met"
    near: dict[str, Spot]
    asleep: tuple[str, ...] = ()

    def sentence(self) -> str:
        return f"is near {', '.join(self.near)}" if self.near else "is near nobody"


class LookedAround(Body, frozen=True):
    """For whoever looks: places with how far they are, and people with where."""

    kind: ClassVar[str] = "looked_around"
    places: dict[str, int]
    people: dict[str, Spot]
    asleep: tuple[str, ...] = ()

    def sentence(self) -> str:
        places = ", ".join(f"{name} ({far})" for name, far in self.places.items())
        people = ", ".join(f"{name} at {x} {y}" for name, (x, y) in self.people.items())
        return f"looks around: {places or 'no places'}; {people or 'nobody'}"


class Gathered(Body, frozen=True):
    """`amount` is 0 where nothing is left; `energy` in points."""

    kind: ClassVar[str] = "gathered"
    what: str
    amount: int
    energy: int

    def sentence(self) -> str:
        return f"gathers {self.amount} {self.what}" if self.amount else f"finds no {self.what} left"


class Rested(Body, frozen=True):
    """`energy` in points."""

    kind: ClassVar[str] = "rested"
    energy: int

    def sentence(self) -> str:
        return "rests"


class Ate(Body, frozen=True):
    """A meal, or one of what is carried (`carried`); `hunger` in points."""

    kind: ClassVar[str] = "ate"
    what: str
    hunger: int
    carried: bool

    def sentence(self) -> str:
        return f"eats {self.what}"


class FellAsleep(Body, frozen=True, omit_defaults=True):
    """Until so many minutes after the first midnight; `collapsed`, having had no energy left."""

    kind: ClassVar[str] = "fell_asleep"
    until: int
    collapsed: bool = False

    def sentence(self) -> str:
        return "collapses, and sleeps" if self.collapsed else "falls asleep"


class Woke(Body, frozen=True):
    kind: ClassVar[str] = "woke"

    def sentence(self) -> str:
        return "wakes up"


class Warned(Body, frozen=True):
    kind: ClassVar[str] = "warned"
    need: Need

    def sentence(self) -> str:
        return "is hungry" if self.need == "hunger" else "is tired"


class NewsBegan(Body, frozen=True):
    """Somebody knows something first hand."""

    kind: ClassVar[str] = "news_began"
    piece: int
    text: str

    def sentence(self) -> str:
        return f"knows first hand: {self.text}"


class NewsHeard(Body, frozen=True):
    """For whoever comes to know a piece of news: from whom."""

    kind: ClassVar[str] = "news_heard"
    piece: int
    text: str
    source: str

    def sentence(self) -> str:
        return f"hears from {self.source}: {self.text}"


class NewsTold(Body, frozen=True):
    """For whoever tells a piece of news, and all who heard it, new to them or not."""

    kind: ClassVar[str] = "news_told"
    piece: int
    to: tuple[str, ...]

    def sentence(self) -> str:
        return f"tells {', '.join(self.to)} a piece of news"


BODIES = (
    Founded,
    Walked,
    Came,
    Left,
    Met,
    LookedAround,
    Gathered,
    Rested,
    Ate,
    FellAsleep,
    Woke,
    Warned,
    NewsBegan,
    NewsHeard,
    NewsTold,
)
