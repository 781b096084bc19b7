"""Texts for casts, events, results and figures."""

from collections.abc import Mapping
from typing import Any

from core.engine.events import Event, RunEnded, Said, Thought
from core.engine.model_tally import Tally
from core.recording.header import Header
from core.text import one_line

MAX_LISTED_SEATS = 12
"""Largest number of seats for which a cast is written in full."""


def cast_text(cast: Mapping[str, str]) -> str:
    """Write the cast on one line. A large cast is written by policy: up to three names, or the number of seats."""
    if len(cast) <= MAX_LISTED_SEATS:
        return ", ".join(f"{name}={policy}" for name, policy in cast.items())
    seats: dict[str, list[str]] = {}
    for name, policy in cast.items():
        seats.setdefault(policy, []).append(name)
    return ", ".join(f"{' '.join(n) if len(n) <= 3 else len(n)}={policy}" for policy, n in seats.items())


def heading(header: Header) -> str:
    """Write scene, seed and cast on one line."""
    return one_line(f"{header.scene} · {header.origin} · {cast_text(header.cast)}")


def event_row(event: Event) -> str:
    """Write an event on one line with its number, turn and agent."""
    return f"{event.n:5} t{event.turn:<4} {event.agent:<4} {event_text(event)}"


def event_text(event: Event) -> str:
    """Write an event on one line, marked as speech or thought."""
    sentence = one_line(event.data.sentence())
    match event.data:
        case Said(to=to):
            return f"says {sentence}" if to else f"says: {sentence}"
        case Thought():
            return f"thinks: {sentence}"
        case _:
            return sentence


def describe_result(end: RunEnded) -> str:
    """Write why a game ended, its winners, metrics and scores, on one line."""
    wins = {"wins": ", ".join(end.winners)} if end.winners else {}
    scores = {f"score of {name}": score for name, score in end.scores.items()}
    values = {**wins, **end.result, **scores}
    return one_line(f"{end.reason}: " + ", ".join(f"{key} {value_text(value)}" for key, value in values.items()))


def model_problems(models: Mapping[str, Tally]) -> list[str]:
    """Write the problems of models, one line for each policy that had any."""
    mostly = "mostly fell back, so results say little about it: "
    counts = [(policy, tally.fell_back, tally.words()) for policy, tally in models.items()]
    return [one_line(f"{policy} {mostly if fell_back else ''}{words}") for policy, fell_back, words in counts if words]


def value_text(value: Any) -> str:
    """Format a value for people: yes or no for a bool, - for None."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else "-" if value is None else str(value)


def figure_text(value: Any) -> str:
    """Write a figure of a batch: a share with its interval, mean ± standard error and range, or counts."""
    if isinstance(value, dict) and "yes" in value:
        ends = "" if value["low"] is None else f" [{100 * value['low']:.0f}, {100 * value['high']:.0f}]"
        return f"{100 * value['mean']:.0f} %{ends}   ({value['yes']} of {value['of']})"
    if isinstance(value, dict) and "mean" in value:
        if value["se"] is None:
            seeds = value["seeds"]
            return f"{value['mean']:.3f}   ({f'alike in all {seeds} seeds' if seeds > 1 else 'one seed'})"
        return f"{value['mean']:.3f} ± {value['se']:.3f}   ({value['min']:g} to {value['max']:g})"
    if isinstance(value, dict):
        return ", ".join(f"{key} {figure_text(each)}" for key, each in value.items())
    return value_text(value)
