"""The recap of what happened since the person's last turn: in place of the curve, and on its own page."""

from tui.keys import with_keys
from tui.panes.drawing import heading
from tui.panes.time_axis import LEFT
from tui.styles import Line, clip, pad, wrap
from tui.view import View

NAME = "Since your last turn"
SEPARATOR = "  ·  "


def title(width: int) -> Line:
    return heading(NAME, with_keys("press {meanwhile} for all"), width)


def rows(view: View, width: int, count: int) -> list[Line]:
    """Return the newest events of the recap in at most `count` rows; empty if nothing happened."""
    texts = [each.text for each in view.recap.since(view.seat)]
    if not texts:
        return []
    label = " meanwhile" if count == 1 else "  "  # with more rows there is a title above
    lead = LEFT if count == 1 else len(label)
    room = width - lead - 1
    shown = 1
    while shown < len(texts) and len(wrap(_text(texts, shown + 1), room)) <= count:
        shown += 1
    lines = wrap(_text(texts, shown), room)
    if len(lines) > count:
        lines[count - 1 :] = [clip(" ".join(lines[count - 1 :]), room)]
    return [((pad(label, lead), "dim"), (line, "fg")) for line in lines]


def _text(texts: list[str], shown: int) -> str:
    left = len(texts) - shown
    more = [f"press {with_keys('{meanwhile}')} for {left} earlier"] if left else []
    return SEPARATOR.join([*more, *texts[-shown:]])
