"""Meaning of the chat's metrics."""

from math import inf

from core.engine.measures import Measure

MEASURES = {
    "messages": Measure("messages of all agents", "messages"),
    "points": Measure("points of the main player of a `starter`; below 0 for a bad deal", "points", least=-inf),
    "silent": Measure("agents that said nothing", "agents"),
}
