"""The commands that play recorded runs again, or on."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import UserError
from core.user_config import own_models, read_config
from tui.cli.run import play_headless
from tui.cli.terminal import has_terminal, print_row, say, show_app
from tui.cli.wishes import Wishes, pairs
from tui.cli.wording import deed, describe_result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.engine.config import SceneConfig
    from core.engine.events import Event
    from core.recording.file import Recording
    from core.recording.header import Header
    from core.trust.grants import Grants
    from tui.cli.branching import Change


def verify(files: list[Path], allow: list[str]) -> None:
    from core.recording.checked_reader import read_run
    from core.recording.verification import Mismatch
    from core.recording.verification import verify as check
    from core.trust.grants import Grants

    bad, grants = 0, Grants.of(allow)
    for file in files:
        recording = read_run(file)
        try:
            count = asyncio.run(check(recording, grants))
        except Mismatch as error:
            bad += 1
            print_row(f"{file}: NOT the same: {error}")
        else:
            state = "" if recording.ended else " (not finished)"
            print_row(f"{file}: {count} events verified{state}")
    if bad:
        raise SystemExit(1)


def resume(file: Path, options: list[str], max_turns: int | None, config: Path | None, allow: list[str]) -> None:
    from msgspec.structs import replace

    from core.engine.casting import configure
    from core.engine.config import LIMITS
    from core.engine.registry import find_scene
    from core.recording.checked_reader import read_run
    from core.trust.grants import Grants

    recording = read_run(file)
    if not recording.resumable:
        assert recording.ended is not None
        raise UserError(f"{file} is over ({recording.ended.reason}); watch it: playbill watch {file}")
    header = recording.header
    raised: dict[str, Any] = pairs(options, "-o", "KEY=VALUE", empty=True) | (
        {} if max_turns is None else {"max_turns": max_turns}
    )
    if other := next((key for key in raised if key not in LIMITS), None):
        more = f"another game begins where this one is with: playbill branch {file} --at N -o {other}={raised[other]}"
        raise UserError(f"resume can only move limits ({', '.join(LIMITS)}), not {other}; {more}")
    kind = find_scene(header.scene)
    limits = configure(kind, {**header.config, **raised})
    _check_limits(recording, configure(kind, header.config), limits)
    if raised:
        header = replace(header, config=limits.model_dump(mode="json"))
    told = read_config(config) if config else {}
    grants = Grants.of(allow, {**own_models(), **told.get("models", {})}).knowing(recording.header)
    go_on(grants.describe(header), recording, grants)


def _check_limits(recording: "Recording", before: "SceneConfig", now: "SceneConfig") -> None:
    """A run that has reached a limit goes on only beyond it. Raises UserError."""
    from core.engine.config import LIMITS

    reached = recording.ended.reason if recording.ended and recording.ended.reason in LIMITS else ""
    limit = reached or "max_turns"
    played = recording.past[-1].turn if recording.past else 0
    need = getattr(before, limit) if reached else played
    have = getattr(now, limit)
    if not (have > need if reached else have >= need) and (have or limit == "max_turns"):
        more = f"playbill resume {recording.path} -o {limit}={need * 2:g}"
        used = f"has played {played} turns" if limit == "max_turns" else f"has reached its limit, {limit} = {need:g}"
        raise UserError(f"{recording.path} {used}, and {have:g} is not beyond that; raise it: {more}")


def diff(one: Path, other: Path) -> None:
    from core.recording.checked_reader import read_run
    from core.recording.verification import diff as compare

    first, second = read_run(one), read_run(other)
    told = compare(first, second)
    for key, (a, b) in told.header.items():
        print_row(f"{key}: {a} | {b}")
    if told.first == (None, None):
        print_row(f"the same {told.same} events")
    else:
        print_row(f"the same {told.same} events, then:")
        for path, event in zip((one, other), told.first, strict=True):
            print_row(f"  {path.name}: {_event(event)}")
    for recording in (first, second):
        if recording.ended is not None:
            print_row(f"{recording.path.name}: {describe_result(recording.ended)}")
    if told.header or told.first != (None, None):
        raise SystemExit(1)


def _event(event: "Event | None") -> str:
    if event is None:
        return "no more events"
    return f"{event.n} t{event.turn} {event.agent} {deed(event)}"


def go_on(header: "Header", recording: "Recording", grants: "Grants", interventions: "Sequence[str]" = ()) -> None:
    """Continue a recorded run in its file: on the screen, or headless where there is none."""
    if has_terminal():
        from tui.stages import StageApp
        from tui.state.opening import live_stage

        show_app(lambda: StageApp(live_stage(header, None, recording, grants, interventions)))
    elif people := [name for name, policy in header.cast.items() if policy == "human"]:
        seats = f"playbill branch … -c {people[0]}=rules"
        raise UserError(f"{recording.path} has a human at the table: resume it in a terminal, or seat a bot ({seats}).")
    else:
        play_headless(header, None, recording, grants=grants, interventions=interventions)


def branch(
    file: Path,
    at: str,
    wishes: Wishes,
    record: Path | None,
    allow: list[str],
    interventions: "Sequence[str]" = (),
    change: "Change | None" = None,
    number: int = 1,
    workers: int = 1,
    control: bool = True,
) -> None:
    from core.recording.checked_reader import read_run
    from core.remote.policies import check_unattended
    from core.trust.grants import Grants
    from tui.cli.branching import Change, begin, leave

    recording = read_run(file)
    filled = wishes.filled()
    if number > 1 and interventions:
        raise UserError("--intervene takes one branch at a time: leave out -n.")
    cast = {**({} if "*" in filled.cast else recording.header.cast), **filled.cast}
    if number > 1 and "human" in cast.values():
        raise UserError("Many branches are played without a person: name who plays the human's seat with -c.")
    if number > 1:
        check_unattended(cast)
    grants = Grants.of(allow, filled.models).knowing(recording.header)
    plan = leave(recording, at, filled, change or Change(), grants)
    grants = grants.naming(plan.changes.cast.values())
    folder = record or Path(f"{file.name.partition('.jsonl')[0]}-branches")
    beside = folder.with_name(f"{folder.name}-control") if number > 1 and control and plan.control else None
    paths = [record] if number == 1 else _places(folder, number)
    controls = _places(beside, number) if beside else []
    made = begin(recording, plan, paths, grants, interventions)
    say(f"branched after event {made[0].events[-1].n} of {file}")
    if number == 1:
        go_on(made[0].header, made[0], grants, interventions)
        return
    if beside and plan.control:
        made += begin(recording, plan.control, controls, grants)
    failed = _play_all(made, workers, grants)
    against = f", as many with nothing changed in {beside}; what the change did" if beside else "; beside their parent"
    say(f"{number} branches are in {folder}{against}: playbill compare {beside or file} {folder}")
    if failed:
        raise SystemExit(1)


def _places(folder: Path, number: int) -> list[Path]:
    if folder.exists():
        raise UserError(f"{folder} exists already; name another folder with --record.")
    return [folder / f"{i:0{len(str(number))}}.jsonl" for i in range(1, number + 1)]


def _play_all(made: "Sequence[Recording]", workers: int, grants: "Grants") -> bool:
    """Play branches to their ends; tell whether one failed."""
    from core.lab.playing import Job
    from core.lab.rows import Row
    from core.lab.work_sharing import play_jobs

    failed: list[Row] = []
    jobs = [Job(each.header, 0, str(each.path), goes_on=True, grants=grants) for each in made]
    play_jobs(jobs, workers, lambda row: failed.append(row) if row.error else None)
    for row in failed[:3]:
        say(f"{row.recording} failed: {row.error}")
    return bool(failed)
