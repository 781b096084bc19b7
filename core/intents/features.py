"""Features of a candidate: of a few nouns of a message that an intent may be about."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from zlib import crc32

from core.intents.lexicon import CLASSES, stem
from core.intents.tokens import Sentence, Token

NEAR_WORDS = 5
"""Number of words on each side of a noun that give features with their side."""
_BREAKS = {",", ";", ":", "-", "but", "because", "so", "and", "then", "if", "though", "although", "while", "since"}
_PRONOUNS = {"it", "that", "this", "them", "they", "him", "he", "her", "she", "there", "one", "his", "those", "these"}


def features(message: Sequence[Sentence], targets: Sequence[str]) -> set[str]:
    """Return the features of a candidate, from every sentence that contains all its nouns.

    Args:
        message: Sentences of one message.
        targets: Values of the candidate's nouns; empty for the message as a whole.

    Returns:
        Names of the features. They do not depend on which nouns the message mentions.
    """
    out = {"bias", f"sentences:{min(len(message), 3)}"}
    named = False
    follows = False
    for sentence in message:
        values = {token.value for token in sentence if token.tag}
        if all(target in values for target in targets):
            out.update(_sentence(sentence, targets))
            named = follows = True
        elif follows and targets and not values - {*targets} and any(token.text in _PRONOUNS for token in sentence):
            out.update(f"next {each}" for each in _grams([_shape(token, targets) for token in sentence]))
        else:
            follows = False
    if not named and targets:
        out.add("apart")
    return out


def closest(ones: Sequence[int], others: Sequence[int]) -> tuple[int, int]:
    """Return the closest pair of positions of two nouns, in order; the first such pair. Takes linear time."""
    merged = sorted([(at, 0) for at in ones] + [(at, 1) for at in others])
    pairs = [(a, b) for (a, one), (b, other) in pairwise(merged) if one != other]
    return min(pairs, key=lambda pair: pair[1] - pair[0])


def form_hash(message: Sequence[Sentence], targets: Sequence[str]) -> int:
    """Return a hash that sentences share if they differ only in their nouns."""
    named = [s for s in message if {*targets} <= {token.value for token in s if token.tag}]
    shapes = " ".join(_shape(token, targets, whole=True) for sentence in named for token in sentence)
    return crc32(shapes.rstrip(".! ").encode())


def _sentence(sentence: Sentence, targets: Sequence[str]) -> Iterator[str]:
    shapes = [_shape(token, targets) for token in sentence]
    yield from _grams(shapes)
    yield from _class_grams(shapes)
    yield f"first {shapes[0]}"
    yield f"first {' '.join(shapes[:2])}"
    yield from (f"first {name}" for name in _classes(shapes[0]))
    yield f"ends {shapes[-1]}"
    tags = [token.tag for token in sentence if token.tag]
    for tag in {*tags}:
        yield f"tags {tag} {min(tags.count(tag), 3)}"
    if targets:
        yield from _around(sentence, shapes, targets)
    for token in sentence:
        if not token.tag and len(token.text) > 4:
            yield f"stem {token.text[:4]}"
            yield f"end {token.text[-3:]}"


def _grams(shapes: Sequence[str]) -> Iterator[str]:
    """Yield single words, pairs, triples, and pairs with one word between them."""
    for at, shape in enumerate(shapes):
        yield shape
        if at + 1 < len(shapes):
            yield f"{shape} {shapes[at + 1]}"
        if at + 2 < len(shapes):
            yield f"{shape} {shapes[at + 1]} {shapes[at + 2]}"
            yield f"{shape} * {shapes[at + 2]}"


def _class_grams(shapes: Sequence[str]) -> Iterator[str]:
    """Yield the same features for word classes instead of words."""
    classes = [_classes(shape) for shape in shapes]
    for at, names in enumerate(classes):
        for name in names:
            yield f"is {name}"
            if at + 1 < len(classes):
                yield f"is {name} {shapes[at + 1]}"
                yield from (f"is {name} {after}" for after in classes[at + 1])
            if at:
                yield f"is {shapes[at - 1]} {name}"
            if at + 2 < len(classes):
                yield from (f"is {name} * {after}" for after in classes[at + 2])
    bare = [names[0] for names in classes if names]
    yield from (f"then {one} {other}" for one, other in pairwise(bare))


def _around(sentence: Sentence, shapes: Sequence[str], targets: Sequence[str]) -> Iterator[str]:
    """Yield features of the words around the targets: their side and their clause."""
    places = [_places(sentence, target) for target in targets]
    first, last = _closest(places)
    yield from _clause(shapes, first, last)
    yield from _beside("left", shapes[max(0, first - NEAR_WORDS) : first][::-1])
    yield f"left2 {' '.join(shapes[max(0, first - 2) : first])}"
    yield f"left3 {' '.join(shapes[max(0, first - 3) : first])}"
    yield from _beside("right", shapes[last + 1 : last + 1 + NEAR_WORDS])
    yield f"right2 {' '.join(shapes[last + 1 : last + 3])}"
    if len(targets) > 1:
        between = shapes[first + 1 : last]
        yield f"between {' '.join(between) if len(between) < 4 else 'many'}"
        yield f"apart {min(len(between), 6)}"
        yield from (f"between {shape}" for shape in between)
        yield from (f"between {name}" for shape in between for name in _classes(shape))
        yield f"order {shapes[first]}"
        yield from _rivals(sentence, first, last)
    yield from {f"before {name}" for shape in shapes[:first] for name in _classes(shape)}
    yield from {f"after {name}" for shape in shapes[last + 1 :] for name in _classes(shape)}
    others = [at for at, token in enumerate(sentence) if token.tag and token.value not in targets]
    yield f"others {sum(at < first for at in others)} {sum(at > last for at in others)}"


def _clause(shapes: Sequence[str], first: int, last: int) -> Iterator[str]:
    """Yield features of the clause that contains the targets."""
    start = max((at for at in range(first) if shapes[at] in _BREAKS), default=-1)
    end = min((at for at in range(last + 1, len(shapes)) if shapes[at] in _BREAKS), default=len(shapes))
    if start >= 0:
        yield f"opens {shapes[start]}"
    if end < len(shapes):
        yield f"closes {shapes[end]}"
    for shape in (*shapes[start + 1 : first], *shapes[last + 1 : end]):
        yield f"clause {shape}"
        yield from (f"clause {name}" for name in _classes(shape))
    clause = shapes[start + 1 : end]
    yield f"clause first {' '.join(clause[:2])}"
    yield f"clause first {clause[0]}"


def _beside(side: str, shapes: Sequence[str]) -> Iterator[str]:
    """Yield features of the words on one side of the targets, from the nearest."""
    for distance, shape in enumerate(shapes, start=1):
        yield f"{side} {shape}"
        if distance <= 2:
            yield f"{side}{distance} {shape}"
            yield from (f"{side}{distance} {name}" for name in _classes(shape))


def _rivals(sentence: Sentence, first: int, last: int) -> Iterator[str]:
    """Yield features for other nouns that are between the targets, or nearer to one target than the other is."""
    size = last - first
    for here, there, side in ((first, last, "first"), (last, first, "last")):
        kind = sentence[there].tag
        for at, token in enumerate(sentence):
            if token.tag == kind and token.value != sentence[there].value and abs(at - here) <= size:
                yield f"rival of {side} {'between' if first < at < last else 'outside'}"


def _places(sentence: Sentence, target: str) -> list[int]:
    return [at for at, token in enumerate(sentence) if token.tag and token.value == target]


def _closest(places: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Return the first and last word of the closest occurrence of all targets."""
    if len(places) == 1:
        return places[0][0], places[0][0]
    return closest(places[0], places[1])


def _shape(token: Token, targets: Sequence[str], *, whole: bool = False) -> str:
    if not token.tag:
        return "9" if token.text.isdigit() else token.text if whole else stem(token.text)
    return f"<{token.tag}!>" if token.value in targets else f"<{token.tag}>"


def _classes(shape: str) -> tuple[str, ...]:
    """Return the classes of a word: nouns and question marks are their own class, unknown words have none."""
    return (shape,) if shape[0] == "<" or shape == "?" else CLASSES.get(shape, ())
