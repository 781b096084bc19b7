"""A player that follows the conventions of human players on hanab.live.

The chop is the oldest card without a clue. A clue is about its focus: the chop if it is touched, else the newest card
that is touched for the first time. The focus is playable, now or after cards that players already know to play; or, if
it was the chop, it is saved: a 5 or a 2 by rank, the last copy of a card by either kind of clue. If the focus waits for
a card whose holder does not know it, the clue asks the holder to play that card: by a prompt (a clued card that can be
it), else by a finesse (the newest unclued card). In a bluff, the next player plays its newest card in answer, but that
is a different card that fits.

In the last turns, moves are compared by playouts of sampled deals that are consistent with the player's beliefs.
"""
