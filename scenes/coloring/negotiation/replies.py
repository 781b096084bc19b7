"""Step 9 of an owner's turn: replies to messages and requests (spec 000, as amended)."""

from collections.abc import Sequence

from scenes.coloring.bots.decision import Decision
from scenes.coloring.negotiation.commitments import account, nodes_of_broken
from scenes.coloring.negotiation.node_answers import cannot_change, describe_state
from scenes.coloring.negotiation.question_answers import Answers, Proposal, answer_questions
from scenes.coloring.negotiation.reach import NO_LOSS, loss_if
from scenes.coloring.negotiation.requests import Options
from scenes.coloring.problem.graph import changes, join_and, number, word_pairs
from scenes.coloring.problem.penalty import Verdict
from scenes.coloring.rules.observation import Heard, Observation
from scenes.coloring.talk.phrases import polite_answer


def reply(
    seen: Observation,
    to: str,
    decision: Decision,
    verdict: Verdict,
    tables: tuple[Options, ...],
    decisions: Sequence[str] = (),
    *,
    proposes: Proposal = "",
) -> str:
    """Run step 9: answer messages and requests, and admit broken promises.

    `decisions` are sentences about the other owner's offers and demands. If the rest of the message `proposes`
    something, the reply makes no proposal.
    """
    heard = [h for h in seen.heard if h.by == to and h.due]
    greeting = list(dict.fromkeys(polite_answer(h.text) for h in heard if h.greets))
    guesses = list(dict.fromkeys(h.guess for h in heard if h.guess and not _asks_for_costly_color(seen, h)))
    own = Answers(seen, decision.colors, to, proposes=proposes)
    decided = [*_about_requests(seen, to, decision), *_about_broken_promises(own)]
    said: Sequence[str] = [*_about_broken_offers(seen, to), *decisions, *decided]
    answered = answer_questions(own)
    if not said and all(h.question or h.greets for h in heard):
        return " ".join([*greeting, *answered, *guesses])
    if heard and not said and not answered and not guesses:
        said = [_about_changes(seen, decision)]
    text = " ".join([*said, *answered])
    state = _about_state(seen, to, verdict, () if own.proposes else tables) if said else ""
    return " ".join([*greeting, *filter(None, [text, state if state not in text else ""]), *guesses])


def _asks_for_costly_color(seen: Observation, heard: Heard) -> bool:
    """Return True if a question asks for a color that would cost this owner something."""
    wanted = [{asked.node: asked.color} for asked in heard.asks if asked.about == "can" and asked.color]
    return any(loss_if(seen, want) > NO_LOSS for want in wanted)


def _about_changes(seen: Observation, decision: Decision) -> str:
    done = ", ".join(f"{node} to {color}" for node, color in changes(seen.colors, decision.colors).items())
    return f"I changed {done}." if done else "I did not change anything."


def _about_requests(seen: Observation, to: str, decision: Decision) -> list[str]:
    """Answer requests, without mentioning this owner's part of its own offers."""
    out, met = list[str](), dict[str, str]()
    given = {node for offer in seen.offers if offer.by == seen.name and offer.running for node in offer.give}
    for node, asked in seen.asked.items():
        if asked.by != to:
            continue
        color, before = decision.colors[node], seen.colors.get(node)
        if node in seen.fixed and not asked.met_by(color):
            out.append(cannot_change(seen, node, to))
        elif not asked.met_by(color):
            out.append(f"{node} stays {color}: no other color is left.")
        elif node not in given:
            met[node] = f"{node} {'stays' if color == before else 'is now'} {color}"
    return [*out, f"{join_and([*met.values()])}, as you asked."] if met else out


def _about_broken_promises(own: Answers) -> list[str]:
    out = []
    for node, asked in own.seen.granted.items():
        color = own.colors[node]
        anew = node in own.seen.asked and own.seen.asked[node].by == own.to
        if asked.by == own.to and not anew and not asked.met_by(color):
            why = own.requester(node) or (own.why_not(node, asked.color) if asked.color else "")
            out.append(f"I went back on {asked.wish(node)}: it is {color} now{why and f', because {why}'}.")
    return out


def _about_broken_offers(seen: Observation, to: str) -> list[str]:
    """Say which promises the other owner has broken since this owner's last turn."""
    new = [o for o in account(seen.offers, to, seen.name).broken if seen.moved and o.turn >= seen.moved]
    return [f"You went back on {join_and(nodes_of_broken([offer], to))} (offer {offer.number})." for offer in new]


def _about_state(seen: Observation, to: str, verdict: Verdict, tables: tuple[Options, ...]) -> str:
    text = describe_state(verdict.conflicts, verdict.penalty, verdict.uncolored)
    mine = next((t for t in tables if t.to == to), None)
    if verdict.satisfied or mine is None:
        return text
    best = mine.rows[0]
    if best.penalty < min(mine.alone, mine.lowest) and (wanted := changes(seen.believed, best.colors)):
        text += f" With {join_and(word_pairs(wanted))} it could be {number(best.penalty)}."
    return text
