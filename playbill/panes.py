"""What a pane of your own is made of: the picture of a scene, which derives from the one for any scene.

    from playbill.panes import Line, ScenePane

    class YourPane(ScenePane):
        def world(self, width: int) -> list[Line]:
            return [((" The pot: ", "mid"), (str(self.view.observe(self.view.eyes).pot), "bold hi"))]

A line is a tuple of (text, style) spans. A style is a word or two: `hi`, `fg`, `mid`, `dim`, from what stands out to
what steps back, or `accent`, `good`, `bad`, with `bold` or `reverse` before it. A package names its pane as an entry
point of `playbill.panes`, under the scene's name.
"""

from core.actions.menu import Entry
from tui.book import Decision
from tui.log_view import LogView, Marked
from tui.panes.generic import ScenePane
from tui.panes.kit import (
    Advice,
    Beat,
    Click,
    Key,
    Part,
    Place,
    Room,
    Row,
    Tab,
    heading,
    seated,
    stack,
    statement,
)
from tui.styles import Line, Span, clip, fit, pad, spread, width_of, wrap
from tui.tour import Gave, Now, Spot, Step, Tour, again, gave

__all__ = [
    "Advice",
    "Beat",
    "Click",
    "Decision",
    "Entry",
    "Gave",
    "Key",
    "Line",
    "LogView",
    "Marked",
    "Now",
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
    "again",
    "clip",
    "fit",
    "gave",
    "heading",
    "pad",
    "seated",
    "spread",
    "stack",
    "statement",
    "width_of",
    "wrap",
]
