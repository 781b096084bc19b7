"""How a network begins: who the accounts are, and who follows whom."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from core.chance import Chance
from core.events import Event
from scenes.feed.behavior import ARCS
from scenes.feed.events import Founded, Opened, Profiled

if TYPE_CHECKING:
    from scenes.feed.scene import FeedScene


def open_network(scene: "FeedScene", chance: Chance) -> Iterator[Event]:
    """A crowd is drawn where the event is applied: written down it would be longer than a line can be."""
    letters: dict[str, tuple[str, str, str]] = {letter: arc.move for letter, arc in ARCS.items()}
    if scene.config.is_crowd:
        yield Event.of(Founded(chance.seed, scene.config.agents, letters))
        return
    from scenes.feed.founding import found  # numpy is loaded when somebody plays

    founding = found(scene.config, chance.seed)
    nobody = [""] * scene.config.newcomers
    yield Event.of(Opened((*founding.kinds, *nobody), (*founding.links, *(() for _ in nobody)), letters))
    for number, name in enumerate(scene.handles[: scene.config.agents]):
        yield Event.of(Profiled(founding.profile(number, scene.society)), name, (name,))
