"""The rule-based owner: steps 1 to 10 of spec 000 without a model. Agents and scripted human are the same player."""

from core.agents import Agent, Turn
from scenes.coloring.actions import Message, Move
from scenes.coloring.decision import Decision, decide_colors
from scenes.coloring.problem import Coloring
from scenes.coloring.rules import Verdict, judge
from scenes.coloring.state import Observation
from scenes.coloring.talk import counterfactuals, reply, whom_to_ask


class ClusterAgent(Agent):
    """Decides by greedy and exact search over its own cluster, knows only what was reported, and says what it did."""

    def act(self, turn: Turn) -> Move:
        seen: Observation = turn.observation
        decision = decide_colors(seen, turn.chance)
        verdict = judge(seen.problem, seen.name, decision.colors, seen.believed)
        tables = counterfactuals(seen, decision, verdict, turn.chance("options"))
        ask = whom_to_ask(seen, tables, verdict, turn.chance("ask")) if _stuck(seen, decision, verdict) else {}
        messages = []
        for options in tables:
            report = _boundary(seen, decision.colors, options.to)
            messages.append(
                Message(
                    to=options.to,
                    reply=reply(seen, options.to, decision, verdict, tables),
                    report=report,
                    news=seen.told.get(options.to, {}) != report,
                    request=ask.get(options.to, {}),
                    options=options.offered(),
                )
            )
        changes = {node: color for node, color in decision.colors.items() if seen.colors.get(node) != color}
        return Move(colors=changes, satisfied=verdict.satisfied, messages=tuple(messages), why=decision.why)


def _stuck(seen: Observation, decision: Decision, verdict: Verdict) -> bool:
    """Unsatisfied, and nothing to gain by oneself: not even exact search would help at the next turn.

    Who has just done somebody's bidding, or has only begun, waits a turn first.
    """
    if verdict.satisfied or seen.asked or len(seen.colors) < len(decision.colors):
        return False
    return verdict.penalty <= decision.lowest + seen.snap


def _boundary(seen: Observation, colors: Coloring, to: str) -> Coloring:
    return {node: colors[node] for node in seen.problem.boundary(seen.name, to)}
