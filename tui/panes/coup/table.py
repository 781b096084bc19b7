"""On the table: the claim, the steps, the answers and the odds, in as many rows as there are."""

from collections.abc import Sequence
from typing import NamedTuple

from themes.palettes import Palette
from tui.panes.coup import odds, steps
from tui.panes.coup.answers import Answer
from tui.panes.coup.facts import Facts
from tui.styles import Line, Span, fit, width_of, wrap_line

LONGEST = 24
"""Cells of an answer before its columns."""


def title(left: Line, width: int) -> Line:
    """The table's hairline, with the time that is left at its right."""
    head: Line = (("─ ", "line"), ("On the table", "bold mid"), (" ", ""))
    tail: Line = ((" ", ""), *left, (" ──", "line")) if left else ()
    return (*head, ("─" * max(0, width - width_of(head) - width_of(tail)), "line"), *tail)


class Told(NamedTuple):
    """Text for the person only."""

    menu: Sequence[Answer] = ()
    chosen: Answer | None = None
    aim: Sequence[Line] = ()
    """In place of the headline, while something is being chosen."""


def paint(
    facts: Facts, palette: Palette, look: tuple[Sequence[str], str], told: Told, with_odds: bool, room: tuple[int, int]
) -> list[Line]:
    """At most `room` (cells, rows): with blank rows between the parts, without them, or each part in one row.

    `look` is who is awaited, and who is the person.
    """
    (width, rows), (movers, you) = room, look
    menu, chosen = told.menu, told.chosen
    claim = _in(told.aim or [steps.headline(facts, you, palette)])
    told_steps = steps.stages(facts, movers, you)
    stages = _in([row for line in told_steps for row in _wrapped(line, width - 1)])
    chance = _in([(("odds  ", "dim"), *odds.summary(facts, own=True))] if with_odds and facts.doubtful else [])
    offer = _in([(("odds (o)", "dim"),)]) if facts.doubtful and not with_odds else []
    asked = _in(_rows(menu, chosen))
    for parts in ([claim, stages, asked, chance or offer], [claim, stages, asked, chance]):
        full = [part for part in parts if part]
        if sum(map(len, full)) + len(full) <= rows:
            return [line for part in full for line in ((), *part)]
    if len(claim) + len(stages) + len(asked) + len(chance) <= rows:
        return [*claim, *stages, *asked, *chance]
    flowed = _flow(menu, chosen, width)
    short = steps.one_line(facts, movers, you, width - 2)
    middle = [*_in([short] if short else told_steps), *chance]
    left = max(0, rows - len(claim) - len(flowed))
    return [*claim, *middle[max(0, len(middle) - left) :], *flowed][:rows]


def _wrapped(line: Line, width: int) -> list[Line]:
    return wrap_line(line, width) if width_of(line) > width else [line]


def _in(lines: Sequence[Line]) -> list[Line]:
    return [((" ", ""), *line) for line in lines]


def _mark(answer: Answer, chosen: Answer | None) -> tuple[Span, Span]:
    here = answer is chosen
    return ("▸" if here else " ", "accent"), (f"{answer.key} ", "bold accent")


def _rows(menu: Sequence[Answer], chosen: Answer | None) -> list[Line]:
    out: list[Line] = []
    for answer in menu:
        head: Line = (*_mark(answer, chosen), (answer.label, "bold hi" if answer is chosen else "fg"))
        wide = LONGEST if any(len(each.label) > 12 for each in menu) else 15
        columns = [fit(column, size) for column, size in zip(answer.full[:-1], _sizes(menu), strict=False)]
        spans = [span for column in columns for span in column]
        out.append((*fit(head, wide + 3), *spans, *(answer.full[-1] if answer.full else ())))
    return out


def _sizes(menu: Sequence[Answer]) -> list[int]:
    """Cells of each column but the last."""
    most = max(len(answer.full) for answer in menu)
    return [max(width_of(a.full[i]) for a in menu if i + 1 < len(a.full)) + 3 for i in range(most - 1)]


def _flow(menu: Sequence[Answer], chosen: Answer | None, width: int) -> list[Line]:
    """Answers one beside the other, in as few rows as they need."""
    out: list[Line] = []
    for answer in menu:
        again = any(other.key == answer.key for other in menu[: menu.index(answer)])
        label = (answer.label.split()[-1] if again else answer.label, "bold hi" if answer is chosen else "fg")
        line: Line = (*_mark(answer, chosen), label, *answer.short)
        if out and width_of(out[-1]) + width_of(line) + 1 <= width:
            out[-1] = (*out[-1], (" ", ""), *line)
        else:
            out.append(line)
    return out
