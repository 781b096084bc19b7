"""Classification of talk about moves in Hanabi: whether a message gives away a card."""

from collections.abc import Sequence

from core.intents.features import features, form_hash
from core.intents.grammar import Grammar, Kind
from core.intents.nouns import any_of, name_finder, word_finder
from core.intents.tokens import Nouns
from scenes.hanabi.talk.words import RANKS, SYNONYMS
from scenes.hanabi.variants import VARIANTS, Variant

GRAMMAR = Grammar(__package__, (Kind("message", (), ("leak",)),), acts=())

COLORS = frozenset({"white", *SYNONYMS, *VARIANTS["standard"].colors})
"""Words that name a color in some deck; the classifier sees each of them as "a color"."""


def nouns(names: Sequence[str], speaker: str, variant: Variant) -> Nouns:
    """Return a finder of players' names, colors and ranks."""
    colors = {form: color for color in COLORS.union(variant.colors) for form in _forms(color)}
    ranks = {word: str(rank) for word, rank in RANKS.items()}
    return any_of(name_finder(names, speaker), word_finder("color", colors), word_finder("rank", ranks))


def _forms(color: str) -> tuple[str, ...]:
    return (color, f"{color}s", f"{color}ish", *SYNONYMS.get(color, ()))


def leak_probability(text: str, find: Nouns) -> float:
    """Return the probability that a message gives away a card."""
    message, head = GRAMMAR.message(text, find), GRAMMAR.heads["message"]
    return (head.known_probabilities(form_hash(message, ())) or head.probabilities(features(message, ())))["leak"]
