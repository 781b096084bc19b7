"""Messages that rules and model read differently, as lines of a corpus."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from core.engine.events import Event
from core.engine.reading_events import SecondReading, SpanLabel
from core.intents.second_reading import Utterance
from core.text import one_line


def disagreements(
    events: Iterable[Event], utterance_of: Callable[[SecondReading], Utterance], nouns: Mapping[str, Sequence[str]]
) -> str:
    """Write the messages that rules and model read differently, as lines of a corpus that a person completes.

    Args:
        events: Events of a recording.
        utterance_of: Function that returns the message of a reading.
        nouns: Nouns of the scene's corpus by tag. They take the place of the nouns in the messages.

    Returns:
        Lines with four columns: message, the rules' labels, the model's labels, and an empty one for a person's labels.
    """
    lines = []
    for reading in (event.data for event in events if isinstance(event.data, SecondReading)):
        if reading.model is not None and not reading.agrees:
            text, names = _rename_nouns(utterance_of(reading), nouns)
            message = " ".join((*(f"[{each}]" for each in reading.context), one_line(text)))
            lines.append(
                "\t".join((message, _write_labels(reading.rules, names), _write_labels(reading.model, names), ""))
            )
    return "\n".join(lines)


def _rename_nouns(utterance: Utterance, nouns: Mapping[str, Sequence[str]]) -> tuple[str, dict[str, str]]:
    """Replace a message's nouns by nouns of the corpus.

    A noun that is also in the corpus stays. Returns the message, and the new noun for each old one.
    """
    names: dict[str, str] = {}
    tokens = [token for token in utterance.tokens if token.tag]
    for token in tokens:
        free = [noun for noun in nouns[token.tag] if noun not in names.values()] or [token.value]
        names.setdefault(token.value, token.value if token.value in free else free[0])
    text = utterance.text
    for token in reversed(tokens):
        if names[token.value] != token.value:
            text = text[: token.start] + names[token.value] + text[token.end :]
    return text, names


def _write_labels(labels: Iterable[SpanLabel], names: Mapping[str, str]) -> str:
    slots = ((each.intent, *(names.get(slot, slot) for slot in each.slots)) for each in labels)
    return "; ".join(dict.fromkeys(map(" ".join, slots))) or "-"
