"""Find the command that a free text names, if it names only one.

Each word must belong to the command or have no meaning of its own. After any other word, above all "not", the model is
asked again.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.text import lazy_pattern, one_line

_REMARK = lazy_pattern(r"\s*(?:[(\[;:,.!—–→]| -+>? | =+> | (?:because|since) ).*", re.DOTALL)
_NUMBERED = lazy_pattern(r"\A(?:(?:option )?\d{1,2}[.):]|[-*•])\s+", re.IGNORECASE)
_PART = lazy_pattern(r"\d[.,]\d|(?<![\w.])[-−]\d")
"""A character that makes a number fractional or negative."""
_DOUBT = ("not", "never", "instead", "rather", "or", "but", "unless")
_AROUND = " \t\n*_`\"'“”‘’.!()[]<>"
_SENTENCE = lazy_pattern(r"(?<=[.!?])\s+|\n+")
_LET_ME = lazy_pattern(r"\blet (?:me|us)\b")
_WORD = lazy_pattern(r"[\w'’]+")
_NOTHING = """a action am an and answer are as at be by chance choice choose choosing command decide decided decision do
final for from give go going have here i i'd i'll i'm in is it just let's like make me move moved my now of on
option player please propose simply so suggest take taking that the then this to turn use using want we we'll will with
would you your"""
_EMPTY = frozenset(_NOTHING.split())
"""Words without a meaning of their own beside a command."""
_COUNTED = _EMPTY | {"act", "id", "no", "note", "number", "offer"}
_NUMBERS = {word: str(i) for i, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight"), 1)}


class Wording(NamedTuple):
    """Other words for a scene's commands.

        Wording(same=((r"\\bbet\\b", "bid"),), beside={"bid": "dice"})

    With it `I'd bet 3 dice` is `bid 3`, where that is one of the choices.
    """

    same: tuple[tuple[str, str], ...] = ()
    """Patterns and their replacements, applied in order to lower-case words with single spaces."""
    beside: Mapping[str, str] = {}
    """Words allowed beside a command, by its first word; they add nothing to it."""


NO_WORDING = Wording()


def choice(text: str, choices: Sequence[str], wording: Wording = NO_WORDING) -> str | None:
    """Return the choice that a text names, in any case, or None.

    The sentence may say nothing else, and a remark after it may name no other choice.

    >>> choice("Pass (safest)", ["pass", "challenge"])
    'pass'
    >>> choice("I would like to steal from Bob.", ["pass", "steal Bob", "steal Cat"])
    'steal Bob'
    """
    known = {_plain(each): each for each in choices}
    words = _plain(text)
    for candidate in (words, _plain(_NUMBERED.sub("", words))):
        if candidate in known:
            return known[candidate]
        if found := _meant(candidate, choices, wording):
            return found
    words = candidate
    head = _plain(_REMARK.sub("", words))
    found = known.get(head) or _meant(head, choices, wording)
    remark = words[len(head) :]
    others = [re.escape(other) for other in known if other and known[other] != found]
    return found if found and not re.search(rf"\b(?:{'|'.join([*_DOUBT, *others])})\b", remark) else None


def choice_in(text: str, choices: Sequence[str], wording: Wording = NO_WORDING) -> str | None:
    """Return the choice that the last sentence names, if no other sentence names one and nobody is quoted.

    >>> choice_in("Bob's Duke may be true. I pass.", ["pass", "challenge"])
    'pass'
    """
    if found := choice(text, choices, wording):
        return found
    *before, last = _SENTENCE.split(text.strip())
    said = _plain(" ".join(before))
    others = "|".join(re.escape(_plain(each)) for each in choices if each)
    if not before or '"' in text or "“" in text or re.search(rf"\b(?:{others})\b", said):
        return None
    return choice(last, choices, wording)


def number(text: str) -> int | None:
    """Return the whole number in a text without other information; None if there is none.

    >>> number("Option 2."), number("two"), number("2 or 3"), number("-2"), number("2.5")
    (2, 2, None, None, None)
    """
    if _PART.search(text):
        return None
    words = [word for word in _words(_REMARK.sub("", _plain(text)), ()) if word not in _COUNTED]
    return int(words[0]) if len(words) == 1 and words[0].isdecimal() and len(words[0]) < 10 else None


def _meant(text: str, choices: Sequence[str], wording: Wording) -> str | None:
    """Return the only choice whose words are all in the text; all other words must be empty.

    Failing that, the only choice that continues the text.
    """
    if "?" in text or len(text) > 200:
        return None
    said = Counter(_words(text, wording.same))
    named, begun = [], []
    split = [_words(each, ()) for each in choices]
    # A word that is a choice is never empty: "for, against" names two.
    whole = {words[0] for words in split if len(words) == 1}
    for each, words in zip(choices, split, strict=True):
        if not words:
            continue
        extra = _EMPTY.union(wording.beside.get(words[0], "").split()) - whole
        if not (said - Counter(words)).keys() - extra:
            if not Counter(words) - said:
                named.append(each)
            elif words[0] in said:
                begun.append(each)
    found = named or begun
    return found[0] if len(found) == 1 else None


def _words(text: str, same: Sequence[tuple[str, str]]) -> list[str]:
    """Return the words in lower case, with digits for numbers."""
    words = _WORD.findall(one_line(text).casefold().replace("_", " ").replace("’", "'"))
    line = _LET_ME.sub("", " ".join(_NUMBERS.get(word, word) for word in words))
    for pattern, stands_for in same:
        line = re.sub(pattern, stands_for, line)
    return line.split()


def _plain(text: str) -> str:
    return one_line(text).casefold().strip(_AROUND)
