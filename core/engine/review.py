"""Looking back at a run: what a move was worth, beside the best one."""

from typing import NamedTuple


class Verdict(NamedTuple):
    """Says what would have been best where somebody moved, and what the move cost beside that.

    >>> Verdict("play a", 2.0, "points").words
    '−2 points'
    """

    best: str
    """The best move, as a command."""
    loss: float
    """How much worse the one that was made is; 0 where nobody can tell a difference."""
    unit: str
    """What `loss` counts: "points"; of a share, what of: "of games"."""

    @property
    def words(self) -> str:
        """Write what the move cost."""
        share = self.unit.startswith("of ")
        return f"−{f'{self.loss:.0%}' if share else f'{self.loss:g}'} {self.unit}"
