"""Opening of a network: its accounts and follows."""

from collections.abc import Iterator

from core.engine.chance import Chance
from core.engine.events import Event
from scenes.feed.behavior import ARCS
from scenes.feed.events import Founded, Opened, Profiled
from scenes.feed.world import World


def open_network(world: World, chance: Chance) -> Iterator[Event]:
    """Yield the opening events.

    A crowd is drawn where the event is applied, since it would exceed the length of a line.
    """
    letters: dict[str, tuple[str, str, str]] = {letter: arc.move for letter, arc in ARCS.items()}
    if world.config.is_crowd:
        yield Founded(chance.seed, world.config.agents, letters).by()
        return
    from scenes.feed.founding import found  # numpy is loaded when somebody plays

    founding = found(world.config, chance.seed)
    nobody = [""] * world.config.newcomers
    yield Opened((*founding.kinds, *nobody), (*founding.links, *(() for _ in nobody)), letters).by()
    for number, name in enumerate(world.handles[: world.config.agents]):
        yield Profiled(founding.profile(number, world.society)).by(name, to=(name,))
