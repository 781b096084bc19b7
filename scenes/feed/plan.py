"""Interventions in a running network, and plans of them in a config."""

from core.text import one_line

FORMS = {
    "inject": "inject NAME [TOPIC:] WORDS",
    "boost": "boost NAME|TOPIC FACTOR",
    "mute": "mute NAME|TOPIC",
    "threshold": "threshold NAME HEAT",
    "timeout": "timeout NAME TICKS",
    "add": "add [ARCHETYPE]",
}
"""Commands, by their first word."""


def is_intervention(text: str) -> bool:
    return one_line(text).partition(" ")[0].lower() in FORMS


def read_plan(text: str) -> dict[int, list[str]]:
    """Read interventions by tick, from "40 mute mira_k; 60 boost energy 3". Raises ValueError."""
    plan: dict[int, list[str]] = {}
    for part in filter(None, map(str.strip, text.split(";"))):
        tick, _, command = one_line(part).partition(" ")
        digits = tick.removeprefix("t")
        if not (digits.isascii() and digits.isdigit() and int(digits[:9]) > 0):
            raise ValueError(f"{part[:60]!r} begins with no tick; write for example 40 mute food; 60 boost food 3")
        if not is_intervention(command):
            raise ValueError(f"{command[:60]!r} is no intervention; known: {', '.join(FORMS)}")
        plan.setdefault(int(digits[:9]), []).append(command)
    return plan
