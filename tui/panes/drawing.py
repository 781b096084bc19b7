"""Drawing of what panes have in common: names, headings, paragraphs, statements, lists, rows and columns."""

from collections.abc import Iterable, Sequence

from core.engine.capabilities import Mark
from tui.log_view import LogView
from tui.panes.kit import Part, Row, line_of
from tui.panes.menu import hidden_count_text
from tui.styles import Line, Span, clip, hang, more_lines, width_of, wrap, wrap_line

STATEMENT_ROWS = 3
"""Maximum rows of one statement."""


def short_policy(policy: str, width: int = 12) -> str:
    """Shorten a policy's name for display next to an agent's; a model keeps the part after the provider."""
    return clip(policy.rpartition("/")[2] if policy.startswith("llm:") else policy, width)


def name_of(view: LogView, name: str, width: int = 12) -> Span:
    """Draw an agent's name, the person's in the accent color."""
    return clip(name, width), "bold accent" if name == view.seat else "bold hi"


def beside_name(view: LogView, name: str) -> Span:
    """Draw the text next to an agent's name: "you", its thinking time, or its policy."""
    if name == view.seat:
        return "you", "accent"
    if name in view.waiting and view.at_now and view.thinking.get(name):
        return view.thinking[name], "accent"
    return short_policy(view.header.cast[name]), "mid"


def rule(left: Line, width: int, right: Line = ()) -> Line:
    """Draw a horizontal line across the width, with text near its left end, and optionally near its right end."""
    tail: Line = (*right, ("──", "line")) if right else ()
    between = max(0, width - 2 - width_of(left) - width_of(tail))
    return (("─ ", "line"), *left, ("─" * between, "line"), *tail)


def heading(name: str, about: str, width: int) -> Line:
    """Draw the first row of a list: its name on a line, and a short text at the right."""
    return rule(((f"{name} ", "bold mid"),), width, ((f" {about} ", "dim"),) if about else ())


def stack(parts: Sequence[Part], width: int, height: int) -> list[Line | Row]:
    """Draw lists one below the other, each scrolled to its end; the first takes the remaining rows."""
    if not parts:
        return []
    first, *rest = (_whole(part, width) for part in parts)
    shares = [min(len(part.rows) + 2, max(3, int(height * part.share))) for part in rest]
    out: list[Line | Row] = []
    for part, rows in zip((first, *rest), (height - sum(shares), *shares), strict=True):
        shown = part.rows[-(rows - 2) :] if rows > 2 else []
        out += [heading(part.name, part.about, width), *shown, *[()] * (rows - 1 - len(shown))]
    return out


def _whole(part: Part, width: int) -> Part:
    """Wrap the only row of a list if it is too wide."""
    alone = line_of(part.rows[0]) if len(part.rows) == 1 else ()
    return part if width_of(alone) <= width else part._replace(rows=wrap_line(alone, width))


def tree_branch(head: Span, parts: Sequence[Sequence[Line]]) -> list[Line]:
    """Draw a branch of a tree: a head, and right of it its children; the first child is on the head's row."""
    if not parts:
        return [(head,)]
    pad = " " * (width_of((head,)) + 2)
    out: list[Line] = []
    for i, part in enumerate(parts):
        last = i == len(parts) - 1
        begin: Line = ((pad + ("╰─ " if last else "├─ "), "mid"),)
        if not i:
            begin = (head, (" ─── " if last else " ─┬─ ", "mid"))
        out.append((*begin, *part[0]))
        out += [((pad + ("   " if last else "│  "), "mid"), *row) for row in part[1:]]
    return out


def cut_rows(rows: Sequence[str], max_rows: int = STATEMENT_ROWS) -> list[str]:
    """Cut the rows of one statement after `max_rows`."""
    more = len(rows) - max_rows
    return [*rows[:max_rows], more_lines(more)] if more > 0 else list(rows)


def statement(name: str, words: str, width: int, mine: bool = False) -> list[Line]:
    """Draw a statement beside the speaker's name, cut after a few rows."""
    head: Line = ((f" {clip(name, 12)} ", "bold accent" if mine else "bold hi"),)
    return hang(head, cut_rows(wrap(words, max(10, width - width_of(head) - 1))))


def paragraph(text: str, width: int, style: str = "fg", indent: int = 1) -> list[Line]:
    """Wrap a text to rows of the width, with the same indent and a free last cell."""
    return [((" " * indent + row, style),) for row in wrap(text, width - indent - 1)]


def hanging_indent(head: Line, words: str, width: int, style: str = "fg") -> list[Line]:
    """Draw words next to a head, with further rows indented to its end."""
    return hang(head, wrap(words, max(10, width - width_of(head) - 1)), style)


def notice(text: str) -> list[Line]:
    """Draw a short text in place of an empty list."""
    return [((f" {text}", "dim"),)]


def hidden_thoughts(name: str, hidden_texts: str = "thoughts are") -> Line:
    """Draw the reason why an agent's thoughts are not shown, and the key that shows them."""
    return ((f" {clip(name, 12)}'s {hidden_texts} closed to you; ", "dim"), ("v", "accent"), (" opens them", "dim"))


def amount(number: int, noun: str) -> str:
    """Write a number with a noun in singular or plural, such as "1 coin" or "2 coins"."""
    return f"{number} {noun}{'s' * (number != 1)}"


def scrolled_rows(rows: Sequence[Line], room: int, down: int) -> tuple[Sequence[Line], int]:
    """Return the rows that fit from row `down` on, and the first one's index; the last row counts the hidden ones."""
    if len(rows) <= room:
        return rows, 0
    room -= 1
    down = max(0, min(down, len(rows) - room))
    left_out = f" … {hidden_count_text(down, len(rows) - room - down)}, "
    last: Line = ((left_out, "dim"), ("PgUp PgDn", "bold accent"), (" scroll", "dim"))
    return [*rows[down : down + room], last], down


def join_fitting(parts: Iterable[Line], width: int) -> Line:
    """Join the parts that fit the width, in order; parts that are too wide are left out."""
    line: Line = ()
    for part in parts:
        if width_of(line) + width_of(part) <= width:
            line = (*line, *part)
    return line


def in_rows(parts: Iterable[Line], width: int, gap: int = 1) -> list[Line]:
    """Put parts side by side with a gap, in as few rows of the width as they need."""
    rows: list[Line] = []
    for part in parts:
        if rows and width_of(rows[-1]) + gap + width_of(part) <= width:
            rows[-1] = (*rows[-1], (" " * gap, ""), *part)
        else:
            rows.append(part)
    return rows


def in_columns(parts: Sequence[Line], columns: int) -> list[Line]:
    """Arrange parts of equal width in columns, filled from the top."""
    rows = -(-len(parts) // columns)
    return [tuple(span for part in parts[row::rows] for span in part) for row in range(rows)]


def merge_spans(spans: Sequence[Span]) -> Line:
    """Join neighboring spans with the same style."""
    out: list[Span] = []
    for text, style in spans:
        if out and out[-1][1] == style:
            out[-1] = (out[-1][0] + text, style)
        else:
            out.append((text, style))
    return tuple(out)


SIGNS: dict[Mark, Span] = {
    "bad": ("╳", "bad"),
    "lost": ("!", "bad"),
    "set": ("▾", "accent"),
    "good": ("◆", "good"),
    "missed": ("◇", "accent"),
}
"""Signs of marked events, on the track, in the legend of the curve, and among turning points."""
