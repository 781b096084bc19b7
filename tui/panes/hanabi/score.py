"""The column right of the hands: fireworks, tokens, discards, and details of the selected card."""

from scenes.hanabi.actions import SLOTS
from scenes.hanabi.config import HanabiConfig
from scenes.hanabi.observation import Observation
from scenes.hanabi.variants import CLUES, FUSES
from themes.palettes import Palette
from tui.panes.drawing import amount, in_rows, join_fitting
from tui.panes.hanabi.facts import Facts
from tui.panes.hanabi.table import BOTTOM, TOP, face, half
from tui.sizes import WIDE
from tui.styles import Line, Span, clip, hang, width_of, wrap

MIN_ROWS_OF_LARGE_FIREWORKS = 21
"""Minimum rows to draw large fireworks and list discards by color."""
MAX_WIDTH = 46
STANDING_WIDTH = 38
"""Cells that the header needs besides the title."""
MIN_WIDTH_WITH_LABELS = 24
"""Minimum width in cells to draw the labels in a column of their own."""


def paint(facts: Facts, selected: int | None, palette: Palette, width: int, rows: int, you: str) -> list[Line]:
    """Draw as much as fits in `rows` rows; the selected card is always included."""
    width = min(width, MAX_WIDTH)
    spelled = _selected(facts, selected, palette, width, you)
    if rows >= MIN_ROWS_OF_LARGE_FIREWORKS and width >= MIN_WIDTH_WITH_LABELS:
        out = [*_large_fireworks(facts, palette, width), (), *_tokens(facts, width), ()]
        piles: list[Line] = [(("Discards  ", "bold mid"), (str(len(facts.seen.discards)), "bold hi"))]
        piles += [pile(facts, palette, suit) for suit in range(len(facts.variant.suits))]
        if len(out) + len(piles) + 1 + len(spelled) > rows:
            piles = _discards(facts, width, rows - len(out) - len(spelled) - 1)
        return [*out, *piles, (), *spelled]
    blocks = [_fireworks(facts, palette, width), _tokens(facts, width)]
    spelled = spelled[: max(1, rows - sum(map(len, blocks)) - 1)]
    used = sum(map(len, blocks)) + len(spelled)
    blocks += [_discards(facts, width, max(1, rows - used)), spelled]
    spare = rows - sum(map(len, blocks))
    out = blocks[0]
    for block in blocks[1:]:
        out = [*out, *[()] * (spare > 0), *block]
        spare -= 1
    return out


def _label(text: str, width: int) -> Span:
    return (f"{text:<7}" if width >= MIN_WIDTH_WITH_LABELS else f"{text} ", "mid")


def _stack(facts: Facts, palette: Palette, suit: int, cells: int = 4) -> Span:
    letter, rank = facts.variant.suits[suit].letter, facts.seen.stacks[suit]
    if rank:
        return face(facts, palette, f"{letter}{rank}", cells)
    inner = f"{letter}·".center(cells - 2)
    return (f" {inner} ", "mid on unknown") if palette.filled else (f"({inner})", "mid")


def _fireworks(facts: Facts, palette: Palette, width: int) -> list[Line]:
    chips: list[Line] = [(_stack(facts, palette, suit),) for suit in range(len(facts.variant.suits))]
    label = "" if width < MIN_WIDTH_WITH_LABELS else "fire " if len(chips) * 5 + 6 > width else "fire   "
    room = width - len(label)
    gap = int(len(chips) * 5 - 1 <= room)
    rows = in_rows(chips, room - gap, gap)
    return [((label if not i else " " * len(label), "mid"), *row) for i, row in enumerate(rows)]


def _large_fireworks(facts: Facts, palette: Palette, width: int) -> list[Line]:
    count, stacks = len(facts.variant.suits), facts.seen.stacks
    cells = 7 if count * 8 <= width else 4
    gap = (" " if count * (cells + 1) - 1 <= width else "", "")
    title: Line = (("Fireworks  ", "bold mid"), (str(facts.seen.score), "bold hi"), (f" of {facts.best}", "mid"))
    tops = [5 * suit + rank - 1 if rank else None for suit, rank in enumerate(stacks)]
    after = [_next(facts, suit) for suit in range(count)]
    rows = (
        [half(facts, palette, top, TOP * cells) for top in tops],
        [_stack(facts, palette, suit, cells) for suit in range(count)],
        [half(facts, palette, top, BOTTOM * cells) for top in tops],
        [(word.center(cells), style) for word, style in after],
    )
    return [title, *(tuple(span for card in row for span in (card, gap)) for row in rows)]


def _next(facts: Facts, suit: int) -> Span:
    """Draw the next card of a color; ✓ if the color is complete, ✗ if that card is lost."""
    rank = facts.seen.stacks[suit]
    if rank == 5:
        return "✓", "good"
    lost = facts.known.useless >> 5 * suit + rank & 1
    return ("✗", "bad") if lost else (f"{facts.variant.suits[suit].letter}{rank + 1}", "mid")


def _tokens(facts: Facts, width: int) -> list[Line]:
    seen = facts.seen
    left = FUSES - seen.strikes
    wide = width >= MIN_WIDTH_WITH_LABELS
    clues: Line = (("●" * seen.clues, "accent"), ("○" * (CLUES - seen.clues), "dim"), (f"  {seen.clues}", "bold hi"))
    fuses: Line = (("▮" * left, "fg"), ("╳" * seen.strikes, "bad"))
    spare = (f"{' ' * 7 if wide else '  '}{left} left", "fg" if left > 1 else "bold bad")
    deck: Line = ((f"{seen.deck:<2}" if seen.deck else "0 ", "bold hi"),)
    if seen.left >= 0:
        turns = amount(seen.left, "turn")
        deck = (*deck, (f"   last {turns}" if wide else f" {turns}", "bold accent"))
    pace: Line = (("pace ", "mid"), (f"{facts.pace:+}", "bold hi" if facts.pace >= 0 else "bold bad"))
    rate = facts.efficiency
    worth: Line = (("eff ", "mid"), ("–" if rate is None else f"{rate:.2f}", "bold hi"))
    out = [(_label("clues", width), *clues), (_label("fuses", width), *fuses, spare)]
    last: Line = (_label("deck", width) if wide else ("deck  ", "mid"), *deck)
    for part in (pace, worth):
        if width_of(last) + 3 + width_of(part) <= width:
            last = (*last, ("   ", ""), *part)
        elif wide or part is pace:  # in little room, discards are more useful than a rate
            out.append(last)
            last = ((" " * 7 if wide else "", ""), *part)
    return [*out, last]


def _discards(facts: Facts, width: int, rows: int) -> list[Line]:
    """Draw discards by color in the available rows; `!` marks a needed card that is lost."""
    piles = [suit for suit in range(len(facts.variant.suits)) if facts.pile(suit)]
    label = _label("gone", width)
    lead = len(label[0])
    lines = in_rows([_pile(facts, suit, dense=False) for suit in piles], width - lead, 2)
    if len(lines) > rows or any(width_of(line) > width - lead for line in lines):
        lines = in_rows([_pile(facts, suit, dense=True) for suit in piles], width - lead)
    if len(lines) > rows:
        lines = [*lines[: rows - 1], (*lines[rows - 1], ("…", "dim"))]
    lines = lines or [(("nothing", "dim"),)]
    return [((label if not i else (" " * lead, "")), *line) for i, line in enumerate(lines)]


def _pile(facts: Facts, suit: int, *, dense: bool) -> Line:
    out: list[Span] = [(facts.variant.suits[suit].letter, "fg")] if dense else []
    for i, card in enumerate(facts.pile(suit)):
        lost = facts.is_lost(card)
        text = str(card % 5 + 1) if dense else facts.variant.labels[card]
        out.append((f"{'' if dense or not i else ' '}{text}{'!' * lost}", "bold bad" if lost else "fg"))
    return tuple(out)


def pile(facts: Facts, palette: Palette, suit: int) -> Line:
    """Draw the discards of a color; `!` marks a needed card that is lost."""
    out: list[Span] = [face(facts, palette, facts.variant.suits[suit].letter, 3), ("  ", "")]
    for card in facts.pile(suit):
        lost = facts.is_lost(card)
        out.append((f"{card % 5 + 1}{'!' * lost} ", "bold bad" if lost else "fg"))
    return tuple(out)


def _selected(facts: Facts, order: int | None, palette: Palette, width: int, you: str) -> list[Line]:
    """Draw the selected card: its clues, possible identities, and use according to its holder."""
    at = facts.find(order) if order is not None else None
    if at is None:
        return [(("▸ ", "dim"), ("click a card, or ↑↓" if width > 21 else "click a card", "dim"))]
    seat, slot = at
    held, name = facts.seen.hands[seat][slot], facts.seen.names[seat]
    possible = facts.possible(seat, held)
    clues = facts.clues_on(held)
    owner = "" if name == you else f"{clip(name, 9)} "
    head: Line = (("▸", "hi"), (f"{owner}{SLOTS[slot]}  ", "bold hi"))
    if held.card is not None:
        head = (*head, face(facts, palette, facts.variant.labels[held.card]), ("  ", ""))
    words = f"clued {', '.join(clues)}" if clues else "not clued"
    lines: list[Line] = [(*head, (words, "mid"))]
    if width_of(lines[0]) > width:
        lines = [head, *hang((("  ", ""),), wrap(words, width - 2), "mid")]
    labels = facts.variant.labels_of(possible)
    wrapped = wrap(" ".join(labels), width - 2)
    if len(wrapped) > 1:
        shown = labels[: max(1, (width - 8) // 3)]
        wrapped = [f"{' '.join(shown)} +{len(labels) - len(shown)}"]
    verdict, style = facts.verdict(possible)
    one: Line = (("  ", ""), (wrapped[0], "fg"), ("  ", ""), (verdict, style))
    if width_of(one) <= width:
        return [*lines, one]
    return [*lines, one[:2], *hang(one[:1], wrap(verdict, width - 2), style)]


# -- in the header


def title(config: HanabiConfig, origin: str, width: int) -> str:
    players = f"hanabi · {config.players} players"
    full = f"{players} · {config.variant}"
    if width >= WIDE:
        return f"{full} · {origin}"
    ways = (full, f"hanabi · {config.variant}", config.variant) if width >= 72 else ()
    return next((way for way in ways if len(way) <= width - STANDING_WIDTH), players)


def standing(seen: Observation, room: int) -> Line:
    """Draw score, strikes and clues as far as they fit; the score always."""
    score: Line = (("score ", "mid"), (str(seen.score), "bold hi"))
    strikes: Line = (("  strikes ", "mid"), (str(seen.strikes), "bold bad" if seen.strikes else "bold hi"))
    clues: Line = (("  clues ", "mid"), (str(seen.clues), "bold hi"))
    return (*score, *join_fitting([strikes, clues], room - width_of(score)))
