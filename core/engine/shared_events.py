"""The kinds of events that every scene has."""

from core.engine import events, reading_events
from core.engine.events import (
    Acted,
    Asked,
    Body,
    Defaulted,
    Forgotten,
    ModelFailed,
    NotDone,
    Noted,
    Overtaken,
    Planned,
    Prompted,
    Thought,
    ToolResult,
    Withheld,
    events_in,
)

SHARED = tuple(each for each in events_in(events.__name__, reading_events.__name__) if each not in (Body, NotDone))
"""Event classes that every scene has."""
PERSONAL = (
    *(Thought, Planned, Noted, Prompted, Asked, ToolResult),
    *(Acted, Overtaken, Defaulted, ModelFailed, Withheld, Forgotten),
)
"""Event classes that always have an agent."""
