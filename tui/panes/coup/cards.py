"""Drawing of Coup's cards: characters in full and in color, hidden cards, and turned-up ones."""

from scenes.coup.moves import Character
from themes.palettes import Palette
from tui.styles import Line, Span, chip

COLORS: dict[str, str] = {
    "Duke": "purple",
    "Assassin": "white",
    "Captain": "blue",
    "Ambassador": "green",
    "Contessa": "red",
}
CARD = 12
"""Cells of a card."""


def face(palette: Palette, card: Character, cells: int = CARD) -> Span:
    return chip(palette, f"{card:<{cells - 2}}", COLORS[card])


def small(palette: Palette, card: Character) -> Span:
    """No wider than its name."""
    return face(palette, card, len(card) + 2)


def back(cells: int = CARD) -> Span:
    return ("░" * cells, "dim on unknown")


def turned(card: Character, cells: int = CARD) -> Span:
    return (f"{'×' + card:<{cells}}", "dim")


def verdict(true: bool | None) -> Line:
    """The director's mark at a claim; nothing for eyes that cannot know."""
    if true is None:
        return ()
    return (("  ✓ true", "bold good"),) if true else (("  ✗ bluff", "bold bad"),)
