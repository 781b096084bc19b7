"""The settings: a list in which each row shows a value and changes it, and the test of a model."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from core.errors import UserError
from core.trust.visitor import refuse_visitor
from core.user_config import own_models, own_path
from themes.palettes import PALETTES
from tui.keys import MAPS
from tui.pick_list import Pick, do
from tui.preferences import load_choices, motion_is_on, save_choices
from tui.screens.model_test import ModelTest
from tui.screens.opening import Lister
from tui.screens.picker import Picker

if TYPE_CHECKING:
    from tui.app import Playbill

T = TypeVar("T")
SPEEDS = (0.5, 1.0, 2.0, 4.0)
"""Speeds of bots to choose from."""


def list_settings(screen: Lister) -> None:
    """List all settings. Choosing one changes it, and shows the list again."""
    try:
        refuse_visitor()
        screen.app.push_screen(Picker("settings: Enter changes one", list(_picks(screen))), do)
    except UserError as error:
        screen.tell(str(error), "bad")


def _picks(screen: Lister) -> Iterator[Pick]:
    app: Playbill = screen.app  # type: ignore[assignment]
    choices, motion = load_choices(), motion_is_on()

    def pick(label: str, about: str, changes: Mapping[str, object]) -> Pick:
        return Pick(label, about, partial(_change, screen, changes))

    yield pick(f"Theme: {app.theme}", "colors of all screens", {"theme": _next(PALETTES, app.theme)})
    yield pick(f"Speed of bots: {choices.pace:g}", "2 is twice as fast", {"pace": _next(SPEEDS, choices.pace)})
    yield pick(f"Motion: {_on(motion)}", "spinners, and a cursor that blinks", {"motion": not motion})
    free = {"spoiler_free": not choices.spoiler_free}
    yield pick(f"Spoiler-free: {_on(choices.spoiler_free)}", "replays hide what comes later", free)
    about = f"from the next start; for single keys see {own_path()}"
    yield pick(f"Keys: {choices.keymap or 'usual'}", about, {"keymap": _next(("", *MAPS), choices.keymap)})
    own = f"test one, and add it to your config; yours: {', '.join(own_models()) or 'none'}"
    yield Pick("Models", own, partial(app.push_screen, ModelTest(), lambda _: list_settings(screen)))


def _change(screen: Lister, changes: Mapping[str, object]) -> None:
    """Store a setting, and apply it."""
    app: Playbill = screen.app  # type: ignore[assignment]
    try:
        choices = save_choices(**changes)
    except UserError as error:
        screen.tell(str(error), "bad")
        return
    app.follow(choices)
    list_settings(screen)


def _on(value: bool) -> str:
    return "on" if value else "off"


def _next(values: Iterable[T], value: T) -> T:
    ring = list(values)
    return ring[(ring.index(value) + 1) % len(ring)] if value in ring else ring[0]
