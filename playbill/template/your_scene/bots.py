"""A bot that estimates how likely a claim is."""

import playbill as pb

from your_scene.events import HIGHEST, Doubt, Raise, Seen


class Careful(pb.Agent):
    """Assumes that every other player holds an average number.

    Raises by 1 while the claim is below the expected sum, and otherwise doubts; sometimes it bluffs.
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
