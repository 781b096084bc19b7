"""Grammar of a scene: its kinds of candidates with their labels, and the reading of messages."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from itertools import product
from typing import NamedTuple

from core.intents.features import closest, features, form_hash
from core.intents.license import is_plain, vetoes
from core.intents.model import Head, unpack
from core.intents.tokens import Nouns, Sentence, Token, tokenize

WEIGHTS = "intents.json"
READING_THRESHOLD = 0.35
"""Smallest probability at which a label counts as a reading."""


class Kind(NamedTuple):
    """A kind of candidate: a message, a noun, or a pair of nouns of one sentence."""

    name: str
    tags: tuple[frozenset[str], ...]
    """Tags that each noun may have; empty for the message as a whole."""
    labels: tuple[str, ...]
    exclusive: bool = True
    """True if a candidate has at most one label."""


class Reading(NamedTuple):
    """One meaning that a message may have."""

    intent: str
    slots: tuple[str, ...]
    """Values of the nouns that the intent is about."""
    confidence: float
    """Probability of the intent, by the model."""
    licensed: bool
    """True if bots may act on the reading; otherwise they treat it as a guess and ask the speaker."""
    span: tuple[int, int]
    """Start and end of the part of the message that has this meaning."""
    evidence: tuple[str, ...] = ()
    """Features with the largest weights for this intent."""
    vetoes: tuple[str, ...] = ()
    """Reasons not to act on the reading."""


class Candidate(NamedTuple):
    """Nouns that an intent may be about, with the sentences that mention them."""

    kind: Kind
    slots: tuple[str, ...]
    sentences: tuple[Sentence, ...]

    @property
    def distance(self) -> int:
        """Number of words between the two nouns of a pair; 0 for other candidates."""
        places = [[at for at, t in enumerate(self.sentences[0]) if t.tag and t.value == slot] for slot in self.slots]
        if len(places) < 2:
            return 0
        first, last = closest(places[0], places[1])
        return last - first

    @property
    def span(self) -> tuple[int, int]:
        """Start of the first sentence and end of the last sentence that name all the nouns."""
        named = [sentence for sentence in self.sentences if _names(sentence, self.slots)]
        return (named[0][0].start, named[-1][-1].end) if named else (0, 0)


class Grammar:
    """The intents of one scene, with the model that classifies candidates."""

    def __init__(
        self,
        package: str,
        kinds: Sequence[Kind],
        acts: Collection[str],
        lists: Collection[str] = (),
        explanations: Mapping[str, str] = {},
    ) -> None:
        """Make a grammar.

        Args:
            package: Package whose `intents.json` holds the trained weights.
            kinds: Kinds of candidates. Names and labels are unique.
            acts: Labels that bots act on; only readings with these labels need a license.
            lists: Tags whose nouns can form a list; a statement about a list applies to each noun: "b1, b2 and b3
            are red".
            explanations: A description of each label and context, for the prompt of a model that also reads messages.
        """
        self.package = package
        self.kinds = tuple(kinds)
        self.acts = frozenset(acts)
        self.lists = frozenset(lists)
        self.explanations = explanations
        self.kind_of = {label: kind for kind in self.kinds for label in kind.labels}

    @cached_property
    def heads(self) -> Mapping[str, Head]:
        """The trained model head of each kind, by name."""
        return unpack(files(self.package).joinpath(WEIGHTS).read_text(encoding="utf-8"))

    def message(self, text: str, nouns: Nouns) -> tuple[Sentence, ...]:
        """Split a message into sentences.

        A sentence that names only the second noun of a pair is joined to the one before it.
        """
        seconds = frozenset().union(*(kind.tags[1] for kind in self.kinds if len(kind.tags) == 2))
        firsts = frozenset().union(*(kind.tags[0] for kind in self.kinds if len(kind.tags) == 2))
        out: list[Sentence] = []
        for sentence in tokenize(text, nouns):
            tags = {token.tag for token in sentence}
            if out and tags & seconds and not tags & firsts and any(token.tag in firsts for token in out[-1]):
                out[-1] = out[-1] + sentence
            else:
                out.append(sentence)
        return tuple(out)

    def candidates(self, message: Sequence[Sentence]) -> Iterator[Candidate]:
        """Yield all candidates of a message. A pair of nouns gives one candidate per sentence that names both."""
        whole = tuple(message)
        for kind in self.kinds:
            if len(kind.tags) < 2:
                tags = kind.tags[0] if kind.tags else frozenset()
                values = dict.fromkeys(token.value for sentence in message for token in sentence if token.tag in tags)
                yield from (Candidate(kind, (value,), self._alone(whole, (value,))) for value in values)
                if not kind.tags:
                    yield Candidate(kind, (), whole)
                continue
            for at, sentence in enumerate(whole):
                for slots in product(
                    *(dict.fromkeys(token.value for token in sentence if token.tag in tags) for tags in kind.tags)
                ):
                    again = (n for n in range(at + 1, len(whole)) if _names(whole[n], slots))
                    yield Candidate(kind, slots, self._alone(whole[at : next(again, len(whole))], slots))

    def _alone(self, sentences: tuple[Sentence, ...], slots: Collection[str]) -> tuple[Sentence, ...]:
        """Replace each list of nouns that contains one of `slots` by this one noun."""
        return tuple(_without_lists(sentence, slots, self.lists) for sentence in sentences)

    def read(
        self, text: str, nouns: Nouns, context: Collection[str] = (), kinds: Collection[str] = ()
    ) -> list[Reading]:
        """Read a message.

        Args:
            text: The message.
            nouns: Function that finds the scene's nouns.
            context: Features of the situation, such as an open offer.
            kinds: Names of the kinds to read; empty for all.

        Returns:
            All likely readings, most likely first.
        """
        out: list[Reading] = []
        for candidate in self.candidates(self.message(text, nouns)):
            kind, slots, sentences = candidate
            if kinds and kind.name not in kinds:
                continue
            head = self.heads[kind.name]
            found = {*features(sentences, slots), *context}
            remembered = head.known_probabilities(form_hash(sentences, slots))
            chances = remembered or head.probabilities(found)
            likely = [label for label in chances if chances[label] >= READING_THRESHOLD]
            if kind.exclusive:
                best = max(chances, key=chances.__getitem__)
                likely = [best] if chances[best] >= 1 - sum(chances.values()) else []
            for label in likely:
                against = vetoes(sentences, slots, head.words) if label in self.acts else ()
                plain = is_plain(sentences, head.common)
                licensed = label not in self.acts or (
                    not against and (remembered is not None or head.may_act(label, chances[label], plain=plain))
                )
                evidence = head.evidence(found, label)
                out.append(Reading(label, slots, chances[label], licensed, candidate.span, evidence, against))
        return sorted(out, key=lambda reading: -reading.confidence)


def _names(sentence: Sentence, slots: Sequence[str]) -> bool:
    return {*slots} <= {token.value for token in sentence if token.tag}


_JOINTS = frozenset({",", "and", "&", "/"})


def _without_lists(sentence: Sentence, slots: Collection[str], tags: Collection[str]) -> Sentence:
    out: list[Token] = []
    at = 0
    while at < len(sentence):
        last = _end_of_list(sentence, at) if sentence[at].tag in tags else at
        named = [token for token in sentence[at : last + 1] if token.value in slots]
        if named and last > at:
            out.append(named[0]._replace(start=sentence[at].start, end=sentence[last].end))
        else:
            out.extend(sentence[at : last + 1])
        at = last + 1
    return tuple(out)


def _end_of_list(sentence: Sentence, at: int) -> int:
    """Return the index of the last noun of the list that starts at `at`."""
    last, tag = at, sentence[at].tag
    for place in range(at + 1, len(sentence)):
        if sentence[place].tag == tag:
            last = place
        elif sentence[place].text not in _JOINTS:
            break
    return last
