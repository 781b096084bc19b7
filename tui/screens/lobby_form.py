"""The form of the chosen scene: its options, its cast and the Play button, generated from its Config and bots."""

from collections.abc import Sequence

from core.engine.casting import policies, policy_forms
from core.engine.scene import Scene
from tui.glyphs import cells
from tui.screens.lobby_recent import last_board, recent
from tui.screens.lobby_rows import title_row
from tui.screens.lobby_setup import ADD, ALL, Option, shown
from tui.screens.lobby_state import LobbyState
from tui.styles import Line, clauses, clip, fit, pad, width_of, wrap
from tui.widgets.rows import KeyCells, Row

HINT, MORE = 2, 3
"""Rows of a hint at most, and in a narrow pane."""
SHORT = 50
SEED = "the same seed is the same game"
LABELS = {ALL: "everyone", ADD: "+ add"}
"""Labels of the rows of a large cast that are not seats."""


def form(state: LobbyState, width: int, height: int, filled: bool) -> list[Row]:
    """Options, cast and Play."""
    return [*_options(state, width, height), *_cast(state, width), *_play(state, width, filled), Row()]


def runs(state: LobbyState, width: int, board: Sequence[str]) -> list[Row]:
    """The recordings, and the last board of the highlighted one if there is room for it."""
    return [*recent(state, width), *last_board(state, board, width)]


def _value(state: LobbyState, pane: str, item: str, text: str, opens: bool, style: str) -> Line:
    """The value of a row; "▾" says that it has choices, "!" that it is rejected."""
    wrong = (pane, item) in state.setup.wrong
    mark = " ▾" if opens else ""
    return ((text, "bold bad" if wrong else style), (mark, "mid"), (" !" if wrong else "", "bold bad"))


def _cell(state: LobbyState, index: int, option: Option | None, room: int) -> Row:
    """The row of an option, or of the seed: its name in a number of cells, and its value."""
    key = option.key if option else "seed"
    here = state.is_at("options", index)
    value = state.setup.value(key) if option else state.seed if state.keeps_seed else "random"
    chosen = value != option.default if option else state.keeps_seed
    wrong = ("options", key) in state.setup.wrong
    name: Line = (("▸" if here else " ", "accent"), (f"{key:<{room}} ", "bad" if wrong else "hi" if here else "mid"))
    style = "bold hi" if here or chosen else "fg"
    line = (*name, *_value(state, "options", key, shown(value), bool(option and option.choices), style))
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
    """Description and choices of the option under the cursor."""
    if state.item == "seed":
        return f"{SEED}; x draws another"
    option = state.setup.option(state.item)
    words = [shown(value) for value in option.choices]
    listed = all(word in option.about for word in words) or any(isinstance(value, bool) for value in option.choices)
    return option.about if listed else f"{option.about}: {', '.join(words)}"


def _note(state: LobbyState, pane: str, hint: str, width: int) -> list[Row]:
    """The rows under a pane: its error, that of the row under the cursor first; else a hint."""
    wrong = {item: why for (where, item), why in state.setup.wrong.items() if where == pane}
    if not wrong and not hint:
        return []
    if not wrong:
        return [Row(((f" {row}", "dim"),)) for row in wrap(hint, width - 2)[: MORE if width < SHORT else HINT]]
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
        about = ("your seat" if name == people[0] else "another person") if mine else setup.what(name)
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
    """Policies that are typed, in the form in which they are written."""
    return [form for form in policy_forms(kind) if form not in policies(kind)]


def _play(state: LobbyState, width: int, filled: bool) -> list[Row]:
    here = state.pane == "play"
    chip = ("  Play  ", "bold bg on accent") if filled else ("[ Play ]", "bold hi")
    line: Line = (("▸" if here else " ", "accent"), chip)
    if wrong := len(state.setup.wrong):
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
