"""Speech in a council: arguments, questions and positions in messages become events."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from core.engine.events import Event, Said, Withheld
from core.engine.folding import on
from core.intents.conversation import Guess, addressee, guesses_after, is_question, likely_addressees
from core.social.read_speech import SpeechReading
from scenes.council import events as e
from scenes.council import grounds, own_motions, phrases
from scenes.council.observation import CHAIR
from scenes.council.reading import Reading, Speech, read, speech_of, uncertain_stance
from scenes.council.state import CouncilState
from scenes.council.values import Side, Value
from scenes.council.votes import Position, position_of


class CouncilSpeech(SpeechReading):
    """Reads speeches for positions, for appeals to values, and for questions."""

    def __init__(self, config: Any, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.voters = tuple(name for name in names if name != CHAIR)
        self.state = CouncilState(self.voters)

    def events_of_speech(self, name: str, message: str, confirmed: Guess | None) -> Iterator[Event]:
        """Yield events for the arguments, questions and position in a member's public speech; none for the chair.

        `confirmed` is the guess that the speech confirms with a yes.
        """
        if name == CHAIR:
            return
        said = self.utterance(name, "", message)
        reading = read(said, self.voters, self.labels)
        for side, value in self._arguments(message, reading):
            yield e.Argued(side, value).by(name)
        if said.is_certain:
            yield from (e.Questioned(to, about).by(name) for to, about in reading.questions if to != name)
        elif is_question(said.sentences):
            asked = [to for to, _ in reading.questions]
            to = self._first_other_member(name, likely_addressees(said.sentences, asked, self._speakers))
            yield e.Questioned(to, said.value).by(name)
        if confirmed:
            yield from self.state_position(name, position_of(confirmed.intent), ())
        elif reading.position is not None:
            yield from self.state_position(name, reading.position, reading.named)
        elif not said.is_certain and (stance := uncertain_stance(said, self.labels)):
            to = self._first_other_member(name, (addressee(said.sentences), *self._speakers))
            yield e.Unsure(stance, to).by(name)

    def events_of_whisper(self, name: str, to: str, message: str) -> Iterator[Event]:
        """Yield events for the arguments and the question in a whisper, which only the two members see."""
        said, pair = self.utterance(name, to, message), self.pair(name, to)
        for side, value in self._arguments(message, read(said, self.voters, self.labels)):
            yield e.Argued(side, value).by(name, to=pair)
        if is_question(said.sentences):
            yield e.Questioned(to, said.value).by(name, to=pair)

    @property
    def _speakers(self) -> Iterator[str]:
        """Members who spoke on the motion, newest first."""
        return (name for _, name in reversed(self.state.speakers))

    def _first_other_member(self, speaker: str, names: Iterable[str]) -> str:
        """Return the first of these names that is another member, else the next member at the table."""
        names = (*names, *self.voters[self.voters.index(speaker) :], *self.voters)
        return next(name for name in names if name in self.voters and name != speaker)

    def utterance(self, speaker: str, to: str, text: str) -> Speech:
        values = (texts for values in self.grounds().values() for texts in values.values())
        return speech_of(text, self.voters, speaker, to, tuple(text for texts in values for text in texts))

    def is_certain(self, speaker: str, text: str) -> bool:
        return speaker == CHAIR or self.utterance(speaker, "", text).is_certain

    @on
    def on_said(self, event: Event, body: Said | Withheld) -> None:
        super().on_said(event, body)
        if event.audience is None:
            said = body.text
            self.guesses = guesses_after(
                self.guesses, event.agent, lambda name, guess: phrases.asks_back(name, guess, said)
            )

    @on
    def on_unsure(self, event: Event, body: e.Unsure) -> None:
        self.guesses = {**self.guesses, event.agent: Guess(body.to, body.stance)}

    @on
    def on_motion_opened(self, event: Event, body: e.MotionOpened) -> None:
        self.guesses = {}

    def grounds_of(self, number: int, motion: str) -> Mapping[Side, Mapping[Value, tuple[str, ...]]]:
        """Return sentences for and against a motion: stated ones, else those of its own words or its author."""
        known = grounds.grounds_of_motion(number, motion, self.config.grounds)
        return known if any(known.values()) or not self.config.is_own(number) else own_motions.read_effects(motion)

    def grounds(self) -> Mapping[Side, Mapping[Value, tuple[str, ...]]]:
        """Return sentences for and against the motion under debate."""
        state = self.state
        if not 1 <= state.motion <= len(state.agenda):
            return {"for": {}, "against": {}}
        return self.grounds_of(state.motion, state.agenda[state.motion - 1])

    def _arguments(self, message: str, reading: Reading) -> Iterator[tuple[Side, Value]]:
        """Yield side and value of the arguments recognized in a speech, and of the grounds that it quotes."""
        quotes = grounds.quoted_grounds(message, self.grounds())
        yield from dict.fromkeys([*((each.side, each.value) for each in reading.arguments), *quotes])

    def state_position(self, name: str, position: Position, named: tuple[str, ...]) -> Iterator[Event]:
        """Yield the event of a stated position, unless the position is unchanged."""
        stated = self.state.positions.get(name)
        if stated is None:
            yield e.Positioned(position).by(name)
        elif stated.now != position:
            yield e.Positioned(position, stated.now, self.state.likely_cause(name, named)).by(name)

    def pair(self, one: str, other: str) -> tuple[str, ...]:
        """Return the audience of an event between two agents."""
        return tuple(name for name in self.names if name in (one, other))
