"""Verification: a run is played again from its header and its outside events, and every event is compared."""

from core.agents import Agent, Scripted
from core.casting import agent_for, is_outside, open_run
from core.errors import UserError
from core.events import Acted, Event, Intervened, encode, stable
from core.header import Header
from core.recording import Recording
from core.scene import find_scene


class Mismatch(Exception):
    """The recording is not what its header and outside events lead to. The text says where."""


def replayed_cast(header: Header, events: list[Event]) -> dict[str, Agent]:
    """The cast, with the recorded commands in place of whoever gave them."""
    kind = find_scene(header.scene)
    return {
        name: Scripted([e.data.command for e in events if isinstance(e.data, Acted) and e.agent == name])
        if is_outside(policy)
        else agent_for(kind, policy)
        for name, policy in header.cast.items()
    }


async def verify(recording: Recording) -> int:
    """The number of events compared. Raises Mismatch at the first that differs, UserError if there is none."""
    events = recording.events
    if not events:
        raise UserError(f"{recording.path.name} has a header and no events: nothing to verify.")
    try:
        run = open_run(recording.header, agents=replayed_cast(recording.header, events))
    except UserError as error:
        raise Mismatch(f"the header does not describe a game: {error}") from error
    i = 0
    async for event in run:
        if i == len(events):
            break
        told = events[i]
        if _stable(event) != _stable(told):
            raise Mismatch(f"event {told.n} is {_show(told)}, and should be {_show(event)}")
        i += 1
        if i < len(events) and isinstance(due := events[i].data, Intervened):
            run.control.intervene(due.what, events[i].agent)
            if event.end == "turn" and events[i].turn == event.turn:
                run.control.stop()  # no turn followed: it came as the run was ended
        if i == len(events) - 1 and recording.ended is not None and recording.ended.reason == "stop":
            run.control.stop()
    if i < len(events):
        raise Mismatch(f"the run is over after event {i}, and the recording goes on to event {len(events)}")
    return i


def _stable(event: Event) -> bytes:
    return stable(encode(event))


def _show(event: Event) -> str:
    text = _stable(event).decode()
    return text if len(text) <= 240 else text[:239] + "…"
