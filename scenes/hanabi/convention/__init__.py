"""A player that keeps to the conventions people use, in the tradition of hanab.live.

The chop is the oldest card without a clue. A clue is about its focus: the chop if it is touched, else the newest card
that is touched for the first time. The focus is playable, now or after cards that are known to be played, or if it was
the chop, saved: a 5 or a 2 by rank, the last copy of a card by either. If it waits for a card that nobody knows of,
somebody is asked for that: by a prompt (a clued card that can be it), else by a finesse (the newest unclued card). By a
bluff who is next plays its newest for it, and it is another that fits.

The last turns are played out, in deals that agree with what is known.
"""
