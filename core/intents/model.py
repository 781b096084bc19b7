"""The linear model that labels candidates: 8-bit weights per feature and label, applied in plain Python."""

import base64
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from math import exp
from typing import Any


class Head:
    """Classifier for one kind of candidate."""

    def __init__(
        self,
        labels: Sequence[str],
        exclusive: bool,
        scale: float,
        weights: Mapping[str, Mapping[int, int]],
        words: Iterable[str],
        common: Iterable[str],
        forms: Mapping[int, int],
        thresholds: Mapping[str, Sequence[float]],
    ) -> None:
        """Make a head.

        Args:
            labels: Names of the labels.
            exclusive: True if a candidate has at most one label.
            scale: Log odds for a weight of 1.
            weights: Weights by feature and label number, from -127 to 127; missing weights are 0.
            words: Words in the training sentences.
            common: Words that are in many training sentences.
            forms: Label number by hash of each short training sentence (see `features.form`); -1 for no label.
            thresholds: Smallest probability to act on each label: in plain messages, and in others.
        """
        self.labels = tuple(labels)
        self.exclusive = exclusive
        self.scale = scale
        self.words = frozenset(words)
        self.common = frozenset(common)
        self.forms = dict(forms)
        self.least = dict(thresholds)
        self._weights = {feature: tuple(row.items()) for feature, row in weights.items()}

    def with_thresholds(self, least: Mapping[str, Sequence[float]]) -> "Head":
        """Return this head with other thresholds for acting on labels."""
        weights = {feature: dict(row) for feature, row in self._weights.items()}
        return Head(self.labels, self.exclusive, self.scale, weights, self.words, self.common, self.forms, least)

    def is_like(self, other: "Head") -> bool:
        """Return True if weights differ by at most 1, except for a few that rounding sets to 0."""
        if (self.labels, self.forms, self.words) != (other.labels, other.forms, other.words):
            return False
        mine, theirs = ({(f, n): w for f, row in h._weights.items() for n, w in row} for h in (self, other))
        apart = sum(abs(mine.get(each, 0) - theirs.get(each, 0)) > 1 for each in mine.keys() | theirs.keys())
        return apart <= 0.005 * len(mine)

    def known_probabilities(self, form: int) -> dict[str, float] | None:
        """Return the label probabilities of a short training sentence, by its hash; None if it was not in training."""
        if form not in self.forms:
            return None
        return {label: float(number == self.forms[form]) for number, label in enumerate(self.labels)}

    def may_act(self, label: str, chance: float, *, plain: bool) -> bool:
        """Return True if bots may act on a label with this probability."""
        return label in self.least and chance >= self.least[label][not plain]

    def probabilities(self, features: Iterable[str]) -> dict[str, float]:
        """Return the probability of each label for a candidate with these features."""
        sums = [0] * len(self.labels)
        for feature in features:
            for label, weight in self._weights.get(feature, ()):
                sums[label] += weight
        odds = [exp(max(-60.0, min(60.0, total * self.scale))) for total in sums]
        whole = 1 + sum(odds)
        return {
            label: each / (whole if self.exclusive else 1 + each) for label, each in zip(self.labels, odds, strict=True)
        }

    def evidence(self, features: Iterable[str], label: str, most: int = 3) -> tuple[str, ...]:
        """Return the features with the largest positive weights for a label."""
        number = self.labels.index(label)
        weights = {feature: dict(self._weights.get(feature, ())).get(number, 0) for feature in features}
        return tuple(sorted((f for f in weights if weights[f] > 0), key=lambda f: (-weights[f], f))[:most])


def pack(heads: Mapping[str, Head]) -> str:
    """Serialize heads for a file."""
    return json.dumps({name: _pack(head) for name, head in heads.items()}, indent=1)


def _pack(head: Head) -> dict[str, object]:
    names = sorted(head._weights)
    body = bytearray()
    for name in names:
        row = head._weights[name]
        body.append(len(row))
        for label, weight in row:
            body += bytes((label, weight & 255))
    text = zlib.compress("\n".join(names).encode() + b"\0" + bytes(body), 9)
    return {
        "labels": head.labels,
        "exclusive": head.exclusive,
        "scale": head.scale,
        "least": head.least,
        "words": " ".join(sorted(head.words)),
        "common": " ".join(sorted(head.common)),
        "forms": " ".join(f"{form:x}:{label}" for form, label in sorted(head.forms.items())),
        "weights": base64.b85encode(text).decode(),
    }


def unpack(text: str) -> dict[str, Head]:
    """Parse heads from the text of a file."""
    return {name: _unpack(each) for name, each in json.loads(text).items()}


def _unpack(packed: dict[str, Any]) -> Head:
    names, _, body = zlib.decompress(base64.b85decode(packed["weights"])).partition(b"\0")
    weights, at = {}, 0
    for name in names.decode().split("\n"):
        size = body[at]
        row = body[at + 1 : at + 1 + 2 * size]
        weights[name] = {row[i]: row[i + 1] - 256 * (row[i + 1] > 127) for i in range(0, 2 * size, 2)}
        at += 1 + 2 * size
    return Head(
        packed["labels"],
        bool(packed["exclusive"]),
        float(packed["scale"]),
        weights,
        packed["words"].split(),
        packed["common"].split(),
        {int(form, 16): int(label) for form, _, label in (each.partition(":") for each in packed["forms"].split())},
        packed["least"],
    )
