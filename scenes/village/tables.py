"""The table of news in a village: who heard what from whom."""

from collections.abc import Iterable, Iterator
from typing import Any

from core.engine.casting import scene_after
from core.engine.events import Event
from core.recording.header import Header
from core.tables import Column, EventTable


def _news(header: Header, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    scene: Any = scene_after(header, events)
    for piece, text in scene.pieces.items():
        for branch in scene.tree(piece):
            yield {
                "piece": piece,
                "text": text,
                "villager": branch.name,
                "policy": header.cast[branch.name],
                "source": branch.source,
                "hops": branch.hops,
                "minute": branch.minute,
            }


TABLES = {
    "news": EventTable(
        "a villager that knows a piece of news",
        {
            "piece": Column(int, "number of the piece"),
            "text": Column(str, "the piece of news"),
            "villager": Column(str, "villager that knows it"),
            "policy": Column(str, "policy of the villager"),
            "source": Column(str, "villager that told it; empty if known first hand"),
            "hops": Column(int, "tellings since the first source"),
            "minute": Column(int, "minutes of the village since the first midnight"),
        },
        _news,
    )
}
