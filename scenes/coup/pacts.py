"""Commitments between players: threats and deals, with their outcomes. They follow from public events only."""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from scenes.coup import events as e
from scenes.coup.events import ForbiddenAction, PactChanged, Punishment
from scenes.coup.rules import Game

THREAT_ROUNDS = 2
"""Number of rounds for which a threat holds, and within which a due threat must be carried out."""
Status = Literal["open", "agreed", "declined", "provoked", "kept", "broken", "carried out", "empty", "over"]
"""State of a commitment.

A threat is open, then provoked or forgotten, then carried out or empty. A deal is open (an offer), then agreed or
declined. An agreed deal is kept, broken, or over because its reason is gone."""
Key = tuple[str, str, Status, bool]
"""Maker, addressee and state of a commitment, and True for a threat."""
DEEDS: dict[str, tuple[ForbiddenAction, ...]] = {
    "steal": ("attack", "steal"),
    "assassinate": ("attack",),
    "coup": ("attack",),
    "challenge": ("challenge",),
    "block": ("block",),
}
"""Deeds against a player that each verb commits; verbs are moves with a target, and answers."""


class Pact(Struct, frozen=True):
    """A threat, an offer of a deal, or a deal."""

    by: str
    to: str
    deed: ForbiddenAction
    """Deed that `to` must not do to `by`."""
    since: int
    """Turn of the game in which the threat or offer was made, or the deal agreed."""
    until: int
    """Last turn of the game for which the commitment holds."""
    strike: Punishment | None = None
    """Punishment that a threat announces; None for a deal."""
    gives: ForbiddenAction = "attack"
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

    def is_live(self) -> bool:
        """Return True if an event can still change it."""
        return self.status in ("open", "agreed", "provoked")

    def is_offer(self, now: int) -> bool:
        """Return True if this is an offer that can still be accepted in this turn of the game."""
        return not self.is_threat and self.status == "open" and self.until >= now

    def binds(self, name: str, other: str) -> bool:
        """Return True if this is a deal in force between two players."""
        return self.status == "agreed" and {self.by, self.to} == {name, other}

    def bars(self, name: str, verb: str, victim: str) -> bool:
        """Return True if the commitment forbids a player to do this to another player."""
        if (name, victim) == (self.to, self.by):
            return self.deed in DEEDS[verb]
        return not self.is_threat and (name, victim) == (self.by, self.to) and self.gives in DEEDS[verb]

    def punishes(self, name: str, verb: str, victim: str) -> bool:
        """Return True if this deed carries out the threat: the threat is due, and the deed is at least as harsh."""
        is_due = (self.status, self.by, self.to) == ("provoked", name, victim)
        return is_due and verb in (self.strike, "coup", "assassinate")

    @property
    def key(self) -> Key:
        return self.by, self.to, self.status, self.is_threat

    def partner(self, name: str) -> str:
        return self.to if name == self.by else self.by


Pacts = tuple[Pact, ...]


def apply_event(pacts: Pacts, name: str, body: Any, actions: int) -> Pacts:
    """Return the commitments after an event. A new threat or offer replaces an open one to the same player."""
    match body:
        case e.Threatened(to, deed_of_event, strike, until):
            new = Pact(name, to, deed_of_event, actions, until, strike)
        case e.Offered(to, asks, gives, until, rounds, rival):
            new = Pact(name, to, asks, actions, until, None, gives, rounds, rival)
        case e.Agreed(to, until):
            return _changed(pacts, (to, name, "open", False), status="agreed", since=actions, until=until)
        case e.Declined(to):
            return _changed(pacts, (to, name, "open", False), status="declined")
        case PactChanged(by, to, "provoked", until):
            return _changed(pacts, (by, to, "open", True), status="provoked", since=actions, until=until)
        case PactChanged(by, to, "carried out" | "empty" as status):
            return _changed(pacts, (by, to, "provoked", True), status=status, until=actions)
        case PactChanged(by, to, status):
            breaker = name if status == "broken" else ""
            return _changed(pacts, (by, to, "agreed", False), status=status, breaker=breaker, until=actions)
    return (*(pact for pact in pacts if pact.key != new.key), new)


def _changed(pacts: Pacts, key: Key, **changes: Any) -> Pacts:
    return tuple(replace(pact, **changes) if pact.key == key else pact for pact in pacts)


def deed_of_event(game: Game, body: Any) -> tuple[str, str]:
    """Return the verb and the target of an event; no target if it is directed at nobody."""
    match body:
        case e.Declared(verb, target):
            return verb, target
        case e.Challenged(claimant):
            return "challenge", claimant
        case e.Blocked():
            return "block", game.names[game.actor]
    return "", ""


def consequences(pacts: Pacts, game: Game, name: str, body: Any) -> Iterator[tuple[str, PactChanged]]:
    """Yield the changes of commitments caused by the event just applied, each with the acting player."""
    verb, victim = deed_of_event(game, body)
    now, left = game.actions, sum(map(bool, game.hands))
    out = isinstance(body, e.Lost) and body.out
    for each in filter(Pact.is_live, pacts):
        change = PactChanged(each.by, each.to, "over", now)
        late, barred = each.until < now, bool(victim) and each.bars(name, verb, victim)
        if barred and not late and each.status == "agreed":
            yield name, replace(change, became="broken")
        elif barred and not late and each.status == "open" and each.is_threat:
            yield name, replace(change, became="provoked", until=now + THREAT_ROUNDS * left)
        elif each.status == "agreed" and (late or (out and each.rival == name)):
            yield each.by, replace(change, became="kept")
        elif each.status == "agreed" and out and (left == 2 or name in (each.by, each.to)):
            yield each.by, change
        elif each.status == "provoked":
            yield from _settled_threat(each, change, game, name, verb, victim)


def _settled_threat(
    threat: Pact, change: PactChanged, game: Game, name: str, verb: str, victim: str
) -> Iterator[tuple[str, PactChanged]]:
    """Yield the change of a provoked threat that is carried out, or that has become empty."""
    if victim and threat.punishes(name, verb, victim):
        yield name, replace(change, became="carried out")
    elif threat.until < game.actions and game.hands[game.seat[threat.by]] and game.hands[game.seat[threat.to]]:
        yield threat.by, replace(change, became="empty")


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
