"""Training of heads by regularized logistic regression, with equal results on every machine."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from core.intents.features import features, form_hash
from core.intents.grammar import READING_THRESHOLD, Grammar, Kind
from core.intents.license import is_plain
from core.intents.model import Head, pack
from core.intents.tokens import Nouns, Sentence
from tests.intents.corpus import LabeledMessage

STEPS = 100
RATE = 0.3
DECAY = 1e-3
"""Strength of weight decay."""
MIN_FEATURE_COUNT = 3
"""Number of examples in which a feature must occur to get a weight."""
MIN_WEIGHT = 4
"""Smallest 8-bit weight that is kept. Smaller ones fill most of the file and change few readings."""
MAX_REMEMBERED_TOKENS = 12
"""Maximum number of tokens of a message that the head also remembers literally."""
MIN_COMMON_COUNT = 12
"""Number of candidates in which a word must occur to be common."""
FOLDS = 4
"""Number of groups of authors for cross-validation."""

MAX_ERROR_SHARE = 0.04
"""Largest share of wrong readings among those acted on, per label, in cross-validation."""

Floats = npt.NDArray[np.float32]


class Example(NamedTuple):
    """A candidate with the labels that a person gave it."""

    features: Collection[str]
    labels: Collection[str]
    sentences: Sequence[Sentence]
    form: int


def fit(
    grammar: Grammar, nouns: Nouns, authors: Mapping[str, Sequence[LabeledMessage]], *, thresholds: bool = True
) -> str:
    """Train all heads of a grammar.

    Args:
        grammar: The scene's grammar.
        nouns: Function that finds the nouns of a message.
        authors: Labeled messages by author.
        thresholds: False to leave out the thresholds for acting, which take four fifths of the time.

    Returns:
        Text of the file of weights. Its thresholds for acting come from cross-validation: each author's messages
        are read by a model that was trained on the messages of other authors.
    """
    heads = {}
    for kind in grammar.kinds:
        rows = {author: list(_examples(grammar, kind, nouns, lines)) for author, lines in authors.items()}
        everything = [row for each in rows.values() for row in each]
        head = train(everything, kind)
        acts = [label for label in kind.labels if label in grammar.acts] if thresholds else []
        heads[kind.name] = head.with_thresholds(_thresholds(rows, kind, acts) if acts else {})
    return pack(heads)


def _examples(grammar: Grammar, kind: Kind, nouns: Nouns, lines: Sequence[LabeledMessage]) -> Iterator[Example]:
    """Yield the candidates of a kind with their labels.

    A pair gets its labels in the sentences where its nouns are closest to each other.
    """
    for line in lines:
        message = grammar.message(line.text, nouns)
        candidates = [candidate for candidate in grammar.candidates(message) if candidate.kind is kind]
        least: dict[tuple[str, ...], int] = {}
        for each in candidates:
            least[each.slots] = min(each.distance, least.get(each.slots, each.distance))
        for each in candidates:
            labels = {label for label, *slots in line.labels if tuple(slots) == each.slots} & {*kind.labels}
            found = {*features(each.sentences, each.slots), *line.context}
            yield Example(
                found,
                labels if each.distance == least[each.slots] else (),
                each.sentences,
                form_hash(each.sentences, each.slots),
            )


def _thresholds(
    rows: Mapping[str, Sequence[Example]], kind: Kind, acts: Sequence[str]
) -> dict[str, tuple[float, float]]:
    """Return the thresholds for acting on each label, in plain messages and in others, from cross-validation."""
    tried: dict[tuple[str, bool], list[tuple[float, bool]]] = {}
    authors = sorted(rows)
    for fold in range(min(FOLDS, len(authors))):
        held = authors[fold::FOLDS]
        head = train([row for author in authors if author not in held for row in rows[author]], kind)
        for example in (row for author in held for row in rows[author]):
            chances = head.probabilities(example.features)
            plain = is_plain(example.sentences, head.common)
            for label in acts:
                if chances[label] >= READING_THRESHOLD and (
                    not kind.exclusive or chances[label] == max(chances.values())
                ):
                    tried.setdefault((label, plain), []).append((chances[label], label in example.labels))

    def least(label: str, *, plain: bool) -> float:
        return round(_threshold(tried.get((label, plain), ())), 3)

    return {label: (least(label, plain=True), least(label, plain=False)) for label in acts}


def _threshold(tried: Sequence[tuple[float, bool]]) -> float:
    """Return the smallest probability from which few enough readings are wrong."""
    right, wrong, least = 0, 0, 0.999
    for chance, is_right in sorted(tried, reverse=True):
        right, wrong = right + is_right, wrong + (not is_right)
        if right + wrong >= 5 and wrong <= MAX_ERROR_SHARE * (right + wrong):
            least = chance
    return least


def train(examples: Sequence[Example], kind: Kind, *, decay: float = DECAY, light: int = MIN_WEIGHT) -> Head:
    """Train one weight for each feature and label.

    Args:
        examples: Labeled candidates.
        kind: Kind of the candidates.
        decay: Strength of weight decay.
        light: Smallest weight that is kept, of at most 127.

    Returns:
        A head without thresholds: bots may act on none of its labels yet.
    """
    labels = kind.labels
    count = Counter(feature for example in examples for feature in example.features)
    names = sorted(feature for feature, times in count.items() if times >= MIN_FEATURE_COUNT)
    number = {feature: at for at, feature in enumerate(names)}
    rows = [sorted(number[f] for f in example.features if f in number) for example in examples]
    x = _Matrix(rows, len(names))
    y = np.array([[label in example.labels for label in labels] for example in examples], dtype=np.float32)
    w = np.zeros((len(names), len(labels)), dtype=np.float32)
    mean: Floats = np.zeros_like(w)
    square: Floats = np.zeros_like(w)
    for step in range(1, STEPS + 1):
        p = _softmax(x.times(w)) if kind.exclusive else _sigmoid(x.times(w))
        gradient = x.transposed_times(p - y) / len(rows) + decay * w
        mean += np.float32(0.1) * (gradient - mean)
        square += np.float32(0.01) * (gradient**2 - square)
        w -= (
            np.float32(RATE)
            * (1 - 0.9 * step / STEPS)
            * (mean / (1 - 0.9**step))
            / (np.sqrt(square / (1 - 0.99**step)) + 1e-4)
        )
    scale = float(np.abs(w).max()) / 127
    small = np.rint(w / scale).astype(int)
    small[np.abs(small) < light] = 0
    weights = {
        names[at]: {label: int(each) for label, each in enumerate(row) if each}
        for at, row in enumerate(small)
        if row.any()
    }
    seen = Counter(word for example in examples for word in _words(example))
    common = [word for word, times in seen.items() if times >= MIN_COMMON_COUNT]
    return Head(labels, kind.exclusive, scale, weights, seen, common, _forms(examples, kind), {})


def _forms(examples: Sequence[Example], kind: Kind) -> dict[int, int]:
    """Map the hash of each short sentence to its label number, unless equal sentences have different labels."""
    found: dict[int, set[int]] = {}
    for example in examples:
        if sum(map(len, example.sentences)) <= MAX_REMEMBERED_TOKENS:
            numbers = [number for number, label in enumerate(kind.labels) if label in example.labels] or [-1]
            found.setdefault(example.form, set()).update(numbers)
    return {number: label for number, labels in found.items() if len(labels) == 1 for label in labels}


def _words(example: Example) -> set[str]:
    return {token.text for sentence in example.sentences for token in sentence if not token.tag}


def _sigmoid(z: Floats) -> Floats:
    """Return the probability of each label on its own."""
    return np.asarray(1 / (1 + np.exp(-np.clip(z, -60, 60))), dtype=np.float32)


def _softmax(z: Floats) -> Floats:
    """Return the probability of each label, if at most one applies; "none" has log odds 0."""
    odds = np.exp(np.clip(z, -60, 60))
    return np.asarray(odds / (1 + odds.sum(axis=1, keepdims=True)), dtype=np.float32)


class _Matrix:
    """A sparse matrix of zeros and ones. It sums in a fixed order, for equal results on all machines."""

    def __init__(self, rows: Sequence[Sequence[int]], columns: int) -> None:
        self._columns = np.array([column for row in rows for column in row], dtype=np.int64)
        self._starts = np.cumsum([0, *(len(row) for row in rows)])[:-1]
        of_row = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
        order = np.argsort(self._columns, kind="stable")
        self._rows = of_row[order]
        self._column_starts = np.searchsorted(self._columns[order], np.arange(columns))

    def times(self, weights: Floats) -> Floats:
        return np.asarray(np.add.reduceat(weights[self._columns], self._starts, axis=0), dtype=np.float32)

    def transposed_times(self, errors: Floats) -> Floats:
        return np.asarray(np.add.reduceat(errors[self._rows], self._column_starts, axis=0), dtype=np.float32)
