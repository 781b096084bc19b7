"""What members care about, and the words by which speeches appeal to it."""

from typing import Literal, get_args

Value = Literal["fairness", "freedom", "thrift", "safety", "nature", "growth", "community", "tradition"]
VALUES: tuple[Value, ...] = get_args(Value)
Side = Literal["for", "against"]

PRO, CON, BARE = 1, -1, 0
WORDS: dict[Value, dict[int, str]] = {
    "fairness": {PRO: "fair fairer equal* justice", CON: "unfair* unequal* privileg* injustice", BARE: "fairness"},
    "freedom": {PRO: "free freely choose choice*", CON: "forbid* force* forcing ban bans banned dictat* compel*",
                BARE: "freedom* libert*"},
    "thrift": {PRO: "afford* cheap* save saves saved saving savings",
               CON: "cost costs costly expensive waste* wasting debt* squander*",
               BARE: "thrift* money budget price*"},
    "safety": {PRO: "safe safer safely protect* secure", CON: "danger* risk* accident* hurt* injur* unsafe",
               BARE: "safety security"},
    "nature": {PRO: "green* clean* trees birds breathe", CON: "pollut* smog poison* concrete",
               BARE: "nature environment* climate"},
    "growth": {PRO: "jobs prosper* customers invest*", CON: "bankrupt* unemploy* ruin* stagnat*",
               BARE: "growth business* economy shops trade"},
    "community": {PRO: "together neighbor* neighbour* belong*", CON: "divide* dividing lonely strangers isolat*",
                  BARE: "community"},
    "tradition": {PRO: "heritage ancest* grandparents honor* honour*", CON: "uproot* abandon* erase* erasing",
                  BARE: "tradition* custom customs history"},
}  # fmt: skip
"""By value: words that say something good of it, something bad, or only name it. A star stands for any ending."""

PROVISIONS: dict[Value, str] = {
    "fairness": "on terms that are fair to all",
    "freedom": "and everybody is free to stay out of it",
    "thrift": "provided that we can afford it this year",
    "safety": "with lights and wardens, so that it is safe",
    "nature": "and a hundred trees are planted for it",
    "growth": "with help for whoever needs customers",
    "community": "and we look at it together after a year",
    "tradition": "with respect for our heritage",
}
"""What rule members move to add to a motion that hurts the value: each is read as an argument for it."""
REASONS: dict[Value, dict[Side, tuple[str, ...]]] = {
    "fairness": {
        "for": (
            "It treats all of us as equals.",
            "It is only fair to those who have waited.",
            "The same for all: I call that fair.",
        ),
        "against": (
            "It is unfair to whoever was not asked.",
            "It is a privilege for a few.",
            "It makes some of us more unequal still.",
        ),
    },
    "freedom": {
        "for": (
            "It leaves people free to live as they like.",
            "It gives people a choice that they lack today.",
            "Let people choose, they know best.",
        ),
        "against": (
            "It forces on people what they did not ask for.",
            "It forbids what harmed nobody.",
            "We would dictate how people live.",
        ),
    },
    "thrift": {
        "for": (
            "We can afford it.",
            "It saves more than it takes.",
            "Of all that we could do it is the cheapest.",
        ),
        "against": (
            "It costs more than we have.",
            "It is a waste of what people earn.",
            "We would be in debt for years.",
        ),
    },
    "safety": {
        "for": (
            "It makes the streets safer at night.",
            "It protects the weakest of us.",
            "There will be fewer accidents.",
        ),
        "against": (
            "It is a risk, and we would carry it.",
            "Somebody will get hurt.",
            "It puts children in danger.",
        ),
    },
    "nature": {
        "for": (
            "It leaves us trees and birds.",
            "Cleaner air is worth a lot.",
            "We could breathe again.",
        ),
        "against": (
            "It pollutes what is left of the river.",
            "More concrete is the last thing that we need.",
            "It poisons the soil under our feet.",
        ),
    },
    "growth": {
        "for": (
            "It brings jobs.",
            "The town would prosper.",
            "It brings customers back to the main street.",
        ),
        "against": (
            "It will ruin the small shops.",
            "Half of the main street would go bankrupt.",
            "It leaves more of us unemployed.",
        ),
    },
    "community": {
        "for": (
            "It brings us together.",
            "Neighbors would know each other again.",
            "People would feel that they belong.",
        ),
        "against": (
            "It divides the town.",
            "It leaves the old ones lonely.",
            "We would live here like strangers.",
        ),
    },
    "tradition": {
        "for": (
            "It keeps our heritage alive.",
            "Our grandparents would have wanted it.",
            "It honors what this town has been.",
        ),
        "against": (
            "It uproots what has grown here for generations.",
            "We would abandon what we were given.",
            "It erases what we remember of this place.",
        ),
    },
}
"""What rule members say: each sentence is read as exactly this argument (tests hold that)."""
