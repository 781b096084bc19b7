"""A log view together with the pane that draws it."""

from typing import TYPE_CHECKING

from core.engine.events import Body, Event
from core.engine.registry import installed_entry_points, load, look_up
from core.engine.scene import Scene
from core.errors import UserError
from core.recording.header import Header
from core.social.scene import SocialScene
from tui.log_view import LogView
from tui.recap import Recap

if TYPE_CHECKING:
    from tui.panes.generic import ScenePane

GROUP = "playbill.panes"
"""Entry point group in which packages name the panes of their scenes."""


class View(LogView):
    """A log view with the scene's pane and the recaps of its players."""

    beside: "View | None"

    def __init__(self, header: Header, seat: str = "") -> None:
        super().__init__(header, seat)
        kind, self.flaw = find_pane(header.scene)
        self.pane = kind(self)
        people = {name: self.pane.traits.begins for name, policy in header.cast.items() if seat and policy == "human"}
        self.recap = Recap({seat: (Body,), **people} if seat else {})

    def take(self, event: Event, scene: Scene) -> None:
        self.pane.take(event, scene)
        self.recap.take(event, scene, self._timeline.witnesses)


def find_pane(scene: str) -> "tuple[type[ScenePane], str]":
    """Find the pane class of a scene, and the reason if its own pane cannot be used.

    Scenes without a pane use `ScenePane`, or `TranscriptPane` if they are social scenes.
    """
    from tui.panes.generic import ScenePane  # imports Textual, which a stage's state does without

    entry = installed_entry_points(GROUP).get(scene)
    if entry is None:
        from tui.panes.social import TranscriptPane

        kind = look_up(scene)
        return TranscriptPane if isinstance(kind, type) and issubclass(kind, SocialScene) else ScenePane, ""
    try:
        found = load(entry.module, entry.attr)
    except UserError as error:
        return ScenePane, f"no pane of its own: {error}"
    if not (isinstance(found, type) and issubclass(found, ScenePane)):
        return ScenePane, f"no pane of its own: {entry.value} is no ScenePane"
    return found, ""
