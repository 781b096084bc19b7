"""Tables of a council: positions, ballots, and promised votes."""

from collections.abc import Iterable, Iterator
from typing import Any

from core.engine.events import Event
from core.recording.header import Header
from core.tables import Column, EventTable
from scenes.council import events as e
from scenes.council.observation import CHAIR

MOTION = Column(int, "number of the motion, from 1")
MEMBER = Column(str, "member")
POLICY = Column(str, "policy of the member")


def _positions(header: Header, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    motion = 0
    for event in events:
        match event.data:
            case e.MotionOpened():
                motion = event.data.motion
            case e.Positioned(position, was, after):
                yield {
                    "motion": motion,
                    "turn": event.turn,
                    "member": event.agent,
                    "policy": header.cast[event.agent],
                    "position": position.score,
                    "before": None if was is None else was.score,
                    "after_speaker": after,
                }


def _ballots(header: Header, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    motion, stated, votes = 0, dict[str, int](), dict[str, e.Balloted]()
    for event in events:
        match event.data:
            case e.MotionOpened():
                motion, stated, votes = event.data.motion, {}, {}
            case e.Positioned():
                stated[event.agent] = event.data.position.score
            case e.Balloted():
                votes[event.agent] = event.data
            case e.Resolved():
                for name, vote in votes.items():
                    yield {
                        "motion": motion,
                        "member": name,
                        "policy": header.cast[name],
                        "position": stated.get(name),
                        "vote": vote.choice,
                        "comment": vote.comment,
                        "passed": event.data.passed,
                    }


def _promises(header: Header, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    offers = dict[tuple[str, str], e.Offered]()
    promised = dict[tuple[str, str, int], dict[str, Any]]()
    for event in events:
        match event.data:
            case e.Offered():
                offers[event.agent, event.data.to] = event.data
            case e.Accepted(offer=by):
                terms = offers[by, event.agent]
                for name, to, motion, vote in (
                    (by, event.agent, terms.motion, terms.mine),
                    (event.agent, by, terms.other, terms.yours),
                ):
                    row = {"turn": event.turn, "member": name, "policy": header.cast[name], "to": to}
                    promised[name, to, motion] = {**row, "motion": motion, "vote": vote, "kept": None}
            case e.PromiseJudged(to=to, motion=motion, kept=kept):
                promised[event.agent, to, motion]["kept"] = kept
    yield from promised.values()


TABLES = {
    "positions": EventTable(
        f"a stated position of a member; {CHAIR} has none",
        {
            "motion": MOTION,
            "turn": Column(int, "turn of the run"),
            "member": MEMBER,
            "policy": POLICY,
            "position": Column(int, "from -3, strongly against, over 0, open, to 3, strongly for"),
            "before": Column(int, "position that the member stated before; empty for its first one"),
            "after_speaker": Column(
                str, "speaker who most likely caused a change: one whom the member names, else the last one"
            ),
        },
        _positions,
    ),
    "ballots": EventTable(
        "a vote of a member on a motion",
        {
            "motion": MOTION,
            "member": MEMBER,
            "policy": POLICY,
            "position": Column(int, "last stated position, from -3 to 3; empty if none was read"),
            "vote": Column(str, "yes, no or abstain"),
            "comment": Column(str, "comment with the vote"),
            "passed": Column(bool, "true if the motion passed"),
        },
        _ballots,
    ),
    "promises": EventTable(
        "a vote that a member promised to another in an accepted offer",
        {
            "turn": Column(int, "turn in which the offer was accepted"),
            "member": MEMBER,
            "policy": POLICY,
            "to": Column(str, "member to whom it was promised"),
            "motion": MOTION,
            "vote": Column(str, "promised vote"),
            "kept": Column(bool, "true if the member voted as promised; empty if there was no vote on the motion"),
        },
        _promises,
    ),
}
