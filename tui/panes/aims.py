"""The line of an aim, which all scenes with aims show above or below the board."""

from collections.abc import Sequence
from typing import NamedTuple

from core.text import capitalized
from tui.styles import Line, fit, spread, width_of


class AimLine(NamedTuple):
    """An aim in words."""

    text: str
    progress: str
    met: bool | None
    """None while the aim is open."""
    result: str
    """Sentence that replaces text and progress once the aim is decided."""
    until: Sequence[str] = ("aim",)
    """When it is decided, in wordings of which the first that fits is shown."""

    def draw(self, width: int) -> Line:
        """Draw the aim with its progress at the right, or its result."""
        if self.met is not None:
            mark = ("✓ ", "bold good") if self.met else ("✗ ", "bold bad")
            return fit(((" ", ""), mark, (capitalized(self.result), "hi")), width)
        right: Line = (("▸ ", "bold accent"), (f"{self.progress} ", "hi"))
        lefts: list[Line] = [((f" {capitalized(until)}: ", "mid"), (self.text, "bold hi")) for until in self.until]
        left = next((each for each in lefts if width_of(each) + width_of(right) < width), lefts[-1])
        return spread(left, right, width)

    @property
    def headline(self) -> str:
        """First line of the end of a game."""
        return f"You {'won' if self.met else 'lost'}: {self.result}"
