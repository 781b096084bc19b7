"""The lobby's pictures: functions of its state that make rows, and say what a click on each part of them means."""

import time
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from core.casting import policies
from tui.screens.lobby_runs import Glance, age
from tui.screens.lobby_setup import Option, shown
from tui.screens.lobby_state import LobbyState
from tui.styles import Line, clip, fit, spread, width_of, wrap


class Hit(NamedTuple):
    """Cells of a row, and the row of a pane, or the key, that a click there stands for."""

    start: int
    end: int
    means: tuple[str, int] | str


class Row(NamedTuple):
    line: Line = ()
    hits: tuple[Hit, ...] = ()
    here: bool = False
    """Whether the cursor stands here."""


def title(name: str, words: str, right: str, width: int, focused: bool) -> Line:
    """A pane's first row: words on a hairline."""
    left: Line = (("▌ " if focused else "─ ", "accent" if focused else "line"),)
    left = (*left, (f"{name} ", "bold accent" if focused else "bold mid"), (f"{words} " if words else "", "mid"))
    end: Line = ((f" {right} ", "dim"), ("──", "line")) if right else (("──", "line"),)
    rule = max(0, width - width_of(left) - width_of(end))
    return fit((*left, ("─" * rule, "line"), *end), width)


def lit(line: Line) -> Line:
    """On the selected ground."""
    return tuple((text, f"{style} on selected") for text, style in line)


def header(theme: str, width: int) -> Line:
    return spread(((" Playbill  ", "bold accent"), ("choose a scene", "mid")), ((f"theme {theme} ", "mid"),), width)


def keys(state: LobbyState) -> list[tuple[str, str]]:
    """What the footer shows: the keys of the pane that has the focus."""
    if state.editing is not None:
        return [("enter", "take it"), ("esc", "leave it as it was")]
    change = ("←→", "change")
    match state.pane:
        case "scenes":
            return [
                ("↑↓", "scene"),
                ("tab", "next"),
                ("enter", "play"),
                ("w", "watch"),
                ("r", "recordings"),
                ("t", "theme"),
            ]
        case "options":
            typed = [("enter", "type")] if state.letters is not None else []
            return [change, *typed, ("x", "new seed"), ("o", "fewer" if state.all_options else "all"), ("^s", "play")]
        case "cast":
            return [change, ("enter", "type a name"), ("tab", "next"), ("^s", "play"), ("w", "watch")]
        case "play":
            return [("enter", "play"), ("w", "watch"), ("x", "new seed"), ("tab", "next"), ("t", "theme")]
        case _:
            run = state.run
            enter = [] if run is None or run.error else [("enter", "go on" if run.open else "watch")]
            return [
                ("↑↓", "recording"),
                *enter,
                ("r", "fewer" if state.all_runs else "all"),
                ("tab", "next"),
                ("esc", "back"),
            ]


def scenes(state: LobbyState, width: int) -> list[Row]:
    """The left column: each scene's name and a few words."""
    focused = state.pane == "scenes"
    rows = [Row(title("Scenes", "", "", width, focused))]
    for index, setup in enumerate(state.setups):
        here = index == state.index("scenes")
        name: Line = ((" ▸" if here else "  ", "accent"), (setup.kind.name, "bold hi" if here else "bold fg"))
        about: Line = ((f"  {clip(setup.kind.summary, width - 3)}", "mid"),)
        hits = (Hit(0, width, ("scenes", index)),)
        for line in (fit(name, width), fit(about, width)):
            rows.append(Row(lit(line) if here else line, hits, here and focused))
    return rows


def form(state: LobbyState, width: int, height: int, filled: bool, board: Sequence[str]) -> list[Row]:
    """The right column; `board` is the last of the highlighted recording, where there is room for it."""
    rows = (
        [] if state.all_runs else [*_options(state, width, height), *_cast(state, width), *_play(state, filled), Row()]
    )
    return [*rows, *_recent(state, width), *_last_board(state, board, width)]


def _marked(state: LobbyState, pane: str, index: int) -> bool:
    return state.pane == pane and state.index(pane) == index


def _value(state: LobbyState, pane: str, index: int, text: str, opens: bool, style: str) -> Line:
    """A row's value: what is being typed, or what stands there, with its mark if it opens or is wrong."""
    item = state.items(pane)[index]
    if state.editing is not None and _marked(state, pane, index):
        return ((state.editing, "bold hi"), ("▏", "accent"))
    wrong = (pane, item) in state.setup.wrong
    mark = " ▾" if opens else ""
    return ((text, "bold bad" if wrong else style), (mark, "mid"), (" !" if wrong else "", "bold bad"))


def _cell(state: LobbyState, index: int, option: Option | None, room: int) -> Row:
    """One option, or the seed; a click on the name goes there, a click on the value changes it."""
    here = _marked(state, "options", index)
    key = option.key if option else "seed"
    if option is None:
        text, opens, style = str(state.seed), False, "bold hi" if state.keeps_seed else "fg"
    else:
        value = state.setup.value(option.key)
        text, opens = shown(value), bool(option.choices)
        style = "bold hi" if value != option.default else "fg"
    if here:
        style = "bold hi"
    wrong = ("options", key) in state.setup.wrong
    name: Line = (("▸" if here else " ", "accent"), (f"{key:<{room}} ", "bad" if wrong else "hi" if here else "mid"))
    value_line = _value(state, "options", index, text, opens, style)
    line = (*name, *value_line)
    at = width_of(name)
    hits = [Hit(0, at, ("options", index)), Hit(at, width_of(line) + 1, ("options change", index))]
    if option is None:
        line = (*line, ("   ↻", "accent"))
        hits[1:] = [Hit(at, width_of(line) - 2, ("options", index)), Hit(width_of(line) - 2, width_of(line) + 1, "x")]
    return Row(line, tuple(hits), here)


def _options(state: LobbyState, width: int, height: int) -> list[Row]:
    focused = state.pane == "options"
    count = len(state.setup.all_options)
    more = "o fewer" if state.all_options else f"o all {count}" if count > len(state.options) else ""
    rows = [Row(title("Options", state.setup.kind.name, more, width, focused), (Hit(width // 2, width, "o"),))]
    listed: list[Option | None] = [*state.options, None]
    told_beside = width >= 64 and height >= 27
    longest = max(len(option.key) for option in state.options)
    room = longest if told_beside else min(9, longest)
    cells = [_cell(state, index, option, room) for index, option in enumerate(listed)]
    half = width // 2
    if told_beside:
        for cell, option in zip(cells, listed, strict=True):
            about = option.about if option else "the same seed is the same game"
            told = (clip(about, width - room - 17), "dim")
            rows.append(_ground(cell._replace(line=(*fit(cell.line, room + 16), told)), width))
    elif all(width_of(cell.line) < half for cell in cells):
        rows += _side_by_side(cells, half)
    else:
        rows += [_ground(cell, width) for cell in cells]
    return [*rows, *_note(state, "options", _about(state) if focused and not told_beside else "", width)]


def _ground(row: Row, width: int) -> Row:
    """A row in its full width, lit if the cursor is there."""
    line = fit(row.line, width)
    return row._replace(line=lit(line) if row.here else line)


def _side_by_side(cells: Sequence[Row], half: int) -> Iterable[Row]:
    """In two columns, read downwards."""
    tall = (len(cells) + 1) // 2
    for left, right in zip_longest(cells[:tall], cells[tall:], fillvalue=Row()):
        line = (*_ground(left, half).line, *_ground(right, half).line)
        hits = (*left.hits, *(Hit(hit.start + half, hit.end + half, hit.means) for hit in right.hits))
        yield Row(line, hits, left.here or right.here)


def _about(state: LobbyState) -> str:
    """What the option under the cursor is for."""
    if state.item == "seed":
        return "the same seed is the same game; x draws another"
    option = state.setup.option(state.item)
    words = [shown(value) for value in option.choices]
    told = bool not in (type(value) for value in option.choices) and not all(word in option.about for word in words)
    return f"{option.about}: {', '.join(words)}" if words and told else option.about


def _note(state: LobbyState, pane: str, hint: str, width: int) -> list[Row]:
    """Under a pane: what is wrong in it, the row under the cursor before others; else a hint."""
    wrong = {item: why for (where, item), why in state.setup.wrong.items() if where == pane}
    if not wrong:
        return [Row(((f" {clip(hint, width - 2)}", "dim"),))]
    here = state.item if state.pane == pane else ""
    why = wrong.get(here) or next(iter(wrong.values()))
    return [Row(((f" {'!' if not i else ' '} {row}", "bad"),)) for i, row in enumerate(wrap(why, width - 4)[:3])]


def _cast(state: LobbyState, width: int) -> list[Row]:
    focused, setup = state.pane == "cast", state.setup
    people = setup.people
    told = f"{len(people)} human{'s take turns' if len(people) > 1 else ''}" if people else "no human: you watch"
    rows = [Row(title("Cast", "", told, width, focused))]
    room = min(12, max(len(name) for name in setup.seats))
    for index, name in enumerate(setup.seats):
        here, mine = _marked(state, "cast", index), name in people
        own = "accent" if mine else "bold hi" if here else "fg"
        line: Line = (
            ("▸" if here else " ", "accent"),
            (f"{clip(name, room):<{room + 3}}", "bold accent" if mine else "bold fg"),
        )
        at = width_of(line)
        line = (*line, *_value(state, "cast", index, setup.policy(name), True, own))
        if mine:
            line = (
                *fit(line, max(at + 14, width_of(line) + 3)),
                ("your seat" if name == people[0] else "another person", "mid"),
            )
        hits = (Hit(0, at, ("cast", index)), Hit(at, width, ("cast change", index)))
        rows.append(Row(lit(fit(line, width)) if here else line, hits, here))
    hint = f"{', '.join(policies(setup.kind))}, script:FILE" if focused else ""
    return [*rows, *_note(state, "cast", hint, width)]


def _play(state: LobbyState, filled: bool) -> list[Row]:
    here = state.pane == "play"
    chip = ("  Play  ", "bold bg on accent") if filled else ("[ Play ]", "bold hi")
    line: Line = (("▸" if here else " ", "accent"), chip)
    if wrong := len(state.setup.wrong):
        line = (*line, (f"  ! {wrong} row{'s' * (wrong > 1)} to mend", "bad"))
        return [Row(line, (Hit(1, 30, "p"),), here)]
    line = (*line, ("  Enter" if state.pane in ("play", "scenes") else "  ctrl+s", "mid" if here else "dim"))
    at = 22
    line = (*fit(line, at), ("w", "bold accent"), (" watch bots", "mid"))
    return [Row(line, (Hit(0, at - 1, "p"), Hit(at, at + 12, "w")), here)]


def _recent(state: LobbyState, width: int) -> list[Row]:
    focused = state.pane == "recent"
    more = "r fewer" if state.all_runs else f"r all {state.total}" if state.total else ""
    rows = [Row(title("Recent", "", more, width, focused), (Hit(width // 2, width, "r"),))]
    if state.runs is None:
        return [*rows, Row(((" reading", "dim"),))]
    if not state.runs:
        rows.append(
            Row(
                ((" No runs yet: press ", "mid"), ("p", "bold accent"), (" or Enter to play", "mid")),
                (Hit(0, width, "p"),),
            )
        )
        if state.has_sample:
            rows.append(Row(((" s", "bold accent"), (" watches a sample", "mid")), (Hit(0, width, "s"),)))
        return rows
    now = time.time()
    scene = 2 + min(12, max(len(run.scene) for run in state.listed))
    for index, run in enumerate(state.listed):
        here = _marked(state, "recent", index)
        line = _run(run, now, width, scene, here)
        rows.append(Row(lit(line) if here else line, (Hit(0, width, ("recent", index)),), here))
    if state.all_runs and state.total > len(state.runs):
        rows.append(Row(((f" {state.total - len(state.runs)} older ones are in the folder", "dim"),)))
    return rows


def _run(run: Glance, now: float, width: int, scene: int, here: bool) -> Line:
    """A recording in one row: scene (in so many cells), how it stands, turn, age."""
    mark = ("▸" if here else " ", "accent")
    if run.error:
        name = clip(run.path.name, 26 if width > 60 else 14)
        return fit((mark, (f"{name} ", "bold mid"), ("! unreadable: ", "bad"), (run.error, "mid")), width)
    turn = "" if run.turn is None or width < 50 else f"turn {run.turn}"
    end: Line = ((f" {turn:<9}" if width >= 50 else " ", "mid"), (f"{age(now - run.when):<10}", "dim"))
    room = min(26, width - 1 - scene - width_of(end))
    name = f"{clip(run.scene, scene - 2):<{scene}}"
    words = f"{clip(run.words, room):<{room}}"
    return fit((mark, (name, "bold hi" if here else "fg"), (words, "accent" if run.open else "mid"), *end), width)


def _last_board(state: LobbyState, board: Sequence[str], width: int) -> list[Row]:
    run = state.run
    if run is None or not board:
        return []
    head: Line = ((" last board", "bold mid"), (f"   {run.scene}, seed {run.seed}: {run.words}", "mid"))
    return [Row(), Row(fit(head, width)), *(Row(fit(((f"  {row}", "fg"),), width)) for row in board)]
