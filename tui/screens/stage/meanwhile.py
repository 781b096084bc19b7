"""What happened since the person's last turn, where it is shown: in place of the curve, until the turn ends; and on a
page of its own."""

from typing import TYPE_CHECKING

from tui.keymap import with_keys
from tui.panes.kit import heading
from tui.panes.transport import LEFT
from tui.screens.help import HelpScreen
from tui.styles import Line, clip, pad, wrap

if TYPE_CHECKING:
    from tui.screens.stage.screen import StageScreen

NAME = "Since your last turn"
BETWEEN = "  ·  "


def title(width: int) -> Line:
    return heading(NAME, with_keys("{meanwhile} in full"), width)


def rows(stage: "StageScreen", width: int, count: int) -> list[Line]:
    """At most so many rows, of the newest that happened; none where nothing did, or it is not the person's turn."""
    told = [each.text for each in stage.view.meanwhile.since(stage.view.seat)] if stage.my_turn else []
    if not told:
        return []
    label = " meanwhile" if count == 1 else "  "  # taller, a title stands above
    lead = LEFT if count == 1 else len(label)
    room = width - lead - 1
    shown = 1
    while shown < len(told) and len(wrap(_text(told, shown + 1), room)) <= count:
        shown += 1
    lines = wrap(_text(told, shown), room)
    if len(lines) > count:
        lines[count - 1 :] = [clip(" ".join(lines[count - 1 :]), room)]
    return [((pad(label, lead), "dim"), (line, "fg")) for line in lines]


def _text(told: list[str], shown: int) -> str:
    left = len(told) - shown
    more = [f"{left} earlier ({with_keys('{meanwhile}')})"] if left else []
    return BETWEEN.join([*more, *told[-shown:]])


def tell_all(stage: "StageScreen") -> None:
    """All of it, on a page."""
    view = stage.view
    told = view.meanwhile.since(view.seat)
    if not view.seat:
        stage.tell("this is for whoever plays: what happened since its last turn", "dim")
    elif not told:
        stage.tell("nothing that touches you happened since your last turn", "dim")
    else:
        page = [f"{view.pane.unit} {each.turn}: {each.text}" for each in told]
        stage.app.push_screen(HelpScreen(NAME.casefold(), page))
