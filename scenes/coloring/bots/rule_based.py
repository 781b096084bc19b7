"""The rule-based owner: steps 1 to 10 of spec 000 without a model. It also plays the scripted human."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Collection, Mapping
from functools import partial
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from core.engine.agents import Agent
from core.engine.turn import Turn
from scenes.coloring.actions import Message, Move, apply_message_limit
from scenes.coloring.bots.decision import Chances, Decision, decide_colors
from scenes.coloring.negotiation.bargaining import VerbsByOffer, answer_offers, choose_offers, say_answers
from scenes.coloring.negotiation.demands import decline_requests
from scenes.coloring.negotiation.offers import Honored, OfferChanged
from scenes.coloring.negotiation.question_answers import Proposal
from scenes.coloring.negotiation.reach import new_bounds, why_hopeless
from scenes.coloring.negotiation.replies import reply
from scenes.coloring.negotiation.requests import Options, RequestPlan, choose_request, counterfactuals
from scenes.coloring.problem.graph import Coloring, changes
from scenes.coloring.problem.penalty import Verdict, judge
from scenes.coloring.rules.observation import Observation
from scenes.coloring.solvers.bound import Bound
from scenes.coloring.talk.phrases import express_in_words, varied_words
from scenes.coloring.talk.speech import Bounded, Deal


class Plan(NamedTuple):
    """A whole turn planned by exact search: the colors, the owner's verdict on them, and the messages."""

    decision: Decision
    verdict: Verdict
    tables: tuple[Options, ...]
    messages: tuple[Message, ...]
    hopeless: bool = False
    answers: tuple[OfferChanged | Honored, ...] = ()

    def move(self, seen: Observation) -> Move:
        return Move(
            colors=changes(seen.colors, self.decision.colors),
            satisfied=self.verdict.satisfied,
            messages=self.messages,
            why=self.decision.why,
            answers=self.answers,
            hopeless=self.hopeless,
        )


def plan(seen: Observation, chance: Chances, chosen: VerbsByOffer | None = None) -> Plan:
    """Plan a whole turn by exact search.

    If an improvement needs changes on both sides, the owner makes an offer instead of a request. If it was asked for an
    offer, or if points are private and neighbors do not decide at the same time, it tries offers first. `chosen`
    overrides the answers to others' offers.
    Proofs use locks only, because a promise can be withdrawn.
    """
    free = seen
    seen, declined, instead = decline_requests(seen)
    answers, seen, counters = answer_offers(seen, chosen)
    decision = decide_colors(seen, chance)
    verdict = judge(seen.problem, seen.name, decision.colors, seen.believed)
    tables = counterfactuals(seen, decision, verdict, chance("options"))
    stuck = _is_stuck(seen, decision, verdict)
    ask = choose_request(seen, decision, tables, chance("ask")) if stuck else None
    invited = any(asked.about == "trade" for heard in seen.heard for asked in heard.asks)
    deals = stuck and ((seen.private and not seen.together) or invited or ask is None or ask.tried)
    offers = choose_offers(seen, decision.colors, tables, chance("offer")) if deals else {}
    ask = None if offers else ask
    bounds = {} if seen.left == 0 else new_bounds(free, chance("bounds"))
    offers = offers | instead | counters
    replies = {to: [*declined.get(to, ()), *say_answers(seen, answers, to)] for to in seen.problem.clusters}
    agreed = {o.by for o in seen.offers if OfferChanged(o.number, "accepted") in answers}
    messages = apply_message_limit(
        _messages(seen, decision, verdict, tables, ask, bounds, offers, replies, agreed), seen.left
    )
    hopeless = seen.has_news(*seen.bounds) and bool(why_hopeless(free, chance("hopeless")))
    return Plan(decision, verdict, tables, tuple(messages), hopeless, answers)


class ClusterAgent(Agent):
    """An owner that colors its cluster by greedy search or max-sum, and by exact search.

    It knows others' colors only from reports.
    """

    what = "does its part, keeps promises"

    def act(self, turn: Turn) -> Move | Awaitable[Move]:
        seen: Observation = turn.observation
        if is_large(seen):
            return plan_in_thread(partial(self.decide, seen, turn.chance))
        return self.decide(seen, turn.chance)

    def decide(self, seen: Observation, chance: Chances) -> Move:
        return plan(seen, chance).move(seen)


class Chatty(ClusterAgent):
    """Decides like `ClusterAgent`, but words its messages in varied phrases.

    Except in mode rb, others learn only what they understand from its words.
    """

    what = "as rules, in everyday words"

    def decide(self, seen: Observation, chance: Chances) -> Move:
        turn_plan = plan(seen, chance)
        messages = turn_plan.messages
        if seen.mode != "rb":
            messages = tuple(express_in_words(seen, message) for message in messages)
            messages = tuple(
                replace(m, words=varied_words(seen, m, chance(f"words to {m.to}"))) if m.spoken else m for m in messages
            )
        return replace(turn_plan.move(seen), messages=messages)


def _messages(
    seen: Observation,
    decision: Decision,
    verdict: Verdict,
    tables: tuple[Options, ...],
    ask: RequestPlan | None,
    bounds: Mapping[str, Bound],
    offers: Mapping[str, Deal],
    replies: Mapping[str, list[str]],
    agreed: Collection[str],
) -> list[Message]:
    """Run steps 9 and 10: write a message to each neighbor, and replies to other owners that wrote or asked.

    A message contains at most one proposal: a deal, else a request, else one in the reply. The reply to an owner in
    `agreed`, whose offer was just accepted, proposes nothing.
    """
    out = []
    for options in tables:
        to = options.to
        request = ask.wishes.get(to, {}) if ask and to not in offers else {}
        report = {node: decision.colors[node] for node in seen.problem.boundary(seen.name, to)}
        kind = _proposal_kind(request, to in offers or to in agreed)
        message = Message(
            to=to,
            reply=reply(seen, to, decision, verdict, tables, replies[to], proposes=kind),
            report=report,
            news=seen.reported.get(to, {}) != report,
            request=request,
            reach=ask.reach if ask and request and len(ask.wishes) == 1 and ask.reach < options.lowest else None,
            deal=offers.get(to),
            options=options.offered(),
            bounded=Bounded(to, bounds[to]) if to in bounds else None,
            locked=_refused_by_locks(seen, to),
        )
        out.append(message)
    writers = {heard.by for heard in seen.heard if heard.due} | {asked.by for asked in seen.asked.values()}
    for to in seen.problem.clusters:
        if to in writers and to not in seen.problem.neighbors[seen.name]:
            said = reply(seen, to, decision, verdict, tables, replies[to], proposes=_proposal_kind({}, to in offers))
            out.append(Message(to=to, reply=said, deal=offers.get(to)))
    return out


def _refused_by_locks(seen: Observation, to: str) -> tuple[str, ...]:
    """Return the locked nodes for which an owner asked another color."""
    asked = {node: each for node, each in seen.asked.items() if each.by == to and node in seen.locked}
    return tuple(node for node, each in asked.items() if not each.met_by(seen.locked[node]))


def _proposal_kind(request: Coloring, deal: bool) -> Proposal:
    return "deal" if deal else "request" if request else ""


def _is_stuck(seen: Observation, decision: Decision, verdict: Verdict) -> bool:
    """Return True if the owner is unsatisfied, no better than a turn ago, and exact search would not help.

    It is not stuck while it has requests to answer, before all its nodes are colored, or while it clashes with a
    neighbor that has not reported since this owner's last turn. Meeting a request may have raised the penalty;
    returning to the penalty before that is no improvement.
    """
    if verdict.satisfied or seen.asked or len(seen.colors) < len(decision.colors):
        return False
    clashing = {node for edge in verdict.conflicts for node in edge if node in seen.known}
    if any(seen.known[node].turn < seen.moved for node in clashing):
        return False
    before = judge(seen.problem, seen.name, seen.colors, seen.believed).penalty
    no_better = verdict.penalty >= before or 0 < (seen.settled or 0) <= verdict.penalty
    return no_better and verdict.penalty <= decision.lowest + seen.threshold


T = TypeVar("T")
LARGE_CLUSTER = 10
"""Minimum number of nodes of a cluster for which exact search may take seconds."""
PLANNING_LOCK = threading.Lock()


def is_large(seen: Observation) -> bool:
    """Return True if planning a turn may be slow enough to need a thread."""
    return len(seen.problem.clusters[seen.name]) >= LARGE_CLUSTER


async def plan_in_thread(make_plan: Callable[[], T]) -> T:
    """Plan in a thread, so that the event loop keeps running.

    One plan runs at a time: several would not be faster and would leave other tasks little CPU time. A plan that is
    cancelled while it waits never starts.
    """
    wanted = True

    def plan_unless_cancelled() -> T | None:
        with PLANNING_LOCK:
            return make_plan() if wanted else None

    try:
        result = await asyncio.to_thread(plan_unless_cancelled)
    finally:
        wanted = False
    assert result is not None
    return result
