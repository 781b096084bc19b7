"""Lists of a village: one villager's card, the needs of all, talk, and news as trees."""

from collections.abc import Sequence
from itertools import islice

from core.engine.events import Event, Said
from scenes.village.news import Branch
from scenes.village.planning import clock, current_entry
from scenes.village.scene import VillageScene
from scenes.village.villagers import HUNGRY, TIRED, TRADES, Villager
from scenes.village.wording import news_line, where
from tui.log_view import LogView
from tui.panes.drawing import amount, cut_rows, name_of, notice, paragraph, tree_branch
from tui.panes.kit import Row
from tui.panes.lists import up_to
from tui.panes.village import aims
from tui.panes.village.map import Look
from tui.styles import Line, clip, pad, width_of, wrap

MAX_MESSAGES = 200
"""Maximum messages that are listed."""
BAR_WIDTH, NARROW_BAR_WIDTH = 14, 10
"""Cells of a need's bar, and of a bar in a narrow list."""


def bar(value: int, pressing: bool, cells: int = BAR_WIDTH) -> Line:
    """Draw a value of 0 to 100 as a bar, followed by the number."""
    full = -(-value * cells // 100)
    style = "bad" if pressing else "fg"
    points = f" {value:>3}{'!' if pressing else ' '}"
    return (("━" * full, style), ("─" * (cells - full), "line"), (points, style))


def card(look: Look, width: int) -> list[Line]:
    """Draw one villager: position, needs, goods, and plan."""
    name, me = look.shown, look.villager
    state = f"asleep until {clock(me.until)}" if me.asleep else where(look.seen.ground, me.at)
    head: Line = ((f" {name}", "bold accent"), (f"  {TRADES[name].name}, {state}", "mid"))
    carried = ", ".join(f"{count} {what}" for what, count in me.pack.items())
    has: list[Line] = [((" has    ", "mid"), (clip(carried, width - 9), "fg"))] if carried else []
    return [head, *_bars(me, BAR_WIDTH), *has, *_plan(look, width), *aims.card_rows(look, width)]


def _plan(look: Look, width: int) -> list[Line]:
    """Draw the milestones of a plan, with a mark at the current one; without milestones, the goals."""
    plan = look.seen.plans[look.shown]
    now = current_entry(plan.milestones, look.seen.ground, look.seen.now)
    due = now and f"{clock(now.minute)} {now.doing} "
    lines: list[Line] = []
    for words in plan.milestones or plan.goals:
        here = bool(due) and words.startswith(due or " ") and bool(plan.milestones)
        text = f"{'▸' if here else ' '} {clip(words, width - 11)}"
        lines.append(((f" {'' if lines else 'plan':<7}", "mid"), (text, "hi" if here else "mid")))
    return lines


def needs(look: Look, width: int) -> list[Line]:
    """Draw the needs of all villagers, one row each; from a villager's perspective, its own card."""
    if look.view.perspective:
        return card(look, width)
    return [_need(look, name, villager, width) for name, villager in look.seen.people.items()]


def _need(look: Look, name: str, me: Villager, width: int) -> Line:
    at = "asleep" if me.asleep else where(look.seen.ground, me.at)
    head = (f" {pad(name, 4)}", "bold accent" if name == look.shown else "bold hi")
    energy, hunger = _bars(me, BAR_WIDTH if width >= 60 else NARROW_BAR_WIDTH)
    return (head, *energy, *hunger, (f" {at}" if width >= 75 else "", "mid"))


def _bars(me: Villager, cells: int) -> tuple[Line, Line]:
    """Draw a villager's energy and hunger."""
    hunger, energy = me.needs.points
    rested: Line = ((" energy ", "mid"), *bar(energy, energy <= TIRED, cells))
    return rested, ((" hunger ", "mid"), *bar(hunger, hunger >= HUNGRY, cells))


def talk(look: Look, width: int, heard_by: str) -> list[Row]:
    """List recent messages that the perspective may know, with their listeners.

    With `heard_by`, list only the messages that this villager heard.
    """
    view = look.view
    heard = filter(view.may_see, reversed(up_to(view.said, view.n)))
    recent = islice((e for e in heard if not heard_by or heard_by in (e.audience or ())), MAX_MESSAGES)
    return [Row(line, e.n) for e in reversed(list(recent)) for line in _statement(look.scene, view, e, width)]


def _statement(scene: VillageScene, view: LogView, event: Event, width: int) -> list[Line]:
    """Draw a message with time, speaker and listeners; its words begin beside them and go on below."""
    assert isinstance(event.data, Said)
    heard, text = [name for name in event.audience or () if name != event.agent], event.data.text
    to = ", ".join(heard) if len(heard) < 4 else f"{len(heard)} people"
    time = f" {clock(scene.minute_of(event.n)):>5} "
    about = (f" → {to or 'nobody'}{', alone' if event.data.to else ''}: ", "mid")
    head: Line = ((time, "dim"), name_of(view, event.agent, len(event.agent)), about)
    indent = len(time) + 2
    first = wrap(text, max(10, width - 1 - width_of(head)))[0]
    rest = text[len(first) :].strip() if text.startswith(first) else ""
    first, *rows = cut_rows([first, *(wrap(rest, max(10, width - 1 - indent)) if rest else [])])
    return [(*head, (first, "fg")), *(((" " * indent, ""), (row, "fg")) for row in rows)]


def news(look: Look, width: int) -> list[Line]:
    """Draw the spread of each piece of news as a tree; from a villager's view, its news and their sources."""
    if look.view.perspective:
        known = look.seen.me.news.values()
        return [line for each in known for line in paragraph(news_line(each), width)] or notice("No news yet")
    return [line for piece, text in look.scene.pieces.items() for line in _piece(look.scene, piece, text, width)]


def _piece(scene: VillageScene, piece: int, text: str, width: int) -> list[Line]:
    tree = scene.tree(piece)
    hops = max(branch.hops for branch in tree)
    count = f"{len(tree)} of {len(scene.names)} know, {amount(hops, 'hop')}"
    head: Line = ((f" {clip(text, width - len(count) - 4)}", "hi"), (f"  {count}", "mid"))
    return [head, *(((" ", ""), *row) for row in _branch(tree[0], tree))]


def _branch(branch: Branch, tree: Sequence[Branch]) -> list[Line]:
    kids = [_branch(each, tree) for each in tree if each.source == branch.name]
    return tree_branch((f"{branch.name} {clock(branch.minute)}", "fg"), kids)
