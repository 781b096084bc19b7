"""Sentences of a person, H, that take something back, report somebody else's wish, thank or apologize.

Each is followed by its reading. All were written before the reader was changed for them: it was tuned on `TUNED` alone.
"""

FREE_A2, FREE_A4, FREE_B2 = (f"ask {node[0].upper()}: {node} is free again" for node in ("a2", "a4", "b2"))
FREE_A5, FREE_B4, FREE_B5 = (f"ask {node[0].upper()}: {node} is free again" for node in ("a5", "b4", "b5"))
NOTHING = "say to all"

TUNED = (
    ("scrap that, I no longer need a2 red", FREE_A2),
    ("I don't need b2 green any more", FREE_B2),
    ("forget what I said about a4", FREE_A4),
    ("cancel my request for b2 red", FREE_B2),
    ("you don't have to make a2 blue after all", FREE_A2),
    ("I take back what I asked about b4", FREE_B4),
    ("a5 red is no longer necessary", FREE_A5),
    ("my friend thinks a2 should be red, but I disagree", NOTHING),
    ("B said that a2 must be blue", NOTHING),
    ("somebody told me to ask you for b2 green, which I don't want", NOTHING),
    ("according to my sister b4 ought to be blue", NOTHING),
    ("people say a2 should be green; I don't", NOTHING),
    ("my boss wants b2 red, not me", NOTHING),
)
HELD_OUT = (
    ("no need for a2 red any longer", FREE_A2),
    ("actually, ignore my wish for b2 green", FREE_B2),
    ("please disregard a4 red", FREE_A4),
    ("I changed my mind about a2: it need not be red", FREE_A2),
    ("b5 does not have to be blue any more", FREE_B5),
    ("withdraw my request for a2", FREE_A2),
    ("I've no more need of b2 being red", FREE_B2),
    ("drop the idea of a4 blue", FREE_A4),
    ("my brother wants you to make a4 green, I don't", NOTHING),
    ("A thinks b2 should be blue, I don't agree", NOTHING),
    ("a colleague suggested b5 red, but ignore that", NOTHING),
    ("they say you should paint a2 blue, though I doubt it", NOTHING),
    ("my neighbor believes a5 should be red", NOTHING),
    ("everyone tells me b2 must be green, but that is wrong", NOTHING),
)
THANKS, APOLOGY = "You're welcome.", "No problem."
COURTESIES_TUNED = (
    ("thx", THANKS),
    ("thanks a lot, B!", THANKS),
    ("many thanks", THANKS),
    ("sorry", APOLOGY),
    ("my apologies", APOLOGY),
    ("oops, my bad", APOLOGY),
    ("sorry about that", APOLOGY),
)
COURTESIES_HELD_OUT = (
    ("cheers mate", THANKS),
    ("thank you for that", THANKS),
    ("that was kind, thanks", THANKS),
    ("tysm", THANKS),
    ("I'm sorry", APOLOGY),
    ("I apologize", APOLOGY),
)
