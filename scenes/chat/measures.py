"""Meaning of the chat's metrics."""

from core.engine.measures import Measure

MEASURES = {
    "messages": Measure("messages of all agents", "messages"),
    "silent": Measure("agents that said nothing", "agents"),
}
