"""Why an account decided as it did: the post before it, its heat, and what the oracle's rules made of each option."""

from scenes.feed.actions import WORD_OF
from scenes.feed.agent import SPREE, SPREES
from scenes.feed.behavior import LIKE, REPLY, RESHARE, SCROLLING
from scenes.feed.observation import Observation
from scenes.feed.oracle import LURKING, MOMENTUM, Weighing, weigh
from scenes.feed.scene import FeedScene
from tui.keys import with_keys
from tui.log_view import LogView
from tui.panes.feed.agents import CLOSED, bar
from tui.panes.feed.decisions import Moment, decider, decisions, moment_of
from tui.panes.feed.posts import within
from tui.styles import Line, Span, clip, spread, width_of, wrap

__all__ = ["decider", "decisions", "why"]

DONE = {LIKE: "liked", REPLY: "replied to", RESHARE: "reshared"}


def why(view: LogView, number: int | None, width: int) -> list[Line]:
    """The last decision of an account at or before the playhead, weighed again as the rules weigh it."""
    assert isinstance(view.head, FeedScene)
    if number is None:
        number = decider(view)
    if number is None:
        return [(), ((" Nothing decided yet", "dim"),)]
    name = view.head.handles[number]
    if not view.may_see_mind(name):
        return within([(), *(((f" {row}", "dim"),) for row in wrap(with_keys(f"@{name}: {CLOSED}"), width - 2))], width)
    moment = moment_of(view, number)
    if moment is None:
        return within([(), ((f" @{name} has decided nothing yet", "dim"),)], width)
    policy = view.header.cast.get(name, "rules")
    lines = [_headline(name, moment, width), *_post(moment.seen, width)]
    if moment.words:
        lines += [((f"   {row}", "hi"),) for row in wrap(f"“{moment.words}”", width - 5)[:3]]
    lines += [(), *_decider(policy, moment, width)]
    if moment.seen.post and moment.seen.options:
        lines += _weighed(moment, policy == "rules", width)
    return within(lines, width)


def _headline(name: str, moment: Moment, width: int) -> Line:
    done = DONE.get(moment.chosen)
    if done is None:
        done = "scrolled past" if WORD_OF[moment.chosen] == "scroll" else "began to write a post, at"
    post = moment.seen.post
    of: Span = (f"@{clip(post.author, 18)}'s " if post else "", "bold hi")
    left: Line = (
        (f" @{clip(name, 18)} ", "bold hi"),
        (f"{done} ", "fg"),
        of,
        (f"#{moment.thread}" if post else "", "fg"),
    )
    return spread(left, ((f" tick {moment.event.turn} ", "mid"),), width)


def _post(seen: Observation, width: int) -> list[Line]:
    """Draw the post before it, as it was then."""
    post = seen.post
    if post is None:
        return []
    lines: list[Line] = [((f"   {row}", "fg"),) for row in wrap(post.text, width - 5)[:4]]
    by = f", by @{clip(post.by, 12)}'s reshare" if post.by else ""
    age = f"{post.topic}, {post.age} tick{'s' * (post.age != 1)} old{by}"
    counts = f"♡ {post.likes}  ↳ {post.replies}  ↻ {post.reshares}"
    if len(age) + len(counts) + 7 <= width:
        return [*lines, ((f"   {counts}   ", "mid"), (age, "dim"))]
    return [*lines, ((f"   {counts}", "mid"),), *(((f"   {row}", "dim"),) for row in wrap(age, width - 5))]


def _decider(policy: str, moment: Moment, width: int) -> list[Line]:
    """Draw the decider, if it was not the rules."""
    if policy == "rules":
        return []
    who = "a person" if policy == "human" else "a script" if policy.startswith("script:") else clip(policy, 26)
    told, style = f"decided by {who}, not by rules", "accent"
    if moment.default:
        told, style = f"default taken in place of {who}: {moment.default}", "bad"
    lines: list[Line] = [((f" {row}", style),) for row in wrap(told, width - 2)[:4]]
    if moment.reason:
        lines += [((f" {row}", "fg"),) for row in wrap(f"its reason: {moment.reason}", width - 2)[:4]]
    return [*lines, ((" rules would have weighed it so:", "dim"),)]


def _weighed(moment: Moment, is_reason: bool, width: int) -> list[Line]:
    """Heat and what it is made of, then each option with its weight and chance; the one taken is marked."""
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
    momentum = _momentum(seen)
    lines += [((f" {row}", "mid"),) for row in wrap(momentum, width - 2)] if momentum else []
    return lines


def _heat(weighing: Weighing, threshold: float, width: int) -> list[Line]:
    factors = [("interest", weighing.interest), ("appeal", weighing.appeal), ("social proof", weighing.proof)]
    if weighing.tie != 1:
        factors.append(("a stranger's", weighing.tie))
    spans: list[Span] = [(" heat ", "mid"), (f"{weighing.heat:.2f}", "bold hi")]
    for i, (name, value) in enumerate(factors):
        spans += [(f" {'×' if i else '='} {name} ", "mid"), (f"{value:.2f}", "fg")]
    limit: Line = ((" threshold ", "mid"), (f"{threshold:.2f}", "fg"))
    limit = (*limit, (f", heat is {weighing.heat / threshold:.1f} times that", "mid"))
    if width_of(tuple(spans)) <= width:
        return [tuple(spans), limit]
    pad: Span = (" " * (width_of(tuple(spans[:2]))), "")
    return [tuple(spans[:4]), *((pad, *spans[at : at + 2]) for at in range(4, len(spans), 2)), limit]


def _momentum(seen: Observation) -> str:
    """Describe the effect of its earlier decisions on its weights."""
    if seen.spree is None or seen.run < SPREE - 1:
        return ""
    if seen.spree == SCROLLING:
        return f"lurking, {seen.run} times in a row: all but scrolling on counts {LURKING:g} times"
    factor = 1 + MOMENTUM * min(seen.run - SPREE + 2, 4)
    return f"{SPREES[seen.spree]}, {seen.run} times in a row: to {WORD_OF[seen.spree]} counts {factor:g} times"
