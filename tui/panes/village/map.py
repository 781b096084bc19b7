"""The village as the perspective knows it, drawn on a grid of cells: whole if it fits, else around a villager."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from core.engine.events import Event, Said
from scenes.village.events import Walked
from scenes.village.scene import VillageScene
from scenes.village.terrain import BRIDGE, BUSH, FIELD, FLOOR, GRASS, PATH, TREES, WATER, Place, Spot, distance
from scenes.village.villagers import Villager, VillageSeen
from scenes.village.wording import people
from tui.log_view import LogView
from tui.panes.drawing import merge_spans
from tui.styles import Line, Span, clip

REMEMBERED_MINUTES = 60
"""Minutes for which the map shows a villager's last sighting."""


class Look:
    """Everything derived from one observation and the turn at the playhead."""

    def __init__(self, view: LogView, chosen: str) -> None:
        scene = view.scene
        assert isinstance(scene, VillageScene)
        self.scene = scene
        self.view = view
        self.seen: VillageSeen = scene.observe(view.perspective)
        self.shown = view.perspective or chosen
        """Villager whose card is displayed."""

    @property
    def villager(self) -> Villager:
        """Return the state of the villager whose card is displayed."""
        return self.seen.people[self.shown]

    @cached_property
    def people(self) -> dict[str, Spot]:
        return people(self.seen)

    @cached_property
    def remembered(self) -> dict[str, Spot]:
        """Tiles where people who are out of sight were seen within the last `REMEMBERED_MINUTES` minutes."""
        if not self.view.perspective:
            return {}
        sights = self.seen.me.sights
        return {n: s.at for n, s in sights.items() if not s.near and self.seen.now - s.minute <= REMEMBERED_MINUTES}

    def asleep(self, name: str) -> bool:
        if name in self.seen.people:
            return self.seen.people[name].asleep
        return self.seen.me.sights[name].asleep

    @cached_property
    def _turn(self) -> Sequence[Event]:
        """Events of the playhead's turn that the perspective may see."""
        events, n = self.view.events, self.view.n
        newest_first = (events[i - 1] for i in range(n, 0, -1))
        turn = list(takewhile(lambda event: event.turn == self.view.turn, newest_first))
        return [*filter(self.view.may_see, reversed(turn))]

    @cached_property
    def speech(self) -> Event | None:
        """Last speech of this turn, or None."""
        return next((event for event in reversed(self._turn) if isinstance(event.data, Said)), None)

    @property
    def trail(self) -> tuple[Spot, ...]:
        """Path of the last walk in this turn; empty if nobody walked."""
        return next((event.data.path for event in reversed(self._turn) if isinstance(event.data, Walked)), ())

    @cached_property
    def hears(self) -> frozenset[str]:
        """Listeners of the last speech."""
        speech = self.speech
        return frozenset(speech.audience or ()) - {speech.agent} if speech else frozenset()


MIN_TILE_WIDTH, MAX_TILE_WIDTH = 3, 8
"""Minimum and maximum cells of a tile."""
MAX_TILE_HEIGHT = 2
"""Maximum height of a tile in rows."""
GLYPHS: Mapping[str, tuple[str, str]] = {
    GRASS: (".", "grass"),
    FIELD: ('"', "field"),
    TREES: ("▲", "leaf"),
    BUSH: ("*", "grass"),
    PATH: ("░", "path"),
    BRIDGE: ("=", "path"),
    FLOOR: ("_", "roof"),
    WATER: ("~", "water"),
}
"""Sign and landscape of each kind of ground."""
DAYLIGHT, TWILIGHT, NIGHT = (2, 3, 5), (1, 2, 4), (0, 1, 3)
"""Light levels of tiles out of sight, in sight, and within earshot."""
DAWN_HOURS, DUSK_HOURS = (5, 7), (19, 21)
FULL = (PATH, WATER, BRIDGE, FLOOR)
"""Kinds of ground whose sign fills all cells of a tile; other signs are drawn once per tile."""


def light(minute: int) -> tuple[int, int, int]:
    """Return the light levels at a time of day."""
    hour = minute // 60 % 24
    if any(begins <= hour < ends for begins, ends in (DAWN_HOURS, DUSK_HOURS)):
        return TWILIGHT
    return DAYLIGHT if DAWN_HOURS[1] <= hour < DUSK_HOURS[0] else NIGHT


class Aim(NamedTuple):
    """The person's next destination: the chosen place, and the path to it."""

    place: str = ""
    way: tuple[Spot, ...] = ()


class Window(NamedTuple):
    """The visible part of the map: its first tile, tiles across and down, and its columns and rows on the screen.

    Columns and rows of the screen are divided among the tiles as evenly as possible.
    """

    x: int
    y: int
    across: int
    down: int
    columns: int
    rows: int

    def shows(self, spot: Spot) -> bool:
        return self.x <= spot[0] < self.x + self.across and self.y <= spot[1] < self.y + self.down

    def tile_at(self, x: int, y: int) -> Spot:
        """Return the tile at a cell of the board."""
        return self.x + (x * self.across - 1) // self.columns, self.y + ((y + 1) * self.down - 1) // self.rows

    def left(self, x: int) -> int:
        """Return the first screen column of a column of tiles."""
        return (x - self.x) * self.columns // self.across

    def top(self, y: int) -> int:
        """Return the first screen row of a row of tiles."""
        return (y - self.y) * self.rows // self.down

    def cells(self, x: int) -> int:
        """Return the width of a column of tiles."""
        return self.left(x + 1) - self.left(x)


def window(size: int, center: Spot, width: int, rows: int) -> Window:
    """Choose the part that fits around a tile; what fits whole is stretched over the board."""
    across, down = min(size, (width - 1) // MIN_TILE_WIDTH), min(size, rows)
    x, y = (min(max(0, at - shown // 2), size - shown) for at, shown in zip(center, (across, down), strict=True))
    columns = min(width - 1, MAX_TILE_WIDTH * across)
    return Window(x, y, across, down, columns, min(rows, MAX_TILE_HEIGHT * size) if down == size else down)


def paint(look: Look, aim: Aim, width: int, rows: int) -> tuple[list[Line], Window]:
    """Draw the window around the villager whose card is shown."""
    frame = window(len(look.seen.ground.rows), look.people.get(look.shown, (0, 0)), width, rows)
    canvas = _Canvas(look, frame)
    for spot in aim.way or look.trail:
        canvas.write(spot, "·", "bold accent")
    for place in look.seen.ground.places:
        canvas.label(place, place.name == aim.place)
    for name, spot in look.remembered.items():
        room = frame.shows(spot) and len(name) < frame.cells(spot[0])
        canvas.write(spot, name if room else name[0], "mid", 0 if room else 1)
    for spot, names in _gathered(look).items():
        canvas.people(spot, names)
    return canvas.lines(), frame


def _gathered(look: Look) -> dict[Spot, list[str]]:
    """Group people by tile: first the villager whose card is shown, then waking ones, then sleepers."""
    order = sorted(look.people, key=lambda name: (name != look.shown, look.asleep(name)))
    tiles: dict[Spot, list[str]] = {}
    for name in order:
        tiles.setdefault(look.people[name], []).append(name)
    return tiles


class _Canvas:
    def __init__(self, look: Look, frame: Window) -> None:
        self._look = look
        self._frame = frame
        self._light = light(look.seen.now)
        self._rows = [self._ground(frame.tile_at(1, row)[1]) for row in range(frame.rows)]

    def _ground(self, y: int) -> list[Span]:
        row: list[Span] = []
        for x in range(self._frame.x, self._frame.x + self._frame.across):
            tile = self._look.seen.ground.tile((x, y))
            sign, land = GLYPHS[tile]
            level = self._level((x, y))
            style = f"{land}{level + 1} on {land}{level}"
            row += [(sign, style), *[(sign if tile in FULL else " ", style)] * (self._frame.cells(x) - 1)]
        return row

    def _level(self, spot: Spot) -> int:
        """Return the light level of a tile: by the hour, and by whether the perspective hears or sees so far."""
        look = self._look
        if not look.view.perspective:
            return self._light[2]
        steps, config = distance(look.villager.at, spot), look.scene.config
        return self._light[2 if steps <= config.earshot else 1 if steps <= config.sight else 0]

    def write(self, spot: Spot, text: str, style: str, at: int = 0, below: int = 0) -> None:
        """Write text that starts at a cell of a tile, in the tile's first row, or in its last if `below` is 1."""
        if not self._frame.shows(spot):
            return
        row = self._rows[self._frame.top(spot[1] + below) - below]
        start = self._frame.left(spot[0]) + at
        for i, letter in enumerate(text[: len(row) - start], start):
            row[i] = (letter, style + "".join(row[i][1].partition(" on ")[1:]))

    def label(self, place: Place, aimed: bool) -> None:
        """Write a place's name in the row above it; for a house, only its owner's name."""
        name = place.name.removesuffix(" house")
        text = clip(name, max(5, place.width * (self._frame.columns // self._frame.across)))
        style = "bold accent" if aimed else "fg"
        self.write((place.x, place.y - 1), f"▸{text}" if aimed else text, style, below=1)

    def people(self, spot: Spot, names: Sequence[str]) -> None:
        """Write the full name of a person who is alone on a tile, if it leaves a cell of ground free.

        Otherwise write first letters, as many as fit. Sleepers are in lower case.
        """
        for at, letters, style in self._named(names, self._frame.cells(spot[0])):
            self.write(spot, letters, style, at)

    def _named(self, names: Sequence[str], room: int) -> list[tuple[int, str, str]]:
        """Return for each name that fits the cell in the tile, the text, and the style."""
        cased = [name.lower() if self._look.asleep(name) else name for name in names]
        if len(names) == 1 and len(names[0]) < room:
            return [(0, cased[0], self._style(names[0]))]
        lead = int(len(names) < room)
        return [(lead + i, cased[i][0], self._style(name)) for i, name in enumerate(names[: room - lead])]

    def _style(self, name: str) -> str:
        look = self._look
        reverse = " reverse" if look.speech and look.speech.agent == name else ""
        if name == look.shown:
            return f"bold accent{reverse}"
        if look.asleep(name) and not reverse:
            return "mid"
        return "bold good" if name in look.hears else f"bold hi{reverse}"

    def lines(self) -> list[Line]:
        return [((" ", ""), *merge_spans(row)) for row in self._rows]
