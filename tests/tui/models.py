"""Short, deterministic runs with a scripted model, for the screen tests."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from core.engine.casting import prepare
from core.engine.events import Event
from core.engine.model_tally import Spent
from core.engine.session import Session
from core.recording.header import Header

ASKED = "say @B change b2 to green please, h2 is red. why did you not tell me?"
PERSON = (ASKED, "color h1 blue", "color h2 red", "color h3 red", "color h5 green", "satisfied")
REPLIES = (
    "<think>hm</think>",
    "I changed b2 to green as you asked, and I have no conflicts. b2 is red.",
    "I changed b2 to blue and everything is fine.",
)
"""A reply without words, a draft with a false claim, and another false draft."""


async def played(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    person: Sequence[str] = PERSON,
    replies: Sequence[str] = REPLIES,
    turns: int = 4,
    cost: float | None = None,
    **options: object,
) -> tuple[Header, list[Event]]:
    """Play a game with H by a script and B by a scripted model; each call appears to take 1.8 seconds."""
    monkeypatch.chdir(folder)
    Path("person.txt").write_text("\n".join(person))
    Path("replies.txt").write_text("\n".join(replies))
    cast = {"A": "rules", "H": "script:person.txt", "B": "llm:script:replies.txt"}
    header = prepare("coloring", {"max_turns": turns, **options}, cast, 1)
    return header, [_timed(event, cost) async for event in Session(header, None)]


def _timed(event: Event, cost: float | None) -> Event:
    spent = event.spent
    return replace(event, t=float(event.n), spent=spent and Spent(1.8, spent.tokens_in, spent.tokens_out, cost))


def end_of(events: Sequence[Event], agent: str, turn: int) -> int:
    """Return the number of the `flagged` event in an agent's turn."""
    return next(e.n for e in events if e.agent == agent and e.turn == turn and e.kind == "flagged")
