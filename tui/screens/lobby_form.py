"""The right column of the lobby: options, cast and the Play button of the scene that is chosen."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from core.engine.casting import policies, policy_forms
from core.engine.scene import Scene
from tui.glyphs import cells
from tui.screens.lobby_recent import last_board, recent
from tui.screens.lobby_rows import Hit, Row, ground, lit, marked, title
from tui.screens.lobby_setup import ADD, ALL, Option, shown
from tui.screens.lobby_state import LobbyState
from tui.styles import Line, clauses, clip, fit, pad, width_of, wrap

HINT, MORE = 2, 3
"""Rows of a hint, and where they are short."""
SHORT = 50
LABELS = {ALL: "everyone", ADD: "+ add"}
"""Rows of a crowd's cast that are nobody's."""


def form(state: LobbyState, width: int, height: int, filled: bool) -> list[Row]:
    """What is set up: options, cast, Play; nothing while all recordings are listed."""
    if state.all_runs:
        return []
    return [*_options(state, width, height), *_cast(state, width), *_play(state, width, filled), Row()]


def runs(state: LobbyState, width: int, board: Sequence[str]) -> list[Row]:
    """The recordings; `board` is the last of the highlighted one, where there is room for it."""
    return [*recent(state, width), *last_board(state, board, width)]


def _value(state: LobbyState, pane: str, index: int, text: str, opens: bool, style: str) -> Line:
    """A row's value: what is being typed, or what stands there, with its mark if it opens or is wrong."""
    item = state.items(pane)[index]
    if state.editing is not None and marked(state, pane, index):
        return ((state.editing, "bold hi"), ("▏", "accent"))
    wrong = (pane, item) in state.setup.wrong
    mark = " ▾" if opens else ""
    return ((text, "bold bad" if wrong else style), (mark, "mid"), (" !" if wrong else "", "bold bad"))


def _cell(state: LobbyState, index: int, option: Option | None, room: int) -> Row:
    """One option, or the seed; a click on the name goes there, a click on the value changes it."""
    here = marked(state, "options", index)
    key = option.key if option else "seed"
    value = state.setup.value(key) if option else state.seed if state.keeps_seed else "random"
    chosen = value != option.default if option else state.keeps_seed
    opens = bool(option and option.choices)
    wrong = ("options", key) in state.setup.wrong
    name: Line = (("▸" if here else " ", "accent"), (f"{key:<{room}} ", "bad" if wrong else "hi" if here else "mid"))
    line = (*name, *_value(state, "options", index, shown(value), opens, "bold hi" if here or chosen else "fg"))
    at, end = width_of(name), width_of(line)
    go, change = Hit(0, at, ("options", index)), Hit(at, end + 1, ("options change", index))
    if option:
        return Row(line, (go, change), here)
    return Row((*line, ("   ↻", "accent")), (go, change, Hit(end + 2, end + 5, "x")), here)


def _options(state: LobbyState, width: int, height: int) -> list[Row]:
    focused = state.pane == "options"
    count = len(state.setup.all_options)
    more = "o fewer" if state.all_options else f"o all {count}" if count > len(state.options) else ""
    rows = [Row(title("Options", state.setup.kind.name, more, width, focused), (Hit(width // 2, width, "o"),))]
    listed: list[Option | None] = [*state.options, None]
    told_beside = width >= 64 and height >= 27
    longest = max(len(option.key) for option in state.options)
    room = max(9, longest) if told_beside else 9 if width >= 50 else min(9, longest)
    cells = [_cell(state, index, option, room) for index, option in enumerate(listed)]
    half, cut = width // 2, not told_beside
    if told_beside:
        for cell, option in zip(cells, listed, strict=True):
            if option is None and width_of(cell.line) > room + 16:
                rows.append(ground(cell, width))
                continue
            about = option.about if option else "the same seed is the same game"
            cut = cut or (cell.here and width_of(((about, ""),)) > width - room - 17)
            told = (clip(about, width - room - 17), "dim")
            rows.append(ground(cell._replace(line=(*fit(cell.line, room + 16), told)), width))
    elif all(width_of(cell.line) < half for cell in cells):
        rows += _side_by_side(cells, half)
    else:
        rows += [ground(cell, width) for cell in cells]
    return [*rows, *_note(state, "options", _about(state) if focused and cut else "", width)]


def _side_by_side(cells: Sequence[Row], half: int) -> Iterable[Row]:
    """In two columns, read downwards."""
    tall = (len(cells) + 1) // 2
    for left, right in zip_longest(cells[:tall], cells[tall:], fillvalue=Row()):
        line = (*ground(left, half).line, *ground(right, half).line)
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
        return [Row(((f" {row}", "dim"),)) for row in wrap(hint, width - 2)[: MORE if width < SHORT else HINT]]
    here = state.item if state.pane == pane else ""
    why = wrong.get(here) or next(iter(wrong.values()))
    return [Row(((f" {'!' if not i else ' '} {row}", "bad"),)) for i, row in enumerate(wrap(why, width - 4)[:3])]


def _cast(state: LobbyState, width: int) -> list[Row]:
    focused, setup = state.pane == "cast", state.setup
    people = setup.people
    told = f"{len(people)} human{'s take turns' if len(people) > 1 else ''}" if people else "no human: you watch"
    rows = [Row(title("Cast", "", told, width, focused))]
    room = min(12, max(cells(LABELS.get(name, name)) for name in setup.rows))
    hint = ""
    for index, name in enumerate(setup.rows):
        here, mine = marked(state, "cast", index), name in people
        mark = ("▸" if here else " ", "accent")
        line: Line = (
            mark,
            (pad(clip(LABELS.get(name, name), room), room + 3), "bold accent" if mine else "bold fg"),
        )
        at = width_of(line)
        style = "accent" if mine else "bold hi" if here else "fg"
        chosen = f"names one more of {len(setup.seats)}" if name == ADD else setup.policy(name)
        line = (*line, *_value(state, "cast", index, chosen, name != ADD, "dim" if name == ADD else style))
        told = ("your seat" if name == people[0] else "another person") if mine else setup.what(name)
        line = fit(line, max(at + 14, width_of(line) + 3))
        hint = f"{chosen}: {told}; " if here and cells(told) > width - width_of(line) else hint
        line = (*line, (clauses(told, width - width_of(line)), "mid" if mine else "dim"))
        hits = (Hit(0, at, ("cast", index)), Hit(at, width, ("cast change", index)))
        rows.append(Row(lit(fit(line, width)) if here else line, hits, here))
    if focused and state.item == ADD:
        hint = "Enter, then a name; what it plays is chosen in its own row"
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
        line = (*line, (f"  ! {wrong} row{'s' * (wrong > 1)} to mend", "bad"))
        return [Row(line, (Hit(1, 30, "p"),), here)]
    line = (*line, ("  Enter" if state.pane in ("play", "scenes") else "  ctrl+s", "mid" if here else "dim"))
    at = 22
    line = (*fit(line, at), ("w", "bold accent"), (" watch bots   ", "mid"))
    hits: tuple[Hit, ...] = (Hit(0, at - 1, "p"), Hit(at, at + 12, "w"))
    tour = width_of(line)
    if tour + 13 <= width:
        line = (*line, ("g", "bold accent"), (" guided tour", "mid"))
        hits = (*hits, Hit(tour, tour + 13, "g"))
    return [Row(line, hits, here)]
