"""A recorded run left at one call to a model, with another reply to that call and all else held as long as it holds:
later replies are the parent's where their prompts are still the same, and the first that differs is asked for."""

from collections.abc import Mapping
from typing import Any

from core.errors import UserError
from core.events import Asked, Event, Prompted
from core.llm.journal import Journal, Kept, calls_in
from core.llm.messages import Completion, Request
from core.llm.replies import Words
from core.llm.retries import Route
from core.llm.routes import make_model
from core.llm.settings import read_settings
from core.recording import Recording
from core.rerun import Recorded
from core.text import safe_text


def call_at(parent: Recorded, n: int) -> Event:
    """The first call to a model from event n on. Raises UserError if there is none."""
    for event in parent.events:
        if event.n >= n and isinstance(event.data, Asked) and event.agent:
            return event
    last = max((event.n for event in parent.events if isinstance(event.data, Asked)), default=0)
    raise UserError(
        f"No model is asked from event {n} on; the last call is event {last}."
        if last
        else "No model was asked in this run: there is no reply to change."
    )


def hold(made: Recording, parent: Recorded, call: Event, reply: str) -> None:
    """Lay the parent's later replies beside a branch that has just been recorded, with another one to `call`. Those of
    agents that are played by somebody else now are left out."""
    cast = parent.header.cast
    moved = {name for name, policy in made.header.cast.items() if cast[name] != policy} - {call.agent}
    seen = made.events[-1].n
    held = []
    for event, kept in calls_in(parent.events):
        if event.n == call.n:
            held.append(Kept(kept.key, kept.prompt, Completion(safe_text(reply))))
        elif event.n > seen and event.agent not in moved:
            held.append(kept)
    Journal(made.path).hold(held)


async def another(parent: Recorded, call: Event, model: str, models: Mapping[str, Mapping[str, Any]]) -> str:
    """What another model replies to the same prompt. Raises UserError if it gives no reply."""
    assert isinstance(call.data, Asked)
    stored: dict[str, dict[str, str]] = {}
    for event in parent.events[: call.n]:
        if isinstance(event.data, Prompted) and event.agent == call.agent:
            stored |= event.data.messages
    settings = read_settings(model, models.get(model, {}))
    route = Route(make_model(model, settings), settings)
    try:
        request = Request([stored[digest] for digest in call.data.prompt], Words(call.data.purpose, "…"), 0)
        made = await route.call(request, None, lambda *_: None)
    finally:
        await route.close()
    if made.failed:
        raise UserError(f"llm:{model} gave no reply to event {call.n}: {made.failed}")
    return made.text
