"""Whose eyes a stage looks with: one after the other where they are few, else from a list."""

from functools import partial
from typing import TYPE_CHECKING

from tui.panes.kit import seated
from tui.screens.picker import Pick, Picker, do

if TYPE_CHECKING:
    from tui.screens.stage.screen import StageScreen

FEW = 6
"""Pairs of eyes up to which one goes through them one by one."""


def may_choose(stage: "StageScreen") -> bool:
    """Whether looking with other eyes tells nobody who plays what they should not know."""
    return stage.live is None or not stage.view.seat or stage.view.ended is not None


def names_of(stage: "StageScreen") -> list[str]:
    """All eyes, the person's, and those of everybody else."""
    cast = stage.view.header.cast
    own = [name for name, policy in cast.items() if policy == "human"]
    return ["", *own, *(name for name in cast if name not in own)]


def change_eyes(stage: "StageScreen") -> None:
    """Whoever plays is asked first, at now and in the past, and opening eyes is in the record."""
    if may_choose(stage):
        if len(stage.view.header.cast) > FEW:
            choose_eyes(stage)
        else:
            stage.view.next_eyes()
    elif stage.live is not None and stage.live.replayed:
        stage.tell("guessing goes by these eyes; {back} leaves it", "dim")
    elif stage.opening:
        pass  # it is asked for already
    elif stage.view.eyes == stage.view.seat:
        stage.asking = "eyes"
        stage.tell("open all eyes? It will stand in the recording. y yes, any other key no", "accent")
    else:
        stage.view.eyes = stage.view.seat


def choose_eyes(stage: "StageScreen") -> None:
    """List them all; what is typed finds a name, or a policy."""
    cast, eyes = stage.view.header.cast, stage.view.eyes
    picks = [
        Pick(name or "all eyes", seated(cast[name], 40) if name else "", partial(pick_eyes, stage, name))
        for name in names_of(stage)
    ]
    stage.app.push_screen(Picker(f"whose eyes? Now: {eyes or 'all'}", picks), do)


def pick_eyes(stage: "StageScreen", name: str) -> None:
    stage.view.eyes = name
    stage.repaint()
