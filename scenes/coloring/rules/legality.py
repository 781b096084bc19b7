"""Legal actions of an owner, judged by its observation, and checks of foreign recordings."""

from collections.abc import Sequence

from core.engine.events import Body
from core.engine.reading_events import SecondReading
from core.errors import IllegalAction, did_you_mean
from core.intents import second_reading
from scenes.coloring.actions import (
    HELP,
    Action,
    Color,
    Impossible,
    Move,
    Pass,
    Propose,
    Reply,
    Satisfied,
    Say,
    is_report,
)
from scenes.coloring.events import Cleared, Colored, Locked, Posed, Proved, Valued
from scenes.coloring.negotiation.offers import Offer, OfferVerb, Proposed, find_by_number
from scenes.coloring.problem.graph import Coloring, Problem
from scenes.coloring.rules.observation import Observation
from scenes.coloring.talk.language import understand, utterance
from scenes.coloring.talk.speech import Bounded, Refused, Reported, Requested


def legal(seen: Observation, human: bool) -> Sequence[Action]:
    """List the legal actions, without free text, offers and bots' whole turns."""
    own = seen.problem.clusters[seen.name]
    out: list[Action] = [
        Color(node, color)
        for node in own
        if node not in seen.fixed
        for color in seen.problem.colors
        if seen.colors.get(node) != color
    ]
    verbs: tuple[OfferVerb, ...] = ("accept", "refuse", "withdraw")
    out += [Reply(verb, offer.number) for offer in seen.offers for verb in verbs if offer.takes(seen.name, verb)]
    out.append(Pass())
    if seen.is_colored:
        out.append(Satisfied())
    if human:
        out.append(Impossible())
    return out


def check(seen: Observation, human: bool, action: Action) -> None:
    """Raise IllegalAction for an action that this owner may not take now."""
    if isinstance(action, Say | Propose) and seen.left == 0:
        raise IllegalAction("you have no message left: your colors are reported when you pass or are satisfied")
    match action:
        case Color(node, color):
            _check_color(seen, node, color)
        case Move():
            for node, color in action.colors.items():
                _check_color(seen, node, color)
            _check_messages(seen, action)
        case Say(text):
            understood = understand(seen.problem, seen.name, text)
            if not understood.meanings:
                raise IllegalAction("; ".join(understood.notes) or "there is nothing to say")
        case Propose():
            _check_offer(seen, action)
        case Reply(verb, number):
            find_offer(seen, verb, number)
        case Satisfied():
            if bare := [node for node in seen.problem.clusters[seen.name] if node not in seen.colors]:
                raise IllegalAction(f"color {', '.join(bare)} first, then you can be satisfied")
        case Impossible() if not human:
            raise IllegalAction("only the human can declare it impossible; you can pass")
        case Pass() | Impossible():
            pass
        case _:
            raise IllegalAction(f"commands are: {HELP}")


def _check_offer(seen: Observation, offer: Propose) -> None:
    partners = {seen.problem.owner[node] for node in offer.colors} - {seen.name} | ({offer.to} if offer.to else set())
    if not offer.colors or len(partners) != 1 or offer.to == seen.name:
        raise IllegalAction("an offer goes to one owner: offer b2=red for h5=green, or offer B h5=green")
    for node, color in offer.colors.items():
        if node in seen.fixed and seen.fixed[node] != color:
            raise IllegalAction(f"{node} is locked to {seen.fixed[node]}")


def find_offer(seen: Observation, verb: OfferVerb, number: int) -> Offer:
    """Return the offer that a reply refers to. Raises IllegalAction if no offer allows the verb."""
    offer = find_by_number(seen.offers, seen.name, verb, number)
    if offer is None:
        have = ", ".join(str(each.number) for each in seen.offers if each.takes(seen.name, verb)) or "none now"
        raise IllegalAction(f"there is no offer {number or ''} that you can {verb}; you can {verb}: {have}")
    return offer


def _check_color(seen: Observation, node: str, color: str) -> None:
    problem = seen.problem
    owner = problem.owner.get(node)
    if owner is None:
        raise IllegalAction(f"there is no node {node}; yours are {', '.join(problem.clusters[seen.name])}")
    if owner != seen.name:
        raise IllegalAction(f'{node} is {owner}\'s; ask for it: "@{owner} make {node} {color}"')
    _check_known_color(seen, color)
    if seen.fixed.get(node, color) != color:
        raise IllegalAction(f"{node} is locked to {seen.fixed[node]}")


def _check_known_color(seen: Observation, color: str) -> None:
    if color not in seen.problem.colors:
        raise IllegalAction(f"{color!r} is not a color here; {did_you_mean(color, seen.problem.colors)}")


def _check_messages(seen: Observation, move: Move) -> None:
    problem = seen.problem
    spoken = sum(not is_report(message) for message in move.messages)
    if seen.left is not None and spoken > seen.left:
        raise IllegalAction(f"{spoken} messages say more than colors, and {seen.left} are left: send reports alone")
    for message in move.messages:
        if message.to == seen.name or message.to not in problem.clusters:
            others = ", ".join(name for name in problem.clusters if name != seen.name)
            raise IllegalAction(f"{seen.name} can't write to {message.to or 'nobody'}; others are {others}")
        if any(problem.owner.get(node) != message.to for node in message.request):
            raise IllegalAction(f"{message.to} can only be asked for its own nodes")
        if any(problem.owner.get(node) != seen.name for node in message.report):
            raise IllegalAction(f"{seen.name} can only report its own nodes")
        for color in (*message.request.values(), *message.report.values()):
            _check_known_color(seen, color)


def admit(problem: Problem, body: Body) -> None:
    """Raise ValueError if an event of a foreign recording does not fit the problem."""
    match body:
        case Posed():
            ends = {node for edge in problem.edges for node in edge}
            if not ends <= set(problem.nodes) or any(u == v for u, v in problem.edges) or not all(problem.colors):
                raise ValueError("an edge or a color of the graph is not valid")
            if any(set(problem.preferences.get(node, ())) != set(problem.colors) for node in problem.nodes):
                raise ValueError("not every node has points for every color")
        case Bounded(bound=bound) if not bound.fits(problem):
            raise ValueError(f"no bound on nodes of this problem: {bound}")
        case SecondReading(speaker=speaker, to=to, text=text):
            second_reading.check_foreign_labels(utterance(problem, speaker, to, text), body)
        case Valued(points):
            if any(node not in problem.owner or {*row} != {*problem.colors} for node, row in points.items()):
                raise ValueError("points are for other nodes or colors")
        case Proposed(to=to, give=give, want=want, avoid=avoid):
            if to not in problem.clusters or not set(avoid) <= set(problem.nodes):
                raise ValueError(f"there is no such owner or node: {to}, {', '.join(avoid)}")
            _admit_colors(problem, give | want)
        case Colored() | Locked() | Reported() | Requested() | Cleared() | Refused() | Proved():
            _admit_colors(problem, body.colors)


def _admit_colors(problem: Problem, colors: Coloring) -> None:
    if not set(colors) <= set(problem.nodes) or not set(colors.values()) <= set(problem.colors):
        raise ValueError(f"there is no such node or color: {colors}")
