"""Handlers that apply each event to the state of a coloring game."""

from msgspec.structs import replace

from core.engine.events import Event, Said, Withheld
from core.engine.folding import on
from core.engine.reading_events import SecondReading
from core.engine.scene import Scene
from core.intents.second_reading import with_labels
from scenes.coloring import events as e
from scenes.coloring.negotiation.bargaining import requests_from_offer
from scenes.coloring.negotiation.offers import Dropped, Honored, Offer, OfferChanged, Proposed
from scenes.coloring.problem.penalty import WINDOW
from scenes.coloring.rules.observation import Heard, Known, KnownBound
from scenes.coloring.rules.state import ColoringState
from scenes.coloring.talk import speech


class EventHandlers(Scene):
    """Applies events to the state of a coloring game."""

    state: ColoringState

    def apply(self, event: Event) -> None:
        """Apply an event of an owner or without an agent; other agents' events, such as a judge's, change nothing."""
        if event.agent in self.state.owners or not event.agent:
            super().apply(event)

    @on
    def on_posed(self, event: Event, body: e.Posed) -> None:
        state = self.state
        state.problem, state.solvable = body.problem, body.solvable
        state.views = dict.fromkeys(state.names, body.problem)

    @on
    def on_locked(self, event: Event, body: e.Locked) -> None:
        self.state.owners[event.agent].fixed = body.colors
        self.state.colors.update(body.colors)

    @on
    def on_valued(self, event: Event, body: e.Valued) -> None:
        state = self.state
        state.problem = state.problem.with_points(body.points)
        state.views = state.views | {event.agent: state.views[event.agent].with_points(body.points)}
        state.private = state.owners[event.agent].private = True

    @on
    def on_tempered(self, event: Event, body: e.Tempered) -> None:
        self.state.tempers = self.state.tempers | {event.agent: body.temper}

    @on
    def on_colored(self, event: Event, body: e.Colored) -> None:
        state, me = self.state, self.state.owners[event.agent]
        state.colors.update(body.colors)
        for node, asked in list(me.granted.items()):
            if node in body.colors and not asked.met_by(body.colors[node]):
                del me.granted[node]

    @on
    def on_cleared(self, event: Event, body: e.Cleared) -> None:
        self.state.owners[event.agent].obliging = True

    @on
    def on_judged(self, event: Event, body: e.Judged) -> None:
        me = self.state.owners[event.agent]
        me.settled = me.settled if me.obliging else body.penalty
        me.obliging = False

    @on
    def on_second_reading(self, event: Event, body: SecondReading) -> None:
        self.state.labels = with_labels(self.state.labels, body)

    @on
    def on_said(self, event: Event, body: Said | Withheld) -> None:
        self.state.words = body.text
        self.state.owners[event.agent].sent += 1

    @on
    def on_addressed(self, event: Event, body: speech.Addressed) -> None:
        words, to_one = self.state.words, bool(body.to)
        self.state.unsure.pop(event.agent, None)
        if body.guess:
            self.state.unsure[event.agent] = f"@{body.to} {words}" if body.to else words
        for other in _listeners(self.state, event.agent, body.to):
            heard = Heard(event.agent, words, body.question, body.asks, body.greets, to_one, body.due, body.guess)
            self.state.owners[other].heard += (heard,)

    @on
    def on_reported(self, event: Event, body: speech.Reported) -> None:
        state, me = self.state, self.state.owners[event.agent]
        for other in _listeners(state, event.agent, body.to):
            news = {n: body.colors[n] for n in state.problem.boundary(event.agent, other) if n in body.colors}
            me.reported[other] = {**me.reported.get(other, {}), **news}
            if _was_heard_by(event, other):
                state.owners[other].known.update({n: Known(c, event.turn) for n, c in news.items()})

    @on
    def on_requested(self, event: Event, body: speech.Requested) -> None:
        state, me = self.state, self.state.owners[event.agent]
        me.count_requests(body.to, body.colors)
        meant = speech.Meant({}, body.colors, body.avoid, body.keep)
        if _was_heard_by(event, body.to):
            state.owners[body.to].take_in(state.problem, body.to, event.agent, meant, state.colors, event.turn)

    @on
    def on_intended(self, event: Event, body: speech.Intended) -> None:
        me = self.state.owners[event.agent]
        me.reported[body.to] = {**me.reported.get(body.to, {}), **body.meant.report}
        if body.meant.request:
            me.count_requests(body.to, body.meant.request)
        if body.bound is not None:
            me.bounded[body.to] = body.bound

    @on
    def on_gathered(self, event: Event, body: speech.Gathered) -> None:
        state, me = self.state, self.state.owners[event.agent]
        boundary = state.problem.boundary(body.speaker, event.agent)
        report = {node: body.meant.report[node] for node in boundary if node in body.meant.report}
        meant = replace(body.meant, report=report)
        me.take_in(state.problem, event.agent, body.speaker, meant, state.colors, event.turn)
        me.refused.update({n: me.known[n].color for n in body.meant.locked if n in me.known})

    @on
    def on_proposed(self, event: Event, body: Proposed) -> None:
        self.state.offers[body.number] = body.offer(event.agent, event.turn)

    @on
    def on_offer_changed(self, event: Event, body: OfferChanged) -> None:
        state, me = self.state, self.state.owners[event.agent]
        offer = state.offers[body.number]
        if offer.running and body.state in ("broken", "withdrawn"):
            _release_other_side(state, event.agent, offer)
        state.offers[body.number] = body.change(offer, event.agent, event.turn)
        if body.state == "accepted":
            me.asked.update(requests_from_offer(offer, event.agent))

    @on
    def on_honored(self, event: Event, body: Honored) -> None:
        self.state.owners[event.agent].asked.update(requests_from_offer(self.state.offers[body.number], event.agent))

    @on
    def on_dropped(self, event: Event, body: Dropped) -> None:
        owner = self.state.owners[body.to]
        for wishes in (owner.asked, owner.granted):
            for node in body.nodes:
                if node in wishes and wishes[node].by == event.agent:
                    del wishes[node]

    @on
    def on_refused(self, event: Event, body: speech.Refused) -> None:
        if _was_heard_by(event, body.to):
            self.state.owners[body.to].refused.update(body.colors)

    @on
    def on_bounded(self, event: Event, body: speech.Bounded) -> None:
        state, me = self.state, self.state.owners[event.agent]
        me.bounded[body.to] = body.bound
        if _was_heard_by(event, body.to):
            state.owners[body.to].bounds[event.agent] = KnownBound(body.bound, event.turn)

    @on
    def on_flagged(self, event: Event, body: e.Flagged) -> None:
        state, me = self.state, self.state.owners[event.agent]
        met = {n: a for n, a in me.asked.items() if n in state.colors and a.met_by(state.colors[n])}
        if not self.is_fallback(event):
            state.metrics.count_decisions(len(me.asked), len(met))
        me.granted.update({n: a for n, a in met.items() if n not in me.fixed})
        for wish in [asked.wish(node) for node, asked in me.asked.items()]:
            me.answered[wish] = me.answered.get(wish, 0) + 1
        me.asked = {}
        for owner in state.owners.values():
            owner.awaits -= {event.agent}
        me.satisfied = body.satisfied
        me.history.append(body.satisfied)
        me.heard = ()
        me.moved = event.turn
        own = state.problem.clusters[event.agent]
        me.past = [*me.past, {node: state.colors[node] for node in own if node in state.colors}][-WINDOW:]

    @on
    def on_gave_up(self, event: Event, body: e.GaveUp | e.Hopeless) -> None:
        self.state.gave_up = True


def _release_other_side(state: ColoringState, name: str, offer: Offer) -> None:
    """Release the other side of an agreement that was ended: it may change its nodes without breaking a promise."""
    other = offer.to if name == offer.by else offer.by
    granted = state.owners[other].granted
    for node, asked in requests_from_offer(offer, other).items():
        if granted.get(node) == asked:
            del granted[node]


def _was_heard_by(event: Event, name: str) -> bool:
    """Return True if a message reached an owner and was not withheld."""
    return event.audience is None or name in event.audience


def _listeners(state: ColoringState, speaker: str, to: str) -> tuple[str, ...]:
    return (to,) if to else state.problem.neighbors[speaker]
