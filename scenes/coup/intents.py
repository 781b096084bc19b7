"""Intents of talk in Coup: claims of cards, threats, offers of deals, and answers to them.

A threat has an `if_` and a `then_`, an offer an `ask_no_` and a `give_no_`; such a label ends with a deed.
"""

from collections.abc import Sequence

from core.intents.grammar import Grammar, Kind
from core.intents.nouns import any_of, name_finder, word_finder
from core.intents.tokens import Nouns
from scenes.coup.moves import CHARACTERS

_EXPLANATIONS = {
    "to": "the writer speaks to that player, and not only about it",
    "against": "the writer asks others to act against that player, or wants an alliance against it",
    "claim": "the writer says that it holds this card now",
    "if_attack": "threatens to punish anybody who attacks the writer, or harms it in any unnamed way",
    "if_steal": "threatens to punish anybody who steals from the writer",
    "if_challenge": "threatens to punish anybody who challenges or doubts the writer's claims",
    "if_block": "threatens to punish anybody who blocks the writer's actions",
    "then_coup": "the punishment that the writer threatens with is a coup",
    "then_assassinate": "the punishment that the writer threatens with is an assassination",
    "then_steal": "the punishment that the writer threatens with is to steal coins",
    "then_challenge": "the punishment that the writer threatens with is to challenge claims",
    "ask_no_attack": "asks the other to leave the writer alone, or offers peace between both",
    "ask_no_steal": "asks the other not to steal from the writer",
    "ask_no_challenge": "asks the other not to challenge the writer's claims",
    "give_no_attack": "promises to leave the other alone, or offers peace between both",
    "give_no_steal": "promises not to steal from the other",
    "give_no_challenge": "promises not to challenge the other's claims",
    "accept": "agrees to a deal that somebody has offered to the writer",
    "refuse": "declines a deal that somebody has offered to the writer",
    "name": "a player",
    "self": "the writer",
    "card": "a character",
}


def _labels_starting_with(*prefixes: str) -> tuple[str, ...]:
    return tuple(label for label in _EXPLANATIONS if label.startswith(prefixes))


GRAMMAR = Grammar(
    __package__,
    (
        Kind("name", (frozenset({"name"}),), ("to", "against"), exclusive=False),
        Kind("card", (frozenset({"card"}),), ("claim",)),
        Kind("condition", (), _labels_starting_with("if_", "ask_no_")),
        Kind("consequence", (), _labels_starting_with("then_", "give_no_")),
        Kind("answer", (), ("accept", "refuse")),
    ),
    acts=_EXPLANATIONS.keys() - {"to", "against", "name", "self", "card"},
    explanations=_EXPLANATIONS,
)
_CARD_OF_WORD = {form: card for card in CHARACTERS for form in (card.lower(), f"{card.lower()}s")}
_NICKNAMES = {"cap": "Captain", "amb": "Ambassador", "ambo": "Ambassador", "contesa": "Contessa", "tessa": "Contessa"}


def nouns(names: Sequence[str], speaker: str) -> Nouns:
    """Find names of players and cards; the speaker's own name is a noun of its own kind."""
    return any_of(name_finder(names, speaker), word_finder("card", _CARD_OF_WORD | _NICKNAMES))
