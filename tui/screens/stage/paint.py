"""Painting a stage: every pane gets its lines from the view and from what the stage is about."""

from typing import TYPE_CHECKING

from tui.app import PACE
from tui.lines import Lines
from tui.panes import transport
from tui.screens.base import SMALLEST, TALL, WIDE
from tui.screens.stage import meanwhile
from tui.screens.stage.acts import say_focus
from tui.screens.stage.footer import footer_keys
from tui.strokes import footer
from tui.styles import Line, fit, width_of, wrap

if TYPE_CHECKING:
    from tui.screens.stage.screen import StageScreen


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
    main = stage.room.cells
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
    stage.pane_of("preview").show([_preview(stage, width)])
    _paint_curve(stage, width)
    stage.pane_of("track").show([transport.track(view, pane, width, _track_state(stage))])
    said = () if view.seat and not stage.has_class("over") else _said(stage, width)
    stage.pane_of("place").show([said or transport.place(view, width)])
    stage.pane_of("footer").show([footer(footer_keys(stage), width)])


def _paint_curve(stage: "StageScreen", width: int) -> None:
    """The curve; while the person is to move, what happened meanwhile, if anything did."""
    view, pane, rows = stage.view, stage.view.pane, stage.pane_of("curve").size.height or 1
    told = meanwhile.rows(stage, width, rows)
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
    stage.tabs_at = []
    for i, tab in enumerate(tabs):
        stage.tabs_at.append(sum(len(text) for text, _ in spans))
        here = "bold accent" if stage.focused is dock else "bold fg"
        spans.append((f"{tab.name}{' ' if tab.badge else ''}", here if i == stage.tab else "dim"))
        spans += [(tab.badge, "accent"), ("   ", "")]
    spans[-1] = (" ", "")
    used = sum(len(text) for text, _ in spans)
    spans += [("─" * max(0, main - used - 8), "line"), (" tab ", "dim"), ("───", "line")]
    stage.pane_of("dock-title").show([fit(tuple(spans), main)])
    dock.follow = not stage.failed and tabs[stage.tab].follows
    dock.show(_failure(stage.failed, main) if stage.failed else tabs[stage.tab].paint(main))


def _failure(text: str, width: int) -> list[Line]:
    """Why the run cannot go on, in full: the remedy stands at its end."""
    return [((f" {row}", "bad"),) for row in wrap(text, max(10, width - 2))]


def _paint_side(stage: "StageScreen", wide: bool, height: int) -> None:
    if stage.has_class("why"):
        stage.inspector.paint(56 if wide else stage.app.size.width)
    if wide:
        side = stage.pane_of("side")
        rows = side.size.height or height
        if not stage.has_class("why"):
            side.show(stage.view.pane.side(42, rows))
        stage.pane_of("side-edge").show([(("│", "line"),)] * rows)


def _paint_guide(stage: "StageScreen", width: int) -> None:
    """The words of a tour; the part of the stage that they are about is on their ground."""
    step = stage.guide.step
    stage.set_class(step is not None, "guided")
    for name in SPOTS:
        pane = stage.query_one(f"#{name}")
        ground = "shade" if step is not None and name == step.at else "bg"
        if isinstance(pane, Lines) and pane.ground != ground:
            pane.ground = ground
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


def _said(stage: "StageScreen", width: int) -> Line:
    """What the app has to say just now; nothing, most of the time."""
    over = "the run cannot go on, for the reason above; esc leaves"
    text, style = (over, "bad") if stage.failed else stage.news
    return fit(((f"   {text}", style),), width) if text else ()


def _preview(stage: "StageScreen", width: int) -> Line:
    if said := _said(stage, width):
        return said
    if stage.asking or not stage.view.seat:
        return ()
    if stage.opening and not stage.words.value:
        when = "after this step" if stage.view.waiting else "with the next step"
        return ((f"   eyes open {when}", "accent"),)
    if not stage.acting and not stage.has_class("tall"):
        return transport.place(stage.view, width)
    if stage.words.value and (stage.focused is stage.words or stage.view.pane.keeps_input):
        return stage.view.pane.preview(stage.words.value, width)
    if stage.my_turn:
        return fit((("   your turn: ", "accent"), *stage.view.pane.idle()), width)
    if stage.view.waiting:
        told = (f"{name} decides {stage.view.thinking.get(name, '')}" for name in stage.view.waiting)
        return ((f"   {', '.join(told)}", "dim"),)
    if names := [name for name in stage.view.reaching if stage.view.may_see_mind(name)]:
        return ((f"   the web is asked for {', '.join(names)}", "dim"),)
    return ()


def _notice(width: int, height: int) -> list[Line]:
    text = f"Playbill needs {SMALLEST[0]}x{SMALLEST[1]}; this is {width}x{height}"
    return [*[()] * (height // 2), ((text.center(width)[:width], "accent"),)]


def _state(stage: "StageScreen") -> tuple[str, str]:
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
    """Of turns that follow each other quickly, how many there are in a second."""
    pace = stage.view.pane.pace
    a_second = stage.speed / (PACE * pace)
    return f"► {stage.speed:g}x" if pace == 1 or a_second > FASTEST else f"► {a_second:.0f}/s"


def _track_state(stage: "StageScreen") -> tuple[str, str]:
    if stage.my_turn:
        return ("YOUR TURN", "bold accent")
    text, style = _state(stage)
    return (text.removeprefix("● "), style)
