"""The players of Werewolf, a row each: who is alive, what they say, and how they voted."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tui.panes.werewolf.facts import Facts
from tui.styles import Line, Span, clip, fit, width_of

ROLE, ODDS, CELL, TOLD = 10, 6, 5, 20
"""Cells of the columns: a role, a chance, a vote, and at least of what somebody says."""


class Look(NamedTuple):
    """Display state beside the perspective's knowledge."""

    movers: Sequence[str]
    """Awaited players."""
    you: str
    picked: str
    """Selected player."""
    targets: Sequence[str]
    """Players that can be selected now."""
    thinking: Mapping[str, str]
    odds: bool


class Columns(NamedTuple):
    name: int
    role: int
    odds: int
    days: int
    """Votes that are drawn, the newest."""

    @property
    def lead(self) -> int:
        return 7 + self.name + self.role + self.odds


def columns(facts: Facts, look: Look, width: int, several: bool) -> Columns:
    """The votes of as many days as leave room for what is said."""
    seen = facts.seen
    name = min(12, max(map(len, seen.players))) + 1
    role = ROLE if any(facts.role(each)[0] for each in seen.players) else 0
    form = Columns(name, role, ODDS if look.odds else 0, 0)
    days = 0 if several else min(len(facts.ballots()), (width - form.lead - TOLD) // CELL)
    return form._replace(days=max(0, days))


def header(facts: Facts, form: Columns) -> Line:
    """Over the votes, what day they are of."""
    days = facts.ballots()[-form.days :] if form.days else []
    return tuple((f"{f'd{day}':<{CELL}}", "dim") for day, _ in days)


def row(facts: Facts, look: Look, form: Columns, name: str, width: int) -> Line:
    seen, alive = facts.seen, name in facts.seen.alive
    number = seen.players.index(name) + 1
    here = name == look.picked
    style = "bold accent" if name == look.you else "bold hi" if alive else "dim"
    role, tone = facts.role(name)
    lead: list[Span] = [
        (" ▸" if here else "  ", "accent"),
        (f"{number:>2} ", "accent" if name in look.targets else "dim"),
        ("● " if name in look.movers else "  " if alive else "× ", "accent" if alive else "dim"),
        *fit(((clip(name, 12), style if not here or name == look.you else "bold hi"),), form.name),
    ]
    if form.odds:
        chance = facts.chances.get(name)
        lead.append((f"{100 * min(1.0, chance):>4.0f}% " if alive and chance is not None else " " * ODDS, "mid"))
    if form.role:
        lead.append((f"{role if alive or role != 'werewolf' else 'WEREWOLF':<{ROLE}}", tone if alive else "dim"))
    votes = _votes(facts, form, name)
    room = width - form.lead - width_of(votes)
    return (*lead, *fit(_told(facts, look, name, room - 1), room), *votes)


def _told(facts: Facts, look: Look, name: str, room: int) -> Line:
    """Draw the facts behind a name, most important first, as many as fit."""
    if name not in facts.seen.alive:
        return ((facts.fate(name), "dim"),)
    parts: list[Line] = []
    if look.thinking.get(name):
        parts.append(((look.thinking[name], "accent"),))
    if name in facts.roles:
        looks = ", ".join(
            f"{target} {'wolf' if wolf else 'no wolf'}" for target, wolf in facts.looks.get(name, {}).items()
        )
        parts.append((("says ", "mid"), (facts.roles[name].replace("innocent", "no werewolf"), "fg")))
        parts += [((looks, "fg"),)] if looks else []
    if against := facts.of(name, against=True):
        parts.append((("accuses ", "mid"), (" ".join(against[:2]), "fg")))
    if by := facts.suspected_by(name):
        parts.append(((f"suspected by {len(by)}", "bold fg" if len(by) > 2 else "fg"),))
    if trusts := facts.of(name, against=False):
        parts.append((("trusts ", "mid"), (" ".join(trusts[:2]), "fg")))
    line: Line = ()
    for part in parts:
        longer: Line = (*line, *((("  ", ""),) if line else ()), *part)
        line = longer if not line or width_of(longer) <= room else line
    silent = all(told.name != name for told in facts.seen.told)
    return line or ((("quiet", "dim"),) if silent else ())


def _votes(facts: Facts, form: Columns, name: str) -> Line:
    ballots = facts.ballots()[-form.days :] if form.days else []
    return tuple(vote(facts, votes, name) for _, votes in ballots)


def vote(facts: Facts, votes: Mapping[str, str], name: str) -> Span:
    """One vote: ✓ if it is known to have been for a wolf, ✗ if for somebody else."""
    if name not in votes:
        return " " * CELL, ""
    target = votes[name]
    if not target:
        return f"{'·':<{CELL}}", "dim"
    role = facts.seen.roles.get(target, "")
    mark, style = ("✓", "good") if role == "werewolf" else ("✗", "bad") if role else (" ", "fg")
    return f"{clip(target, 3)}{mark}".ljust(CELL), style


def paint(facts: Facts, look: Look, width: int, lines: int, several: bool, gap: int) -> tuple[list[Line], Line]:
    """All players in their rows, and what stands over their votes."""
    names = facts.seen.players
    across = width // 2 if several else width
    form = columns(facts, look, across, several)
    out: list[Line] = []
    for y in range(lines):
        left = row(facts, look, form, names[y], across)
        right = row(facts, look, form, names[y + lines], across) if several and y + lines < len(names) else ()
        out += [fit((*left, *right), width), *[()] * gap]
    return out[: len(out) - gap], header(facts, form)
