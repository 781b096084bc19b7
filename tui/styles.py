"""Named styles, which say what a span of text is for; the palette in use gives the colors.

A line is a tuple of (text, style) spans, plain data without colors. Panes make lines; the widget that draws them adds
colors. A style consists of words: a palette color (`accent`, `mid` …) or a lit landscape (`water3`), `bold`, `reverse`,
`on NAME`; or it is
`chip COLOR`, or `half COLOR` for half blocks in the color of a chip or of the palette.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from rich.cells import get_character_cell_size, set_cell_size
from rich.segment import Segment
from rich.style import Style

from themes.palettes import PALETTES, Palette
from tui.glyphs import MAX_CACHED_LENGTH, cells, drawn, is_plain, measured

Span = tuple[str, str]
Line = tuple[Span, ...]


@lru_cache(1024)
def style_of(palette_name: str, name: str, ground: str) -> Style:
    """Return the Rich style for a named style on a background ("bg", "shade", "selected")."""
    palette = PALETTES[palette_name]
    words = name.split()
    if words[:1] == ["chip"]:
        return _chip_style(palette, name.removeprefix("chip "), ground)
    if words[:1] == ["half"]:
        return Style(color=palette.chips.get(words[1]) or getattr(palette, words[1]), bgcolor=getattr(palette, ground))
    color, back, bold, reverse = palette.fg, getattr(palette, ground), False, False
    words_left = iter(words)
    for word in words_left:
        if word == "bold":
            bold = True
        elif word == "reverse":
            reverse = True
        elif word == "on":
            word = next(words_left)
            back = palette.lit(*_land(word)) if word[-1].isdigit() else getattr(palette, word)
        else:
            color = palette.sign(*_land(word)) if word[-1].isdigit() else getattr(palette, word)
    return Style(color=color, bgcolor=back, bold=bold, reverse=reverse)


def _land(word: str) -> tuple[str, int]:
    """Split a lit landscape, such as `water3`, into the landscape and the light level."""
    return word[:-1], int(word[-1])


def _chip_style(palette: Palette, color: str, ground: str) -> Style:
    if not palette.filled:
        return Style(color=palette.hi, bgcolor=getattr(palette, ground), bold=True)
    return Style(color=palette.ink(color), bgcolor=palette.fill(color), bold=True)


def chip(palette: Palette, text: str, color: str) -> Span:
    """Make a chip, a word on a filled background. Palettes without fill get brackets instead of padding."""
    bare = not palette.filled or color in palette.bracketed
    return (f"({text})" if bare else f" {text} ", f"chip {color}")


def width_of(line: Line) -> int:
    """Return the width of a line in cells."""
    text = plain(line)
    return len(text) if is_plain(text) else sum(cells(text) for text, _ in line)


def fit(line: Line, width: int) -> Line:
    """Fit a line to exactly `width` cells: cut with …, or padded.

    Args:
        line: The line.
        width: Width in cells.

    Returns:
        The line, exactly `width` cells wide.
    """
    text = plain(line)
    have = len(text)
    if not is_plain(text):
        glyphs = [measured(text) for text, _ in line]
        line = tuple((text, style) for (text, _), (_, style) in zip(glyphs, line, strict=True))
        have = sum(size for _, size in glyphs)
    if have <= width:
        return (*line, (" " * (width - have), "")) if have < width else line
    if width <= 0:
        return ()
    out: list[Span] = []
    left = width - 1
    for text, style in line:
        size = cells(text)
        if size > left:
            out.append((set_cell_size(text, left), style))
            break
        out.append((text, style))
        left -= size
    return (*out, ("…", "dim"))


def spread(left: Line, right: Line, width: int) -> Line:
    """Put two lines at the ends of one row. The left one is cut if they do not fit.

    Args:
        left: Line at the left end.
        right: Line at the right end.
        width: Width of the row in cells.

    Returns:
        The row, exactly `width` cells wide.
    """
    room = width - width_of(right)
    return (*fit(left, max(0, room)), *right)


def join_by_rank(parts: Sequence[tuple[int, Line]], width: int) -> Line:
    """Join parts in order; drop those of the highest ranks until the rest fits. Rank 0 is never dropped."""
    ranks = sorted({rank for rank, _ in parts}, reverse=True)
    for least in [ranks[0] + 1, *ranks] if ranks else []:
        line = tuple(span for rank, part in parts if rank < max(least, 1) for span in part)
        if width_of(line) <= width:
            break
    return line if ranks else ()


def segments(palette: Palette, line: Line, ground: str = "bg") -> list[Segment]:
    """Convert a fitted line to Rich segments."""
    return [Segment(text, style_of(palette.name, style, ground)) for text, style in line if text]


def plain(line: Line) -> str:
    return "".join(text for text, _ in line)


def wrap(text: str, width: int) -> list[str]:
    """Wrap words to rows of a width in cells (at least 1). Longer words are cut.

    Args:
        text: Text on one line.
        width: Width in cells, at least 1.

    Returns:
        The rows, at least one.
    """
    return list((_wrapped if len(text) < MAX_CACHED_LENGTH else _wrap)(text, max(1, width)))


def _wrap(text: str, width: int) -> tuple[str, ...]:
    out: list[str] = []
    row = ""
    for word in drawn(text).split():
        while len(word) > width or cells(word) > width:
            if row:
                out.append(row)
                row = ""
            head = _head(word, width)
            out.append(head)
            word = word[len(head) :]
        if row and cells(row) + 1 + cells(word) > width:
            out.append(row)
            row = word
        else:
            row = f"{row} {word}" if row else word
    return (*out, row) if row or not out else tuple(out)


_wrapped = lru_cache(4096)(_wrap)


def hang(head: Line, rows: Sequence[str], style: str = "fg") -> list[Line]:
    """Draw rows of text beside a head; rows after the first are indented by the head's width."""
    indent: Line = ((" " * width_of(head), ""),)
    return [(*(indent if i else head), (row, style)) for i, row in enumerate(rows)]


def wrap_line(line: Line, width: int, *, gaps: bool = False) -> list[Line]:
    """Wrap a line to rows at its spaces, and replace runs of spaces by one.

    With `gaps`, wrap at runs of spaces, which are kept; only parts longer than half a row are wrapped elsewhere. Rows
    after the first are indented like the line. A word in two styles is not split.
    """
    lead = len(plain(line)) - len(plain(line).lstrip())
    out: list[list[Span]] = [[(" " * lead, "")]]
    apart = 0
    for text, style in line:
        pieces = _pieces(text, width // 2 if gaps else 0)[::-1]
        while pieces:
            word = pieces.pop()
            if not word.strip():
                apart += len(word)
                continue
            used, gap = width_of(tuple(out[-1])), apart if gaps else min(apart, 1)
            over = used > lead and used + gap + cells(word) > width
            if over and not apart and " " in word:
                pieces += _pieces(word, 0)[::-1]
                continue
            if apart and over:
                out.append([(" " * lead, "")])
            elif apart and used > lead:
                out[-1].append((" " * gap, ""))
            out[-1].append((word, style))
            apart = 0
    return [tuple(row) for row in out]


def _pieces(text: str, room: int) -> list[str]:
    """Split a text into words, spaces, and parts between gaps that fit the room."""
    return [
        part
        for piece in re.split(r"( {2,})", text)
        for part in (re.split(r"( +$)", piece) if cells(piece) <= room else re.split(r"( +)", piece))
    ]


@lru_cache(64)
def fold(text: str, width: int) -> list[str]:
    """Wrap lines to a width in cells; line breaks and indentation are kept. The list is cached: do not change it."""
    lines, width = map(drawn, text.split("\n")), max(1, width)
    return [row for line in lines for row in (_fold_ascii if line.isascii() else _fold_wide)(line, width)]


def _fold_ascii(line: str, width: int) -> list[str]:
    out, start = [], 0
    while len(line) - start > width:
        cut = line.rfind(" ", start + 1, start + width + 1)
        if cut < 0 or line[start:cut].isspace():
            cut = start + width
        out.append(line[start:cut])
        start = cut + (line[cut] == " ")
    return [*out, line[start:]]


def _fold_wide(line: str, width: int) -> list[str]:
    out, start, size, space, i = [], 0, 0, -1, 0
    while i < len(line):
        size += get_character_cell_size(line[i])
        if size > width and i > start:
            cut = space if space > start and not line[start:space].isspace() else i
            out.append(line[start:cut])
            i = start = cut + (line[cut] == " ")
            size, space = 0, -1
            continue
        if line[i] == " ":
            space = i
        i += 1
    return [*out, line[start:]]


def _head(word: str, width: int) -> str:
    size = 0
    for i, letter in enumerate(word):
        size += get_character_cell_size(letter)
        if size > width:
            return word[: max(i, 1)]
    return word


def clip(text: str, width: int) -> str:
    """Cut a text to at most `width` cells, with … where it was cut.

    Args:
        text: The text.
        width: Largest width in cells.

    Returns:
        The text, ending in … if it was cut.
    """
    text = drawn(text)
    if cells(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…" if width > 0 else ""


def clauses(text: str, width: int) -> str:
    """Cut a text at a comma to at most `width` cells; "" if not even the first part fits."""
    parts = drawn(text).split(", ")
    return next((cut for n in range(len(parts), 0, -1) if cells(cut := ", ".join(parts[:n])) <= width), "")


def tail(text: str, width: int) -> str:
    """Return the end of a text, at most `width` cells."""
    text = drawn(text)
    start, left = len(text), width
    while start and (size := get_character_cell_size(text[start - 1])) <= left:
        start -= 1
        left -= size
    return text[start:]


def more_lines(count: int) -> str:
    """Write the number of lines that are left out."""
    return f"… {count} more line{'s' * (count != 1)}"


def pad(text: str, width: int, align: str = "<") -> str:
    """Make a text exactly `width` cells wide: cut with …, or padded with spaces.

    Args:
        text: The text.
        width: Width in cells.
        align: "<" pads at the end, ">" at the start.
    """
    text = clip(text, width)
    space = " " * (width - cells(text))
    return space + text if align == ">" else text + space
