"""Tempers of owners: what each agrees to, and which requests it meets, where its own points are at stake.

Who is fair agrees to what costs it no conflict, and meets every request. Who is accommodating also agrees to what costs
it one conflict. Who is stubborn agrees to nothing, and meets no request, that costs it a conflict or a point.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from scenes.coloring.negotiation.offers import Offer, OfferChanged
from scenes.coloring.negotiation.reach import best_with
from scenes.coloring.problem.notation import number, together
from scenes.coloring.rules.observation import Observation, Temper

TEMPERS: tuple[Temper, ...] = ("accommodating", "fair", "stubborn")


def read_tempers(text: str, seats: tuple[str, ...]) -> dict[str, Temper]:
    """Everybody's temper, from one for all or `A=stubborn; *=fair`. Raises ValueError."""
    tempers: dict[str, Temper] = {}
    for part in filter(str.strip, text.split(";")):
        name, equals, word = (each.strip() for each in part.partition("="))
        name, word = (name, word) if equals else ("*", name)
        temper = next((each for each in TEMPERS if each == word), None)
        if temper is None:
            raise ValueError(f"there is no temper {word[:40]!r}; known: {', '.join(TEMPERS)}")
        if name not in (*seats, "*") or name in tempers:
            known = f"known, once each: {', '.join(seats)}, * for all others"
            raise ValueError(f"write {TEMPERS[1]}, or A={TEMPERS[2]}; *={TEMPERS[1]}, not {name[:40]!r}; {known}")
        tempers[name] = temper
    return {seat: tempers.get(seat, tempers.get("*", "fair")) for seat in seats}


def slack(seen: Observation) -> float:
    """Return the penalty by which an offer may leave its owner worse off."""
    return seen.problem.conflict_penalty if seen.temper == "accommodating" else 0.0


def consent(seen: Observation, offer: Offer) -> OfferChanged:
    """Answer an offer that costs no more conflicts than the owner bears."""
    lost = _lost(seen, offer.give | offer.want) if seen.temper == "stubborn" else 0.0
    if lost > 0:
        return OfferChanged(offer.number, "refused", f"it would cost me {number(lost)} points")
    return OfferChanged(offer.number, "accepted")


def drop_resisted(seen: Observation) -> tuple[Observation, dict[str, str]]:
    """Drop the requests that a stubborn owner resists; also return its words to those who made them."""
    if seen.temper != "stubborn":
        return seen, {}
    kept = {node: asked for node, asked in seen.asked.items() if not _resists(seen, node)}
    declined: dict[str, list[str]] = {}
    for node, asked in seen.asked.items():
        if node not in kept:
            declined.setdefault(asked.by, []).append(node)
    said = {by: f"No, I keep {together(nodes)}: anything else costs me." for by, nodes in declined.items()}
    return replace(seen, asked=kept), said


def _resists(seen: Observation, node: str) -> bool:
    """Return True if a request for a node that is not locked costs a conflict or a point, however it is met."""
    asked = seen.asked[node]
    allowed = [color for color in seen.problem.colors if asked.met_by(color)]
    if node in seen.fixed or not allowed or node not in seen.colors:
        return False
    return all(_lost(seen, {node: color}) > 0 for color in allowed)


def _lost(seen: Observation, supposed: Mapping[str, str]) -> float:
    """Return the points that an owner's best colors lose if nodes have these colors; infinite if a
    conflict is added.
    """
    free, bound = best_with(seen, {}), best_with(seen, supposed)
    return float("inf") if bound.conflicts > free.conflicts else free.score - bound.score
