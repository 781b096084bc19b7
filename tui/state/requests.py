"""Requests of a stage to its screen, such as showing other screens, saving files, copying."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from core.trust.grants import Grants
from tui.pick_list import Pick
from tui.view import View


class ShowPage(NamedTuple):
    """Show a page of text with keys."""

    title: str
    paragraphs: Sequence[str]
    keys: Sequence[tuple[str, str]] = ()
    places: Sequence[str] = ()
    """Places of the key table whose keys are listed below the text."""


class PickFrom(NamedTuple):
    """Show a list, and call the function of the picked row."""

    title: str
    picks: Sequence[Pick]


class SetUpBranch(NamedTuple):
    """Ask what a branch should change. `done` is called with the branch's stage, or None."""

    view: View
    grants: Grants
    done: Callable[[Any], None]


class DrawCurtain(NamedTuple):
    """Hide the stage until the next person confirms to be at the keyboard."""

    name: str
    done: Callable[[], None]


class OpenStage(NamedTuple):
    """Show another stage over this one. `left` is called with the stage that was left last."""

    stage: Any
    left: Callable[[Any], None]


class SaveFrame(NamedTuple):
    """Save the screen as a file."""

    what: Literal["svg", "text"]


class Copy(NamedTuple):
    """Copy a text to the clipboard."""

    text: str


class ToTop(NamedTuple):
    """Scroll a part of the stage to its top."""

    part: str


class Close(NamedTuple):
    """Close the stage. `then` is a stage to show in its place, or None."""

    then: Any


class Crash(NamedTuple):
    """Raise the error of a background task."""

    error: BaseException


Request = ShowPage | PickFrom | SetUpBranch | DrawCurtain | OpenStage | SaveFrame | Copy | ToTop | Close | Crash
