"""The person's selection at the coloring stage: an offer, another color of a node, and greedy beside exact search.

Keys and clicks change it, and may return a command.
"""

from collections.abc import Sequence

from scenes.coloring.negotiation.offers import Offer
from scenes.coloring.negotiation.what_if import WhatIf, what_if
from scenes.coloring.problem.graph import Coloring
from scenes.coloring.rules.observation import Observation
from tui.panes.coloring import offers as offers_
from tui.panes.coloring import seat, whatif
from tui.panes.kit import Click


class Considered:
    """Is told with each key and click what tab has the keys, what node is selected, and whether the person may act."""

    def __init__(self) -> None:
        self.compares = False
        """True while greedy's colors stand beside those of exact search, at the decision at the playhead."""
        self._offer = 0
        self._of, self._color = "", ""
        """The node and the color that are thought about."""
        self._asked: tuple[Observation, WhatIf] | None = None

    def offer(self, offers: Sequence[Offer]) -> int:
        """Give the number of the chosen offer: that which was chosen, or the first that can be answered."""
        numbers = [offer.number for offer in offers_.newest_first(offers)]
        return self._offer if self._offer in numbers else next(iter(numbers), 0)

    def asked(self, seen: Observation, node: str) -> WhatIf:
        """Work out what the chosen color of a node would do; once for an observation."""
        if self._of != node or self._color not in seen.problem.colors:
            self._of, self._color = node, whatif.first_color(seen, node)
        at = self._asked
        if at is None or at[0] is not seen or (at[1].node, at[1].color) != (node, self._color):
            self._asked = at = (seen, what_if(seen, node, self._color))
        return at[1]

    def ghosts(self, seen: Observation, tab: str, node: str) -> Coloring:
        """Colors that stand beside those of the board: those of the chosen offer, or what if and the best answer."""
        if tab == offers_.OFFERS:
            offer = next((each for each in seen.offers if each.number == self.offer(seen.offers)), None)
            return {**offer.give, **offer.want} if offer else {}
        if tab == whatif.WHAT_IF and node:
            asked = self.asked(seen, node)
            return {**(asked.answer.colors if asked.answer else {}), node: asked.color}
        return {}

    def press(self, key: str, seen: Observation, tab: str, node: str, acting: bool) -> str | None:
        """Give the command that a key asks for, "" if it changed what is thought about, None if it is for neither."""
        if key == "d":
            self.compares = not self.compares
            return ""
        if tab == whatif.WHAT_IF and node:
            if key == "enter":
                return whatif.command_of(seen, self.asked(seen, node)) if acting else None
            return self._think(node, seat.color_of(key, seen.problem) or "")
        if tab == offers_.OFFERS and acting:
            told = offers_.command(seen.offers, seen.name, self.offer(seen.offers), key)
            if told:
                return told
        return self._next(seen.offers) if key == "o" else None

    def click(self, click: Click, seen: Observation, tab: str, node: str, acting: bool) -> str | None:
        """Give the command that a click in the dock asks for, as `press` does."""
        if tab == whatif.WHAT_IF and node:
            if click.y == whatif.OFFERS:
                return self.press("enter", seen, tab, node, acting)
            return self._think(node, whatif.color_at(seen, node, click.x) if click.y == whatif.PICKS else "")
        rows = offers_.newest_first(seen.offers) if tab == offers_.OFFERS else []
        if click.y >= len(rows):
            return None
        self._offer = rows[click.y].number
        return ""

    def _think(self, node: str, color: str) -> str | None:
        if not color:
            return None
        self._of, self._color = node, color
        return ""

    def _next(self, offers: Sequence[Offer]) -> str | None:
        numbers = [offer.number for offer in offers_.newest_first(offers)]
        if not numbers:
            return None
        self._offer = numbers[(numbers.index(self.offer(offers)) + 1) % len(numbers)]
        return ""
