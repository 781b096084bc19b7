"""Events that follow from an owner's action.

The functions are generators: code after a `yield` sees the state after that event.
"""

from collections.abc import Collection, Iterator, Mapping

from core.engine.chance import Chance
from core.engine.events import Event
from core.errors import IllegalAction
from scenes.coloring import actions
from scenes.coloring import events as e
from scenes.coloring.negotiation import offer_events
from scenes.coloring.negotiation.reach import why_hopeless
from scenes.coloring.problem.graph import Coloring, changes, number
from scenes.coloring.problem.penalty import FLIPS, RETURNS, WINDOW, count_flips, count_returns, judge
from scenes.coloring.rules import messages
from scenes.coloring.rules.legality import find_offer
from scenes.coloring.rules.state import ColoringState
from scenes.coloring.solvers.exact import best
from scenes.coloring.talk.speech import Refused


def decide(state: ColoringState, name: str, action: actions.Action, chance: Chance) -> Iterator[Event]:
    """Yield the events of one owner's step or turn: actions, words and flag."""
    yield from _act_events(state, name, action)
    yield from _speech_events(state, name, action)
    yield from _finish_turn(state, name, action, chance)


def resolve(state: ColoringState, actions: Mapping[str, actions.Action], chance: Chance) -> Iterator[Event]:
    """Yield the events of owners that decided at once; words are delivered after all have acted."""
    for name, action in actions.items():
        yield from _act_events(state, name, action)
        yield from _finish_turn(state, name, action, chance)
    for name, action in actions.items():
        yield from _speech_events(state, name, action)


def _act_events(state: ColoringState, name: str, action: actions.Action) -> Iterator[Event]:
    match action:
        case actions.Color(node, color):
            yield from _color_nodes(state, name, {node: color})
        case actions.Move():
            for answer in action.answers:
                yield from offer_events.answer(state, name, answer)
            for body in action.why:
                yield body.by(name, to=(name,))
            yield from _close_requests(state, name, {m.to for m in action.messages if m.spoken})
            yield from _color_nodes(state, name, action.colors)
        case actions.Pass() | actions.Satisfied():
            yield from _report_locks(state, name)
        case actions.Impossible():
            yield e.GaveUp().by(name)


def _speech_events(state: ColoringState, name: str, action: actions.Action) -> Iterator[Event]:
    match action:
        case actions.Say(text):
            yield from messages.say(state, name, text)
        case actions.Propose(colors, to, lasting):
            yield from offer_events.make_offer(state, name, colors, to, lasting)
        case actions.Reply(verb, number):
            offer = find_offer(state.observe(name), verb, number)
            yield from offer_events.reply(state, name, verb, offer)
        case actions.Move():
            for message in action.messages:
                yield from messages.send_message(state, name, message)
        case actions.Pass() | actions.Satisfied():
            yield from messages.report_boundaries(state, name)


def _finish_turn(state: ColoringState, name: str, action: actions.Action, chance: Chance) -> Iterator[Event]:
    match action:
        case actions.Move(satisfied=claimed, hopeless=hopeless):
            yield from _judge_and_end_turn(state, name, claimed, chance)
            if hopeless:
                yield _check_proof(state, name, chance)
        case actions.Pass() | actions.Satisfied():
            yield from _judge_and_end_turn(state, name, isinstance(action, actions.Satisfied), chance)


def _color_nodes(state: ColoringState, name: str, colors: Coloring) -> Iterator[Event]:
    if new := changes(state.colors, colors):
        was = {node: state.colors[node] for node in new if node in state.colors}
        yield e.Colored(new, was).by(name, to=(name,))


def recolor(state: ColoringState, command: str) -> Iterator[Event]:
    """Change a node's color on behalf of its owner. Raises IllegalAction if that is impossible."""
    wanted = actions.parse(state.problem, command)
    if not isinstance(wanted, actions.Color):
        raise IllegalAction(f"a color is changed as in {state.problem.nodes[0]}={state.problem.colors[0]}")
    node, color = wanted.node, wanted.color
    owner = state.problem.owner[node]
    if node in state.owners[owner].fixed:
        raise IllegalAction(f"{node} is locked to {state.colors[node]}")
    if state.colors.get(node) == color:
        raise IllegalAction(f"{node} is {color} already")
    running = [offer for offer in state.offers.values() if offer.running and owner in (offer.by, offer.to)]
    held = [offer for offer in running if offer.met(owner, state.colors)]
    yield from _color_nodes(state, owner, {node: color})
    yield from offer_events.release_promises(state, owner, held)


def _close_requests(state: ColoringState, name: str, spoken: Collection[str] = ()) -> Iterator[Event]:
    """Run step 6: close all requests, and report locks, except to owners in `spoken`, who hear of locks in words."""
    asked = state.owners[name].asked
    if asked:
        colors = {node: a.color for node, a in asked.items() if a.color is not None}
        avoid = {node: a.avoid for node, a in asked.items() if a.avoid}
        by = tuple(dict.fromkeys(a.by for a in asked.values()))
        yield e.Cleared(colors, avoid, by).by(name, to=(name,))
    yield from _report_locks(state, name, spoken)


def _report_locks(state: ColoringState, name: str, spoken: Collection[str] = ()) -> Iterator[Event]:
    """Report locked nodes to the owners that asked for them."""
    me = state.owners[name]
    for by in [each for each in state.names if each not in spoken]:
        mine = {node: me.fixed[node] for node, asked in me.asked.items() if asked.by == by and node in me.fixed}
        if locked := {node: color for node, color in mine.items() if not me.asked[node].met_by(color)}:
            yield Refused(by, locked).by(name, to=messages.audience(state, name, by))


def _judge_and_end_turn(state: ColoringState, name: str, claimed: bool, chance: Chance) -> Iterator[Event]:
    """Run step 8 and end the turn. The owner is satisfied if it claims so and `judge` agrees."""
    problem, own = state.problem, (name,)
    seen = state.observe(name)
    verdict = judge(problem, name, seen.colors, seen.believed)
    for u, v in verdict.conflicts:
        if (problem.owner[u] == name) != (problem.owner[v] == name):
            mine, other = (u, v) if problem.owner[u] == name else (v, u)
            yield e.Clashed(mine, other, seen.colors[mine]).by(name, to=own)
    if verdict.counts_disagree:
        yield e.Miscounted(verdict.boundary_conflicts, verdict.penalty).by(name, to=own)
    optimum = best(problem, name, seen.believed, seen.fixed, chance("optimum", name), points=False)
    lowest = problem.conflict_penalty * optimum.conflicts
    yield e.Judged(verdict.satisfied, verdict.penalty, lowest, verdict.uncolored).by(name, to=own)
    satisfied = claimed and verdict.satisfied
    if claimed and not satisfied:
        bare = f"{verdict.uncolored} of its nodes have no color"
        truth = f"its penalty is {number(verdict.penalty)}" if verdict.conflicts else bare
        yield e.FalseClaim("satisfied", truth).by(name, to=())
    yield e.Flagged(satisfied, claimed).by(name)
    yield from offer_events.settle_agreements(state, name)
    history, past = state.owners[name].history, state.owners[name].past
    count, back = count_flips(history), count_returns(past)
    if count >= FLIPS > count_flips(history[:-1]) or back >= RETURNS > count_returns(past[:-1]):
        yield e.Oscillated(count, WINDOW, back).by(name)


def _check_proof(state: ColoringState, name: str, chance: Chance) -> Event:
    """Check a claim that the problem is impossible, by the owner's knowledge; report a false claim if it fails."""
    why = why_hopeless(state.observe(name), chance("hopeless", name))
    if why and not state.solvable:
        return e.Hopeless(why).by(name)
    return e.FalseClaim("impossible", "a coloring exists" if why else "nothing rules it out").by(name, to=())


def after_turn(state: ColoringState) -> Iterator[Event]:
    """Expire old offers, and explain a consensus on an invalid coloring."""
    yield from offer_events.expire_offers(state)
    if state.end_reason() == "consensus" and (clashes := state.problem.conflicts(state.colors)):
        yield e.Stale("; ".join(_why_stale(state, u, v) for u, v in clashes)).by()


def _why_stale(state: ColoringState, u: str, v: str) -> str:
    def why_outdated(owner: str, node: str) -> str:
        known = state.owners[owner].known.get(node)
        if known is None:
            return f"{owner} was never told about {node}"
        if known.color != state.colors[node]:
            return f"{owner} was told {node} is {known.color} in turn {known.turn}"
        return ""

    a, b = state.problem.owner[u], state.problem.owner[v]
    reasons = [r for r in (why_outdated(a, v), why_outdated(b, u)) if r] or ["nobody checked"]
    return f"{u} and {v} are both {state.colors[u]}: {' and '.join(reasons)}"
