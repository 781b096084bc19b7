"""A player that goes by what is likely."""

import playbill as pb
from tests.foreign.liars_dice.events import Bid, Challenge, Seen


class Careful(pb.Agent):
    """Challenges what would take more luck than one die in four, else bids the least; now and then it bluffs."""

    def act(self, turn: pb.Turn) -> pb.Action:
        seen: Seen = turn.observation
        own = seen.hands[seen.name]
        others = sum(seen.left.values()) - len(own)
        if seen.bid and seen.bid.count - own.count(seen.bid.face) > others / 4:
            return Challenge()
        bids = [action for action in turn.legal if isinstance(action, Bid)][:6]
        if turn.chance("bluff").random() < 0.1:
            return turn.chance("which").choice(bids)
        return max(bids, key=lambda bid: own.count(bid.face) - bid.count)
