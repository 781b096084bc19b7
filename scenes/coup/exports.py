"""Exports of recordings: a transcript, and the tables."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.engine.casting import scene_after
from core.engine.events import Defaulted, Event, Planned, Said, Thought
from core.recording.header import Header
from scenes.coup.events import PUBLIC_EVENTS, NoteAdded, NoteDeleted, Verified
from scenes.coup.tables import TABLES
from scenes.coup.wording import turns

END_EVENTS = ('."', '!"', '?"')
PRIVATE_EVENTS = (Thought, Planned, Verified, NoteAdded, NoteDeleted, Defaulted)


def transcript(header: Header, events: Sequence[Event]) -> str:
    """Write the game turn by turn.

    It contains all public events with the truth of each claim. Players' private thoughts, plans and notes are indented,
    above the event that follows them in the log.
    """
    scene: Any = scene_after(header, events)
    public = [event for event in events if isinstance(event.data, (*PUBLIC_EVENTS, Said)) and event.audience is None]
    truth = {claim.n: " (true)" if claim.true else " (a bluff)" for claim in scene.claims}
    cast = ", ".join(f"{name}: {policy}" for name, policy in header.cast.items())
    lines = [f"Coup, seed {header.seed}. {cast}"]
    minds = [event for event in events if isinstance(event.data, PRIVATE_EVENTS)]
    for turn in turns(scene.history):
        lines.append("")
        lead = f"{turn.action:>3}  " if turn.action else " " * 5
        for at, text in turn.sentences:
            while minds and minds[0].n < public[at].n:
                lines.append(f"{'':9}{_private_text(minds.pop(0))}")
            line = f"{text[0].upper()}{text[1:]}{truth.get(public[at].n, '')}"
            lines.append(f"{lead}{line}{'' if line.endswith(END_EVENTS) else '.'}")
            lead = " " * 5
    lines += [f"{'':9}{_private_text(event)}" for event in minds]
    return "\n".join([*lines, "", scene.board()])


def _private_text(event: Event) -> str:
    """Return a player's private text from an event."""
    return f"[{event.agent}] {event.data.sentence()}"


EXPORTS: Mapping[str, Callable[[Header, Sequence[Event]], str]] = {
    "text": transcript,
    **{name: table.csv for name, table in TABLES.items()},
}
