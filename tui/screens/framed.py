"""The base of screens between a header and a footer, with a message in between."""

from typing import TYPE_CHECKING, TypeVar

from textual.app import ComposeResult
from textual.events import Key, Resize

from tui.key_signs import footer
from tui.lines import Lines
from tui.screens.base import PlaybillScreen
from tui.sizes import size_notice
from tui.styles import Line, clip

if TYPE_CHECKING:
    from tui.app import Playbill

T = TypeVar("T")


class FramedScreen(PlaybillScreen[T]):
    """Draws header, message and footer around a body; if the terminal is too small, only a notice."""

    app: "Playbill"

    def __init__(self) -> None:
        super().__init__()
        self.message = ("", "")
        """Message above the footer until the next key: text and style."""

    def compose(self) -> ComposeResult:
        yield Lines(id="header", ground="shade")
        yield from self.body()
        yield from (Lines(id=name) for name in ("message", "footer", "notice"))

    def body(self) -> ComposeResult:
        """Compose the parts between header and message."""
        raise NotImplementedError

    def heading(self, width: int) -> Line:
        """Draw the header."""
        raise NotImplementedError

    def footer_keys(self) -> list[tuple[str, str]]:
        """List the keys of the footer with their labels."""
        raise NotImplementedError

    def draw(self, width: int) -> None:
        """Draw the body."""
        raise NotImplementedError

    def on_mount(self) -> None:
        self.watch(self.app, "theme", self.paint, init=False)

    def on_resize(self, event: Resize) -> None:
        self.set_class(not self.has_room, "small")
        self.call_after_refresh(self.paint)

    def paint(self) -> None:
        """Draw everything."""
        if not (self.is_mounted and self.is_attached and self.children):  # the app may have ended meanwhile
            return
        width, height = self.app.size
        if not self.has_room:
            self.lines("notice").show(size_notice(width, height))
            return
        self.draw(width)
        self.lines("header").show([self.heading(width)])
        text, style = self.message
        self.lines("message").show([((f" {clip(text, width - 2)}", style),)])
        self.lines("footer").show([footer(self.footer_keys(), width, relabel=self.relabel)])

    def tell(self, text: str, style: str) -> None:
        self.message = (text, style)
        self.paint()

    async def press(self, event: Key) -> None:
        """Act on a key, and draw what it has changed."""
        self.message = ("", "")
        await super().press(event)
        if self.is_current:
            self.paint()
