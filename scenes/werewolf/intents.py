"""Intents of talk in Werewolf: claims about oneself and about others, and questions."""

from collections.abc import Sequence

from core.intents.grammar import Grammar, Kind
from core.intents.nouns import any_of, named, vocabulary
from core.intents.tokens import Nouns

GRAMMAR = Grammar(
    __package__,
    (
        Kind(
            "name",
            (frozenset({"name"}),),
            (
                *("wolf", "clear", "suspect", "trust", "vote", "spare", "saved", "poisoned"),
                *("ask_role", "ask_look", "ask_suspect", "ask_vote"),
            ),
            exclusive=False,
        ),
        Kind("role", (frozenset({"role"}),), ("claim",)),
        Kind(
            "message",
            (),
            (
                *("innocent", "confess", "retract"),
                *("ask_all_role", "ask_all_look", "ask_all_suspect", "ask_all_vote"),
            ),
            exclusive=False,
        ),
    ),
    acts={
        *("wolf", "clear", "suspect", "trust", "vote", "spare", "saved", "poisoned"),
        *("claim", "innocent", "confess", "retract"),
    },
)
_ROLES = {role: role for role in ("seer", "witch", "doctor", "hunter", "villager")} | {
    "doc": "doctor",
    "medic": "doctor",
    "cop": "seer",
    "detective": "seer",
    "vt": "villager",
}


def nouns(names: Sequence[str], speaker: str) -> Nouns:
    """Find names of players and roles; the speaker's own name is a noun of its own kind."""
    return any_of(named(names, speaker), vocabulary("role", _ROLES))
