"""What each event changes in the state of a coloring game."""

from msgspec.structs import replace

from core.engine.events import Event, Said, Withheld
from scenes.coloring.bots.model_reading import learn, take_in
from scenes.coloring.events import Cleared, Colored, Flagged, GaveUp, Hopeless, Judged, Locked, Posed, Valued
from scenes.coloring.negotiation.bargaining import asked_by
from scenes.coloring.negotiation.offers import Dropped, Honored, Offer, OfferChanged, Proposed
from scenes.coloring.problem.penalty import WINDOW
from scenes.coloring.questionnaire import QUESTIONS, Answered, Questioned, Skipped
from scenes.coloring.rules.observation import Heard, Known, Told
from scenes.coloring.rules.state import World
from scenes.coloring.talk.speech import (
    Addressed,
    Bounded,
    Gathered,
    Intended,
    Meant,
    Read,
    Refused,
    Reported,
    Requested,
)


def change(world: World, event: Event, fallback: bool) -> bool:
    """Change the state by an event; True if it is one that does. A `fallback` meets no requests in the metrics."""
    me = world.owners.get(event.agent)
    match event.data:
        case Posed(problem, solvable):
            world.problem, world.solvable = problem, solvable
            world.views = dict.fromkeys(world.names, problem)
        case _ if me is None:
            return False
        case Locked(colors):
            me.fixed = colors
            world.colors.update(colors)
        case Valued(points):
            world.problem = world.problem.valued(points)
            world.views = world.views | {event.agent: world.views[event.agent].valued(points)}
            world.private = True
        case Colored(colors):
            world.colors.update(colors)
            for node, asked in list(me.granted.items()):
                if node in colors and not asked.met_by(colors[node]):
                    del me.granted[node]
        case Cleared():
            me.obliging = True
        case Judged(penalty=penalty):
            me.settled = me.settled if me.obliging else penalty
            me.obliging = False
        case Said(text) | Withheld(text):
            world.words = text
            me.sent += 1
        case Addressed(to, question, asks, greets, due):
            for other in _listeners(world, event.agent, to):
                owner = world.owners[other]
                owner.hearings += 1
                heard = Heard(event.agent, world.words, question, owner.hearings, asks, greets, bool(to), due)
                owner.heard += (heard,)
        case Reported(to, colors):
            for other in _listeners(world, event.agent, to):
                news = {n: colors[n] for n in world.problem.boundary(event.agent, other) if n in colors}
                me.told[other] = {**me.told.get(other, {}), **news}
                if _hears(event, other):
                    world.owners[other].known.update({n: Known(c, event.turn) for n, c in news.items()})
        case Requested(to, colors, avoid, keep):
            me.asks(to, colors)
            told = Meant({}, colors, avoid, keep)
            if _hears(event, to):
                take_in(event.agent, told, {}, world.owners[to].asked, world.colors, event.turn)
        case Intended(to, meant, bound):
            me.told[to] = {**me.told.get(to, {}), **meant.report}
            if meant.request:
                me.asks(to, meant.request)
            if bound is not None:
                me.bounded[to] = bound
        case Gathered(speaker, meant):
            report = {n: meant.report[n] for n in world.problem.boundary(speaker, event.agent) if n in meant.report}
            take_in(speaker, replace(meant, report=report), me.known, me.asked, world.colors, event.turn)
            me.refused.update({n: report[n] for n in meant.locked if n in report})
            learn(world.problem, event.agent, speaker, meant, me.bounds, event.turn)
        case Proposed():
            world.offers[event.data.number] = event.data.offer(event.agent, event.turn)
        case OfferChanged(number, state, why):
            offer = world.offers[number]
            if offer.running and state in ("broken", "withdrawn"):
                _release(world, event.agent, offer)
            world.offers[number] = replace(offer, state=state, why=why, turn=event.turn)
            if state == "accepted":
                me.asked.update(asked_by(offer, event.agent))
        case Honored(number):
            me.asked.update(asked_by(world.offers[number], event.agent))
        case Dropped(to, nodes):
            for wishes in (world.owners[to].asked, world.owners[to].granted):
                for node in nodes:
                    if node in wishes and wishes[node].by == event.agent:
                        del wishes[node]
        case Refused(to, colors) if _hears(event, to):
            world.owners[to].refused.update(colors)
        case Bounded(to, bound):
            me.bounded[to] = bound
            if _hears(event, to):
                world.owners[to].bounds[event.agent] = Told(bound, event.turn)
        case Read():
            take_in(event.data.speaker, event.data.extra, me.known, me.asked, world.colors, event.turn)
            learn(world.problem, event.agent, event.data.speaker, event.data.extra, me.bounds, event.turn)
        case Flagged(satisfied):
            met = {n: a for n, a in me.asked.items() if n in world.colors and a.met_by(world.colors[n])}
            if not fallback:
                world.metrics.decided(len(me.asked), len(met))
            me.granted.update({n: a for n, a in met.items() if n not in me.fixed})
            me.asked = {}
            for owner in world.owners.values():
                owner.awaits -= {event.agent}
            me.satisfied = satisfied
            me.history.append(satisfied)
            me.heard = ()
            me.moved = event.turn
            own = world.problem.clusters[event.agent]
            me.past = [*me.past, {node: world.colors[node] for node in own if node in world.colors}][-WINDOW:]
        case GaveUp() | Hopeless():
            world.gave_up = True
        case Questioned(number):
            world.question = number
        case Answered() | Skipped():
            world.question, world.questioned = 0, world.question == len(QUESTIONS) or isinstance(event.data, Skipped)
        case _:
            return False
    return True


def _release(world: World, name: str, offer: Offer) -> None:
    """Release the other side of an agreement that was ended: its next change breaks no promise."""
    other = offer.to if name == offer.by else offer.by
    granted = world.owners[other].granted
    for node, asked in asked_by(offer, other).items():
        if granted.get(node) == asked:
            del granted[node]


def _hears(event: Event, name: str) -> bool:
    """Whether what was told got there, and was not withheld."""
    return event.audience is None or name in event.audience


def _listeners(world: World, speaker: str, to: str) -> tuple[str, ...]:
    return (to,) if to else world.problem.neighbors[speaker]
