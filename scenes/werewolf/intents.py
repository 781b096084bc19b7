"""Intents of talk in Werewolf: claims about oneself and about others, and questions."""

from collections.abc import Sequence

from core.intents.grammar import Grammar, Kind
from core.intents.tokens import Noun, Nouns, tokenize

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
    known = {_words(name): name for name in names}
    longest = max(map(len, known), default=0)

    def find(words: Sequence[str], at: int) -> Noun | None:
        for length in range(longest, 0, -1):
            name = known.get(tuple(words[at : at + length]))
            if name is not None:
                return Noun("self" if name == speaker else "name", name, length)
        return Noun("role", _ROLES[words[at]]) if words[at] in _ROLES else None

    return find


def _words(name: str) -> tuple[str, ...]:
    """Split a name into words as a message is split."""
    sentences = tokenize(name, lambda words, at: None)
    return tuple(token.text for sentence in sentences for token in sentence if token.start < token.end)
