"""Moments of a game at which questions are asked: events, turns, kinds of events, and the end."""

import re

from core.engine.registry import find_scene
from core.engine.scene import Scene
from core.engine.shared_events import SHARED
from core.errors import UserError, did_you_mean
from core.recording.timeline import MomentOutOfRange, moment
from core.recording.verification import RecordedRun

END = "end"
_NUMBER = re.compile(r"t?[0-9]{1,15}")
_KIND = re.compile(r"([a-z][a-z0-9_]*)(?: ([1-9][0-9]{0,5}))?")


def repeats(at: str) -> bool:
    """Return True for a kind of event without a number, which may be several moments of a game."""
    return at != END and not _NUMBER.fullmatch(at) and " " not in at


def check_moment(kind: type[Scene], at: str) -> None:
    """Raise UserError for a text that is no moment in games of a scene."""
    if at == END or _NUMBER.fullmatch(at):
        return
    kinds, found = dict.fromkeys(body.kind for body in (*kind.events, *SHARED)), _KIND.fullmatch(at)
    if found is None or found[1] not in kinds:
        raise UserError(
            "a moment is an event's number such as 42, a turn such as t12, end, or a kind of event such as said "
            f"(after each) or said 1 (after the first), not {at!r}; {did_you_mean(at.partition(' ')[0], kinds)}"
        )


def events_at(recording: RecordedRun, at: str) -> list[int]:
    """Return the numbers of the events after which a moment lies, in order.

    Raises:
        UserError: The text is not a moment.
        MomentOutOfRange: The game has no such moment.
    """
    check_moment(find_scene(recording.header.scene), at)
    if at == END:
        return [len(recording.events)]
    if _NUMBER.fullmatch(at):
        return [moment(recording.events, at)]
    kind, _, number = at.partition(" ")
    events = [event.n for event in recording.events if event.kind == kind]
    found = events[int(number) - 1 : int(number)] if number else events
    if not found:
        count = f"{len(events)} event{'s' * (len(events) != 1)}"
        raise MomentOutOfRange(f"{at}: this run has {count} of the kind {kind}")
    return found
