"""Painting a stage: every pane gets its lines from the view and from what the stage is about."""

from typing import TYPE_CHECKING

from tui.app import PACE
from tui.glyphs import cells
from tui.lines import Lines
from tui.panes import transport
from tui.screens.base import SMALLEST, TALL, WIDE, side_width
from tui.screens.stage import beside, meanwhile
from tui.screens.stage.acts import say_focus
from tui.screens.stage.footer import footer_keys
from tui.screens.stage.keys import Mode, mode_of
from tui.screens.stage.reading import waited_for
from tui.strokes import HELP, HINT, footer
from tui.styles import Line, fit, plain, spread, width_of, wrap, wrap_line

if TYPE_CHECKING:
    from tui.screens.stage.screen import StageScreen


MOST = 3
"""Rows below the input, at most."""
TO_TABS = " tab ───"
"""What stands at the end of the row of tabs, where there is room."""
SPOTS = ("strip", "board", "legend", "dock", "curve", "track", "footer")
"""Parts of the stage that a tour may point at."""
FASTEST = 70
"""Turns a second beyond which a speed is given as a factor: there it is the machine that sets the pace."""


def paint(stage: "StageScreen") -> None:
    view, pane = stage.view, stage.view.pane
    width, height = stage.app.size
    if not stage.has_room:
        stage.pane_of("notice").show(_notice(width, height))
        return
    pane.palette = stage.app.palette
    say_focus(stage)
    stage.set_class(not view.seat, "spectator")
    wide = width >= WIDE
    main = stage.space.main
    why_alone = stage.has_class("why") and not wide
    header = transport.inspector_header if why_alone else transport.header
    stage.pane_of("header").show([header(view, pane, _state(stage), width)])
    stage.pane_of("strip").show([*([()] if height >= TALL and not stage.has_class("flat") else []), pane.strip(main)])
    pane.paint_board()
    stage.pane_of("legend").show([stage.beats.line(main) or pane.legend(main)])
    _paint_dock(stage, main, wide)
    _paint_side(stage, wide, height)
    if stage.has_class("over"):
        stage.ending.paint(width)
    _paint_guide(stage, width)
    stage.pane_of("prompt").show([((" › ", "accent" if stage.focused is stage.words else "dim"),)])
    below = _preview(stage, width)
    stage.pane_of("preview").styles.height = len(below)
    stage.pane_of("preview").show(below)
    if stage.beside is not None:
        stage.pane_of("curve-title").show([_curve_title(stage, width)])
        beside.paint(stage, stage.beside, width)
    else:
        _paint_curve(stage, width)
        stage.pane_of("track").show([transport.track(view, pane, width, _track_state(stage))])
    said = [] if view.seat and not stage.has_class("over") else _said(stage, width)
    stage.pane_of("place").styles.height = max(1, len(said))
    stage.pane_of("place").show(said or [transport.place(view, width)])
    stage.pane_of("footer").show([footer(footer_keys(stage), width, _always(stage), stage.relabel)])


def _paint_curve(stage: "StageScreen", width: int) -> None:
    """The curve; while the person is to move, what happened meanwhile, if anything did."""
    view, pane, rows = stage.view, stage.view.pane, stage.pane_of("curve").size.height or 1
    told = meanwhile.rows(view, width, rows) if stage.my_turn else []
    title = meanwhile.title(width) if told else _curve_title(stage, width)
    stage.pane_of("curve-title").show([title])
    stage.pane_of("curve").show(told or transport.curve_rows(view, pane, width, rows))


def _paint_dock(stage: "StageScreen", main: int, wide: bool) -> None:
    tabs = stage.view.pane.tabs(wide)
    stage.tab = min(stage.tab, len(tabs) - 1)
    dock = stage.pane_of("dock")
    spans: list[tuple[str, str]] = [
        ("▌" if stage.focused is dock else "─", "accent" if stage.focused is dock else "line")
    ]
    names = sum(cells(tab.name) + cells(f" {tab.badge}" if tab.badge else "") for tab in tabs)
    gap = max(1, min(3, (main - len(TO_TABS) - names - 2) // len(tabs)))
    stage.tabs_at = []
    for i, tab in enumerate(tabs):
        stage.tabs_at.append(sum(len(text) for text, _ in spans))
        here = "bold accent" if stage.focused is dock else "bold fg"
        spans.append((f"{tab.name}{' ' if tab.badge else ''}", here if i == stage.tab else "dim"))
        spans += [(tab.badge, "accent"), (" " * gap, "")]
    spans[-1] = (" ", "")
    used = sum(len(text) for text, _ in spans)
    if room := max(0, main - used - len(TO_TABS)):
        spans += [("─" * room, "line"), (TO_TABS[:5], "dim"), (TO_TABS[5:], "line")]
    stage.pane_of("dock-title").show([fit(tuple(spans), main)])
    dock.follow = not stage.failed and tabs[stage.tab].follows
    tab = tabs[stage.tab]
    dock.show(_failure(stage.failed, main) if stage.failed else tab.paint(main), of=tab.name)


def _failure(text: str, width: int) -> list[Line]:
    """Why the run cannot go on, in full: the remedy stands at its end."""
    return [((f" {row}", "bad"),) for row in wrap(text, max(10, width - 2))]


def _paint_side(stage: "StageScreen", wide: bool, height: int) -> None:
    if stage.has_class("why"):
        cells = side_width(stage.app.size.width, why=True) if wide else stage.app.size.width
        stage.inspector.paint(stage.view, stage.inspecting, cells)
    if wide:
        side, cells = stage.pane_of("side"), side_width(stage.app.size.width, stage.has_class("why"))
        side.styles.width = cells
        rows = side.size.height or height
        if not stage.has_class("why"):
            side.show(stage.view.pane.side(cells, rows))
        stage.pane_of("side-edge").show([(("│", "line"),)] * rows)


def paint_broken(stage: "StageScreen") -> None:
    """Why nothing is painted any more, and the way out."""
    rows = wrap(stage.broken, max(20, stage.app.size.width - 6))
    out: Line = (
        ("   the run is stopped and saved; ", "mid"),
        ("esc", "bold accent"),
        (" leaves, and says how to go on", "mid"),
    )
    stage.pane_of("notice").show([(), *(((f"   {row}", "bad"),) for row in rows), (), out])


def first_tab(stage: "StageScreen") -> int:
    """The dock's tab that is open at first."""
    pane, wide = stage.view.pane, stage.app.size.width >= WIDE
    return next((i for i, tab in enumerate(pane.tabs(wide)) if tab.name == pane.first_tab(wide)), 0)


def _always(stage: "StageScreen") -> Line:
    """The keys at the right of the footer, which are always there: a hint for whoever plays, and help."""
    return HINT + HELP if mode_of(stage) is Mode.SEAT else HELP


def _paint_guide(stage: "StageScreen", width: int) -> None:
    """The words of a tour; the part of the stage that they are about is on their ground."""
    step = stage.guide.step
    stage.set_class(step is not None, "guided")
    for name in SPOTS:
        pane = stage.query_one(f"#{name}")
        lit = step is not None and name == step.at
        if isinstance(pane, Lines) and pane.lit != lit:
            pane.lit = lit
            pane.refresh()
    if step is not None:
        rows = stage.guide.rows(step, width)
        stage.pane_of("guide").styles.height = max(2, len(rows))
        stage.pane_of("guide").show(rows)


def _curve_title(stage: "StageScreen", width: int) -> Line:
    view, pane = stage.view, stage.view.pane
    legend = (((f" {name} ", "mid"), transport.SIGNS[kind], (" ", "")) for kind, name in view.scene.marks.items())
    left: Line = (("─ ", "line"), (f"{pane.curve_name.capitalize()} ", "bold mid"))
    right: Line = (*(span for entry in legend for span in entry), ("──", "line"))
    return (*left, ("─" * max(0, width - width_of(left) - width_of(right)), "line"), *right)


def _said(stage: "StageScreen", width: int) -> list[Line]:
    """What the app has to say just now, in full; nothing, most of the time."""
    over = "the run cannot go on, for the reason above; esc leaves"
    if stage.live is None:
        over = "nothing after this can be read, for the reason above; esc leaves"
    text, style = (over, "bad") if stage.failed else stage.news
    text, style = (text, style) if text else (waited_for(stage.view) or _not_come(stage), "accent")
    rows = [text] if cells(text) <= width - 4 else wrap(text, width - 4)[:MOST]
    return [((f"   {row}", style),) for row in rows] if text else []


def _not_come(stage: "StageScreen") -> str:
    """Where the next to act is waited for who has not come yet, unless something else is to be done meanwhile."""
    live = stage.live
    if live is None or stage.my_turn or stage.asking or stage.words.value:
        return ""
    return ", ".join(
        live.addresses[name] for name in stage.view.waiting if name in live.addresses and not live.has_come(name)
    )


def _preview(stage: "StageScreen", width: int) -> list[Line]:
    """The rows below the input: one, unless what they say needs more."""
    if said := _said(stage, width):
        return said
    line = _below(stage, width)
    if "…" not in plain(line):
        return [line]
    return wrap_line(_below(stage, MOST * width), width, gaps=True)[:MOST]


def _below(stage: "StageScreen", width: int) -> Line:
    if stage.asking or not stage.view.seat:
        return ()
    if stage.opening and not stage.words.value:
        when = "after this step" if stage.view.waiting else "with the next step"
        return ((f"   eyes open {when}", "accent"),)
    if not stage.acting and not stage.has_class("tall"):
        return transport.place(stage.view, width)
    if stage.words.value and (stage.focused is stage.words or stage.view.pane.keeps_input):
        return stage.view.pane.preview(stage.words.value, width)
    if kept := stage.early.of(stage.view.seat):
        drop: Line = (("   ^u", "bold accent"), (" throws it away", "mid"))
        return spread(
            (("   kept for your turn: ", "accent"), ("  ·  ".join(map(stage.view.pane.called, kept)), "bold hi")),
            drop,
            width,
        )
    if stage.my_turn:
        return fit((("   ", ""), *_paused(stage), ("your turn: ", "accent"), *stage.view.pane.idle()), width)
    if stage.view.pane.is_out and stage.view.ended is None:
        if stage.view.eyes != stage.view.seat:
            return (("   You are out, and see everything.", "mid"),)
        return (
            ("   You are out. ", "bold hi"),
            ("v", "bold accent"),
            (f": watch with {stage.view.pane.secrets} shown", "mid"),
        )
    if stage.view.waiting:
        told = (f"{name} decides {stage.view.thinking.get(name, '')}" for name in stage.view.waiting)
        return ((f"   {', '.join(told)}", "dim"),)
    if names := [name for name in stage.view.reaching if stage.view.may_see_mind(name)]:
        return ((f"   the web is asked for {', '.join(names)}", "dim"),)
    return ()


def _paused(stage: "StageScreen") -> Line:
    """How the run goes on, where it is held while the person is to move."""
    if not stage.paused:
        return ()
    first: Line = (("esc", "bold accent"), (" and ", "accent")) if stage.focused is stage.words else ()
    if " " in stage.view.pane.letters:
        return (("paused; ", "accent"),)
    return (("paused: ", "accent"), *first, ("space", "bold accent"), (" goes on   ", "accent"))


def _notice(width: int, height: int) -> list[Line]:
    text = f"Playbill needs {SMALLEST[0]}x{SMALLEST[1]}; this is {width}x{height}"
    return [*[()] * (height // 2), ((text.center(width)[:width], "accent"),)]


def _state(stage: "StageScreen") -> tuple[str, str]:
    """How time goes; of two runs, and which one it is."""
    text, style = _time(stage)
    return (f"{text[:1]} {stage.beside.name(stage.view)}" if stage.beside else text, style)


def _time(stage: "StageScreen") -> tuple[str, str]:
    if stage.failed:
        return ("✗ failed", "bad")
    if stage.view.ended is not None and stage.view.at_now:
        return ("■ over", "accent")
    if stage.live is not None and stage.view.ended is None:
        if stage.live.control.paused:
            return ("‖ paused", "accent")
        if stage.live.replayed and stage.view.at_now:
            return ("● guess", "accent")
        if stage.view.at_now and not stage.view.seat and stage.view.pane.pace < 1:
            return (_speed(stage), "accent")
        return ("● live", "good") if stage.view.at_now else ("◄ past", "accent")
    return (_speed(stage), "accent") if stage.playing else ("‖ paused", "mid")


def _speed(stage: "StageScreen") -> str:
    """Of turns that follow each other quickly, how many there are in a second; and if that is not reached, what is."""
    pace, share = stage.view.pane.pace, stage.reached.share
    asked = stage.speed / (PACE * pace)
    if pace == 1 or asked > FASTEST:
        return f"► {stage.speed:g}x" if share == 1 else f"► {max(0.1, stage.speed * share):.2g}x of {stage.speed:g}x"
    return f"► {asked:.0f}/s" if share == 1 else f"► {max(1, asked * share):.0f}/s of {asked:.0f}"


def _track_state(stage: "StageScreen") -> tuple[str, str]:
    if stage.my_turn:
        return ("YOUR TURN", "bold accent")
    text, style = _state(stage)
    return (text.removeprefix("● ").partition(" of ")[0], style)
