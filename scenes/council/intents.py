"""Intents of council speeches: positions, arguments from values, and questions."""

from collections.abc import Sequence

from core.intents.grammar import Grammar, Kind
from core.intents.nouns import name_finder
from core.intents.tokens import Nouns
from scenes.council.values import VALUES

STANCES = ("for", "against", "open")
GRAMMAR = Grammar(
    __package__,
    (
        Kind("stance", (), STANCES),
        Kind(
            "argument",
            (),
            tuple(f"{side}_{value}" for value in VALUES for side in ("serves", "hurts")),
            exclusive=False,
        ),
        Kind("question", (frozenset({"name"}),), ("ask",)),
        Kind("open question", (), ("ask_all",)),
    ),
    acts={*STANCES},
    explanations={
        "for": "the writer is for the motion",
        "against": "the writer is against the motion",
        "open": "the writer has not decided",
        **{f"serves_{value}": f"an argument for the motion: it serves {value}" for value in VALUES},
        **{f"hurts_{value}": f"an argument against the motion: it hurts {value}" for value in VALUES},
        "ask": "a question to that member",
        "ask_all": "a question to all members",
        "name": "a member",
        "self": "the writer",
    },
)
CORPUS = {"name": ("Ben", "Cora", "Dov", "Eva"), "self": ("Ann",)}
"""Nouns of the corpus, in which Ann speaks."""


def nouns(names: Sequence[str], speaker: str) -> Nouns:
    """Find names of members; the speaker's own name is a separate kind of noun."""
    return name_finder(names, speaker)
