"""Commands that simulate recorded runs again, continue them, or branch from them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from core.errors import UserError
from core.user_config import own_models, read_config
from tui.cli.arguments import Allow, Cast, Config, File, Files, Linear, MaxTurns, Option, Record, Seed, Workers
from tui.cli.game_options import GameOptions, parse_pairs
from tui.cli.run import play_headless
from tui.cli.terminal import has_terminal, print_row, say, show_stage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.engine.config import SceneConfig
    from core.engine.events import Event
    from core.recording.file import Recording
    from core.recording.header import Header
    from core.trust.grants import Grants


def verify(files: Files, allow: Allow = None) -> None:
    """Simulate recordings again and compare every event."""
    import asyncio

    from core.recording.checked_reader import read_run
    from core.recording.verification import Mismatch
    from core.recording.verification import verify as check
    from core.trust.grants import Grants

    bad, grants = 0, Grants.of(allow or ())
    for file in files:
        recording = read_run(file)
        if recording.header.partial:
            bad += not _check_partial(file, recording)
            continue
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


def _check_partial(file: Path, recording: "Recording") -> bool:
    """Check a partial recording by its digest, since it cannot be simulated. Returns True if it is unchanged."""
    from core.recording.verification import digest

    assert recording.header.partial
    owner = recording.header.partial.seat or "a spectator"
    about = f"only what {owner} could know; it cannot be simulated"
    if recording.ended is None:
        print_row(f"{file}: {len(recording.events)} events, not finished, {about}")
        return True
    whole = digest(recording.header, recording.events[:-1]) == recording.ended.digest
    print_row(f"{file}: {len(recording.events)} events {'as the host sent them' if whole else 'CHANGED'}, {about}")
    return whole


def resume(
    file: File,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "-o", "--option", metavar="LIMIT=VALUE", help="Change a limit, such as max_calls=400; repeatable."
        ),
    ] = None,
    max_turns: MaxTurns = None,
    config: Config = None,
    allow: Allow = None,
    linear: Linear = False,
) -> None:
    """Continue a run that was stopped or killed."""
    from msgspec.structs import replace

    from core.engine.casting import PARTIAL, configure
    from core.engine.config import LIMITS
    from core.engine.registry import find_scene
    from core.recording.checked_reader import read_run
    from core.trust.grants import Grants

    recording = read_run(file)
    if recording.header.is_partial:
        raise UserError(f"{file}: {PARTIAL}.")
    if not recording.resumable:
        assert recording.ended is not None
        raise UserError(f"{file} is over ({recording.ended.reason}); watch it: playbill watch {file}")
    header = recording.header
    raised: dict[str, Any] = parse_pairs(option or (), "-o", "KEY=VALUE", empty=True) | (
        {} if max_turns is None else {"max_turns": max_turns}
    )
    if other := next((key for key in raised if key not in LIMITS), None):
        more = f"to change it from a point on: playbill branch {file} --at N -o {other}={raised[other]}"
        raise UserError(f"resume can only change limits ({', '.join(LIMITS)}), not {other}; {more}")
    kind = find_scene(header.scene)
    limits = configure(kind, {**header.config, **raised})
    _check_limits(recording, configure(kind, header.config), limits)
    if raised:
        header = replace(header, config=limits.model_dump(mode="json"))
    models = read_config(config).get("models", {}) if config else {}
    grants = Grants.of(allow or (), {**own_models(), **models}).with_known_header(recording.header)
    _continue_run(grants.describe(header), recording, grants, linear=linear)


def _check_limits(recording: "Recording", before: "SceneConfig", now: "SceneConfig") -> None:
    """Raise UserError if a run cannot continue under its new limits."""
    from core.engine.config import LIMITS

    limit_reached = recording.ended.reason if recording.ended and recording.ended.reason in LIMITS else ""
    limit = limit_reached or "max_turns"
    played = recording.past[-1].turn if recording.past else 0
    need = getattr(before, limit) if limit_reached else played
    have = getattr(now, limit)
    if not (have > need if limit_reached else have >= need) and (have or limit == "max_turns"):
        more = f"playbill resume {recording.path} -o {limit}={need * 2:g}"
        used = f"has played {played} turns" if limit == "max_turns" else f"has reached its limit, {limit} = {need:g}"
        raise UserError(f"{recording.path} {used}; {have:g} is not more than that. Raise it: {more}")


def diff(
    one: Annotated[Path, typer.Argument(metavar="FILE", help="A recording.")],
    other: Annotated[Path, typer.Argument(metavar="FILE", help="Another recording.")],
) -> None:
    """Show where two recordings differ; exit code 1 if they do."""
    from core.recording.checked_reader import read_run
    from core.recording.verification import diff as compare
    from tui.cli.wording import describe_result

    first, second = read_run(one), read_run(other)
    found = compare(first, second)
    for key, (a, b) in found.header.items():
        print_row(f"{key}: {a} | {b}")
    if found.first == (None, None):
        print_row(f"the same {found.same} events")
    else:
        print_row(f"the same {found.same} events, then:")
        for path, event in zip((one, other), found.first, strict=True):
            print_row(f"  {path.name}: {_event(event)}")
    for recording in (first, second):
        if recording.ended is not None:
            print_row(f"{recording.path.name}: {describe_result(recording.ended)}")
    if found.header or found.first != (None, None):
        raise SystemExit(1)


def _event(event: "Event | None") -> str:
    if event is None:
        return "no more events"
    from tui.cli.wording import event_text

    return f"{event.n} t{event.turn} {event.agent} {event_text(event)}"


def _continue_run(
    header: "Header",
    recording: "Recording",
    grants: "Grants",
    interventions: "Sequence[str]" = (),
    *,
    linear: bool = False,
) -> None:
    """Continue a recorded run in its file, on the screen or headless. With remote players, host it again."""
    if "remote" in header.cast.values() and not interventions:
        from core.remote.host import Host
        from core.remote.host_settings import HostSettings
        from tui.cli.remote import host_game

        table = Host(header, HostSettings.of(recording.path))
        table.resumes = True
        host_game(table, None, recording, grants, headless=not header.people)
        return
    if linear or has_terminal():
        from tui.state.opening import live_stage

        show_stage(lambda _: live_stage(header, None, recording, grants, interventions), linear=linear)
    elif people := header.people:
        seats = f"playbill branch … -c {people[0]}=rules"
        raise UserError(f"{recording.path} has a human at the table: resume it in a terminal, or seat a bot ({seats}).")
    else:
        play_headless(header, None, recording, grants=grants, interventions=interventions)


def branch(
    file: File,
    at: Annotated[
        str, typer.Option(metavar="N", help="Branch after this event, or at t12, the start of turn 12.")
    ] = "",
    option: Option = None,
    cast: Cast = None,
    seed: Seed = None,
    max_turns: MaxTurns = None,
    config: Config = None,
    record: Record = None,
    allow: Allow = None,
    intervene: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHAT", help="Intervention to begin with, such as 'broadcast The bridge is closed'; repeatable."
        ),
    ] = None,
    reply: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Replace the next reply of a model by this text.")
    ] = None,
    ask: Annotated[
        str, typer.Option(metavar="MODEL", help="Replace that reply by one from another model, as in llm:MODEL.")
    ] = "",
    withhold: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Withhold the message of event N; its author does not notice."),
    ] = None,
    forget: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Remove the note, thought or plan of event N.")
    ] = None,
    set_: Annotated[
        str, typer.Option("--set", metavar="WHAT=VALUE", help="Change a color or card: h3=red, 'Ann a=R3', …")
    ] = "",
    model: Annotated[str, typer.Option(metavar="MODEL", help="Take all later replies from this model.")] = "",
    number: Annotated[int, typer.Option("-n", min=1, help="Number of branches, with consecutive seeds.")] = 1,
    control: Annotated[
        bool,
        typer.Option(help="With -n, also play as many branches without the change, for comparison."),
    ] = True,
    workers: Workers = 1,
) -> None:
    """Leave a recorded run at a moment, and play on with another cast, seed or options.

    Or change one reply, message, note, plan, card or color and keep the rest: as long as prompts stay the same,
    recorded replies are used; the first prompt that differs is sent to the model.
    """
    from core.recording.checked_reader import read_run
    from core.trust.grants import Grants
    from tui.cli.branching import Change, find_branch_point, record_branches

    recording = read_run(file)
    settings = GameOptions("", option, cast, seed, max_turns, config).merged()
    change = Change(reply, ask, withhold or 0, forget or 0, set_, model)
    if number > 1:
        _check_many(intervene, {**({} if "*" in settings.cast else recording.header.cast), **settings.cast})
    grants = Grants.of(allow or (), settings.models).with_known_header(recording.header)
    plan = find_branch_point(recording, at, settings, change, grants)
    grants = grants.with_policies(plan.changes.cast.values())
    folder = record or Path(f"{file.name.partition('.jsonl')[0]}-branches")
    beside = folder.with_name(f"{folder.name}-control") if number > 1 and control and plan.control else None
    paths = [record] if number == 1 else _branch_paths(folder, number)
    controls = _branch_paths(beside, number) if beside else []
    branches = record_branches(recording, plan, paths, grants, intervene or ())
    first = branches[0]
    say(f"branched after event {first.events[-1].n} of {file}")
    if number == 1:
        _continue_run(first.header, first, grants, intervene or ())
        return
    if beside and plan.control:
        branches += record_branches(recording, plan.control, controls, grants)
    failed = _play_all(branches, workers, grants)
    controlled = f", as many without the change in {beside}; its effect" if beside else "; beside their parent"
    say(f"{number} branches are in {folder}{controlled}: playbill compare {beside or file} {folder}")
    if failed:
        raise SystemExit(1)


def _check_many(interventions: "Sequence[str] | None", cast: dict[str, str]) -> None:
    """Raise UserError for options that cannot be used with several branches."""
    if interventions:
        raise UserError("--intervene takes one branch at a time: leave out -n.")
    if "human" in cast.values():
        raise UserError("Many branches are played without a human: choose a policy for that seat with -c.")


def _branch_paths(folder: Path, number: int) -> list[Path]:
    if folder.exists():
        raise UserError(f"{folder} exists already; name another folder with --record.")
    return [folder / f"{i:0{len(str(number))}}.jsonl" for i in range(1, number + 1)]


def _play_all(branches: "Sequence[Recording]", workers: int, grants: "Grants") -> bool:
    """Play branches to their ends. Returns True if one failed."""
    from core.lab.playing import Job
    from core.lab.rows import Row
    from core.lab.work_sharing import play_jobs

    failed: list[Row] = []
    jobs = [Job(each.header, 0, str(each.path), continues=True, grants=grants) for each in branches]
    play_jobs(jobs, workers, lambda row: failed.append(row) if row.error else None, tell=say)
    for row in failed[:3]:
        say(f"{row.recording} failed: {row.error}")
    return bool(failed)
