"""Metrics of coloring, with their ranges and descriptions."""

from math import inf

from core.engine.measures import Measure, share, yes_or_no

MEASURES = {
    "solvable": yes_or_no("a valid coloring exists, given the locked nodes"),
    "solved": yes_or_no("all nodes are colored and no edge has a conflict"),
    "consensus": yes_or_no("the game ended because all owners were satisfied"),
    "conflicts": Measure("edges with one color at both ends, at the end", "edges"),
    "uncolored": Measure("nodes without a color at the end", "nodes"),
    "score": Measure("points of the colors at the end; penalties are not subtracted", "points", -inf),
    "score *": Measure("points of one owner's colors, where points are private", "points", -inf),
    "gap": Measure("penalties and lost points above the proven optimum; missing without a proof", "points"),
    "messages": Measure("messages of all agents", "messages"),
    "words": Measure("words in all messages", "words"),
    "first_valid_turn": Measure("turn in which the coloring was first complete and valid", "turns"),
    "first_valid_messages": Measure("messages sent until the coloring was first complete and valid", "messages"),
    "conflict_area": Measure("sum of the conflicts after each turn", "edges x turns"),
    "requests": Measure("requests on which their receiver decided", "requests"),
    "compliance": share("requests that the receiver's next colors met"),
    "false_claims": Measure("claims in messages that the state contradicts; a lower bound", "claims"),
    "false_claim_rate": share("messages with a false claim"),
    "caught_claims": Measure("false claims in models' drafts, found before the message was sent", "claims"),
    "oscillations": Measure("turns in which an owner's flag or colors began to go back and forth", "turns"),
    "statements": Measure("statements that the words of bots and models should convey", "statements"),
    "missed": Measure("intended statements that the receiver did not understand", "statements"),
    "mistaken": Measure("statements that the receiver understood but nobody intended", "statements"),
    "offers": Measure("deals that were proposed", "offers"),
    "offers_accepted": Measure("proposed deals that were accepted", "offers"),
    "offers_kept": Measure("accepted deals that both sides carried out", "offers"),
    "offers_broken": Measure("accepted deals that a side broke", "offers"),
}
