"""Coup on the stage: odds are exact, and the inspector shows plan, check and notes only to their owner."""

import re

from msgspec.structs import replace

from core.engine.events import Event, Noted, Planned
from scenes.coup.events import Declared, NoteAdded, Verified
from tests.tui.conftest import row, screen_of, stage_of
from tests.tui.test_coup_stage import claim, game, pane_of, replaying, scene_of
from tui.stages import StageApp
from tui.state.stage import StageState
from tui.view import View

# -- odds


async def test_odds_of_the_claim_are_on_a_key() -> None:
    at = claim(1)
    app = replaying(at, perspective="Bob")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        made = scene_of(stage_of(app).view).claims[-1]
        assert made.agent != "Bob"
        assert " has a" not in screen_of(app)
        await pilot.press("o")
        text = screen_of(app)
        told = rf"{made.agent} has an? {made.card}  \d+%  \d of 3 turned up, you hold \d  by play \d+%"
        assert re.search(told, text)
        await pilot.press("o")
        assert " has a" not in screen_of(app)


# -- minds


def minded() -> list[Event]:
    """Return a game in which Ann planned, checked and took notes before her claims."""
    out: list[Event] = []
    for event in game()[1]:
        if isinstance(event.data, Declared) and event.agent == "Ann":
            bodies = [
                NoteAdded(len(out), "Bob", True, "Captain", "high", "stole [b]twice[/b]"),
                Planned("tax: nobody has seen my cards"),
                Verified(False, "tax", "income", "Bob doubts everything"),
                Noted("kept"),
            ]
            out += [Event(len(out) + i + 1, event.turn, b.kind, "Ann", ("Ann",), b) for i, b in enumerate(bodies)]
        out.append(replace(event, n=len(out) + 1))
    return out


async def test_why_tells_plan_check_odds_and_notes_to_whom_they_belong() -> None:
    events = minded()
    at = next(event.n for event in events if event.agent == "Ann" and isinstance(event.data, Declared))
    view = View(game()[0])
    view.extend(events)
    view.go(at)
    app = StageApp(StageState(view, playing=False), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i")
        text = screen_of(app)
        assert "plan tax: nobody has seen my cards" in text
        assert "✗ verifier would rather income: Bob doubts everything" in text
        assert re.search(r"Bob Captain +high +stole \[b\]twice\[/b\]", text)
        assert re.search(r"held +[A-Z]", text)
        assert at in pane_of(app).decisions()
        view.perspective = "Bob"
        await pilot.pause()
        assert "closed to you" in screen_of(app)
        assert "nobody has seen" not in screen_of(app)
        await pilot.press("escape", "tab", "tab", "tab", "tab")
        assert "No notes" in row(app, "dock")
