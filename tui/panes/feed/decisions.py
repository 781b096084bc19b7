"""The decisions of a run: which events they are, whose, and what an account saw just before it decided."""

from array import array
from bisect import bisect_right
from collections import Counter
from itertools import takewhile
from typing import NamedTuple
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from core.engine.events import Asked, Defaulted, Event
from core.text import one_line
from scenes.feed.agent import SocialAgent
from scenes.feed.behavior import (
    ARCS,
    CHART,
    DECIDES,
    EVALUATING,
    LIKE,
    REPLY,
    RESHARE,
    STILL,
    AgentState,
)
from scenes.feed.events import Decided, Tuned
from scenes.feed.observation import Observation
from scenes.feed.scene import FeedScene
from tui.log_view import LogView

SALIENT = (RESHARE, REPLY, LIKE)
"""Kinds of decisions that are shown first among those of one event."""


class Moment(NamedTuple):
    """A decision: what the account saw before it and what thread that is, what it chose and said; why the default was
    taken, if it was, and the reason that its model gave.
    """

    event: Event
    seen: Observation
    chosen: AgentState
    words: str
    thread: int
    default: str
    reason: str


class _Known:
    """A view's decisions: their events, found as the log grows, and the last one that was inspected."""

    def __init__(self) -> None:
        self.upto = 0
        self.events = array("q")
        self.own: dict[int, tuple[int, array[int]]] = {}
        self.moment: tuple[tuple[int, int], Moment | None] = ((0, 0), None)


_KNOWN: WeakKeyDictionary[LogView, _Known] = WeakKeyDictionary()


def _known(view: LogView) -> _Known:
    known = _KNOWN.setdefault(view, _Known())
    events = view.events
    known.events.extend(n for n in range(known.upto + 1, view.known + 1) if isinstance(events[n - 1].data, Decided))
    known.upto = view.known
    return known


def decisions(view: LogView, number: int | None) -> "array[int]":
    """Events in which accounts decided, or in which this one did. They are shared: do not change them."""
    known = _known(view)
    if number is None:
        return known.events
    looked, own = known.own.get(number, (0, array("q")))
    if looked < len(known.events):
        own.extend(n for n in known.events[looked:] if _body(view, n).moves[number] != STILL)
        known.own[number] = (len(known.events), own)
    return own


def _body(view: LogView, n: int) -> Decided:
    body = view.events[n - 1].data
    assert isinstance(body, Decided)
    return body


def _last(numbers: "array[int]", n: int) -> int:
    """The last of ascending event numbers up to n, 0 if there is none."""
    at = bisect_right(numbers, n)
    return numbers[at - 1] if at else 0


def decider(view: LogView) -> int | None:
    """The account whose decision is shown if none is selected: the eyes' own, or one that has just decided."""
    if view.eyes:
        assert isinstance(view.head, FeedScene)
        return view.head.numbers[view.eyes]
    n = _last(_known(view).events, view.n)
    if not n:
        return None
    moves = _body(view, n).moves
    movers = [number for number, letter in enumerate(moves) if letter != STILL]
    rank = {state: i for i, state in enumerate(SALIENT)}
    return min(movers, key=lambda number: (rank.get(ARCS[moves[number]].target, len(rank)), number), default=None)


def moment_of(view: LogView, number: int) -> Moment | None:
    """The account's last decision at or before the playhead; the last that was asked for is remembered."""
    known, n = _known(view), _last(decisions(view, number), view.n)
    if not n:
        return None
    if known.moment[0] != (n, number):
        scene = view.scene
        assert isinstance(scene, FeedScene)
        name, event, body = scene.handles[number], view.events[n - 1], _body(view, n)
        seen = _just_before(view, event, number) or view.scene_at(n - 1).observe(name)
        scene = view.scene
        assert isinstance(scene, FeedScene)
        thread = scene.posts.items[seen.post.number].thread if seen.post else -1
        chosen, words = ARCS[body.moves[number]].target, body.words.get(number, "")
        known.moment = ((n, number), Moment(event, seen, chosen, words, thread, *_told(view, event, name)))
    return known.moment[1]


def _just_before(view: LogView, event: Event, number: int) -> Observation | None:
    """Return the account's observation from the scene at the playhead, if only this decision's tick has passed since.

    This holds while watching, and saves going back in a large network, which takes seconds. The tick's answers are
    subtracted from the counts; None if too much has happened or was forgotten.
    """
    since = view.events[event.n : view.n]
    if any(e.turn != event.turn or isinstance(e.data, Decided | Tuned) for e in since):
        return None
    scene, moves = view.scene, _body(view, event.n).moves
    assert isinstance(scene, FeedScene)
    agent, posts = scene.agents[number], scene.posts
    momentum = _momentum(agent, event.turn)
    if momentum is None:
        return None
    item = posts.items[agent.item]
    answers = Counter(
        ARCS[letter].target
        for other, letter in enumerate(moves)
        if letter != STILL and posts.items[scene.item_of(other)].thread == item.thread
    )
    post = scene.seen(agent.item)
    post = replace(
        post,
        age=event.turn - posts.items[posts.root(agent.item)].tick,
        likes=post.likes - answers[LIKE],
        replies=post.replies - answers[REPLY],
        reshares=post.reshares - answers[RESHARE],
    )
    options = tuple(arc.target for arc in CHART.rows[EVALUATING][DECIDES])
    profile, interest = agent.profile, agent.profile.interests[item.topic]
    who = (scene.handles[number], event.turn, profile, agent.kind, EVALUATING)
    return Observation(*who, *momentum, post, interest, scene.tie(number, agent.item), options)


def _momentum(agent: SocialAgent, tick: int) -> tuple[int, AgentState | None, int] | None:
    """Before the decision of a tick: ticks in the state, what was decided last, and how many times in a row."""
    history = agent.history
    while history and (history[-1].timestamp > tick or history[-1].trigger != DECIDES):
        history.pop()
    if len(history) < 2 or history[-1].timestamp != tick:
        return None
    taken = [e.to_state for e in history[:-1] if e.trigger == DECIDES]
    run = sum(1 for _ in takewhile(lambda state: state == taken[-1], reversed(taken)))
    if run == len(taken) and len(agent.state_history) == agent.state_history.records.maxlen:
        return None
    return tick - history[-2].timestamp, taken[-1] if taken else None, run


def _told(view: LogView, decided: Event, name: str) -> tuple[str, str]:
    """Why the default was taken in the account's place, and what reason its model gave, in the step that ends here."""
    default = reason = ""
    for n in range(decided.n - 1, 0, -1):
        event = view.events[n - 1]
        if event.turn != decided.turn or isinstance(event.data, Decided):
            break
        if event.agent == name and isinstance(event.data, Defaulted):
            default = event.data.why
        if event.agent == name and isinstance(event.data, Asked) and isinstance(event.data.value, dict):
            reason = reason or one_line(str(event.data.value.get("why", "")))
    return default, reason
