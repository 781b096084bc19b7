"""Functions that find a scene's nouns in a message: names of people, and words of a vocabulary."""

from collections.abc import Mapping, Sequence

from core.intents.tokens import Noun, Nouns, tokenize


def name_finder(names: Sequence[str], own: str = "") -> Nouns:
    """Make a finder of names, which may have several words. The name `own` gets the tag "self"."""
    known = {_words(name): name for name in names}
    longest = max(map(len, known), default=0)

    def find(words: Sequence[str], at: int) -> Noun | None:
        for length in range(longest, 0, -1):
            name = known.get(tuple(words[at : at + length]))
            if name is not None:
                return Noun("self" if name == own else "name", name, length)
        return None

    return find


def word_finder(tag: str, values: Mapping[str, str]) -> Nouns:
    """Make a finder of words; each word stands for a value."""

    def find(words: Sequence[str], at: int) -> Noun | None:
        return Noun(tag, values[words[at]]) if words[at] in values else None

    return find


def any_of(*finders: Nouns) -> Nouns:
    """Combine finders: the first one that finds a noun at a word decides."""

    def find(words: Sequence[str], at: int) -> Noun | None:
        return next((noun for finder in finders if (noun := finder(words, at)) is not None), None)

    return find


def _words(name: str) -> tuple[str, ...]:
    """Split a name into words in the same way as messages are split."""
    sentences = tokenize(name, lambda words, at: None)
    return tuple(token.text for sentence in sentences for token in sentence if token.start < token.end)
