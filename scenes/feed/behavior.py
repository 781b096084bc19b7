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

TRIGGER_OF_STATE = {
    IDLE: START,
    SCROLLING: SEES,
    EVALUATING: DECIDES,
    COMPOSING: COMPOSED,
    LIKE: ENGAGED,
    REPLY: ENGAGED,
    RESHARE: ENGAGED,
    RESTING: RESTED,
}
"""Trigger for which each state waits. A scrolling account with nothing new in its feed gets `feed_empty` instead."""

_IS_TIRED = Field("spent") >= Field("stamina")


def _count_engagement(agent: Any, context: object) -> None:
    agent.spent += 1


def _reset_engagements(agent: Any, context: object) -> None:
    agent.spent = 0


def _discard_draft(agent: Any, context: object) -> None:
    agent.draft = ""


def _continue_spree(state: AgentState) -> Any:
    def spree(agent: Any, context: object) -> None:
        agent.run = (
            agent.run * (agent.spree == state) + 1
        )  # elementwise, if `agent` stands for columns of many accounts
        agent.spree = state

    return spree


CHART: Statechart[AgentState] = Statechart(
    AgentState,
    (
        Transition(START, IDLE, COMPOSING, rate=Field("urge")),
        Transition(START, IDLE, SCROLLING, rate=Field("activity")),
        Transition(SEES, SCROLLING, RESTING, guard=_IS_TIRED),
        Transition(SEES, SCROLLING, EVALUATING, guard=Field("catch") >= Field("attention")),
        Transition(EMPTY, SCROLLING, COMPOSING, rate=Field("urge")),
        Transition(EMPTY, SCROLLING, IDLE),
        Transition(DECIDES, EVALUATING, LIKE, oracle=True),
        Transition(DECIDES, EVALUATING, REPLY, oracle=True),
        Transition(DECIDES, EVALUATING, RESHARE, oracle=True),
        Transition(DECIDES, EVALUATING, COMPOSING, oracle=True, action=_continue_spree(COMPOSING)),
        Transition(DECIDES, EVALUATING, SCROLLING, oracle=True, action=_continue_spree(SCROLLING)),
        Transition(COMPOSED, COMPOSING, SCROLLING, rate=Field("fluency")),
        Transition(ENGAGED, ENGAGING, RESTING, guard=_IS_TIRED),
        Transition(ENGAGED, ENGAGING, SCROLLING),
        Transition(RESTED, RESTING, IDLE, guard=Field("ticks_in_state") >= Field("rest")),
        *timeouts((EVALUATING, COMPOSING, ENGAGING), SCROLLING),
        *timeouts((SCROLLING,), IDLE),
    ),
    IDLE,
    composites=[Composite(ENGAGING, ENGAGEMENTS, LIKE)],
    entry={ENGAGING: _count_engagement, **{state: _continue_spree(state) for state in ENGAGEMENTS}},
    exit={RESTING: _reset_engagements, COMPOSING: _discard_draft},
)
"""The chart of all accounts. Only transitions from Evaluating are ambiguous, so that an oracle decides them; other
transitions need no model."""

LETTER_OF_ARC = {arc.number: chr(ord("A") + arc.number) for arc in CHART.arcs}
"""Letter of each transition in a recorded column."""
ARC_OF_LETTER = {letter: CHART.arcs[number] for number, letter in LETTER_OF_ARC.items()}
NO_EVENT, SCROLLED_PAST = ".", ","
"""Letters for no event, and for a post that was shown and scrolled past at once."""
LETTER_OF_DECISION = {arc.target: LETTER_OF_ARC[arc.number] for arc in CHART.rows[EVALUATING][DECIDES]}
"""Letter of each decision, by the state to which it leads."""
DECISIONS = tuple(LETTER_OF_DECISION)
"""Next states of an evaluating account, in the order of the chart."""
