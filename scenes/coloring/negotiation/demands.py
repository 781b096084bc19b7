"""Declined requests, with their price and a counter-offer computed by exact search.

A stubborn owner declines whatever costs it a conflict or a point. Any other owner meets a request once, states the
cost, and then declines it if it still costs more conflicts than its temper accepts.
"""

from math import inf
from typing import NamedTuple

from msgspec.structs import replace

from core.engine.chance import Draw
from scenes.coloring.negotiation.bargaining import counter_offer, temper_towards
from scenes.coloring.negotiation.offers import Offer
from scenes.coloring.negotiation.reach import MAX_COLORINGS, NO_LOSS, Loss, best_if, clashes_inside, loss_if
from scenes.coloring.problem.graph import Coloring, changes
from scenes.coloring.rules.observation import Asked, Observation
from scenes.coloring.solvers.exact import table
from scenes.coloring.talk.speech import Deal


class DeclinedRequests(NamedTuple):
    """The observation without the declined requests, and the words about them and counter-offers by requester."""

    seen: Observation
    words: dict[str, list[str]]
    counters: dict[str, Deal]


def decline_requests(seen: Observation) -> DeclinedRequests:
    """Decline the requests that cost more than the owner's temper accepts."""
    prices = {node: price for node in seen.asked if (price := _price(seen, node))}
    words: dict[str, list[str]] = {}
    counters: dict[str, Deal] = {}
    for node, price in prices.items():
        asked = seen.asked[node]
        wanted = asked.color or "anything else"
        refusal = "I still keep" if seen.answered.get(asked.wish(node), 0) > 1 else "No, I keep"
        words.setdefault(asked.by, []).append(f"{refusal} {node}: {wanted} would cost me {price}.")
        own = [offer for offer in seen.offers if (offer.by, offer.to) == (seen.name, asked.by)]
        if standing := next((offer for offer in own if offer.state == "open" and node in offer.give), None):
            words[asked.by].append(f"My offer {standing.number} stands: {standing.terms()}.")
        elif asked.by not in counters:
            deals = (_deal_instead(seen, asked, {node: color}) for color in _colors_that_meet(seen, asked))
            if deal := next(filter(None, deals), None):
                counters[asked.by] = deal
    kept = {node: asked for node, asked in seen.asked.items() if node not in prices}
    return DeclinedRequests(replace(seen, asked=kept), words, counters)


def _price(seen: Observation, node: str) -> Loss | None:
    """Return the least loss from meeting a request for a node; None if the owner accepts the request."""
    asked = seen.asked[node]
    allowed, temper = _colors_that_meet(seen, asked), temper_towards(seen, asked.by)
    is_met_once = temper != "stubborn" and asked.wish(node) not in seen.answered
    if is_met_once or node in seen.fixed or not allowed or node not in seen.colors:
        return None
    least = min(loss_if(seen, {node: color}) for color in allowed)
    conceded = seen.problem.conflict_penalty if temper == "accommodating" else 0.0
    most = NO_LOSS if temper == "stubborn" else Loss(conceded, inf)
    return least if least > most else None


def _colors_that_meet(seen: Observation, asked: Asked) -> list[str]:
    return [color for color in seen.problem.colors if asked.met_by(color)]


def _deal_instead(seen: Observation, asked: Asked, demand: Coloring) -> Deal | None:
    """Return a new deal in place of a demand: the other owner changes nodes in return, or gets another color."""
    offer = Offer(0, asked.by, seen.name, {}, demand, {}, lasting=False, turn=seen.turn)
    deal = deal_for(seen, asked.by, demand) or (counter_offer(seen, offer) if asked.color else None)
    earlier = [(offer.give, offer.want) for offer in seen.offers if offer.by == seen.name]
    return deal if deal and (deal.give, deal.want) not in earlier else None


def deal_for(seen: Observation, to: str, demand: Coloring) -> Deal | None:
    """Return the deal with the fewest changes of the other's nodes for which meeting its demand adds no conflict."""
    problem, free = seen.problem, best_if(seen, {})
    boundary, fixed = problem.boundary(to, seen.name), seen.fixed | demand
    least = free.score if temper_towards(seen, to) == "stubborn" else -inf
    rows, _ = table(problem, seen.name, boundary, seen.believed, fixed, Draw(seen.turn), MAX_COLORINGS)
    costless = (outside for outside, found in rows if found.conflicts <= free.conflicts and found.score >= least)
    wants = [
        want
        for outside in costless
        if (want := changes(seen.believed, outside))
        and not want.keys() & seen.refused.keys()
        and not clashes_inside(seen, want)
    ]
    return Deal(demand, min(wants, key=len)) if wants else None
