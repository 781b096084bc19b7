"""A player of Skull that needs no model."""

import playbill as pb
from skull.events import Bid, Flip, Place, Seen


class Careful(pb.Agent):
    """Hides its skull in two rounds of three and lets others flip, else bids one or two more than its own discs."""

    def act(self, turn: pb.Turn) -> pb.Action:
        seen: Seen = turn.observation
        pile = seen.piles[turn.name]
        first = turn.legal[0]
        if isinstance(first, Flip):
            return min(turn.legal, key=lambda flip: self.risk(seen, flip))
        if isinstance(first, Place) and len(pile) < 2:
            hides = turn.legal[1:2] == [Place("skull")] and turn.chance("hide").random() < 0.65
            turn.think("I hide the skull" if hides else "I place a flower")
            return Place("skull") if hides else first
        limit = len(pile) + turn.chance("dare").choice((1, 2)) if "skull" not in pile else 0
        bids = [action for action in turn.legal if isinstance(action, Bid) and action.count <= limit]
        turn.think(f"I can flip {limit} discs" if limit else "my skull is on the mat")
        return bids[-1] if bids else first

    def risk(self, seen: Seen, flip: pb.Action) -> tuple[bool, int]:
        """Rate a mat: a bid speaks for flowers, and so does a small pile."""
        assert isinstance(flip, Flip)
        return flip.player in seen.passed, seen.mats[flip.player]
