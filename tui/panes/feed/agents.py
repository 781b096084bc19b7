"""The list of accounts in a state, and the card of one account. Hidden private state is left out."""

from collections.abc import Sequence
from itertools import islice

from scenes.feed.account import SocialAgent
from scenes.feed.behavior import ENGAGEMENTS, EVALUATING, AgentState
from scenes.feed.scene import FeedScene
from tui.keys import with_keys
from tui.panes.drawing import amount, in_columns, notice, paragraph
from tui.panes.feed.posts import account_page, cut_to
from tui.styles import Line, Span, clip, hang, pad, spread, width_of, wrap

MAX_LISTED = 2000
"""Maximum accounts in the list; a larger set is sampled evenly."""
STATES_SHOWN = 6
"""Number of states drawn in an account's row, including the current one."""
CODES = dict(zip(AgentState, ("ID", "SC", "EV", "CO", "LK", "RP", "RS", "RE"), strict=True))
STATES = {state: state.removeprefix("engaging_").capitalize() for state in AgentState}
"""Names of the states on the screen."""
STATES_WITH_POST = (EVALUATING, *ENGAGEMENTS)
"""States in which an account looks at a post."""
HIDDEN_NOTICE = "others' minds are closed while you play; {perspective} shows everything"


def members(scene: FeedScene, state: AgentState | None, words: str) -> list[int]:
    """Return the accounts in a state (any state for None) whose handle or archetype contains the words."""
    wanted = words.strip().removeprefix("@").casefold()
    numbers = scene.numbers_in(state)
    if not wanted:
        return numbers
    names, kinds = scene.handles, scene.archetypes
    return [number for number in numbers if wanted in names[number].casefold() or wanted in kinds[number]]


def sample(numbers: Sequence[int], selected: int | None = None) -> list[int]:
    """Return the accounts with rows in `listing`: all, or an even sample that includes the selected one."""
    if len(numbers) <= MAX_LISTED:
        return list(numbers)
    kept = [numbers[i * len(numbers) // MAX_LISTED] for i in range(MAX_LISTED)]
    if selected is not None and selected not in kept and selected in numbers:
        kept[numbers.index(selected) * MAX_LISTED // len(numbers)] = selected
    return kept


def head(numbers: Sequence[int], width: int, closed: bool) -> list[Line]:
    """Draw the rows above the list: notices and column names."""
    lines: list[Line] = []
    if len(numbers) > MAX_LISTED:
        lines.append(((f" an even sample: {MAX_LISTED:,} of {len(numbers):,} accounts", "mid"),))
    title = ("account", "dim")
    if closed:
        lines += paragraph(with_keys(HIDDEN_NOTICE), width, "dim")
        return [*lines, _public_row(title, "archetype", ("followers", "dim"), width)]
    return [*lines, _row(title, "archetype", "post", ((f"{'last states':<17}", "dim"),), "spree", width)]


def listing(scene: FeedScene, numbers: Sequence[int], width: int, selected: int | None, closed: bool) -> list[Line]:
    """Draw the `head`, then a row for each account of `sample`; `selected` is an account's number."""
    if not numbers:
        return notice("No account here")
    return [*head(numbers, width, closed), *account_rows(scene, sample(numbers, selected), width, selected, closed)]


def account_rows(
    scene: FeedScene, numbers: Sequence[int], width: int, selected: int | None, closed: bool
) -> list[Line]:
    """Draw a row for each account; with `closed`, only its public facts."""
    lines: list[Line] = []
    for number in numbers:
        here, agent = number == selected, scene.agents[number]
        who, kind = (f"@{scene.handles[number]}", "bold hi" if here else "bold fg"), scene.archetypes[number]
        if closed:
            lines.append(_public_row(who, kind, (f"{len(scene.followers[number]):,}", "mid"), width, here))
        else:
            post = f"#{scene.posts.items[agent.item].thread}" if agent.item >= 0 else "·"
            lines.append(_row(who, kind, post, _last_states(agent), agent.on_a_spree, width, here))
    return cut_to(lines, width)


def _row(who: Span, kind: str, post: str, past: Line, spree: str, width: int, here: bool = False) -> Line:
    """Draw the row of an account; archetype and spree are left out if there is no room."""
    room = min(26, width - 28 - (13 if width >= 56 else 0) - (17 if width >= 72 else 0))
    name, style = who
    archetype: Line = ((f"{kind:<12} ", "dim"),) if width >= 56 else ()
    last: Line = ((f"  {spree}", "dim" if style == "dim" else "fg"),) if width >= 72 else ()
    post_span = (f"{post:<7} ", "dim" if style == "dim" else "mid")
    return (("▸" if here else " ", "accent"), (f"{pad(name, room)} ", style), *archetype, post_span, *past, *last)


def _public_row(who: Span, kind: str, followers: Span, width: int, here: bool = False) -> Line:
    name = (pad(who[0], min(26, width - 26)), who[1])
    return (("▸" if here else " ", "accent"), name, (f"  {kind:<12}", "dim"), (f"{followers[0]:>10}", followers[1]))


def _last_states(agent: SocialAgent) -> Line:
    """Draw the last states, the current one last and brightest."""
    entries = list(islice(reversed(agent.state_history.records), STATES_SHOWN))
    states = [move[1] for move, _, _ in reversed(entries)] or [agent.state]
    if len(entries) < STATES_SHOWN and entries:
        states.insert(0, entries[-1][0][0])
    codes = [CODES[state] for state in states[-STATES_SHOWN:]]
    before = "".join(f"{code} " for code in codes[:-1])
    return (before, "dim"), (codes[-1], "fg"), (" " * (3 * (STATES_SHOWN - len(codes))), "")


def bar(share: float, cells: int) -> str:
    """Draw a share (0 to 1) as a bar of at most `cells` cells, in half-cell steps."""
    halves = round(2 * cells * max(0.0, min(1.0, share)))
    return "━" * (halves // 2) + "╸" * (halves % 2)


def account_card(scene: FeedScene, number: int, width: int, closed: bool) -> list[Line]:
    """Draw one account: profile, current activity and its duration, interests, and history."""
    agent = scene.agents[number]
    follows, followers = len(scene.follows[number]), len(scene.followers[number])
    counts: Line = (("follows ", "mid"), (f"{follows:,}", "fg"), ("  followers ", "mid"), (f"{followers:,} ", "fg"))
    who: Line = ((f" @{clip(scene.handles[number], 26)}", "bold hi"), (f"  {scene.archetypes[number]}", "dim"))
    beside = width_of(who) + width_of(counts) + 2 <= width
    lines = [spread(who, counts, width)] if beside else [who, ((" ", ""), *counts)]
    if not agent.joined:
        return cut_to([*lines, (), ((" Not on the network yet", "dim"),)], width)
    posts = account_page(scene, number, width)
    if closed:
        return cut_to([*lines, (), *posts, (), *paragraph(with_keys(HIDDEN_NOTICE), width, "dim")], width)
    lines += [(), *_standing(scene, agent, width), (), *_interests(agent, width), (), ((" Posts", "mid"),), *posts]
    return cut_to([*lines, (), *_history(scene, agent, width)], width)


def _standing(scene: FeedScene, agent: SocialAgent, width: int) -> list[Line]:
    profile, kind, ticks = agent.profile, agent.kind, agent.ticks_in_state
    last = agent.state_history.last
    since = f"since tick {last}" if last >= 0 else "since the start"
    limit = "" if kind.stamina >= 1_000_000 else f" of {kind.stamina}"
    decided = "nothing yet" if agent.spree is None else STATES[agent.spree].lower()
    run = f", {agent.run} in a row" if agent.run > 1 else ""
    heat = f"engages from about heat {profile.engagement_threshold:.2f}"
    facts = {
        STATES[agent.state]: f"{since}, {amount(ticks, 'tick')}; times out after {profile.timeout_threshold}",
        "before it" if agent.state in STATES_WITH_POST else "saw last": _last_seen_post(scene, agent),
        "decided": f"{decided}{run}{f': {agent.on_a_spree}' if agent.on_a_spree else ''}",
        "spent": f"{agent.spent}{limit} engagements{', then it rests' if limit else ''}",
        "thresholds": f"looks at posts from interest {kind.attention:.2f}, {heat}",
    }
    lines: list[Line] = []
    for name, fact in facts.items():
        lines += hang(((f" {name:<11} ", "mid" if lines else "bold hi"),), wrap(fact, width - 14)[:3])
    return lines


def _last_seen_post(scene: FeedScene, agent: SocialAgent) -> str:
    if agent.item < 0:
        return "nothing yet"
    seen = scene.seen(agent.item)
    by = f" by @{clip(seen.by, 12)}'s reshare" if seen.by else ""
    return f"#{scene.posts.items[agent.item].thread} @{clip(seen.author, 12)}{by}: {seen.text}"


def _interests(agent: SocialAgent, width: int) -> list[Line]:
    """Draw a bar for each topic, in two columns if there is room; dim below the archetype's attention."""
    across = 2 if width >= 64 else 1
    cells = min(20, (width - 1) // across - 18)
    parts: list[Line] = []
    for topic, share in zip(agent.profile.topics, agent.profile.interests, strict=True):
        style = "fg" if share >= agent.attention else "dim"
        line = f"{bar(share, cells):<{cells}}"
        parts.append(((f" {topic:<9} ", style), (line, "mid" if style == "fg" else "dim"), (f" {share:.2f}  ", style)))
    return [((" Interests", "mid"),), *in_columns(parts, across)]


def _history(scene: FeedScene, agent: SocialAgent, width: int) -> list[Line]:
    """Draw an account's transitions, newest first: tick, from, to, trigger, and the post."""
    past = agent.state_history
    full = "the last " if len(past) == past.records.maxlen else ""
    lines: list[Line] = [((" History", "mid"), (f"  {full}{len(past)} moves, newest first", "dim"))]
    names = STATES if width >= 64 else CODES
    for entry in reversed(agent.history):
        about = entry.from_state in STATES_WITH_POST or entry.to_state in STATES_WITH_POST
        post = f"#{scene.posts.items[entry.context].thread}" if about and isinstance(entry.context, int) else ""
        move = f"{names[entry.from_state]} → {names[entry.to_state]}"
        room = 23 if width >= 64 else 8
        trigger = f"{entry.trigger.replace('_', ' '):<18} "
        lines.append(((f" {entry.timestamp:>5}  ", "dim"), (f"{move:<{room}} ", "fg"), (trigger, "mid"), (post, "mid")))
    return lines
