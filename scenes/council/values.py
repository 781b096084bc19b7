"""Values of members, and the words of speeches that appeal to them."""

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
"""Words by value: praising, blaming or only naming it. A star stands for any ending."""

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
"""Provisions that rule members move to add to a motion that hurts the value: each is read as an argument for it."""
