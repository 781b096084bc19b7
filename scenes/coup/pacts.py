"""Commitments between players: threats and deals with their outcomes. They follow from public events alone."""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from scenes.coup.events import (
    Agreed,
    Blocked,
    Challenged,
    Declared,
    Declined,
    Deed,
    Lost,
    Offered,
    PactChanged,
    Strike,
    Threatened,
)
from scenes.coup.rules import Game

ROUNDS = 2
"""Rounds for which a threat holds, and within which it must be carried out."""
Status = Literal["open", "agreed", "declined", "provoked", "kept", "broken", "carried out", "empty", "over"]
"""State of a commitment.

A threat is open, then provoked or forgotten, then carried out or empty. A deal is open (an offer), then agreed or
declined. An agreed deal is kept, broken, or over because its reason is gone."""
LIVE = frozenset(("open", "agreed", "provoked"))
DEEDS: dict[str, tuple[Deed, ...]] = {
    "steal": ("attack", "steal"),
    "assassinate": ("attack",),
    "coup": ("attack",),
    "challenge": ("challenge",),
    "block": ("block",),
}
"""Deeds against a player that each verb amounts to: moves with a target, and answers."""


class Pact(Struct, frozen=True):
    """A threat, or a deal or its offer."""

    by: str
    to: str
    deed: Deed
    """Deed that `to` must not do to `by`."""
    since: int
    """Turn of the game in which it was made or agreed."""
    until: int
    """Last turn of the game for which it holds."""
    strike: Strike | None = None
    """Punishment that a threat announces; None for a deal."""
    gives: Deed = "attack"
    """Deed that `by` must not do to `to` under a deal."""
    rounds: int = 0
    """Maximum rounds of a deal."""
    rival: str = ""
    """Player against whom the deal is made; the deal ends when that player is out."""
    status: Status = "open"
    breaker: str = ""

    @property
    def is_threat(self) -> bool:
        return self.strike is not None

    def bars(self, name: str, verb: str, victim: str) -> bool:
        """Return True if the commitment forbids a player to do this to the target."""
        if (name, victim) == (self.to, self.by):
            return self.deed in DEEDS[verb]
        return not self.is_threat and (name, victim) == (self.by, self.to) and self.gives in DEEDS[verb]

    def punishes(self, name: str, verb: str, victim: str) -> bool:
        """Return True if this deed carries out the threat: the threat is due, and the deed is at least as harsh."""
        is_due = (self.status, self.by, self.to) == ("provoked", name, victim)
        return is_due and verb in (self.strike, "coup", "assassinate")

    def partner(self, name: str) -> str:
        return self.to if name == self.by else self.by


Pacts = tuple[Pact, ...]


def apply_event(pacts: Pacts, name: str, body: Any, actions: int) -> Pacts:
    """Return the commitments after an event. A new threat or offer replaces an open one to the same player."""
    match body:
        case Threatened(to, deed, strike, until):
            rest = [each for each in pacts if not (each.is_threat and _is_open(each, name, to))]
            return (*rest, Pact(name, to, deed, actions, until, strike))
        case Offered(to, asks, gives, until, rounds, rival):
            rest = [each for each in pacts if each.is_threat or not _is_open(each, name, to)]
            return (*rest, Pact(name, to, asks, actions, until, None, gives, rounds, rival))
        case Agreed(to, until):
            return _changed(pacts, to, name, "open", False, status="agreed", since=actions, until=until)
        case Declined(to):
            return _changed(pacts, to, name, "open", False, status="declined")
        case PactChanged(by, to, "provoked", until):
            return _changed(pacts, by, to, "open", True, status="provoked", since=actions, until=until)
        case PactChanged(by, to, "carried out" | "empty" as status):
            return _changed(pacts, by, to, "provoked", True, status=status, until=actions)
        case PactChanged(by, to, status):
            breaker = name if status == "broken" else ""
            return _changed(pacts, by, to, "agreed", False, status=status, breaker=breaker, until=actions)
    return pacts


def _is_open(pact: Pact, by: str, to: str) -> bool:
    return (pact.by, pact.to, pact.status) == (by, to, "open")


def _changed(pacts: Pacts, by: str, to: str, was: Status, threat: bool, **changes: Any) -> Pacts:
    key = by, to, was, threat
    return tuple(
        replace(each, **changes) if (each.by, each.to, each.status, each.is_threat) == key else each for each in pacts
    )


def deed(game: Game, body: Any) -> tuple[str, str]:
    """Return the verb and the target of an event; no target if it is directed at nobody."""
    match body:
        case Declared(verb, target):
            return verb, target
        case Challenged(claimant):
            return "challenge", claimant
        case Blocked():
            return "block", game.names[game.actor]
    return "", ""


def consequences(pacts: Pacts, game: Game, name: str, body: Any) -> Iterator[tuple[str, PactChanged]]:
    """Yield the changes of commitments caused by the event just applied, each with the acting player."""
    verb, victim = deed(game, body)
    now, left = game.actions, sum(map(bool, game.hands))
    out = isinstance(body, Lost) and body.out
    for each in pacts:
        if each.status not in LIVE:
            continue
        change = PactChanged(each.by, each.to, "over", now)
        late, barred = each.until < now, bool(victim) and each.bars(name, verb, victim)
        match each.status:
            case "open" if each.is_threat and barred and not late:
                yield name, replace(change, became="provoked", until=now + ROUNDS * left)
            case "agreed" if barred and not late:
                yield name, replace(change, became="broken")
            case "agreed" if late or (out and each.rival == name):
                yield each.by, replace(change, became="kept")
            case "agreed" if out and (left == 2 or name in (each.by, each.to)):
                yield each.by, change
            case "provoked" if victim and each.punishes(name, verb, victim):
                yield name, replace(change, became="carried out")
            case "provoked" if late and game.hands[game.seat[each.by]] and game.hands[game.seat[each.to]]:
                yield each.by, replace(change, became="empty")


def count_outcomes(pacts: Pacts) -> dict[str, int]:
    """Count threats and deals by outcome."""
    status = [each.status for each in pacts]
    threats = sum(each.is_threat for each in pacts)
    return {
        "threats": threats,
        "threats_carried_out": status.count("carried out"),
        "threats_empty": status.count("empty"),
        "deals": sum(not each.is_threat and each.status not in ("open", "declined") for each in pacts),
        "deals_kept": status.count("kept"),
        "deals_broken": status.count("broken"),
    }
