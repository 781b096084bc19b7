"""Building blocks for the screen of your own scene, which derives its pane from `ScenePane`.

    from playbill.panes import Line, ScenePane

    class YourPane(ScenePane):
        def state(self, width: int) -> list[Line]:
            return [((" The pot: ", "mid"), (str(self.view.observe(self.view.perspective).pot), "bold hi"))]

A line is a tuple of (text, style) spans. A style is `hi`, `fg`, `mid` or `dim` (from most to least prominent), or
`accent`, `good` or `bad`, with `bold` or `reverse` before it. A package names its pane as an entry point of
`playbill.panes`, under the scene's name.
"""

from core.actions.menu import Entry
from themes.palettes import Palette
from tui.log_view import LogView, Marked
from tui.model_log import Decision
from tui.panes.countdown import Countdown
from tui.panes.drawing import heading, short_policy, stack, statement
from tui.panes.generic import ScenePane
from tui.panes.kit import (
    Advice,
    Caption,
    Click,
    Curve,
    Header,
    Key,
    Part,
    Place,
    Room,
    Row,
    Tab,
    Traits,
)
from tui.panes.seat import command_or_speech
from tui.styles import Line, Span, clip, fit, pad, spread, width_of, wrap
from tui.tour import Gave, Now, Spot, Step, Tour, again, gave

__all__ = [
    "Advice",
    "Caption",
    "Click",
    "Countdown",
    "Curve",
    "Decision",
    "Entry",
    "Gave",
    "Header",
    "Key",
    "Line",
    "LogView",
    "Marked",
    "Now",
    "Palette",
    "Part",
    "Place",
    "Room",
    "Row",
    "ScenePane",
    "Span",
    "Spot",
    "Step",
    "Tab",
    "Tour",
    "Traits",
    "again",
    "clip",
    "command_or_speech",
    "fit",
    "gave",
    "heading",
    "pad",
    "short_policy",
    "spread",
    "stack",
    "statement",
    "width_of",
    "wrap",
]
