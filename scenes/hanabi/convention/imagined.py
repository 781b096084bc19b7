"""The table as it would be after a card was played, to see what others would then believe."""

from scenes.hanabi.convention.table import Table
from scenes.hanabi.observation import Move


class Imagined(Table):
    """A table with one move more, which leaves the one that it was made of as it is."""

    def __init__(self, table: Table, order: int) -> None:
        """Play an own card that is taken for playable: of what it can be, what is likeliest."""
        self.__dict__.update(table.__dict__)
        self.hands = [hand.copy() for hand in table.hands]
        self.stacks, self.left = table.stacks.copy(), table.left.copy()
        self.card, self.infer, self.blind = table.card.copy(), table.infer.copy(), table.blind.copy()
        self.why, self._faces = table.why.copy(), {}
        self._hopes, self._taken = {}, {}
        fits = table.bel[order] & table.next
        card = max((card for card in range(table.variant.count) if fits >> card & 1), key=lambda n: table.unseen[n])
        self._gone(Move(0, table.me, "play", order, card, True))
        self.refresh()
