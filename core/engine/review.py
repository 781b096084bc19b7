"""Review of a run: the loss of an action compared with the best one."""

from typing import NamedTuple


class Verdict(NamedTuple):
    """The best action in a state, and the loss of the chosen one.

    >>> Verdict("play a", 2.0, "points").words
    '−2 points'
    """

    best: str
    """The best action, as text."""
    loss: float
    """Loss of the chosen action; 0 if no difference is known."""
    unit: str
    """Unit of `loss`: "points"; for a share its base: "of games"."""

    @property
    def words(self) -> str:
        """The loss in words."""
        share = self.unit.startswith("of ")
        return f"−{f'{self.loss:.0%}' if share else f'{self.loss:g}'} {self.unit}"
