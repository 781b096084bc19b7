"""Events about the reading of messages: verdicts of a judge, and readings by a model beside the rules'."""

from collections.abc import Iterable

import msgspec

from core.engine.events import Body


class Ruled(Body):
    """Verdicts on one message, by a model judge and by the rules. Only the director sees them."""

    of: int
    """Number of the event that holds the message."""
    found: bool
    rules: bool
    """True if the rules found something wrong."""
    why: str

    def sentence(self) -> str:
        found = "finds something in" if self.found else "finds nothing in"
        agrees = "as the rules do" if self.found == self.rules else "and the rules do not agree"
        return f"the judge {found} what was said, {agrees}: {self.why}"


class SpanLabel(msgspec.Struct, frozen=True):
    """A label of one part of a message."""

    intent: str
    slots: tuple[str, ...]
    """Nouns that the label is about."""
    span: str
    """Text of that part."""

    @property
    def meaning(self) -> str:
        """The intent with its nouns, as corpora write it: "ask b2 red"."""
        return " ".join((self.intent, *self.slots))


class SecondReading(Body):
    """Readings of one message, by rules and by a model. Only the director sees them."""

    speaker: str
    to: str
    """The addressee; empty for everyone."""
    text: str
    context: tuple[str, ...]
    """Features of the situation, such as an open offer."""
    rules: tuple[SpanLabel, ...]
    """The rules' readings, including those too uncertain to act on."""
    model: tuple[SpanLabel, ...] | None
    """The model's readings; None if it gave no usable reply."""

    @property
    def agrees(self) -> bool:
        """True if rules and model found the same labels, at any place in the message."""
        return self.model is not None and meanings(self.rules) == meanings(self.model)

    def sentence(self) -> str:
        if self.model is None:
            return f"the reader gave no usable reading of {self.speaker}'s message"
        found = "; ".join(sorted(meanings(self.model))) or "nothing"
        agrees = "as the rules do" if self.agrees else f"the rules read {'; '.join(meanings(self.rules)) or 'nothing'}"
        return f"the reader reads {found} in {self.speaker}'s message, {agrees}"


def meanings(labels: Iterable[SpanLabel]) -> dict[str, None]:
    """Return the meanings of labels without repetition, in order."""
    return dict.fromkeys(each.meaning for each in labels)
