"""Long-term memory of a model player (spec 002): its suspicions about others' cards."""

from collections.abc import Sequence
from copy import deepcopy
from itertools import count

from msgspec.structs import asdict
from pydantic import BaseModel, ConfigDict, Field

from core.engine.turn import Turn
from core.llm.messages import Message
from core.llm.model_client import NoReply
from core.llm.replies import Json, Unreadable, schema_of
from scenes.coup.events import Blocked, Confidence, Declared, Exchanged, Lost, NoteAdded, NoteDeleted, Proved
from scenes.coup.moves import Character
from scenes.coup.observation import Fact, Note, Observation
from scenes.coup.replies import shorten

MAX_NOTES = 12
"""Maximum number of notes of a player."""
MAX_NEW_NOTES = 4
"""Maximum number of notes added at a time."""
MAX_REASON = 160
"""Maximum characters of a reason."""


class Suspicion(BaseModel):
    model_config = ConfigDict(extra="forbid")

    suspect: str
    reason: str
    card: Character
    holds: bool
    confidence: Confidence


class Changes(BaseModel):
    model_config = ConfigDict(extra="forbid")

    delete: list[int] = Field([], description="ids of notes that no longer hold")
    add: list[Suspicion] = Field([], max_length=MAX_NEW_NOTES)


class NotesReply(Json[Changes]):
    """A reply with changes to a player's notes; new notes are about players who are still in the game."""

    def __init__(self, example: Changes, seen: Observation) -> None:
        super().__init__(Changes, "notes", example)
        self._seen = seen
        schema = deepcopy(schema_of(Changes))
        schema["$defs"]["Suspicion"]["properties"]["suspect"]["enum"] = living_opponents(seen)
        self.schema = schema

    def read(self, text: str) -> Changes:
        changes = super().read(text)
        known, others = {note.id for note in self._seen.notes}, living_opponents(self._seen)
        if unknown := set(changes.delete) - known:
            raise Unreadable(f"There is no note {min(unknown)}; there are: {sorted(known) or 'none yet'}.")
        for added in changes.add:
            if added.suspect not in others:
                raise Unreadable(f"You cannot suspect {added.suspect}; there are: {', '.join(others)}.")
        if (size := len(remaining_notes(self._seen, changes)) + len(changes.add)) > MAX_NOTES:
            raise Unreadable(f"You would have {size} notes, and {MAX_NOTES} are the limit: delete what matters least.")
        return changes


def living_opponents(seen: Observation) -> list[str]:
    """List the other players who are still in the game."""
    return [player.name for player in seen.players if player.cards and player.name != seen.name]


def remaining_notes(seen: Observation, changes: Changes) -> list[Note]:
    """Return the notes that remain: without deleted and replaced ones, and without notes on eliminated players."""
    others, replaced = living_opponents(seen), {(added.suspect, added.card) for added in changes.add}
    return [
        note
        for note in seen.notes
        if note.id not in changes.delete and note.suspect in others and (note.suspect, note.card) not in replaced
    ]


def has_news(seen: Observation) -> bool:
    """Return True if this player may have learned something about others' hands since its last turn."""
    for fact in reversed(seen.history):
        match fact.data:
            case Declared() if fact.agent == seen.name:
                return False
            case Declared(claim=card) if card is not None:
                return True
            case Blocked() | Proved() | Lost() | Exchanged() if fact.agent != seen.name:
                return True
    return False


async def take_notes(turn: Turn, seen: Observation, prompt: Sequence[Message]) -> tuple[Note, ...]:
    """Update the notes, and log the changes.

    Without a usable reply, only notes about eliminated players are deleted.
    """
    try:
        changes = await turn.ask(prompt, NotesReply(example_changes(seen), seen))
    except NoReply:
        changes = Changes()
    kept = remaining_notes(seen, changes)
    for note in seen.notes:
        if note not in kept:
            turn.log(NoteDeleted(note.id))
    ids = count(max((note.id for note in seen.notes), default=0) + 1)
    for id, new in zip(ids, changes.add, strict=False):
        added = NoteAdded(id, new.suspect, new.holds, new.card, new.confidence, shorten(new.reason, MAX_REASON))
        turn.log(added)
        kept.append(Note(**asdict(added), turn=turn.number))
    return tuple(kept)


def example_changes(seen: Observation) -> Changes:
    """Return example notes for `llm:mock`: a claim is believed until it is disproved or the hand changes."""
    believed = {claim: why for claim, why in _believed_claims(seen.history).items() if seen.unseen(claim[1])}
    noted = {(note.suspect, note.card): note.id for note in seen.notes}
    fresh = [claim for claim in believed if claim[0] in living_opponents(seen) and claim not in noted]
    return Changes(
        delete=[id for claim, id in noted.items() if claim not in believed],
        add=[
            Suspicion(suspect=name, holds=True, card=card, confidence="medium", reason=believed[name, card])
            for name, card in fresh[:MAX_NEW_NOTES][: max(0, MAX_NOTES - len(seen.notes))]
        ],
    )


def _believed_claims(history: Sequence[Fact]) -> dict[tuple[str, Character], str]:
    """Return the claims that may still be true, by player and card, with the reason for each."""
    believed: dict[tuple[str, Character], str] = {}
    last = None
    for fact in history:
        match fact.data:
            case Declared(verb=verb, claim=card) if card is not None:
                last = fact.agent, card
                believed[last] = f"claimed it for {verb}"
            case Blocked(card):
                last = fact.agent, card
                believed[last] = "claimed it to block"
            case Proved() | Lost(why="bluff"):
                assert last is not None
                believed.pop(last, None)
            case Exchanged():
                believed = {claim: why for claim, why in believed.items() if claim[0] != fact.agent}
    return believed
