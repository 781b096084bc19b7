"""State changes of a coloring game, by event type."""

from msgspec.structs import replace

from core.engine.events import Event, Said, Withheld
from core.engine.folding import on
from core.engine.reading_events import SecondReading
from core.engine.scene import Scene
from core.intents.second_reading import with_labels
from scenes.coloring import events as e
from scenes.coloring.negotiation.bargaining import asked_by
from scenes.coloring.negotiation.offers import Dropped, Honored, Offer, OfferChanged, Proposed
from scenes.coloring.problem.penalty import WINDOW
from scenes.coloring.rules.observation import Heard, Known, KnownBound
from scenes.coloring.rules.state import ColoringState
from scenes.coloring.talk import speech


class Changes(Scene):
    """Applies events to the state of a coloring game."""

    world: ColoringState

    def apply(self, event: Event) -> None:
        """Apply an event of an owner or without an agent; other agents' events, such as a judge's, change nothing."""
        if event.agent in self.world.owners or not event.agent:
            super().apply(event)

    @on
    def on_posed(self, event: Event, body: e.Posed) -> None:
        world = self.world
        world.problem, world.solvable = body.problem, body.solvable
        world.views = dict.fromkeys(world.names, body.problem)

    @on
    def on_locked(self, event: Event, body: e.Locked) -> None:
        self.world.owners[event.agent].fixed = body.colors
        self.world.colors.update(body.colors)

    @on
    def on_valued(self, event: Event, body: e.Valued) -> None:
        world = self.world
        world.problem = world.problem.with_points(body.points)
        world.views = world.views | {event.agent: world.views[event.agent].with_points(body.points)}
        world.private = world.owners[event.agent].private = True

    @on
    def on_tempered(self, event: Event, body: e.Tempered) -> None:
        self.world.tempers = self.world.tempers | {event.agent: body.temper}

    @on
    def on_colored(self, event: Event, body: e.Colored) -> None:
        world, me = self.world, self.world.owners[event.agent]
        world.colors.update(body.colors)
        for node, asked in list(me.granted.items()):
            if node in body.colors and not asked.met_by(body.colors[node]):
                del me.granted[node]

    @on
    def on_cleared(self, event: Event, body: e.Cleared) -> None:
        self.world.owners[event.agent].obliging = True

    @on
    def on_judged(self, event: Event, body: e.Judged) -> None:
        me = self.world.owners[event.agent]
        me.settled = me.settled if me.obliging else body.penalty
        me.obliging = False

    @on
    def on_second_reading(self, event: Event, body: SecondReading) -> None:
        self.world.labels = with_labels(self.world.labels, body)

    @on
    def on_said(self, event: Event, body: Said | Withheld) -> None:
        self.world.words = body.text
        self.world.owners[event.agent].sent += 1

    @on
    def on_addressed(self, event: Event, body: speech.Addressed) -> None:
        words, to_one = self.world.words, bool(body.to)
        self.world.unsure.pop(event.agent, None)
        if body.guess:
            self.world.unsure[event.agent] = f"@{body.to} {words}" if body.to else words
        for other in _listeners(self.world, event.agent, body.to):
            heard = Heard(event.agent, words, body.question, body.asks, body.greets, to_one, body.due, body.guess)
            self.world.owners[other].heard += (heard,)

    @on
    def on_reported(self, event: Event, body: speech.Reported) -> None:
        world, me = self.world, self.world.owners[event.agent]
        for other in _listeners(world, event.agent, body.to):
            news = {n: body.colors[n] for n in world.problem.boundary(event.agent, other) if n in body.colors}
            me.reported[other] = {**me.reported.get(other, {}), **news}
            if _hears(event, other):
                world.owners[other].known.update({n: Known(c, event.turn) for n, c in news.items()})

    @on
    def on_requested(self, event: Event, body: speech.Requested) -> None:
        world, me = self.world, self.world.owners[event.agent]
        me.asks(body.to, body.colors)
        meant = speech.Meant({}, body.colors, body.avoid, body.keep)
        if _hears(event, body.to):
            world.owners[body.to].take_in(world.problem, body.to, event.agent, meant, world.colors, event.turn)

    @on
    def on_intended(self, event: Event, body: speech.Intended) -> None:
        me = self.world.owners[event.agent]
        me.reported[body.to] = {**me.reported.get(body.to, {}), **body.meant.report}
        if body.meant.request:
            me.asks(body.to, body.meant.request)
        if body.bound is not None:
            me.bounded[body.to] = body.bound

    @on
    def on_gathered(self, event: Event, body: speech.Gathered) -> None:
        world, me = self.world, self.world.owners[event.agent]
        boundary = world.problem.boundary(body.speaker, event.agent)
        report = {node: body.meant.report[node] for node in boundary if node in body.meant.report}
        meant = replace(body.meant, report=report)
        me.take_in(world.problem, event.agent, body.speaker, meant, world.colors, event.turn)
        me.refused.update({n: me.known[n].color for n in body.meant.locked if n in me.known})

    @on
    def on_proposed(self, event: Event, body: Proposed) -> None:
        self.world.offers[body.number] = body.offer(event.agent, event.turn)

    @on
    def on_offer_changed(self, event: Event, body: OfferChanged) -> None:
        world, me = self.world, self.world.owners[event.agent]
        offer = world.offers[body.number]
        if offer.running and body.state in ("broken", "withdrawn"):
            _release(world, event.agent, offer)
        world.offers[body.number] = body.change(offer, event.agent, event.turn)
        if body.state == "accepted":
            me.asked.update(asked_by(offer, event.agent))

    @on
    def on_honored(self, event: Event, body: Honored) -> None:
        self.world.owners[event.agent].asked.update(asked_by(self.world.offers[body.number], event.agent))

    @on
    def on_dropped(self, event: Event, body: Dropped) -> None:
        owner = self.world.owners[body.to]
        for wishes in (owner.asked, owner.granted):
            for node in body.nodes:
                if node in wishes and wishes[node].by == event.agent:
                    del wishes[node]

    @on
    def on_refused(self, event: Event, body: speech.Refused) -> None:
        if _hears(event, body.to):
            self.world.owners[body.to].refused.update(body.colors)

    @on
    def on_bounded(self, event: Event, body: speech.Bounded) -> None:
        world, me = self.world, self.world.owners[event.agent]
        me.bounded[body.to] = body.bound
        if _hears(event, body.to):
            world.owners[body.to].bounds[event.agent] = KnownBound(body.bound, event.turn)

    @on
    def on_flagged(self, event: Event, body: e.Flagged) -> None:
        world, me = self.world, self.world.owners[event.agent]
        met = {n: a for n, a in me.asked.items() if n in world.colors and a.met_by(world.colors[n])}
        if not self.is_fallback(event):
            world.metrics.decided(len(me.asked), len(met))
        me.granted.update({n: a for n, a in met.items() if n not in me.fixed})
        for wish in [asked.wish(node) for node, asked in me.asked.items()]:
            me.answered[wish] = me.answered.get(wish, 0) + 1
        me.asked = {}
        for owner in world.owners.values():
            owner.awaits -= {event.agent}
        me.satisfied = body.satisfied
        me.history.append(body.satisfied)
        me.heard = ()
        me.moved = event.turn
        own = world.problem.clusters[event.agent]
        me.past = [*me.past, {node: world.colors[node] for node in own if node in world.colors}][-WINDOW:]

    @on
    def on_gave_up(self, event: Event, body: e.GaveUp | e.Hopeless) -> None:
        self.world.gave_up = True


def _release(world: ColoringState, name: str, offer: Offer) -> None:
    """Release the other side of an agreement that was ended: it may change its nodes without breaking a promise."""
    other = offer.to if name == offer.by else offer.by
    granted = world.owners[other].granted
    for node, asked in asked_by(offer, other).items():
        if granted.get(node) == asked:
            del granted[node]


def _hears(event: Event, name: str) -> bool:
    """Return True if a message reached an owner and was not withheld."""
    return event.audience is None or name in event.audience


def _listeners(world: ColoringState, speaker: str, to: str) -> tuple[str, ...]:
    return (to,) if to else world.problem.neighbors[speaker]
