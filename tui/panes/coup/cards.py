"""Drawing of Coup's cards, and of the odds that players hold them."""

from collections.abc import Sequence

from scenes.coup.moves import CHARACTERS, COPIES, Character
from themes.palettes import Palette
from tui.panes.coup.facts import Facts
from tui.panes.drawing import in_columns, notice
from tui.styles import Line, Span, chip, clip, fit

COLORS: dict[str, str] = {
    "Duke": "purple",
    "Assassin": "white",
    "Captain": "blue",
    "Ambassador": "green",
    "Contessa": "red",
}
CARD_WIDTH = 12
"""Width of a card in cells."""


def face(palette: Palette, card: Character, cells: int = CARD_WIDTH) -> Span:
    return chip(palette, f"{card:<{cells - 2}}", COLORS[card])


def small(palette: Palette, card: Character) -> Span:
    """Draw a card that is no wider than its name."""
    return face(palette, card, len(card) + 2)


def back(cells: int = CARD_WIDTH) -> Span:
    return ("░" * cells, "dim on unknown")


def fill(card: Character, cells: int = CARD_WIDTH) -> Span:
    """Draw a row of a card without its name."""
    return " " * cells, f"chip {COLORS[card]}"


def turned_up_card(card: Character, cells: int = CARD_WIDTH) -> Span:
    return (f"{'×' + card:<{cells}}", "dim")


def verdict(true: bool | None, gap: int = 2) -> Line:
    """Draw the mark of a true or false claim after a gap; empty for None."""
    if true is None:
        return ()
    return ((f"{' ' * gap}{'✓ true' if true else '✗ bluff'}", f"bold {'good' if true else 'bad'}"),)


def percent(chance: float) -> str:
    """Write a probability in whole percents; 0 % and 100 % only if it is certain."""
    return f"{chance:.0%}" if chance in (0.0, 1.0) else f"{min(99, max(1, round(100 * chance)))}%"


def summary(facts: Facts, own: bool) -> Line:
    """Write the odds that the claim on the table is true, with the card counts behind them.

    `own` addresses the person ("you hold").
    """
    seen, card = facts.seen, facts.seen.claim
    assert card is not None
    who, article = clip(seen.claimant, 12), "an" if card[0] == "A" else "a"
    line: Line = (
        (f"{who} has {article} {card}  " if own else f"{who}'s {card}  ", "mid"),
        (percent(facts.counting_odds(seen.claimant, card)), "bold hi"),
        (f"  {seen.turned_up(card)} of {COPIES} turned up", "mid"),
    )
    if not seen.name:
        return line
    odds = facts.odds[seen.claimant][card]
    held: Span = (f", {'you hold' if own else 'held'} {odds.held}", "mid")
    return (*line, held, ("  by play ", "mid"), (percent(odds.believed), "bold hi"))


def table(facts: Facts, width: int, played: bool) -> Sequence[Line]:
    """Draw the odds that each opponent holds each character, a row per opponent; claimed characters are bold.

    The odds come from counting visible cards. With `played`, odds that also use behavior are added, unless the
    perspective sees all cards.
    """
    seen = facts.seen
    if seen.phase == "deal":
        return notice("Cards are dealt")
    played = played and bool(seen.name)
    names = [player.name for player in seen.players if player.cards and player.name != seen.name]
    first = max([5, *(min(12, len(name)) for name in names)])
    gap = 3 if width >= 70 else 2
    cells = {card: max(len(card), len("12→34%")) + gap for card in CHARACTERS[:-1]}
    heads = (f"{card:<{cells.get(card, 0)}}" for card in CHARACTERS)
    lines: list[Line] = [((" " * (first + 2), ""), *((head, "mid") for head in heads))]
    for name in names:
        spans: list[Span] = [(" ", ""), *fit(((clip(name, 12), "bold hi"),), first + 1)]
        for card in CHARACTERS:
            chance = f"{_chance(facts, name, card, played):<{cells.get(card, 0)}}"
            spans.append((chance, _odds_style(facts, name, card)))
        lines.append(tuple(spans))
    how = "by the cards → and by behavior" if played else "by the cards" if seen.name else "by the cards turned up"
    return [*lines, ((f" {how}; bold: claimed", "dim"),)]


MIN_ODDS_ROWS, ODDS_WIDTH = 3, 34
"""Minimum rows and cells for one player's odds beside its cards."""


def odds_rows(facts: Facts, rows: int, played: bool, name: str, width: int) -> list[Line]:
    """Draw the odds of `table` for one player: with five rows a bar for each character, else two columns."""
    if name == facts.seen.name or not facts.players[name].cards or facts.seen.phase == "deal":
        return []
    played, parts, columns = played and bool(facts.seen.name), list[Line](), 1 if rows >= len(CHARACTERS) else 2
    bar = min(20, width - 20) if columns == 1 else 0
    for card in CHARACTERS:
        chance = facts.odds[name][card].believed if played else facts.counting_odds(name, card)
        style, full = _odds_style(facts, name, card), round(bar * chance)
        bars: Line = (("━" * full, style), ("─" * (bar - full), "line"), (" " * min(1, bar), ""))
        words = f"{_chance(facts, name, card, played):<{6 if columns > 1 else 0}}"
        parts.append(((f"{card:<11}", style), *bars, (words, style)))
    return in_columns(parts, columns)


def _odds_style(facts: Facts, name: str, card: Character) -> str:
    """Return the accent for the claim on the table, and bold for a claimed character."""
    if name == facts.seen.claimant and card == facts.seen.claim and facts.verb is not None:
        return "bold accent"
    return "bold hi" if any(claim.card == card for claim in facts.claims_of(name)) else "mid"


def _chance(facts: Facts, name: str, card: Character, played: bool) -> str:
    counted = percent(facts.counting_odds(name, card))
    if not played or (believed := percent(facts.odds[name][card].believed)) == counted:
        return counted
    return f"{counted[:-1]}→{believed}"
