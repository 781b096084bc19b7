"""The drawn part of a village at the playhead, as the perspective knows it."""

from collections.abc import Sequence
from functools import cached_property

from core.engine.events import Event, Said
from scenes.village.events import Walked
from scenes.village.observation import Villager, VillageSeen
from scenes.village.scene import VillageScene
from scenes.village.terrain import Spot
from scenes.village.wording import people
from tui.log_view import LogView

FRESH = 60
"""Minutes for which it is remembered on the map where somebody was seen."""


class Look:
    """All that follows from one observation and the step under the playhead."""

    def __init__(self, view: LogView, chosen: str) -> None:
        scene = view.scene
        assert isinstance(scene, VillageScene)
        self.scene = scene
        self.view = view
        self.seen: VillageSeen = scene.observe(view.eyes)
        self.whose = view.eyes or chosen
        """Villager whose card is shown."""

    @property
    def villager(self) -> Villager:
        """All of whoever's card is shown."""
        return self.seen.people[self.whose]

    @cached_property
    def people(self) -> dict[str, Spot]:
        return people(self.seen)

    @cached_property
    def remembered(self) -> dict[str, Spot]:
        """Last sightings of people who are out of sight."""
        if not self.view.eyes:
            return {}
        sights = self.seen.me.sights
        return {n: s.at for n, s in sights.items() if not s.near and self.seen.now - s.minute <= FRESH}

    def asleep(self, name: str) -> bool:
        if name in self.seen.people:
            return self.seen.people[name].asleep
        return self.seen.me.sights[name].asleep

    @cached_property
    def _turn(self) -> Sequence[Event]:
        """Events of the playhead's turn that the eyes may see."""
        events, n = self.view.events, self.view.n
        start = n
        while start and events[start - 1].turn == self.view.turn:
            start -= 1
        return [event for event in events[start:n] if self.view.may_see(event)]

    @cached_property
    def speech(self) -> Event | None:
        """Last speech of this turn."""
        return next((event for event in reversed(self._turn) if isinstance(event.data, Said)), None)

    @property
    def trail(self) -> tuple[Spot, ...]:
        """The way that somebody walked in this turn."""
        return next((event.data.path for event in reversed(self._turn) if isinstance(event.data, Walked)), ())

    @cached_property
    def hears(self) -> frozenset[str]:
        """Listeners of the last speech."""
        told = self.speech
        return frozenset(told.audience or ()) - {told.agent} if told else frozenset()
