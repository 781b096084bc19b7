"""The agents of the coloring stage in a row: who is satisfied, for how long each thinks, and what was wrong."""

from bisect import bisect_right

from scenes.coloring.problem.penalty import FLIPS, flips
from tui.glyphs import cells
from tui.log_view import LogView
from tui.panes.coloring.ledger import Ledger, latest
from tui.panes.kit import seated
from tui.styles import Line, Span, clip, fit, width_of

FLAGS = 10
"""Own turns of satisfaction history beside a name."""


def paint(view: LogView, ledger: Ledger, width: int) -> Line:
    """Everybody has a place, so that what comes and goes beside one name moves no other."""
    names = view.header.cast
    share = (width - 1) // len(names)
    parts = (span for name in names for span in fit(_agent(view, ledger, name, share - 1), share))
    return fit(((" ", ""), *parts), width)


def heading(view: LogView, ledger: Ledger, name: str, width: int) -> Line:
    """An agent's name, policy, flag and history over its part of the side column."""
    policy = f" {seated(view.header.cast[name])}  "
    head: Line = (("─ ", "line"), (name, "bold hi"), (policy, "mid"), _flag(view, ledger, name), (" ", ""))
    tail: Line = ((" ", ""), *_history(view, ledger, name), (" ──", "line"))
    return (*head, ("─" * max(0, width - width_of(head) - width_of(tail)), "line"), *tail)


def _agent(view: LogView, ledger: Ledger, name: str, room: int) -> Line:
    """A note takes the room of the history, then that of the policy, and then is cut."""
    if name == view.seat:
        deciding = name in view.waiting and view.at_now
        mark = ("●", "accent") if deciding else _flag(view, ledger, name)
        line: Line = (mark, (" ", ""), (name, "bold accent"))
        for word, style in (("you", "accent"), *((("to move", "mid"),) if deciding else ())):
            if width_of(line) + 1 + len(word) <= room:
                line = (*line, (f" {word}", style))
        return line
    note, style = _note(view, ledger, name)
    head: Line = (_flag(view, ledger, name), (" ", ""), (name, "bold hi"), (" ", ""))
    policy = f"{seated(view.header.cast[name])} "
    room -= width_of(head)
    if cells(policy) + cells(note) > room:
        policy = ""
        note = note.replace("says ", "", 1) if cells(note) > room else note
    room -= cells(policy) + cells(note)
    history = _history(view, ledger, name, min(FLAGS, room - 2))
    return (
        *head,
        (policy, "mid"),
        *history,
        (" " if history else "", ""),
        (clip(note, cells(note) + min(0, room)), style),
    )


def _note(view: LogView, ledger: Ledger, name: str) -> tuple[str, str]:
    """Return the note beside a name: thinking time, or the error of its last decision."""
    if name in view.waiting and view.at_now:
        return view.thinking.get(name, ""), "accent"
    if latest(ledger.fell[name], view.n, False):
        return "! default taken", "bad"
    claims = ledger.claims[name]
    for claim in reversed(claims[: bisect_right(claims, view.n, key=lambda note: note.n)]):
        if not claim.text:
            break
        if view.may_see(view.events[claim.n - 1]):
            return claim.text, "bad"
    return "", ""


def _flags(view: LogView, ledger: Ledger, name: str) -> list[bool]:
    flags = ledger.flags[name]
    return [flag for _, flag in flags[: bisect_right(flags, view.n, key=lambda item: item[0])]]


def _flag(view: LogView, ledger: Ledger, name: str) -> Span:
    past = _flags(view, ledger, name)
    if not past:
        return ("·", "dim")
    return ("✓", "good") if past[-1] else ("✗", "bad")


def _history(view: LogView, ledger: Ledger, name: str, count: int = FLAGS) -> Line:
    past = _flags(view, ledger, name)
    dots: Line = tuple(("●", "good") if flag else ("·", "dim") for flag in past[-count:] if count > 2)
    return (*dots, ("~", "accent")) if flips(past) >= FLIPS else dots
