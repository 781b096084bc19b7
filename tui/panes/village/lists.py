"""Lists of a village: one villager's card, the needs of all, talk, news as trees, and the end."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from core.engine.events import Event, Said
from scenes.village.news import Branch
from scenes.village.planning import clock, current_entry
from scenes.village.scene import VillageScene
from scenes.village.villagers import HUNGRY, TIRED, TRADES, Villager
from scenes.village.wording import news_line, where
from tui.glyphs import cells as cells_of
from tui.log_view import LogView
from tui.panes.drawing import cut_rows, tree_branch
from tui.panes.kit import Row
from tui.panes.lists import up_to
from tui.panes.village.map import Look
from tui.styles import Line, clip, pad, wrap

RECENT = 200
"""Maximum messages that are listed."""
LONG, SHORT = 14, 10
"""Cells of a need's bar, and of a bar in a narrow list."""


def bar(value: int, pressing: bool, cells: int = LONG) -> Line:
    """Draw a value of 0 to 100 as a bar, followed by the number."""
    full = -(-value * cells // 100)
    style = "bad" if pressing else "fg"
    points = f" {value:>3}{'!' if pressing else ' '}"
    return (("━" * full, style), ("─" * (cells - full), "line"), (points, style))


def card(look: Look, width: int) -> list[Line]:
    """Draw one villager: position, needs, goods, and plan."""
    name, me = look.shown, look.villager
    hunger, energy = me.needs.points
    state = f"asleep until {clock(me.until)}" if me.asleep else where(look.seen.ground, me.at)
    lines: list[Line] = [
        ((f" {name}", "bold accent"), (f"  {TRADES[name].name}, {state}", "mid")),
        ((" energy ", "mid"), *bar(energy, energy <= TIRED)),
        ((" hunger ", "mid"), *bar(hunger, hunger >= HUNGRY)),
    ]
    if me.pack:
        carried = ", ".join(f"{count} {what}" for what, count in me.pack.items())
        lines.append(((" has    ", "mid"), (clip(carried, width - 9), "fg")))
    return lines + _plan(look, width)


def _plan(look: Look, width: int) -> list[Line]:
    """Draw the milestones of a plan, with a mark at the current one; without milestones, the goals."""
    plan = look.seen.plans[look.shown]
    now = current_entry(plan.milestones, look.seen.ground, look.seen.now)
    due = now and f"{clock(now.minute)} {now.doing} "
    rows: list[tuple[str, str]] = []
    for words in plan.milestones:
        here = bool(due) and words.startswith(due or " ")
        rows.append((f"{'▸' if here else ' '} {clip(words, width - 11)}", "hi" if here else "mid"))
    if not rows:
        rows = [(f"  {clip(goal, width - 11)}", "mid") for goal in plan.goals]
    return [((" plan   " if not i else "        ", "mid"), row) for i, row in enumerate(rows)]


def needs(look: Look, width: int) -> list[Line]:
    """Draw the needs of all villagers, one row each; from a villager's perspective, its own card."""
    if look.view.perspective:
        return card(look, width)
    return [_need(look, name, villager, width) for name, villager in look.seen.people.items()]


def _need(look: Look, name: str, me: Villager, width: int) -> Line:
    hunger, energy = me.needs.points
    at = "asleep" if me.asleep else where(look.seen.ground, me.at)
    head: Line = ((f" {pad(name, 4)}", "bold accent" if name == look.shown else "bold hi"),)
    size = LONG if width >= 60 else SHORT
    rested, fed = bar(energy, energy <= TIRED, size), bar(hunger, hunger >= HUNGRY, size)
    return (*head, (" energy ", "mid"), *rested, (" hunger ", "mid"), *fed, (f" {at}" if width >= 75 else "", "mid"))


def talk(look: Look, width: int, heard_by: str) -> list[Row]:
    """List recent messages that the perspective may know, with their listeners.

    With `heard_by`, list only the messages that this villager heard.
    """
    view = look.view
    known = (
        e
        for e in reversed(up_to(view.said, view.n))
        if view.may_see(e) and (not heard_by or heard_by in (e.audience or ()))
    )
    recent = list(islice(known, RECENT))[::-1]
    return [Row(line, event.n) for event in recent for line in _statement(look.scene, view, event, width)]


def _statement(scene: VillageScene, view: LogView, event: Event, width: int) -> list[Line]:
    assert isinstance(event.data, Said)
    heard = [name for name in event.audience or () if name != event.agent]
    to = ", ".join(heard) if len(heard) < 4 else f"{len(heard)} people"
    about = f" → {to or 'nobody'}{', alone' if event.data.to else ''}: "
    time = f" {clock(scene.minute_of(event.n)):>5} "
    lead = len(time) + cells_of(event.agent) + cells_of(about)
    name = (event.agent, "bold accent" if event.agent == view.seat else "bold hi")
    first, *rest = cut_rows(_hung(event.data.text, width - 1, lead, len(time) + 2))
    head: Line = ((time, "dim"), name, (about, "mid"), (first, "fg"))
    return [head, *(((" " * (len(time) + 2), ""), (row, "fg")) for row in rest)]


def _hung(text: str, width: int, lead: int, indent: int) -> list[str]:
    """Wrap words so that the first row leaves room for `lead` cells."""
    first = wrap(text, max(10, width - lead))[0]
    rest = text[len(first) :].strip() if text.startswith(first) else ""
    return [first, *(wrap(rest, max(10, width - indent)) if rest else [])]


def news(look: Look, width: int) -> list[Line]:
    """Draw the spread of each piece of news as a tree; from a villager's view, its news and their sources."""
    if look.view.perspective:
        known = look.seen.me.news.values()
        return [((f" {row}", "fg"),) for each in known for row in wrap(news_line(each), width - 2)] or [
            ((" No news yet", "dim"),)
        ]
    return [line for piece, text in look.scene.pieces.items() for line in _piece(look.scene, piece, text, width)]


def _piece(scene: VillageScene, piece: int, text: str, width: int) -> list[Line]:
    tree = scene.tree(piece)
    hops = max(branch.hops for branch in tree)
    count = f"{len(tree)} of {len(scene.names)} know, {hops} hop{'s' * (hops != 1)}"
    head: Line = ((f" {clip(text, width - len(count) - 4)}", "hi"), (f"  {count}", "mid"))
    return [head, *(((" ", ""), *row) for row in _branch(tree[0], tree))]


def _branch(branch: Branch, tree: Sequence[Branch]) -> list[Line]:
    kids = [_branch(each, tree) for each in tree if each.source == branch.name]
    return tree_branch((f"{branch.name} {clock(branch.minute)}", "fg"), kids)


TALKERS = 5
"""Maximum villagers that are named as the most talkative."""


def ending(view: LogView, scene: VillageScene, width: int) -> list[Line]:
    """Draw a summary, the most talkative villagers, and a row for each piece of news, the best known first."""
    if view.ended is None:
        return []
    said = Counter(event.agent for event in view.events if isinstance(event.data, Said))
    met = view.ended.result.get("meetings", 0)
    out: list[Line] = [(), ((f"   {sum(said.values())} things said, at {met} meetings", "fg"),)]
    if said:
        most = ", ".join(f"{'you' if name == view.seat else name} {count}" for name, count in said.most_common(TALKERS))
        out += [((f"   {row}", "mid"),) for row in wrap(f"most by {most}", width - 4)]
    trees = {piece: scene.tree(piece) for piece in scene.pieces}
    for piece, tree in sorted(trees.items(), key=lambda each: -len(each[1])):
        hops = max(branch.hops for branch in tree)
        all_of = len(scene.names)
        count = f"   {len(tree):>{len(str(all_of))}} of {all_of}, {hops} hop{'s' * (hops != 1)}  "
        out.append(((count, "hi"), (scene.pieces[piece], "mid")))
    return out
