"""The players of Coup, a row each: who is awaited, coins, cards; in a large terminal also what they have claimed."""

from typing import NamedTuple

from themes.palettes import Palette
from tui.log_view import LogView
from tui.panes.coup.cards import CARD, back, face, turned
from tui.panes.coup.facts import Facts
from tui.panes.kit import seated
from tui.styles import Line, Span, clip, fit, width_of

DOTS = 10
"""Coins that are drawn; from so many on a player must coup."""


class Look(NamedTuple):
    """Display state beside coins and cards."""

    movers: tuple[str, ...]
    """Awaited players."""
    you: str
    beside: dict[str, Span]
    """Text beside each name."""


def movers(view: LogView, facts: Facts) -> tuple[str, ...]:
    """Return the awaited players by the run, or else by the rules."""
    if view.ended is not None and view.at_now:
        return ()
    if view.at_now and view.waiting:
        return view.waiting
    return tuple(name for name in facts.seen.deciding if name not in facts.held)


def look(view: LogView, facts: Facts) -> Look:
    return Look(movers(view, facts), view.seat, {name: _beside(view, name) for name in facts.seen.names})


def _beside(view: LogView, name: str) -> Span:
    """Return a player's policy, or its thinking time."""
    if name == view.seat:
        return "you", "accent"
    if name in view.waiting and view.at_now and view.thinking.get(name):
        return view.thinking[name], "accent"
    return seated(view.header.cast[name]), "mid"


class Columns(NamedTuple):
    """Columns of a row."""

    name: int
    policy: int
    gap: int
    tail: bool
    """True if there is room behind the cards."""

    @property
    def cards(self) -> int:
        """Column of the first card."""
        return 3 + self.name + self.gap + self.policy + self.gap + DOTS + 3 + self.gap


def columns(facts: Facts, look: Look, width: int) -> Columns:
    """The widest names that leave room for two cards."""
    name = min(12, max(len(name) for name in facts.seen.names))
    policy = min(12, max(7, *(width_of((span,)) for span in look.beside.values())))
    for gap in (2, 1):
        fixed = 3 + gap + gap + DOTS + 3 + gap + 2 * (CARD + gap)
        if fixed + name + policy + 3 <= width:
            return Columns(name, policy, gap, True)
    room = width - fixed
    name = min(name, max(3, room - 4))
    return Columns(name, max(0, min(policy, room - name)), 1, False)


def paint(facts: Facts, look: Look, palette: Palette, width: int, lines: int, gap: int) -> list[Line]:
    """All players, each in one or two lines, with a gap between them or none."""
    form, out = columns(facts, look, width), list[Line]()
    for name in facts.seen.names:
        out += [_row(facts, look, form, palette, name), *([_second(facts, look, form, name)] if lines > 1 else [])]
        out += [()] * gap
    return out[: len(out) - gap]


def _row(facts: Facts, look: Look, form: Columns, palette: Palette, name: str) -> Line:
    player = facts.players[name]
    out = not player.cards
    style = "dim" if out else "bold accent" if name == look.you else "bold hi"
    beside = look.beside[name] if not out or form.tail else ("out", "dim")
    space: Span = (" " * form.gap, "")
    head: list[Span] = [
        (" ● " if name in look.movers else "   ", "accent"),
        *fit(((clip(name, form.name), style),), form.name),
        space,
        *fit(((clip(beside[0], form.policy), "dim" if out else beside[1]),), form.policy),
        space,
        ("●" * min(DOTS, player.coins), "accent"),
        ("·" * max(0, DOTS - player.coins), "dim"),
        (f"{player.coins:>3}", "dim" if out else "bold hi"),
        space,
    ]
    cards = [face(palette, card) if card else back() for card in facts.hand(name)]
    cards += [turned(card) for card in player.lost]
    for card in cards:
        head += [card, space]
    if facts.exchanges(name) and form.tail:
        head.append(("+2", "bold accent"))
    if out and form.tail:
        head.append(("out", "dim"))
    return tuple(head)


def _second(facts: Facts, look: Look, form: Columns, name: str) -> Line:
    words = facts.said(name)
    live = bool(facts.players[name].cards)
    said: Line = (("   ", ""), (words, "mid" if live else "dim"))
    if name == look.you and live and name == facts.eyes and width_of(said) < form.cards:
        return (*fit(said, form.cards), ("you hold these" if len(facts.hand(name)) > 1 else "you hold this", "dim"))
    return said
