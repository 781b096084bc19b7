"""Aims and opinions in the village pane: the line above the map, how to reach them, the list of people, and the end."""

from collections.abc import Sequence

from scenes.village.aim_texts import advice, deadline, feeling, findings, progress, sentence, suspects
from scenes.village.scene import VillageScene
from scenes.village.villagers import TRADES
from tui.log_view import LogView
from tui.panes.aims import AimLine
from tui.panes.drawing import in_columns, notice, paragraph
from tui.panes.village.map import Look
from tui.styles import Line, clip, fit, pad, wrap

PERSON_WIDTH, TRADE_WIDTH = 26, 12
"""Minimum width of a column of the list of people, and the additional width in which it has trades."""


def aim_line(look: Look, width: int) -> Line:
    """Draw the perspective's aim and its progress; empty without a perspective or an aim."""
    own = look.seen.pursuits.get(look.view.perspective)
    if own is None:
        return ()
    text = sentence(own, you="you" if _is_mine(look) else "they")
    result = f"you {sentence(own, 'met' if own.met else 'missed')}" if _is_mine(look) else text
    return AimLine(text, progress(own, look.seen), own.met, result, (deadline(own), "before the feast")).draw(width)


def _is_mine(look: Look) -> bool:
    return look.view.perspective == look.view.seat


def card_rows(look: Look, width: int) -> list[Line]:
    """Draw the aim of the villager that is shown; of the perspective's, which stands above the map, how to reach it."""
    own = look.seen.pursuits.get(look.shown)
    if own is None:
        return []
    if look.view.perspective:
        return [(), *aim_rows(look, width)] if own.met is None else []
    state = {True: ("✓ ", "good"), False: ("✗ ", "bad"), None: ("  ", "mid")}[own.met]
    rows = wrap(sentence(own, you="they"), width - 11)
    return [
        ((f" {'' if i else 'aim':<7}", "mid"), ("  " if i else state[0], state[1]), (row, "hi"))
        for i, row in enumerate(rows)
    ]


def aim_rows(look: Look, width: int) -> list[Line]:
    """Draw how the perspective's aim can be reached, and what has been reached."""
    own = look.seen.pursuits.get(look.view.perspective)
    if own is None or own.met is not None:
        return notice("No open aim now")
    reached = [line for text in findings(own, look.seen) for line in paragraph(text, width)]
    return [*paragraph(advice(own, look.seen), width, "mid"), *reached]


def people(look: Look, width: int) -> list[Line]:
    """Draw what everybody thinks of the perspective's villager, in columns."""
    seen, own = look.seen, look.seen.pursuit
    left = suspects(own.aim, seen) if own and own.aim.what == "find" else None
    columns = max(1, width // PERSON_WIDTH)
    of = "you" if _is_mine(look) else seen.name
    rows = [_person(name, opinion, of, left, width // columns) for name, opinion in seen.standing.items()]
    return in_columns(rows, columns)


def _person(name: str, opinion: int, of: str, suspected: Sequence[str] | None, width: int) -> Line:
    style = "good" if opinion > 0 else "bad" if opinion < 0 else "mid"
    doubt = "" if suspected is None else "?" if name in suspected else "✓"
    line: Line = ((f" {pad(name, 4)}", "bold hi"), (f"{doubt:<1} ", "bad" if doubt == "?" else "good"))
    line += ((pad(f"{opinion:+d} {feeling(opinion, of)}" if opinion else " 0 is neutral", PERSON_WIDTH - 7), style),)
    return fit((*line, (f" {TRADES[name].name}" if width >= PERSON_WIDTH + TRADE_WIDTH else "", "mid")), width)


def results(view: LogView, scene: VillageScene, width: int) -> list[Line]:
    """List the aims of all villagers with their results, those of the person first."""
    rows: list[Line] = []
    for name, own in sorted(scene.settled, key=lambda each: (each[0] != view.seat, scene.names.index(each[0]))):
        mark, you = ("✓", "good") if own.met else ("✗", "bad"), "you" if name == view.seat else "they"
        called = (f" {pad('You' if name == view.seat else name, 5)}", "bold hi")
        rows.append((("   ", ""), mark, called, (clip(sentence(own, you=you), width - 10), "mid")))
    return [*rows, ()] if rows else []
