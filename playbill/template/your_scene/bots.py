"""A player that goes by what is likely."""

import playbill as pb

from your_scene.events import HIGHEST, Doubt, Raise, Seen


class Careful(pb.Agent):
    """Takes all others to hold a middling number.

    Raises the least, as long as the claim stays below what it expects; now and then it bluffs.
    """

    what = "claims likely values"

    def act(self, turn: pb.Turn) -> pb.Action:
        seen: Seen = turn.observation
        expected = seen.numbers[seen.name] + (seen.players - 1) * (1 + HIGHEST) / 2
        raises = [action for action in turn.legal if isinstance(action, Raise)]
        if raises and turn.chance("bluff").random() < 0.1:
            turn.think("I bluff")
            return turn.chance("which").choice(raises)
        if raises and (seen.claim < expected or not seen.claim):
            return raises[0]
        turn.think(f"I expect {expected:g} in all")
        return Doubt()
