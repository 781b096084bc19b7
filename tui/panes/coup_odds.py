"""How likely others are to hold what they claim, as far as one player can count."""

from collections.abc import Sequence

from msgspec.structs import replace

from scenes.coup.moves import CHARACTERS, COPIES, Character
from scenes.coup.observation import Observation
from scenes.coup.strong.counting import odds_by_counting, turned_up
from tui.panes.coup_facts import Facts
from tui.styles import Line, Span, clip, fit


def counted(seen: Observation, name: str, card: Character) -> float:
    """That a player has such a card, if all deals that fit what this viewer sees are equally likely.

    The director sees all, and is shown what everybody at the table can count.
    """
    return odds_by_counting(seen if seen.name else replace(seen, hands={}), name, card)


def percent(chance: float) -> str:
    """Whole percents; what is only nearly certain does not say that it is."""
    return f"{chance:.0%}" if chance in (0.0, 1.0) else f"{min(99, max(1, round(100 * chance)))}%"


def told(facts: Facts, holds: str = "you hold") -> Line:
    """The odds that the claim on the table is true, and what was counted; nothing where there is nothing to doubt."""
    seen, card = facts.seen, facts.seen.claim
    if card is None or facts.verb is None or seen.claimant == facts.eyes:
        return ()
    own = f", {holds} {seen.hand.count(card)}" if seen.name else ""
    article = "an" if card[0] == "A" else "a"
    return (
        (f"{clip(seen.claimant, 12)} has {article} {card}  ", "mid"),
        (percent(counted(seen, seen.claimant, card)), "bold hi"),
        (f"  {turned_up(seen, card)} of {COPIES} turned up{own}", "mid"),
    )


def table(facts: Facts, width: int) -> Sequence[Line]:
    """A row for each opponent, a column for each character: the chance that it holds one, and whether it said so."""
    seen = facts.seen
    names = [player.name for player in seen.players if player.cards and player.name != seen.name]
    first = max([5, *(min(12, len(name)) for name in names)])
    cells = {card: max(len(card), 8) + 2 for card in CHARACTERS}
    if first + 2 + sum(cells.values()) > width:
        cells = {card: size - 1 for card, size in cells.items()}
    lines: list[Line] = [((" " * (first + 2), ""), *((f"{card:<{cells[card]}}", "mid") for card in CHARACTERS))]
    for name in names:
        spans: list[Span] = [(" ", ""), *fit(((clip(name, 12), "bold hi"),), first + 1)]
        for card in CHARACTERS:
            claims = any(claim.card == card for claim in facts.claims_of(name))
            here = name == seen.claimant and card == seen.claim and facts.verb is not None
            style = "bold accent" if here else "bold hi" if claims else "mid"
            text = percent(counted(seen, name, card)) + (" said" if claims else "")
            spans.append((f"{text:<{cells[card]}}", style))
        lines.append(tuple(spans))
    return lines
