"""Casts, results and figures in words."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from core.engine.events import Said, Thought
from core.text import one_line

if TYPE_CHECKING:
    from core.engine.events import Event, RunEnded
    from core.engine.model_tally import Tally
    from core.recording.header import Header

CROWD = 12
"""Seats from which on a cast is told by numbers."""


def who_plays(cast: Mapping[str, str]) -> str:
    """Write the cast in a line; of a crowd, how many play by each policy, and by name who plays as few do."""
    if len(cast) <= CROWD:
        return ", ".join(f"{name}={policy}" for name, policy in cast.items())
    seats: dict[str, list[str]] = {}
    for name, policy in cast.items():
        seats.setdefault(policy, []).append(name)
    return ", ".join(f"{' '.join(n) if len(n) <= 3 else len(n)}={policy}" for policy, n in seats.items())


def heading(header: "Header") -> str:
    """Write which game it is, and who plays."""
    return one_line(f"{header.scene} · seed {header.seed} · {who_plays(header.cast)}")


def event_row(event: "Event") -> str:
    """Write an event in a row."""
    return f"{event.n:5} t{event.turn:<4} {event.agent:<4} {deed(event)}"


def deed(event: "Event") -> str:
    """Write what an agent does in an event, on one line, so that what is said and what is thought can be told apart."""
    told = one_line(event.data.sentence())
    match event.data:
        case Said(to=to):
            return f"says {told}" if to else f"says: {told}"
        case Thought():
            return f"thinks: {told}"
        case _:
            return told


def describe_result(end: "RunEnded") -> str:
    """Write why a game was over, who won, its metrics and scores, in a line."""
    wins = {"wins": ", ".join(end.winners)} if end.winners else {}
    scores = {f"score of {name}": score for name, score in end.scores.items()}
    told = {**wins, **end.result, **scores}
    return one_line(f"{end.reason}: " + ", ".join(f"{key} {shown(value)}" for key, value in told.items()))


def troubles(models: Mapping[str, "Tally"]) -> list[str]:
    """Write what went wrong with models, a line for each policy with which something did."""
    mostly = "mostly fell back, so that this says little of it: "
    told = [(policy, tally.fell_back, tally.words()) for policy, tally in models.items()]
    return [one_line(f"{policy} {mostly if fell_back else ''}{words}") for policy, fell_back, words in told if words]


def shown(value: Any) -> str:
    """Write a value as people read it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else "-" if value is None else str(value)


def spread(value: Any) -> str:
    """Write a figure of a batch: a share with its interval; mean ± standard error, and range; or a count of words."""
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
