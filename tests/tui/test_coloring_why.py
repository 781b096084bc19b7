"""The why page of a max-sum decision: beliefs, then messages, and no line wider than the page."""

import asyncio

import pytest

from core.engine.casting import open_run, prepare
from core.engine.events import Event
from core.recording.header import Header
from themes.palettes import DARK
from tui.panes.coloring import why
from tui.styles import width_of
from tui.view import View


def played(**options: object) -> tuple[Header, list[Event]]:
    header = prepare("coloring", {"alg": "maxsum", **options}, {}, 3)

    async def go() -> list[Event]:
        return [event async for event in open_run(header)]

    return header, asyncio.run(go())


def page(header: Header, events: list[Event], width: int) -> list[str]:
    """Paint the page after the first turn's flag; only the headline, a list of all changes, may be too wide."""
    view = View(header)
    view.extend(events)
    view.n = next(event.n for event in events if event.kind == "flagged")
    lines = why.paint(view, DARK, width)
    assert all(width_of(line) <= width for line in lines[1:])
    return ["".join(text for text, _ in line) for line in lines]


def test_beliefs_then_messages_then_what_came_of_it() -> None:
    lines = page(*played(fixed=0), 80)
    assert "max-sum · turn 1" in lines[0]
    assert "beliefs, and why" in lines[2]
    assert lines[3].startswith(" a1 ")
    assert lines[5].endswith("leaves red to a2, a4")
    assert lines[8] == " messages, round 100: what a color costs the sender"
    assert lines[9].startswith(" a1 → a2  R  0.5  a1 → a5  R  0.5 ")
    assert any(line.startswith(" max-sum finds 10 (100 rounds, not converged)") for line in lines)
    assert not any("greedy" in line for line in lines)
    assert len(lines) <= 19


@pytest.mark.parametrize("width", [56, 80])
def test_wide_names_and_many_messages_fit(width: int) -> None:
    lines = page(*played(problem="generate", clusters=2, size=12, density=0.3), width)
    assert sum(line.count("→") for line in lines) > 12
