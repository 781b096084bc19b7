"""Words that all scenes share: their spellings, and classes of words with similar meaning."""

from collections.abc import Iterator
from importlib.resources import files


def _entries(name: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the entries of a file in this package, which has lines "name: word word …"."""
    for line in files(__package__).joinpath(name).read_text(encoding="utf-8").splitlines():
        head, colon, words = line.partition(":")
        if colon and not line.startswith("#"):
            yield head, words.split()


def word_set(words: str) -> frozenset[str]:
    """Split a text into its set of words."""
    return frozenset(words.split())


def stem(word: str) -> str:
    """Cut the ending off a word, so that different forms of a word give the same stem.

    >>> stem("changing"), stem("changed"), stem("change"), stem("is")
    ('chang', 'chang', 'chang', 'is')
    """
    for ending in ("ingly", "edly", "ing", "ies", "ed", "es", "ly", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) > 2:
            word = word[: -len(ending)]
            return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls" else word
    return word


def _classes() -> dict[str, tuple[str, ...]]:
    out: dict[str, tuple[str, ...]] = {}
    for name, words in _entries("word_classes.txt"):
        for word in dict.fromkeys(map(stem, words)):
            out[word] = (*out.get(word, ()), name.upper())
    return out


SPELLINGS = {
    variant: tuple(plain.split()) if plain != "-" else ()
    for plain, variants in _entries("spellings.txt")
    for variant in variants
}
"""Expansion of each contraction and chat abbreviation, as plain words."""
CLASSES = _classes()
"""Word classes of each stem."""
