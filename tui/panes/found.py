"""What a tool has brought, to be read: a page, what a search has found."""

from core.engine.events import Brought
from tui.styles import Line, wrap


def page(agent: str, brought: Brought, width: int) -> list[Line]:
    """Write who asked for what, and below it the text."""
    head = wrap(f"{agent} {brought.sentence()}", width - 2)
    text = [row for line in brought.text.split("\n") for row in wrap(line, width - 2)]
    return [*(((f" {row}", "mid"),) for row in head), (), *(((f" {row}", "fg"),) for row in text)]
