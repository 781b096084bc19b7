"""Intents of talk in Werewolf: claims about oneself and about others, and questions."""

from collections.abc import Sequence

from core.intents.grammar import Grammar, Kind
from core.intents.nouns import any_of, name_finder, word_finder
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
    explanations={
        "wolf": "the writer has inspected that player and found a werewolf",
        "clear": "the writer has inspected that player and found no werewolf",
        "suspect": "the writer thinks that the player is a werewolf, or lies",
        "trust": "the writer thinks that the player is no werewolf, or honest",
        "vote": "the writer votes for that player today, or asks others to",
        "spare": "the writer does not vote for that player, or asks others not to",
        "saved": "the writer has healed or protected that player",
        "poisoned": "the writer has poisoned that player",
        "ask_role": "asks that player for its role",
        "ask_look": "asks that player whom it has inspected, or what it saw",
        "ask_suspect": "asks that player whom it suspects, or for its reasons",
        "ask_vote": "asks that player for whom it votes, or why",
        "claim": "the writer says that it has this role",
        "innocent": "the writer says that it is no werewolf, without naming its role",
        "confess": "the writer says, and means it, that it is a werewolf",
        "retract": "the writer takes back a claim or an accusation of its own",
        "ask_all_role": "asks everyone for their roles, or who has a certain role",
        "ask_all_look": "asks everyone, or whoever is the seer, what an inspection showed",
        "ask_all_suspect": "asks everyone whom they suspect",
        "ask_all_vote": "asks everyone for whom they vote",
        "name": "a player",
        "self": "the writer",
        "role": "a role",
    },
)
_ROLES = {role: role for role in ("seer", "witch", "doctor", "hunter", "villager")} | {
    "doc": "doctor",
    "medic": "doctor",
    "cop": "seer",
    "detective": "seer",
    "vt": "villager",
}
CORPUS = {
    "name": ("Bob", "Cat", "Dan", "Eli", "Fay", "Gus", "Hal"),
    "self": ("Ann",),
    "role": tuple(dict.fromkeys(_ROLES.values())),
}
"""Nouns of the training corpus, in which Ann is the speaker."""


def nouns(names: Sequence[str], speaker: str) -> Nouns:
    """Find names of players and roles; the speaker's own name gets the kind "self"."""
    return any_of(name_finder(names, speaker), word_finder("role", _ROLES))
