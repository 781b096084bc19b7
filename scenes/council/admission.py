"""Admission of foreign recordings of a council."""

from collections.abc import Iterator

from core.engine.events import Event
from core.social.events import Scheduled
from scenes.council import agenda
from scenes.council import events as e
from scenes.council.agenda import Interests
from scenes.council.table import Table

OF_MEMBERS = (
    e.AmendmentMoved, e.Amended, e.Interested, e.Argued, e.Questioned, e.Positioned, e.Offered, e.Accepted,
    e.Balloted, e.PromiseJudged,
)  # fmt: skip


def admit(table: Table, listed: tuple[str, ...], event: Event) -> None:
    """Raise ValueError for an impossible event of a foreign recording, after it was applied.

    `listed` is the agenda of the options.
    """
    members, body = table.members, event.data
    if isinstance(body, OF_MEMBERS) and event.agent not in members:
        raise ValueError("only members do that")
    if odd := next((name for name in _named(event) if name not in members), None):
        raise ValueError(f"{odd!r} is no member")
    if not all(1 <= motion <= len(table.agenda) for motion in _motions(event)):
        raise ValueError(f"the agenda has {len(table.agenda)} motions")
    match body:
        case e.Tabled(motions) if motions != listed:
            raise ValueError("the agenda is another one")
        case e.MotionOpened(motion, text) if table.agenda[motion - 1] != text:
            raise ValueError("this motion has other words")
        case e.Grounded(grounds) if len(grounds) != len(table.agenda):
            raise ValueError("there are not as many grounds as motions")
        case e.Amended(text) if table.amended is None or table.amended.text != text:
            raise ValueError("no such amendment was moved")
        case e.Interested(interests):
            _admit_interests(interests, event.agent, members, len(table.agenda))
        case e.Resolved(yes=yes, no=no, abstain=abstain, votes=votes):
            if min(yes, no, abstain) < 0 or yes + no + abstain != len(members) or (votes and {*votes} != {*members}):
                raise ValueError(f"there are {len(members)} votes")


def _named(event: Event) -> Iterator[str]:
    """Yield the names that an event refers to as members."""
    match event.data:
        case e.Questioned(to) | e.Offered(to) | e.PromiseJudged(to):
            yield to
        case e.Accepted(offer):
            yield offer
        case e.Positioned(after=after) if after:
            yield after
        case Scheduled(order):
            yield from order


def _motions(event: Event) -> tuple[int, ...]:
    """Return the motions that an event refers to."""
    match event.data:
        case e.MotionOpened(motion) | e.VotingOpened(motion) | e.Resolved(motion) | e.PromiseJudged(motion=motion):
            return (motion,)
        case e.Offered(motion=motion, other=other):
            return motion, other
    return ()


def _admit_interests(interests: Interests, name: str, members: tuple[str, ...], motions: int) -> None:
    if {*interests.trust} != {*members} - {name}:
        raise ValueError("it trusts others than the members")
    if not len(interests.bearings) == len(interests.leanings) == motions:
        raise ValueError("there are not as many leanings as motions")
    if not all(1 <= weight <= max(agenda.WEIGHTS) for weight in interests.values.values()):
        raise ValueError("nobody cares so much, or so little")
    if any({*bearing} - {*interests.values} for bearing in interests.bearings):
        raise ValueError("it knows of values that it does not care for")
    if not all(-1 <= each <= 1 for each in (*interests.trust.values(), interests.honor, *interests.leanings)):
        raise ValueError("trust, honor and leanings are at most 1")
