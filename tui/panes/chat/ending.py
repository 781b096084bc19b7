"""End of a conversation: how much each agent said, and to how many."""

from collections import Counter

from core.engine.events import Said
from tui.log_view import LogView
from tui.panes import results
from tui.styles import Line


def paint(view: LogView, width: int) -> list[Line]:
    """A row on the whole, and a row for everybody, who said most first."""
    if view.ended is None:
        return []
    every, whispered, words = Counter[str](), Counter[str](), dict.fromkeys(view.header.cast, 0)
    for event in view.events:
        if isinstance(event.data, Said):
            every[event.agent] += 1
            whispered[event.agent] += event.audience is not None
            words[event.agent] += len(event.data.text.split())
    whole = f"   {sum(every.values())} messages, {sum(whispered.values())} of them not to all"
    out = []
    for name in sorted(words, key=lambda name: -every[name]):
        told = f"{every[name]:>3} messages  {words[name]:>4} words" if every[name] else "  silent"
        private = f"  {whispered[name]} not to all" if whispered[name] else ""
        out.append((*results.lead(view, name), (told, "fg"), (private, "mid")))
    return [(), ((whole, "fg"),), *results.columns(out, width)]
