"""The Hanabi board: all hands, and under each card its holder's knowledge of it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from scenes.hanabi.actions import SLOTS
from scenes.hanabi.observation import Held
from themes.palettes import Palette
from tui.panes.hanabi.facts import Facts
from tui.styles import Line, Span, chip, clip, fit

TOP, BODY, BOTTOM = "▄", "█", "▀"
"""Characters of a tall card's rows, except the row with its name."""
BARS = {TOP: ("▗", "▖"), BODY: ("▐", "▌"), BOTTOM: ("▝", "▘")}
"""Left and right edge of a card that is selected or would be touched."""


class Shape(NamedTuple):
    """Sizes of the hands and of their cards."""

    name: int
    """Number of cells before the first card."""
    stride: int
    chip: int
    """Width of a card in cells."""
    height: int
    """Height of a card in rows."""
    full: bool
    """True if all possible colors and ranks are listed under a card, False if only known ones are."""
    gap: int
    lead: int
    """Number of cells before a name."""

    @property
    def rows(self) -> int:
        """Height of a hand in rows."""
        return self.height + (2 if self.full else 1) + self.gap

    def hands(self, players: int) -> int:
        return players * self.rows - self.gap

    def width(self, cards: int) -> int:
        return self.name - 1 + cards * self.stride


class Look(NamedTuple):
    """Display state that is not part of the observation."""

    selected: int | None = None
    """Order of the selected card, its number in the deck; None if no card is selected."""
    outlined: Sequence[int] = ()
    """Orders of the cards that the prepared clue would touch."""
    touched: Sequence[int] = ()
    """Orders of the cards that the last clue touched."""
    movers: tuple[str, ...] = ()
    you: str = ""
    below: tuple[Span, ...] = ()
    """Text below each name."""


def shape(width: int, rows: int, tall: bool, facts: Facts, longest: int) -> Shape:
    """Return the largest shape of the hands that fits. Names and the text below them take up to `longest` cells."""
    seen = facts.seen
    cards = 5 if len(seen.names) < 4 else 4
    few = cards == 4
    lead, least, most, right = (2, 5, 10 if few else 8, 19) if width < 70 else (3, 8 if few else 7, 12, 25)
    name = lead + 1 + max(least, min(longest, most))
    right = 34 if width >= 80 else right
    widest = 16 if width > 130 else 12 if width > 120 else 9 if width >= 70 else 7 if longest <= least else 6
    stride = max(6, min(widest, (width - name - right) // cards))
    cells = 11 if tall and stride >= 14 else 7 if tall and stride >= 9 else 5 if stride >= 7 else 4
    fuller = stride > len(facts.variant.suits)
    forms = [(5, True, 2), (5, True, 1)] if cells == 11 else []
    forms += [(3, True, 1), (1, True, 1)] if tall else []
    for height, full, gap in (*forms, (1, False, 1)):
        form = Shape(name, stride, cells, height, full, gap, lead)
        if (fuller or not full) and form.hands(len(seen.names)) <= rows:
            return form
    return Shape(name, stride, cells, 1, False, 0, lead)


def paint(facts: Facts, look: Look, form: Shape, palette: Palette) -> list[Line]:
    """Draw all hands, one below the other."""
    out: list[Line] = []
    for seat in range(len(facts.seen.names)):
        rows = _hand(facts, look, form, palette, seat)
        out += rows if seat == len(facts.seen.names) - 1 else [*rows, *[()] * form.gap]
    return out


def heading(form: Shape, cards: int) -> Line:
    """Draw the slots' letters above the hands."""
    cells = "".join(SLOTS[i].center(form.chip).ljust(form.stride) for i in range(cards))
    return ((" " * form.name, ""), (cells, "dim"))


def card_at(form: Shape, x: int, y: int) -> tuple[int, int]:
    """Return the seat and slot at a cell of the board, which may be outside the hands."""
    return y // form.rows, (x - form.name + 1) // form.stride


def _hand(facts: Facts, look: Look, form: Shape, palette: Palette, seat: int) -> list[Line]:
    parts = {1: ("",), 3: (TOP, "", BOTTOM), 5: (TOP, BODY, "", BODY, BOTTOM)}[form.height]
    rows = [_chips(facts, look, form, palette, seat, part) for part in parts]
    if form.full:
        rows += [_listed(facts, form, seat, what) for what in (Facts.colors, Facts.ranks)]
    else:
        rows.append(_short(facts, form, seat))
    name, (below, below_style) = facts.seen.names[seat], look.below[seat]
    mark, room = "● " if name in look.movers else "  ", form.name - form.lead - 1
    style = "bold accent" if name == look.you else "bold hi"
    left: dict[int, Line] = {
        form.height // 2: ((f"{mark:>{form.lead}}", "accent"), (clip(name, room), style)),
        form.height // 2 + 1: ((" " * form.lead, ""), (clip(below, room), below_style)),
    }
    return [(*fit(left.get(y, ()), form.name - 1), *row) for y, row in enumerate(rows)]


def _chips(facts: Facts, look: Look, form: Shape, palette: Palette, seat: int, part: str) -> Line:
    """Draw one row of the cards of a hand; with an empty `part`, the row with their names."""
    out: list[Span] = []
    for held in facts.seen.hands[seat]:
        left: Span = (" ", "")
        right: Span = (" ", "")
        if held.order in look.outlined or held.order == look.selected:
            style = "accent" if held.order in look.outlined else "hi"
            left, right = ((bar, style) for bar in BARS[part or BODY])
        elif held.order in look.touched and not part:
            left = ("▸", "accent")
        if part:
            middle = half(facts, palette, held.card, part * form.chip)
        else:
            middle = card(facts, palette, seat, held, form.chip)
        out += fit((left, middle, right), form.stride)
    return tuple(out)


def card(facts: Facts, palette: Palette, seat: int, held: Held, cells: int = 4) -> Span:
    """Draw a card in a hand: its face, or for a hidden card its holder's knowledge of it."""
    if held.card is not None:
        return face(facts, palette, facts.variant.labels[held.card], cells)
    possible = facts.possible(seat, held)
    color, rank = facts.colors(possible).replace("·", ""), facts.ranks(possible).replace("·", "")
    known = (color if len(color) == 1 else "?") + (rank if len(rank) == 1 else "?")
    style = "mid" if known == "??" else "bold hi"
    inner = _inside(known, cells)
    return (f" {inner} ", f"{style} on unknown") if palette.filled else (f"({inner})", style)


def face(facts: Facts, palette: Palette, label: str, cells: int = 4) -> Span:
    """Draw a card whose identity is visible; suits with one card each are gray."""
    inner = _inside(label, cells)
    if fill := facts.fills[label[0]]:
        return chip(palette, inner, fill)
    return (f" {inner} ", "bold bg on dim") if palette.filled else (f"({inner})", "bold hi")


def _inside(label: str, cells: int) -> str:
    return (label if cells < 5 else f"{label[0]} {label[1:]}").center(cells - 2)


def half(facts: Facts, palette: Palette, identity: int | None, text: str) -> Span:
    """Draw a row of a card above or below its name; None stands for a hidden card."""
    if not palette.filled:
        return (" " * len(text), "")
    fill = "unknown" if identity is None else facts.fills[facts.variant.labels[identity][0]] or "dim"
    return (text, f"half {fill}")


def _listed(facts: Facts, form: Shape, seat: int, what: Callable[[Facts, int], str]) -> Line:
    """Draw all possible colors or ranks, with dots for excluded ones; bold if one is left."""
    out: list[Span] = []
    for held in facts.seen.hands[seat]:
        text = what(facts, facts.possible(seat, held))
        sure = len(text.replace("·", "")) == 1
        lead = (" " * ((form.chip + 2 - len(text)) // 2), "")
        signs = [(sign, "dim" if sign == "·" else "bold hi" if sure else "mid") for sign in text]
        out += fit((lead, *signs), form.stride)
    return tuple(out)


def _short(facts: Facts, form: Shape, seat: int) -> Line:
    """Draw the known letter and rank; `-` if some are excluded, `·` if none is."""
    out: list[Span] = []
    between = " " if form.chip >= 5 else ""
    lead = " " * (1 + (form.chip - 2 - len(between)) // 2)
    for held in facts.seen.hands[seat]:
        signs: list[Span] = []
        for before, what in ((lead, facts.colors), (between, facts.ranks)):
            text = what(facts.possible(seat, held)).replace("·", "")
            sign = text if len(text) == 1 else "·" if len(text) == len(what(facts.variant.all)) else "-"
            signs += [(before, ""), (sign, "bold hi" if sign.isalnum() else "mid" if sign == "-" else "dim")]
        out += fit(tuple(signs), form.stride)
    return tuple(out)
