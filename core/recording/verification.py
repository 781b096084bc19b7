"""Verification, branching and comparison of recorded runs."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from msgspec.structs import replace

from core.engine.agents import Agent, Scripted
from core.engine.bot_references import is_reference
from core.engine.capabilities import check_intervention
from core.engine.casting import PARTIAL, agent_for, check_seats, is_outside, open_run, resolve, scene_after, set_up
from core.engine.config import RESUMABLE, SceneConfig
from core.engine.events import Acted, Changed, Defaulted, Event, Forgotten, Intervened, RunEnded, Withheld
from core.engine.registry import find_scene
from core.engine.simulator import Run
from core.errors import AgentError, GaveUp, IllegalAction, UserError
from core.llm.journal import recorded_calls
from core.llm.prompts import with_labels
from core.llm.routes import prompts_for
from core.recording.header import Header, Parent
from core.recording.line_format import encode, stable
from core.remote.policies import tries_of
from core.trust.grants import NO_GRANTS, Grants


class Mismatch(Exception):
    """The recording differs from the simulation. The text has the event's number, its content and the expected content.

    >>> import playbill as pb
    >>> game = pb.play("coup", cast={"*": "random"}, seed=5)
    >>> pb.verify(pb.Played(game.header, [*game.events[:9], *game.events[10:]]))
    Traceback (most recent call last):
    core.recording.verification.Mismatch: event 11 is {"n":11,...}, and should be {"n":10,...}
    """


class RecordedRun(Protocol):
    """A recorded run, on disk or in memory."""

    @property
    def header(self) -> Header: ...

    @property
    def events(self) -> Sequence[Event]: ...

    @property
    def path(self) -> Path | None: ...


def replayed_cast(header: Header, events: Sequence[Event], grants: Grants = NO_GRANTS) -> dict[str, Agent]:
    """Return the cast, with players from outside replaced by their recorded commands. Raises UserError."""
    kind, grants = find_scene(header.scene), grants.with_known_header(header)
    return {
        name: Scripted(_commands(name, events), tries_of(policy))
        if is_outside(policy)
        else agent_for(kind, policy, grants=grants)
        for name, policy in header.cast.items()
    }


def _commands(name: str, events: Sequence[Event]) -> Iterator[str | GaveUp]:
    """Yield the recorded commands of an agent from outside; GaveUp for a turn without one."""
    acted = False
    for event in (event for event in events if event.agent == name or event.end):
        own = event.agent == name
        if own and isinstance(event.data, Acted):
            acted = True
            yield event.data.command
        elif own and isinstance(event.data, Defaulted) and not acted:
            yield GaveUp(event.data.why)
        acted = acted and not event.end


async def verify(recording: RecordedRun, grants: Grants = NO_GRANTS) -> int:
    """Simulate a run again and compare every event. Returns the number of events compared.

    Events before a branch are simulated with the parent's header. Bots are imported only if the grants cover them;
    nothing else needs a grant.

    Raises:
        Mismatch: An event differs.
        UserError: There are no events, or the recording is partial.
    """
    events = recording.events
    if not events:
        name = recording.path.name if recording.path else "This game"
        raise UserError(f"{name} has a header and no events: nothing to verify.")
    if recording.header.is_partial:
        raise UserError(PARTIAL)
    stretches = list(_stretches(recording.header, len(events)))
    for header, _ in stretches:  # import all bots before anything is played
        for policy in filter(is_reference, header.cast.values()):
            agent_for(find_scene(header.scene), policy, grants=grants.with_known_header(header))
    done = 0
    for header, end in stretches:
        if end > len(events):
            raise Mismatch(f"the header says that it branched after event {end}, and has {len(events)} events")
        await _compare(header, events[:end], done, grants)
        done = end
    return done


def _stretches(header: Header, end: int) -> Iterator[tuple[Header, int]]:
    """Yield a header and the headers of its ancestors, oldest first, each with its last event's number."""
    if header.parent is not None:
        yield from _stretches(header.parent.header, header.parent.n)
    yield header, end


async def _compare(header: Header, events: Sequence[Event], done: int, grants: Grants) -> None:
    """Simulate the events after the first `done`, and compare them."""
    if header.parent is not None and header.parent.digest != digest(header.parent.header, events[: header.parent.n]):
        raise Mismatch(f"its first {header.parent.n} events differ from those of its parent run")
    past = events[:done]
    try:
        agents = replayed_cast(header, events[done:], grants)
        cuts = [event.n for event in events[done:] if isinstance(event.data, Withheld | Forgotten)]
        run = open_run(header, agents=agents, past=past, known=recorded_calls(events), cuts=cuts)
    except UserError as error:
        raise Mismatch(f"it cannot be simulated: {error}") from error
    try:
        await _follow(run, events, done)
    except AgentError as error:
        raise Mismatch(f"a bot fails when the run is repeated: {error}") from error
    except IllegalAction as error:
        raise Mismatch(f"a change by hand in it is impossible: {error}") from error


async def _follow(run: Run, events: Sequence[Event], done: int) -> None:
    """Compare the events of a run with the recorded events after the first `done`."""

    def prepare_for(i: int) -> None:
        """If event i comes from outside, pass it to the run."""
        due = events[i].data
        if isinstance(due, Intervened):
            run.control.intervene(due.what, events[i].agent)
            if i and events[i - 1].end == "turn" and events[i].turn == events[i - 1].turn:
                run.control.stop()  # no turn followed, so the intervention came while the run was being stopped
        elif isinstance(due, Changed):
            run.control.change(due.what)
        if i == len(events) - 1 and isinstance(due, RunEnded) and _may_stop(due.reason, run.scene.config):
            run.control.stop(due.reason)

    i = done
    if i < len(events):
        prepare_for(i)
        async for event in run:
            recorded = events[i]
            if _stable(event) != _stable(recorded):
                raise Mismatch(f"event {recorded.n} is {event_line(recorded)}, and should be {event_line(event)}")
            i += 1
            if i == len(events):
                break
            prepare_for(i)
    if i < len(events):
        raise Mismatch(f"the run is over after event {i}, and the recording goes on to event {len(events)}")


def _may_stop(reason: str, config: SceneConfig) -> bool:
    """Return True if something outside the run can have ended it: a stop, or a limit other than turns."""
    return reason == "stop" or (reason in RESUMABLE and reason != "max_turns" and getattr(config, reason) > 0)


def _stable(event: Event) -> bytes:
    return stable(encode(event))


def event_line(event: Event) -> str:
    """Write an event as its line without the fields that differ between equal runs; a long line is cut."""
    text = _stable(event).decode() + "}"
    return text if len(text) <= 240 else text[:239] + "…"


def digest(header: Header, events: Sequence[Event]) -> str:
    """Return the SHA-256 digest of a header and events, without the fields that differ between equal runs."""
    out = sha256(header.stable())
    for event in events:
        out.update(b"\n" + _stable(event))
    return out.hexdigest()


def branch(
    recording: RecordedRun,
    n: int,
    options: Mapping[str, Any],
    cast: Mapping[str, str],
    seed: int | None,
    models: Mapping[str, Mapping[str, Any]],
    grants: Grants = NO_GRANTS,
    amended: Sequence[Event] = (),
) -> tuple[Header, list[Event]]:
    """Branch a recorded run after its last whole step up to event n. Returns the branch's header and its events.

    Options, cast and seed default to the parent's. What the parent needs must be granted, or the user has run it
    before. `amended` are the events of a changed step that the branch begins with.

    Raises:
        UserError: An option would have changed the starting state, or a permission is missing.
    """
    if recording.header.is_partial:
        raise UserError(PARTIAL)
    events = [e for e in recording.events if not isinstance(e.data, RunEnded)]
    n = next((e.n for e in reversed(events[:n]) if e.end), 0)
    if n == 0:
        raise UserError("There is no complete step before that point; start a new run instead.")
    past, last = [*events[:n], *amended], recording.header
    parent = header_at_event(last, n + bool(amended))
    stay = {} if "*" in cast else {name: policy for name, policy in last.cast.items() if name not in cast}
    set_up(last)  # raises if options are missing: with all of them present, none can name a file
    prompts_for(last, find_scene(last.scene).prompts)  # nor can the settings of its models
    fresh = resolve(
        last.scene,
        {**last.config, **options},
        {**stay, **cast},
        last.seed if seed is None else seed,
        models=models,
    )
    check_seats(fresh, grants.with_policies(cast.values()).with_known_header(last))
    _check_start(fresh, last, past)
    return replace(fresh, parent=Parent(digest(parent, past), len(past), parent)), past


def header_at_event(header: Header, n: int) -> Header:
    """Return the header with which event n was played: that of the branch or of an ancestor."""
    while header.parent is not None and n <= header.parent.n:
        header = header.parent.header
    return header


def check_interventions(header: Header, past: Sequence[Event], interventions: Sequence[str]) -> None:
    """Raise UserError for an intervention that is impossible in the state after `past`."""
    scene = scene_after(header, past)
    for text in interventions:
        try:
            check_intervention(scene, text)
        except IllegalAction as why:
            raise UserError(f"{text[:60]!r} cannot be done: {why}.") from None


def _check_start(header: Header, parent: Header, past: Sequence[Event]) -> None:
    """Raise UserError if the new options would have led to another starting state."""
    first = parent
    while first.parent is not None:
        first = first.parent.header
    world, chance = set_up(replace(header, seed=first.seed))
    fresh = []
    for event in world.start(chance):
        world.apply(event)
        fresh.append((event.agent, event.audience, event.data))
    if fresh != [(e.agent, e.audience, e.data) for e in past if e.turn == 0][1:]:
        now = set_up(parent)[0].config.model_dump(mode="json")
        changed = [key for key, value in header.config.items() if now.get(key) != value]
        if not changed:
            raise UserError("This recording does not start as its seed and options would; playbill verify shows where.")
        raise UserError(f"A branch keeps its starting state, and {' or '.join(changed)} would have led to another one.")


class Difference(NamedTuple):
    """First difference between two runs, ignoring fields that differ between equal runs."""

    header: dict[str, tuple[Any, Any]]
    """Fields of header and config that differ, with both values."""
    same: int
    """Number of equal events at the start."""
    first: tuple[Event | None, Event | None]
    """The next event of each run; None if it has no more."""


def diff(one: RecordedRun, other: RecordedRun) -> Difference:
    """Compare the headers and events of two recordings."""
    pairs = zip(one.events, other.events, strict=False)
    same = next(
        (i for i, (a, b) in enumerate(pairs) if _stable(a) != _stable(b)), min(len(one.events), len(other.events))
    )
    first = tuple(events[same] if same < len(events) else None for events in (one.events, other.events))
    fields = [_fields(recording.header) for recording in (one, other)]
    keys = [key for key in {**fields[0], **fields[1]} if fields[0].get(key) != fields[1].get(key)]
    return Difference({key: (fields[0].get(key), fields[1].get(key)) for key in keys}, same, (first[0], first[1]))


def _fields(header: Header) -> dict[str, Any]:
    recorded = {"scene": header.scene, "seed": header.seed, **with_labels(header.config)}
    cast = {f"{name} plays": policy for name, policy in header.cast.items()}
    return {**recorded, **cast, **{f"prompts of {policy}": label for policy, label in (header.prompts or {}).items()}}
