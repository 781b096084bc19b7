"""Leaving a recorded run for another one: checked, and recorded up to where they part; with what to hold it against."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from core.engine.config import LIMITS
from core.engine.events import Event, Spent
from core.errors import UserError
from core.lab import counterfactual
from core.llm.messages import Completion
from core.llm.routes import PREFIX
from core.recording.file import Recorder, Recording
from core.recording.line_format import encode
from core.recording.timeline import moment
from core.recording.verification import Recorded, branch, check_interventions
from core.trust.grants import NOTHING, Grants
from tui.cli.wishes import Filled, fresh_path


class Change(NamedTuple):
    """The one thing that is different in a branch, and the model that gives what replies it needs. The rest is held."""

    reply: str | None = None
    """Another reply to the first call to a model from there on."""
    ask: str = ""
    """A model that gives that reply instead."""
    withhold: int = 0
    """A message that reaches nobody, by its event."""
    forget: int = 0
    """A note, thought or plan that is taken away, by its event."""
    set: str = ""
    """A card or color that is changed, in the scene's words."""
    model: str = ""

    def check(self, at: str) -> None:
        """Refuse what contradicts itself: raises UserError."""
        flags = {
            "--reply": self.reply is not None,
            "--ask": bool(self.ask),
            "--withhold": bool(self.withhold),
            "--forget": bool(self.forget),
            "--set": bool(self.set),
        }
        told = [flag for flag, given in flags.items() if given]
        if len(told) > 1:
            raise UserError(f"A branch changes one thing: {' or '.join(told)}; leave out all but one.")
        if n := self.withhold or self.forget:
            if at not in ("", str(n)):
                raise UserError(f"{told[0]} {n} says itself where the branch leaves the run: leave out --at.")
        elif not at:
            raise UserError("Say where the branch leaves the run: --at N, after event N, or --at t12.")

    def amended(self, parent: Recorded, n: int, grants: Grants) -> counterfactual.Amended | None:
        """The step that is different, if a step is. Raises UserError."""
        if self.withhold:
            return asyncio.run(counterfactual.withhold(parent, self.withhold, grants))
        if self.forget:
            return asyncio.run(counterfactual.forget(parent, self.forget, grants))
        return asyncio.run(counterfactual.change(parent, n, self.set, grants)) if self.set else None

    def answer(self, parent: Recorded, call: Event, grants: Grants) -> Completion:
        """What the call is answered with. Raises UserError."""
        if self.reply is not None:
            return counterfactual.by_hand(call, self.reply)
        return asyncio.run(counterfactual.another(parent, call, self.ask.removeprefix(PREFIX), grants))

    def seats(self, parent: Recorded, changes: Filled) -> dict[str, str]:
        """Who is played by which model from now on. Raises UserError."""
        if not self.model:
            return {}
        names = counterfactual.seats_of_models(_cast(parent, changes))
        return dict.fromkeys(names, f"{PREFIX}{self.model.removeprefix(PREFIX)}")


def branched(
    recording: Recorded,
    n: int,
    changes: Filled,
    *,
    record: Path | None = None,
    grants: Grants = NOTHING,
    interventions: Sequence[str] = (),
    amended: Sequence[Event] = (),
) -> Recording:
    """Record what a branch at event n has seen, ready to be played on. Raises UserError."""
    models = {**recording.header.models, **changes.models}
    header, past = branch(recording, n, changes.options, changes.cast, changes.seed, models, grants, amended)
    check_interventions(header, past, interventions)
    path = record or fresh_path(header)
    recorder = Recorder.create(path, header)
    recorder.write(b"".join(encode(event) + b"\n" for event in past))
    recorder.close()
    return Recording.read(path)


def branches(
    parent: Recorded,
    at: str,
    changes: Filled,
    change: Change,
    paths: Sequence[Path | None],
    grants: Grants,
    interventions: Sequence[str],
) -> list[Recording]:
    """Record what branches have seen, ready to be played on. Raises UserError."""
    return begin(parent, leave(parent, at, changes, change, grants), paths, grants, interventions)


class Leave(NamedTuple):
    """Where branches leave their parent, and what they begin with."""

    n: int
    changes: Filled
    step: Sequence[Event] = ()
    """What they have seen beyond that, which the parent has not."""
    seen: int = 0
    """The last of the parent's events that this stands for; 0 where they have only seen what the parent had."""
    holds: bool = False
    """Whether later replies are the parent's as long as they can be."""
    instead: Mapping[int, Completion] = {}
    """Other replies to calls of the parent's, by event."""
    stay: Mapping[str, str] = {}
    """Whose replies are held, although another model plays them now."""
    control: "Leave | None" = None
    """The same with nothing changed, to hold them against; None where nothing is."""


def leave(parent: Recorded, at: str, changes: Filled, change: Change, grants: Grants) -> Leave:
    """Find out where branches leave their parent. Raises UserError."""
    change.check(at)
    n = moment(parent.events, at) if at else 0
    stay = change.seats(parent, changes)
    filled = changes._replace(cast={**changes.cast, **stay})
    if amended := change.amended(parent, n, grants):
        control = Leave(amended.seen, filled, holds=True, stay=stay)
        return Leave(amended.leaves, filled, amended.step, amended.seen, holds=True, stay=stay, control=control)
    if change.reply is not None or change.ask:
        call = counterfactual.call_at(parent, n)
        control = Leave(call.n - 1, filled, holds=True, stay=stay)
        answer = change.answer(parent, call, grants)
        return control._replace(instead={call.n: answer}, control=control)
    plain = _unchanged(parent, changes)
    same = (plain.options, _cast(parent, plain)) == (filled.options, _cast(parent, filled))
    return Leave(n, filled, control=None if same else Leave(n, plain))


def _unchanged(parent: Recorded, changes: Filled) -> Filled:
    """What is asked for, without what makes another game of it: limits stay, and who plays in a person's place."""
    options = {key: value for key, value in changes.options.items() if key in LIMITS}
    cast, was = _cast(parent, changes), parent.header.cast
    return changes._replace(options=options, cast={name: cast[name] for name in was if was[name] == "human"})


def _cast(parent: Recorded, changes: Filled) -> dict[str, str]:
    """Who plays then."""
    return {name: changes.cast.get(name, changes.cast.get("*", was)) for name, was in parent.header.cast.items()}


def begin(
    parent: Recorded,
    leave: Leave,
    paths: Sequence[Path | None],
    grants: Grants,
    interventions: Sequence[str] = (),
) -> list[Recording]:
    """Record what so many branches have seen, ready to be played on, with seeds that follow each other from the
    parent's, or from the one that is given. Raises UserError."""
    first = parent.header.seed if leave.changes.seed is None else leave.changes.seed
    instead = leave.instead
    out = []
    for number, path in enumerate(paths):
        made = branched(
            parent,
            leave.n,
            leave.changes._replace(seed=first + number),
            record=path,
            grants=grants,
            interventions=interventions,
            amended=leave.step,
        )
        if leave.holds:
            counterfactual.hold(made, parent, leave.seen or made.events[-1].n, instead, leave.stay)
            instead = {n: replace(each, spent=Spent(0.0)) for n, each in instead.items()}  # it was paid for once
        out.append(made)
    return out
