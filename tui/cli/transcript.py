"""A game as text, turn by turn: the export format `text` of every scene without one of its own."""

from collections.abc import Sequence
from itertools import groupby

from core.engine.casting import set_up
from core.engine.events import (
    Acted,
    Asked,
    Body,
    Event,
    GroupEnded,
    GroupStarted,
    Prompted,
    RunEnded,
    RunStarted,
    TurnEnded,
)
from core.recording.header import Header
from core.social.events import TurnTaken
from tui.cli.wording import describe_result, event_text, heading

LEFT_OUT: tuple[type[Body], ...] = (
    Acted,
    Asked,
    GroupEnded,
    GroupStarted,
    Prompted,
    RunEnded,
    RunStarted,
    TurnEnded,
    TurnTaken,
)
"""Events about the run itself, not about the game."""
ENDS = tuple(".!?…\"”'")


def transcript(header: Header, events: Sequence[Event]) -> str:
    """Write the events of each turn, then the last board and the result.

    Events with an audience are indented, after its names in brackets.
    """
    scene, _ = set_up(header)
    lines = [heading(header)]
    for event in events:
        scene.apply(event)
    for turn, happened in groupby(events, key=lambda event: event.turn):
        rows = [_row(event) for event in happened if not isinstance(event.data, LEFT_OUT)]
        if rows:
            lines += ["", *(f"{turn or '' if i == 0 else '':>4}  {row}".rstrip() for i, row in enumerate(rows))]
    end = [describe_result(event.data) for event in events[-1:] if isinstance(event.data, RunEnded)]
    return "\n".join([*lines, "", scene.board(), *end])


def _row(event: Event) -> str:
    text = f"{event.agent} {event_text(event)}" if event.agent else event_text(event)
    text = f"{text[:1].upper()}{text[1:]}{'' if text.endswith(ENDS) else '.'}"
    if event.audience is None:
        return text
    names = event.audience if isinstance(event.audience, str) else ", ".join(event.audience) or "nobody"
    return f"    [{names}] {text}"
