"""Screens that lie over another one."""

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen

from tui.screens.key_screen import KeyScreen

T = TypeVar("T")


class Overlay(ModalScreen[T], KeyScreen[T]):
    """Lies over another screen until it is put away."""

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Go, once: told again before it is gone, or when the app is left, it would put away what lies below it."""
        return super().dismiss(result) if self.is_current else AwaitComplete()
