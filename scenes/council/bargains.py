"""The history of offers to trade votes, and what a part of one costs a member by its own view."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from core.engine.events import Event
from scenes.council import events as e
from scenes.council.mind import Mind, position_from
from scenes.council.observation import CouncilSeen
from scenes.council.votes import Choice, Position

State = Literal["open", "agreed", "replaced", "lapsed"]


class Bargain(NamedTuple):
    """An offer, its state, and for each member that voted as promised or not, whether it kept its promise."""

    name: str
    """The member that made the offer."""
    terms: e.Offered
    state: State
    kept: dict[str, bool]

    @property
    def pair(self) -> tuple[str, str]:
        """Both sides, the maker of the offer first."""
        return self.name, self.terms.to

    def part(self, name: str) -> tuple[int, Choice]:
        """Return the motion and the vote that a side gives."""
        terms = self.terms
        return (terms.motion, terms.mine) if name == self.name else (terms.other, terms.yours)


def bargains(events: Iterable[Event]) -> Sequence[Bargain]:
    """List the offers among the events that a perspective saw, oldest first."""
    out: list[Bargain] = []
    for event in events:
        out = [_after(each, event) for each in out]
        if isinstance(event.data, e.Offered):
            out.append(Bargain(event.agent, event.data, "open", {}))
    return out


def _after(bargain: Bargain, event: Event) -> Bargain:
    """Return an offer as an event leaves it; an offer may be accepted after one of its votes."""
    match bargain.state, event.data:
        case "open" | "lapsed", e.Offered(to) if (event.agent, to) == bargain.pair:
            return bargain._replace(state="replaced")
        case "open" | "lapsed", e.Accepted(offer) if (offer, event.agent) == bargain.pair:
            return bargain._replace(state="agreed")
        case "open", e.Resolved(motion) if motion in (bargain.terms.motion, bargain.terms.other):
            return bargain._replace(state="lapsed")
        case "agreed", e.PromiseJudged(to, motion, kept) if {event.agent, to} == {*bargain.pair}:
            if bargain.part(event.agent)[0] == motion:
                return bargain._replace(kept=bargain.kept | {event.agent: kept})
    return bargain


def own_view(seen: CouncilSeen, motion: int) -> Position:
    """Return the position of the observation's member on a motion: after the debate so far, or before it."""
    is_debated = motion == seen.motion
    return position_from(Mind(seen).leaning if is_debated else seen.interests[seen.name].leanings[motion - 1])


def cost(view: Position, vote: Choice) -> int:
    """Return the steps by which a vote goes against a position; negative if the member wants it.

    >>> cost(Position("for", "strong"), "no")
    3
    """
    return -view.score if vote == "yes" else view.score
