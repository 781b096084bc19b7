"""The list of Coup's players, with coins, cards and a mark for awaited ones; in a large terminal also with claims."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from themes.palettes import Palette
from tui.glyphs import cells
from tui.log_view import LogView
from tui.panes.coup.cards import CARD_WIDTH, ODDS_WIDTH, back, face, fill, turned_up_card
from tui.panes.coup.facts import Facts
from tui.panes.drawing import beside_name, name_of, paragraph
from tui.styles import Line, fit, pad, width_of

MAX_CLAIMS_WIDTH = 46
"""Maximum cells left of the cards, where a player's claims are drawn below its name."""
MAX_COIN_DOTS = 10
"""Maximum coins drawn as dots; with this many, a player must coup."""


def awaited_players(view: LogView, facts: Facts) -> tuple[str, ...]:
    """Return the players that the run waits for now; without any, the players that the rules await."""
    if view.ended is not None and view.at_now:
        return ()
    if view.at_now and view.waiting:
        return view.waiting
    return tuple(name for name in facts.seen.deciding if name not in facts.held)


class Columns(NamedTuple):
    """Positions and widths in a player's row."""

    name: int
    policy: int
    gap: int
    tail: bool
    """True if there is room after the cards."""
    cards: int
    """Column of the first card."""
    card: int
    """Width of a card in cells."""

    @property
    def end(self) -> int:
        """Column right of two cards."""
        return self.cards + 2 * (self.card + self.gap)


def columns(view: LogView, facts: Facts, width: int, lines: int) -> Columns:
    """Choose the widest names that leave room for two cards.

    With several lines per player, choose the widest cards that leave room for claims; large ones share it with them.
    """
    name = min(12, max(len(name) for name in facts.seen.names))
    policy = min(12, max(7, *(cells(beside_name(view, name)[0]) for name in facts.seen.names)))
    for gap in (2, 1):
        before = 3 + gap + gap + MAX_COIN_DOTS + 3 + gap
        both = 2 * (CARD_WIDTH + gap)
        if before + both + name + policy + 3 <= width:
            before += name + policy
            more = max(0, width - before - both - 4) if lines > 1 else 0
            left = min(more // 2 if lines > 3 else more, max(0, MAX_CLAIMS_WIDTH - before))
            return Columns(name, policy, gap, True, before + left, CARD_WIDTH + min(8, (more - left) // 2))
    room = width - before - both
    name = min(name, max(3, room - 4))
    policy = max(0, min(policy, room - name))
    return Columns(name, policy, 1, False, before + name + policy, CARD_WIDTH)


def paint(
    view: LogView,
    facts: Facts,
    palette: Palette,
    width: int,
    lines: int,
    gap: int,
    odds: Callable[[str, int], Sequence[Line]] | None = None,
) -> list[Line]:
    """Draw all players, `lines` rows each, with `gap` rows between them.

    `odds` draws what a player may hold, given its name and the width right of its cards.
    """
    across = width - ODDS_WIDTH if odds else width
    form, out = columns(view, facts, across, lines if gap else 1), list[Line]()
    for name in facts.seen.names:
        first = len(out)
        out.append((*_head(view, facts, form, name), *_cards(facts, form, palette, name)))
        said = _said(view, facts, name, form.cards - 4 if facts.hand(name) else width - 4)
        if not gap or len(said) >= lines:  # cards have one row, or the claims do not fit left of them
            said = _said(view, facts, name, width - 4)
        for n in range(lines - 1):
            row = said[n] if n < len(said) else ()
            fits = gap and width_of(row) <= form.cards
            out.append((*fit(row, form.cards), *_fill(facts, form, palette, name)) if fits else row)
        for y, chances in enumerate(odds(name, width - form.end) if odds else (), first):
            out[y] = (*fit(out[y], form.end), *chances)
        out += [()] * gap
    return out[: len(out) - gap]


def _head(view: LogView, facts: Facts, form: Columns, name: str) -> Line:
    """Draw a player's name, policy and coins."""
    player = facts.players[name]
    out, space = not player.cards, (" " * form.gap, "")
    shown, style = name_of(view, name, form.name)
    beside, beside_style = beside_name(view, name) if not out or form.tail else ("out", "dim")
    line: Line = (
        (" ● " if name in awaited_players(view, facts) else "   ", "accent"),
        (pad(shown, form.name), "dim" if out else style),
        space,
        (pad(beside, form.policy), "dim" if out else beside_style),
        space,
        ("●" * min(MAX_COIN_DOTS, player.coins), "accent"),
        ("·" * max(0, MAX_COIN_DOTS - player.coins), "dim"),
        (f"{player.coins:>3}", "dim" if out else "bold hi"),
    )
    return fit(line, form.cards)


def _cards(facts: Facts, form: Columns, palette: Palette, name: str) -> Line:
    """Draw the row with the names of a player's cards."""
    player = facts.players[name]
    cards = [face(palette, card, form.card) if card else back(form.card) for card in facts.hand(name)]
    cards += [turned_up_card(card, form.card) for card in player.lost]
    spans = [span for card in cards for span in (card, (" " * form.gap, ""))]
    if facts.exchanges(name) and form.tail:
        spans.append(("+2", "bold accent"))
    if not player.cards and form.tail:
        spans.append(("out", "dim"))
    return tuple(spans)


def _fill(facts: Facts, form: Columns, palette: Palette, name: str) -> Line:
    """Draw a row of a player's live cards below their names."""
    if not palette.filled:
        return ()
    cards = [fill(card, form.card) if card else back(form.card) for card in facts.hand(name)]
    return tuple(span for card in cards for span in (card, (" " * form.gap, "")))


def _said(view: LogView, facts: Facts, name: str, width: int) -> list[Line]:
    """Draw a player's claims so far, in rows of this width."""
    words, style = facts.said(name), "mid" if facts.players[name].cards else "dim"
    if name == view.seat == facts.perspective and not words:
        words, style = "you hold these" if len(facts.hand(name)) > 1 else "you hold this", "dim"
    return paragraph(words, width + 4, style, 3)
