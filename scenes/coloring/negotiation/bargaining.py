"""Answers of an owner to offers, and offers of its own.

An offer is accepted if exact search, given the reported colors, shows no loss; else it is refused, with the fewest
colors that stand against it. A fair owner agrees to what costs it no conflict. An accommodating one also
agrees to what costs it one conflict. A stubborn one agrees to nothing that costs it a conflict or a point. Towards one
that broke more promises to it than it kept, an owner is one step harder, and from the second on it wants to be paid
first.
"""

from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from core.engine.chance import Draw
from scenes.coloring.negotiation.commitments import Account, about, account
from scenes.coloring.negotiation.offers import Honored, Offer, OfferChanged, Verb
from scenes.coloring.negotiation.reach import NOTHING, best_with, lost, reach
from scenes.coloring.negotiation.requests import Options, alone, helpful, joint
from scenes.coloring.problem.graph import Coloring, changes, number, plainly, together
from scenes.coloring.rules.observation import Asked, Observation, Temper
from scenes.coloring.solvers.exact import best
from scenes.coloring.talk.speech import Deal, Option

HELD = (" is locked as ", " is promised as ")
"""Words in the reason of a refusal that speaks of a lock or a promise, and not of a loss."""
DISTRUST = 2
"""Broken promises of an owner that kept fewer, from which on it has to do its part of a deal first."""
MOST_COUNTERED = 3
"""Nodes of an offer, at most, for which other colors are looked for."""
Choices = Mapping[int, Verb]
"""An owner's own decisions on offers, by number; exact search decides on the others."""


class Bargain(NamedTuple):
    """An owner's answers, its observation after them, and its counter-offers."""

    answers: tuple[OfferChanged | Honored, ...]
    seen: Observation
    counters: dict[str, Deal]


def bargain(seen: Observation, chosen: Choices | None = None) -> Bargain:
    """Answer all open offers, do what is due, and hold what was promised for good. Other answers may be `chosen`."""
    chosen = chosen or {}
    answers: list[OfferChanged | Honored] = []
    counters: dict[str, Deal] = {}
    asked = dict(seen.asked)
    broken = [o for o in seen.offers if chosen.get(o.number) == "withdraw" and o.takes(seen.name, "withdraw")]
    answers += [OfferChanged(offer.number, "broken", f"{seen.name} takes it back") for offer in broken]
    seen = replace(seen, offers=tuple(offer for offer in seen.offers if offer not in broken))
    mine = promised(seen)
    for offer in seen.offers:
        if offer.state == "open" and offer.to == seen.name:
            now = replace(_holding(seen, mine, offer), asked=asked)
            answer = _chosen(_answer(now, offer), chosen.get(offer.number))
            answers.append(answer)
            if answer.state == "accepted":
                asked |= asked_by(offer, seen.name)
                mine = now.held
            elif deal := counter(now, offer):
                counters[offer.by] = deal
        elif offer.state == "accepted" and offer.by == seen.name:
            asked |= asked_by(offer, seen.name)
            answers.append(Honored(offer.number))
    return Bargain(tuple(answers), replace(seen, asked=asked, fixed=mine | seen.fixed, held=mine), counters)


def _chosen(answer: OfferChanged, verb: Verb | None) -> OfferChanged:
    """Apply a chosen verb to an answer. Offers against a lock or another promise stay refused."""
    if verb == "refuse" and answer.state == "accepted":
        return OfferChanged(answer.number, "refused", "I do not want to")
    if verb == "accept" and may_concede(answer):
        return OfferChanged(answer.number, "accepted")
    return answer


def may_concede(answer: OfferChanged) -> bool:
    """Return True if an offer that exact search refuses could be accepted at a loss."""
    return answer.state == "refused" and not any(held in answer.why for held in HELD)


def counter(seen: Observation, offer: Offer) -> Deal | None:
    """Find other colors for the wanted nodes, at no loss, in return for the same; the best for the other's bounds.

    A counter-offer is not answered by another, nothing is offered twice, and nothing beside another offer.
    """
    nodes = [node for node in offer.want if node not in seen.fixed]
    own = [each for each in seen.offers if (each.by, each.to) == (seen.name, offer.by)]
    waits = any(each.state == "open" for each in own)
    if offer.counters or waits or not nodes or len(nodes) > MOST_COUNTERED:
        return None
    earlier = [each.give for each in own]
    known = seen.believed | offer.give
    now = reach(seen, {}, points=False)
    found: list[tuple[int, int, Coloring]] = []
    for colors in product(seen.problem.colors, repeat=len(nodes)):
        give = dict(zip(nodes, colors, strict=True))
        differing = len(changes(offer.want, give))
        if differing and changes(seen.colors, give) and give not in earlier and _reach(seen, known, give) <= now:
            found.append((_cost_to(seen, offer.by, known, give), differing, give))
    cost, _, give = min(found, key=lambda each: each[:2], default=(1, 0, {}))
    return Deal(give, dict(offer.give)) if cost == 0 else None


def _cost_to(seen: Observation, other: str, known: Coloring, give: Coloring) -> int:
    """Count the conflicts that own colors cause another owner, by its bound and with known colors beside them."""
    known_bound = seen.bounds.get(other)
    least = known_bound.bound.of(seen.problem, seen.colors | give) if known_bound else 0
    return least + sum(known.get(n) == color for node, color in give.items() for n in seen.problem.adjacent[node])


def _holding(seen: Observation, mine: Coloring, offer: Offer) -> Observation:
    """Hold an owner's promises while it looks at an offer, except those that the offer's maker may change."""
    own = {n: c for n, c in mine.items() if n not in offer.want or seen.promised_to(n) != {offer.by}}
    return replace(seen, fixed=own | seen.fixed, held=own)


def answer_to(seen: Observation, offer: Offer) -> OfferChanged:
    """Answer an offer by exact search, taken by itself."""
    return _answer(_holding(seen, promised(seen), offer), offer)


def without(seen: Observation, offer: Offer) -> tuple[float, float]:
    """Return the reachable penalty with all promises, and without this one."""
    mine = promised(seen)
    rest = {node: color for node, color in mine.items() if node not in offer.due(seen.name)}
    held, free = (replace(seen, fixed=own | seen.fixed) for own in (mine, rest))
    return _reach(held, seen.believed, {}), _reach(free, seen.believed, {})


def asked_by(offer: Offer, name: str) -> dict[str, Asked]:
    """Write an owner's part of an offer as requests of the other side."""
    other = offer.other(name)
    out = {node: Asked(other, avoid=colors) for node, colors in offer.barred(name).items()}
    return out | {node: Asked(other, color) for node, color in offer.due(name).items()}


def promised(seen: Observation) -> Coloring:
    """Return own nodes that keep their color: promised for good, or the own part of an agreement that still runs.

    Locked nodes need no promise.
    """
    out: Coloring = {}
    for offer in seen.offers:
        if offer.running and offer.met(seen.name, seen.colors):
            nodes = (*offer.due(seen.name), *offer.barred(seen.name))
            out |= {n: seen.colors[n] for n in nodes if n in seen.colors and n not in seen.locked}
    return out


def _answer(seen: Observation, offer: Offer) -> OfferChanged:
    """Accept what costs nothing beyond what this side must pay anyway."""
    locked = {n: c for n, c in seen.fixed.items() if n in offer.want and c != offer.want[n]}
    locked |= {n: c for n, c in seen.fixed.items() if c in offer.avoid.get(n, ())}
    if locked:
        reason = together([f"{n} is {'promised' if n in seen.held else 'locked'} as {c}" for n, c in locked.items()])
        return OfferChanged(offer.number, "refused", reason, locked)
    due = changes(seen.believed, offer.give)
    theirs = account(seen.offers, offer.by, seen.name)
    if due and theirs.is_doubtful and len(theirs.broken) >= DISTRUST:
        then = f", then I make {plainly(offer.want)}" if offer.want else ""
        why = f"{went_back(theirs, offer.by)}: make {plainly(due)} first{then}"
        return OfferChanged(offer.number, "refused", why)
    if crossed := next((own for own in seen.offers if _stands_against(seen, own, offer)), None):
        return OfferChanged(offer.number, "refused", f"my offer {crossed.number} stands against it")
    now = reach(seen, {}, points=False)
    known = seen.believed | offer.give
    temper = temper_towards(seen, offer.by)
    conceded = seen.problem.conflict_penalty if temper == "accommodating" else 0.0
    if _reach(seen, known, offer.want) <= now + conceded:
        if temper == "stubborn" and (loss := lost(seen, offer.give | offer.want)) > NOTHING:
            doubt = f"{went_back(theirs, offer.by)}, and " if theirs.is_doubtful else ""
            return OfferChanged(offer.number, "refused", f"{doubt}it would cost me {loss}")
        return OfferChanged(offer.number, "accepted")
    against = _against(seen, known, offer.want, now)
    least = _reach(_only(seen, against), {n: c for n, c in known.items() if n in against}, offer.want)
    why = f"with {plainly(offer.want | against)} I could not get below {number(least)}"
    return OfferChanged(offer.number, "refused", why, against)


def _stands_against(seen: Observation, own: Offer, offer: Offer) -> bool:
    """Return True if an own offer contradicts another's: it runs, or both were made at once and it is the first."""
    terms = own.give | own.want
    differs = any(terms.get(node, color) != color for node, color in (offer.give | offer.want).items())
    crosses = own.state == "open" and own.turn == offer.turn and own.number < offer.number
    return own.by == seen.name and differs and (crosses or own.state == "accepted")


def temper_towards(seen: Observation, other: str) -> Temper:
    """Return an owner's temper, one step harder towards one that broke more promises to it than it kept."""
    if not account(seen.offers, other, seen.name).is_doubtful:
        return seen.temper
    return "fair" if seen.temper == "accommodating" else "stubborn"


def went_back(theirs: Account, name: str) -> str:
    """Say to an owner which promises it broke, and how often: "you went back on h2 twice"."""
    return f"you went back on {together(about(theirs.broken, name))} {_times(len(theirs.broken))}"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _against(seen: Observation, known: Coloring, want: Coloring, now: float) -> Coloring:
    """Return a minimal set of reported and locked colors with which the wanted colors cost more than `now`."""
    facts = {n: c for n, c in (known | seen.fixed).items() if n not in want}
    for node in list(facts):
        fewer = {n: c for n, c in facts.items() if n != node}
        if _reach(_only(seen, fewer), fewer, want) > now:
            facts = fewer
    return facts


def _only(seen: Observation, facts: Coloring) -> Observation:
    """Return the observation with no locks or promises but these."""
    return replace(seen, fixed={node: color for node, color in seen.fixed.items() if node in facts})


def say_answers(seen: Observation, answers: tuple[OfferChanged | Honored, ...], to: str) -> list[str]:
    """Write answers to offers as sentences."""
    offers = {offer.number: offer for offer in seen.offers if to in (offer.by, offer.to)}
    out = []
    for answer in answers:
        offer = offers.get(answer.number)
        if offer is None:
            continue
        if isinstance(answer, Honored):
            verb = "do" if changes(seen.colors, offer.give) else "keep"
            out.append(f"I {verb} my part of offer {answer.number}: {plainly(offer.give)}.")
        elif answer.state == "broken":
            out.append(f"I take back offer {answer.number}.")
        elif answer.state == "accepted":
            out.append(f"Offer {answer.number}: {'promised until you release me' if offer.lasting else 'agreed'}.")
        else:
            out.append(f"Offer {answer.number}: no, {answer.why}.")
    return out


def to_offer(seen: Observation, colors: Coloring, tables: tuple[Options, ...], draw: Draw) -> dict[str, Deal]:
    """Choose offers: changes of others' nodes that help only together with changes of our own.

    One neighbor comes before several, then the lowest penalty, then the fewest nodes. Nothing is offered twice.
    """
    if any(offer.by == seen.name and offer.state in ("open", "accepted") for offer in seen.offers):
        return {}
    limit = alone(tables)
    single = [option for options in tables for option in options.rows]
    return _deals(seen, colors, single, limit) or _deals(seen, colors, joint(seen, draw), limit)


def _deals(seen: Observation, colors: Coloring, options: list[Option], limit: float) -> dict[str, Deal]:
    problem, earlier = seen.problem, [offer.want for offer in seen.offers if offer.by == seen.name]
    found: list[tuple[float, int, int]] = []
    deals: list[dict[str, Deal]] = []
    for want, option in helpful(seen, options, limit):
        terms = _terms(seen, colors, want)
        agreed = want | {node: color for deal in terms.values() for node, color in deal.give.items()}
        if not problem.conflicts(agreed) and not all(deal.want in earlier for deal in terms.values()):
            beyond = len(problem.conflicts({**seen.believed, **want}))
            cost = option.penalty + problem.conflict_penalty * beyond
            found.append((cost, len(want) + len(agreed), len(deals)))
            deals.append(terms)
    return deals[min(found)[2]] if found else {}


def deals_with(seen: Observation, colors: Coloring, tables: tuple[Options, ...], to: str) -> list[Deal]:
    """Return deals with one neighbor that help beyond the owner's own reach, best first."""
    rows = next((options.rows for options in tables if options.to == to), ())
    terms = (_terms(seen, colors, want) for want, _ in helpful(seen, rows, alone(tables)))
    return [deal for each in terms for deal in each.values() if deal.give]


def _terms(seen: Observation, colors: Coloring, want: Coloring) -> dict[str, Deal]:
    """Make a deal for each owner of wanted nodes: our changes beside those nodes for its own.

    Where points are private, a change may cost the other some: colors that we keep beside it, and could change, are
    promised as well.
    """
    problem, own = seen.problem, best_with(seen, want).colors
    own = own if seen.private else changes(colors, own)
    out: dict[str, Deal] = {}
    for to in dict.fromkeys(problem.owner[node] for node in want):
        theirs = problem.owned(to, want)
        beside = {other for node in theirs for other in problem.adjacent[node]}
        out[to] = Deal({node: color for node, color in own.items() if node in beside - seen.locked.keys()}, theirs)
    return out


def _reach(seen: Observation, known: Coloring, want: Coloring) -> float:
    """Return the lowest penalty with these wanted own colors, if only `known` colors of others counted."""
    outside = {node: color for node, color in known.items() if seen.problem.owner[node] != seen.name}
    found = best(seen.problem, seen.name, outside, seen.fixed | want, Draw(seen.turn), points=False)
    return seen.problem.conflict_penalty * found.conflicts
