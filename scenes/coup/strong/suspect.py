"""An opponent's possible hands and kind of player, by its public actions.

There is a weight for each kind of player with each hand: how likely it would have done all that it did. How likely a
hand is dealt in the first place is no part of it, see `deals`.
"""

from scenes.coup.strong import tempers
from scenes.coup.strong.tempers import HANDS, INDEX, KINDS, SUSPICIONS, Likelihood

TINY = 1e-100
"""Least weight of a possible hand, so that long games keep it possible."""


class Suspect:
    """One opponent."""

    def __init__(self) -> None:
        self.size = 2
        self.weights = [[1.0] * len(HANDS[2]) for _ in KINDS]
        """Weights by kind and hand."""
        self.doubts = [1.0] * len(SUSPICIONS)
        """Likelihood of the observed challenges, by suspicion."""
        self.wild = 1.0
        """The same for one that plays at random."""

    def saw(self, likelihood: Likelihood) -> None:
        scale = 1 / max(map(max, self.weights))
        self.weights = [
            [max(TINY, weight * like * scale) if weight else 0.0 for weight, like in zip(row, likes, strict=True)]
            for row, likes in zip(self.weights, likelihood, strict=True)
        ]

    def doubted(self, did: bool, lie: float) -> None:
        """Learn that it challenged, or did not, a claim that was false with this public probability."""
        odds = [max(0.02, min(0.98, suspicion * lie)) for _, suspicion in SUSPICIONS]
        scale = 1 / max(self.doubts)
        self.doubts = [doubt * (p if did else 1 - p) * scale for doubt, p in zip(self.doubts, odds, strict=True)]
        self.wild *= 0.5 * scale

    def lacks(self, card: int) -> None:
        hands = HANDS[self.size]
        self.weights = [
            [0.0 if card in hand else weight for weight, hand in zip(row, hands, strict=True)] for row in self.weights
        ]

    def proved(self, card: int) -> None:
        """Learn that it showed the card and drew an unknown one."""
        if self.size == 1:
            self.weights = [[row[card]] * 5 for row in self.weights]
            return
        with_card = [INDEX[tuple(sorted((card, other)))] for other in range(5)]
        self.weights = [[row[with_card[a]] + row[with_card[b]] for a, b in HANDS[2]] for row in self.weights]

    def lost(self, card: int) -> None:
        self.size -= 1
        if not self.size:
            return
        left = [INDEX[tuple(sorted((card, other)))] for other in range(5)]
        self.weights = [
            [row[left[other]] * likes[other] for other in range(5)]
            for row, likes in zip(self.weights, tempers.gave_up(card), strict=True)
        ]

    def exchanged(self) -> None:
        table = tempers.exchanged(self.size)
        self.weights = [
            [sum([weight * before[j] for weight, before in zip(row, table, strict=True)]) for j in range(len(table))]
            for row in self.weights
        ]

    @property
    def suspicion(self) -> float:
        """Expected suspicion."""
        weights = [share * doubt for (share, _), doubt in zip(SUSPICIONS, self.doubts, strict=True)]
        return sum([weight * each for weight, (_, each) in zip(weights, SUSPICIONS, strict=True)]) / sum(weights)

    @property
    def kinds(self) -> list[float]:
        """Weights of kinds, hands aside."""
        calm = sum([share * doubt for (share, _), doubt in zip(SUSPICIONS, self.doubts, strict=True)])
        return [kind.share * (self.wild if kind.random else calm) for kind in KINDS]

    @property
    def hands(self) -> list[float]:
        """Weights of hands, whatever kind it is; the likeliest is 1."""
        kinds = self.kinds
        sums = [sum([a * b for a, b in zip(kinds, column, strict=True)]) for column in zip(*self.weights, strict=True)]
        most = max(sums)
        return [each / most for each in sums]
