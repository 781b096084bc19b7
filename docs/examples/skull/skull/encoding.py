"""Skull as numbers, for learners."""

from typing import Any, get_args

import playbill as pb
from skull.events import Begin, Bid, Discard, Flip, Pass, Phase, Place, Seen

PHASES = get_args(Phase)


class SkullEncoding(pb.Encoding):
    """Writes the phase, the bid and the own discs, and then for each player, from the own seat on, what all can see."""

    actions = (Place, Bid, Pass, Flip, Discard, Begin)

    def __init__(self, config: Any, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.size = len(PHASES) + 5 + 8 * len(names)

    def encode(self, seen: Seen) -> bytes:
        (name,) = seen.own
        own, pile = seen.own[name], seen.piles[name]
        numbers = [int(seen.phase == phase) for phase in PHASES]
        numbers += [seen.bid, *(discs.count(kind) for discs in (own, pile) for kind in ("flower", "skull"))]
        for other in self.ahead(name):
            flipped = [disc for owner, disc in seen.flipped if owner == other]
            numbers += [seen.points[other], seen.left[other], seen.mats[other]]
            numbers += [flipped.count("flower"), flipped.count("skull")]
            numbers += [int(other == seen.to_move), int(other == seen.bidder), int(other in seen.passed)]
        return bytes(numbers)
