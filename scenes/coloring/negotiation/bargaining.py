"""An owner's answers to offers, and its own offers.

An offer is accepted if exact search, given the reported colors, shows no loss. Else it is refused with a minimal set
of colors that prevent it. A fair owner accepts offers that cost it no conflict, an accommodating owner also offers
that cost one conflict, a stubborn owner no offer that costs a conflict or a point, and a tit-for-tat owner repays each
owner for its last answer. Towards an owner that broke more promises than it kept, temper is one step harder; after two
broken promises, that owner must do its part first.
"""

from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from core.engine.chance import Draw
from scenes.coloring.negotiation.commitments import Account, account, nodes_of_broken
from scenes.coloring.negotiation.offers import Honored, Offer, OfferChanged, OfferVerb
from scenes.coloring.negotiation.reach import NO_LOSS, at_least_text, best_if, loss_if, lowest_penalty
from scenes.coloring.negotiation.requests import Options, helpful_changes, joint_options, penalty_alone
from scenes.coloring.problem.graph import Coloring, assign, changes, color_words, join_and, word_pairs
from scenes.coloring.rules.observation import Asked, Observation, Temper
from scenes.coloring.solvers.exact import best
from scenes.coloring.talk.speech import Deal, Option

HELD_PHRASES = (" is locked as ", " is promised as ")
"""Phrases that mark the reason of a refusal as a lock or a promise, not a loss."""
DISTRUST_FROM = 2
"""Number of broken promises after which an owner that kept fewer must do its part of a deal first."""
MAX_COUNTERED_NODES = 3
"""Maximum number of wanted nodes in an offer for which a counter-offer is searched."""
VerbsByOffer = Mapping[int, OfferVerb]
"""Verb that an owner's model chose for each offer, by number; exact search decides on other offers."""


class OfferAnswers(NamedTuple):
    """An owner's answers, its observation after them, and its counter-offers."""

    answers: tuple[OfferChanged | Honored, ...]
    seen: Observation
    counters: dict[str, Deal]


def answer_offers(seen: Observation, chosen: VerbsByOffer | None = None) -> OfferAnswers:
    """Answer open offers, honor own accepted offers, and keep promised colors. Verbs in `chosen` come first."""
    chosen = chosen or {}
    answers: list[OfferChanged | Honored] = []
    counters: dict[str, Deal] = {}
    asked = dict(seen.asked)
    broken = [o for o in seen.offers if chosen.get(o.number) == "withdraw" and o.takes(seen.name, "withdraw")]
    answers += [OfferChanged(offer.number, "broken", f"{seen.name} takes it back") for offer in broken]
    seen = replace(seen, offers=tuple(offer for offer in seen.offers if offer not in broken))
    mine = promised_colors(seen)
    for offer in seen.offers:
        if offer.state == "open" and offer.to == seen.name:
            now = replace(_with_promises_locked(seen, mine, offer), asked=asked)
            answer = _apply_choice(_answer(now, offer), chosen.get(offer.number))
            answers.append(answer)
            if answer.state == "accepted":
                asked |= requests_from_offer(offer, seen.name)
                mine = now.held
            elif deal := counter_offer(now, offer):
                counters[offer.by] = deal
        elif offer.state == "accepted" and offer.by == seen.name:
            asked |= requests_from_offer(offer, seen.name)
            answers.append(Honored(offer.number))
    return OfferAnswers(tuple(answers), replace(seen, asked=asked, fixed=mine | seen.fixed, held=mine), counters)


def _apply_choice(answer: OfferChanged, verb: OfferVerb | None) -> OfferChanged:
    """Replace an answer by the chosen verb. An offer that contradicts a lock or another promise stays refused."""
    if verb == "refuse" and answer.state == "accepted":
        return OfferChanged(answer.number, "refused", "I do not want to")
    if verb == "accept" and may_concede(answer):
        return OfferChanged(answer.number, "accepted")
    return answer


def may_concede(answer: OfferChanged) -> bool:
    """Return True if a refused offer could still be accepted at a loss."""
    return answer.state == "refused" and not any(held in answer.why for held in HELD_PHRASES)


def counter_offer(seen: Observation, offer: Offer) -> Deal | None:
    """Return a counter-offer without a loss to either side: other colors for the wanted nodes, the same in return.

    None if there is no such deal, if the offer is a counter-offer itself, or if an own offer is open. No deal is
    offered twice.
    """
    nodes = [node for node in offer.want if node not in seen.fixed]
    own = [each for each in seen.offers if (each.by, each.to) == (seen.name, offer.by)]
    waits = any(each.state == "open" for each in own)
    if offer.counters or waits or not nodes or len(nodes) > MAX_COUNTERED_NODES:
        return None
    earlier = [each.give for each in own]
    known = seen.believed | offer.give
    now = lowest_penalty(seen, {}, points=False)
    found: list[tuple[int, int, Coloring]] = []
    for colors in product(seen.problem.colors, repeat=len(nodes)):
        give = dict(zip(nodes, colors, strict=True))
        differing = len(changes(offer.want, give))
        if (
            differing
            and changes(seen.colors, give)
            and give not in earlier
            and _lowest_penalty_with(seen, known, give) <= now
        ):
            found.append((_conflicts_for(seen, offer.by, known, give), differing, give))
    cost, _, give = min(found, key=lambda each: each[:2], default=(1, 0, {}))
    return Deal(give, dict(offer.give)) if cost == 0 else None


def _conflicts_for(seen: Observation, other: str, known: Coloring, give: Coloring) -> int:
    """Count the conflicts that this owner's colors cause to another owner, by that owner's bound and known colors."""
    known_bound = seen.bounds.get(other)
    least = known_bound.bound.of(seen.problem, seen.colors | give) if known_bound else 0
    return least + sum(known.get(n) == color for node, color in give.items() for n in seen.problem.adjacent[node])


def _with_promises_locked(seen: Observation, mine: Coloring, offer: Offer) -> Observation:
    """Lock the promised nodes in an observation, except wanted nodes that only the offer's maker was promised."""
    own = {n: c for n, c in mine.items() if n not in offer.want or seen.promised_to(n) != {offer.by}}
    return replace(seen, fixed=own | seen.fixed, held=own)


def answer_to(seen: Observation, offer: Offer) -> OfferChanged:
    """Answer an offer by exact search, independent of other offers."""
    return _answer(_with_promises_locked(seen, promised_colors(seen), offer), offer)


def penalties_with_and_without(seen: Observation, offer: Offer) -> tuple[float, float]:
    """Return the lowest reachable penalty with all promises, and the lowest without this offer's."""
    mine = promised_colors(seen)
    rest = {node: color for node, color in mine.items() if node not in offer.due(seen.name)}
    held, free = (replace(seen, fixed=own | seen.fixed) for own in (mine, rest))
    return _lowest_penalty_with(held, seen.believed, {}), _lowest_penalty_with(free, seen.believed, {})


def requests_from_offer(offer: Offer, name: str) -> dict[str, Asked]:
    """Return an owner's part of an offer, as requests from the other owner."""
    other = offer.other(name)
    out = {node: Asked(other, avoid=colors) for node, colors in offer.forbidden_colors(name).items()}
    return out | {node: Asked(other, color) for node, color in offer.due(name).items()}


def promised_colors(seen: Observation) -> Coloring:
    """Return the colors of own nodes that are bound by agreements whose part this owner fulfills now.

    Locked nodes are left out.
    """
    out: Coloring = {}
    for offer in seen.offers:
        if offer.running and offer.met(seen.name, seen.colors):
            nodes = (*offer.due(seen.name), *offer.forbidden_colors(seen.name))
            out |= {n: seen.colors[n] for n in nodes if n in seen.colors and n not in seen.locked}
    return out


def _answer(seen: Observation, offer: Offer) -> OfferChanged:
    """Return the answer to an offer: acceptance, or refusal with its reason."""
    locked = {n: c for n, c in seen.fixed.items() if c != offer.want.get(n, c)}
    locked |= {n: c for n, c in seen.fixed.items() if c in offer.avoid.get(n, ())}
    if locked:
        reason = join_and([f"{n} is {'promised' if n in seen.held else 'locked'} as {c}" for n, c in locked.items()])
        return OfferChanged(offer.number, "refused", reason, locked)
    due = changes(seen.believed, offer.give)
    theirs = account(seen.offers, offer.by, seen.name)
    if due and theirs.is_doubtful and len(theirs.broken) >= DISTRUST_FROM:
        then = f", then I make {color_words(offer.want)}" if offer.want else ""
        why = f"{describe_broken_promises(theirs, offer.by)}: make {color_words(due)} first{then}"
        return OfferChanged(offer.number, "refused", why)
    if crossed := next((own for own in seen.offers if _takes_precedence(seen, own, offer)), None):
        return OfferChanged(offer.number, "refused", f"my offer {crossed.number} stands against it")
    return _answer_by_penalty(seen, offer, theirs)


def _answer_by_penalty(seen: Observation, offer: Offer, theirs: Account) -> OfferChanged:
    """Return the answer by the lowest penalty with and without the offer."""
    now = lowest_penalty(seen, {}, points=False)
    known = seen.believed | offer.give
    temper = temper_towards(seen, offer.by)
    conceded = seen.problem.conflict_penalty if temper == "accommodating" else 0.0
    if _lowest_penalty_with(seen, known, offer.want) <= now + conceded:
        if temper == "stubborn" and (loss := loss_if(seen, offer.give | offer.want)) > NO_LOSS:
            doubt = f"{describe_broken_promises(theirs, offer.by)}, and " if theirs.is_doubtful else ""
            return OfferChanged(offer.number, "refused", f"{doubt}it would cost me {loss}")
        return OfferChanged(offer.number, "accepted")
    against = _preventing_colors(seen, known, offer.want, now)
    least = _lowest_penalty_with(
        _with_only_fixed(seen, against), {n: c for n, c in known.items() if n in against}, offer.want
    )
    why = f"with {join_and(word_pairs(offer.want | against))} {at_least_text(least)}"
    return OfferChanged(offer.number, "refused", why, against)


def _takes_precedence(seen: Observation, own: Offer, offer: Offer) -> bool:
    """Return True if this owner's own offer takes precedence over another owner's contradicting offer."""
    terms = own.give | own.want
    differs = any(terms.get(node, color) != color for node, color in (offer.give | offer.want).items())
    crosses = own.state == "open" and own.turn == offer.turn and own.number < offer.number
    return own.by == seen.name and differs and (crosses or own.state == "accepted")


def temper_towards(seen: Observation, other: str) -> Temper:
    """Return the temper towards an owner: one step harder if it broke more promises than it kept."""
    temper = _in_kind(seen, other) if seen.temper == "tit-for-tat" else seen.temper
    if not account(seen.offers, other, seen.name).is_doubtful:
        return temper
    return "fair" if temper == "accommodating" else "stubborn"


def _in_kind(seen: Observation, other: str) -> Temper:
    """Return the temper that repays an owner: for its last answer to an own offer, else for own requests that it met.

    Accommodating after a yes, stubborn after a no, and fair while it has answered nothing.
    """
    asked = [offer for offer in seen.offers if (offer.by, offer.to) == (seen.name, other)]
    answered = [offer for offer in asked if offer.agreed or offer.state == "refused"]
    if answered:
        last = max(answered, key=lambda offer: offer.turn)
        return "stubborn" if last.state == "refused" or last.broken_by == other else "accommodating"
    colors = product(seen.problem.boundary(other, seen.name), seen.problem.colors)
    wanted = {node: color for node, color in colors if assign({node: color}) in seen.requests}
    if not wanted or other in seen.awaits:
        return "fair"
    return "accommodating" if all(seen.believed.get(n) == color for n, color in wanted.items()) else "stubborn"


def describe_broken_promises(theirs: Account, name: str) -> str:
    """Write which promises an owner broke, and how often: "you went back on h2 twice"."""
    return f"you went back on {join_and(nodes_of_broken(theirs.broken, name))} {_times_in_words(len(theirs.broken))}"


def _times_in_words(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _preventing_colors(seen: Observation, known: Coloring, want: Coloring, now: float) -> Coloring:
    """Return a minimal set of reported and locked colors because of which the wanted colors cost more than `now`."""
    facts = {n: c for n, c in (known | seen.fixed).items() if n not in want}
    for node in list(facts):
        fewer = {n: c for n, c in facts.items() if n != node}
        if _lowest_penalty_with(_with_only_fixed(seen, fewer), fewer, want) > now:
            facts = fewer
    return facts


def _with_only_fixed(seen: Observation, facts: Coloring) -> Observation:
    """Remove all locked and promised nodes that are not in `facts` from an observation."""
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
            out.append(f"I {verb} my part of offer {answer.number}: {color_words(offer.give)}.")
        elif answer.state == "broken":
            out.append(f"I take back offer {answer.number}.")
        elif answer.state == "accepted":
            out.append(f"Offer {answer.number}: {'promised until you release me' if offer.lasting else 'agreed'}.")
        else:
            out.append(f"Offer {answer.number}: no, {answer.why}.")
    return out


def choose_offers(seen: Observation, colors: Coloring, tables: tuple[Options, ...], draw: Draw) -> dict[str, Deal]:
    """Return deals that lower the penalty, by addressee: changes of its nodes in return for own changes, if any.

    Offers to one neighbor are preferred, then the lowest penalty, then the fewest nodes. No deal is offered twice, and
    none while an own offer is open or accepted.
    """
    if any(offer.by == seen.name and offer.state in ("open", "accepted") for offer in seen.offers):
        return {}
    limit = penalty_alone(tables)
    single = [option for options in tables for option in options.rows]
    return _best_deals(seen, colors, single, limit) or _best_deals(seen, colors, joint_options(seen, draw), limit)


def _best_deals(seen: Observation, colors: Coloring, options: list[Option], limit: float) -> dict[str, Deal]:
    problem, earlier = seen.problem, [offer.want for offer in seen.offers if offer.by == seen.name]
    found: list[tuple[float, int, int]] = []
    deals: list[dict[str, Deal]] = []
    for want, option in helpful_changes(seen, options, limit):
        terms = _deals_for(seen, colors, want)
        agreed = want | {node: color for deal in terms.values() for node, color in deal.give.items()}
        if not problem.conflicts(agreed) and not all(deal.want in earlier for deal in terms.values()):
            beyond = len(problem.conflicts({**seen.believed, **want}))
            cost = option.penalty + problem.conflict_penalty * beyond
            found.append((cost, len(want) + len(agreed), len(deals)))
            deals.append(terms)
    return deals[min(found)[2]] if found else {}


def deals_with(seen: Observation, colors: Coloring, tables: tuple[Options, ...], to: str) -> list[Deal]:
    """Return deals with one neighbor that lower the penalty more than the owner can alone, best first."""
    rows = next((options.rows for options in tables if options.to == to), ())
    terms = (_deals_for(seen, colors, want) for want, _ in helpful_changes(seen, rows, penalty_alone(tables)))
    return [deal for each in terms for deal in each.values() if deal.give]


def _deals_for(seen: Observation, colors: Coloring, want: Coloring) -> dict[str, Deal]:
    """Return a deal for each owner of wanted nodes, with changes of adjacent own nodes in return.

    If points are private, the change may cost the other side something. The deal then also promises that own nodes
    next to the wanted ones keep their colors.
    """
    problem, own = seen.problem, best_if(seen, want).colors
    own = own if seen.private else changes(colors, own)
    out: dict[str, Deal] = {}
    for to in dict.fromkeys(problem.owner[node] for node in want):
        theirs = problem.owned(to, want)
        beside = {other for node in theirs for other in problem.adjacent[node]}
        out[to] = Deal({node: color for node, color in own.items() if node in beside - seen.locked.keys()}, theirs)
    return out


def _lowest_penalty_with(seen: Observation, known: Coloring, want: Coloring) -> float:
    """Return the lowest penalty if own nodes have the wanted colors, counting only `known` colors of others."""
    outside = {node: color for node, color in known.items() if seen.problem.owner[node] != seen.name}
    found = best(seen.problem, seen.name, outside, seen.fixed | want, Draw(seen.turn), points=False)
    return seen.problem.conflict_penalty * found.conflicts
