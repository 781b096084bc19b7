"""Behavior of an account: the statechart that all accounts share (spec 001)."""

from enum import StrEnum, auto
from typing import Any

from core.statechart import Composite, Field, Statechart, Transition, timeouts


class AgentState(StrEnum):
    """State of an account in the chart (requirement FR-1)."""

    IDLE = auto()
    SCROLLING = auto()
    EVALUATING = auto()
    COMPOSING = auto()
    ENGAGING_LIKE = auto()
    ENGAGING_REPLY = auto()
    ENGAGING_RESHARE = auto()
    RESTING = auto()


IDLE, SCROLLING, EVALUATING, COMPOSING, LIKE, REPLY, RESHARE, RESTING = AgentState
ENGAGING = "engaging"
ENGAGEMENTS = (LIKE, REPLY, RESHARE)

START, SEES, EMPTY, DECIDES = "start_browsing", "sees_post", "feed_empty", "decides"
COMPOSED, ENGAGED, RESTED = "finishes_composing", "finishes_engaging", "rested"

TRIGGER = {
    IDLE: START,
    SCROLLING: SEES,
    EVALUATING: DECIDES,
    COMPOSING: COMPOSED,
    LIKE: ENGAGED,
    REPLY: ENGAGED,
    RESHARE: ENGAGED,
    RESTING: RESTED,
}
"""Trigger that each state waits for. A scrolling account with nothing new in its feed gets `feed_empty` instead."""

_TIRED = Field("spent") >= Field("stamina")


def _engages(agent: Any, context: object) -> None:
    agent.spent += 1


def _is_refreshed(agent: Any, context: object) -> None:
    agent.spent = 0


def _puts_away(agent: Any, context: object) -> None:
    agent.draft = ""


def _goes_on_with(state: AgentState) -> Any:
    def spree(agent: Any, context: object) -> None:
        agent.run = agent.run * (agent.spree == state) + 1  # elementwise, if `agent` has columns of many
        agent.spree = state

    return spree


CHART: Statechart[AgentState] = Statechart(
    AgentState,
    (
        Transition(START, IDLE, COMPOSING, rate=Field("urge")),
        Transition(START, IDLE, SCROLLING, rate=Field("activity")),
        Transition(SEES, SCROLLING, RESTING, guard=_TIRED),
        Transition(SEES, SCROLLING, EVALUATING, guard=Field("catch") >= Field("attention")),
        Transition(EMPTY, SCROLLING, COMPOSING, rate=Field("urge")),
        Transition(EMPTY, SCROLLING, IDLE),
        Transition(DECIDES, EVALUATING, LIKE, oracle=True),
        Transition(DECIDES, EVALUATING, REPLY, oracle=True),
        Transition(DECIDES, EVALUATING, RESHARE, oracle=True),
        Transition(DECIDES, EVALUATING, COMPOSING, oracle=True, action=_goes_on_with(COMPOSING)),
        Transition(DECIDES, EVALUATING, SCROLLING, oracle=True, action=_goes_on_with(SCROLLING)),
        Transition(COMPOSED, COMPOSING, SCROLLING, rate=Field("fluency")),
        Transition(ENGAGED, ENGAGING, RESTING, guard=_TIRED),
        Transition(ENGAGED, ENGAGING, SCROLLING),
        Transition(RESTED, RESTING, IDLE, guard=Field("ticks_in_state") >= Field("rest")),
        *timeouts((EVALUATING, COMPOSING, ENGAGING), SCROLLING),
        *timeouts((SCROLLING,), IDLE),
    ),
    IDLE,
    composites=[Composite(ENGAGING, ENGAGEMENTS, LIKE)],
    entry={ENGAGING: _engages, **{state: _goes_on_with(state) for state in ENGAGEMENTS}},
    exit={RESTING: _is_refreshed, COMPOSING: _puts_away},
)
"""The chart of all accounts. Only transitions from Evaluating are ambiguous, so an oracle decides them; no model is
needed for others."""

LETTERS = {arc.number: chr(ord("A") + arc.number) for arc in CHART.arcs}
"""Letter of each transition in a recorded column."""
ARCS = {letter: CHART.arcs[number] for number, letter in LETTERS.items()}
STILL, PASSED = ".", ","
"""Letters for no event, and for a post that was shown and scrolled past."""
DECIDED = {arc.target: LETTERS[arc.number] for arc in CHART.rows[EVALUATING][DECIDES]}
"""Letter of each decision, by the next state."""
OPTIONS = tuple(DECIDED)
"""Next states of an evaluating account, in the order of the chart."""
