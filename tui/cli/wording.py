"""Texts for casts, events, results and figures, and a whole game as text."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from core.engine.casting import scene_after
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
    Said,
    Thought,
    TurnEnded,
)
from core.engine.model_tally import Tally
from core.recording.header import Header
from core.social.events import TurnTaken
from core.text import one_line

CROWD = 12
"""Largest number of seats of which a cast is written in full."""


def cast_text(cast: Mapping[str, str]) -> str:
    """Write the cast on one line. A large cast is written by policy: up to three names, or the number of seats."""
    if len(cast) <= CROWD:
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
    return one_line(f"{end.reason}: " + ", ".join(f"{key} {shown(value)}" for key, value in values.items()))


def model_problems(models: Mapping[str, Tally]) -> list[str]:
    """Write the problems of models, one line for each policy that had any."""
    mostly = "mostly fell back, so results say little about it: "
    counts = [(policy, tally.fell_back, tally.words()) for policy, tally in models.items()]
    return [one_line(f"{policy} {mostly if fell_back else ''}{words}") for policy, fell_back, words in counts if words]


def shown(value: Any) -> str:
    """Write a value for people: yes and no, - for None."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else "-" if value is None else str(value)


def spread(value: Any) -> str:
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
        return ", ".join(f"{key} {spread(each)}" for key, each in value.items())
    return shown(value)


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
"""Events about the run itself, which a transcript leaves out."""
ENDS = tuple(".!?…\"”'")


def transcript(header: Header, events: Sequence[Event]) -> str:
    """Write the events of each turn, then the last board and the result.

    Events with a limited audience are indented, with its names in brackets.
    """
    lines, scene = [heading(header)], scene_after(header, events)
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
