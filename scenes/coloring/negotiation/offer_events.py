"""Events in the life of an offer: made, answered, kept, broken or dropped."""

from collections.abc import Iterable, Iterator

from core.engine.events import Event
from scenes.coloring.negotiation import offers
from scenes.coloring.problem.graph import Coloring, color_words
from scenes.coloring.rules.state import ColoringState
from scenes.coloring.talk.language import Meaning
from scenes.coloring.talk.speech import Deal, Refused, Unclear


def propose(
    state: ColoringState,
    name: str,
    to: str,
    deal: Deal,
    avoid: dict[str, tuple[str, ...]] | None = None,
    lasting: bool = False,
) -> Iterator[Event]:
    number = len(state.offers) + 1
    refused = [o for o in state.offers.values() if (o.by, o.to, o.state, o.turn) == (to, name, "refused", state.turn)]
    counters = refused[-1].number if refused else 0
    proposed = offers.Proposed(number, to, deal.give, deal.want, avoid or {}, lasting, counters)
    yield proposed.by(name, to=state.pair(name, to))


def make_offer(state: ColoringState, name: str, colors: Coloring, to: str, lasting: bool) -> Iterator[Event]:
    """Make an offer from a command: colors of own nodes are given, colors of others' nodes are wanted."""
    owner = state.problem.owner
    give = state.problem.owned(name, colors)
    want = {node: color for node, color in colors.items() if node not in give}
    to = to or owner[next(iter(want))]
    yield from propose(state, name, to, Deal(give, want), lasting=lasting)


def reply(state: ColoringState, name: str, verb: offers.OfferVerb, offer: offers.Offer) -> Iterator[Event]:
    """Apply a reply to an offer. Withdrawing from an agreement breaks it."""
    broken = verb == "withdraw" and offer.running and (name == offer.to or bool(offer.give))
    new_state = "broken" if broken else offers.STATE_AFTER[verb]
    why = f"{name} takes it back" if broken else ""
    yield from answer(state, name, offers.OfferChanged(offer.number, new_state, why))


def answer(state: ColoringState, name: str, body: offers.OfferChanged | offers.Honored) -> Iterator[Event]:
    """Record an answer to an offer. A refusal because of a lock reports the lock, so that nobody asks for it again."""
    offer = state.offers[body.number]
    other = offer.other(name)
    yield body.by(name, to=state.pair(name, other))
    if isinstance(body, offers.OfferChanged) and body.state == "accepted":
        yield from withdraw_requests(state, offer.by, offer.to, offer.want)  # the new terms replace older ones
    fixed = state.owners[name].fixed
    if isinstance(body, offers.OfferChanged) and (
        locked := {n: c for n, c in body.against.items() if fixed.get(n) == c}
    ):
        yield Refused(other, locked).by(name, to=state.pair(name, other))


def offers_from_words(state: ColoringState, name: str, meaning: Meaning) -> Iterator[Event]:
    """Yield the events for offers, replies, promises, locks and withdrawn requests in free text."""
    for to, colors in _colors_by_owner(state, {n: meaning.request.get(n, "") for n in meaning.always}).items():
        want = {node: color for node, color in colors.items() if color}
        avoid = {node: meaning.avoid[node] for node in colors if node in meaning.avoid}
        yield from propose(state, name, to, Deal({}, want), avoid, lasting=True)
    for verb, number in meaning.replies:
        if offer := offers.find_mentioned(state.observe(name).offers, name, meaning.to, verb, number):
            yield from reply(state, name, verb, offer)
        else:
            yield Unclear((f"there is no offer {number or ''} that you can {verb} now",)).by(name, to=(name,))
    for deal in meaning.deals:
        owners = _colors_by_owner(state, deal.want)
        if len(owners) == 1:
            yield from propose(state, name, next(iter(owners)), deal)
        else:
            yield Unclear((f"an offer goes to one owner, not to {' and '.join(owners)}",)).by(name, to=(name,))
    for to in _colors_by_owner(state, dict.fromkeys(meaning.drop, "")):
        nodes = tuple(node for node in meaning.drop if state.problem.owner[node] == to)
        yield offers.Dropped(to, nodes).by(name, to=state.pair(name, to))
        yield from withdraw_requests(state, name, to, dict.fromkeys(nodes, ""))
    if locked := {node: state.colors[node] for node in meaning.locked if node in state.colors}:
        for to in [meaning.to] if meaning.to else state.problem.neighbors[name]:
            yield Refused(to, locked).by(name, to=state.pair(name, to))


def withdraw_requests(state: ColoringState, name: str, to: str, colors: Coloring) -> Iterator[Event]:
    """Withdraw the speaker's lasting requests about these nodes, because its newer words replace them."""
    for offer in list(state.offers.values()):
        mine = (offer.by, offer.to) == (name, to) and offer.lasting and (offer.running or offer.state == "open")
        other = any(node in colors and colors[node] != color for node, color in offer.want.items())
        barred = any(node in colors and colors[node] in ("", *avoid) for node, avoid in offer.avoid.items())
        if mine and (other or barred):
            yield offers.OfferChanged(offer.number, "withdrawn").by(name, to=state.pair(name, to))


def settle_agreements(state: ColoringState, name: str) -> Iterator[Event]:
    """Mark agreements as kept or broken at the end of an owner's turn."""
    for offer in list(state.offers.values()):
        if not offer.running or name not in (offer.by, offer.to):
            continue
        if name == offer.by and offer.turn == state.turn:
            continue
        pair = state.pair(offer.by, offer.to)
        if not offer.met(name, state.colors):
            nodes = (*offer.due(name), *offer.forbidden_colors(name))
            now = color_words({node: state.colors[node] for node in nodes if node in state.colors})
            yield offers.OfferChanged(offer.number, "broken", f"{name} has {now or 'no color there'}").by(name, to=pair)
        elif (
            offer.state == "accepted"
            and offer.met(offer.other(name), state.colors)
            and (name == offer.by or not offer.give)
        ):
            yield offers.OfferChanged(offer.number, "kept").by(name, to=pair)


def release_promises(state: ColoringState, name: str, held: Iterable[offers.Offer]) -> Iterator[Event]:
    """End an owner's promises that an intervention made impossible to keep; they do not count as broken."""
    for offer in held:
        if not offer.met(name, state.colors):
            why = f"{name}'s colors were changed from outside"
            yield offers.OfferChanged(offer.number, "withdrawn", why).by(name, to=state.pair(offer.by, offer.to))


def expire_offers(state: ColoringState) -> Iterator[Event]:
    for offer in list(state.offers.values()):
        if offer.state == "open" and state.turn - offer.turn >= offers.TURNS_OPEN:
            yield offers.OfferChanged(offer.number, "expired").by(offer.by, to=state.pair(offer.by, offer.to))


def _colors_by_owner(state: ColoringState, colors: Coloring) -> dict[str, Coloring]:
    owners = dict.fromkeys(state.problem.owner[node] for node in colors)
    return {owner: state.problem.owned(owner, colors) for owner in owners}
