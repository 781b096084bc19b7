"""Runs that a stage leads on to: a branch at the playhead, the same game again, another seat."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import work

from core.engine.casting import check_seats, resolve
from core.errors import UserError
from core.trust.grants import Grants
from core.trust.wishes import header_wishes
from core.user_config import own_models
from tui.cli.branching import branched
from tui.cli.wishes import Filled, fresh_path
from tui.screens.branch import BranchScreen
from tui.view import View

if TYPE_CHECKING:
    from tui.guessing import Guessing
    from tui.screens.stage.screen import StageScreen


def grants_of(stage: "StageScreen") -> Grants:
    """What the run on the stage may do again: all, if it is played here; of a recording, what the user has started
    before, and the user's own settings of models."""
    header, grants = stage.view.header, Grants.of(own=own_models())
    return replace(grants, wishes=frozenset(header_wishes(header))) if _plays(stage) else grants.knowing(header)


def _plays(stage: "StageScreen") -> bool:
    """Whether a run is played here, and not somebody's recording."""
    return stage.live is not None and not stage.live.replayed


def branch(stage: "StageScreen") -> None:
    """Ask what changes at the playhead, and play on from there over this stage, whose own run waits meanwhile."""
    stage.playing = False
    waits = stage.live is not None and stage.view.ended is None and not stage.paused
    if stage.live is not None and waits:
        stage.live.control.pause()
    screen = BranchScreen(stage.view, grants_of(stage))
    stage.app.push_screen(screen, partial(_open, stage, waits))


def play_on(stage: "StageScreen", n: int, seat: str) -> None:
    """Play on from after an event, in a seat: a branch, with nothing else changed."""
    _play_on(stage, n, seat)


@work(group="branch", exclusive=True)
async def _play_on(stage: "StageScreen", n: int, seat: str) -> None:
    from tui.stages import live_stage

    try:
        grants = grants_of(stage)
        filled = Filled({}, {seat: "human"}, None, {name: dict(table) for name, table in grants.own.items()})
        made = await asyncio.to_thread(branched, stage.view, n, filled, grants=grants)
        _open(stage, False, live_stage(made.header, None, made, grants))
    except UserError as error:
        stage.tell(str(error), "bad")


def _open(stage: "StageScreen", waits: bool, then: "StageScreen | None") -> None:
    from tui.stages import put_up

    if then is None:
        _go_on(stage, waits)
        return
    if (
        stage.live is not None and _plays(stage) and stage.view.seat and stage.view.ended is None
    ):  # whoever plays may see the future now
        stage.live.control.intervene(f"branched at event {stage.view.n}", stage.view.seat)
    put_up(stage.app, then, partial(_come_back, stage, waits))


def _come_back(stage: "StageScreen", waits: bool, left: "StageScreen") -> None:
    path = left.view.path
    stage.tell(f"back where you branched; the branch is recorded: {path.name if path else ''}", "accent")
    _go_on(stage, waits)


def _go_on(stage: "StageScreen", waits: bool) -> None:
    if stage.live is not None and waits:
        stage.live.control.resume()
    stage.repaint()


# -- after the end


def play_again(
    stage: "StageScreen", seed: int, cast: Mapping[str, str] | None = None, other: Mapping[str, Any] | None = None
) -> None:
    """The same options but for `other` ones, with another seed or cast, in place of this stage; recorded if this one
    is."""
    from tui.stages import live_stage

    was = stage.view.header
    try:
        grants, models = grants_of(stage), {**was.models, **own_models()}
        header = resolve(was.scene, {**was.config, **(other or {})}, cast or was.cast, seed, models=models)
        check_seats(header, grants)
        record = fresh_path(header) if stage.live is None or stage.live.path else None
        stage.leave(live_stage(header, record, grants=grants))
    except UserError as error:
        stage.tell(str(error), "bad")


def guess(stage: "StageScreen") -> None:
    """Have the person guess the moves of whoever's eyes look, from the playhead on, over this replay."""
    from tui.guessing import Guessing
    from tui.screens.stage.screen import StageScreen
    from tui.stages import put_up

    was, seat = stage.view, stage.view.eyes
    if stage.live is not None:
        stage.tell("guessing is for replays", "dim")
    elif was.expected:
        stage.tell("the rest is still read; {guess} guesses when all is there", "dim")
    elif not seat:
        stage.tell("guess whose moves? {eyes} chooses the eyes, then {guess}", "accent")
    else:
        view = View(was.header, seat)
        view.extend(was.events[: was.n])
        source = Guessing(was.header, was.events, was.scene_at(was.n).copy(), was.n, seat)
        stage.playing = False
        put_up(stage.app, StageScreen(view, source), partial(_stop_guessing, stage, source))


def _stop_guessing(stage: "StageScreen", source: "Guessing", left: "StageScreen") -> None:
    """Back in the replay, where the guessing came to."""
    stage.view.go(left.view.known)
    stage.tell(source.score() or "nothing was guessed", "accent")
    stage.repaint()


def usual_seat(stage: "StageScreen") -> str:
    """Whose game it is: the person's, else of whoever's eyes look, else the one that is a person's as a rule."""
    view = stage.view
    people = [name for name, policy in view.header.cast.items() if policy == "human"]
    return view.seat or (people[0] if people else view.eyes or type(view.head).human_seat(view.head.config))


def other_seat(stage: "StageScreen") -> str:
    """The seat after the person's, or the usual one if nobody had one; "" where several had."""
    cast, scene = stage.view.header.cast, stage.view.head
    names, people = list(cast), [name for name, policy in cast.items() if policy == "human"]
    if len(people) > 1 or len(names) < 2:
        return ""
    return names[(names.index(people[0]) + 1) % len(names)] if people else type(scene).human_seat(scene.config)


def watch_again(stage: "StageScreen") -> None:
    """From the start, as a replay."""
    stage.view.go(0)
    stage.playing = True
