"""Social scenes that interpret speech, optionally with a model, and ask about unclear messages."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from core.engine.capabilities import Portable
from core.engine.casting import set_up
from core.engine.events import Event
from core.engine.folding import on
from core.engine.reading_events import SecondReading
from core.intents import second_reading
from core.intents.conversation import Guesses, is_yes
from core.intents.disagreements import disagreements
from core.intents.second_reading import ModelLabels, Utterance
from core.recording.header import Header
from core.social.actions import SendMessage, Speak, TalkTo
from core.social.scene import SocialScene


class SpeechReading(SocialScene, Portable):
    """A social scene whose rules interpret speech (`ReadTalk`)."""

    def __init__(self, config: Any, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.labels: ModelLabels = {}
        self.guesses: Guesses = {}

    def utterance(self, speaker: str, to: str, text: str) -> Utterance:
        """Return a message with everything that is needed to interpret it."""
        raise NotImplementedError

    def is_certain(self, speaker: str, text: str) -> bool:
        """Return True for a message without need of a second reading, such as a sentence of a bot."""
        raise NotImplementedError

    def confirms(self, speaker: str, text: str) -> bool:
        """Return True if a message says yes to the question about the speaker's last message."""
        return speaker in self.guesses and self.guesses[speaker].asked and is_yes(text)

    def utterances(self, name: str, action: Any) -> Iterable[Utterance]:
        if isinstance(action, SendMessage | Speak | TalkTo):
            text, to = action.message, action.to if isinstance(action, TalkTo) else ""
            if not self.is_certain(name, text) and not self.confirms(name, text):
                yield self.utterance(name, to, text)

    @on
    def on_second_reading(self, event: Event, body: SecondReading) -> None:
        self.labels = second_reading.with_labels(self.labels, body)

    def admits(self, event: Event) -> None:
        """Check a model's labels in a foreign recording."""
        if isinstance(body := event.data, SecondReading):
            second_reading.check_foreign_labels(self.utterance(body.speaker, body.to, body.text), body)


def disagreements_export(nouns: Mapping[str, Sequence[str]]) -> Callable[[Header, Sequence[Event]], str]:
    """Make the export of messages that rules and model read differently; `nouns` are those of the corpus by tag."""

    def export(header: Header, events: Sequence[Event]) -> str:
        scene: Any = set_up(header)[0]
        return disagreements(events, lambda each: scene.utterance(each.speaker, each.to, each.text), nouns)

    return export
