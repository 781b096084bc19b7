"""Counterfactuals: a recorded run with one change, and everything else as it was.

As long as later prompts stay the same, they get the recorded replies; the first prompt that differs is sent to a model.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import aclosing
from typing import NamedTuple

from msgspec.structs import replace

from core.engine.capabilities import Touched, capability
from core.engine.casting import open_run, scene_after
from core.engine.events import Asked, Event, Intervened, Prompted, RunEnded, Said
from core.engine.log import can_forget
from core.engine.scene import Scene
from core.errors import IllegalAction, UserError
from core.llm.journal import Journal, KnownCall, calls_in, recorded_calls
from core.llm.judge import JUDGE
from core.llm.messages import BY_HAND, Completion, Request
from core.llm.replies import Words
from core.llm.retries import Route
from core.llm.routes import PREFIX, make_model, models_of
from core.recording.file import Recording
from core.recording.verification import RecordedRun, header_at_event, replayed_cast
from core.text import safe_text
from core.trust.grants import NO_GRANTS, Grants


class ChangedStep(NamedTuple):
    """A step of a recorded run with one change."""

    branch_point: int
    """Number of the event after which the branch begins."""
    step: list[Event]
    last_replaced: int
    """Number of the last recorded event that the changed step replaces."""


def call_at(parent: RecordedRun, n: int) -> Event:
    """Return the first call to a model from event n on. Raises UserError if there is none."""
    for event in parent.events:
        if event.n >= n and isinstance(event.data, Asked) and event.agent:
            return event
    last = max((event.n for event in parent.events if isinstance(event.data, Asked)), default=0)
    raise UserError(
        f"No model is asked from event {n} on; the last call is event {last}."
        if last
        else "No model was asked in this run: there is no reply to change."
    )


async def withhold_message(parent: RecordedRun, n: int, grants: Grants = NO_GRANTS) -> ChangedStep:
    """Replay a step with its message, event n, withheld. Raises UserError if the event is not a message."""
    return await _cut(parent, n, [e.n for e in parent.events if isinstance(e.data, Said) and e.turn], "message", grants)


async def forget_event(parent: RecordedRun, n: int, grants: Grants = NO_GRANTS) -> ChangedStep:
    """Replay a step without event n, a note, thought or plan. Raises UserError for any other event."""
    return await _cut(parent, n, [e.n for e in parent.events if can_forget(e)], "note, thought or plan", grants)


async def _cut(parent: RecordedRun, n: int, can: Sequence[int], kind: str, grants: Grants) -> ChangedStep:
    if n not in can:
        near = ", ".join(map(str, sorted(sorted(can, key=lambda each: abs(each - n))[:5])))
        raise UserError(f"Event {n} is no {kind}; {f'the nearest are {near}' if near else 'this run has none'}.")
    branch_point = next((e.n for e in reversed(parent.events[: n - 1]) if e.end), 0)
    last_replaced = next(e.n for e in parent.events[n - 1 :] if e.end)
    return ChangedStep(branch_point, await _replay_step(parent, branch_point, grants, cuts=(n,)), last_replaced)


async def change_state(parent: RecordedRun, n: int, command: str, grants: Grants = NO_GRANTS) -> ChangedStep:
    """Change the state after the last whole step up to event n. Raises UserError for an invalid change."""
    branch_point = next((e.n for e in reversed(parent.events[:n]) if e.end and not isinstance(e.data, RunEnded)), 0)
    if not branch_point:
        raise UserError("No step is complete before that; name a later event with --at.")
    scene = _scene_at(parent, branch_point)
    if scene.is_complete():
        raise UserError(f"The game is over at event {branch_point}; name an earlier event with --at.")
    try:
        next(capability(scene, Touched).change(command))
    except IllegalAction as why:
        raise UserError(f"{command[:60]!r} cannot be done: {why}.") from None
    return ChangedStep(branch_point, await _replay_step(parent, branch_point, grants, change=command), branch_point)


def _scene_at(parent: RecordedRun, n: int) -> Scene:
    return scene_after(parent.header, parent.events[:n])


async def _replay_step(
    parent: RecordedRun, branch_point: int, grants: Grants, cuts: Collection[int] = (), change: str = ""
) -> list[Event]:
    """Play the step after an event again, with the change."""
    events, header = parent.events, header_at_event(parent.header, branch_point + 1)
    known = recorded_calls(events)
    if cuts:  # a judge checks messages once they are said; a reader has read them before
        turn, cut = events[branch_point].turn, min(cuts)
        calls = calls_in(events)
        known = {call.key: call for of, call in calls if (of.turn, of.agent) != (turn, JUDGE) or of.n < cut}
    agents = replayed_cast(header, events[branch_point:], grants)
    run = open_run(header, agents=agents, past=events[:branch_point], known=known, cuts=cuts)
    if change:
        run.control.change(change)
    elif isinstance(first := events[branch_point].data, Intervened):
        run.control.intervene(first.what, events[branch_point].agent)
    step = []
    async with aclosing(aiter(run)) as playing:  # type: ignore[type-var]
        async for event in playing:
            step.append(event)
            if event.end:
                break
    return step


def hold_replies(
    branch: Recording,
    parent: RecordedRun,
    last_replaced: int,
    replacements: Mapping[int, Completion],
    stay: Collection[str] = (),
) -> None:
    """Copy the parent's replies after event `last_replaced` into the journal of a new branch.

    `replacements` maps events of calls to other replies. Replies of agents with another policy in the branch are left
    out, unless the agent is in `stay`.
    """
    cast = parent.header.cast
    moved = {name for name, policy in branch.header.cast.items() if cast[name] != policy and name not in stay}
    held = []
    for event, call in calls_in(parent.events):
        if event.n in replacements:
            held.append(KnownCall(call.key, call.prompt, replacements[event.n]))
        elif event.n > last_replaced and event.agent not in moved:
            held.append(call)
    Journal(branch.path).hold(held)


def written_reply(call: Event, reply: str) -> Completion:
    """Return a reply written by hand; the model's own if the text is the same."""
    assert isinstance(call.data, Asked)
    return Completion(safe_text(reply), model=call.data.model if reply == call.data.reply else BY_HAND)


async def ask_other_model(parent: RecordedRun, call: Event, model: str, grants: Grants) -> Completion:
    """Ask another model, named by the user, for a reply to the same prompt. Raises UserError if it gives none."""
    assert isinstance(call.data, Asked)
    messages: dict[str, dict[str, str]] = {}
    for event in parent.events[: call.n]:
        if isinstance(event.data, Prompted) and event.agent == call.agent:
            messages |= event.data.messages
    granted = grants.with_policies([f"{PREFIX}{model}"]).with_known_header(parent.header)
    settings = granted.settings(model, parent.header.models.get(model, {}))
    route = Route(make_model(model, settings), settings)
    try:
        request = Request([messages[digest] for digest in call.data.prompt], Words(call.data.purpose, "…"), 0)
        completion = await route.call(request, None, lambda *_: None)
    finally:
        await route.close()
    if completion.failed:
        raise UserError(f"llm:{model} gave no reply to event {call.n}: {completion.failed}")
    return replace(completion, model=model)


def seats_of_models(cast: Mapping[str, str]) -> tuple[str, ...]:
    """Return the seats that models play. Raises UserError if there are none."""
    if not (names := tuple(models_of(cast))):
        raise UserError("No model plays in this run: seat one with -c NAME=llm:MODEL.")
    return names
