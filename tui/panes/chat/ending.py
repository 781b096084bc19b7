"""The end of a conversation: the number of messages, in all and by agent."""

from collections import Counter

from core.engine.events import Said
from scenes.chat.scene import ChatScene
from scenes.chat.starters.starter import Starter
from tui.log_view import LogView
from tui.panes import results
from tui.panes.aims import AimLine
from tui.panes.drawing import amount
from tui.styles import Line


def headline(view: LogView) -> str:
    """Write how a starter ended for the person, else the number of visible messages and of the person's."""
    scene: ChatScene = view.scene  # type: ignore[assignment]
    starter = scene.starter
    if starter and starter.end and view.person == starter.person:
        return aim_line(starter).headline
    said = Counter(event.agent for event in view.events if isinstance(event.data, Said) and view.may_see(event))
    own = f", {said[view.person]} of them yours" if view.person else ""
    return f"The chat is over: {amount(said.total(), 'message')}{own}"


def aim_line(starter: Starter) -> AimLine:
    """Write the main player's aim in words."""
    return AimLine(starter.aim(), starter.standing(), starter.met, starter.end)


def paint(view: LogView, width: int) -> list[Line]:
    """Draw a summary, and the number of messages by agent, highest first."""
    if view.ended is None:
        return []
    every, whispered, words = Counter[str](), Counter[str](), dict.fromkeys(view.header.cast, 0)
    for event in view.events:
        if isinstance(event.data, Said):
            every[event.agent] += 1
            whispered[event.agent] += event.audience is not None
            words[event.agent] += len(event.data.text.split())
    summary = f"   {sum(every.values())} messages, {sum(whispered.values())} of them whispered"
    out = []
    for name in sorted(words, key=lambda name: -every[name]):
        count = f"{every[name]:>3} messages  {words[name]:>4} words" if every[name] else "  silent"
        private = f"  {whispered[name]} not to all" if whispered[name] else ""
        out.append((*results.row_start(view, name), (count, "fg"), (private, "mid")))
    return [(), ((summary, "fg"),), *results.entry_columns(out, width)]
