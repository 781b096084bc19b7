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


MAX_DIGITS = 9
_UNITS, _TENS = (
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"],
    ["ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"],
)
_NUMBERS = {word: n * by for words, by in ((_UNITS, 1), (_TENS, 10)) for n, word in enumerate(words, 1)}


def find_number(words: Sequence[str], at: int) -> Noun | None:
    """Find a number without unit: "600", "1,400", or "five hundred fifty"; percentages are none."""
    end, number = at + 1, 0
    if words[at].isdecimal() and len(words[at]) < MAX_DIGITS:
        digits = words[at]
        while words[end : end + 1] == [","] and len(digits) < MAX_DIGITS and _is_group(words[end + 1 : end + 2]):
            digits, end = digits + words[end + 1], end + 2
        number = 0 if words[end : end + 1] == ["%"] else int(digits)
    elif words[at] in _NUMBERS and words[end : end + 1] == ["hundred"]:
        number, end = 100 * _NUMBERS[words[at]], end + 1
        if words[end : end + 1] and (rest := _NUMBERS.get(words[end])):
            number, end = number + rest, end + 1
    return Noun("number", str(number), end - at) if number else None


def _is_group(words: Sequence[str]) -> bool:
    """Return True for a word of three digits."""
    return any(len(word) == 3 and word.isdecimal() for word in words)


def any_of(*finders: Nouns) -> Nouns:
    """Combine finders: the first one that finds a noun at a word decides."""

    def find(words: Sequence[str], at: int) -> Noun | None:
        return next((noun for finder in finders if (noun := finder(words, at)) is not None), None)

    return find


def _words(name: str) -> tuple[str, ...]:
    """Split a name into words in the same way as messages are split."""
    sentences = tokenize(name, lambda words, at: None)
    return tuple(token.text for sentence in sentences for token in sentence if token.start < token.end)
