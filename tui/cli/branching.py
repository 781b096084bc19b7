"""Branches of a recorded run, recorded up to the branch point, with unchanged branches as controls."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from core.engine.config import LIMITS
from core.engine.events import Event
from core.engine.model_tally import Spent
from core.errors import UserError
from core.lab import counterfactual
from core.llm.messages import Completion
from core.llm.routes import PREFIX
from core.recording.file import Recorder, Recording
from core.recording.line_format import encode
from core.recording.timeline import moment
from core.recording.verification import RecordedRun, branch, check_interventions
from core.trust.grants import Grants
from tui.cli.game_options import GameSettings
from tui.cli.run_files import fresh_path


class Change(NamedTuple):
    """The one change of a branch, and the model for new replies."""

    reply: str | None = None
    """Text that replaces the reply to the first model call after the branch point."""
    ask: str = ""
    """Model that gives this reply instead."""
    withhold: int = 0
    """Number of the event whose message is withheld."""
    forget: int = 0
    """Number of the event whose note, thought or plan is removed."""
    set: str = ""
    """Change of a card or color, in the scene's syntax."""
    model: str = ""

    def check(self, at: str) -> None:
        """Raise UserError for options that contradict each other."""
        set_fields = {**self._asdict(), "reply": self.reply is not None, "model": False}
        given_flags = [f"--{field}" for field, is_set in set_fields.items() if is_set]
        if len(given_flags) > 1:
            raise UserError(f"A branch changes one thing: {' or '.join(given_flags)}; leave out all but one.")
        if n := self.withhold or self.forget:
            if at not in ("", str(n)):
                raise UserError(f"{given_flags[0]} {n} already names the event: leave out --at.")
        elif not at:
            raise UserError("Name the event after which the branch begins: --at N, or --at t12 for turn 12.")

    def changed_step(self, parent: RecordedRun, n: int, grants: Grants) -> counterfactual.ChangedStep | None:
        """Return the changed step; None if no step changes. Raises UserError."""
        if self.withhold:
            return asyncio.run(counterfactual.withhold_message(parent, self.withhold, grants))
        if self.forget:
            return asyncio.run(counterfactual.forget_event(parent, self.forget, grants))
        return asyncio.run(counterfactual.change_state(parent, n, self.set, grants)) if self.set else None

    def answer(self, parent: RecordedRun, call: Event, grants: Grants) -> Completion:
        """Return the new reply to a call. Raises UserError."""
        if self.reply is not None:
            return counterfactual.written_reply(call, self.reply)
        return asyncio.run(counterfactual.ask_other_model(parent, call, self.ask.removeprefix(PREFIX), grants))

    def seats(self, parent: RecordedRun, changes: GameSettings) -> dict[str, str]:
        """Return policies for the seats that `model` plays from now on. Raises UserError."""
        if not self.model:
            return {}
        names = counterfactual.seats_of_models(_cast(parent, changes))
        return dict.fromkeys(names, f"{PREFIX}{self.model.removeprefix(PREFIX)}")


class BranchPoint(NamedTuple):
    """Point where branches leave their parent, and how they begin."""

    n: int
    changes: GameSettings
    changed_events: Sequence[Event] = ()
    """Events after that point that differ from the parent's."""
    last_replaced: int = 0
    """Number of the parent's last event that `changed_events` replaces; 0 without a step."""
    reuses_replies: bool = False
    """True if prompts that are the same as the parent's get the parent's replies."""
    new_replies: Mapping[int, Completion] = {}
    """New replies to model calls of the parent, by event number."""
    kept_policies: Mapping[str, str] = {}
    """Policies of seats that keep the parent's replies although another model plays them now."""
    control: "BranchPoint | None" = None
    """The same branch point without the change, for comparison; None if nothing is changed."""


def find_branch_point(
    parent: RecordedRun, at: str, changes: GameSettings, change: Change, grants: Grants
) -> BranchPoint:
    """Find the point where branches leave their parent. Raises UserError."""
    change.check(at)
    n = moment(parent.events, at) if at else 0
    kept_policies = change.seats(parent, changes)
    settings = changes._replace(cast={**changes.cast, **kept_policies})
    if amended := change.changed_step(parent, n, grants):
        control = BranchPoint(amended.last_replaced, settings, reuses_replies=True, kept_policies=kept_policies)
        return BranchPoint(
            amended.branch_point,
            settings,
            amended.step,
            amended.last_replaced,
            reuses_replies=True,
            kept_policies=kept_policies,
            control=control,
        )
    if change.reply is not None or change.ask:
        call = counterfactual.call_at(parent, n)
        control = BranchPoint(call.n - 1, settings, reuses_replies=True, kept_policies=kept_policies)
        answer = change.answer(parent, call, grants)
        return control._replace(new_replies={call.n: answer}, control=control)
    plain = _control_changes(parent, changes)
    same = (plain.options, _cast(parent, plain)) == (settings.options, _cast(parent, settings))
    return BranchPoint(n, settings, control=None if same else BranchPoint(n, plain))


def _control_changes(parent: RecordedRun, changes: GameSettings) -> GameSettings:
    """Drop all changes except limits and policies that replace humans."""
    options = {key: value for key, value in changes.options.items() if key in LIMITS}
    cast, was = _cast(parent, changes), parent.header.cast
    return changes._replace(options=options, cast={name: cast[name] for name in was if was[name] == "human"})


def _cast(parent: RecordedRun, changes: GameSettings) -> dict[str, str]:
    """Return the cast of the branch."""
    return {name: changes.cast.get(name, changes.cast.get("*", was)) for name, was in parent.header.cast.items()}


def record_branches(
    parent: RecordedRun,
    point: BranchPoint,
    paths: Sequence[Path | None],
    grants: Grants,
    interventions: Sequence[str] = (),
) -> list[Recording]:
    """Record the shared past of branches, one per path, ready to be continued. Raises UserError.

    Their seeds are consecutive, starting with the seed in the settings or the parent's.
    """
    changes = point.changes
    models = {**parent.header.models, **changes.models}
    first = parent.header.seed if changes.seed is None else changes.seed
    new_replies = point.new_replies
    out = []
    for seed, path in enumerate(paths, first):
        header, past = branch(
            parent, point.n, changes.options, changes.cast, seed, models, grants, point.changed_events
        )
        check_interventions(header, past, interventions)
        record = path or fresh_path(header)
        recorder = Recorder.create(record, header)
        recorder.write(b"".join(encode(event) + b"\n" for event in past))
        recorder.close()
        made = Recording.read(record)
        if point.reuses_replies:
            counterfactual.hold_replies(
                made, parent, point.last_replaced or made.events[-1].n, new_replies, point.kept_policies
            )
            new_replies = {
                n: replace(each, spent=Spent(0.0)) for n, each in new_replies.items()
            }  # the call was paid for once
        out.append(made)
    return out


def branches(
    parent: RecordedRun,
    at: str,
    changes: GameSettings,
    change: Change,
    paths: Sequence[Path | None],
    grants: Grants,
    interventions: Sequence[str],
) -> list[Recording]:
    """Record the shared past of branches that start at a moment, ready to be continued. Raises UserError."""
    return record_branches(parent, find_branch_point(parent, at, changes, change, grants), paths, grants, interventions)
