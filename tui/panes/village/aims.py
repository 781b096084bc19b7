"""Aims and opinions in the village pane: the line above the map, the list of people, and the end."""

from collections.abc import Sequence

from core.text import capitalized
from scenes.village.aim_texts import advice, deadline, feeling, progress, sentence, suspects
from scenes.village.planning import clock
from scenes.village.scene import VillageScene
from scenes.village.villagers import TRADES, VillageSeen
from scenes.village.wording import where
from tui.log_view import LogView
from tui.panes.drawing import paragraph
from tui.panes.village.map import Look
from tui.styles import Line, clip, fit, pad, spread, width_of, wrap


def aim_line(look: Look, width: int) -> Line:
    """Draw the perspective's aim and its progress; empty without a perspective or an aim."""
    own = look.seen.pursuits.get(look.view.perspective)
    if own is None:
        return ()
    if own.met is not None:
        mark = ("✓ ", "bold good") if own.met else ("✗ ", "bold bad")
        text = f"You {sentence(own, 'met' if own.met else 'missed')}" if _is_mine(look) else sentence(own, you="they")
        return fit(((" ", ""), mark, (text, "hi")), width)
    right: Line = (("▸ ", "bold accent"), (f"{progress(own, look.seen)} ", "hi"))
    for until in (deadline(own), "before the feast"):
        left: Line = (
            (f" {capitalized(until)}: ", "mid"),
            (sentence(own, you="you" if _is_mine(look) else "they"), "bold hi"),
        )
        if width_of(left) + width_of(right) < width:
            break
    return spread(left, right, width)


def _is_mine(look: Look) -> bool:
    return look.view.perspective == look.view.seat


def card_rows(look: Look, width: int) -> list[Line]:
    """Draw the aim on the card of the villager that is shown."""
    own = look.seen.pursuits.get(look.shown)
    if own is None:
        return []
    state = {True: ("✓ ", "good"), False: ("✗ ", "bad"), None: ("  ", "mid")}[own.met]
    rows = wrap(sentence(own, you="you" if look.shown == look.view.seat else "they"), width - 11)
    return [((f" {'' if i else 'aim':<7}", "mid"), ("  " if i else state[0], state[1]), (row, "hi")) for i, row in
            enumerate(rows)]  # fmt: skip


def people(look: Look, width: int) -> list[Line]:
    """List how the aim can be reached, and what everybody thinks of the perspective's villager."""
    seen, own = look.seen, look.seen.pursuit
    head = paragraph(advice(own, seen), width, "mid", 1) if own else []
    left = suspects(own.aim, seen) if own and own.aim.what == "find" else None
    of = "you" if _is_mine(look) else seen.name
    return [*head, *(_person(seen, name, opinion, of, left, width) for name, opinion in seen.standing.items())]


def _person(seen: VillageSeen, name: str, opinion: int, of: str, suspected: Sequence[str] | None, width: int) -> Line:
    style = "good" if opinion > 0 else "bad" if opinion < 0 else "mid"
    doubt = "" if suspected is None else "suspect" if name in suspected else "cleared"
    sight = seen.me.sights.get(name)
    last = f"{where(seen.ground, sight.at)} {clock(sight.minute)}" if sight else ""
    line: Line = ((f" {pad(name, 5)}", "bold hi"), (pad(TRADES[name].name, 12), "mid"))
    line += ((pad(f"{opinion:+d} {feeling(opinion, of)}" if opinion else " 0 is neutral", 24), style),)
    line += ((pad(doubt, 9), "bad" if doubt == "suspect" else "mid"),) if doubt else ()
    return fit((*line, (last, "mid")), width)


def results(view: LogView, scene: VillageScene, width: int) -> list[Line]:
    """List the aims of all villagers with their results."""
    rows: list[Line] = []
    for name, own in scene.pursuits.items():
        mark, you = ("✓", "good") if own.met else ("✗", "bad"), "you" if name == view.seat else "they"
        called = (f" {pad('You' if name == view.seat else name, 5)}", "bold hi")
        rows.append((("   ", ""), mark, called, (clip(sentence(own, you=you), width - 10), "mid")))
    return [*rows, ()] if rows else []
