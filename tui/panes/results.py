"""The result of a finished run: winners, points and metrics."""

from collections.abc import Iterable, Sequence

from core.engine.config import RESUMABLE
from core.engine.events import RunEnded
from tui.glyphs import cells
from tui.log_view import LogView
from tui.outcome import MAX_NAMED_WINNERS, join_names, outcome
from tui.panes.drawing import in_columns, paragraph, short_policy
from tui.styles import Line, Span, fit, pad, width_of

MAX_SMALL_TABLE, ENTRY_WIDTH = 12, 36
"""Maximum seats of a small table; cells of an entry in columns."""


def headline(view: LogView) -> str:
    """Write the result of a finished run by its winners or points, for any scene."""
    assert view.ended is not None
    words = outcome(view.ended.reason, view.ended.winners, view.ended.scores, view.person)
    if view.ended.reason in RESUMABLE:
        return f"The game is not over: {words}"
    return words[:1].upper() + words[1:]


def called(view: LogView, name: str) -> str:
    """Return "you" for the person, else the name."""
    return "you" if name == view.person else name


def company(view: LogView, names: Sequence[str]) -> str:
    """Join the names of players, the person first: "You, Bob and Cat"."""
    others = [name for name in names if name != view.person]
    if len(others) == len(names):
        return join_names(names)
    return join_names(
        ["You", *(others if len(others) <= MAX_NAMED_WINNERS else [f"{len(others)} others"])], MAX_NAMED_WINNERS + 1
    )


def metric_texts(ended: RunEnded, names: Iterable[str]) -> list[str]:
    """Write each named metric that the run has."""
    return [f"{name.replace('_', ' ')} {_value(ended.result[name])}" for name in names if name in ended.result]


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, int | float) else str(value)


def lines(view: LogView, names: Iterable[str], width: int) -> list[Line]:
    """Draw the named metrics, and the table of results."""
    if view.ended is None:
        return []
    table = _table(view, view.ended, width)
    metrics = metric_texts(view.ended, names)
    return [(), *(paragraph(" · ".join(metrics), width, indent=3) if metrics else []), *table]


def _table(view: LogView, ended: RunEnded, width: int) -> list[Line]:
    """Draw the seats that have points, best first; without points, all seats of a small game with winners."""
    cast, scores = view.header.cast, ended.scores
    few = list(cast) if ended.winners and len(cast) <= MAX_SMALL_TABLE else []
    names = sorted(scores or few, key=lambda name: (-scores.get(name, 0), name not in ended.winners))
    return entry_columns([_result(view, ended, name) for name in names], width)


def entry_columns(entries: Sequence[Line], width: int) -> list[Line]:
    """Draw entries below each other, or in columns if there are many."""
    wide = max([min(ENTRY_WIDTH, width // 2), *(width_of(each) + 1 for each in entries)])
    count = 1 if len(entries) <= MAX_SMALL_TABLE // 2 else max(1, width // wide)
    if count == 1:
        return list(entries)
    return in_columns([fit(each, wide) for each in entries], count)


def row_start(view: LogView, name: str, mark: Span = ("", ""), among: Iterable[str] = ()) -> Line:
    """Draw the start of a seat's row: sign, name, and policy.

    Args:
        view: The log.
        name: The seat.
        mark: A sign before the name.
        among: Names that determine the column's width; the whole cast if empty.
    """
    size = min(12, max(map(cells, among or view.header.cast)))
    return ((f"   {mark[0] or ' '} ", mark[1]), (f"{pad(name, size)} ", "fg"), (f"{played_by(view, name)} ", "mid"))


def played_by(view: LogView, name: str) -> str:
    """Return the policy of a seat, "you" for the person; padded to the longest in the cast, up to ten cells."""
    players = {
        each: "you" if each == view.person else short_policy(policy) for each, policy in view.header.cast.items()
    }
    return pad(players[name], min(10, max(map(cells, players.values()))))


def winner_sign(view: LogView, name: str) -> Span:
    """Return the sign of a winner; empty for others."""
    return ("✓", "good") if view.ended is not None and name in view.ended.winners else ("", "")


def _result(view: LogView, ended: RunEnded, name: str) -> Line:
    size = max((len(f"{score:g}") for score in ended.scores.values()), default=0)
    points = f" {f'{ended.scores[name]:g}' if name in ended.scores else '':>{size}}" if size else ""
    sign, _, who = row_start(view, name, winner_sign(view, name))
    seat = (pad(name, 12), "bold hi" if name in ended.winners else "fg")
    return (sign, seat, (points, "bold hi"), (f"  {who[0].rstrip()}", "mid"))
