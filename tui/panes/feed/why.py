"""The decisions of a run, and the explanation of one decision by the weights of the rules."""

from array import array
from bisect import bisect_right
from collections import Counter
from itertools import takewhile
from typing import NamedTuple
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from core.engine.events import Asked, Defaulted, Event
from core.text import one_line
from scenes.feed.account import MIN_SPREE, WORD_FOR_SPREE, Observation, SocialAgent
from scenes.feed.actions import WORD_OF
from scenes.feed.behavior import (
    ARC_OF_LETTER,
    DECIDES,
    DECISIONS,
    EVALUATING,
    LIKE,
    NO_EVENT,
    REPLY,
    RESHARE,
    SCROLLING,
    AgentState,
)
from scenes.feed.events import Decided, Tuned
from scenes.feed.oracle import LURKING_FACTOR, SPREE_MOMENTUM, Weighing, weigh
from scenes.feed.scene import FeedScene
from tui.keys import with_keys
from tui.log_view import LogView
from tui.panes.drawing import amount, notice, paragraph
from tui.panes.feed.agents import HIDDEN_NOTICE, bar
from tui.panes.feed.posts import cut_to
from tui.styles import Line, Span, clip, spread, width_of

SALIENT = (RESHARE, REPLY, LIKE)
"""Kinds of decisions, the most interesting first; used to choose among the decisions of one event."""


class DecisionMoment(NamedTuple):
    """A decision: the account's observation, the post's thread, the choice and the words.

    Also the reason for a fallback, if one was used, and the reason that its model gave.
    """

    event: Event
    seen: Observation
    chosen: AgentState
    words: str
    thread: int
    default: str
    reason: str


class _DecisionCache:
    """Cached decisions of a view: event numbers, extended as the log grows, and the last inspected decision."""

    def __init__(self) -> None:
        self.upto = 0
        self.events = array("q")
        self.own: dict[int, tuple[int, array[int]]] = {}
        self.moment: tuple[tuple[int, int], DecisionMoment | None] = ((0, 0), None)


_KNOWN: WeakKeyDictionary[LogView, _DecisionCache] = WeakKeyDictionary()


def _known(view: LogView) -> _DecisionCache:
    known = _KNOWN.setdefault(view, _DecisionCache())
    events = view.events
    known.events.extend(n for n in range(known.upto + 1, view.known + 1) if isinstance(events[n - 1].data, Decided))
    known.upto = view.known
    return known


def decisions(view: LogView, number: int | None) -> "array[int]":
    """Return the numbers of the events with decisions, with `number` only those of this account.

    The arrays are shared: do not change them.
    """
    known = _known(view)
    if number is None:
        return known.events
    looked, own = known.own.get(number, (0, array("q")))
    if looked < len(known.events):
        own.extend(n for n in known.events[looked:] if _body(view, n).moves[number] != NO_EVENT)
        known.own[number] = (len(known.events), own)
    return own


def _body(view: LogView, n: int) -> Decided:
    body = view.events[n - 1].data
    assert isinstance(body, Decided)
    return body


def _last(numbers: "array[int]", n: int) -> int:
    """Return the last of ascending event numbers up to n; 0 if there is none."""
    at = bisect_right(numbers, n)
    return numbers[at - 1] if at else 0


def decider(view: LogView) -> int | None:
    """Return the account to show if none is selected: the perspective's, or one that has just decided."""
    if view.perspective:
        assert isinstance(view.head, FeedScene)
        return view.head.numbers[view.perspective]
    n = _last(_known(view).events, view.n)
    if not n:
        return None
    moves = _body(view, n).moves
    movers = [number for number, letter in enumerate(moves) if letter != NO_EVENT]
    rank = {state: i for i, state in enumerate(SALIENT)}
    return min(
        movers, key=lambda number: (rank.get(ARC_OF_LETTER[moves[number]].target, len(rank)), number), default=None
    )


def moment_of(view: LogView, number: int) -> DecisionMoment | None:
    """Return an account's last decision at or before the playhead; the latest result is cached."""
    known, n = _known(view), _last(decisions(view, number), view.n)
    if not n:
        return None
    if known.moment[0] != (n, number):
        name, event, body = _scene(view).handles[number], view.events[n - 1], _body(view, n)
        seen = _just_before(view, event, number) or view.scene_at(n - 1).observe(name)
        thread = _scene(view).posts.items[seen.post.number].thread if seen.post else -1
        chosen, words = ARC_OF_LETTER[body.moves[number]].target, body.words.get(number, "")
        moment = DecisionMoment(event, seen, chosen, words, thread, *_default_and_reason(view, event, name))
        known.moment = ((n, number), moment)
    return known.moment[1]


def _scene(view: LogView) -> FeedScene:
    scene = view.scene
    assert isinstance(scene, FeedScene)
    return scene


def _just_before(view: LogView, event: Event, number: int) -> Observation | None:
    """Return the observation before a decision, if the playhead is still in the decision's tick.

    This is so while watching live, and avoids replaying the log, which takes seconds in a large network. The answers
    of the tick are subtracted from the counts. None if
    the tick is over, or if the world or the account's history has changed too much.
    """
    since = view.events[event.n : view.n]
    if any(e.turn != event.turn or isinstance(e.data, Decided | Tuned) for e in since):
        return None
    scene, moves = _scene(view), _body(view, event.n).moves
    agent, posts = scene.agents[number], scene.posts
    momentum = _momentum(agent, event.turn)
    if momentum is None:
        return None
    item = posts.items[agent.item]
    answers = Counter(
        ARC_OF_LETTER[letter].target
        for other, letter in enumerate(moves)
        if letter != NO_EVENT and posts.items[scene.item_of(other)].thread == item.thread
    )
    post = scene.seen(agent.item)
    post = replace(
        post,
        age=event.turn - posts.items[posts.root(agent.item)].tick,
        likes=post.likes - answers[LIKE],
        replies=post.replies - answers[REPLY],
        reshares=post.reshares - answers[RESHARE],
    )
    name, interest = scene.handles[number], agent.profile.interests[item.topic]
    who = (name, event.turn, agent.profile, agent.kind, EVALUATING)
    return Observation(*who, *momentum, post, interest, scene.tie(number, agent.item), DECISIONS)


def _momentum(agent: SocialAgent, tick: int) -> tuple[int, AgentState | None, int] | None:
    """Return ticks in the state, last decision and its repetitions, as they were before a tick's decision.

    None if the history does not show them.
    """
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


def _default_and_reason(view: LogView, decided: Event, name: str) -> tuple[str, str]:
    """Return the reason for a fallback and the model's reason, for the decision in this event; "" for none."""
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


DECISION_VERBS = {LIKE: "liked", REPLY: "replied to", RESHARE: "reshared"}


def why(view: LogView, number: int | None, width: int) -> list[Line]:
    """Draw an account's last decision at or before the playhead, with the rules' weights."""
    assert isinstance(view.head, FeedScene)
    if number is None:
        number = decider(view)
    if number is None:
        return [(), *notice("Nothing decided yet")]
    name = view.head.handles[number]
    if not view.may_see_mind(name):
        return cut_to([(), *paragraph(with_keys(f"@{name}: {HIDDEN_NOTICE}"), width, "dim")], width)
    moment = moment_of(view, number)
    if moment is None:
        return cut_to([(), *notice(f"@{name} has decided nothing yet")], width)
    policy = view.header.cast.get(name, "rules")
    lines = [_headline(name, moment, width), *_post(moment.seen, width)]
    if moment.words:
        lines += paragraph(f"“{moment.words}”", width - 1, "hi", 3)[:3]
    lines += [(), *_decider(policy, moment, width)]
    if moment.seen.post and moment.seen.options:
        lines += _weighed(moment, policy == "rules", width)
    return cut_to(lines, width)


def _headline(name: str, moment: DecisionMoment, width: int) -> Line:
    done = DECISION_VERBS.get(moment.chosen)
    if done is None:
        done = "scrolled past" if WORD_OF[moment.chosen] == "scroll" else "began to write a post, at"
    left: Line = ((f" @{clip(name, 18)} ", "bold hi"), (f"{done} ", "fg"))
    if post := moment.seen.post:
        left = (*left, (f"@{clip(post.author, 18)}'s ", "bold hi"), (f"#{moment.thread}", "fg"))
    return spread(left, ((f" tick {moment.event.turn} ", "mid"),), width)


def _post(seen: Observation, width: int) -> list[Line]:
    """Draw the post as it was before the decision."""
    post = seen.post
    if post is None:
        return []
    lines = paragraph(post.text, width - 1, indent=3)[:4]
    by = f", by @{clip(post.by, 12)}'s reshare" if post.by else ""
    age = f"{post.topic}, {amount(post.age, 'tick')} old{by}"
    counts = f"   ♡ {post.likes}  ↳ {post.replies}  ↻ {post.reshares}"
    if len(age) + len(counts) + 4 <= width:
        return [*lines, ((f"{counts}   ", "mid"), (age, "dim"))]
    return [*lines, ((counts, "mid"),), *paragraph(age, width - 1, "dim", 3)]


def _decider(policy: str, moment: DecisionMoment, width: int) -> list[Line]:
    """Draw the policy that decided, unless it is the rules."""
    if policy == "rules":
        return []
    who = "a person" if policy == "human" else "a script" if policy.startswith("script:") else clip(policy, 26)
    if moment.default:
        lines = paragraph(f"default action in place of {who}: {moment.default}", width, "bad")[:4]
    else:
        lines = paragraph(f"decided by {who}, not by rules", width, "accent")[:4]
    if moment.reason:
        lines += paragraph(f"its reason: {moment.reason}", width)[:4]
    return [*lines, *notice("the rules would have rated the options like this:")]


def _weighed(moment: DecisionMoment, is_reason: bool, width: int) -> list[Line]:
    """Draw heat with its factors, then each option with weight and probability; mark the chosen option."""
    weighing, seen = weigh(moment.seen), moment.seen
    title = "chance" if is_reason else "rules would"
    cells = min(30, width - 34)
    lines = [*_heat(weighing, seen.profile.engagement_threshold, width), (), ((f" option     weight  {title}", "dim"),)]
    chances = weighing.chances
    for state, weight in weighing.weights.items():
        taken = state == moment.chosen
        style = "dim" if not is_reason else "bold hi" if taken else "mid"
        mark: Span = ("▸" if taken else " ", "accent")
        shown = f"{WORD_OF[state]:<10} {weight:>6.2f}  {chances[state]:>5.0%}  "
        line: Span = (f"{bar(chances[state], cells):<{cells}}", "accent" if taken and is_reason else "dim")
        lines.append((mark, (shown, style), line, (" taken" if taken else "", "accent")))
    momentum = _momentum_words(seen)
    return [*lines, *paragraph(momentum, width, "mid")] if momentum else lines


def _heat(weighing: Weighing, threshold: float, width: int) -> list[Line]:
    factors = [("interest", weighing.interest), ("appeal", weighing.appeal), ("social proof", weighing.proof)]
    if weighing.tie != 1:
        factors.append(("a stranger's", weighing.tie))
    head: Line = ((" heat ", "mid"), (f"{weighing.heat:.2f}", "bold hi"))
    parts: list[Line] = []
    for name, value in factors:
        parts.append(((f" {'×' if parts else '='} {name} ", "mid"), (f"{value:.2f}", "fg")))
    times = f", heat is {weighing.heat / threshold:.1f} times that"
    limit: Line = ((" threshold ", "mid"), (f"{threshold:.2f}", "fg"), (times, "mid"))
    whole = (*head, *(span for part in parts for span in part))
    if width_of(whole) <= width:
        return [whole, limit]
    return [(*head, *parts[0]), *(((" " * width_of(head), ""), *part) for part in parts[1:]), limit]


def _momentum_words(seen: Observation) -> str:
    """Describe the effect of earlier decisions on the weights."""
    if seen.spree is None or seen.run < MIN_SPREE - 1:
        return ""
    if seen.spree == SCROLLING:
        return f"scrolled past {seen.run} in a row: every other choice counts {LURKING_FACTOR:g} times"
    factor = 1 + SPREE_MOMENTUM * min(seen.run - MIN_SPREE + 2, 4)
    return f"{WORD_FOR_SPREE[seen.spree]}, {seen.run} times in a row: to {WORD_OF[seen.spree]} counts {factor:g} times"
