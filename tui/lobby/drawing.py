"""Drawing of the lobby's rows: scenes, options, cast, the Play button, and recordings."""

import time
from collections.abc import Sequence

from core.engine.casting import policies, policy_forms
from core.engine.scene import Scene
from core.remote.policies import REMOTE
from tui.glyphs import cells
from tui.lobby.recordings import RecordingRow, age
from tui.lobby.setup import ADD, ALL, Option, value_text
from tui.lobby.state import LobbyState
from tui.styles import Line, Span, clauses, clip, fit, join_by_rank, pad, spread, width_of, wrap
from tui.widgets.rows import KeyCells, Row

MAX_HINT_ROWS, MAX_NARROW_HINT_ROWS = 2, 3
"""Largest number of rows of a hint, in a wide and in a narrow pane."""
SHORT = 50
SEED = "the same seed is the same game"
LABELS = {ALL: "everyone", ADD: "+ add"}
"""Labels of the rows of a large cast that are not for one seat."""


def form(state: LobbyState, width: int, height: int, filled: bool) -> list[Row]:
    """Draw options, cast and Play."""
    return [*_options(state, width, height), *_cast(state, width), *_play(state, width, filled), Row()]


def runs(state: LobbyState, width: int, board: Sequence[str]) -> list[Row]:
    """Draw the recordings, and the last board of the highlighted one if there is room."""
    return [*recent(state, width), *last_board(state, board, width)]


def _value(state: LobbyState, pane: str, item: str, text: str, opens: bool, style: str) -> Line:
    """Draw the value of a row, with "▾" if it has choices and "!" if it is rejected."""
    wrong = (pane, item) in state.setup.errors
    mark = " ▾" if opens else ""
    return ((text, "bold bad" if wrong else style), (mark, "mid"), (" !" if wrong else "", "bold bad"))


def _cell(state: LobbyState, index: int, option: Option | None, room: int) -> Row:
    """Draw the row of an option or of the seed; the name gets `room` cells."""
    key = option.key if option else "seed"
    here = state.is_at("options", index)
    value = state.setup.value(key) if option else state.seed if state.keeps_seed else "random"
    chosen = value != option.default if option else state.keeps_seed
    wrong = ("options", key) in state.setup.errors
    name: Line = (("▸" if here else " ", "accent"), (f"{key:<{room}} ", "bad" if wrong else "hi" if here else "mid"))
    style = "bold hi" if here or chosen else "fg"
    line = (*name, *_value(state, "options", key, value_text(value), bool(option and option.choices), style))
    end = width_of(line)
    keys = () if option else (KeyCells(end + 2, end + 5, "new-seed"),)
    return Row(line if option else (*line, ("   ↻", "accent")), ("options", index), here, width_of(name), keys)


def _options(state: LobbyState, width: int, height: int) -> list[Row]:
    focused = state.pane == "options"
    count = len(state.setup.all_options)
    more = "o fewer" if state.all_options else f"o all {count}" if count > len(state.options) else ""
    rows = [title_row("Options", state.setup.kind.name, more, width, focused, "all-options")]
    about_beside = width >= 64 and height >= 27
    longest = max(len(option.key) for option in state.options)
    room = max(9, longest) if about_beside or width >= 50 else min(9, longest)
    cut = not about_beside
    for index, option in enumerate((*state.options, None)):
        row = _cell(state, index, option, room)
        if about_beside and (option or width_of(row.line) <= room + 16):
            about = option.about if option else SEED
            cut = cut or (row.here and cells(about) > width - room - 17)
            row = row._replace(line=(*fit(row.line, room + 16), (clip(about, width - room - 17), "dim")))
        rows.append(row)
    note = _note(state, "options", _about(state) if focused and cut else "", width)
    return [*rows, *(note or [Row()] * about_beside)]


def _about(state: LobbyState) -> str:
    """Return the description and choices of the option under the cursor."""
    if state.item == "seed":
        return f"{SEED}; x draws another"
    option = state.setup.option(state.item)
    words = [value_text(value) for value in option.choices]
    listed = all(word in option.about for word in words) or any(isinstance(value, bool) for value in option.choices)
    return option.about if listed else f"{option.about}: {', '.join(words)}"


def _note(state: LobbyState, pane: str, hint: str, width: int) -> list[Row]:
    """Draw the rows under a pane: an error, preferably of the row under the cursor, else a hint."""
    wrong = {item: why for (where, item), why in state.setup.errors.items() if where == pane}
    if not wrong and not hint:
        return []
    if not wrong:
        return [
            Row(((f" {row}", "dim"),))
            for row in wrap(hint, width - 2)[: MAX_NARROW_HINT_ROWS if width < SHORT else MAX_HINT_ROWS]
        ]
    here = state.item if state.pane == pane else ""
    why = wrong.get(here) or next(iter(wrong.values()))
    return [Row(((f" {'!' if not i else ' '} {row}", "bad"),)) for i, row in enumerate(wrap(why, width - 4)[:3])]


def _cast(state: LobbyState, width: int) -> list[Row]:
    focused, setup = state.pane == "cast", state.setup
    people = setup.people
    count = f"{len(people)} human{'s take turns' if len(people) > 1 else ''}" if people else "no human: you watch"
    rows = [title_row("Cast", "", count, width, focused)]
    room = min(12, max(cells(LABELS.get(name, name)) for name in setup.rows))
    hint = ""
    for index, name in enumerate(setup.rows):
        here, mine = state.is_at("cast", index), name in people
        label = pad(clip(LABELS.get(name, name), room), room + 3)
        line: Line = (("▸" if here else " ", "accent"), (label, "bold accent" if mine else "bold fg"))
        at = width_of(line)
        style = "accent" if mine else "bold hi" if here else "fg"
        chosen = f"names one more of {len(setup.seats)}" if name == ADD else setup.policy(name)
        line = (*line, *_value(state, "cast", name, chosen, name != ADD, "dim" if name == ADD else style))
        about = ("your seat" if name == people[0] else "another person") if mine else setup.policy_summary(name)
        line = fit(line, max(at + 14, width_of(line) + 3))
        hint = f"{chosen}: {about}; " if here and cells(about) > width - width_of(line) else hint
        line = (*line, (clauses(about, width - width_of(line)), "mid" if mine else "dim"))
        rows.append(Row(line, ("cast", index), here, at))
    if focused and state.item == ADD:
        hint = "Enter, then a name; its policy is chosen in its own row"
    elif focused:
        hint += f"or type {', '.join(typed(setup.kind))}"
    return [*rows, *_note(state, "cast", hint, width)]


def typed(kind: type[Scene]) -> list[str]:
    """Return the forms of policies that the user must type, such as "llm:MODEL"."""
    return [form for form in policy_forms(kind) if form not in (*policies(kind), REMOTE)]


def _play(state: LobbyState, width: int, filled: bool) -> list[Row]:
    here = state.pane == "play"
    chip = ("  Play  ", "bold bg on accent") if filled else ("[ Play ]", "bold hi")
    line: Line = (("▸" if here else " ", "accent"), chip)
    if wrong := len(state.setup.errors):
        line = (*line, (f"  ! {wrong} row{'s' * (wrong > 1)} to correct", "bad"))
        return [Row(line, ("play", 0), here, keys=(KeyCells(1, 30, "run"),))]
    line = (*line, ("  Enter" if state.pane in ("play", "scenes") else "  ctrl+s", "mid" if here else "dim"))
    at = 22
    line = (*fit(line, at), ("w", "bold accent"), (" watch bots   ", "mid"))
    keys: tuple[KeyCells, ...] = (KeyCells(0, at - 1, "run"), KeyCells(at, at + 12, "watch"))
    tour = width_of(line)
    if tour + 13 <= width:
        line = (*line, ("g", "bold accent"), (" guided tour", "mid"))
        keys = (*keys, KeyCells(tour, tour + 13, "tour"))
    return [Row(line, ("play", 0), here, keys=keys)]


NARROW = 20
"""Largest width of the scenes' column without summaries."""


def title(name: str, words: str, right: str, width: int, focused: bool) -> Line:
    """Draw the title row of a pane."""
    left: Line = (("▌ " if focused else "─ ", "accent" if focused else "line"),)
    left = (*left, (f"{name} ", "bold accent" if focused else "bold mid"), (f"{words} " if words else "", "mid"))
    end: Line = ((f" {right} ", "dim"), ("──", "line")) if right else (("──", "line"),)
    rule = max(0, width - width_of(left) - width_of(end))
    return fit((*left, ("─" * rule, "line"), *end), width)


def title_row(name: str, words: str, right: str, width: int, focused: bool, key: str = "") -> Row:
    """Draw a title row. A click on its right half presses a key, if `key` names one."""
    return Row(title(name, words, right, width, focused), keys=(KeyCells(width // 2, width, key),) if key else ())


def header(daily: str, theme: str, width: int) -> Line:
    """Draw the first row: the theme and, if there is room, the daily deals done and the results page."""
    right: Line = ((f"theme {theme} ", "mid"),)
    parts: list[tuple[int, Line]] = [
        (0, ((" Playbill  ", "bold accent"), ("choose a scene", "mid"))),
        (1, (("   ", ""), ("d", "bold accent"), (f" {daily}", "mid")) if daily else ()),
        (2, (("   ", ""), ("Y", "bold accent"), (" you", "mid"))),
    ]
    return spread(join_by_rank(parts, width - width_of(right) - 1), right, width)


def scenes(state: LobbyState, width: int, height: int) -> list[Row]:
    """Draw the scenes' column, with summaries if there is room; else only the chosen scene's summary."""
    with_summary = width > NARROW and 2 * (len(state.setups) + len(state.broken)) < height
    rows = [title_row("Scenes", "", "", width, state.pane == "scenes")]
    for index, setup in enumerate(state.setups):
        here, item = index == state.index("scenes"), ("scenes", index)
        name: Line = ((" ▸" if here else "  ", "accent"), (setup.kind.name, "bold hi" if here else "bold fg"))
        rows.append(Row(name, item, here))
        if with_summary:
            rows.append(Row(((f"  {clip(setup.kind.summary, width - 3)}", "mid"),), item, here, continues=True))
    for word, reason in state.broken.items():
        rows.append(Row(((f"  {word}", "dim"), ("" if with_summary else f": {reason}", "dim"))))
        rows += [Row(((f"  {clip(reason, width - 3)}", "dim"),))] if with_summary else []
    words = wrap(state.setup.kind.summary, width - 3)
    if not with_summary and len(rows) + len(words) < height:
        rows += [Row(), *(Row(((f"  {row}", "mid"),)) for row in words)]
    return rows


def recent(state: LobbyState, width: int) -> list[Row]:
    """Draw the recordings: the newest or all, then samples."""
    more = "r fewer" if state.all_runs else f"r all {state.total}" if state.total else ""
    rows = [title_row("Recent", "", more, width, state.pane == "recent", "recordings")]
    if state.runs is None:
        return [*rows, Row(((" reading", "dim"),))]
    if not state.runs:
        rows.append(
            Row(
                ((" No runs yet: press ", "mid"), ("p", "bold accent"), (" or Enter to play", "mid")),
                keys=(KeyCells(0, width, "run"),),
            )
        )
        guided: Line = ((" New here? ", "mid"), ("g", "bold accent"), (" is a guided game", "mid"))
        line = join_by_rank([(0, guided), (1, ((" of two minutes", "mid"),))], width)
        rows.append(Row(line, keys=(KeyCells(0, width, "tour"),)))
    now = time.time()
    listed = state.listed
    scene = 2 + min(12, max((cells(run.scene) for run in listed), default=0))
    for index, run in enumerate(listed):
        if run.shipped and (not index or not listed[index - 1].shipped):
            rows.append(Row(((" samples", "bold mid"), ("   came with Playbill", "dim"))))
        here = state.is_at("recent", index)
        rows.append(Row(_run(run, now, width, scene, here), ("recent", index), here))
        last = index + 1 == len(listed) - len(state.samples)
        if state.all_runs and last and len(state.runs) < state.total:
            rows.append(Row(((f" {state.total - len(state.runs)} older ones are in the folder", "dim"),)))
    return rows


def _run(run: RecordingRow, now: float, width: int, scene: int, here: bool) -> Line:
    """Draw a recording in one row: scene, result, turn and age. The scene's name gets `scene` cells."""
    mark = ("▸" if here else " ", "accent")
    if run.error:
        name = clip(run.name, 26 if width > 60 else 14)
        return fit((mark, (f"{name} ", "bold mid"), ("! unreadable: ", "bad"), (run.error, "mid")), width)
    if run.folded:
        return fit((mark, ("  " * run.depth, ""), (f"{run.folded} more branches", "mid"), ("   enter", "dim")), width)
    turn = "" if run.turn is None or width < 50 else f"turn {run.turn}"
    when = run.path.stem.rpartition("-")[2] if run.shipped else age(now - run.when)
    end: Line = ((f" {turn:<9}" if width >= 50 else " ", "mid"), (f"{when:<10}", "dim"))
    room = min(26, width - 1 - scene - width_of(end))
    if run.depth:
        return fit((*_branch(run, mark, here, scene + room), *end), width)
    name = pad(clip(run.scene, scene - 2), scene)
    words = pad(run.status, room)
    return fit(
        (mark, (name, "bold hi" if here else "fg"), (words, "accent" if run.can_continue else "mid"), *end), width
    )


def _branch(run: RecordingRow, mark: Span, here: bool, cells: int) -> Line:
    """Draw a branch in a number of cells: its changes, and its result."""
    lead = f"{'  ' * run.depth}↳ "
    words = clip(run.status, 16)
    name = clip(run.changed, max(8, cells - width_of(((f"{lead}{words}  ", ""),))))
    line: Line = (
        mark,
        (lead, "dim"),
        (name, "bold hi" if here else "fg"),
        ("  ", ""),
        (words, "accent" if run.can_continue else "mid"),
    )
    return fit(line, cells + 1)


def last_board(state: LobbyState, board: Sequence[str], width: int) -> list[Row]:
    """Draw the last board of the highlighted recording."""
    run = state.run
    if run is None or run.folded or not board:
        return []
    head: Line = ((" last board", "bold mid"), (f"   {run.scene}, seed {run.seed}: {run.status}", "mid"))
    return [Row(), Row(head), *(Row(((f"  {row}", "fg"),)) for row in board)]
