"""What a recording of this scene can be made into: `playbill export FILE --to …`."""

from collections.abc import Callable, Mapping, Sequence

from core.events import Event
from core.header import Header


def solve(header: Header, events: Sequence[Event]) -> str:
    """Its problem solved by every algorithm. Only this needs numpy."""
    from scenes.coloring.dcop.comparison import compare

    return compare(header, events)


EXPORTS: Mapping[str, Callable[[Header, Sequence[Event]], str]] = {"solve": solve}
