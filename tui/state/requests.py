"""Requests of a stage to its screen: other screens, files, the clipboard."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from core.trust.grants import Grants
from tui.pick_list import Pick
from tui.view import View


class ShowPage(NamedTuple):
    """Show a page of text, with keys above it and below it."""

    title: str
    paragraphs: Sequence[str]
    keys: Sequence[tuple[str, str]] = ()
    places: Sequence[str] = ()
    """Places of the table of keys that stand below the text."""


class PickFrom(NamedTuple):
    """Show a list, and do what is picked."""

    title: str
    picks: Sequence[Pick]


class SetUpBranch(NamedTuple):
    """Ask what changes in a branch; `done` gets the branch's stage, or None."""

    view: View
    grants: Grants
    done: Callable[[Any], None]


class DrawCurtain(NamedTuple):
    """Hide the stage until the next person is there."""

    name: str
    done: Callable[[], None]


class OpenStage(NamedTuple):
    """Show another stage over this one; `left` gets the stage that was left last."""

    stage: Any
    left: Callable[[Any], None]


class SaveFrame(NamedTuple):
    """Write the screen to a file."""

    what: Literal["svg", "text"]


class Copy(NamedTuple):
    """Put a text on the clipboard."""

    text: str


class ToTop(NamedTuple):
    """Scroll a part of the stage to its top."""

    part: str


class Close(NamedTuple):
    """Put the stage away; another one may take its place."""

    then: Any


class Crash(NamedTuple):
    """Raise the error of a task."""

    error: BaseException


Request = ShowPage | PickFrom | SetUpBranch | DrawCurtain | OpenStage | SaveFrame | Copy | ToTop | Close | Crash
