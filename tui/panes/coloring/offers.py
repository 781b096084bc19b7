"""The offers of the coloring stage: a row each, what it would give for what, and how it stands."""

from collections.abc import Sequence

from scenes.coloring.negotiation.offers import Offer, Standing, Verb
from scenes.coloring.problem.graph import Coloring, letter
from themes.palettes import Palette
from tui.styles import Line, chip, clip, spread

OFFERS = "Offers"
_STYLES: dict[Standing, str] = {"open": "accent", "accepted": "good", "kept": "good", "broken": "bad"}


def newest_first(offers: Sequence[Offer]) -> list[Offer]:
    """Sort offers that can still be answered first, then by age with the newest first."""
    return sorted(offers, key=lambda offer: (offer.state != "open", not offer.running, -offer.number))


def paint(palette: Palette, offers: Sequence[Offer], seat: str, chosen: int, turn: int, width: int) -> list[Line]:
    """A row an offer, with what Enter and x would do to the chosen one."""
    if not offers:
        how = " No offers yet; /offer b2=red for h5=green makes one" if seat else " No offers yet"
        return [((clip(how, width), "dim"),)]
    return [_row(palette, offer, seat, offer.number == chosen, turn, width) for offer in newest_first(offers)]


def _row(palette: Palette, offer: Offer, seat: str, chosen: bool, turn: int, width: int) -> Line:
    by, to = ("you" if name == seat else name for name in (offer.by, offer.to))
    verb = "asks" if not offer.give else "offers"
    head: Line = (
        (" ▸ " if chosen else "   ", "bold accent"),
        (f"{offer.number:>2}  ", "mid"),
        (by, "bold hi"),
        (f" {verb if by != 'you' else verb.rstrip('s')} ", "mid"),
        (f"{to}  ", "hi"),
    )
    terms: Line = (*_colors(palette, offer.give), *((("if ", "mid"),) if offer.give and offer.want else ()))
    terms = (*terms, *_colors(palette, offer.want))
    for node, colors in offer.avoid.items():
        terms = (*terms, (f"{node} not {' or '.join(colors)} ", "fg"))
    lasts: Line = ((" always ", "mid"),) if offer.lasting else ()
    return spread((*head, *terms, *lasts), _state(offer, seat, chosen, turn), width)


def _colors(palette: Palette, colors: Coloring) -> Line:
    out: list[tuple[str, str]] = []
    for node, color in colors.items():
        out += [(f"{node} = ", "fg"), chip(palette, letter(color), color), (" ", "")]
    return tuple(out)


def _state(offer: Offer, seat: str, chosen: bool, turn: int) -> Line:
    """Draw an offer's state and turn; for the selected one also the keys."""
    mark = "✗ " if offer.state == "broken" else ""
    since = f" for {turn - offer.turn} turns" if offer.state == "kept" and offer.lasting else ""
    why = f": {offer.why}" if offer.why else ""
    keys: list[tuple[str, str]] = []
    if chosen and offer.takes(seat, "accept"):
        keys = [("  Enter", "accent"), (" accepts", "mid"), ("  x", "accent"), (" refuses ", "mid")]
    elif chosen and offer.takes(seat, "withdraw"):
        keys = [("  x", "accent"), (" withdraws ", "mid")]
    return ((f"{mark}{offer.state}{since}{why}", _STYLES.get(offer.state, "dim")), *keys, (" ", ""))


def command(offers: Sequence[Offer], seat: str, chosen: int, key: str) -> str | None:
    """The command that Enter or x stands for, on the chosen offer."""
    offer = next((each for each in offers if each.number == chosen), None)
    if offer is None:
        return None
    if key == "enter":
        return f"accept {chosen}" if offer.takes(seat, "accept") else None
    if key == "x":
        verbs: tuple[Verb, ...] = ("refuse", "withdraw")
        return next((f"{verb} {chosen}" for verb in verbs if offer.takes(seat, verb)), None)
    return None
